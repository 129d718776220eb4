"""Drives the installed Chromium, headless, through Playwright and the DevTools protocol."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import CDPSession, ElementHandle, Error, Frame, Playwright
from playwright.sync_api import Page as Tab

from driving import CHROMIUM_ID, EXTENSION, FIND, MANIFEST, OVERLAY, READ, UNSEEN, Browser, Drawn, Page, Row, ToolbarList
from server import Sites
from waiting import eventually
from world import World

PROGRAM = "/usr/bin/chromium"


@contextmanager
def between_documents() -> Iterator[None]:
    """Turns the error of a document that is being replaced into an AssertionError, so that `eventually` retries."""
    try:
        yield
    except Error as error:
        if any(words in str(error) for words in ("context was destroyed", "Frame was detached", "not attached to the DOM")):
            raise AssertionError("another document comes") from error
        raise


class ChromiumPage(Page):
    """A tab, or a window of the extension."""

    def __init__(self, tab: Tab):
        self.tab = tab
        self._devtools: CDPSession | None = None

    @property
    def url(self) -> str:
        return self.tab.url

    def goto(self, url: str) -> None:
        self.tab.goto(url, wait_until="load", timeout=20_000)

    def bring_to_front(self) -> None:
        self.tab.bring_to_front()

    def click(self, selector: str) -> None:
        def box() -> dict | None:
            handle = self._element(selector)
            assert handle, f"no {selector}"
            handle.scroll_into_view_if_needed(timeout=5_000)
            return handle.bounding_box()

        found = eventually(f"{selector} has a box in {self.url}", box)
        self.tap(found["x"] + found["width"] / 2, found["y"] + found["height"] / 2)

    def box(self, selector: str) -> dict[str, float]:
        handle = self._element(selector)
        found = handle.bounding_box() if handle else None
        assert found, f"{selector} has no box"
        return {"left": found["x"], "top": found["y"], "width": found["width"], "height": found["height"]}

    def tap(self, x: float, y: float, where: object = None) -> None:
        self.tab.mouse.move(x, y)
        self.tab.mouse.down()
        self.tab.mouse.up()

    def hold(self, x: float, y: float) -> None:
        self.tab.mouse.move(x, y)
        self.tab.mouse.down()

    def release(self) -> None:
        self.tab.mouse.up()

    def hover(self, x: float, y: float) -> None:
        self.tab.mouse.move(x, y)

    def press(self, keys: str) -> None:
        try:
            self.tab.keyboard.press(keys)
        except Error as error:
            # A window that closes on key down cannot receive the key up event.
            if "has been closed" not in str(error):
                raise

    def type(self, text: str) -> None:
        self.tab.keyboard.type(text)

    def js(self, expression: str, frame: str = "") -> object:
        with between_documents():
            return self._frame(frame.split(" >> ") if frame else []).evaluate(expression)

    def call(self, function: str, selector: str) -> object:
        *frames, last = selector.split(" >> ")
        code = "(selector) => { const element = (" + FIND + ")(selector); return (" + function + ")(element); }"
        with between_documents():
            return self._frame(frames).evaluate(code, last)

    def in_documents(self, function: str) -> list[object]:
        found = []
        for frame in self.tab.frames:
            try:
                if not frame.url.startswith("chrome-extension:"):
                    found.append(frame.evaluate(function))
            except Error:
                # The document was replaced.
                if self.tab.is_closed():
                    raise
        return found

    def _frame(self, path: list[str]) -> Frame:
        frame = self.tab.main_frame
        for selector in path:
            def inner(frame=frame, selector=selector) -> Frame | None:
                with between_documents():
                    handle = frame.evaluate_handle(FIND, selector).as_element()
                    return handle.content_frame() if handle else None

            frame = eventually(f"the frame {selector} in {self.url}", inner)
        return frame

    def _element(self, selector: str) -> ElementHandle | None:
        *frames, last = selector.split(" >> ")
        with between_documents():
            return self._frame(frames).evaluate_handle(FIND, last).as_element()

    def drawn(self) -> list[Drawn]:
        found = []
        for frame in self.overlays():
            try:
                # A hidden host is one pixel high.
                box = frame.frame_element().bounding_box()
                if box is None or box["height"] <= 1:
                    continue
                seen, dx, dy = frame.evaluate(READ), box["x"], box["y"]
            except Error:
                # The document was replaced during the read.
                if self.tab.is_closed():
                    raise
                continue
            if seen["list"]:
                seen["list"]["left"] += dx
                seen["list"]["top"] += dy
            found.append(Drawn(
                None, seen["list"], [Row.read(row, dx, dy) for row in seen["rows"]],
                [Row.read(row, dx, dy) for row in seen["buttons"]], seen["text"]))
        return found

    def overlays(self) -> list[Frame]:
        # Playwright receives new frames only during a call.
        self.tab.context.cookies("https://login.example.test")
        return [frame for frame in self.tab.frames if frame.url.startswith("chrome-extension:") and
                frame.url.endswith(OVERLAY) and not frame.is_detached()]

    @staticmethod
    def is_in_sight(overlay: Frame) -> bool:
        """Whether an overlay is shown: a hidden host is one pixel high."""
        box = overlay.frame_element().bounding_box()
        return box is not None and box["height"] > 1

    def in_overlay(self, function: str) -> object:
        """The result of a function in the overlay of the strip or the banner, called with its `document`."""
        frame = eventually("an overlay in sight", lambda: next(
            (frame for frame in self.overlays() if self.is_in_sight(frame)), None))
        return frame.evaluate(f"async () => ({function})(document)")

    def devtools(self, method: str, **parameters) -> dict:
        self._devtools = self._devtools or self.tab.context.new_cdp_session(self.tab)
        return self._devtools.send(method, parameters)

    def screenshot(self, file: Path) -> None:
        self.tab.screenshot(path=file)

    def pixels(self, box: dict[str, float]) -> str:
        clip = {"x": box["left"], "y": box["top"], "width": box["width"], "height": box["height"], "scale": 1}
        return self.devtools("Page.captureScreenshot", format="png", clip=clip)["data"]

    def close(self) -> None:
        self.tab.close()

    def is_closed(self) -> bool:
        return self.tab.is_closed()


def targets(session: CDPSession, kind: str, beginning: str) -> list[str]:
    """Identifiers of the browser's targets of one type whose address starts with `beginning`."""
    every = session.send("Target.getTargets", {"filter": [{"type": kind}]})["targetInfos"]
    return [each["targetId"] for each in every if each["url"].startswith(beginning)]


class Attached:
    """A DevTools session for a target that Playwright has no page object for, nested in the browser's session."""

    def __init__(self, session: CDPSession, target: str):
        self._session, self._answers, self._number = session, {}, 0
        session.on("Target.receivedMessageFromTarget", self._take)
        self._inner = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]

    def _take(self, event: dict) -> None:
        message = json.loads(event["message"])
        if event["sessionId"] == self._inner and "id" in message:
            self._answers[message["id"]] = message

    def ask(self, method: str, **parameters: object) -> dict:
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters}
        self._session.send("Target.sendMessageToTarget", {"sessionId": self._inner, "message": json.dumps(message)})

        def answer() -> dict | None:
            # Playwright delivers events only during a call.
            self._session.send("Target.getTargets")
            return self._answers.get(number)

        return eventually(f"an answer to {method}", answer)["result"]

    def evaluate(self, expression: str) -> object:
        return self.ask("Runtime.evaluate", expression=expression, userGesture=True, awaitPromise=True,
                        returnByValue=True)["result"].get("value")


class Chromium(Browser):
    """Chromium with a profile in the world's folder. The profile survives a restart of the browser."""

    name = "chromium"
    base = f"chrome-extension://{CHROMIUM_ID}"

    def __init__(self, world: World, sites: Sites | None, playwright: Playwright, extension: Path = EXTENSION,
                 arguments: tuple[str, ...] = (), private: bool = False, size: tuple[int, int] = (1000, 700), scale: int = 1,
                 others: tuple[Path, ...] = ()):
        """With `sites=None` the browser resolves only real host names. `others` lists other extensions to load."""
        extensions = ",".join(map(str, (extension, *others)))
        self.world, self.profile = world, world.folder("chromium")
        if private:
            self._allow_in_private_windows()
        rules = "" if sites is None else ", ".join(
            f"MAP {hosts}:{usual} 127.0.0.1:{port}" for hosts in ("*.test", "*.github.io")
            for usual, port in ((443, sites.https_port), (80, sites.http_port)))
        self.context = playwright.chromium.launch_persistent_context(
            self.profile, executable_path=self._program(), headless=True, env=world.environment, timeout=60_000,
            # Chromium's sandbox does not work for root.
            chromium_sandbox=world.unprivileged,
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale,
            ignore_https_errors=True, color_scheme="light", locale="en-US", downloads_path=world.downloads, args=[
                "--disable-dev-shm-usage", f"--load-extension={extensions}",
                f"--disable-extensions-except={extensions}", f"--host-resolver-rules={rules}",
                "--ignore-certificate-errors", "--disable-features=HttpsUpgrades", *arguments])
        self._known: dict[Tab, ChromiumPage] = {}
        self._own: ChromiumPage | None = None

    def _program(self) -> Path:
        """Path of Chromium, or of a script that starts it as the world's user and passes on the driver's pipes."""
        if self.world.user is None:
            return Path(PROGRAM)
        script, user = self.world.path / "chromium-of-user", self.world.user
        script.write_text(f'#!/bin/sh\nexec setpriv --reuid={user} --regid={user} --clear-groups {PROGRAM} "$@"\n')
        script.chmod(0o755)
        return script

    def _allow_in_private_windows(self) -> None:
        """Allows the extension in private windows, as the user does in chrome://extensions."""
        preferences = self.profile / "Default/Preferences"
        preferences.parent.mkdir()
        preferences.write_text(json.dumps({"extensions": {"settings": {CHROMIUM_ID: {"incognito": True}}}}))

    def open(self, url: str = "about:blank", private: bool = False) -> ChromiumPage:
        page = self._open_private() if private else self._page(self.context.new_page())
        if url != "about:blank":
            page.goto(url)
        return page

    def _page(self, tab: Tab) -> ChromiumPage:
        return self._known.setdefault(tab, ChromiumPage(tab))

    def pages(self) -> list[Page]:
        # Playwright learns of new windows only during a call.
        self.context.cookies("https://login.example.test")
        return [self._page(tab) for tab in self.context.pages if not tab.is_closed()]

    def _open_private(self) -> ChromiumPage:
        # Opens the extension's own page first, so that it is not taken for the new window.
        self.api("0")
        before = self.pages()
        self.api("chrome.windows.create({ incognito: true, url: 'about:blank' }).then((made) => made.id)")
        return eventually("the private window opens", lambda: next(
            (page for page in self.pages() if page not in before), None))

    def install_native_host(self) -> None:
        self.world.latchkey("browser", "install", "chromium", "--user-data-dir", str(self.profile))

    def api(self, expression: str) -> object:
        if self._own is None or self._own.is_closed():
            front = self._in_front()
            self._own = self.open(f"{self.base}/{UNSEEN}")
            if front:
                front.bring_to_front()
        return self._own.js(expression)

    def _in_front(self) -> Page | None:
        return next((page for page in self.pages() if page.js("document.visibilityState") == "visible"), None)

    # Chromium only: Firefox has no service worker.

    def background(self, expression: str) -> object:
        """Result of an expression in the service worker, which has the extension's whole API."""
        worker = eventually("the service worker", lambda: next(iter(self.context.service_workers), None))
        return worker.evaluate(expression)

    def stop_background(self) -> None:
        page = self.open(f"{self.base}/manifest.json")
        page.devtools("ServiceWorker.enable")
        page.devtools("ServiceWorker.stopAllWorkers")
        page.close()

    def press_toolbar(self, page: Page) -> ToolbarList:
        session = self.trigger(page)
        hanging = eventually("the list opens", lambda: targets(session, "page", f"{self.base}/src/popup/"))[0]
        return ToolbarList(Attached(session, hanging).evaluate)

    def trigger(self, page: Page) -> CDPSession:
        """Presses the toolbar button and returns the session, whether or not a list opens."""
        page.bring_to_front()
        session = self.context.browser.new_browser_cdp_session()
        [tab] = targets(session, "tab", page.url)
        session.send("Extensions.triggerAction", {"id": CHROMIUM_ID, "targetId": tab})
        return session

    def press_shortcut(self, page: Page, letter: str) -> None:
        # A driver's key press reaches the page only, so this dispatches the command event to the extension.
        page.bring_to_front()
        name = next(name for name, command in MANIFEST["commands"].items()
                    if command["suggested_key"]["default"] == f"Alt+Shift+{letter}")
        self.background(f"void chrome.commands.onCommand.dispatch({name!r})")

    def process(self) -> int:
        """Process identifier of the browser: the process of this profile whose parent does not belong to the profile.
        """
        mine = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if f"--user-data-dir={self.profile}".encode() in (folder / "cmdline").read_bytes():
                    mine[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
        return next(process for process, parent in mine.items() if parent not in mine)

    def kill(self) -> None:
        os.kill(self.process(), signal.SIGKILL)
        eventually("the browser has exited", lambda: not any(
            str(self.profile).encode() in file.read_bytes() for file in Path("/proc").glob("[0-9]*/cmdline")
            if file.exists()))

    def close(self) -> None:
        try:
            self.context.close()
        except Error:
            pass
