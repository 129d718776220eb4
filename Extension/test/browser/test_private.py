"""Private windows: they fill on request, save nothing and leave no data in the browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import Browser, Page
from savings import log_in, saved
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


def test_a_private_window_fills_on_request_and_records_no_use(
        world: World, browser: Browser, page: Page, sites: Sites):
    world.lock()
    order = world.latchkey("suggest", sites.page("plain"))
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("grace")
    sheet = browser.wait_sheet("login.example.test")
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#user", "grace")
    page.wait_value("#password", PASSWORDS["grace"])
    never("the use was recorded", lambda: world.latchkey("suggest", sites.page("plain")) != order, 1.5)
    assert "grace" not in world.latchkey("log")


def test_a_private_window_saves_no_login_and_offers_none_for_saving(world: World, browser: Browser, sites: Sites):
    world.unlock()
    host, other = f"{browser.name}.new.test", f"{browser.name}.notnow.test"
    usual, page = browser.open(), browser.open(private=True)
    log_in(page, sites, host, "nora", "Typed-1-Private")
    # A normal window shows the question for another login. By then a private window would show its own.
    usual.bring_to_front()
    log_in(usual, sites, other, "olga", "Typed-2-Window")
    usual.wait_banner("olga")
    assert page.banner() is None
    assert saved(world, host) == {}
    # The site's next page in a normal window shows no question either.
    usual.goto(sites.page("plain", host))
    never("a question about nora was shown", lambda: "nora" in getattr(usual.banner(), "text", ""), 1)
    usual.close()
    page.close()
    kept = str(browser.api(STORED))
    assert "Typed-1-Private" not in kept and host not in kept


def test_a_private_window_answers_http_authentication_and_stores_no_data(
        world: World, browser: Browser, page: Page, sites: Sites):
    page.goto(sites.origin("auth.test") + "/empty")
    visit(page, f"{sites.origin('auth.test')}/basic/private-{browser.name}/Planted-8807-Basic")
    window = browser.wait_sheet("auth.test")
    assert f"private-{browser.name}" in window.text()
    window.wait_text("grace")
    window.wait_takes_presses()
    window.click("[role=option]")
    eventually("the page is open", lambda: page.exists("#in"))
    assert "auth.test" not in str(browser.api(STORED))


#: Everything that the extension stores, as text.
STORED = """Promise.all(["local", "session", "sync"].map((area) =>
    (globalThis.browser ?? globalThis.chrome).storage[area]?.get(null).catch(() => null))).then(JSON.stringify)"""
