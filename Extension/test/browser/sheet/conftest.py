"""A plain page with a sheet on it, in Chromium; the parent's fixtures drive the extension itself."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright

from serving import EXTENSION, Served
from waiting import eventually

FIXTURES = EXTENSION / "test/fixtures"
SHEETS = sorted(file.stem for file in (FIXTURES / "sheets").glob("*.json"))


def fixture(name: str) -> dict:
    """A sheet with its frame."""
    return json.loads((FIXTURES / f"sheets/{name}.json").read_text(encoding="utf-8"))


class SheetPage:
    """A page that shows sheets; its test is the provider."""

    def __init__(self, page: Page, address: str):
        self.page = page
        self.mistakes: list[str] = []
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", self.heard)
        page.on("dialog", lambda dialog: self.mistakes.append(dialog.message) or dialog.dismiss())
        page.goto(address)
        eventually("the page is ready", lambda: page.evaluate("globalThis.page?.isReady"))

    def heard(self, message: ConsoleMessage) -> None:
        """Keeps what the browser complains of."""
        if message.type == "error":
            self.mistakes.append(message.text)

    def open(self, shown: str | dict) -> None:
        self.page.evaluate("shown => page.open(shown)", fixture(shown) if isinstance(shown, str) else shown)

    def show(self, *elements: dict, **members: object) -> None:
        """Shows a sheet of these elements."""
        frame = {"providerName": "Test", "requester": {"kind": "site", "name": "example.com"}}
        self.open({"frame": frame, "sheet": {"title": "A Sheet", "elements": list(elements), **members}})

    def change(self, *changes: dict) -> None:
        self.page.evaluate("difference => page.change(difference)", {"changes": list(changes)})

    @property
    def sent(self) -> list[dict]:
        return self.page.evaluate("page.sent")

    def wait_for_events(self, count: int) -> list[dict]:
        return eventually(f"{count} events", lambda: self.sent if len(self.sent) >= count else None)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focused(self) -> str | None:
        """The element that has the focus."""
        return self.page.evaluate("document.activeElement?.closest('[data-element]')?.dataset.element ?? null")

    def node(self, element: str):
        return self.page.locator(f"[data-element='{element}']")


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    running = Served()
    yield running
    running.close()


@pytest.fixture(scope="module")
def plain_chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", headless=True, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def tab(plain_chromium: Browser, served: Served) -> Iterator[SheetPage]:
    page = plain_chromium.new_page()
    page.set_default_timeout(5_000)
    yield SheetPage(page, served.page)
    page.close()


@pytest.fixture
def shown(tab: SheetPage) -> Iterator[SheetPage]:
    """The page as it was at first; what the test before opened is closed."""
    tab.page.emulate_media(color_scheme="light", reduced_motion="no-preference", forced_colors="none")
    tab.page.set_viewport_size({"width": 460, "height": 560})
    tab.page.evaluate("page.provider = null; page.close(); page.sent = []; document.title = ''")
    yield tab
    mistakes, tab.mistakes = tab.mistakes, []
    assert mistakes == []


@pytest.fixture
def fresh(plain_chromium: Browser, served: Served) -> Iterator[SheetPage]:
    """A page of its own, whose clock can be set."""
    page = plain_chromium.new_page(viewport={"width": 460, "height": 560})
    page.set_default_timeout(5_000)
    page.clock.install()
    page.clock.resume()
    yield SheetPage(page, served.page)
    page.close()
