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
FORMS = {"plain", "plain-by-keys", "react", "code", "segments-two", "two-step", "steps-removed", "steps-frame",
         "sign-up", "change-password"}


def runs_in(browser: str, pattern: Pattern) -> bool:
    if browser == "chromium":
        return True
    if not pattern.expectation.get("firefox", True):
        return False
    return "LATCHKEY_EVERYTHING" in os.environ or pattern.name in FORMS or pattern.name.startswith(STANDING_FOR_OTHERS)


def browser_test(name: str):
    """The test for one browser, which all its patterns share. Pairs of parameters would start a browser for each."""
    cases = [
        pytest.param(pattern, id=pattern.name, marks=[
            pytest.mark.xfail(reason=reason, strict=True) for reason in [pattern.reason_to_fail(name)] if reason])
        for pattern in PATTERNS if runs_in(name, pattern)
    ]

    @pytest.mark.parametrize("pattern", cases)
    @pytest.mark.parametrize("browser", [name], indirect=True)
    def test(browser: Browser, pattern: Pattern, page, sites):
        page.goto(sites.page(*pattern.address))
        pattern_run = PatternRun(browser, page, sites)
        pattern_run.posts = {path: len(sites.posts_to(path)) for path in ("/login", "/search")}
        pattern_run.run(pattern.expectation["steps"])

    return test


if "chromium" in BROWSERS:
    test_the_extension_behaves_as_the_page_states_in_chromium = browser_test("chromium")
if "firefox" in BROWSERS:
    test_the_extension_behaves_as_the_page_states_in_firefox = browser_test("firefox")


def test_the_matrix_has_at_least_sixty_patterns():
    assert len(PATTERNS) >= 60
