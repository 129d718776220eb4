"""Saving and updating: the question after a successful login, and the vault afterwards."""

import json

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import Browser, Page
from savings import log_in, saved, wait_saved
from server import Sites
from waiting import eventually, never
from world import World

#: Tests add logins to the module's world, so it must be unlocked first.
pytestmark = pytest.mark.usefixtures("unlocked")


def test_a_new_login_is_saved_after_the_user_confirms(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.new.test"
    log_in(page, sites, host, "nora", "Typed-1-Window")
    assert saved(world, host) == {}
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Typed-1-Window"})
    # The same login again raises no question.
    log_in(page, sites, host, "nora", "Typed-1-Window")
    never("a question was shown", lambda: page.banner() and page.banner().text, 1)
    assert saved(world, host) == {"nora": "Typed-1-Window"}


def test_a_new_login_of_a_page_over_plain_http_is_saved(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.typo.test"
    page.goto(sites.page("plain", host, "http"))
    page.click("#user")
    page.type("nora")
    page.press("Tab")
    page.type("Typed-2-Window")
    page.press("Enter")
    page.wait_for("#welcome")
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Typed-2-Window"})


def test_another_password_updates_the_login_and_adds_none(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.update.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Window"), (f"https://{host}/", "olga", "Old-2-Window")])
    log_in(page, sites, host, "nora", "New-1-Window")
    page.answer_banner("nora", button="Update")
    wait_saved(world, host, {"nora": "New-1-Window", "olga": "Old-2-Window"})


def test_a_login_on_one_host_leaves_another_hosts_login_unchanged(
        world: World, page: Page, sites: Sites, browser: Browser):
    host, other = f"forum.{browser.name}-hosts.test", f"mail.{browser.name}-hosts.test"
    world.import_logins([(f"https://{other}/", "nora", "Mail-1-Window")])
    log_in(page, sites, host, "nora", "Forum-1-Window")
    page.answer_banner("nora", button="Save")
    eventually("the login is saved", lambda: saved(world, host) == {"nora": "Forum-1-Window"})
    assert saved(world, other) == {"nora": "Mail-1-Window"}


def test_a_filled_login_of_the_vault_raises_no_question(page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("grace")
    page.wait_value("#user", "grace")
    page.click("button")
    page.wait_for("#welcome")
    never("a question was shown", lambda: page.banner() and page.banner().text, 1)


def test_a_failed_login_is_not_offered_for_saving(page: Page, sites: Sites, browser: Browser):
    page.goto(sites.page("login-that-fails", f"{browser.name}.failed.test"))
    page.click("#user")
    page.type("nora")
    page.press("Tab")
    page.type("Wrong-1-Window")
    page.press("Enter")
    page.wait_for("[role=alert]")
    never("a question was shown", lambda: page.banner() and page.banner().text, 1)


def test_never_for_this_site_is_remembered(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.never.test"
    log_in(page, sites, host, "nora", "Typed-2-Window")
    page.answer_banner("nora", button="Never")
    eventually("the question is closed", lambda: not page.banner())
    log_in(page, sites, host, "nora", "Typed-2-Window")
    never("a question was shown", lambda: page.banner() and page.banner().text, 1)
    assert saved(world, host) == {}


def test_not_now_asks_again_the_next_time(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.notnow.test"
    log_in(page, sites, host, "nora", "Typed-3-Window")
    page.answer_banner("nora", button="Not Now")
    eventually("the question is closed", lambda: not page.banner())
    assert saved(world, host) == {}
    log_in(page, sites, host, "nora", "Typed-3-Window")
    page.wait_banner("nora")


def test_a_login_in_two_steps_is_saved_with_its_user_name(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.steps.test"
    page.goto(sites.page("two-step", host))
    page.click("#user")
    page.type("nora")
    page.press("Enter")
    page.wait_for("#password")
    page.click("#password")
    page.type("Typed-4-Window")
    page.press("Enter")
    page.wait_for("#welcome")
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Typed-4-Window"})


def test_a_password_change_updates_the_login(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.change.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-5-Window")])
    page.goto(sites.page("change-password", host))
    page.click("#old")
    page.pick("nora")
    page.wait_value("#old", "Old-5-Window")
    page.click("#new")
    page.type("New-5-Window")
    page.click("#again")
    page.type("New-5-Window")
    page.press("Enter")
    page.wait_for("#welcome")
    page.answer_banner("nora", button="Update")
    wait_saved(world, host, {"nora": "New-5-Window"})


def test_a_generated_password_is_kept_from_the_moment_it_is_filled_and_offered_when_the_form_is_shown_again(
        world: World, page: Page, sites: Sites, browser: Browser):
    """The user leaves the page before submitting. The password is kept, and becomes a login at the next unlock."""
    host = f"{browser.name}.made.test"
    page.goto(sites.page("sign-up", host))
    page.click("#mail")
    page.type("nora@example.test")
    page.click("#new")
    page.pick("Use Strong Password")
    eventually("a password is filled", lambda: len(page.value("#new")) >= 12)
    made = page.value("#new")
    page.goto(sites.page("sign-up", host))
    page.click("#new")
    page.pick("Just generated")
    for field in ("#new", "#again"):
        page.wait_value(field, made)
    page.goto("about:blank")
    eventually("the inbox has the generated password", lambda: any(
        entry["kind"] == "generated" and entry["user"] == "nora@example.test"
        for entry in json.loads(world.vault("inbox", "--json"))["entries"]))
    never("a login was saved", lambda: saved(world, host), 1)
    world.lock()
    world.unlock()
    wait_saved(world, host, {"nora@example.test": made})


# Forms that are not submitted, and forms that a script submits


def wait_no_failure(page: Page) -> None:
    """Asserts that the strip reports no failed login after the extension has judged the page."""
    page.let_pass(1.5)
    page.click("#user")
    eventually("the strip is shown", page.strip)
    never("a failed login is reported", lambda: page.strip() and "could not log in" in page.strip().text, 1.5)


def test_a_filled_login_that_was_not_submitted_has_not_failed(page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("ada")
    page.wait_value("#user", "ada")
    page.goto(sites.page("plain"))
    wait_no_failure(page)


def test_an_abandoned_half_login_raises_no_question(page: Page, sites: Sites, browser: Browser):
    page.goto(sites.page("plain", f"{browser.name}.failed.test"))
    page.click("#user")
    page.type("halb")
    page.press("Tab")
    page.type("Half-1-")
    page.goto(sites.origin(f"{browser.name}.failed.test") + "/welcome")
    never("a question was shown", lambda: page.banner() and page.banner().text, 1.5)


def test_a_generated_password_of_an_abandoned_sign_up_is_not_reported_as_saved(
        page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.failed.test"
    page.goto(sites.page("sign-up", host))
    page.click("#mail")
    page.type("halb@example.test")
    page.click("#new")
    page.pick("Use Strong Password")
    eventually("a password is filled", lambda: len(page.value("#new")) >= 12)
    page.goto(sites.origin(host) + "/welcome")
    never("the password was reported as saved", lambda: page.banner() and page.banner().text, 1.5)


BY_SCRIPT = """void document.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    setTimeout(() => { %s }, 700);
})"""


@pytest.mark.parametrize("done", [
    # Navigates to a page with another login form.
    "location.href = '/p/login-that-fails'",
    # Navigates to the form's own page after the form was removed.
    "location.href = location.pathname + '?in'",
], ids=["another page", "the same page"])
def test_a_login_that_a_script_submits_and_that_navigates_has_not_failed(page: Page, sites: Sites, done: str):
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("ada")
    page.wait_value("#user", "ada")
    page.js(BY_SCRIPT % done)
    if "?in" in done:
        page.js("""void document.querySelector("form").addEventListener("submit", (event) => {
            setTimeout(() => event.target.remove(), 100);
        })""")
    page.js("document.documentElement.id = 'before', true")
    page.click("button")
    page.wait_for("html:not(#before) #user")
    wait_no_failure(page)


# While the vault is locked

@pytest.mark.parametrize("name", BROWSERS)
def test_a_login_saved_while_locked_survives_the_end_of_browser_and_agent(
        name: str, own_world: World, sites: Sites, playwright: Playwright):
    browser = launch(name, own_world, sites, playwright)
    try:
        browser.install_native_host()
        own_world.lock()
        page = browser.open()
        log_in(page, sites, "locked.test", "nora", "Locked-1-Window")
        page.answer_banner("nora", button="Save")
        page.wait_banner("next unlock")
    finally:
        browser.kill()
    own_world.kill_agent()
    assert own_world.files_holding("Locked-1-Window", own_world.home) == []
    own_world.start_agent()
    own_world.unlock()
    wait_saved(own_world, "locked.test", {"nora": "Locked-1-Window"})
    assert own_world.files_holding("Locked-1-Window", own_world.path) == []


