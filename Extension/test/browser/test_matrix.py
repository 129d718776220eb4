"""Every pattern of ../pages in Chromium, and in Firefox those in which browsers can differ."""

import pytest

from browsers import BROWSERS
from driving import Browser
from patterns import Walk, patterns

PATTERNS = patterns()
RUNS = [
    pytest.param(browser, pattern, id=f"{browser}-{pattern.name}", marks=[
        pytest.mark.xfail(reason=reason, strict=True)
        for reason in [pattern.reason_to_fail(browser)] if reason])
    for browser in BROWSERS for pattern in PATTERNS
    if browser == "chromium" or pattern.expectation.get("firefox", True)
]


@pytest.mark.parametrize("browser,pattern", RUNS, indirect=["browser"])
def test_pattern(browser: Browser, pattern, page, sites):
    page.goto(sites.page(*pattern.address))
    walk = Walk(browser, page, sites)
    walk.posts = {path: len(sites.posts_to(path)) for path in ("/login", "/search")}
    walk.run(pattern.expectation["steps"])


def test_has_the_patterns_that_were_promised():
    assert len(PATTERNS) >= 60
