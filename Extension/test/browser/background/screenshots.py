"""Screenshots and axe checks of the extension's pages."""

import os
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH

from driving import Page

SHOTS = os.environ.get("LATCHKEY_SCREENSHOTS")


def check_axe(page: Page) -> None:
    if not hasattr(page, "devtools"):
        return
    page.devtools("Runtime.evaluate", expression=Path(AXE_FILE_PATH).read_text())
    found = page.js("axe.run().then((result) => result.violations.map((each) => `${each.id}: ${each.nodes[0].html}`))")
    assert found == []


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(Path(SHOTS) / f"{name}.png")


def shoot_everywhere(page: Page, name: str) -> None:
    """Light and dark, at 420 and 320 px, left to right and right to left. Each must pass axe and not scroll sideways.
    """
    if not hasattr(page, "tab"):
        return
    variants = [("light", 420, "ltr"), ("dark", 420, "ltr"), ("light", 320, "ltr"), ("dark", 320, "rtl")]
    for scheme, width, direction in variants:
        page.tab.emulate_media(color_scheme=scheme)
        page.tab.set_viewport_size({"width": width, "height": 640})
        page.js(f"document.documentElement.dir = '{direction}'")
        check_axe(page)
        assert page.js("document.documentElement.scrollWidth <= innerWidth"), (name, width, direction)
        shoot(page, f"{name}-{scheme}-{width}-{direction}")
    page.tab.set_viewport_size({"width": 420, "height": 640})
    page.tab.emulate_media(color_scheme="light")
    page.js("document.documentElement.dir = 'ltr'")
