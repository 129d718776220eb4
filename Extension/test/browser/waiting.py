"""Waiting with a limit. Every wait of these tests uses this module."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

#: Seconds; longer than any machine takes. The error of a timeout names the awaited condition. LATCHKEY_WAIT shortens
#: the limit where failures are expected.
LIMIT = float(os.environ.get("LATCHKEY_WAIT", "15"))
#: Seconds for which a condition must not become true.
ABSENCE = 0.45


class TimedOut(AssertionError):
    """The awaited condition did not become true in time."""


def eventually(what: str, check: Callable[[], Result], limit: float = LIMIT) -> Result:
    """Polls until the result is true and returns it. An AssertionError of `check` counts as false."""
    end = time.monotonic() + limit
    pause = 0.01
    while True:
        try:
            seen = check()
            complaint = f"last seen: {seen!r}"
            if seen:
                return seen
        except AssertionError as error:
            complaint = str(error)
        if time.monotonic() > end:
            raise TimedOut(f"not within {limit:g} s: {what}; {complaint}")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def never(what: str, check: Callable[[], object], limit: float = ABSENCE) -> None:
    """Fails as soon as the result is true within the time limit."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        seen = check()
        assert not seen, f"{what}: {seen!r}"
        time.sleep(0.05)


def closing(act: Callable[[], object]) -> None:
    """Runs an action that may close a window before the driver receives its response."""
    try:
        act()
    except Exception as error:
        assert "closed" in str(error) or "no such" in str(error), error


def tolerating_errors(check: Callable[[], object]) -> Callable[[], object]:
    """Wraps a check so that it returns `None` if a window closes during it."""

    def tolerant() -> object:
        try:
            return check()
        except Exception as error:
            assert not isinstance(error, AssertionError), error
            return None

    return tolerant
