"""Drives the installed Firefox, headless, through WebDriver BiDi."""

import base64
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from bidi import BiDi, BiDiError, Gone, plain
from driving import EXTENSION, FIND, FIREFOX_ID, OVERLAY, READ, UNSEEN, Browser, Drawn, Page, Row, ToolbarList
from server import Sites
from waiting import eventually
from world import World

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox") or "/usr/bin/firefox-esr"
#: Fixed, so that the addresses of the extension's pages are known.
UUID = "6f7e2b1c-0d35-4a52-9a43-1f6d0c5e8b21"

KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
    "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
    "Backspace": "\ue003", "Home": "\ue011", "End": "\ue010", "Space": " ", "Delete": "\ue017",
}

#: Elements that may host the extension's closed shadow root, including those inside open shadow roots of the page.
HOSTS_OF_ROOTS = """() => {
    const found = [];
    const search = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) search(element.shadowRoot);
            else if (element.matches("html > :not(head):not(body), dialog > *, [popover]")) found.push(element);
        }
    };
    search(document);
    return found;
}"""


class FirefoxPage(Page):
    """A top-level browsing context."""

    def __init__(self, browser: "Firefox", context: str):
        self.bidi, self.context, self.browser = browser.bidi, context, browser

    @property
    def url(self) -> str:
        try:
            return self._tree()["url"]
        except Gone:
            return ""

    def _tree(self) -> dict:
        return self.bidi.send("browsingContext.getTree", root=self.context)["contexts"][0]

    def goto(self, url: str) -> None:
        self.bidi.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def bring_to_front(self) -> None:
        self.bidi.send("browsingContext.activate", context=self.context)

    def click(self, selector: str) -> None:
        *frames, last = selector.split(" >> ")
        context = self._frame(frames)

        def element() -> dict | None:
            answer = self._call(context, FIND, [{"type": "string", "value": last}])
            return answer if answer.get("sharedId") else None

        found = eventually(f"{selector} in {self.url}", element)
        self._call(context, """(element) => {
            const { top, bottom } = element.getBoundingClientRect();
            if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center", behavior: "instant" });
        }""", [{"sharedId": found["sharedId"]}])
        self._tap(context, 0, 0, {"type": "element", "element": {"sharedId": found["sharedId"]}})

    def tap(self, x: float, y: float, where: object = None) -> None:
        self._tap(str(where or self.context), x, y, "viewport")

    def _tap(self, context: str, x: float, y: float, origin: object) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": origin}
        self.bidi.send("input.performActions", context=context, actions=[{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def hold(self, x: float, y: float) -> None:
        self.hover(x, y)
        self._point({"type": "pointerDown", "button": 0})

    def release(self) -> None:
        self._point({"type": "pointerUp", "button": 0})

    def hover(self, x: float, y: float) -> None:
        self._point({"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"})

    def _point(self, action: dict) -> None:
        self.bidi.send("input.performActions", context=self.context, actions=[{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [action]}])

    def press(self, keys: str) -> None:
        *held, last = [KEYS.get(key, key) for key in keys.split("+")]
        downs = [{"type": "keyDown", "value": key} for key in [*held, last]]
        ups = [{"type": "keyUp", "value": key} for key in [last, *reversed(held)]]
        self._keys(downs + ups)

    def type(self, text: str) -> None:
        self._keys([{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")])

    def _keys(self, actions: list[dict]) -> None:
        self.bidi.send("input.performActions", context=self._focused(),
                       actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def _focused(self) -> str:
        """The document with the focus, which receives the keys of a real keyboard. Keys that are sent to the top-level
        document do not reach a nested frame of another process.
        """
        context = self.context
        while True:
            answer = self._call(context, "() => document.activeElement?.contentWindow ?? null", [], world="tests")
            if answer["type"] != "window":
                return context
            context = answer["value"]["context"]

    def js(self, expression: str, frame: str = "") -> object:
        context = self._frame(frame.split(" >> ") if frame else [])
        return plain(self._evaluate(context, expression))

    def call(self, function: str, selector: str) -> object:
        *frames, last = selector.split(" >> ")
        code = "(selector) => { const element = (" + FIND + ")(selector); return (" + function + ")(element); }"
        return plain(self._call(self._frame(frames), code, [{"type": "string", "value": last}]))

    def in_documents(self, function: str) -> list[object]:
        found, waiting = [], [self._tree()]
        while waiting:
            tree = waiting.pop(0)
            waiting += tree.get("children") or []
            try:
                if not tree["url"].startswith("moz-extension:"):
                    found.append(plain(self._call(tree["context"], function, [])))
            except Gone:
                # The document was replaced.
                continue
        return found

    def _evaluate(self, context: str, expression: str) -> dict:
        return done(self.bidi.send(
            "script.evaluate", expression=expression, target={"context": context}, awaitPromise=True,
            userActivation=False))

    def _call(self, context: str, function: str, arguments: list[dict], world: str | None = None) -> dict:
        target = {"context": context} | ({"sandbox": world} if world else {})
        return done(self.bidi.send(
            "script.callFunction", functionDeclaration=function, arguments=arguments, target=target,
            awaitPromise=True, userActivation=False))

    def _frame(self, path: list[str]) -> str:
        context = self.context
        for selector in path:
            def inner(context=context, selector=selector) -> str | None:
                code = "(selector) => (" + FIND + ")(selector)?.contentWindow ?? null"
                answer = self._call(context, code, [{"type": "string", "value": selector}])
                return answer["value"]["context"] if answer["type"] == "window" else None

            context = eventually(f"the frame {selector}", inner)
        return context

    def box(self, selector: str) -> dict[str, float]:
        *frames, last = selector.split(" >> ")
        code = "(selector) => { const { left, top, width, height } = (" + FIND + \
            ")(selector).getBoundingClientRect(); return { left, top, width, height }; }"
        return plain(self._call(self._frame(frames), code, [{"type": "string", "value": last}], world="tests"))

    def drawn(self) -> list[Drawn]:
        found, waiting = [], [self._tree()]
        while waiting:
            tree = waiting.pop(0)
            waiting += tree.get("children") or []
            try:
                found += self._drawn_in(tree["context"])
            except BiDiError as error:
                # The document was replaced during the read.
                if not isinstance(error, Gone) and error.kind != "unknown error":
                    raise
        return found

    def _drawn_in(self, context: str) -> list[Drawn]:
        found = []
        for root in self._roots(context):
            place = plain(self._call(context, """(root) => {
                const { left, top, height } = root.host.getBoundingClientRect();
                // A banner that is not laid out yet is one pixel high.
                return root.host.matches(":popover-open") && height > 1 ? [left, top] : null; }""", [root], world="tests"))
            overlay = self._overlay(context, root)
            if place is None or overlay is None:
                continue
            seen, (dx, dy) = plain(self._call(overlay, READ, [])), place
            if seen["list"]:
                seen["list"]["left"] += dx
                seen["list"]["top"] += dy
            found.append(Drawn(
                context, seen["list"], [Row.read(row, dx, dy) for row in seen["rows"]],
                [Row.read(row, dx, dy) for row in seen["buttons"]], seen["text"]))
        return found

    def _overlay(self, context: str, root: dict) -> str | None:
        """The overlay in one of the extension's shadow roots; `None` until it has loaded."""
        answer = self._call(context, "(root) => root.querySelector('iframe')?.contentWindow ?? null", [root], world="tests")
        inner = answer["value"]["context"] if answer["type"] == "window" else None
        trees = self.bidi.send("browsingContext.getTree", root=inner)["contexts"] if inner else []
        return inner if trees and trees[0]["url"].endswith(OVERLAY) else None

    def _roots(self, context: str) -> list[dict]:
        """The extension's closed shadow roots in a document."""
        # Runs in a separate script realm, because the page may have replaced the built-in functions.
        answer = done(self.bidi.send(
            "script.callFunction", functionDeclaration=HOSTS_OF_ROOTS, target={"context": context, "sandbox": "tests"},
            awaitPromise=False, serializationOptions={"includeShadowTree": "all", "maxDomDepth": 0}))
        roots = [node.get("value", {}).get("shadowRoot") for node in answer["value"]]
        return [{"sharedId": root["sharedId"]} for root in roots if root and root["value"]["mode"] == "closed"]

    def in_overlay(self, function: str) -> object:
        """The result of a function in the overlay of the strip or the banner, called with its `document`."""
        overlay = eventually("an overlay", lambda: next(
            (inner for root in self._roots(self.context) if (inner := self._overlay(self.context, root))), None))
        return plain(self._call(overlay, f"async () => ({function})(document)", []))

    def screenshot(self, file: Path) -> None:
        answer = self.bidi.send("browsingContext.captureScreenshot", context=self.context)
        file.write_bytes(base64.b64decode(answer["data"]))

    def pixels(self, box: dict[str, float]) -> str:
        clip = {"type": "box", "x": box["left"], "y": box["top"], "width": box["width"], "height": box["height"]}
        return self.bidi.send("browsingContext.captureScreenshot", context=self.context, clip=clip)["data"]

    def close(self) -> None:
        try:
            self.bidi.send("browsingContext.close", context=self.context)
        except Gone:
            pass

    def is_closed(self) -> bool:
        return self.context not in self.browser.contexts()


def done(answer: dict) -> dict:
    """The result of a script. Raises if the script threw."""
    if answer["type"] == "exception":
        raise BiDiError("exception", answer["exceptionDetails"]["text"])
    return answer["result"]


#: Browser-side expressions: the extension, its toolbar button and the frame under that button.
POLICY = f"WebExtensionPolicy.getByID('{FIREFOX_ID}').extension"
ACTION = "ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')" \
    f".ExtensionParent.apiManager.global.browserActionFor({POLICY})"
LIST = "document.querySelector('.webextension-popup-browser')"


class Firefox(Browser):
    """Firefox with a profile in the world's folder."""

    name = "firefox"
    base = f"moz-extension://{UUID}"

    def __init__(self, world: World, sites: Sites | None, extension: Path = EXTENSION, identifier: str = FIREFOX_ID,
                 private: bool = False, others: tuple[Path, ...] = (), screen: str | None = None):
        """With `sites=None` the browser resolves only real host names. `others` lists other extensions to load. With
        `screen`, an X display, the windows are real.
        """
        self.world, self.profile, self.identifier = world, world.folder("firefox"), identifier
        self._write_preferences(sites, identifier)
        self.log = world.path / "firefox.log"
        environment = dict(world.environment)
        if screen is not None:
            del environment["MOZ_HEADLESS"]
            environment["DISPLAY"] = screen
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "--no-remote", *(["--headless"] if screen is None else []), "--width=1000", "--height=800", "--profile", self.profile,
                 "--remote-debugging-port=0", "--remote-allow-system-access"],
                env=environment, cwd="/", stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                start_new_session=True, **world.identity)
        word = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
        address = eventually("Firefox listens", lambda: word.search(self.log.read_text()), 60)[1]
        self.bidi = BiDi(address + "/session")
        self.bidi.send("session.new", capabilities={"alwaysMatch": {
            "acceptInsecureCerts": True, "unhandledPromptBehavior": {"default": "ignore"}}})
        for each in (extension, *others):
            self.bidi.send("webExtension.install", **{
                "extensionData": {"type": "path", "path": str(each)}, "moz:allowPrivateBrowsing": private})
        if sites is not None:
            self.chrome(f"""void Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB)
                .addCertFromBase64("{sites.authority}", "CT,,")""")
        self._known: dict[str, FirefoxPage] = {}
        self._first = next(iter(self.contexts()))
        self._own: FirefoxPage | None = None

    def preferences(self, sites: Sites | None, identifier: str) -> dict[str, object]:
        places = {} if sites is None else {
            "network.dns.localDomains": ",".join(sites.hosts),
            "network.socket.forcePort": f"443={sites.https_port};80={sites.http_port}"}
        return {
            **places,
            "extensions.webextensions.uuids": json.dumps({identifier: UUID}),
            "dom.security.https_first": False, "dom.security.https_only_mode": False,
            "browser.startup.page": 0, "browser.shell.checkDefaultBrowser": False,
            "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False, "toolkit.telemetry.enabled": False, "intl.locale.requested": "en-US",
            "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
            "browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False,
            "services.settings.server": "data:,#remote-settings-dummy/v1", "extensions.getAddons.cache.enabled": False,
            "browser.tabs.closeWindowWithLastTab": False, "ui.systemUsesDarkTheme": 0,
        }

    def _write_preferences(self, sites: Sites | None, identifier: str) -> None:
        preferences = self.preferences(sites, identifier)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        (self.profile / "user.js").write_text("\n".join(lines) + "\n")

    def contexts(self) -> dict[str, str]:
        trees = self.bidi.send("browsingContext.getTree", maxDepth=0)["contexts"]
        return {tree["context"]: tree["url"] for tree in trees}

    def open(self, url: str = "about:blank", private: bool = False) -> FirefoxPage:
        # In the first window: a new tab would otherwise open in a private window that is still there.
        page = self._open_private() if private else self._page(
            self.bidi.send("browsingContext.create", type="tab", referenceContext=self._first)["context"])
        if url != "about:blank":
            page.goto(url)
        return page

    def _page(self, context: str) -> FirefoxPage:
        if context not in self._known:
            self._known[context] = FirefoxPage(self, context)
        return self._known[context]

    def pages(self) -> list[Page]:
        return [self._page(context) for context in self.contexts()]

    def _open_private(self) -> FirefoxPage:
        # Opens the extension's own page first, so that it is not taken for the new window.
        self.api("0")
        before = self.contexts()
        self.api("browser.windows.create({ incognito: true, url: 'about:blank' }).then((made) => made.id)")
        page = self._page(eventually("the private window opens", lambda: next(
            (context for context in self.contexts() if context not in before), None)))
        # A user's click takes the focus from the address bar. A driver's click does not.
        self.chrome("""for (const window of Services.wm.getEnumerator("navigator:browser")) {
            if (PrivateBrowsingUtils.isWindowPrivate(window)) window.gBrowser.selectedBrowser.focus();
        }""")
        return page

    def install_native_host(self) -> None:
        self.world.latchkey("browser", "install", "firefox")

    def api(self, expression: str) -> object:
        if self._own is None or self._own.is_closed():
            self.chrome(f"void gBrowser.addTrustedTab('{self.base}/{UNSEEN}')")
            self._own = eventually("a page of the extension", lambda: next(
                (page for page in self.pages() if page.url.endswith(UNSEEN)), None))
            eventually("the extension's API is available",
                lambda: self._own.js("typeof globalThis.browser") == "object")
        return self._own.js(expression)

    def chrome(self, expression: str) -> object:
        """Result of an expression in the browser's own window, with all privileges."""
        window = self.bidi.send("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]
        return plain(done(self.bidi.send(
            "script.evaluate", expression=expression, target={"context": window}, awaitPromise=True,
            userActivation=True)))

    def press_toolbar(self, page: Page) -> ToolbarList:
        page.bring_to_front()
        self.chrome(f"void {ACTION}.triggerAction(window)")
        eventually("the list opens", lambda: self.chrome(f"{LIST}?.messageManager !== undefined"))
        return ToolbarList(self._in_list)

    def _in_list(self, expression: str) -> object:
        """Result of an expression in the list, which WebDriver cannot address. A privileged frame script evaluates it.
        """
        inside = f"""
            let answer = "null";
            const press = content.windowUtils.setHandlingUserInput(true);
            try {{
                const box = new Cu.Sandbox(content, {{ sandboxPrototype: content, wantXrays: false }});
                answer = JSON.stringify(Cu.evalInSandbox({json.dumps(expression)}, box) ?? null);
            }} catch (thrown) {{
                answer = JSON.stringify(`it threw ${{thrown}}`);
            }} finally {{
                press.destruct();
            }}
            sendAsyncMessage("answer", answer);"""
        return json.loads(str(self.chrome(f"""new Promise((resolve) => {{
            const frame = {LIST}?.messageManager;
            if (frame === undefined) return resolve("null");
            // A list that closes meanwhile does not answer.
            setTimeout(() => resolve("null"), 3000);
            frame.addMessageListener("answer", function take(message) {{
                frame.removeMessageListener("answer", take);
                resolve(message.data);
            }});
            frame.loadFrameScript("data:," + encodeURIComponent({json.dumps(inside)}), false);
        }})""")))

    def press_shortcut(self, page: Page, letter: str) -> None:
        page.bring_to_front()
        self.chrome(f"""(() => {{
            const keyboard = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
            keyboard.beginInputTransactionForTests(window);
            const all = [["Alt", "AltLeft", 18], ["Shift", "ShiftLeft", 16], ["{letter}", "Key{letter}", {ord(letter)}]];
            const keys = all.map(([key, code, keyCode]) => new KeyboardEvent("", {{ key, code, keyCode, view: window }}));
            for (const key of keys) keyboard.keydown(key);
            for (const key of keys.toReversed()) keyboard.keyup(key);
        }})()""")

    def stop_background(self) -> None:
        self.chrome(f"{POLICY}.terminateBackground({{ disableResetIdleForTest: true }}).then(() => true)")
        eventually("the event page has stopped", lambda: self.chrome(f"{POLICY}.backgroundState === 'stopped'"))

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        try:
            self.bidi.send("browser.close", limit=10)
            self.bidi.close()
        except (BiDiError, OSError):
            pass
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
