"""A first-time user's path through passkeys on the demonstration site.

Each step checks the vault and the site's server, which verifies responses with py_webauthn.
"""

import json
import sys
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import Browser, Page
from installed import ROOT
from parties import asking_window, unlock
from server import Sites
from waiting import eventually
from world import World

sys.path.insert(0, str(ROOT / "Examples/demo-site"))
import serve  # noqa: E402


class Shop:
    """The demonstration site and the responses of its server since the last `sign_out`."""

    def __init__(self):
        self.answers: list[tuple[str, int, str]] = []
        shop = self

        class Heard(serve.Page):
            def send(self, status, body, kind, session=None):
                shop.answers.append((self.path, status, body.decode() if kind == "application/json" else ""))
                super().send(status, body, kind, session)

            def redirect(self, address, session=None):
                shop.answers.append((self.path, 303, address))
                super().redirect(address, session)

        # Starts without passkeys, whatever an earlier browser registered.
        serve.passkeys = serve.Passkeys()
        self._server = serve.Server(("127.0.0.1", 0), Heard)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self.address = f"http://localhost:{self._server.server_port}/"

    @property
    def passkeys(self) -> list[bytes]:
        return serve.passkeys.of("ada")

    def sign_out(self) -> None:
        """Clears the sessions and the recorded responses."""
        serve.sessions.clear()
        self.answers.clear()

    def wait_signed_in(self, by: str) -> None:
        """Waits until ada is signed in by "login" or by "passkey/sign-in", and by no other request."""

        def check() -> bool:
            ways = [answer for answer in self.answers if answer[0] in ("/login", "/passkey/sign-in") and answer[2]]
            good = {"login": ("/login", 303, "/welcome"), "passkey/sign-in": ("/passkey/sign-in", 200, '{"user": "ada"}')}
            assert ways == [good[by]], self.answers
            return "ada" in serve.sessions.values()

        eventually(f"ada is signed in by {by}", check)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def world() -> Iterator[World]:
    """A world per test: every port of localhost is the same relying party, so passkeys of an earlier browser would
    match.
    """
    running = World([])
    yield running
    running.close()


@pytest.fixture(params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    running = launch(request.param, world, sites, playwright)
    running.install_native_host()
    yield running
    running.close()


@pytest.fixture
def shop() -> Iterator[Shop]:
    running = Shop()
    yield running
    running.close()


def passkeys_in(world: World, shop: Shop) -> list[dict]:
    """The passkeys of ada's login on the site, as `latchkey-vault show` prints them."""
    [login] = [each for each in world.logins("localhost") if shop.address in each["sites"]]
    assert login["user"] == "ada" and world.password(login["id"]) == "correct-Example-1"
    return json.loads(world.vault("show", "--json", login["id"])).get("passkeys", [])


def listed(world: World, shop: Shop) -> str:
    """The line of ada's login on the site in the output of `latchkey-vault list`."""
    port = shop.address.rsplit(":", 1)[1].rstrip("/")
    [line] = [each for each in world.vault("list", "localhost").splitlines() if port in each]
    return line


def open_login(page: Page, shop: Shop, *users: str) -> list[str]:
    """Signs out, opens the login page, clicks into its field and returns the offered rows."""
    shop.sign_out()
    page.bring_to_front()
    page.goto(shop.address + "login")
    page.click("[name=username]")
    return [row.text for row in page.wait_strip(*users).rows]


def test_a_new_user_gets_a_passkey_signs_in_with_it_and_deletes_it(
        world: World, browser: Browser, page: Page, shop: Shop):
    world.import_logins([(shop.address, "ada", "correct-Example-1")])

    # Signing in with the password creates a passkey without a question.
    rows = open_login(page, shop, "ada")
    assert not [row for row in rows if "Passkey" in row], rows
    page.pick("ada")
    page.wait_value("[name=password]", "correct-Example-1")
    page.click("form button")
    shop.wait_signed_in("login")
    page.wait_text("Your account has a passkey now.", "#passkey-state")
    page.wait_banner("A passkey was saved for ada")
    assert not browser.sheets()
    [passkey] = shop.passkeys
    [known] = passkeys_in(world, shop)
    assert (known["relyingParty"], known["user"], known["isHidden"]) == ("localhost", "ada", False)
    assert "(passkey)" in listed(world, shop)

    # At the next login the strip offers the passkey before the password, and it signs in.
    rows = open_login(page, shop, "Passkey", "ada")
    assert "ada" in rows[0] and "Passkey" in rows[0] and "ada" in rows[1] and "Passkey" not in rows[1], rows
    page.pick("Passkey")
    shop.wait_signed_in("passkey/sign-in")
    page.wait_text("You are signed in")
    assert not browser.sheets()

    # While the vault is locked the strip still offers it. Picking it opens the unlock window first.
    world.lock()
    open_login(page, shop, "Passkey")
    page.pick("Passkey")
    window = eventually("the window asks for the passphrase", lambda: asking_window(browser))
    assert "Passkey" in window.text() or "passkey" in window.text()
    assert not serve.sessions
    unlock(window)
    shop.wait_signed_in("passkey/sign-in")
    page.wait_text("You are signed in")
    assert shop.passkeys == [passkey]

    # After the site deleted it, the vault keeps it hidden and the strip no longer offers it.
    page.wait_text("Your account has a passkey.", "#passkey-state")
    page.click("#remove")
    page.wait_text("Your account has no passkey any more.", "#passkey-state")
    assert shop.passkeys == []
    eventually("the item is hidden", lambda: [each["isHidden"] for each in passkeys_in(world, shop)] == [True])
    assert "(passkey not offered)" in listed(world, shop)
    rows = open_login(page, shop, "ada")
    assert not [row for row in rows if "Passkey" in row], rows
