"""What the tests of passkeys do at a relying party: press its buttons, answer the windows, and read what became of it."""

import json
from collections.abc import Callable

from driving import Browser, Page
from relying_party import RelyingParty
from server import Sites
from waiting import eventually
from world import PASSPHRASE


class Visit:
    """A page of a relying party that a test has for itself."""

    def __init__(self, browser: Browser, page: Page, sites: Sites, name: str):
        self.browser, self.page, self.sites = browser, page, sites
        self.host = f"{browser.name}.{name}.test"
        self.party: RelyingParty = sites.parties.party(self.host)
        self.open()

    def open(self) -> None:
        self.page.bring_to_front()
        self.page.goto(self.sites.origin(self.host) + "/rp/")

    def wish(self, more: dict | None = None, **wish: object) -> None:
        """What the buttons ask for from here on; `more` goes to navigator.credentials itself."""
        if "verification" not in wish:
            wish["verification"] = "preferred"
        # Not the page's own name where a test speaks for another party.
        self.page.js(f"void Object.assign(party, {{ wish: {json.dumps(wish)}, more: {json.dumps(more or {})}, result: null }})")

    def press(self, what: str, more: dict | None = None, **wish: object) -> None:
        """Presses "create" or "get" as a user does: the page's window gets the focus."""
        self.wish(more, **wish)
        self.focus()
        self.page.click(f"#{what}")

    def focus(self) -> None:
        """Gives the page the focus as a user's click does; a driver's click does not take it from another window."""

        def has_focus() -> bool:
            self.page.bring_to_front()
            return self.page.js("document.hasFocus()") is True

        eventually("the page has the focus", has_focus)

    def run(self, what: str, more: dict | None = None, **wish: object) -> None:
        """Does the same as a page does by itself."""
        self.wish(more, **wish)
        self.page.js(f"void party.run(() => party.{what}({json.dumps(more or {})}))")

    def wait(self, **wish: object) -> None:
        """Has the page wait for a passkey that is picked at its field."""
        self.run("get", {"mediation": "conditional"}, **wish)

    @property
    def result(self) -> dict | None:
        return json.loads(str(self.page.js("JSON.stringify(party.result)")))

    def done(self) -> dict:
        """What became of it, where it went well and the party took it."""
        result = eventually("an end", lambda: self.result)
        assert "done" in result and result["done"]["said"]["isGood"], result
        return result["done"]

    def error(self) -> str:
        """The name of the error that it ended with."""
        result = eventually("an end", lambda: self.result)
        assert "error" in result, result
        return result["error"]["name"]

    # The windows

    def window(self, *words: str) -> Page:
        """The window with these words; that the page has an answer already is told where none comes."""
        try:
            return self.browser.wait_sheet(*words)
        except AssertionError as error:
            raise AssertionError(f"{error}; the page has {self.result}; there are {[each.text() for each in self.browser.sheets()]}")

    def no_window(self) -> None:
        eventually("the window has gone", lambda: not self.browser.sheets())

    def make(self, user: str = "ada", **wish: object) -> dict:
        """Creates a passkey for an account, as a person who agrees to everything."""
        self.press("create", user=user, **wish)
        agree(self.window("Create a Passkey?"), "text=Create Passkey")
        answer_passphrase(self)
        return self.done()

    def sign_in(self, user: str = "ada", **wish: object) -> dict:
        """Signs in with the passkey of an account, out of the window."""
        self.press("get", **wish)
        choose(self.window(f"Sign In to {self.host}", user), user)
        answer_passphrase(self)
        return self.done()


def agree(window: Page, button: str) -> None:
    """Presses a button of a window, which may close it."""
    closing(lambda: window.click(button))


def choose(window: Page, words: str) -> None:
    """Presses the row of a window in which these words are."""
    closing(lambda: window.click(f"text={words}"))


def closing(act: Callable[[], object]) -> None:
    """Does what closes a window, perhaps before the driver has heard of it."""
    try:
        act()
    except Exception as error:
        assert "closed" in str(error) or "no such" in str(error), error


def calmly(look: Callable[[], object]) -> Callable[[], object]:
    """A look that sees nothing while a window goes that it was looking at."""

    def calm() -> object:
        try:
            return look()
        except Exception as error:
            assert not isinstance(error, AssertionError), error
            return None

    return calm


def answer_passphrase(visit: Visit) -> None:
    """Types the passphrase where a window asks for it, until there is an end."""

    def seen() -> Page | str | None:
        return "ended" if visit.result is not None else asking_window(visit.browser)

    found = eventually("an end, or a question for the passphrase", seen)
    if not isinstance(found, str):
        unlock(found)


def asking_window(browser: Browser) -> Page | None:
    """The window that asks for the passphrase and takes it, where there is one."""
    asks = lambda window: window.exists("input[type=password]") and not window.exists("[data-early]")
    return next((window for window in browser.sheets() if calmly(lambda: asks(window))()), None)


def unlock(window: Page, passphrase: str = PASSPHRASE) -> None:
    window.click("input[type=password]")
    window.type(passphrase)
    closing(lambda: window.press("Enter"))
