"""A browser with the extension, whose background is double.js, and pages that attack the strip."""

import json
import shutil
from pathlib import Path

import pytest

from browsers import BROWSERS, closing_pages, launched
from driving import EXTENSION, Browser, Drawn, Page, remove_content_security_policy
from waiting import eventually, never

DOUBLE = Path(__file__).parent / "double.js"
API = "(globalThis.browser ?? globalThis.chrome)"
#: Seconds. The strip ignores presses for half a second, and Chromium reports visibility a tenth of a second later.
STEADY = 0.75


#: Records the events that the page receives.
LOG = """void (globalThis.heard = [], ['keydown', 'keypress', 'keyup', 'submit', 'pointerdown', 'click'].forEach((type) =>
    document.addEventListener(type, (event) => { heard.push(type + ' ' + (event.key ?? event.target.id));
        if (type === 'submit') event.preventDefault(); })))"""


def lay_out(folder: Path) -> Path:
    """Copies the extension with the double as its background."""
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("test"))
    shutil.copy(DOUBLE, folder / "src/background/worker.js")
    remove_content_security_policy(folder)
    return folder


class Strips:
    """Steps that the tests of the strip share."""

    def __init__(self, browser: Browser, sites):
        self.browser, self.sites, self.name = browser, sites, browser.name
        self._before = 0

    def open(self, name: str = "plain", offers: str = "two", words: str = "", **where) -> Page:
        """Opens a page of ../../pages with these offers. No field has the focus and no calls are recorded."""
        page = self.browser.open()
        self.go(page, name, offers, words, **where)
        page.bring_to_front()
        return page

    def go(self, page: Page, name: str = "plain", offers: str = "two", words: str = "", **where) -> None:
        self.forget()
        page.goto(self.sites.page(name, **where) + f"?offers={offers}{words}")

    def forget(self) -> None:
        self._before = len(self.sites.posts_to("/double"))

    def calls(self) -> list[dict]:
        """The recorded calls and notes, in order."""
        return [json.loads(post["fields"]["call"]) for post in self.sites.posts_to("/double")[self._before:]]

    def filled(self) -> list[dict]:
        return [call["params"] for call in self.calls() if call["method"] == "fill"]

    def nothing(self) -> None:
        """Asserts that no fill is requested."""
        never("a fill was requested", self.filled)

    def picked(self) -> dict:
        """Waits for a requested fill and returns its parameters."""
        return eventually("a fill was requested", self.filled)[-1]

    def opened(self, page: Page, field: str = "#user") -> Drawn:
        """The strip at a field after a user's click into it."""
        page.click(field)
        return page.wait_strip("ada")

    def outcomes(self, attacks: list[str], wait: float = STEADY, before: str = "", presses: int = 1,
                 keys: bool = False) -> dict[str, str]:
        """Result of a press on the first row after each of a page's attacks: "nothing", "asked" or "filled". With `keys` the
        row is picked by ArrowDown and Enter.

        Tests that expect a fill allow several `presses`, because a busy machine draws too few frames for the guard.
        After a single press the next attack begins at once: a fill names the attack that it belongs to.
        """
        page = self.open()
        began = len(self.sites.posts_to("/double"))
        for number, attack in enumerate(attacks):
            self.go(page, words=f"&number={number}")
            if before:
                page.js(f"(() => {{ {before} }})()")
            strip = self.opened(page)
            row = strip.rows[0]
            page.js(f"(() => {{ {attack} }})()")
            for _ in range(presses):
                page.let_pass(wait)
                if keys:
                    page.press("ArrowDown")
                    page.press("Enter")
                else:
                    page.tap(row.x, row.y, strip.where)
                if presses > 1:
                    page.let_pass(0.2)
                    if self.filled():
                        break
        page.let_pass(0.3)
        self._before = began
        fills = {call["number"]: call["params"] for call in reversed(self.calls()) if call["method"] == "fill"}
        page.close()
        words = {number: "asked" if fill["mustConfirm"] else "filled" for number, fill in fills.items()}
        return {attack: words.get(str(number), "nothing") for number, attack in enumerate(attacks)}

    def tell(self, message: dict) -> list:
        """Sends a message of the background to all documents (Chromium only) and returns their responses."""
        return self.browser.background(
            f"{API}.tabs.query({{}}).then((tabs) => Promise.all(tabs.map((tab) => "
            f"{API}.tabs.sendMessage(tab.id, {json.dumps(message)}).catch(() => null))))"
            ".then((answers) => answers.filter((answer) => answer != null))")


def tap_row(page: Page, words: str, wait: float = STEADY, presses: int = 1) -> None:
    """Clicks a row after the strip has been shown long enough, up to `presses` times while the row is shown."""
    page.wait_strip(words)
    page.let_pass(wait)
    strip: Drawn | None = page.wait_strip(words)
    for _ in range(presses):
        row = next((row for row in strip.rows if words in row.text), None) if strip else None
        if strip is None or row is None:
            return
        page.tap(row.x, row.y, strip.where)
        if presses > 1:
            page.let_pass(wait)
            strip = page.strip()


@pytest.fixture(scope="module", params=BROWSERS)
def strips(request, sites, playwright, shared):
    running = shared(("strips", request.param), lambda: launched(
        request.param, sites, playwright, lambda world: {"extension": lay_out(world.path / "extension")}))
    with closing_pages(running):
        yield Strips(running, sites)


def chosen(page) -> list[str]:
    """The first word of each selected row."""
    strip = page.strip()
    return [row.text.split(" ")[0] for row in strip.rows if row.selected] if strip else []


def near(strips, count: int) -> list[str]:
    """Events that the background received before any request: "port" and "approached"."""
    return [post["fields"]["word"] for post in strips.sites.posts_to("/near")[count:]]
