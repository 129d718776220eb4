"""Fills in forms that do not take a whole login: the first of two steps, and a change of the e-mail address."""

import pytest

from driving import Browser, Page
from savings import no_question, saved
from server import Sites
from waiting import never
from world import World

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
def test_filling_keeps_a_new_email_address_as_it_was_typed(
        world: World, browser: Browser, page: Page, sites: Sites, how: str):
    """Typed before or after the password is picked."""
    host = f"{browser.name}.change.test"
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
    # The extension offers and saves no second login.
    no_question(page, 2)
    assert saved(world, host) == {"ada@old.test": "Planted-1601-Mail"}


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
