"""Every pattern of ../pages in Chromium, and in Firefox those in which browsers can differ.

In Firefox those stand for the others, unless LATCHKEY_EVERYTHING is set, that are about frames, shadow roots and the top
layer, and one of each kind of form: all of it takes longer than the whole run may.
"""

import os

import pytest

from browsers import BROWSERS
from driving import Browser
from patterns import Pattern, Walk, patterns

PATTERNS = patterns()
STANDING_FOR_OTHERS = ("frame-", "shadow-", "dialog-")
FORMS = {"plain", "plain-by-keys", "react", "code", "segments-two", "two-step", "sign-up", "change-password"}


def is_walked(browser: str, pattern: Pattern) -> bool:
    if browser == "chromium":
        return True
    if not pattern.expectation.get("firefox", True):
        return False
    return "LATCHKEY_EVERYTHING" in os.environ or pattern.name in FORMS or pattern.name.startswith(STANDING_FOR_OTHERS)


RUNS = [
    pytest.param(browser, pattern, id=f"{browser}-{pattern.name}", marks=[
        pytest.mark.xfail(reason=reason, strict=True)
        for reason in [pattern.reason_to_fail(browser)] if reason])
    for browser in BROWSERS for pattern in PATTERNS if is_walked(browser, pattern)
]


@pytest.mark.parametrize("browser,pattern", RUNS, indirect=["browser"])
def test_pattern(browser: Browser, pattern, page, sites):
    page.goto(sites.page(*pattern.address))
    walk = Walk(browser, page, sites)
    walk.posts = {path: len(sites.posts_to(path)) for path in ("/login", "/search")}
    walk.run(pattern.expectation["steps"])


def test_has_the_patterns_that_were_promised():
    assert len(PATTERNS) >= 60
