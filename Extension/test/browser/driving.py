"""The interface of both drivers: finding elements, reading the strip and evaluating scripts in a page."""

import json
import os
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from waiting import eventually, never, tolerating_errors

#: The extension's sources, for tests that replace or import modules of it.
SOURCE = Path(__file__).resolve().parents[2]
#: The extension under test. LATCHKEY_EXTENSION names another copy, for example an unpacked package.
EXTENSION = Path(os.environ.get("LATCHKEY_EXTENSION") or SOURCE)
MANIFEST = json.loads((EXTENSION / "manifest.json").read_text())


def chromium_id(key: str) -> str:
    """Chromium's identifier of an extension: half of the SHA-256 of its key, with the letters a to p as digits."""
    return "".join(chr(ord("a") + int(digit, 16)) for digit in sha256(b64decode(key)).hexdigest()[:32])


CHROMIUM_ID = chromium_id(MANIFEST["key"])
FIREFOX_ID = MANIFEST["browser_specific_settings"]["gecko"]["id"]
#: An address of the extension that shows no page of its own but has the whole extension API.
UNSEEN = "icons/latchkey-16.png"

#: Finds an element by a CSS selector, a button by the beginning of its text ("text=Fill"), or the smallest visible
#: element that contains a text, in any case ("words=sign in"). Searches open shadow roots, and the closed ones that a
#: page lists in `testRoots`. "a >>> b" finds b in the open shadow root of a.
FIND = """(selector) => {
    const isNamed = (words) => (button) => button.checkVisibility() && (button.innerText ?? "").trim().startsWith(words);
    const says = (words) => (element) => [element.textContent, element.localName === "input" && element.type !== "password" ? element.value : ""]
        .some((text) => text?.replace(/\\s+/g, " ").toLowerCase().includes(words));
    const smallest = (root, words) => [...root.querySelectorAll("*:not(script, style, template, noscript, option)")].find((element) =>
        says(words)(element) && element.checkVisibility({ visibilityProperty: true }) && ![...element.children].some(says(words)));
    const matching = (root, selector) => {
        if (selector.startsWith("text=")) {
            return [...root.querySelectorAll("button, [role=button], [role=option]")].find(isNamed(selector.slice(5)));
        }
        return selector.startsWith("words=") ? smallest(root, selector.slice(6).toLowerCase()) : root.querySelector(selector);
    };
    const search = (root, selector) => {
        const found = matching(root, selector);
        if (found) return found;
        for (const element of root.querySelectorAll("*")) {
            const inner = element.shadowRoot && search(element.shadowRoot, selector);
            if (inner) return inner;
        }
        return null;
    };
    const [first, ...others] = selector.split(" >>> ");
    const closed = globalThis.testRoots ?? globalThis.window?.wrappedJSObject?.testRoots ?? [];
    for (const root of [document, ...closed]) {
        const found = others.reduce(
            (host, inner) => host?.shadowRoot ? matching(host.shadowRoot, inner) ?? null : null, search(root, first));
        if (found) return found;
    }
    return null;
}"""

#: The frame in which the extension draws the strip and the banner.
OVERLAY = "src/overlay/overlay.html"

#: Reads the strip or the banner from its overlay.
READ = """() => {
    const root = document.body;
    const box = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { left, top, width, height };
    };
    const words = (element) => (element.innerText ?? element.textContent ?? "").replace(/\\s+/g, " ").trim();
    const isShown = (element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
    const pick = (selector) => [...root.querySelectorAll(selector)].filter(isShown).map((element) => ({
        text: words(element), label: element.getAttribute("aria-label") ?? "", box: box(element),
        selected: element.getAttribute("aria-selected") === "true",
        disabled: element.getAttribute("aria-disabled") === "true", id: element.id,
    }));
    const list = root.querySelector("[role=listbox]");
    return {
        list: list && isShown(list) ? box(list) : null, rows: pick("[role=option]"), buttons: pick("button"),
        text: [...root.children].filter((child) => !child.matches(".unseen") && isShown(child)).map(words).join(" "),
    };
}"""

#: Seconds to wait before a click: the strip ignores clicks in its first 500 ms.
GUARD = 0.55


def remove_content_security_policy(extension: Path) -> None:
    """Removes the extension's content security policy, which allows encrypted connections only. A background double
    needs plain HTTP to report to the test server.
    """
    file = extension / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest.pop("content_security_policy", None)
    file.write_text(json.dumps(manifest))


@dataclass
class Row:
    """A row of the strip or a button of the banner. `x` and `y` are its middle in the coordinates that `tap` takes."""

    text: str
    label: str
    selected: bool
    disabled: bool
    x: float
    y: float
    left: float
    top: float
    width: float
    height: float

    @classmethod
    def read(cls, row: dict, dx: float = 0, dy: float = 0) -> "Row":
        box = row["box"]
        return cls(
            row["text"], row["label"], row["selected"], row["disabled"], box["left"] + box["width"] / 2 + dx,
            box["top"] + box["height"] / 2 + dy, box["left"] + dx, box["top"] + dy, box["width"], box["height"])


@dataclass
class Drawn:
    """One overlay as drawn. `where` is the driver's handle of the document that contains it."""

    where: object
    list: dict | None
    rows: list[Row]
    buttons: list[Row]
    text: str


class Page(ABC):
    """A tab or a window. A selector names an element; `frame >> frame >> selector` names one inside frames."""

    @property
    @abstractmethod
    def url(self) -> str: ...

    @abstractmethod
    def goto(self, url: str) -> None:
        """Opens an address and waits until the page has loaded."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Clicks the middle of an element with trusted events. Whatever is on top there receives the click."""

    @abstractmethod
    def tap(self, x: float, y: float, where: object = None) -> None:
        """Clicks a point."""

    @abstractmethod
    def press(self, keys: str) -> None:
        """Presses one key or a combination: "Enter", "Shift+Tab"."""

    @abstractmethod
    def type(self, text: str) -> None: ...

    @abstractmethod
    def js(self, expression: str, frame: str = "") -> object:
        """Result of a JavaScript expression in the page, promises awaited. `frame` is the path to a frame."""

    @abstractmethod
    def call(self, function: str, selector: str) -> object:
        """Result of a JavaScript function that is called with an element, or with `null` if there is none."""

    @abstractmethod
    def in_documents(self, function: str) -> list[object]:
        """Results of a JavaScript function in the page's document and in those of its frames, without the extension's."""

    @abstractmethod
    def box(self, selector: str) -> dict[str, float]:
        """Left, top, width and height of an element, in the coordinates of `Drawn.list`."""

    @abstractmethod
    def drawn(self) -> list[Drawn]:
        """Every overlay that the extension shows, in all frames."""

    @abstractmethod
    def screenshot(self, file: Path) -> None: ...

    @abstractmethod
    def pixels(self, box: dict[str, float]) -> str:
        """A box of the page as an encoded picture. Equal pixels have equal texts."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def is_closed(self) -> bool: ...

    # Built on the abstract methods

    def exists(self, selector: str) -> bool:
        return bool(self.call("(element) => element !== null", selector))

    def value(self, selector: str) -> str:
        value = self.call("(element) => element?.value ?? element?.textContent ?? null", selector)
        assert isinstance(value, str), f"no {selector} in {self.url}"
        return value

    def text(self, selector: str = "body") -> str:
        return str(self.call("(element) => (element?.innerText ?? '').trim()", selector))

    def wait_for(self, selector: str) -> None:
        eventually(f"{selector} in {self.url}", lambda: self.exists(selector))

    def wait_takes_presses(self) -> None:
        """Waits until a window of the extension accepts presses and Enter."""
        eventually("the window takes presses", lambda: self.exists("main") and not self.exists("[data-early]"))

    def wait_value(self, selector: str, value: str) -> None:
        def check() -> bool:
            seen = self.value(selector)
            assert seen == value, f"{selector} is {seen!r}"
            return True

        eventually(f"{selector} is {value!r}", check)

    def wait_text(self, words: str, selector: str = "body") -> None:
        def check() -> bool:
            seen = self.text(selector)
            assert words in seen, f"{selector} says {seen!r}"
            return True

        eventually(f"{selector} says {words!r}", check)

    def strip(self) -> Drawn | None:
        """The strip, or `None` if none is shown."""
        return next((drawn for drawn in self.drawn() if drawn.list and drawn.rows), None)

    def strip_rows(self) -> list[str]:
        strip = self.strip()
        return [row.text for row in strip.rows] if strip else []

    def wait_strip(self, *users: str) -> Drawn:
        """Waits for a strip that offers every one of these users in a row."""

        def check() -> Drawn | None:
            strip = self.strip()
            rows = [row.text for row in strip.rows] if strip else []
            assert all(any(user in row for row in rows) for user in users), f"the strip has {rows}"
            return strip

        return eventually(f"a strip with {users} in {self.url}", check)

    def no_strip(self) -> None:
        never("a strip was shown", self.strip_rows)

    def pick(self, words: str, by: str = "pointer") -> None:
        """Picks the row of the strip that contains these words."""
        self.wait_strip(words)
        self.pick_row(lambda row: words in row.text, words, by)

    def pick_row(self, fits: Callable[[Row], bool], words: str, by: str = "pointer") -> None:
        """Picks the first row of the strip that fits. Errors name it by the words."""

        def find() -> tuple[Drawn, int] | None:
            strip = self.strip()
            index = next((index for index, row in enumerate(strip.rows) if fits(row)), None) if strip else None
            assert index is not None, f"the strip has {[row.text for row in strip.rows] if strip else None}"
            return strip, index

        _, index = eventually(f"a strip with {words} in {self.url}", find)
        if by == "pointer":
            # The strip ignores a press if it changed within the last half second, so press again as a user would.
            for _ in range(8):
                self.let_pass(GUARD)
                strip = self.strip()
                row = next((row for row in strip.rows if fits(row)), None) if strip else None
                if strip is None or row is None:
                    return
                self.tap(row.x, row.y, strip.where)
                self.let_pass(GUARD / 2)
            return
        self.let_pass(GUARD)
        for _ in range(index + 1):
            self.press("ArrowDown")

        def is_chosen() -> bool:
            strip = self.strip()
            return bool(strip and any(row.selected and fits(row) for row in strip.rows))

        eventually(f"{words} is chosen by key", is_chosen)
        self.press("Enter")

    @staticmethod
    def let_pass(seconds: float) -> None:
        """Sleeps. Needed where the extension promises to ignore input for a certain time."""
        import time

        time.sleep(seconds)

    def banner(self) -> Drawn | None:
        """The banner: a question about saving, or its outcome. `None` if none is shown."""
        return next((drawn for drawn in self.drawn() if drawn.list is None and drawn.text), None)

    def wait_banner(self, *words: str) -> Drawn:
        def check() -> Drawn | None:
            banner = self.banner()
            assert banner and all(word in banner.text for word in words), f"the banner is {banner and banner.text!r}"
            return banner

        return eventually(f"a banner with {words} in {self.url}", check)

    def answer_banner(self, *words: str, button: str) -> None:
        self.wait_banner(*words)
        # The banner ignores a press if it changed within the last half second, so press again as a user would.
        for attempt in range(8):
            self.let_pass(GUARD)
            banner = self.banner()
            buttons = banner.buttons if banner and all(word in banner.text for word in words) else []
            found = next((each for each in buttons if button in each.text or button in each.label), None)
            if banner is None or found is None:
                assert attempt > 0, f"no {button!r} in {banner}"
                return
            self.tap(found.x, found.y, banner.where)
            self.let_pass(GUARD / 2)


class ToolbarList:
    """The popup under the toolbar button. It is neither a tab nor a window, so it supports less than a page."""

    def __init__(self, evaluate: Callable[[str], object]):
        """`evaluate` returns the result of an expression in the popup, with user activation."""
        self.js = evaluate

    def text(self) -> str:
        return str(self.js("document.body.innerText"))

    def wait_text(self, *words: str) -> None:
        def check() -> bool:
            seen = self.text()
            assert all(word in seen for word in words), f"the list says {seen!r}"
            return True

        eventually(f"the toolbar's list says {words}", check)

    def press(self, selector: str) -> None:
        """Presses a button, which may close the list."""
        found = f"({FIND})({json.dumps(selector)})"
        eventually(f"{selector} in the toolbar's list", lambda: self.js(f"{found} !== null"))
        self.js(f"void {found}.click()")

    def close(self) -> None:
        """Closes the list. A browser closes it when a window takes the focus, which does not happen without a display.
        """
        self.js("void setTimeout(close)")

    def search(self, words: str) -> None:
        """Sets the text of the search field."""
        self.js(f"""(() => {{
            const field = document.querySelector("#search");
            field.value = {json.dumps(words)};
            field.dispatchEvent(new InputEvent("input", {{ bubbles: true }}));
            return true;
        }})()""")


class Browser(ABC):
    """A running browser with the extension."""

    name: str
    profile: Path
    #: chrome-extension://… or moz-extension://…, without a path.
    base: str

    @abstractmethod
    def open(self, url: str = "about:blank", private: bool = False) -> Page:
        """Opens a tab or a private window. The extension runs in private windows only if the browser was started with
        `private`.
        """

    @abstractmethod
    def pages(self) -> list[Page]:
        """Every tab and window, including the extension's."""

    @abstractmethod
    def install_native_host(self) -> None:
        """Registers the native host with `latchkey browser install`."""

    @abstractmethod
    def api(self, expression: str) -> object:
        """Result of an expression in a page of the extension, which stays in a background tab."""

    @abstractmethod
    def press_toolbar(self, page: Page) -> ToolbarList:
        """Brings a page to the front and presses the extension's toolbar button."""

    @abstractmethod
    def press_shortcut(self, page: Page, letter: str) -> None:
        """Presses Alt, Shift and a letter. The browser receives the keys before the page does."""

    @abstractmethod
    def stop_background(self) -> None:
        """Stops the extension's background, as the browser does when it is idle."""

    @abstractmethod
    def kill(self) -> None:
        """Kills the browser with SIGKILL, like a crash."""

    @abstractmethod
    def close(self) -> None: ...

    def sheets(self) -> list[Page]:
        return [page for page in self.pages() if page.url.startswith(f"{self.base}/src/sheet/")]

    def wait_sheet(self, *words: str) -> Page:
        """Waits for the extension's window with these words and returns it."""

        def check() -> Page | None:
            for page in self.sheets():
                text = page.text()
                # The window ignores presses in its first half second.
                if all(word in text for word in words) and not page.exists("[data-early]"):
                    return page
            return None

        # A window may close while it is read.
        return eventually(f"a sheet with {words!r}", tolerating_errors(check))

    def no_sheet(self) -> None:
        never("a sheet opened", lambda: [page.url for page in self.sheets()])


#: Starts a browser for a world and its sites.
Launcher = Callable[..., Browser]
