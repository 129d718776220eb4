"""Each way of submitting a login ends in exactly one correct vault entry. A page's scripted submissions end in none."""

import json

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import Browser, Page
from savings import inbox, log_in, no_question, saved, wait_saved
from server import Sites
from waiting import closing, eventually
from world import World

#: Tests add logins to the module's world, so it must be unlocked first.
pytestmark = pytest.mark.usefixtures("unlocked")


@pytest.fixture(autouse=True, scope="module")
def warm(browser: Browser, sites: Sites) -> None:
    """Loads the form watcher once. The tests type faster than a fresh browser loads it."""
    page = browser.open(sites.page("plain"))
    page.click("#user")
    page.wait_strip("grace")
    page.close()


def fill_in(page: Page, user: str, password: str, frame: str = "") -> None:
    page.click(frame + "#user")
    page.press("Control+a")
    page.type(user)
    page.click(frame + "#password")
    page.press("Control+a")
    page.type(password)


def test_saves_a_login_of_a_single_page_app_that_pushes_an_address(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.single.test"
    page.goto(sites.page("single-page", host))
    fill_in(page, "nora", "Typed-1-Single")
    page.click("#go")
    page.wait_for("#welcome")
    assert page.url.endswith("/home")
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Typed-1-Single"})


def test_saves_a_sign_up_whose_address_comes_before_its_password(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.joined.test"
    page.goto(sites.page("sign-up-two-steps", host))
    page.click("#mail")
    # The form watcher loads at the user's first touch, within half a second. A user does not type an address so fast.
    page.let_pass(0.5)
    page.type("nora@example.test")
    page.press("Enter")
    page.wait_for("#new")
    page.click("#new")
    page.type("Typed-1-Joined")
    page.press("Escape")
    page.click("#go")
    page.wait_for("#welcome")
    page.answer_banner("nora@example.test", button="Save")
    wait_saved(world, host, {"nora@example.test": "Typed-1-Joined"})


def test_saves_a_login_whose_steps_are_on_two_hosts(world: World, page: Page, sites: Sites, browser: Browser):
    accounts, host = f"accounts.{browser.name}-walk.test", f"login.{browser.name}-walk.test"
    page.goto(sites.page("two-step", accounts))
    page.click("#user")
    page.type("nora")
    page.press("Enter")
    page.wait_for("#password")
    page.goto(sites.page("parts/second-step", host))
    page.click("#password")
    page.type("Typed-1-Walk")
    page.press("Enter")
    page.wait_for("#welcome")
    page.answer_banner("nora", host, button="Save")
    wait_saved(world, host, {"nora": "Typed-1-Walk"})
    assert saved(world, accounts) == {}


# Frames

def test_saves_a_login_in_a_sandboxed_frame_that_keeps_its_origin(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.framed.test"
    page.goto(sites.page("frame-sandboxed-same-origin", host))
    page.wait_for("#frame >> #user")
    fill_in(page, "nora", "Typed-1-Framed", "#frame >> ")
    page.press("Enter")
    page.wait_for("#frame >> #welcome")
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Typed-1-Framed"})


def test_saves_a_login_in_a_sandboxed_frame_that_may_not_submit_forms(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.noforms.test"
    page.goto(sites.origin(host) + "/empty")
    page.js("""document.body.insertAdjacentHTML("beforeend", "<iframe id=frame sandbox='allow-scripts allow-same-origin' " +
        "src=/p/parts/placed width=600 height=300></iframe>")""")
    page.wait_for("#frame >> #go")
    fill_in(page, "nora", "Right-1-Framed", "#frame >> ")
    page.click("#frame >> #go")
    page.wait_for("#frame >> #welcome")
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Right-1-Framed"})


def test_a_sandboxed_frame_with_an_opaque_origin_saves_nothing(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.opaque.test"
    page.goto(sites.page("frame-sandboxed", host))
    page.wait_for("#frame >> #user")
    fill_in(page, "nora", "Typed-1-Opaque", "#frame >> ")
    page.press("Enter")
    page.wait_for("#frame >> #welcome")
    no_question(page, 2)
    assert saved(world, host) == {}


# Pop-up windows

@pytest.mark.parametrize("how", ["", "?here"], ids=["response", "script"])
def test_offers_a_login_of_a_popup_window_that_closes_itself_in_the_page_behind_it(
        world: World, browser: Browser, page: Page, sites: Sites, how: str):
    accounts, user = f"accounts.{browser.name}-walk.test", "polly" + how
    page.goto(sites.origin(f"www.{browser.name}-walk.test") + "/empty")
    page.js(f"""document.body.insertAdjacentHTML("beforeend", '<button id=open>Sign in</button>'),
        document.querySelector("#open").onclick = () => open("{sites.page("parts/popup-login", accounts)}{how}", "{how}in", "popup,width=600,height=500")""")
    page.click("#open")
    popup = eventually("the pop-up window", lambda: next(
        (each for each in browser.pages() if each.url.endswith("parts/popup-login" + how)), None))
    popup.wait_for("#user")
    popup.click("#user")
    popup.let_pass(0.5)
    popup.type(user)
    popup.press("Tab")
    popup.type("Typed-1-Popup")
    closing(lambda: popup.press("Enter"))
    page.answer_banner(user, accounts, button="Save")
    eventually("the login is saved", lambda: saved(world, accounts).get(user) == "Typed-1-Popup")


# Corrected passwords

def test_saves_a_password_that_is_corrected_on_the_next_page(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.typo.test"
    page.goto(sites.page("parts/checked", host))
    for password in ("Wrong-1-Typo", "Right-1-Typo"):
        fill_in(page, "nora", password)
        page.press("Enter")
        page.wait_for("#welcome" if password.startswith("Right") else "#word:not(:empty)")
        if password.startswith("Wrong"):
            no_question(page, 1.5)
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Right-1-Typo"})


def test_saves_a_password_that_is_corrected_in_place(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.place.test"
    page.goto(sites.page("parts/placed", host))
    for password in ("Wrong-1-Place", "Wrong-2-Place", "Right-1-Place"):
        fill_in(page, "nora", password)
        page.click("#go")
        page.wait_for("#welcome" if password.startswith("Right") else "#word:not(:empty)")
        if password == "Wrong-1-Place":
            no_question(page, 2)
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Right-1-Place"})


# Concurrent logins

def test_the_same_login_twice_in_quick_succession_is_saved_once(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.twice.test"
    log_in(page, sites, host, "nora", "Typed-1-Twice")
    log_in(page, sites, host, "nora", "Typed-1-Twice")
    page.answer_banner("nora", button="Save")
    page.wait_banner("Password saved")
    log_in(page, sites, host, "nora", "Typed-1-Twice")
    no_question(page, 1.5)
    wait_saved(world, host, {"nora": "Typed-1-Twice"})
    assert len(world.logins(host)) == 1


@pytest.mark.parametrize("is_locked", [False, True], ids=["unlocked", "locked"])
def test_the_same_login_in_two_tabs_is_saved_once(
        world: World, page: Page, sites: Sites, browser: Browser, is_locked: bool):
    host = f"{browser.name}.{'lockedtabs' if is_locked else 'tabs'}.test"
    if is_locked:
        world.lock()
    other = browser.open()
    try:
        for each in (page, other):
            each.bring_to_front()
            log_in(each, sites, host, "nora", "Typed-1-Tabs")
            each.wait_banner("nora")
        for each in (page, other):
            each.bring_to_front()
            each.answer_banner("nora", button="Save")
            each.wait_banner("Saved for later" if is_locked else "Password saved")
    finally:
        other.close()
    world.unlock()
    wait_saved(world, host, {"nora": "Typed-1-Tabs"})
    assert len(world.logins(host)) == 1
    assert inbox(world, host) == []


@pytest.mark.parametrize("is_locked", [False, True], ids=["unlocked", "locked"])
def test_two_passwords_generated_before_the_address_is_typed_end_in_one_login(
        world: World, page: Page, sites: Sites, browser: Browser, is_locked: bool):
    host = f"{browser.name}.{'lockedlater' if is_locked else 'later'}.test"
    if is_locked:
        world.lock()
    page.goto(sites.page("sign-up", host))
    made = ""
    for _ in range(2):
        before = made
        page.click("#mail")
        page.click("#new")
        page.pick("Use Strong Password")
        eventually("a password is filled", lambda: len(page.value("#again")) >= 12 and page.value("#again") != before)
        made = page.value("#new")
    page.click("#mail")
    page.type("nora@example.test")
    page.press("Enter")
    page.wait_for("#welcome")
    page.wait_banner("Saved for later" if is_locked else "Password saved")
    world.unlock()
    wait_saved(world, host, {"nora@example.test": made})
    assert len(world.logins(host)) == 1
    assert inbox(world, host) == []


# After a crash

@pytest.mark.parametrize("name", BROWSERS)
def test_a_generated_password_survives_a_browser_that_is_killed_before_the_form_is_submitted(
        name: str, own_world: World, sites: Sites, playwright: Playwright):
    browser = launch(name, own_world, sites, playwright)
    try:
        browser.install_native_host()
        page = browser.open(sites.page("sign-up", "fresh.test"))
        page.click("#mail")
        page.type("nora@example.test")
        page.click("#new")
        page.pick("Use Strong Password")
        eventually("a password is filled", lambda: len(page.value("#new")) >= 12)
        made = page.value("#new")
    finally:
        browser.kill()
    own_world.kill_agent()
    own_world.start_agent()
    own_world.unlock()
    wait_saved(own_world, "fresh.test", {"nora@example.test": made})
    assert len(own_world.logins("fresh.test")) == 1


# Scripted submissions

#: Submits many forms from a script. Chromium and Firefox report `insertText` as typed by a user.
PLAY = """new Promise((resolve) => {
    const forms = Array.from({ length: 12 }, (_, index) => {
        const form = document.createElement("form");
        form.innerHTML = "<h2>Sign in</h2><input name=user autocomplete=username>" +
            "<input type=password name=password autocomplete=current-password><button>Sign in</button>";
        form.addEventListener("submit", (event) => event.preventDefault());
        document.body.append(form);
        const type = (field, text) => { field.focus(); document.execCommand("insertText", false, text); };
        type(form.elements[0], %s);
        type(form.elements[1], "Played-%s-" + index);
        form.requestSubmit();
        return form;
    });
    setTimeout(() => { for (const form of forms) form.remove(); }, 200);
    setTimeout(() => resolve(true), 2500);
})"""


def test_scripted_submissions_raise_one_question_at_a_time_and_do_not_fill_the_inbox(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.flood.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Flood")])
    world.lock()
    page.goto(sites.origin(host) + "/empty")
    page.js("document.body.insertAdjacentHTML('beforeend', '<label>User name <input id=user autocomplete=username></label>')")
    page.click("#user")
    page.wait_strip("nora")
    page.type("x")
    page.press("Escape")
    for number in (1, 2):
        page.js(PLAY % (json.dumps("nora"), number))
    page.js(PLAY % ("`stranger${index}`", 3))
    banners = [each for each in page.drawn() if each.list is None and each.text]
    assert len(banners) <= 1
    world.unlock()
    waiting = inbox(world, host)
    # Some entries prove that the extension took them for typed, so the limit held.
    assert 1 <= len(waiting) <= 5, waiting
    assert saved(world, host) == {"nora": "Old-1-Flood"}
    # The user's own login is offered although the page has used up its submissions of this minute.
    log_in(page, sites, host, "olga", "Typed-1-Flood")
    page.wait_banner("olga")
