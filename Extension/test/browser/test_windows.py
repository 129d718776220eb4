"""The extension's windows with the real agent: one per tab, and none that waits for an event that already happened."""

import time

import pytest

from driving import UNSEEN, Browser, Page
from reachable import PREPARE, search
from server import Sites
from test_lock import type_passphrase
from waiting import eventually, never
from world import PASSPHRASE, PASSWORDS, World


def ask(page: Page, sites: Sites, user: str) -> None:
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick(user)


def wait_unlock(browser: Browser) -> Page:
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    return sheet


def test_a_second_request_of_a_tab_takes_the_first_ones_window(
        locked: World, browser: Browser, page: Page, sites: Sites):
    ask(page, sites, "ada")
    wait_unlock(browser)
    page.bring_to_front()
    page.click("#password")
    page.pick("grace")
    never("another window opened", lambda: len(browser.sheets()) > 1, 1.5)
    sheet = eventually("the window asks for the second", lambda: next(
        (each for each in browser.sheets() if "grace" in each.text()), None))
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#password", PASSWORDS["grace"])
    assert page.value("#user") == "grace"
    eventually("the window is closed", lambda: not browser.sheets())


@pytest.mark.parametrize("place", ["window", "terminal"])
def test_an_unlock_anywhere_continues_every_window(
        place: str, locked: World, browser: Browser, page: Page, sites: Sites):
    other = browser.open()
    ask(other, sites, "ada")
    wait_unlock(browser)
    page.bring_to_front()
    ask(page, sites, "grace")
    eventually("there are two windows", lambda: len(browser.sheets()) == 2)
    sheet = eventually("the second window asks for the passphrase", lambda: next(
        (each for each in browser.sheets() if "grace" in each.text() and each.exists("input[type=password]")), None))
    if place == "terminal":
        locked.unlock()
    else:
        sheet.bring_to_front()
        type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#password", PASSWORDS["grace"])
    other.bring_to_front()
    other.wait_value("#password", PASSWORDS["ada"])
    eventually("both windows are closed", lambda: not browser.sheets())
    other.close()


def test_the_passphrase_error_disappears_when_the_recovery_code_is_asked_for(
        locked: World, browser: Browser, page: Page, sites: Sites):
    ask(page, sites, "ada")
    sheet = wait_unlock(browser)
    type_passphrase(sheet, "not the passphrase")
    eventually("the status is announced", lambda: sheet.exists(".message"))
    sheet.wait_takes_presses()
    sheet.click("text=Forgot the Passphrase?")
    sheet.wait_text("Recovery code")
    assert not sheet.exists(".message")
    assert sheet.js("document.querySelector('[role=alert]').textContent") == ""


def forget_explanation(browser: Browser) -> None:
    """Clears the record that the explanation was shown."""
    own = browser.open(f"{browser.base}/{UNSEEN}")
    own.js("(globalThis.browser ?? chrome).storage.local.remove('explainedSheetMark').then(() => true)")
    own.close()


def test_the_windows_colour_and_word_are_explained_until_the_user_confirms(
        locked: World, browser: Browser, page: Page, sites: Sites):
    forget_explanation(browser)
    page.bring_to_front()
    ask(page, sites, "ada")
    sheet = wait_unlock(browser)
    sheet.wait_text("prove that the window belongs to Latchkey")
    sheet.wait_takes_presses()
    sheet.click("text=Got It")
    eventually("the element is removed", lambda: not sheet.exists(".mark-note"))
    sheet.press("Escape")
    eventually("the window is closed", lambda: not browser.sheets())
    ask(page, sites, "ada")
    assert not wait_unlock(browser).exists(".mark-note")


def test_the_windows_colour_and_word_are_explained_in_three_windows_at_most(
        locked: World, browser: Browser, page: Page, sites: Sites):
    forget_explanation(browser)
    page.bring_to_front()
    seen = []
    for _ in range(4):
        ask(page, sites, "ada")
        sheet = wait_unlock(browser)
        seen.append(sheet.exists(".mark-note"))
        sheet.press("Escape")
        eventually("the window is closed", lambda: not browser.sheets())
    assert seen == [True, True, True, False]


def test_a_fill_into_a_frame_of_another_site_is_confirmed_once(
        world: World, browser: Browser, page: Page, sites: Sites):
    world.unlock()
    page.goto(sites.page("frame-other-site"))
    page.click("#frame >> #user")
    page.wait_strip("otto")
    page.pick("otto")
    sheet = browser.wait_sheet("other.test")
    assert sites.origin("login.example.test") in sheet.text() or "login.example.test" in sheet.text()
    sheet.wait_takes_presses()
    sheet.click("text=Fill")
    eventually("the window is closed", lambda: not browser.sheets())
    page.wait_value("#frame >> #password", PASSWORDS["otto"])


def test_a_revealed_password_is_shown_in_its_unlock_window(
        locked: World, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.origin() + "/empty")
    listed = browser.press_toolbar(page)
    listed.wait_text("Locked")
    listed.press("button[aria-pressed][aria-label*=grace]")
    sheet = wait_unlock(browser)
    assert "shown to you" in sheet.text()
    listed.close()
    type_passphrase(sheet, PASSPHRASE)
    sheet.wait_text(PASSWORDS["grace"])
    sheet.click("text=Done")
    eventually("the window is closed", lambda: not browser.sheets())


def test_the_list_finds_every_login_and_locks_the_vault(world: World, browser: Browser, page: Page, sites: Sites):
    world.unlock()
    page.goto(sites.page("plain"))
    page.wait_for("#user")
    listed = browser.press_toolbar(page)
    listed.wait_text("Unlocked")
    listed.search("otto")
    listed.wait_text("for other.test")
    listed.press("#others .row")
    question = browser.wait_sheet("Fill a Login of Another Site?")
    assert "other.test" in question.text() and "login.example.test" in question.text()
    question.wait_takes_presses()
    question.click("text=Fill for")
    page.wait_value("#password", PASSWORDS["otto"])
    line = world.latchkey("log").splitlines()
    assert any("other.test" in each and "login.example.test" in each for each in line), line[:3]
    listed = browser.press_toolbar(page)
    listed.press("text=Lock Now")
    listed.wait_text("Unlock…")
    assert "locked" in world.vault("status")
    listed.close()


@pytest.mark.parametrize("row", ["Passwords…", "grace"])
def test_typing_in_a_passphrase_field_after_an_unlock_elsewhere_goes_nowhere(
        row: str, locked: World, browser: Browser, page: Page, sites: Sites):
    """The vault is unlocked in a terminal while the user types. Neither the list's search nor the page receives the
    letters.
    """
    ask(page, sites, row)
    sheet = wait_unlock(browser)
    sheet.click("input[type=password]")
    sheet.type("not ")
    locked.unlock()
    began = time.monotonic()
    while time.monotonic() - began < 3:
        sheet.type("p4ss")
        sheet.let_pass(0.2)
        assert "Unlock the Vault" in sheet.text()
    if row == "grace":
        eventually("the window is closed", lambda: not browser.sheets())
        page.wait_value("#password", PASSWORDS["grace"])
        return
    eventually("the list is shown", lambda: sheet.exists("[role=combobox]"))
    assert sheet.value("[role=combobox]") == ""
    sheet.press("Escape")


@pytest.mark.parametrize("place", ["list", "window"])
def test_a_revealed_password_disappears_when_the_vault_is_locked_elsewhere(
        place: str, world: World, browser: Browser, page: Page, sites: Sites):
    """Locked in a terminal here. A locked screen, a timeout and the agent's end use the same code."""
    if place == "list":
        world.unlock()
    else:
        world.lock()
    page.goto(sites.origin() + "/empty")
    listed = browser.press_toolbar(page)
    listed.wait_text("Unlocked" if place == "list" else "Locked")
    listed.press("button[aria-pressed][aria-label*=grace]")
    if place == "list":
        listed.wait_text(PASSWORDS["grace"])
        world.lock()
        eventually("the list hides the password", lambda: PASSWORDS["grace"] not in listed.text(), 5)
        listed.close()
        return
    sheet = wait_unlock(browser)
    listed.close()
    type_passphrase(sheet, PASSPHRASE)
    sheet.wait_text(PASSWORDS["grace"])
    world.lock()
    eventually("the window is closed", lambda: not browser.sheets(), 5)


def test_nothing_of_an_open_window_is_reachable_from_the_page(
        unlocked: None, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.js(PREPARE)
    page.click("#user")
    page.pick("Passwords…")
    sheet = browser.wait_sheet("ada.shopper", "shop.example.test")
    planted, box = ["ada.shopper", "Planted-", browser.base], {"left": 0, "top": 0, "width": 600, "height": 400}
    never("the page reached it", lambda: search(page, planted, box)["leaks"])
    page.bring_to_front()
    for keys in ("Control+a", "Control+c"):
        page.press(keys)
    found = search(page, planted, box)
    assert found["leaks"] == [] and found["strings"] > 1000
    assert page.js("opener") is None and not sheet.is_closed()
