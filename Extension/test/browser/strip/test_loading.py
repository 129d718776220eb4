"""Loading: no script but the loader on a page without a field, and everything before the user reaches a login."""

import pytest

from strips import near, strips  # noqa: F401
from waiting import eventually


def test_a_page_without_a_field_loads_only_the_loader(strips):
    if strips.name != "chromium":
        pytest.skip("only Chromium's DevTools protocol names the scripts of every world")
    page = strips.open()
    seen: list[str] = []
    session = page.tab.context.new_cdp_session(page.tab)
    session.on("Debugger.scriptParsed", lambda script: seen.append(script["url"].split("/")[-1]))
    page.goto(strips.sites.origin() + "/empty")
    session.send("Debugger.enable")
    page.goto(strips.sites.origin() + "/empty")
    page.click("p")
    page.press("Tab")
    page.let_pass(0.3)
    assert "loader.js" in seen and not {"main.js", "strip.js", "classify.js"} & set(seen), seen
    seen.clear()
    strips.go(page)
    eventually("the content scripts are loaded", lambda: page.js("true") and "main.js" in seen)
    page.close()


def unvisited(strips):
    """Opens a page without a previous document, so that no old port is reported late."""
    page = strips.browser.open()
    page.bring_to_front()
    return page


def test_a_page_with_a_login_opens_its_port_before_the_user_acts_and_reports_an_approach(strips):
    page = unvisited(strips)
    before = len(strips.sites.posts_to("/near"))
    strips.go(page)
    eventually("the port is open", lambda: near(strips, before) == ["port"])
    assert page.js("document.querySelectorAll('div').length") == 0
    box = page.box("#user")
    page.hover(box["left"] + 5, box["top"] + 5)
    eventually("the approach is reported", lambda: near(strips, before) == ["port", "approached"])
    strips.opened(page)
    assert near(strips, before) == ["port", "approached"]
    page.close()


@pytest.mark.parametrize("name, field", [("search-alone", "#search"), ("newsletter-alone", "#news"), ("card-alone", "input")])
def test_a_page_without_a_login_opens_no_port_even_if_its_fields_are_used(strips, name, field):
    page = unvisited(strips)
    before = len(strips.sites.posts_to("/near"))
    strips.go(page, name)
    page.click(field)
    page.press("Tab")
    page.let_pass(0.5)
    assert near(strips, before) == []
    page.close()


def test_a_page_restored_from_the_back_forward_cache_opens_its_port_again(strips):
    page = unvisited(strips)
    before = len(strips.sites.posts_to("/near"))
    strips.go(page)
    eventually("the port is open", lambda: near(strips, before) == ["port"])
    # Dispatches the browser's events, because a browser decides itself which pages it caches.
    page.js("void ['pagehide', 'pageshow'].forEach((type) => "
            "dispatchEvent(new PageTransitionEvent(type, { persisted: true })))")
    eventually("the port is open again", lambda: near(strips, before) == ["port", "port"])
    page.close()
