"""Waits that end: every wait of these tests goes through here."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

#: Longer than any machine takes; a wait that is in vain says what it was for. LATCHKEY_WAIT shortens it where failures
#: are expected.
LIMIT = float(os.environ.get("LATCHKEY_WAIT", "15"))
#: How long something that must not come is waited for.
ABSENCE = 0.45


class NeverHappened(AssertionError):
    """What was waited for did not come in time."""


def eventually(what: str, look: Callable[[], Result], limit: float = LIMIT) -> Result:
    """Looks until there is something to see, and returns it; an AssertionError of `look` counts as nothing yet."""
    end = time.monotonic() + limit
    pause = 0.01
    while True:
        try:
            seen = look()
            complaint = f"last seen: {seen!r}"
            if seen:
                return seen
        except AssertionError as error:
            complaint = str(error)
        if time.monotonic() > end:
            raise NeverHappened(f"waited {limit:g} s in vain: {what}; {complaint}")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def never(what: str, look: Callable[[], object], limit: float = ABSENCE) -> None:
    """Fails as soon as there is something to see."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        seen = look()
        assert not seen, f"{what}: {seen!r}"
        time.sleep(0.05)
