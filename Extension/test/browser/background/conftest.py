"""Fixtures of the background tests: a browser with a scripted native host."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))

from browsers import BROWSERS, launch  # noqa: E402
from driving import Browser  # noqa: E402
from scripted_host import Double, make_extension  # noqa: E402
from world import World  # noqa: E402


@pytest.fixture(scope="module", params=BROWSERS)
def setting(request, sites, playwright) -> Iterator[tuple[Browser, Double]]:
    world = World(logins=None)
    double = Double(world.path / "double")
    double.register(world)
    extension = make_extension(world.path / "extension")
    running = launch(request.param, world, sites, playwright, extension=extension)
    yield running, double
    running.close()
    world.close()


@pytest.fixture
def browser(setting) -> Browser:
    return setting[0]


@pytest.fixture
def double(setting) -> Double:
    return setting[1]
