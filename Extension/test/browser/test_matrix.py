"""Every pattern of ../pages in Chromium, and those in which browsers can differ in Firefox.

Firefox runs the patterns of frames, shadow roots and the top layer, and one pattern of each kind of form. The whole set
would exceed the run's time limit; LATCHKEY_EVERYTHING runs it.
"""

import os

import pytest

from browsers import BROWSERS
from driving import Browser
from patterns import Pattern, PatternRun, patterns

PATTERNS = patterns()
STANDING_FOR_OTHERS = ("frame-", "shadow-", "dialog-")
FORMS = {"plain", "plain-by-keys", "react", "code", "segments-two", "two-step", "sign-up", "change-password"}


def runs_in(browser: str, pattern: Pattern) -> bool:
    if browser == "chromium":
        return True
    if not pattern.expectation.get("firefox", True):
        return False
    return "LATCHKEY_EVERYTHING" in os.environ or pattern.name in FORMS or pattern.name.startswith(STANDING_FOR_OTHERS)


RUNS = [
    pytest.param(browser, pattern, id=f"{browser}-{pattern.name}", marks=[
        pytest.mark.xfail(reason=reason, strict=True)
        for reason in [pattern.reason_to_fail(browser)] if reason])
    for browser in BROWSERS for pattern in PATTERNS if runs_in(browser, pattern)
]


@pytest.mark.parametrize("browser,pattern", RUNS, indirect=["browser"])
def test_the_extension_behaves_as_the_page_states(browser: Browser, pattern, page, sites):
    page.goto(sites.page(*pattern.address))
    pattern_run = PatternRun(browser, page, sites)
    pattern_run.posts = {path: len(sites.posts_to(path)) for path in ("/login", "/search")}
    pattern_run.run(pattern.expectation["steps"])


def test_the_matrix_has_at_least_sixty_patterns():
    assert len(PATTERNS) >= 60
