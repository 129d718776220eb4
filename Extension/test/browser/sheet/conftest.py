"""Fixtures of the plain sheet page in Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from serving import Served
from sheet_pages import SheetPage


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    running = Served()
    yield running
    running.close()


@pytest.fixture(scope="session")
def plain_chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", headless=True, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def tab(plain_chromium: Browser, served: Served) -> Iterator[SheetPage]:
    page = plain_chromium.new_page()
    page.set_default_timeout(5_000)
    yield SheetPage(page, served.page)
    page.close()


@pytest.fixture
def shown(tab: SheetPage) -> Iterator[SheetPage]:
    """The page in its initial state, with the previous sheet closed."""
    tab.page.emulate_media(color_scheme="light", reduced_motion="no-preference", forced_colors="none")
    tab.page.set_viewport_size({"width": 460, "height": 560})
    tab.page.evaluate("page.provider = null; page.explains = false; page.close(); page.sent = []; document.title = ''")
    yield tab
    mistakes, tab.mistakes = tab.mistakes, []
    assert mistakes == []


@pytest.fixture
def fresh(plain_chromium: Browser, served: Served) -> Iterator[SheetPage]:
    """A separate page whose clock the test controls."""
    page = plain_chromium.new_page(viewport={"width": 460, "height": 560})
    page.set_default_timeout(5_000)
    page.clock.install()
    page.clock.resume()
    yield SheetPage(page, served.page)
    page.close()
