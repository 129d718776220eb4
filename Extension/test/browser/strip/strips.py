"""A browser with the extension whose background is double.js, and pages to attack it from."""

import json
import shutil
from pathlib import Path

import pytest

from browsers import BROWSERS, launch
from driving import EXTENSION, GUARD, Browser, Page
from waiting import eventually
from world import World

DOUBLE = Path(__file__).parent / "double.js"
API = "(globalThis.browser ?? globalThis.chrome)"


def lay_out(folder: Path) -> Path:
    """The extension as it is, with the double in the background's place."""
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("test", "forms-of-others"))
    shutil.copy(DOUBLE, folder / "src/background/worker.js")
    (folder / "src/options").mkdir(exist_ok=True)
    (folder / "src/options/options.html").write_text("<!doctype html><title>double</title>")
    return folder


class Strips:
    """What the tests of the strip ask of a browser."""

    def __init__(self, browser: Browser, sites):
        self.browser, self.sites, self.name = browser, sites, browser.name
        self._before = 0

    def open(self, name: str = "plain", offers: str = "two", words: str = "", **where) -> Page:
        """A page of ../../pages with these offers, nothing yet focused, and no calls remembered."""
        self._before = len(self.sites.posts_to("/double"))
        page = self.browser.open()
        page.goto(self.sites.page(name, **where) + f"?offers={offers}{words}")
        page.bring_to_front()
        return page

    def calls(self) -> list[dict]:
        """The calls and notes that asked for something, in order."""
        return [json.loads(post["fields"]["call"]) for post in self.sites.posts_to("/double")[self._before:]]

    def filled(self) -> list[dict]:
        return [call["params"] for call in self.calls() if call["method"] == "fill"]

    def tell(self, message: dict) -> None:
        """Sends a message of the background to all documents (Chromium)."""
        self.browser.background(
            f"{API}.tabs.query({{}}).then((tabs) => Promise.all(tabs.map((tab) => "
            f"{API}.tabs.sendMessage(tab.id, {json.dumps(message)}).catch(() => null)))).then(() => true)")


def tap_row(page: Page, words: str, wait: float = GUARD + 0.3) -> None:
    """Clicks a row once the strip has been there for long enough."""
    page.wait_strip(words)
    page.let_pass(wait)
    strip = page.strip()
    row = next((row for row in strip.rows if words in row.text), None) if strip else None
    if row is not None:
        page.tap(row.x, row.y, strip.where)


@pytest.fixture(scope="module", params=BROWSERS)
def strips(request, sites, playwright):
    world = World(logins=None)
    running = launch(request.param, world, sites, playwright, extension=lay_out(world.path / "extension"))
    yield Strips(running, sites)
    running.close()
    world.close()


@pytest.fixture
def picked(strips):
    """Waits until a fill was asked for, and returns its parameters."""
    return lambda: eventually("a fill", strips.filled)[-1]
