"""The fixtures: sites and Playwright once, a world and its browsers once a file of tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from server import Sites  # noqa: E402


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    running = Sites(tmp_path_factory.mktemp("certificate"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running
