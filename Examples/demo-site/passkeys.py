"""The relying party of the demonstration's site. py_webauthn verifies the responses.

Challenges and passkeys are stored in memory only.
"""

import json
import secrets

import webauthn
from webauthn.helpers import bytes_to_base64url as text
from webauthn.helpers.structs import AuthenticatorSelectionCriteria, PublicKeyCredentialDescriptor, ResidentKeyRequirement

#: The RP ID. Browsers treat http://localhost as a secure context.
RELYING_PARTY = "localhost"


class Passkeys:
    """The passkeys of all accounts, and the open challenges."""

    def __init__(self):
        self.handles = {}
        self.credentials = {}
        self.challenges = {}

    def handle(self, user):
        return self.handles.setdefault(user, secrets.token_bytes(16))

    def of(self, user):
        return [identifier for identifier, known in self.credentials.items() if known["user"] == user]

    # Registration (WebAuthn L3 §7.1)

    def creation_options(self, session, user):
        options = webauthn.generate_registration_options(
            rp_id=RELYING_PARTY, rp_name="Example Books", user_name=user, user_id=self.handle(user),
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=identifier) for identifier in self.of(user)])
        self.challenges[session] = options.challenge
        return json.loads(webauthn.options_to_json(options))

    def create(self, session, user, origin, answer, conditional):
        """Verifies and stores a new passkey. Raises an exception of py_webauthn for an invalid response."""
        made = webauthn.verify_registration_response(
            credential=answer, expected_challenge=self.challenges.pop(session, b""), expected_rp_id=RELYING_PARTY,
            expected_origin=origin, require_user_verification=False,
            # The user is not asked during a conditional creation.
            require_user_presence=not conditional)
        self.credentials[made.credential_id] = {
            "user": user, "key": made.credential_public_key, "count": made.sign_count}

    # Authentication (WebAuthn L3 §7.2)

    def request_options(self, session):
        options = webauthn.generate_authentication_options(rp_id=RELYING_PARTY)
        self.challenges[session] = options.challenge
        return json.loads(webauthn.options_to_json(options))

    def sign_in(self, session, origin, answer):
        """The passkey's user, or `None` for an unknown passkey."""
        challenge = self.challenges.pop(session, b"")
        identifier = webauthn.base64url_to_bytes(str(answer.get("id", "")))
        known = self.credentials.get(identifier)
        if known is None:
            return None
        done = webauthn.verify_authentication_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=RELYING_PARTY, expected_origin=origin,
            credential_public_key=known["key"], credential_current_sign_count=known["count"])
        known["count"] = done.new_sign_count
        return known["user"]

    # Signals (WebAuthn L3 §5.1.10)

    def accepted(self, user):
        return {
            "rpId": RELYING_PARTY, "userId": text(self.handle(user)),
            "allAcceptedCredentialIds": [text(identifier) for identifier in self.of(user)]}

    def remove(self, user):
        for identifier in self.of(user):
            del self.credentials[identifier]
