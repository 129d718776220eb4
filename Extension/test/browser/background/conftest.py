"""Fixtures of the background tests: a browser with a scripted native host."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))

from browsers import BROWSERS, closing_pages, launched  # noqa: E402
from driving import Browser  # noqa: E402
from scripted_host import Double, make_extension  # noqa: E402
from world import World  # noqa: E402


@pytest.fixture(scope="module", params=BROWSERS)
def setting(request, sites, playwright, shared) -> Iterator[tuple[Browser, Double]]:
    def prepare(world: World) -> dict[str, object]:
        Double(world.path / "double").register(world)
        return {"extension": make_extension(world.path / "extension")}

    running = shared(("background", request.param), lambda: launched(request.param, sites, playwright, prepare))
    with closing_pages(running):
        yield running, Double(running.world.path / "double")
        # The next module starts with an empty storage, and with a background that remembers nothing.
        running.api("(globalThis.browser ?? chrome).storage.local.clear().then(() => true)")
        running.stop_background()


@pytest.fixture
def browser(setting) -> Browser:
    return setting[0]


@pytest.fixture
def double(setting) -> Double:
    return setting[1]
