"""Permissions that the user grants, withholds and revokes: site access and the options of the settings."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import CHROMIUM_ID, Browser, Page
from server import Sites
from test_toolbar import visit
from waiting import eventually
from world import PASSWORDS, World


@pytest.fixture(params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    running = start(request.param, world, sites, playwright)
    running.install_native_host()
    yield running
    running.close()


def start(name: str, world: World, sites: Sites, playwright: Playwright) -> Browser:
    running = launch(name, world, sites, playwright)
    if name == "firefox":
        # Accepts the permission prompt automatically, because no driver can press it.
        running.chrome("Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', false)")
    return running


# The settings

def granted(browser: Browser) -> set[str]:
    return set(browser.api("(globalThis.browser ?? chrome).permissions.getAll().then((all) => all.permissions)"))


def settings_of(browser: Browser) -> Page:
    browser.api("void (globalThis.browser ?? chrome).runtime.openOptionsPage()")
    page = eventually("the settings are open", lambda: next(
        (page for page in browser.pages() if "/src/options/" in page.url), None))
    page.wait_for("#httpAuth")
    return page


def test_http_authentication_works_while_its_setting_is_enabled(
        browser: Browser, world: World, sites: Sites, playwright: Playwright):
    # Not an empty tab, because Firefox would open the settings in it.
    page = browser.open(sites.origin("auth.test") + "/empty")
    settings = settings_of(browser)
    settings.click("#httpAuth")
    eventually("the permission is granted", lambda: {"webRequest", "webRequestAuthProvider"} <= granted(browser))
    eventually("the setting is enabled", lambda: settings.call("(input) => input?.checked === true", "#httpAuth"))
    settings.close()
    if browser.name == "chromium":
        # Chromium reports requests only to extensions that had the permission when they were loaded.
        browser.close()
        browser = start("chromium", world, sites, playwright)
        page = browser.open(sites.origin("auth.test") + "/empty")
    page.bring_to_front()
    visit(page, f"{sites.origin('auth.test')}/basic/switch-{browser.name}/Planted-8807-Basic")
    window = browser.wait_sheet("auth.test")
    window.wait_text("grace")
    window.wait_takes_presses()
    window.click("[role=option]")
    eventually("the page is open", lambda: page.exists("#in"))
    settings = settings_of(browser)
    settings.click("#httpAuth")
    eventually("the permission is removed", lambda: not {"webRequest", "webRequestAuthProvider"} & granted(browser))
    settings.close()
    page.bring_to_front()
    page.goto(sites.origin("auth.test") + "/empty")
    visit(page, f"{sites.origin('auth.test')}/basic/off-{browser.name}/Planted-8807-Basic")
    browser.no_sheet()
    if browser.name == "chromium":
        browser.close()


def test_the_setting_disables_and_enables_the_browsers_own_password_manager(browser: Browser, page: Page, sites: Sites):
    if browser.name == "chromium":
        pytest.skip("Chromium asks for \"privacy\" in a dialog that no driver can press")
    # The driver disables it at the start.
    browser.chrome("Services.prefs.setBoolPref('signon.rememberSignons', true)")
    setting = "browser.privacy.services.passwordSavingEnabled.get({}).then((state) => state.value)"
    page.goto(sites.origin() + "/empty")
    settings = settings_of(browser)
    settings.click("#privacy")
    eventually("the permission is granted", lambda: "privacy" in granted(browser))
    eventually("the setting is disabled", lambda: browser.api(setting) is False)
    eventually("the setting is enabled", lambda: settings.call("(input) => input?.checked === true", "#privacy"))
    settings.click("#privacy")
    eventually("the permission is removed", lambda: "privacy" not in granted(browser))
    eventually("the setting is enabled", lambda: browser.chrome("Services.prefs.getBoolPref('signon.rememberSignons')"))
    settings.close()


# Withheld site access

@pytest.fixture
def withheld(browser: Browser) -> None:
    withhold(browser)


def withhold(browser: Browser) -> None:
    """Withholds all sites, as the user does: Firefox's permissions, Chromium's "on click"."""
    if browser.name == "firefox":
        assert browser.api("browser.permissions.remove({ origins: ['<all_urls>'] })") is True
        return
    settings = browser.open("chrome://extensions")
    change = f"{{ extensionId: '{CHROMIUM_ID}', hostAccess: 'ON_CLICK' }}"
    settings.js(f"chrome.developerPrivate.updateExtensionConfiguration({change})")
    settings.close()
    eventually("site access is withheld",
        lambda: browser.api("chrome.permissions.contains({ origins: ['<all_urls>'] })") is False)


@pytest.mark.usefixtures("withheld")
def test_without_site_access_the_list_fills_and_asks_for_it_again(browser: Browser, page: Page, sites: Sites):
    page.goto(sites.page("plain"))
    page.click("#user")
    page.no_strip()
    if browser.name == "chromium":
        # Chromium: the first press grants access to the site, which takes effect after a reload.
        browser.trigger(page)
        page.goto(sites.page("plain"))
    listed = browser.press_toolbar(page)
    listed.wait_text("grace", "No access to websites")
    listed.press("button[aria-label*=grace].row")
    page.wait_value("#password", PASSWORDS["grace"])
    if browser.name == "chromium":
        return
    listed = browser.press_toolbar(page)
    listed.press(".card.warning button")
    eventually("sites are granted", lambda: browser.api("browser.permissions.contains({ origins: ['<all_urls>'] })"))
    # A click outside closes the list in this way.
    listed.js("window.close()")
    page.goto(sites.page("plain"))
    page.click("#user")
    page.wait_strip("ada", "grace")


@pytest.mark.usefixtures("withheld")
def test_without_site_access_the_shortcut_fills(browser: Browser, page: Page, sites: Sites):
    if browser.name == "chromium":
        pytest.skip("Chromium passes a driver's keys to the page only")
    page.goto(sites.page("plain", "shop.example.test"))
    page.wait_for("#user")
    browser.press_shortcut(page, "U")
    page.wait_value("#password", PASSWORDS["ada.shopper"])
