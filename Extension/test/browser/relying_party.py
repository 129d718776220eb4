"""Relying parties of others' making: py_webauthn and python-fido2 look at the same answers, and must agree.

Knows nothing of servers and tests: `RelyingParties.answer` takes a path and what was posted, and gives what is to be sent
back. The page in ../pages/parts/relying-party.html speaks to it.
"""

import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

import webauthn
from fido2.attestation import Attestation
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationConveyancePreference, AttestedCredentialData, AuthenticatorData, PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity, PublicKeyCredentialType, PublicKeyCredentialUserEntity, RegistrationResponse,
)
from webauthn.helpers import structs

PAGE = Path(__file__).parent.parent / "pages/parts/relying-party.html"
#: Who makes the options; both look at every answer.
LIBRARIES = ["webauthn", "fido2"]


class Refused(Exception):
    """What one of the two libraries says is wrong."""


@dataclass
class Passkey:
    identifier: bytes
    public_key: bytes
    #: As fido2 keeps it.
    data: AttestedCredentialData
    transports: list[str]


@dataclass
class Account:
    name: str
    handle: bytes
    password: str = ""
    passkeys: list[Passkey] = field(default_factory=list)


@dataclass
class Begun:
    """A ceremony that was begun, until it is finished."""

    what: str
    options: dict
    state: dict
    account: Account | None
    is_conditional: bool


class RelyingParty:
    """One relying party, which takes answers of these origins."""

    def __init__(self, identifier: str, origins: list[str]):
        self.identifier, self.origins = identifier, origins
        self.accounts: dict[str, Account] = {}
        self._begun: dict[str, Begun] = {}
        self._lock = threading.Lock()

    def account(self, name: str) -> Account:
        """The account of this name, which is made where there is none."""
        with self._lock:
            return self.accounts.setdefault(name, Account(name, os.urandom(16)))

    def _server(self, attestation: str | None = None) -> Fido2Server:
        entity = PublicKeyCredentialRpEntity(id=self.identifier, name=f"The party {self.identifier}")
        # Without this it takes any attestation for good.
        return Fido2Server(
            entity, AttestationConveyancePreference(attestation) if attestation else None,
            verify_origin=lambda origin: origin in self.origins, verify_attestation=verify_attestation)

    # What a page asks for

    def begin(self, what: str, library: str, user: str | None, over: dict, verification: str, is_conditional: bool) -> dict:
        """Options in WebAuthn's JSON, made by one of the libraries; `over` takes the place of their members."""
        account = self.account(user) if user else None
        if what == "create":
            assert account, "a passkey is made for an account"
            made = self._creation(library, account, verification)
        else:
            made = self._request(library, account, verification)
        options = {**made, **over}
        state = {"challenge": options["challenge"], "user_verification": verification}
        with self._lock:
            self._begun[options["challenge"]] = Begun(what, options, state, account, is_conditional)
        return options

    def _creation(self, library: str, account: Account, verification: str) -> dict:
        excluded = [(each.identifier, each.transports) for each in account.passkeys]
        if library == "fido2":
            user = PublicKeyCredentialUserEntity(id=account.handle, name=account.name, display_name=account.name.title())
            options, _ = self._server().register_begin(user, [descriptor(*each) for each in excluded], "required", verification)
            return dict(options)["publicKey"]
        return json.loads(webauthn.options_to_json(webauthn.generate_registration_options(
            rp_id=self.identifier, rp_name=f"The party {self.identifier}", user_name=account.name, user_id=account.handle,
            user_display_name=account.name.title(), exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=identifier, transports=[
                    structs.AuthenticatorTransport(each) for each in transports]) for identifier, transports in excluded],
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement(verification)))))

    def _request(self, library: str, account: Account | None, verification: str) -> dict:
        allowed = [each.identifier for each in account.passkeys] if account else []
        if library == "fido2":
            options, _ = self._server().authenticate_begin([descriptor(each) for each in allowed], verification)
            return dict(options)["publicKey"]
        return json.loads(webauthn.options_to_json(webauthn.generate_authentication_options(
            rp_id=self.identifier, user_verification=structs.UserVerificationRequirement(verification),
            allow_credentials=[structs.PublicKeyCredentialDescriptor(id=each) for each in allowed])))

    # What it gets

    def finish(self, credential: dict) -> dict:
        """Checks an answer by both libraries; `Refused` where one of them does not take it."""
        client = json.loads(webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"]))
        with self._lock:
            begun = self._begun.pop(client["challenge"], None)
        if begun is None:
            raise Refused("nobody has asked for it")
        try:
            return self._register(begun, credential) if begun.what == "create" else self._sign_in(begun, credential)
        except Refused:
            raise
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from error

    def _register(self, begun: Begun, credential: dict) -> dict:
        challenge = webauthn.base64url_to_bytes(begun.options["challenge"])
        seen = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=self.identifier,
            expected_origin=self.origins, require_user_presence=not begun.is_conditional,
            require_user_verification=begun.state["user_verification"] == "required",
            supported_pub_key_algs=[structs_algorithm(each["alg"]) for each in begun.options["pubKeyCredParams"]])
        answer = RegistrationResponse.from_dict(credential)
        if begun.is_conditional:
            # fido2 knows none in which nobody is asked; what is signed it checks all the same.
            data = answer.response.attestation_object.auth_data
            verify_attestation(answer.response.attestation_object, answer.response.client_data.hash)
        else:
            data = self._server(begun.options.get("attestation")).register_complete(begun.state, credential)
        if bytes(data.credential_data.credential_id) != seen.credential_id:
            raise Refused("the two do not see the same credential")
        account = begun.account
        account.passkeys.append(Passkey(
            seen.credential_id, seen.credential_public_key, data.credential_data, credential["response"].get("transports", [])))
        return {
            "user": account.name, "format": plain(seen.fmt), "verified": seen.user_verified,
            "present": bool(data.flags & AuthenticatorData.FLAG.UP), "backedUp": seen.credential_backed_up,
            "device": plain(seen.credential_device_type), "aaguid": seen.aaguid, "signCount": seen.sign_count,
            "algorithm": data.credential_data.public_key[3],
        }

    def _sign_in(self, begun: Begun, credential: dict) -> dict:
        identifier = webauthn.base64url_to_bytes(credential["id"])
        handle = credential["response"].get("userHandle")
        found = next(((account, each) for account in self.accounts.values() for each in account.passkeys
                      if each.identifier == identifier), None)
        if found is None:
            raise Refused("unknown credential")
        account, passkey = found
        if handle is None or webauthn.base64url_to_bytes(handle) != account.handle:
            raise Refused("another user's handle")
        seen = webauthn.verify_authentication_response(
            credential=credential, expected_challenge=webauthn.base64url_to_bytes(begun.options["challenge"]),
            expected_rp_id=self.identifier, expected_origin=self.origins, credential_public_key=passkey.public_key,
            credential_current_sign_count=0, require_user_verification=begun.state["user_verification"] == "required")
        self._server().authenticate_complete(begun.state, [each.data for each in account.passkeys], credential)
        return {"user": account.name, "verified": seen.user_verified, "signCount": seen.new_sign_count}


def descriptor(identifier: bytes, transports: list[str] | None = None) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(PublicKeyCredentialType.PUBLIC_KEY, identifier, transports)


def plain(word) -> str:
    """One of py_webauthn's words, which it has as an enumeration or as text."""
    return getattr(word, "value", word)


def structs_algorithm(number: int):
    """A number as py_webauthn names it; of those that it does not know it verifies none."""
    from webauthn.helpers.cose import COSEAlgorithmIdentifier
    try:
        return COSEAlgorithmIdentifier(number)
    except ValueError:
        return COSEAlgorithmIdentifier.ECDSA_SHA_256


def verify_attestation(attestation, client_data_hash: bytes) -> None:
    """What fido2 does on request alone."""
    Attestation.for_type(attestation.fmt)().verify(attestation.att_stmt, attestation.auth_data, client_data_hash)


class RelyingParties:
    """The parties of a server, by their identifiers, and what each says of sites that are its own."""

    def __init__(self, origin_of=lambda host: f"https://{host}"):
        """`origin_of` gives a host's origin, which is where a party is unless it says otherwise."""
        self._origin_of = origin_of
        self._parties: dict[str, RelyingParty] = {}
        #: By host: what its /.well-known/webauthn is answered with, as status, headers and bytes.
        self.well_known: dict[str, tuple[int, dict[str, str], bytes]] = {}
        #: The headers of every request for one.
        self.asked: list[dict[str, str]] = []

    def party(self, identifier: str, *hosts: str) -> RelyingParty:
        """A party; where hosts are given, its pages may be there, too."""
        party = self._parties.setdefault(identifier, RelyingParty(identifier, [self._origin_of(identifier)]))
        for host in hosts:
            if self._origin_of(host) not in party.origins:
                party.origins.append(self._origin_of(host))
        return party

    def name_related(self, identifier: str, *hosts: str) -> None:
        """Has a party say that pages of other sites are its own."""
        origins = [self._origin_of(host) for host in hosts]
        body = json.dumps({"origins": origins}).encode()
        self.well_known[identifier] = (200, {"Content-Type": "application/json"}, body)

    def answer(self, path: str, body: dict) -> tuple[int, dict]:
        """What is sent back for what was posted to `path`, below the folder of the parties."""
        party = self.party(body["party"])
        if path == "begin":
            return 200, party.begin(
                body["what"], body.get("library", LIBRARIES[0]), body.get("user"), body.get("over", {}),
                body.get("verification", "preferred"), body.get("isConditional", False))
        if path == "finish":
            try:
                return 200, {"isGood": True, **party.finish(body["credential"])}
            except Refused as refusal:
                return 400, {"isGood": False, "why": str(refusal)}
        return 404, {"why": f"no {path}"}
