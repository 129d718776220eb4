"""The keyboard commands. Only Chromium's tests can stand where the browser calls them; the code is the same in Firefox."""

import pytest

import browsers
from strips import strips  # noqa: F401
from waiting import eventually

pytestmark = pytest.mark.skipif("chromium" not in browsers.BROWSERS, reason="needs Chromium")


@pytest.fixture(autouse=True)
def only_chromium(strips):
    if strips.name != "chromium":
        pytest.skip("commands are sent by the background, which Firefox's driver does not reach")


def fill_best(strips) -> None:
    strips.tell({"type": "command", "name": "fill-best"})


def test_fills_the_best_and_then_the_next(strips):
    page = strips.open()
    page.js("document.querySelector('#user').focus()")
    for user in ("ada", "grace", "ada"):
        fill_best(strips)
        page.wait_value("#user", user)
        page.wait_value("#password", f"Double-{user}")
    page.close()


def test_opens_the_strip_where_nothing_may_be_taken_unasked(strips):
    page = strips.open(offers="insecure")
    page.js("document.querySelector('#user').focus()")
    fill_best(strips)
    page.wait_strip("ada")
    strips.nothing()
    page.close()


def test_shows_text_to_insert_in_any_text_field(strips):
    page = strips.open("search-alone")
    page.click("#search")
    page.no_strip()
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.pick("Insert from Latchkey Vault…", "keys")
    page.wait_value("#search", "inserted")
    assert [call["method"] for call in strips.calls()] == ["insertText"]
    page.close()


def test_an_unfocused_login_is_shown_its_suggestions_where_its_field_is(strips):
    page = strips.open()
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.wait_strip("ada")
    assert page.js("document.activeElement.id") == "user"
    page.close()


def test_what_the_toolbar_picked_is_filled(strips):
    page = strips.open()
    value = {"kind": "password", "user": "tom", "password": "Toolbar-1"}
    strips.tell({"type": "fill", "filled": {"provider": "p", "value": value}})
    page.wait_value("#user", "tom")
    page.wait_value("#password", "Toolbar-1")
    eventually("no strip is left", lambda: page.strip() is None)
    page.close()
