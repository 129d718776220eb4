"""The browsers that the tests run in, and how to start one. A folder's conftest.py overrides the one above it."""

import os

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
