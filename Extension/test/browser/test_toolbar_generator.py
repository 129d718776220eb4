"""The toolbar's password generator with the real agent: which field it fills, and what it stores and asks."""

import json

import pytest

from driving import Browser, Page, ToolbarList
from savings import saved, wait_saved
from server import Sites
from waiting import eventually, never
from world import World

pytestmark = pytest.mark.usefixtures("unlocked")

SHOWN = "document.querySelector('.generator output')?.textContent"
FILL = "document.querySelector('.generator .button.main')"
COVER = """void document.body.insertAdjacentHTML("beforeend",
    "<div id=cover style='position: fixed; inset: 0; background: white'>Win a prize</div>")"""


def show_generator(browser: Browser, page: Page) -> tuple[ToolbarList, str]:
    """Opens the toolbar's generator, and returns the list and the password that it shows."""
    listed = browser.press_toolbar(page)
    listed.press("text=Generate a Password")
    return listed, str(eventually("a password is shown", lambda: listed.js(SHOWN)))


def inbox(world: World, user: str) -> list[dict]:
    return [entry for entry in json.loads(world.vault("inbox", "--json"))["entries"]
            if entry["kind"] == "generated" and entry["user"] == user]


@pytest.mark.parametrize("at", ["#new", "#again"])
def test_fill_puts_the_shown_password_into_the_field_that_the_user_was_in_and_its_confirmation(
        world: World, browser: Browser, page: Page, sites: Sites, at: str):
    host, user = f"{browser.name}.made.test", f"{browser.name}-{at[1:]}@example.test"
    page.goto(sites.page("sign-up", host))
    page.click("#mail")
    page.type(user)
    page.click(at)
    listed, made = show_generator(browser, page)
    listed.press("text=Fill")
    page.wait_value("#new", made)
    page.wait_value("#again", made)
    assert page.value("#mail") == user
    # Stored before the form is submitted, as a password that is picked in the strip.
    assert len(inbox(world, user)) == 1
    page.click("button")
    page.wait_for("#welcome")
    page.wait_banner("aved", host)
    wait_saved(world, host, {**saved(world, host), user: made})


def test_fill_is_disabled_with_a_reason_on_a_page_without_a_new_password_field(
        browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.wait_for("#user")
    listed, _ = show_generator(browser, page)
    assert listed.js(f"{FILL}.getAttribute('aria-disabled')") == "true"
    reason = listed.js(f"document.getElementById({FILL}.getAttribute('aria-describedby')).textContent")
    assert "no new-password field" in str(reason)
    listed.press("text=Fill")
    never("the list has closed or a field was filled", lambda: page.value("#password") or listed.js(SHOWN) is None, 1)
    listed.close()


def test_a_covered_field_is_not_filled_and_its_password_not_stored(
        world: World, browser: Browser, page: Page, sites: Sites):
    host, user = f"{browser.name}.made.test", f"{browser.name}-covered@example.test"
    page.goto(sites.page("sign-up", host))
    page.click("#mail")
    page.type(user)
    page.click("#new")
    page.js(COVER)
    listed, _ = show_generator(browser, page)
    listed.press("text=Fill")
    listed.wait_text("Not filled")
    assert (page.value("#new"), page.value("#again")) == ("", "")
    assert inbox(world, user) == []
    listed.close()


def test_a_page_without_encryption_is_filled_only_after_a_confirmation(browser: Browser, page: Page, sites: Sites):
    host = f"{browser.name}.made.test"
    page.goto(sites.page("sign-up", host, "http"))
    page.click("#new")
    for button, isFilled in (("text=Cancel", False), ("text=Fill Anyway", True)):
        listed, made = show_generator(browser, page)
        listed.press("text=Fill")
        window = browser.wait_sheet(host, "not encrypted")
        listed.close()
        assert page.value("#new") == ""
        window.wait_takes_presses()
        window.click(button)
        eventually("the window is closed", lambda: not browser.sheets())
        if isFilled:
            page.wait_value("#new", made)
            page.wait_value("#again", made)
        else:
            never("the field was filled", lambda: page.value("#new"), 1)
