"""Every window of the extension on a desktop with a window manager, at the scales that screens have.

One browser per scale opens each window once: the providers' sheets and the extension's own questions, with long names.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS
from desktop import display, open_desktop, window_manager
from driving import MANIFEST, SOURCE, Browser, Page
from provider_sheets import NEXT, SHEETS, titles
from server import Sites
from waiting import eventually, tolerating_errors
from world import World

#: Scales as in the settings of desktops. The others differ only in rounding.
SCALES = [1, 1.25, 1.5, 2] if os.environ.get("LATCHKEY_EVERYTHING") else [1, 2]
#: Firefox computes sizes as Chromium does, so its usual tests have the scale that rounds most.
CASES = [(name, scale) for name in BROWSERS for scale in SCALES
         if name == "chromium" or scale == 2 or os.environ.get("LATCHKEY_EVERYTHING")]
#: The folder for screenshots of the windows, for a visual review.
PICTURES = os.environ.get("LATCHKEY_PICTURES")
IS_DARK = bool(os.environ.get("LATCHKEY_DARK"))

#: What a user would see as a fault, as JSON: buttons outside of the window or with a cut title, texts beside the window.
FAULTS = """(() => {
    const found = [];
    const seen = (node) => node.checkVisibility() && !node.closest(".unseen, .listbox");
    for (const button of [...document.querySelectorAll("button")].filter(seen)) {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        const isOut = left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        if (isOut) found.push(`outside: ${button.textContent || button.className}`);
        if (button.scrollWidth > button.clientWidth + 1) found.push(`cut: ${button.textContent}`);
    }
    for (const node of [...document.querySelectorAll("h1, p:not(.vault-mark), label, .label, .vault-mark bdi")].filter(seen)) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        if (left < -0.5 || right > innerWidth + 0.5) found.push(`wide: ${node.textContent}`);
        const isCut = node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== "visible";
        if (isCut && node.clientWidth > 0) found.push(`cut: ${node.textContent}`);
    }
    return found;
})()"""

READ = f"""JSON.stringify({{
    sizes, faults: {FAULTS},
    hidden: document.querySelector(".content").scrollHeight - document.querySelector(".content").clientHeight,
    spare: document.querySelector(".footer").getBoundingClientRect().top
        - document.querySelector(".content").lastElementChild.getBoundingClientRect().bottom,
    height: innerHeight, fills: document.querySelector(".has-list") !== null,
}})"""

#: The space below the content that the style sheets define, and the most that a window may have in addition.
PADDING, SPARE = 16, 45
#: The lowest and the highest window (px).
LOWEST, HIGHEST = 241, 760
#: The height of a window with a list (px).
LIST = 640


class Windows:
    """The windows of a double of the background. Its commands come from a page."""

    def __init__(self, browser: Browser, sites: Sites):
        self.browser = browser
        self.page = browser.open(sites.page("plain"))
        self._number = 0

    def tell(self, name: str, message: object = None) -> object:
        self._number += 1
        asked = json.dumps({"command": {"name": name, "message": message}, "number": self._number})
        return json.loads(str(self.page.js(f"""new Promise((resolve) => {{
            addEventListener("message", ({{ data }}) => {{
                if (data.number === {self._number} && "answer" in data) resolve(JSON.stringify(data.answer));
            }});
            postMessage({asked});
        }})""")))

    def open(self, content: object) -> Page:
        self.tell("open", content)
        return self.wait()

    def wait(self) -> Page:
        """The window that shows a sheet. Nothing is pressed here, so it need not take presses yet."""
        return eventually("a window", tolerating_errors(lambda: next(
            (each for each in self.browser.sheets() if each.js("document.querySelector('.footer') !== null")), None)))

    def close(self) -> None:
        self.tell("close")
        eventually("the window is closed", lambda: not self.browser.sheets())

    def all(self) -> Iterator[tuple[str, Page]]:
        """Each window with its name."""
        for name, content in {**SHEETS, **{name: name for name in self.tell("names")}}.items():
            sheet = self.open(content)
            yield name, sheet
            self.close()


def make_extension(folder: Path) -> Path:
    """The extension with a double of its background, and with a record of each window's sizes."""
    for part in ("src", "_locales", "icons"):
        shutil.copytree(SOURCE / part, folder / part)
    shutil.copytree(Path(__file__).parent / "double", folder / "test/browser/sheet/double")
    page = folder / "src/sheet/sheet.html"
    page.write_text(page.read_text().replace("<head>", '<head><script src="/test/browser/sheet/double/sizes.js"></script>', 1))
    kept = ["manifest_version", "name", "version", "default_locale", "key", "browser_specific_settings", "permissions"]
    worker = "test/browser/sheet/double/windows.js"
    manifest = {name: MANIFEST[name] for name in kept} | {
        "host_permissions": ["<all_urls>"],
        "background": {"service_worker": worker, "scripts": [worker], "type": "module"},
        "content_scripts": [
            {"matches": ["<all_urls>"], "js": ["test/browser/sheet/double/content.js"], "run_at": "document_start"}]}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


class Desktop:
    """Displays with a window manager, and browsers on them."""

    def __init__(self, stack: ExitStack, folder: Path, sites: Sites, playwright: Playwright):
        self._stack, self._folder, self._sites, self._playwright = stack, folder, sites, playwright

    def windows(self, name: str, scale: float, size: tuple[int, int]) -> Windows:
        """A browser on a screen of this size, in units of the desktop. Its driver talks to the background's double."""
        world = World(logins=None)
        self._stack.callback(world.close)
        self._screen = self._stack.enter_context(display((int(size[0] * scale), int(size[1] * scale))))
        self._stack.enter_context(window_manager(self._screen, world.home))
        extension = make_extension(self._folder / "extension")
        browser = open_desktop(name, world, self._sites, self._playwright, self._screen, scale, extension, IS_DARK)
        self._stack.callback(browser.close)
        return Windows(browser, self._sites)

    def picture(self, name: str, sheet: Page) -> None:
        """Writes a picture of the whole screen."""
        if PICTURES is not None:
            sheet.js("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => 0)")
            os.system(f"sleep 0.2; DISPLAY={self._screen} import -window root '{PICTURES}/{name}{'-dark' if IS_DARK else ''}.png'")


def faults_of(sheet: Page) -> list[str]:
    seen = json.loads(str(sheet.js(READ)))
    faults = list(seen["faults"])
    if len(seen["sizes"]) > 1:
        faults.append(f"changed its size: {seen['sizes']}")
    # A window that is too low would request another size after this look at it.
    if seen["height"] < (LIST if seen["fills"] else HIGHEST if seen["hidden"] > 0 else 0):
        faults.append(f"scrolls by {seen['hidden']} at a height of {seen['height']}")
    if not seen["fills"] and seen["spare"] > PADDING + SPARE and seen["height"] > LOWEST:
        faults.append(f"has {seen['spare']} px of unused space")
    return faults


@pytest.fixture
def desktop(tmp_path: Path, sites: Sites, playwright: Playwright) -> Iterator[Desktop]:
    with ExitStack() as stack:
        yield Desktop(stack, tmp_path, sites, playwright)


def test_the_provider_sheets_have_the_titles_of_the_sources() -> None:
    assert titles() - {each["sheet"]["title"] for each in SHEETS.values()} == set()


@pytest.mark.parametrize("name, scale", CASES)
def test_every_window_opens_with_its_final_size_and_shows_every_button(name: str, scale: float, desktop: Desktop) -> None:
    windows = desktop.windows(name, scale, (1280, 900))
    # The first window measures the frame of the desktop's windows for the others.
    windows.open(SHEETS["unlock"]).let_pass(0.7)
    windows.close()
    faults = {}
    for title, sheet in windows.all():
        desktop.picture(f"{name}-{scale:g}-{title}", sheet)
        faults[title] = faults_of(sheet)
    # A provider shows progress first. What follows decides the size.
    windows.tell("open", SHEETS["opening"])
    windows.tell("change", NEXT)
    sheet = windows.wait()
    sheet.wait_text("Passphrase")
    faults["unlock after progress"] = faults_of(sheet)
    assert {title: found for title, found in faults.items() if found} == {}


#: Windows with one row, two rows and three rows of buttons, with a note, with buttons in the content, and with a list.
ON_SMALL_SCREENS = ["unlock", "allowed program", "create a passkey", "generator", "fill with warnings", "list"]

#: Buttons of the lower edge that are not in view, and whether the window reaches below the screen.
OUT_OF_VIEW = """JSON.stringify([...document.querySelectorAll(".footer button")].filter((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).map((button) => button.textContent).concat(
    screenY + outerHeight > screen.availTop + screen.availHeight + 1 ? [`${screenY} + ${outerHeight} of ${screen.availHeight}`] : []))"""


@pytest.mark.parametrize("name", BROWSERS)
def test_the_buttons_stay_in_view_on_a_screen_of_1024_by_600_at_twice_the_size(name: str, desktop: Desktop) -> None:
    windows = desktop.windows(name, 2, (512, 300))
    for title in ON_SMALL_SCREENS:
        sheet = windows.open(SHEETS[title])
        desktop.picture(f"{name}-small-{title}", sheet)
        eventually(f"the buttons of {title} are in view", lambda: sheet.js(OUT_OF_VIEW) == "[]")
        windows.close()
