"""Fixtures: one set of sites and one Playwright per run, one world with an agent and one browser per module.

Browsers without an agent are shared by the modules of a run (`shared`), because a start costs seconds of CPU time.
"""

import signal
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from browsers import BROWSERS, launch  # noqa: E402
from driving import Browser, Page  # noqa: E402
from server import Sites  # noqa: E402
from world import LOGINS, World, clear_leftovers  # noqa: E402


@pytest.fixture(scope="session", autouse=True)
def tidiness() -> None:
    """Removes what killed runs left behind, and closes the worlds of this run on SIGTERM."""
    clear_leftovers()
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    running = Sites(tmp_path_factory.mktemp("certificate"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def shared(sites: Sites, playwright: Playwright) -> Iterator[Callable[[Hashable, Callable], object]]:
    """Returns what a context manager enters, once per key and run. It is left when the run ends."""
    with ExitStack() as stack:
        entered: dict[Hashable, object] = {}

        def enter(key: Hashable, make: Callable[[], AbstractContextManager]) -> object:
            if key not in entered:
                entered[key] = stack.enter_context(make())
            return entered[key]

        yield enter


@pytest.fixture(scope="module")
def world(sites: Sites) -> Iterator[World]:
    """An unlocked world with the logins of world.py and one login for localhost with its port."""
    running = World([*LOGINS, (sites.origin("localhost", "http") + "/", "dev", "Planted-4409-Local")])
    yield running
    running.close()


@pytest.fixture
def unlocked(world: World) -> None:
    world.unlock()


@pytest.fixture
def locked(world: World) -> World:
    world.lock()
    return world


@pytest.fixture
def own_world() -> Iterator[World]:
    """A world for one test, which may kill the world's processes."""
    running = World()
    yield running
    running.close()


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    """A browser with the extension and its native host."""
    running = launch(request.param, world, sites, playwright)
    running.install_native_host()
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tab for one test. Its extension windows are closed with it."""
    opened = browser.open()
    yield opened
    for each in [*browser.sheets(), opened]:
        if not each.is_closed():
            each.close()


@pytest.fixture
def visit(unlocked: None, browser: Browser, page: Page, sites: Sites) -> Callable:
    """Opens the page of a relying party by its name, with the vault unlocked."""
    # The libraries of relying parties take a while to load, so only the tests of passkeys import them.
    from parties import Visit

    return lambda name: Visit(browser, page, sites, name)
