"""Drives a relying party's page in the passkey tests: presses buttons, answers windows and reads results."""

import json

from driving import Browser, Page
from relying_party import RelyingParty
from server import Sites
from waiting import closing, eventually, tolerating_errors
from world import PASSPHRASE


class Visit:
    """A relying party's page, opened for one test."""

    def __init__(self, browser: Browser, page: Page, sites: Sites, name: str):
        self.browser, self.page, self.sites = browser, page, sites
        self.host = f"{browser.name}.{name}.test"
        self.party: RelyingParty = sites.parties.party(self.host)
        self.open()

    def open(self) -> None:
        self.page.bring_to_front()
        self.page.goto(self.sites.origin(self.host) + "/rp/")

    def set_options(self, more: dict | None = None, **options: object) -> None:
        """Sets the options of the next ceremony. `more` is merged into the argument of navigator.credentials."""
        if "verification" not in options:
            options["verification"] = "preferred"
        # `options` may contain `party`, which replaces the page's own relying party.
        state = json.dumps({"options": options, "more": more or {}, "result": None})
        self.page.js(f"void Object.assign(party, {state})")

    def press(self, what: str, more: dict | None = None, **options: object) -> None:
        """Presses "create" or "get" as a user does: the page's window receives the focus."""
        self.set_options(more, **options)
        self.focus()
        self.page.click(f"#{what}")

    def focus(self) -> None:
        """Gives the page the focus. A driver's click does not take the focus from another window."""

        def has_focus() -> bool:
            self.page.bring_to_front()
            return self.page.js("document.hasFocus()") is True

        eventually("the page has the focus", has_focus)

    def run(self, what: str, more: dict | None = None, **options: object) -> None:
        """Starts the same ceremony from a script, without a press."""
        self.set_options(more, **options)
        self.page.js(f"void party.run(() => party.{what}({json.dumps(more or {})}))")

    def start_conditional_get(self, **options: object) -> None:
        """Starts a conditional request, which the user answers from the strip."""
        self.run("get", {"mediation": "conditional"}, **options)

    @property
    def result(self) -> dict | None:
        return json.loads(str(self.page.js("JSON.stringify(party.result)")))

    def done(self) -> dict:
        """The result of a ceremony that succeeded and that the relying party accepted."""
        result = eventually("the ceremony has ended", lambda: self.result)
        assert "done" in result and result["done"]["said"]["isGood"], result
        return result["done"]

    def error(self) -> str:
        """The name of the error that the ceremony failed with."""
        result = eventually("the ceremony has ended", lambda: self.result)
        assert "error" in result, result
        return result["error"]["name"]

    # Windows

    def window(self, *words: str) -> Page:
        """The window with these words. If none opens, the error states the page's result and the open windows."""
        try:
            return self.browser.wait_sheet(*words)
        except AssertionError as error:
            raise AssertionError(f"{error}; the page has {self.result}; there are {[each.text() for each in self.browser.sheets()]}")

    def no_window(self) -> None:
        eventually("the window is closed", lambda: not self.browser.sheets())

    def make(self, user: str = "ada", **options: object) -> dict:
        """Creates a passkey for an account and consents in every window."""
        self.press("create", user=user, **options)
        agree(self.window("Create a Passkey?"), "text=Create Passkey")
        answer_passphrase(self)
        return self.done()

    def confirm(self) -> None:
        """Agrees to sign in with the only passkey that the request names."""
        window = self.window(f"Sign In to {self.host}?")
        closing(lambda: window.press("Enter"))

    def sign_in(self, user: str = "ada", **options: object) -> dict:
        """Signs in with an account's passkey, picked in the window."""
        self.press("get", **options)
        choose(self.window(f"Sign In to {self.host}", user), user)
        answer_passphrase(self)
        return self.done()


    def sign_in_as_named(self, **options: object) -> dict:
        """Signs in with the only passkey that the request names."""
        self.press("get", **options)
        self.confirm()
        answer_passphrase(self)
        return self.done()


def agree(window: Page, button: str) -> None:
    """Presses a button, which may close its window."""
    closing(lambda: window.click(button))


def choose(window: Page, words: str) -> None:
    """Presses the row that contains these words, which may close its window."""
    closing(lambda: window.click(f"text={words}"))


def answer_passphrase(visit: Visit) -> None:
    """Types the passphrase if a window asks for it before the ceremony ends."""

    def seen() -> Page | str | None:
        return "ended" if visit.result is not None else asking_window(visit.browser)

    found = eventually("the ceremony has ended or a window asks for the passphrase", seen)
    if not isinstance(found, str):
        unlock(found)


def asking_window(browser: Browser) -> Page | None:
    """The window that asks for the passphrase and accepts it, or `None`."""
    asks = lambda window: window.exists("input[type=password]") and not window.exists("[data-early]")
    return next((window for window in browser.sheets() if tolerating_errors(lambda: asks(window))()), None)


def unlock(window: Page, passphrase: str = PASSPHRASE) -> None:
    window.click("input[type=password]")
    window.type(passphrase)
    closing(lambda: window.press("Enter"))
