"""Relying parties built on py_webauthn and python-fido2. Both verify every response and must agree.

Has no HTTP code: `RelyingParties.answer` takes a path and a posted body, and returns the response. The page
../pages/parts/relying-party.html calls it.
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
#: Either library may create the options. Both verify every response.
LIBRARIES = ["webauthn", "fido2"]


class Refused(Exception):
    """The reason why one of the two libraries rejects a response."""


@dataclass
class Passkey:
    identifier: bytes
    public_key: bytes
    #: The credential data as fido2 stores it.
    data: AttestedCredentialData
    transports: list[str]


@dataclass
class Account:
    name: str
    handle: bytes
    password: str = ""
    passkeys: list[Passkey] = field(default_factory=list)


@dataclass
class Ceremony:
    """A ceremony between `begin` and `finish`."""

    what: str
    options: dict
    state: dict
    account: Account | None
    is_conditional: bool


class RelyingParty:
    """One relying party, which accepts responses from these origins."""

    def __init__(self, identifier: str, origins: list[str]):
        self.identifier, self.origins = identifier, origins
        self.accounts: dict[str, Account] = {}
        self._begun: dict[str, Ceremony] = {}
        self._lock = threading.Lock()

    def account(self, name: str) -> Account:
        """Returns the account of this name, and creates it if it does not exist."""
        with self._lock:
            return self.accounts.setdefault(name, Account(name, os.urandom(16)))

    def _server(self, attestation: str | None = None) -> Fido2Server:
        entity = PublicKeyCredentialRpEntity(id=self.identifier, name=f"The party {self.identifier}")
        # fido2 verifies an attestation only if it is requested.
        return Fido2Server(
            entity, AttestationConveyancePreference(attestation) if attestation else None,
            verify_origin=lambda origin: origin in self.origins, verify_attestation=verify_attestation)

    # Options for the page

    def begin(self, what: str, library: str, user: str | None, over: dict, verification: str, is_conditional: bool) -> dict:
        """Options as WebAuthn JSON, created by one of the libraries. `over` replaces members."""
        account = self.account(user) if user else None
        if what == "create":
            assert account, "a passkey is made for an account"
            made = self._creation(library, account, verification)
        else:
            made = self._request(library, account, verification)
        options = {**made, **over}
        state = {"challenge": options["challenge"], "user_verification": verification}
        with self._lock:
            self._begun[options["challenge"]] = Ceremony(what, options, state, account, is_conditional)
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

    # Responses from the page

    def finish(self, credential: dict) -> dict:
        """Verifies a response with both libraries. Raises `Refused` if one of them rejects it."""
        client = json.loads(webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"]))
        with self._lock:
            begun = self._begun.pop(client["challenge"], None)
        if begun is None:
            raise Refused("unknown challenge")
        try:
            return self._register(begun, credential) if begun.what == "create" else self._sign_in(begun, credential)
        except Refused:
            raise
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from error

    def _register(self, begun: Ceremony, credential: dict) -> dict:
        challenge = webauthn.base64url_to_bytes(begun.options["challenge"])
        seen = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=self.identifier,
            expected_origin=self.origins, require_user_presence=not begun.is_conditional,
            require_user_verification=begun.state["user_verification"] == "required",
            supported_pub_key_algs=[structs_algorithm(each["alg"]) for each in begun.options["pubKeyCredParams"]])
        answer = RegistrationResponse.from_dict(credential)
        if begun.is_conditional:
            # fido2 does not support conditional creation, so only the signed data is verified.
            data = answer.response.attestation_object.auth_data
            verify_attestation(answer.response.attestation_object, answer.response.client_data.hash)
        else:
            data = self._server(begun.options.get("attestation")).register_complete(begun.state, credential)
        if bytes(data.credential_data.credential_id) != seen.credential_id:
            raise Refused("the libraries disagree about the credential")
        account = begun.account
        account.passkeys.append(Passkey(
            seen.credential_id, seen.credential_public_key, data.credential_data, credential["response"].get("transports", [])))
        return {
            "user": account.name, "format": plain(seen.fmt), "verified": seen.user_verified,
            "present": bool(data.flags & AuthenticatorData.FLAG.UP), "backedUp": seen.credential_backed_up,
            "device": plain(seen.credential_device_type), "aaguid": seen.aaguid, "signCount": seen.sign_count,
            "algorithm": data.credential_data.public_key[3],
        }

    def _sign_in(self, begun: Ceremony, credential: dict) -> dict:
        identifier = webauthn.base64url_to_bytes(credential["id"])
        handle = credential["response"].get("userHandle")
        found = next(((account, each) for account in self.accounts.values() for each in account.passkeys
                      if each.identifier == identifier), None)
        if found is None:
            raise Refused("unknown credential")
        account, passkey = found
        if handle is None or webauthn.base64url_to_bytes(handle) != account.handle:
            raise Refused("the user handle belongs to another account")
        seen = webauthn.verify_authentication_response(
            credential=credential, expected_challenge=webauthn.base64url_to_bytes(begun.options["challenge"]),
            expected_rp_id=self.identifier, expected_origin=self.origins, credential_public_key=passkey.public_key,
            credential_current_sign_count=0, require_user_verification=begun.state["user_verification"] == "required")
        self._server().authenticate_complete(begun.state, [each.data for each in account.passkeys], credential)
        return {"user": account.name, "verified": seen.user_verified, "signCount": seen.new_sign_count}


def descriptor(identifier: bytes, transports: list[str] | None = None) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(PublicKeyCredentialType.PUBLIC_KEY, identifier, transports)


def plain(word) -> str:
    """The text of a py_webauthn value, which is an enumeration case or text."""
    return getattr(word, "value", word)


def structs_algorithm(number: int):
    """An algorithm as py_webauthn names it. For an unknown algorithm, one that fails the verification."""
    from webauthn.helpers.cose import COSEAlgorithmIdentifier
    try:
        return COSEAlgorithmIdentifier(number)
    except ValueError:
        return COSEAlgorithmIdentifier.ECDSA_SHA_256


def verify_attestation(attestation, client_data_hash: bytes) -> None:
    """Verifies an attestation with fido2, which does so only on request."""
    Attestation.for_type(attestation.fmt)().verify(attestation.att_stmt, attestation.auth_data, client_data_hash)


class RelyingParties:
    """The relying parties of a server by identifier, and the related origins that each declares."""

    def __init__(self, origin_of=lambda host: f"https://{host}"):
        """`origin_of` returns the origin of a host, which is the default origin of a relying party."""
        self._origin_of = origin_of
        self._parties: dict[str, RelyingParty] = {}
        #: Response of /.well-known/webauthn by host: status, headers and body.
        self.well_known: dict[str, tuple[int, dict[str, str], bytes]] = {}
        #: Headers of every request for /.well-known/webauthn.
        self.asked: list[dict[str, str]] = []

    def party(self, identifier: str, *hosts: str) -> RelyingParty:
        """The relying party of this identifier. Its pages may also be on the given hosts."""
        party = self._parties.setdefault(identifier, RelyingParty(identifier, [self._origin_of(identifier)]))
        for host in hosts:
            if self._origin_of(host) not in party.origins:
                party.origins.append(self._origin_of(host))
        return party

    def name_related(self, identifier: str, *hosts: str) -> None:
        """Declares pages of other sites as related origins."""
        origins = [self._origin_of(host) for host in hosts]
        body = json.dumps({"origins": origins}).encode()
        self.well_known[identifier] = (200, {"Content-Type": "application/json"}, body)

    def answer(self, path: str, body: dict) -> tuple[int, dict]:
        """The response to a body posted to `path`, relative to the folder of the relying parties."""
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
