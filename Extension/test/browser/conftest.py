"""The fixtures: sites and Playwright once, a world and its browsers once a file of tests."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from chromium import Chromium  # noqa: E402
from driving import Browser, Page  # noqa: E402
from firefox import Firefox  # noqa: E402
from server import Sites  # noqa: E402
from world import World  # noqa: E402

#: LATCHKEY_BROWSERS=chromium runs the tests in one browser.
BROWSERS = os.environ.get("LATCHKEY_BROWSERS", "chromium firefox").split()


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    running = Sites(tmp_path_factory.mktemp("certificate"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


def launch(name: str, world: World, sites: Sites, playwright: Playwright, **options) -> Browser:
    """Starts a browser in a world."""
    return Chromium(world, sites, playwright, **options) if name == "chromium" else Firefox(world, sites, **options)
