"""Forms that do not take a whole login: the first of two steps, and a change of the e-mail address."""

import pytest

from driving import GUARD, Browser, Page
from savings import no_question, saved, wait_saved
from server import Sites
from waiting import eventually, never
from world import PASSPHRASE, World

pytestmark = pytest.mark.usefixtures("unlocked")


@pytest.mark.parametrize("name", ["google", "entra", "okta"])
def test_the_first_of_two_steps_is_filled_without_a_note_about_its_password(page: Page, sites: Sites, name: str):
    page.goto(sites.page(f"two-step-{name}-like"))
    page.click("#user")
    page.pick("grace")
    page.wait_value("#user", "grace")
    never("a note says that something was not filled", lambda: [
        drawn.text for drawn in page.drawn() if "not filled" in drawn.text], 1)
    assert page.value("#password") == ""
    page.click("#next")
    page.click("#password")
    page.pick("grace")
    page.wait_value("#password", "Planted-6101-Orbit")


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_new_email_address_stays_as_it_was_typed_and_renames_the_picked_login(
        world: World, browser: Browser, page: Page, sites: Sites, how: str):
    """Typed before or after the password is picked."""
    host = f"{browser.name}.{'change' if how == 'before' else 'update'}.test"
    world.import_logins([(f"https://{host}/", "ada@old.test", "Planted-1601-Mail")])
    page.goto(sites.page("change-email", host))
    if how == "before":
        page.click("#email")
        page.type("ada@new.test")
    page.click("#password")
    page.pick("ada@old.test")
    page.wait_value("#password", "Planted-1601-Mail")
    if how == "after":
        assert page.value("#email") == ""
        page.click("#email")
        page.type("ada@new.test")
    assert page.value("#email") == "ada@new.test"
    page.click("#submit")
    page.wait_for("#welcome")
    page.answer_banner("ada@old.test", "ada@new.test", host, button="Change")
    # The login keeps its password, and there is no second login.
    wait_saved(world, host, {"ada@new.test": "Planted-1601-Mail"})
    page.goto(sites.page("plain", host))
    page.click("#user")
    page.pick("ada@new.test")
    page.wait_value("#password", "Planted-1601-Mail")


def test_a_password_typed_to_confirm_a_new_email_address_is_no_new_login(
        world: World, browser: Browser, page: Page, sites: Sites):
    host = f"{browser.name}.made.test"
    world.import_logins([(f"https://{host}/", "ada@old.test", "Planted-1602-Mail")])
    page.goto(sites.page("change-email", host))
    page.click("#email")
    page.type("ada@new.test")
    page.click("#password")
    page.type("Planted-1602-Mail")
    page.press("Enter")
    page.wait_for("#welcome")
    no_question(page, 2)
    assert saved(world, host) == {"ada@old.test": "Planted-1602-Mail"}


def test_a_rejected_email_address_is_not_offered_and_the_next_one_is(
        world: World, browser: Browser, page: Page, sites: Sites):
    """The page asks for no password, has the previous address in the field, and responds below the form, which stays."""
    host = f"{browser.name}.single.test"
    world.import_logins([(f"https://{host}/", "ada@old.test", "Planted-1603-Mail")])
    page.goto(sites.page("parts/change-email-in-place", host))
    page.click("#email")
    page.press("Control+a")
    page.type("taken@new.test")
    page.press("Enter")
    page.wait_text("Another account has this address.")
    no_question(page, 2)
    page.press("Control+a")
    page.type("ada@new.test")
    page.press("Enter")
    page.wait_text("Your address is now ada@new.test.")
    page.answer_banner("ada@old.test", "ada@new.test", host, button="Not Now")
    assert saved(world, host) == {"ada@old.test": "Planted-1603-Mail"}


def test_a_form_that_changes_address_and_password_asks_once_and_unlocks_the_vault(
        world: World, browser: Browser, page: Page, sites: Sites):
    host = f"{browser.name}.kept.test"
    world.import_logins([(f"https://{host}/", "ada@old.test", "Planted-1604-Mail")])
    page.goto(sites.page("parts/account-settings", host))
    page.click("#email")
    page.press("Control+a")
    page.type("ada@new.test")
    page.click("#old")
    page.type("Planted-1604-Mail")
    for field in ("#new", "#again"):
        page.click(field)
        page.type("Planted-1605-Mail")
    page.press("Enter")
    page.wait_for("#welcome")
    page.wait_banner("ada@old.test", "ada@new.test", "The new password is saved, too.")
    world.lock()
    page.answer_banner("ada@old.test", button="Change")
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    sheet.click("input[type=password]")
    sheet.type(PASSPHRASE)
    page.let_pass(GUARD)
    sheet.press("Enter")
    wait_saved(world, host, {"ada@new.test": "Planted-1605-Mail"})
    page.wait_banner("User name changed")
