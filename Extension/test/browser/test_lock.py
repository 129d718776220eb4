"""Events between a click and a filled field: a locked vault, a killed agent, a stopped worker."""

import pytest

from driving import Browser, Page
from server import Sites
from waiting import eventually, never
from world import PASSPHRASE, PASSWORDS, World


def type_passphrase(sheet: Page, passphrase: str) -> None:
    sheet.wait_takes_presses()
    sheet.click("input[type=password]")
    sheet.type(passphrase)
    sheet.press("Enter")


def test_a_locked_vault_is_unlocked_in_the_window_and_then_the_fill_continues(
        locked: World, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.js("globalThis.mark = 'the same document'")
    page.click("#user")
    page.pick("grace")
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    assert "Latchkey" in str(sheet.js("document.title"))
    assert "login.example.test" in sheet.text()
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#user", "grace")
    page.wait_value("#password", PASSWORDS["grace"])
    assert page.js("globalThis.mark") == "the same document"
    eventually("the window is closed", lambda: not browser.sheets())


def test_a_wrong_passphrase_shows_an_error_and_keeps_the_window_open(
        locked: World, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("ada")
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    type_passphrase(sheet, "not the passphrase")
    eventually("the window shows the error",
        lambda: sheet.exists("[role=alert]:not(:empty)") or "wrong" in sheet.text().lower())
    assert page.value("#user") == ""
    sheet.press("Control+a")
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#password", PASSWORDS["ada"])


@pytest.mark.parametrize("way", ["Escape", "Cancel", "close"])
def test_leaving_the_unlock_window_fills_nothing(
        way: str, locked: World, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("ada")
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    if way == "Escape":
        sheet.click("input[type=password]")
        sheet.press("Escape")
    elif way == "Cancel":
        sheet.click("text=Cancel")
    else:
        sheet.close()
    eventually("the window is closed", lambda: not browser.sheets())
    never("a field was filled", lambda: page.value("#user") + page.value("#password"))
    # The page can request again.
    page.click("#password")
    page.wait_strip("ada")


def test_a_click_is_not_lost_when_the_agent_is_killed(world: World, browser: Browser, page: Page, sites: Sites):
    world.unlock()
    page.goto(sites.page("plain"))
    page.click("#user")
    page.wait_strip("grace")
    world.kill_agent()
    world.start_agent()
    page.pick("grace")
    # The agent's keychain ended with it, so the vault is locked.
    sheet = browser.wait_sheet()
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#password", PASSWORDS["grace"])


def test_a_click_is_not_lost_when_the_worker_is_stopped(world: World, browser: Browser, page: Page, sites: Sites):
    world.unlock()
    page.goto(sites.page("plain"))
    page.click("#user")
    page.wait_strip("grace")
    browser.stop_background()
    page.pick("grace")
    page.wait_value("#password", PASSWORDS["grace"])
    browser.stop_background()
    page.goto(sites.page("plain", "shop.example.test"))
    page.click("#user")
    page.pick("ada.shopper")
    page.wait_value("#password", PASSWORDS["ada.shopper"])
