"""A plain page that shows a sheet. The test acts as the provider."""

import json

from playwright.sync_api import ConsoleMessage, Page

from serving import EXTENSION
from waiting import eventually

FIXTURES = EXTENSION / "test/fixtures"
SHEETS = sorted(file.stem for file in (FIXTURES / "sheets").glob("*.json"))


def fixture(name: str) -> dict:
    """A sheet with its frame, from the fixtures."""
    return json.loads((FIXTURES / f"sheets/{name}.json").read_text(encoding="utf-8"))


def sheet_of(*elements: dict, **members: object) -> dict:
    """A sheet of these elements, with a frame."""
    frame = {"providerName": "Test", "requester": {"kind": "site", "name": "example.com"}}
    return {"frame": frame, "sheet": {"title": "A Sheet", "elements": list(elements), **members}}


class SheetPage:
    """A page that shows sheets. The test acts as the provider."""

    def __init__(self, page: Page, address: str):
        self.page = page
        self.mistakes: list[str] = []
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", self.heard)
        page.on("dialog", lambda dialog: self.mistakes.append(dialog.message) or dialog.dismiss())
        page.goto(address)
        eventually("the page is ready", lambda: page.evaluate("globalThis.page?.isReady"))

    def heard(self, message: ConsoleMessage) -> None:
        """Records console errors."""
        if message.type == "error":
            self.mistakes.append(message.text)

    def open(self, shown: str | dict) -> None:
        """Shows a sheet and waits until it accepts presses."""
        self.open_early(shown)
        eventually("the sheet takes presses", lambda: self.page.locator("[data-early]").count() == 0)

    def open_early(self, shown: str | dict) -> None:
        self.page.evaluate("shown => page.open(shown)", fixture(shown) if isinstance(shown, str) else shown)

    def show(self, *elements: dict, **members: object) -> None:
        """Shows a sheet of these elements."""
        self.open(sheet_of(*elements, **members))

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
    def scrolled(self) -> int:
        """The scroll position of the content, or in a low window of everything except the buttons."""
        return self.page.evaluate("[...document.querySelectorAll('.sheet-window, .content')].reduce((sum, { scrollTop }) => sum + scrollTop, 0)")

    def scroll(self, top: int) -> int:
        """Scrolls the sheet and returns its new scroll position."""
        self.page.evaluate("top => document.querySelectorAll('.sheet-window, .content').forEach((node) => node.scrollTo(0, top))", top)
        return self.scrolled

    @property
    def focused(self) -> str | None:
        """Identifier of the element that has the focus."""
        return self.page.evaluate("document.activeElement?.closest('[data-element]')?.dataset.element ?? null")

    def node(self, element: str):
        return self.page.locator(f"[data-element='{element}']")
