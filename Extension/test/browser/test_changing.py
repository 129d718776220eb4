"""Changed passwords: which login an update names, and what happens while the vault is locked."""

import pytest

from driving import GUARD, Browser, Page
from savings import inbox, log_in, no_question, saved, wait_saved
from server import Sites
from waiting import eventually
from world import PASSPHRASE, World

#: Tests add logins to the module's world, so it must be unlocked first.
pytestmark = pytest.mark.usefixtures("unlocked")


def change(page: Page, password: str) -> None:
    """Types a new password. The current one is already filled in."""
    for field in ("#new", "#again"):
        page.click(field)
        page.type(password)
    page.press("Enter")
    page.wait_for("#welcome")


def test_a_change_on_another_host_of_the_site_updates_the_login_that_was_filled_there(
        world: World, page: Page, sites: Sites, browser: Browser):
    host, accounts = f"www.{browser.name}-moved.test", f"accounts.{browser.name}-moved.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Moved"), (f"https://{host}/", "olga", "Old-2-Moved")])
    page.goto(sites.page("change-password", accounts))
    page.click("#old")
    page.pick("nora")
    page.wait_value("#old", "Old-1-Moved")
    change(page, "New-1-Moved")
    # The banner names the login's host, not the page's.
    banner = page.wait_banner("Update", "nora", host)
    assert accounts not in banner.text
    assert saved(world, host) == {"nora": "Old-1-Moved", "olga": "Old-2-Moved"}
    page.answer_banner("nora", button="Update")
    wait_saved(world, host, {"nora": "New-1-Moved", "olga": "Old-2-Moved"})
    assert saved(world, accounts) == {}


@pytest.mark.parametrize("user, error", [
    ("olga", "<p role=alert>Your password has been changed.</p>"), ("nora", "<p class=form-error>Please check your entries.</p>"), ("otto", "<p>Your current password is wrong.</p>"),
], ids=["confirmed", "named", "in words"])
def test_a_password_change_whose_form_is_shown_again_asks_the_user_unless_the_page_shows_an_error(
        world: World, page: Page, sites: Sites, browser: Browser, user: str, error: str):
    host = f"{browser.name}.again.test"
    password = f"Old-1-{user}"
    world.import_logins([(f"https://{host}/", user, password)])
    page.goto(sites.page("change-password", host))
    page.js(f"""void (sessionStorage.error = {error!r}, document.querySelector("form").action = "/change?then=parts/changed")""")
    page.click("#old")
    page.pick(user)
    page.wait_value("#old", password)
    for field in ("#new", "#again"):
        page.click(field)
        page.type("New-3-Again")
    page.press("Enter")
    page.wait_for("#message")
    if "changed" not in error:
        no_question(page, 1.5)
        assert saved(world, host)[user] == password
    else:
        page.answer_banner("Update", user, button="Update")
        eventually("the vault has the new password", lambda: saved(world, host)[user] == "New-3-Again")


def test_a_password_change_whose_form_stays_below_a_toast_asks_the_user(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.toast.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Toast")])
    page.goto(sites.page("change-password", host))
    page.js("""void document.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        fetch("/empty").then(() => document.body.insertAdjacentHTML("beforeend", "<div id=toast role=status>Password changed</div>"));
    })""")
    page.click("#old")
    page.pick("nora")
    page.wait_value("#old", "Old-1-Toast")
    for field in ("#new", "#again"):
        page.click(field)
        page.type("New-1-Toast")
    page.press("Enter")
    page.wait_for("#toast")
    page.answer_banner("Update", "nora", button="Update")
    wait_saved(world, host, {"nora": "New-1-Toast"})


def test_a_change_on_another_host_updates_the_login_that_signed_in_before(
        world: World, page: Page, sites: Sites, browser: Browser):
    host, accounts = f"www.{browser.name}-walk.test", f"accounts.{browser.name}-walk.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Walk")])
    page.goto(sites.page("plain", host))
    page.click("#user")
    page.pick("nora")
    page.wait_value("#password", "Old-1-Walk")
    page.click("button")
    page.wait_for("#welcome")
    page.goto(sites.page("change-password", accounts))
    page.click("#old")
    page.type("Old-1-Walk")
    change(page, "New-1-Walk")
    page.answer_banner("Update", "nora", host, button="Update")
    wait_saved(world, host, {"nora": "New-1-Walk"})
    assert saved(world, accounts) == {}


def test_a_typed_change_on_another_host_leaves_the_stored_login_unchanged(
        world: World, page: Page, sites: Sites, browser: Browser):
    host, accounts = f"www.{browser.name}-strange.test", f"accounts.{browser.name}-strange.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Strange")])
    page.goto(sites.page("change-password", accounts))
    page.click("#old")
    page.type("Old-1-Strange")
    change(page, "New-1-Strange")
    page.answer_banner(accounts, button="Save")
    wait_saved(world, accounts, {"": "New-1-Strange"})
    assert saved(world, host) == {"nora": "Old-1-Strange"}


def test_a_change_while_locked_is_kept_and_confirmed_at_the_next_unlock(
        world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.kept.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-1-Kept")])
    world.lock()
    page.goto(sites.page("change-password", host))
    page.click("#old")
    page.type("Old-1-Kept")
    change(page, "New-1-Kept")
    page.wait_banner("Saved for later", "nora", host, "asks about it when you next unlock it")
    # A fill unlocks the vault and then uses the updated password.
    page.goto(sites.page("plain", host))
    page.click("#user")
    page.pick("nora")
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    sheet.click("input[type=password]")
    sheet.type(PASSPHRASE)
    sheet.press("Enter")
    question = browser.wait_sheet("Saved While Locked", "nora", host)
    assert saved(world, host) == {"nora": "Old-1-Kept"}
    page.let_pass(GUARD)
    question.click("text=Update")
    page.wait_value("#password", "New-1-Kept")
    wait_saved(world, host, {"nora": "New-1-Kept"})
    assert inbox(world, host) == []


@pytest.mark.parametrize("place", ["the same host", "another host"])
def test_a_change_to_a_generated_password_ends_in_one_login(
        world: World, page: Page, sites: Sites, browser: Browser, place: str):
    host = f"www.{browser.name}-made.test"
    where = host if place == "the same host" else f"accounts.{browser.name}-made.test"
    user = f"nora {place}"
    world.import_logins([(f"https://{host}/", user, "Old-1-Made")])
    page.goto(sites.page("change-password", where))
    page.click("#old")
    page.pick(user)
    page.wait_value("#old", "Old-1-Made")
    page.click("#new")
    page.pick("Use Strong Password")
    eventually("a password is filled", lambda: len(page.value("#again")) >= 12)
    made = page.value("#new")
    # From now on the password is in the inbox, linked to this login.
    eventually("the password is in the inbox", lambda: [entry["user"] for entry in inbox(world, host)] == [user])
    page.click("form button")
    page.wait_for("#welcome")
    page.answer_banner("Update", user, host, button="Update")
    eventually("the login has the new password", lambda: saved(world, host).get(user) == made)
    assert [login["user"] for login in world.logins(f"{browser.name}-made.test")].count(user) == 1
    assert inbox(world, f"{browser.name}-made.test") == []


def test_two_changes_of_one_password_end_in_the_last_one(world: World, page: Page, sites: Sites, browser: Browser):
    host = f"{browser.name}.change.test"
    world.import_logins([(f"https://{host}/", "nora", "Old-2-Twice")])
    for number in (1, 2):
        page.goto(sites.page("change-password", host))
        page.click("#old")
        page.type("Typed")
        change(page, f"New-{number}-Twice")
        page.answer_banner("nora", button="Update")
        wait_saved(world, host, {"nora": f"New-{number}-Twice"})
    log_in(page, sites, host, "nora", "New-2-Twice")
    no_question(page)
