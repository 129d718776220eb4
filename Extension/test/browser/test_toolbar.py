"""The toolbar's list with the real agent, and HTTP authentication from the vault."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import EXTENSION, Browser, Page
from server import Sites
from waiting import eventually, never
from world import PASSWORDS, World


def with_permissions(folder: Path) -> Path:
    """Copies the extension with its optional permissions granted, because no driver can press the permission dialog."""
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("test", "forms/*"))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["permissions"] += manifest.pop("optional_permissions")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    copy = with_permissions(world.path / f"extension-{request.param}")
    running = launch(request.param, world, sites, playwright, extension=copy)
    running.install_native_host()
    yield running
    running.close()


def test_the_list_shows_the_logins_of_the_page_and_fills_one(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.wait_for("#user")
    listed = browser.press_toolbar(page)
    listed.wait_text("login.example.test", "ada", "grace")
    assert "otto" not in listed.text()
    assert not any(password in listed.text() for password in PASSWORDS.values())
    listed.press("button[aria-label*=grace].row")
    page.wait_value("#user", "grace")
    page.wait_value("#password", PASSWORDS["grace"])


def test_the_list_reveals_a_password_on_a_page_without_a_form(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.origin() + "/empty")
    listed = browser.press_toolbar(page)
    listed.wait_text("grace")
    listed.press("button[aria-pressed][aria-label*=grace]")
    listed.wait_text(PASSWORDS["grace"])
    assert PASSWORDS["grace"] not in str(page.js("document.documentElement.outerHTML"))


def test_shortcuts_fill_the_best_suggestion_and_show_all_of_them(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain", "shop.example.test"))
    page.wait_for("#user")
    browser.press_shortcut(page, "U")
    page.wait_value("#user", "ada.shopper")
    page.wait_value("#password", PASSWORDS["ada.shopper"])
    page.goto(sites.page("plain"))
    page.wait_for("#user")
    browser.press_shortcut(page, "K")
    page.wait_strip("ada", "grace")


def test_the_context_menu_has_an_entry_that_fills_the_field(browser: Browser, page: Page, sites: Sites):
    # An entry that does not exist cannot be updated.
    menus = "(globalThis.browser ?? globalThis.chrome).contextMenus"
    assert browser.api(f"{menus}.update('fill-here', {{}}).then(() => true, () => false)") is True
    if browser.name != "chromium":
        return
    page.goto(sites.page("plain", "shop.example.test"))
    page.wait_for("#user")
    page.bring_to_front()
    page.js("document.querySelector('#password').focus()")
    # No driver can press the browser's menu, so this dispatches its event to the extension.
    browser.background("""chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => {
        chrome.contextMenus.onClicked.dispatch({ menuItemId: 'fill-here', frameId: 0, pageUrl: tab.url }, tab); })""")
    page.wait_value("#password", PASSWORDS["ada.shopper"])
    page.wait_value("#user", "ada.shopper")


def visit(page: Page, address: str) -> None:
    """Navigates as a link does. The driver's navigation would wait for the response."""
    page.js(f"void setTimeout(() => {{ location.href = '{address}'; }}, 0)")


def test_http_authentication_is_answered_with_the_picked_login(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.origin("auth.test") + "/empty")
    visit(page, f"{sites.origin('auth.test')}/basic/staff-{browser.name}/Planted-8807-Basic")
    window = browser.wait_sheet("auth.test")
    assert f"staff-{browser.name}" in window.text()
    window.wait_text("grace")
    window.wait_takes_presses()
    window.click("[role=option]")
    eventually("the page is open", lambda: page.exists("#in"))


def test_http_authentication_of_subresources_opens_no_window(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.origin("mallory.test") + "/empty")
    address = sites.origin("auth.test") + f"/basic/image-{browser.name}/Planted-8807-Basic"
    page.js(f"""void (() => {{
        document.body.append(Object.assign(new Image(), {{ src: "{address}" }}));
        document.body.append(Object.assign(document.createElement("iframe"), {{ src: "{address}" }}));
        fetch("{address}", {{ mode: "no-cors", credentials: "include" }}).catch(() => 0);
    }})()""")
    never("a window was opened", lambda: [each.url for each in browser.sheets()], 1.5)
    assert not [each for each in sites.authorizations if f"image-{browser.name}" in each["path"] and each["given"]]
