"""Private windows: filled when somebody asks for it, and afterwards nothing has been saved, nor kept in the browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import Browser, Page
from savings import saved
from server import Sites
from test_lock import type_passphrase
from test_toolbar import visit, with_permissions
from waiting import eventually, never
from world import PASSPHRASE, PASSWORDS, World


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    copy = with_permissions(world.path / f"private-extension-{request.param}")
    running = launch(request.param, world, sites, playwright, extension=copy, private=True)
    running.install_native_host()
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser, world: World) -> Iterator[Page]:
    world.unlock()
    opened = browser.open(private=True)
    yield opened
    for each in [*browser.sheets(), opened]:
        if not each.is_closed():
            each.close()


def test_fills_when_somebody_asks_for_it(world: World, browser: Browser, page: Page, sites: Sites):
    world.lock()
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("grace")
    sheet = browser.wait_sheet("login.example.test")
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#user", "grace")
    page.wait_value("#password", PASSWORDS["grace"])

def test_saves_nothing_and_offers_nothing_for_saving(world: World, browser: Browser, page: Page, sites: Sites):
    host = f"{browser.name}.new.test"
    page.goto(sites.page("plain", host))
    page.wait_for("#user")
    page.click("#user")
    page.type("nora")
    page.press("Tab")
    page.type("Typed-1-Private")
    page.press("Enter")
    page.wait_for("#welcome")
    never("a question came", lambda: page.banner() and page.banner().text, 1)
    assert saved(world, host) == {}
    # Nor does it come later, in a window that is not private.
    other = browser.open(sites.page("plain", host))
    never("a question came", lambda: other.banner() and other.banner().text, 1)
    other.close()
    assert "Typed-1-Private" not in str(browser.api(STORED))
    assert host not in str(browser.api(STORED))


def test_answers_http_authentication_and_keeps_nothing_of_it(
        world: World, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.origin("auth.test") + "/empty")
    visit(page, f"{sites.origin('auth.test')}/basic/private-{browser.name}/Planted-8807-Basic")
    window = browser.wait_sheet("auth.test")
    assert f"private-{browser.name}" in window.text()
    window.wait_text("grace")
    window.let_pass(0.7)
    window.click("[role=option]")
    eventually("the page is open", lambda: page.exists("#in"))
    assert "auth.test" not in str(browser.api(STORED))


#: All that the extension keeps, as text.
STORED = """Promise.all(["local", "session", "sync"].map((area) =>
    (globalThis.browser ?? globalThis.chrome).storage[area]?.get(null).catch(() => null))).then(JSON.stringify)"""
