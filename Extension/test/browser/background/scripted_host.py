"""Tests the background alone: replaces the content scripts with a double and the agent with a scripted native host."""

import json
import shutil
from pathlib import Path

from driving import CHROMIUM_ID, SOURCE, FIREFOX_ID, Browser, Page
from waiting import closing, eventually
from world import World

HERE = Path(__file__).parent
FEATURES = ["frames", "copy", "copyText", "offers", "mayAsk", "search", "lock"]
HELLO = {"result": {"protocolVersion": 1, "productVersion": "0.1.0", "features": FEATURES}}
ADA = {"provider": "test.vault", "value": {"kind": "password", "user": "ada", "password": "Planted-7919-Kettle"}}


def suggestions(*users: str, site: str = "example.test", **more) -> dict:
    return {
        "serviceIdentifiers": [{"type": "URL", "identifier": "https://x/"}, {"type": "domain", "identifier": site}],
        "suggestions": [
            {"id": f"s-{user}", "kind": "password", "user": user, "service": "login.example.test", "grade": "exact",
             "provider": "test.vault", "providerName": "Vault", "rank": 0, "isPreselectable": True} for user in users],
        "providers": [{
            "id": "test.vault", "name": "Vault", "providesPasswords": True, "providesOneTimeCodes": True,
            "providesTextToInsert": False, "savesPasswords": True, "generatesPasswords": True, "generatesWithUI": True}],
        "locked": [], **more}


def suggest(*users: str, **more) -> dict:
    return {"suggest": [{"result": suggestions(*users, **more)}]}


def found(*logins: tuple[str, str], has_more: bool = False) -> dict:
    """Script of the results of a search of all sites."""
    return {"search": [{"result": {"hasMore": has_more, "logins": [
        {"id": f"f-{user}", "kind": "password", "user": user, "service": host, "url": f"https://{host}/",
         "provider": "test.vault", "providerName": "Vault"} for user, host in logins]}}]}


def copies() -> dict:
    return {"copy": [{"result": {"clearsAfter": 45, "isMarkedAsSecret": True}}]}


class Double:
    """The scripted host: sets its responses and reads the messages that it received."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.host = folder / "host"
        shutil.copy(HERE.parent / "doubles" / "native_host.py", self.host)
        self.script({})

    def script(self, steps: dict[str, list[dict]]) -> None:
        """Sets the responses of each method and clears the received messages."""
        for file in self.folder.glob("count-*"):
            file.unlink()
        for file in self.folder.glob("go*"):
            file.unlink()
        (self.folder / "received.jsonl").unlink(missing_ok=True)
        quiet = {"hello": [HELLO], "quirks.site": [{"result": {"sharesLoginsWith": [], "appendsCodeToPassword": False}}]}
        (self.folder / "script.json").write_text(json.dumps(quiet | steps))

    def received(self, method: str | None = None) -> list[dict]:
        file = self.folder / "received.jsonl"
        lines = file.read_text().splitlines() if file.exists() else []
        messages = [json.loads(line) for line in lines]
        return [each for each in messages if method is None or each["method"] == method]

    def wait(self, method: str, count: int = 1) -> list[dict]:
        return eventually(f"{count} × {method}", lambda: len(self.received(method)) >= count and self.received(method))

    def let_go(self, name: str = "go") -> None:
        (self.folder / name).touch()

    def register(self, world: World, is_there: bool = True) -> None:
        """Writes the host's manifests where each browser looks for them, or removes them."""
        manifest = {"name": "org.latchkey.host", "description": "A double", "path": str(self.host), "type": "stdio"}
        for folder, caller in [
            (world.path / "chromium/NativeMessagingHosts", {"allowed_origins": [f"chrome-extension://{CHROMIUM_ID}/"]}),
            (world.home / ".mozilla/native-messaging-hosts", {"allowed_extensions": [FIREFOX_ID]}),
        ]:
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / "org.latchkey.host.json"
            if is_there:
                file.write_text(json.dumps(manifest | caller))
            else:
                file.unlink(missing_ok=True)


def make_extension(folder: Path) -> Path:
    """Copies the extension with a content script that sends the test's messages."""
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("test", "forms", "types"))
    shutil.copytree(SOURCE / "src" / "forms", folder / "src" / "forms", dirs_exist_ok=True)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "documentDouble.js").write_text((HERE / "documentDouble.js").read_text())
    manifest["content_scripts"][0]["js"] = ["documentDouble.js"]
    (folder / "hooks.js").write_text((HERE / "hooks.js").read_text())
    manifest["background"]["scripts"].append("hooks.js")
    # No user can grant the optional permissions here. test_permissions.py tests the request for them.
    manifest["permissions"] += manifest.pop("optional_permissions")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def open_own(browser: Browser, page: Page, path: str) -> Page:
    """Opens a page of the extension in its own window while `page` is in front."""
    address = f"{browser.base}/{path}"
    page.bring_to_front()
    if browser.name == "chromium":
        browser.background(f"chrome.windows.create({{url: '{address}', type: 'popup', width: 360, height: 600}}).then(() => 1)")
    else:
        page.js(f"window.postMessage({{to: 'hooks', message: {{open: '{address}'}}}}, '*')")
    own = eventually(f"{path} opens", lambda: next((each for each in browser.pages() if each.url == address), None))
    eventually("the page is drawn", lambda: own.exists("#main > *"))
    return own


def open_popup(browser: Browser, page: Page) -> Page:
    """Opens the popup in a small window, because no driver can press the toolbar button."""
    return open_own(browser, page, "src/popup/popup.html")


def press_closing(page: Page, key: str) -> None:
    """Presses a key that may close the window before the key is released."""
    closing(lambda: page.press(key))


def say(page: Page, message: dict, frame: str = "") -> None:
    """Sends a message from a document to the background."""
    page.js(f"window.postMessage({{to: 'background', message: {json.dumps(message)}}}, '*')", frame)


def answers(page: Page, frame: str = "") -> list[dict]:
    return json.loads(str(page.js("document.documentElement.dataset.answers ?? '[]'", frame)))


def wait_answer(page: Page, identifier: int, frame: str = "") -> dict:
    def check() -> dict | None:
        return next((each for each in answers(page, frame) if each.get("id") == identifier), None)

    return eventually(f"the answer {identifier}", check)
