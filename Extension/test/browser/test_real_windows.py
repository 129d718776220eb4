"""Behaviour that only real windows show, on an X server that the tests start: whether buttons are in view, and what a
page without the focus may open.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS
from desktop import display, open_desktop
from driving import Browser, Page
from parties import Visit, choose
from server import Sites
from waiting import closing, eventually, never
from world import World


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    with display() as screen:
        running = open_desktop(request.param, world, sites, playwright, screen)
        running.install_native_host()
        yield running
        running.close()


#: Buttons that are not fully in view, and the content's height if it exceeds its place.
CUT_OFF = """JSON.stringify([...document.querySelectorAll("button")].filter((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).map((button) => button.textContent).concat(
    [document.querySelector(".content")].flatMap(({ scrollHeight, clientHeight }) =>
        scrollHeight > clientHeight ? [`${scrollHeight} of ${clientHeight}`] : [])))"""

#: Height of the window minus that of its content.
SPARE = """document.querySelector(".footer").getBoundingClientRect().top
    - document.querySelector(".content").lastElementChild.getBoundingClientRect().bottom"""


def ask_for_passphrase(browser: Browser, page: Page) -> Page:
    page.click("#user")
    page.pick("grace")
    sheet = browser.wait_sheet("Unlock the Vault", "Forgot the Passphrase?")
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    return sheet


@pytest.mark.parametrize("turn", ["explained", "plain"])
def test_every_button_of_the_unlock_sheet_is_in_view(
        world: World, browser: Browser, page: Page, sites: Sites, turn: str):
    world.lock()
    page.goto(sites.page("plain"))
    sheet = ask_for_passphrase(browser, page)
    if turn == "plain" and sheet.exists(".mark-note"):
        # The explanation of the colour is shown in the first window only.
        sheet.click(".mark-note button")
        closing(lambda: sheet.press("Escape"))
        eventually("the window is closed", lambda: not browser.sheets())
        page.goto(sites.page("plain"))
        sheet = ask_for_passphrase(browser, page)
        assert not sheet.exists(".mark-note")
    eventually("every button is in view", lambda: sheet.js(CUT_OFF) == "[]")
    # The first window of a browser has space for a frame that was not measured yet.
    eventually("the window is as high as its sheet", lambda: sheet.js(SPARE) < (64 if turn == "explained" else 24))
    # The buttons stay in view.
    never("a button is cut off", lambda: sheet.js(CUT_OFF) != "[]", 1)
    # If the user makes the window lower, the main button stays in view.
    browser.api("""(async () => {
        const api = globalThis.browser ?? chrome;
        const [sheet] = (await api.windows.getAll()).filter(({ type }) => type === "popup");
        await api.windows.update(sheet.id, { height: 270 });
        return true;
    })()""")
    eventually("the window is lower", lambda: sheet.js("innerHeight <= 270"))
    eventually("Unlock is in view", lambda: "Unlock" not in str(sheet.js(CUT_OFF)))


# Pages without the focus

@pytest.fixture
def at(world: World, browser: Browser, page: Page, sites: Sites) -> Visit:
    world.unlock()
    return Visit(browser, page, sites, "unfocused")


class OtherWindow:
    """Another window of the browser, which takes the focus. The page's window stays visible."""

    def __init__(self, at: Visit):
        self._at = at
        self._id = at.browser.api("""(globalThis.browser ?? chrome).windows.create({
            url: "about:blank", left: 700, top: 500, width: 500, height: 350 }).then(({ id }) => id)""")
        eventually("the page has no focus", lambda: at.page.js("document.hasFocus()") is False)
        assert at.page.js("document.visibilityState") == "visible"

    def close(self) -> None:
        self._at.browser.api(f"(globalThis.browser ?? chrome).windows.remove({self._id}).then(() => true)")
        self._at.focus()


#: Requests a passkey repeatedly, like a page that tries to bring a window to the front.
ASKING = """void Object.assign(globalThis, {
    asked: 0, control: new AbortController(),
    asking: setInterval(() => {
        asked += 1;
        navigator.credentials.get({ signal: control.signal, publicKey: { challenge: new Uint8Array(16) } }).catch(() => {});
    }, 400),
})"""
STOP = "void (clearInterval(asking), control.abort())"


def asks_in_vain(at: Visit, frame: str = "") -> None:
    at.page.js(ASKING, frame)

    def is_seen() -> bool:
        assert [each.text() for each in at.browser.sheets()] == []
        return at.page.js("asked >= 5", frame) is True

    # A window would stay open, so polling finds it.
    while not is_seen():
        at.page.let_pass(0.05)
    at.page.js(STOP, frame)


def with_frame(at: Visit) -> None:
    at.page.js("""void document.body.insertAdjacentHTML("beforeend", '<iframe id="frame" width="600" height="300" src="/rp/"></iframe>')""")
    eventually("the frame has loaded", lambda: at.page.js("typeof party", "#frame") == "object")


@pytest.mark.parametrize("frame", ["", "#frame"], ids=["page", "frame"])
def test_a_page_without_the_focus_opens_no_window(at: Visit, frame: str):
    if not at.party.account("ada").passkeys:
        # In a separate tab, because a tab whose window just closed may open another one for a second.
        maker = at.browser.open()
        Visit(at.browser, maker, at.sites, "unfocused").make()
        maker.close()
        at.open()
    with_frame(at)
    other = OtherWindow(at)
    asks_in_vain(at, frame)
    # The same request succeeds when the page has the focus.
    other.close()
    at.page.js("void party.run(() => party.get())", frame)
    choose(at.window("Sign In to", "ada"), "ada")
    eventually("the ceremony has ended", lambda: at.page.js("party.result !== null", frame))
    assert at.page.js("party.result.done?.said.isGood", frame) is True
    at.no_window()


def test_a_page_without_the_focus_opens_no_window_to_create_a_passkey(at: Visit):
    at.focus()
    # The page has user activation from a key press, but loses the focus.
    at.page.js("""void addEventListener("keydown", () => { globalThis.pressed = true; })""")
    at.page.press("a")
    eventually("the page was active",
        lambda: at.page.js("globalThis.pressed === true && navigator.userActivation.isActive"))
    OtherWindow(at)
    at.run("create", user="hopper")
    never("a window opened", lambda: at.browser.sheets(), 1.5)
    at.page.js("party.control.abort()")


def test_a_page_without_the_focus_does_not_learn_that_a_vault_is_locked(at: Visit, world: World):
    """While no identities are stored on disk, a locked vault may have a passkey for any site."""
    world.latchkey("settings", "keep-identities-in-memory", "on")
    try:
        restart(world)
        at.open()
        other = OtherWindow(at)
        asks_in_vain(at)
        other.close()
        at.run("get")
        closing(lambda: at.window("Sign In to", "Open Latchkey").press("Escape"))
    finally:
        world.latchkey("settings", "keep-identities-in-memory", "off")
        restart(world)


def restart(world: World) -> None:
    """Restarts the agent with the vault locked."""
    world.kill_agent()
    world.start_agent()
    world.lock()
