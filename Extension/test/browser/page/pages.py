"""Two pages of one site: `ours` with the extension's page scripts, `native` as the browser made it.

A double answers instead of the agent. The browser's virtual authenticator shows the native behaviour.
"""

import json
import shutil
from base64 import b64encode
from itertools import count
from pathlib import Path

import pytest

from browsers import BROWSERS, closing_pages, launched
from driving import CHROMIUM_ID, SOURCE, Browser, Page, chromium_id
from server import Sites
from world import World

HERE = Path(__file__).parent
OURS, NATIVE = "login.example.test", "www.example.test"
#: Functions that every script of these tests may use.
TOOLS = (HERE / "probe.js").read_text()

#: Firefox's soft token, as in its own tests, and permission to use WebAuthn with the test sites' certificate.
SERVICE = 'Cc["@mozilla.org/webauthn/service;1"].getService(Ci.nsIWebAuthnService)'
PREFERENCES = {
    "security.webauth.webauthn_enable_softtoken": True, "security.webauth.webauthn_enable_usbtoken": False,
    "security.webauthn.allow_with_certificate_override": True,
}


def lay_out(folder: Path, before: tuple[str, ...] = (), after: tuple[str, ...] = ()) -> Path:
    """Copies the extension with the double as its bridge, for the `ours` page only. More scripts may run in the page's
    world before and after ours.
    """
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("test", "forms"))
    shutil.copy(HERE / "double.js", folder / "src/content/passkeyBridge.js")
    (folder / "src/content/loader.js").write_text("")
    (folder / "src/background/worker.js").write_text("")
    names = [f"src/page/probe{number}.js" for number in range(len(before) + len(after))]
    for name, script in zip(names, before + after):
        (folder / name).write_text("{" + script + "}")
    manifest = json.loads((folder / "manifest.json").read_text())
    for entry in manifest["content_scripts"]:
        entry["matches"] = [f"https://{OURS}/*"]
        if entry.get("world") == "MAIN":
            entry["js"] = names[:len(before)] + entry["js"] + names[len(before):]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def lay_out_other(folder: Path, script: str, isBefore: bool) -> Path:
    """Another extension with a script in the page's world. Chromium orders extensions by identifier, so the key decides
    whether it runs before ours.
    """
    folder.mkdir()
    keys = (b64encode(f"another {number}".encode()).decode() for number in count())
    manifest = {
        "manifest_version": 3, "version": "1", "name": folder.name,
        "key": next(key for key in keys if (chromium_id(key) < CHROMIUM_ID) == isBefore),
        "browser_specific_settings": {"gecko": {"id": f"{folder.name}@another.test"}},
        "content_scripts": [{"matches": [f"https://{OURS}/*"], "js": ["page.js"], "run_at": "document_start", "world": "MAIN"}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "page.js").write_text(script)
    return folder


class Pages:
    """One browser with both pages."""

    def __init__(self, browser: Browser, sites: Sites, extension: Path):
        self.browser, self.sites, self.name, self.extension = browser, sites, browser.name, extension
        self.native, self.ours = browser.open(), browser.open()
        self.authenticator = ""
        self.show()

    @property
    def is_firefox(self) -> bool:
        return self.name == "firefox"

    def show(self) -> None:
        """Reloads both pages with a fresh virtual authenticator."""
        self.remove_authenticator()
        for page, host in ((self.native, NATIVE), (self.ours, OURS)):
            page.goto(f"{self.sites.origin(host)}/empty")
        self.add_authenticator()
        self.ours.bring_to_front()

    def add_authenticator(self, is_present: bool = True) -> None:
        """Adds a virtual authenticator. With `is_present=False` no user presence is simulated, so requests stay
        pending.
        """
        if self.is_firefox:
            for name, value in PREFERENCES.items():
                value = value if is_present or "allow" in name else not value
                self.browser.chrome(f"Services.prefs.setBoolPref({json.dumps(name)}, {json.dumps(value)})")
            if is_present:
                self.authenticator = str(self.browser.chrome(
                    f'{SERVICE}.addVirtualAuthenticator("ctap2_1", "internal", true, true, true, true)'))
            return
        for page in (self.native, self.ours):
            page.devtools("WebAuthn.enable")
            page.devtools("WebAuthn.addVirtualAuthenticator", options={
                "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
                "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": is_present,
                "hasPrf": True, "hasLargeBlob": True})

    def remove_authenticator(self) -> None:
        if not self.is_firefox:
            for page in (self.native, self.ours):
                page.devtools("WebAuthn.disable")
        elif self.authenticator:
            self.browser.chrome(f"{SERVICE}.removeVirtualAuthenticator({json.dumps(self.authenticator)})")
            self.authenticator = ""

    def plan(self, frame: str = "", **answers) -> None:
        """Sets the double's responses to `create`, `get`, `signal` and `capabilities`: a response, "wait" or "watch"."""
        self.run("document.documentElement.dataset.plan = given; delete document.documentElement.dataset.asked",
                 given=json.dumps(answers), frame=frame)

    def answer(self, **answer) -> None:
        """Answers every pending request."""
        self.run("dispatchEvent(new CustomEvent('test-answer', { detail: given }))", given=json.dumps(answer))

    def asked(self, *methods: str) -> list[dict]:
        """The requests that the double received, in order."""
        found = json.loads(str(self.run("return document.documentElement.dataset.asked ?? '[]'")))
        return [each for each in found if not methods or each["method"] in methods]

    def run(self, body: str, page: Page | None = None, given: object = None, frame: str = "") -> object:
        """Result of the body of an asynchronous function on the `ours` page, with `given` and the functions of
        probe.js.
        """
        code = "(async () => { const given = %s; %s\n const body = async () => { %s };\n" \
            "return JSON.stringify(await Promise.race([body(), tooLong()]) ?? null); })()" % (json.dumps(given), TOOLS, body)
        return json.loads(str((page or self.ours).js(code, frame)))

    def both(self, body: str, given: object = None) -> tuple[object, object]:
        """Results on the `native` page and on the `ours` page."""
        self.native.bring_to_front()
        native = self.run(body, self.native, given)
        self.ours.bring_to_front()
        return native, self.run(body, self.ours, given)


@pytest.fixture(scope="module", params=BROWSERS)
def pages(request, sites, playwright, shared):
    before, after, others = (getattr(request.module, name, ()) for name in ("BEFORE", "AFTER", "OTHER_EXTENSIONS"))

    def prepare(world: World) -> dict[str, object]:
        return {
            "extension": lay_out(world.path / "extension", before, after),
            "others": tuple(lay_out_other(world.path / name, *others[name]) for name in others)}

    running = shared(("pages", request.param, before, after, tuple(others)),
                     lambda: launched(request.param, sites, playwright, prepare))
    with closing_pages(running):
        opened = Pages(running, sites, running.world.path / "extension")
        yield opened
        opened.remove_authenticator()
