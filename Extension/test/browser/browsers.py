"""The browsers that the tests run in, and how to start one. A folder's conftest.py overrides the one above it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Playwright

from chromium import Chromium
from driving import Browser
from firefox import Firefox
from server import Sites
from world import World

#: LATCHKEY_BROWSERS=chromium runs the tests in one browser.
BROWSERS = os.environ.get("LATCHKEY_BROWSERS", "chromium firefox").split()


def launch(name: str, world: World, sites: Sites, playwright: Playwright, **options) -> Browser:
    """Starts a browser in a world."""
    return Chromium(world, sites, playwright, **options) if name == "chromium" else Firefox(world, sites, **options)


@contextmanager
def launched(name: str, sites: Sites, playwright: Playwright,
             prepare: Callable[[World], dict[str, object]]) -> Iterator[Browser]:
    """A browser in a world without an agent. `prepare` returns the arguments of `launch` for the world."""
    world = World(logins=None)
    try:
        running = launch(name, world, sites, playwright, **prepare(world))
        try:
            yield running
        finally:
            running.close()
    finally:
        world.close()


@contextmanager
def closing_pages(browser: Browser) -> Iterator[None]:
    """Closes the pages that a module leaves open, for the next module with the same browser."""
    before = browser.pages()
    try:
        yield
    finally:
        for page in browser.pages():
            if page not in before:
                page.close()
