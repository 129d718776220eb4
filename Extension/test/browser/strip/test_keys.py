"""The strip by keyboard alone, in both browsers: the keys that it handles, those that it keeps briefly, and the page's
own.
"""

import time

import pytest

from strips import LOG, STEADY, chosen, near, strips  # noqa: F401
from waiting import eventually


def test_the_strip_works_by_keys_alone(strips):
    page = strips.open()
    page.js(LOG)
    page.press("Tab")
    page.wait_strip("ada", "grace")
    page.let_pass(STEADY)
    for key, user in [("ArrowDown", ["ada"]), ("ArrowDown", ["grace"]), ("End", ["Passwords…"]), ("Home", ["ada"]),
                      ("ArrowUp", []), ("ArrowDown", ["ada"]), ("ArrowDown", ["grace"])]:
        page.press(key)
        eventually(f"{user} after {key}", lambda: chosen(page) == user)
    page.press("Enter")
    page.wait_value("#user", "grace")
    heard = page.js("heard")
    assert not [each for each in heard if "Enter" in each or "Arrow" in each or "submit" in each], heard
    page.close()


def hurry(page, *keys: str) -> float:
    """Clicks into the field and presses keys immediately. Returns the seconds that this took; within half a second the
    strip can have picked no row.
    """
    box = page.box("#user")
    began = time.monotonic()
    page.tap(box["left"] + 5, box["top"] + 5)
    for key in keys:
        page.press(key)
    return time.monotonic() - began


def quick(strips, page, *keys: str, offers: str = "two", words: str = "", first: str = "") -> None:
    """Presses keys as a user does who waits neither half a second nor for the strip."""
    for _ in range(20):
        before = len(strips.sites.posts_to("/near"))
        strips.go(page, offers=offers, words=words)
        eventually("the content scripts are loaded", lambda before=before: "port" in near(strips, before))
        page.js(LOG)
        if first:
            page.js(first)
        page.let_pass(0.1)
        if hurry(page, *keys) < 0.5:
            return
    raise AssertionError("this machine is too busy to press in half a second")


def test_a_quick_arrow_and_enter_take_effect_after_the_half_second(strips):
    page = strips.open()
    for words in ("", "&late=300"):
        began = time.monotonic()
        quick(strips, page, "ArrowDown", "ArrowDown", "Enter", words=words)
        page.wait_value("#user", "grace")
        assert time.monotonic() - began > 0.5
        assert strips.picked()["mustConfirm"] is False
        assert not [each for each in page.js("heard") if "Enter" in each or "submit" in each]
        assert len(strips.filled()) == 1
    page.close()


MOVE = "void (document.querySelector('form').style.cssText = 'position: relative; top: 90px')"


@pytest.mark.parametrize("pause", [0, 0.1, 0.3])
def test_a_quick_arrow_and_enter_after_a_move_take_effect_once_the_strip_is_still(strips, pause):
    page = strips.open()
    for _ in range(5):
        strips.go(page)
        page.js(LOG)
        strips.opened(page)
        page.let_pass(STEADY)
        page.js(MOVE)
        page.let_pass(pause)
        page.press("ArrowDown")
        page.press("Enter")
        assert strips.picked()["suggestion"] == "s-ada"
        assert not [each for each in page.js("heard") if "Enter" in each or "submit" in each]
    page.close()


@pytest.mark.parametrize("keys", [["ArrowDown"], ["ArrowDown", "Enter"]])
def test_a_list_that_the_page_opens_on_the_arrow_key_keeps_its_keys(strips, keys):
    opens = """void document.querySelector('#user').addEventListener('keydown', ({ key, target }) =>
        key === 'ArrowDown' && target.setAttribute('aria-expanded', 'true'))"""
    page = strips.open()
    quick(strips, page, *keys, words="&late=600", first=opens)
    eventually("every key is the page's", lambda: {f"keydown {key}" for key in keys} <= set(page.js("heard")))
    page.wait_strip("ada")
    page.let_pass(STEADY)
    assert chosen(page) == []
    strips.nothing()
    page.close()


def test_an_enter_before_a_slow_response_is_dropped(strips):
    page = strips.open()
    quick(strips, page, "ArrowDown", "Enter", words="&late=2000")
    page.wait_strip("ada")
    eventually("the row is chosen", lambda: chosen(page) == ["ada"])
    page.let_pass(STEADY)
    strips.nothing()
    page.close()


@pytest.mark.parametrize("after", ["Escape", "ArrowDown", "a", "Shift"])
def test_another_key_cancels_a_quick_enter(strips, after):
    page = strips.open()
    quick(strips, page, "ArrowDown", "Enter", after)
    page.let_pass(STEADY)
    strips.nothing()
    assert not [each for each in page.js("heard") if "Enter" in each or "submit" in each]
    page.close()


def test_a_quick_enter_without_an_arrow_submits_the_form(strips):
    page = strips.open()
    for words in ("", "&late=300"):
        quick(strips, page, "Enter", words=words)
        eventually("the form is sent", lambda: any(each.startswith("submit") for each in page.js("heard")))
        strips.nothing()
    page.close()


def test_enter_without_a_selected_row_submits_the_form(strips):
    page = strips.open()
    page.js(LOG)
    strips.opened(page)
    page.let_pass(STEADY)
    page.press("Enter")
    eventually("the form is sent", lambda: any(each.startswith("submit") for each in page.js("heard")))
    strips.nothing()
    page.close()


def test_escape_closes_the_strip_and_then_belongs_to_the_page(strips):
    page = strips.open()
    page.js(LOG)
    strips.opened(page)
    page.press("Escape")
    eventually("the strip is closed", lambda: page.strip() is None)
    assert "keydown Escape" not in page.js("heard")
    page.press("Escape")
    assert "keydown Escape" in page.js("heard")
    page.close()


def test_keys_that_the_strip_does_not_handle_reach_the_page(strips):
    page = strips.open()
    page.js(LOG)
    strips.opened(page)
    for key in ["ArrowUp", "Home", "End", "a", "Backspace"]:
        page.press(key)
    assert [each for each in page.js("heard") if each.startswith("keydown")] == [
        "keydown ArrowUp", "keydown Home", "keydown End", "keydown a", "keydown Backspace"]
    page.close()
