"""Virtual authenticators, which answer the calls that the extension hands to the browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from parties import Visit

SERVICE = "Cc['@mozilla.org/webauthn/service;1'].getService(Ci.nsIWebAuthnService)"
PREFERENCES = {"security.webauth.webauthn_enable_softtoken": True, "security.webauth.webauthn_enable_usbtoken": False}


class OwnKey(Protocol):
    def count(self) -> int:
        """Number of credentials that it created."""
        ...


class ChromiumKey:
    def __init__(self, at: Visit):
        self._page = at.page
        self._page.devtools("WebAuthn.enable", enableUI=False)
        self._id = self._page.devtools("WebAuthn.addVirtualAuthenticator", options={
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True})["authenticatorId"]

    @property
    def credentials(self) -> list[dict]:
        return self._page.devtools("WebAuthn.getCredentials", authenticatorId=self._id)["credentials"]

    def count(self) -> int:
        return len(self.credentials)

    def close(self) -> None:
        self._page.devtools("WebAuthn.disable")


class FirefoxKey:
    def __init__(self, at: Visit):
        self._browser = at.browser
        for name, value in PREFERENCES.items():
            self._browser.chrome(f"Services.prefs.setBoolPref('{name}', {str(value).lower()})")
        self._id = self._browser.chrome(f"{SERVICE}.addVirtualAuthenticator('ctap2_1', 'usb', true, true, true, true)")

    def count(self) -> int:
        return self._browser.chrome(f"{SERVICE}.getCredentials('{self._id}').length")

    def close(self) -> None:
        self._browser.chrome(f"{SERVICE}.removeVirtualAuthenticator('{self._id}')")
        for name in PREFERENCES:
            self._browser.chrome(f"Services.prefs.clearUserPref('{name}')")


@contextmanager
def own_key(at: Visit) -> Iterator[OwnKey]:
    """Adds a virtual authenticator that consents to every request."""
    key = ChromiumKey(at) if at.browser.name == "chromium" else FirefoxKey(at)
    try:
        yield key
    finally:
        key.close()
