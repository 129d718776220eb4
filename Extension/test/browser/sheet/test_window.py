"""The window as the extension opens it, in both browsers. A double replaces the background."""

import json
import shutil
from pathlib import Path

import pytest

from browsers import BROWSERS, launch
from driving import MANIFEST, SOURCE
from sheet_pages import fixture
from waiting import eventually, never
from world import World

DOUBLE = Path(__file__).parent / "double"
AXE = Path(__import__("axe_playwright_python").__file__).parent / "axe.min.js"


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request, sites, playwright, tmp_path_factory):
    extension = tmp_path_factory.mktemp("double") / "extension"
    shutil.copytree(SOURCE / "src", extension / "src")
    shutil.copytree(SOURCE / "_locales", extension / "_locales")
    shutil.copytree(DOUBLE, extension, dirs_exist_ok=True)
    kept = ["manifest_version", "name", "version", "default_locale", "key", "browser_specific_settings"]
    background = {"service_worker": "worker.js", "scripts": ["worker.js"]}
    scripts = [{"matches": ["<all_urls>"], "js": ["content.js"], "run_at": "document_start"}]
    manifest = {key: MANIFEST[key] for key in kept} | {
        "permissions": ["storage"], "background": background, "content_scripts": scripts, "host_permissions": ["<all_urls>"]}
    (extension / "manifest.json").write_text(json.dumps(manifest))
    world = World(logins=None)
    running = launch(request.param, world, sites, playwright, extension=extension)
    yield running
    running.close()
    world.close()


class Background:
    """Sends commands to the background's double."""

    def __init__(self, browser, sites):
        self.browser = browser
        self.page = browser.open(sites.page("plain"))
        self.number = 0

    def tell(self, name: str, message: object = None) -> object:
        self.number += 1
        asked = json.dumps({"command": {"name": name, "message": message}, "number": self.number})
        return json.loads(self.page.js(f"""new Promise((resolve) => {{
            addEventListener("message", ({{ data }}) => {{
                if (data.number === {self.number} && "answer" in data) resolve(JSON.stringify(data.answer));
            }});
            postMessage({asked});
        }})"""))

    @property
    def heard(self) -> list:
        return self.tell("heard")

    def open(self, name: str, words: str):
        self.tell("open", {"type": "open", **fixture(name)})
        return self.browser.wait_sheet(words)

    def wait_heard(self, count: int) -> list:
        return eventually(f"{count} messages", lambda: self.heard if len(self.heard) >= count else None)


@pytest.fixture
def background(browser, sites):
    running = Background(browser, sites)
    yield running
    for sheet in browser.sheets():
        sheet.close()
    running.page.close()


def test_a_sheet_opens_sends_events_and_changes(background):
    sheet = background.open("unlock", "Unlock the Vault")
    assert sheet.js("document.title") == "Latchkey – Unlock the Vault"
    assert sheet.js("document.documentElement.lang") == "en-US"
    sheet.wait_takes_presses()
    sheet.click("input")
    sheet.type("p4ss")
    sheet.press("Enter")
    (event,) = background.wait_heard(1)
    assert event == {"type": "event", "event": {"kind": "submitted", "element": "unlock", "values": [
        {"element": "passphrase", "kind": "secure", "text": "p4ss"}]}}
    assert sheet.value("input") == ""
    background.tell("post", {"type": "change", "difference": {"changes": [{"kind": "title", "title": "Again"}]}})
    sheet.wait_text("Again")
    # Another sheet of the same request takes over the window.
    background.tell("post", {"type": "open", **fixture("save-question")})
    sheet.wait_text("Update Password?")
    sheet.press("Escape")
    assert background.wait_heard(2)[1] == {"type": "event", "event": {"kind": "cancelled"}}


def test_the_window_closes_on_request_at_a_disconnect_and_after_an_invalid_change(browser, background):
    for command, message in [("post", {"type": "close"}), ("disconnect", None),
                             ("post", {"type": "change", "difference": {"changes": [{"kind": "magic"}]}})]:
        background.open("unlock", "Unlock the Vault")
        background.tell(command, message)
        eventually("the window is closed", lambda: not browser.sheets())


LIST_OF_SEARCH = {"type": "change", "difference": {"changes": [{"kind": "sheet", "sheet": {
    "title": "Choose a Login", "elements": [{"id": "search", "kind": "searchField", "value": ""}], "focus": "search"}}]}}
SAVE = {"type": "open", **fixture("save-question")}


@pytest.mark.parametrize("message", [LIST_OF_SEARCH, SAVE, {"type": "close"}], ids=["change", "open", "close"])
def test_a_change_waits_while_the_user_types_a_secret(message, browser, background):
    sheet = background.open("unlock", "Unlock the Vault")
    sheet.click("input")
    sheet.type("p4s")
    background.tell("post", message)
    sheet.type("s w0rd")
    assert "Unlock the Vault" in sheet.text() and sheet.value("input") == "p4ss w0rd"
    # Applied after a pause in the typing, without a key.
    if message["type"] == "close":
        eventually("the window is closed", lambda: not browser.sheets())
        return
    sheet.wait_text("Choose a Login" if message["type"] == "change" else "Update Password?")
    assert not sheet.exists("input") or sheet.value("input") == ""
    assert background.heard == []


@pytest.mark.parametrize("message", [LIST_OF_SEARCH, SAVE], ids=["change", "open"])
def test_enter_after_a_secret_that_is_no_longer_needed_sends_nothing(message, background):
    sheet = background.open("unlock", "Unlock the Vault")
    sheet.wait_takes_presses()
    sheet.click("input")
    sheet.type("p4s")
    background.tell("post", message)
    sheet.type("s")
    sheet.press("Enter")
    sheet.wait_text("Choose a Login" if message["type"] == "change" else "Update Password?")
    assert background.heard == []


def test_a_change_that_keeps_the_secrets_field_is_applied_at_once(background):
    sheet = background.open("unlock", "Unlock the Vault")
    sheet.click("input")
    sheet.type("p4s")
    background.tell("post", {"type": "change", "difference": {"changes": [{"kind": "title", "title": "Again"}]}})
    eventually("the title changes", lambda: sheet.text("h1") == "Again" and sheet.value("input") == "p4s")


def test_closing_the_window_disconnects_its_port(browser, background):
    background.open("unlock", "Unlock the Vault").close()
    eventually("the port is disconnected", lambda: "disconnected" in background.heard)


def test_reloading_the_window_clears_the_typed_text(background):
    sheet = background.open("create-vault", "Create a Vault")
    sheet.click("[data-element=passphrase] input")
    sheet.type("p4ss")
    sheet.js("location.reload()")
    eventually("the page reloads", lambda: "disconnected" in background.heard)
    sheet.wait_text("Create a Vault")
    assert sheet.value("[data-element=passphrase] input") == ""


def test_a_list_of_a_hundred_thousand_rows_is_controlled_by_keys(background):
    message = {"type": "open", **fixture("list")}
    logins = message["sheet"]["elements"][1]
    logins.update(rowCount=100_000, sections=[])
    background.tell("open", message)
    sheet = background.browser.wait_sheet("Choose a Login")
    sheet.press("End")
    eventually("rows asked for", lambda: any(
        message["event"]["kind"] == "scrolled" and 99_900 <= message["event"]["offset"] <= 99_990
        and message["event"]["offset"] + message["event"]["count"] == 100_000 for message in background.heard))
    rows = [{"identifier": f"n{n}", "title": f"Row {n}"} for n in range(99_900, 100_000)]
    background.tell("post", {"type": "change", "difference": {"changes": [{"kind": "window", "identifier": "logins",
        "list": {"rowCount": 100_000, "offset": 99_900, "before": rows, "keptFrom": 0, "keptCount": 0, "after": []}}]}})
    sheet.wait_text("Row 99999")
    assert sheet.js("document.querySelectorAll('[role=option]').length") < 40
    sheet.press("ArrowUp")
    sheet.press("Enter")
    chosen = eventually("a row is chosen", lambda: [
        message["event"] for message in background.heard if message["event"]["kind"] == "rowChosen"])
    assert chosen == [{"kind": "rowChosen", "element": "logins", "row": "n99998"}]


@pytest.mark.parametrize("name", ["every-element", "list", "unlock-problem", "generator"])
def test_axe_finds_no_problem_in_the_window(background, name):
    words = fixture(name)["sheet"]["title"]
    sheet = background.open(name, words)
    sheet.js(AXE.read_text() + "\n;0")
    found = sheet.js("""axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) =>
        id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" | "))))""")
    assert json.loads(found) == []


HIDDEN = """(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector(".content"))"""


def test_a_window_grows_for_a_higher_sheet_and_does_not_shrink_for_a_lower_one(background):
    if background.browser.name == "chromium":
        pytest.skip("the driver gives Chromium's windows a height of its own")
    sheet = background.open("save-question", "Update Password?")
    background.tell("post", {"type": "open", **fixture("generator")})
    sheet.wait_text("New Password")
    eventually("the window grows", lambda: sheet.js("innerHeight") > 400 and sheet.js(HIDDEN) == 0)
    height = sheet.js("innerHeight")
    background.tell("post", {"type": "open", **fixture("save-question")})
    sheet.wait_text("Update Password?")
    never("the window shrinks", lambda: sheet.js("innerHeight") != height)
