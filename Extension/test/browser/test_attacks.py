"""Attacks that need the whole chain: page, content script, background, agent and vault."""

import subprocess

from driving import Browser, Page
from server import Sites
from waiting import eventually, never
from world import BUILT, PASSWORDS, World


def log_in_form(page: Page, sites: Sites, name: str = "plain", host: str = "login.example.test") -> None:
    page.goto(sites.page(name, host))
    page.wait_for("#user")


def warm_up(page: Page) -> None:
    """Uses the strip once, so that everything is loaded and a later strip would appear at once."""
    page.click("#user")
    page.wait_strip("ada")
    page.press("Escape")
    page.click("h1")
    page.no_strip()


def no_secret_in(page: Page, selector: str = "html") -> None:
    """Asserts that the page contains none of the vault's passwords, neither as text nor in a field."""
    seen = str(page.call(
        "(element) => element.outerHTML + [...document.querySelectorAll('input')].map((each) => each.value).join('|')",
        selector))
    assert not [password for password in PASSWORDS.values() if password in seen]


# No effect without encryption

def test_the_bridge_is_silent_on_an_unencrypted_page(page: Page, sites: Sites):
    """A page that offers a bus of its own learns neither whether the extension is installed nor its capabilities."""
    offer = """(() => { const bus = new EventTarget();
        return !dispatchEvent(new FocusEvent('latchkey:page', { relatedTarget: bus, cancelable: true })); })()"""
    page.goto(sites.page("plain", scheme="http"))
    page.wait_for("#user")
    assert page.js(offer) is False


# No effect without a user's act

def test_fills_no_field_without_a_users_act(page: Page, sites: Sites):
    log_in_form(page, sites)
    never("a field was filled", lambda: page.value("#user") + page.value("#password"), 1)


def test_shows_no_strip_when_a_script_moves_the_focus(page: Page, sites: Sites):
    log_in_form(page, sites)
    warm_up(page)
    page.js("document.querySelector('#user').focus()")
    page.js("document.querySelector('#password').focus()")
    page.no_strip()
    # The user's click on the same field still opens the strip.
    page.click("#user")
    page.wait_strip("ada")


def test_shows_no_strip_for_a_scripts_clicks_and_keys(page: Page, sites: Sites):
    log_in_form(page, sites)
    warm_up(page)
    page.js("""(() => {
        const field = document.querySelector("#user");
        for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
            field.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, isPrimary: true }));
        }
        field.focus();
        for (const key of ["ArrowDown", "Enter"]) {
            field.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, composed: true }));
        }
    })()""")
    page.no_strip()
    assert page.value("#user") == ""


def test_picks_no_suggestion_for_a_scripts_keys(page: Page, sites: Sites):
    log_in_form(page, sites)
    page.click("#user")
    page.wait_strip("ada")
    page.let_pass(0.6)
    page.js("""(() => {
        const field = document.querySelector("#user");
        for (const key of ["ArrowDown", "Enter"]) {
            for (const type of ["keydown", "keyup"]) {
                field.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true, composed: true }));
            }
        }
    })()""")
    never("a field was filled", lambda: page.value("#user") + page.value("#password"), 0.6)


def test_enter_without_an_arrow_key_picks_no_suggestion(page: Page, sites: Sites):
    log_in_form(page, sites)
    page.js("document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())")
    page.click("#user")
    page.wait_strip("ada")
    page.let_pass(0.6)
    page.press("Enter")
    never("a field was filled", lambda: page.value("#user") + page.value("#password"), 0.6)


# Messages from the page are not trusted

def test_a_page_cannot_message_any_part_of_the_extension(browser: Browser, page: Page, sites: Sites):
    log_in_form(page, sites, host="mallory.test")
    page.js("""(() => {
        const messages = [
            { id: 1, method: "suggest", params: { kinds: ["password"], url: "https://login.example.test/" } },
            { id: 2, method: "list", params: { kind: "password", mustConfirm: false } },
            { type: "fill", filled: { provider: "x", value: { kind: "password", user: "u", password: "p" } } },
            { type: "wake" }, { type: "command", name: "fill-best" },
        ];
        globalThis.heard = [];
        addEventListener("message", (event) => heard.push(event.data));
        for (const message of messages) {
            postMessage(message, "*");
            document.dispatchEvent(new CustomEvent("latchkey", { detail: message }));
            globalThis.chrome?.runtime?.sendMessage?.(message);
            globalThis.browser?.runtime?.sendMessage?.(message);
        }
    })()""")
    page.no_strip()
    browser.no_sheet()
    assert page.js("heard.length") == 5, "a message was answered"
    assert page.value("#user") == ""
    no_secret_in(page)


def test_a_page_cannot_open_the_extensions_pages(browser: Browser, page: Page, sites: Sites):
    log_in_form(page, sites, host="mallory.test")
    for path in ("src/sheet/sheet.html", "src/popup/popup.html", "src/options/options.html"):
        page.js(f"""new Promise((resolve) => {{
            const frame = document.createElement("iframe");
            frame.name = frame.id = "theirs";
            frame.src = "{browser.base}/{path}";
            frame.addEventListener("load", resolve);
            setTimeout(resolve, 1500);
            document.body.append(frame);
        }})""")
        inside = page.js("""(() => {
            const frame = document.querySelector("#theirs");
            const inside = frame.contentDocument?.body?.childElementCount ?? -1;
            frame.remove();
            return inside;
        })()""")
        # Blocked: an error page of another origin or an empty document, never a page of the extension that a user could
        # click.
        assert inside in (-1, 0), path
        page.js(f"(() => {{ try {{ open('{browser.base}/{path}'); }} catch {{ return 'denied'; }} }})()")
    never("a page of the extension was opened by a page", lambda: [
        each.url for each in browser.pages() if each.url.startswith(browser.base) and "/src/" in each.url])


def test_the_page_cannot_read_the_strip(page: Page, sites: Sites):
    log_in_form(page, sites)
    page.click("#user")
    page.wait_strip("ada")
    seen = str(page.js("""(() => {
        const all = [...document.querySelectorAll("*")];
        const open = all.map((element) => element.shadowRoot?.innerHTML ?? "");
        return [document.documentElement.outerHTML, document.documentElement.innerText, getSelection().toString(),
            ...open, ...all.flatMap((element) => [...element.attributes]).map((each) => each.value)].join("|");
    })()"""))
    assert "grace" not in seen and "ada" not in seen


def test_the_pages_listeners_receive_no_event_of_the_strip(page: Page, sites: Sites):
    log_in_form(page, sites)
    page.js("""(() => {
        globalThis.heard = [];
        for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "mouseover", "pointermove"]) {
            addEventListener(type, (event) => {
                const path = event.composedPath().map((each) => each.textContent ?? "").join("|");
                if (/Planted|for login/.test(path) || event.composedPath()[0]?.getAttribute?.("role") === "option") {
                    heard.push(type);
                }
            }, true);
        }
    })()""")
    page.click("#user")
    page.pick("grace")
    page.wait_value("#user", "grace")
    assert page.js("heard") == []


# Frames

def test_a_frame_that_navigates_before_the_confirmation_is_not_filled(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("frame-other-site"))
    page.click("#frame >> #user")
    page.wait_strip("otto")
    page.pick("otto")
    sheet = browser.wait_sheet("other.test")
    target = sites.page("parts/login", "mallory.test")
    page.js(f"document.querySelector('#frame').src = '{target}'")
    eventually("the frame has navigated", lambda: page.js("location.host", "#frame") == "mallory.test")
    if not sheet.is_closed():
        eventually("the question is closed", lambda: sheet.is_closed() or not browser.sheets())
    page.wait_for("#frame >> #password")
    never("the other page was filled", lambda: page.value("#frame >> #user") + page.value("#frame >> #password"), 1)


def test_a_page_that_navigates_before_the_confirmation_is_not_filled(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("action-elsewhere"))
    page.click("#user")
    page.pick("grace")
    # The form's action is on another host, so the extension asks first and the page has time to navigate.
    sheet = browser.wait_sheet("mallory.test")
    page.goto(sites.page("plain", "mallory.test"))
    eventually("the question is closed", lambda: sheet.is_closed() or not browser.sheets())
    never("the other page was filled", lambda: page.value("#user") + page.value("#password"), 1)


def test_a_field_that_moves_to_another_document_is_not_filled(page: Page, sites: Sites):
    log_in_form(page, sites)
    page.js("""(() => {
        const frame = Object.assign(document.createElement("iframe"), { id: "own", width: 500, height: 400 });
        document.body.prepend(frame);
    })()""")
    page.click("#user")
    strip = page.wait_strip("grace")
    page.let_pass(0.8)
    # Moves the form between the press and the fill.
    page.js("""void addEventListener("pointerup", () => setTimeout(() =>
        document.querySelector("#own").contentDocument.body.append(document.querySelector("form"))), true)""")
    row = next(row for row in strip.rows if "grace" in row.text)
    page.tap(row.x, row.y, strip.where)
    values = "[...document.querySelector('#own').contentDocument.querySelectorAll('input')].map((each) => each.value)"
    eventually("the form has moved", lambda: len(page.js(values)) > 1)
    never("a field of the other document is filled", lambda: "grace" in page.js(values), 1)


# Codes of other hosts

def test_a_code_of_another_host_names_that_host(page: Page, sites: Sites):
    page.goto(sites.page("code", "app.code.test"))
    page.click("#code")
    strip = page.wait_strip("cora")
    label = next(row.label for row in strip.rows if "cora" in row.label)
    assert label.startswith("cora, for code.test — ") and label.endswith(", Other host"), label
    assert page.value("#code") == ""


def test_a_code_is_not_offered_in_a_frame_of_another_site(page: Page, sites: Sites):
    page.goto(sites.page("frame-code-other-site", "mallory.test"))
    page.click("#frame >> #code")
    never("a code is offered", lambda: [row for row in page.strip_rows() if "cora" in row])


# The native host

def test_the_native_host_rejects_every_other_extension(world: World):
    for arguments in (["chrome-extension://" + "a" * 32 + "/"], ["/some/manifest.json", "other@example.org"], []):
        ending = subprocess.run(
            [BUILT / "latchkey-native-host", *arguments], env=world.environment, input=b"", capture_output=True,
            timeout=20)
        assert ending.returncode == 2 and ending.stdout == b"", arguments


# Leftovers

STORED = """(async () => {
    const { local, session } = chrome.storage;
    return JSON.stringify([await local.get(null), await session.get(null)]);
})()"""


def test_leaves_no_secret_in_the_profile_or_in_any_log(browser: Browser, page: Page, sites: Sites, world: World):
    for name, user in (("plain", "grace"), ("react", "ada")):
        page.goto(sites.page(name))
        page.wait_for("#user")
        page.click("#user")
        page.pick(user)
        page.wait_value("#password", PASSWORDS[user])
    page.goto(sites.page("plain", "fresh.test"))
    # Firefox stores the extension's data in the profile, which is searched below.
    stored = browser.background(STORED) if browser.name == "chromium" else ""
    for password in PASSWORDS.values():
        assert password not in str(stored)
        assert world.files_holding(password, browser.profile) == []
        assert password not in world.agent_log


# A page that replaces its document

def test_the_strip_works_after_document_open(page: Page, sites: Sites):
    log_in_form(page, sites)
    page.js("""(() => {
        const form = document.querySelector("form").outerHTML;
        document.open();
        document.write("<!doctype html><title>Written</title><h1>Written</h1>" + form);
        document.close(); })()""")
    page.wait_for("#user")
    page.click("#user")
    page.wait_strip("ada")
    page.pick("ada")
    eventually("the login is filled", lambda: page.value("#user") == "ada")
