"""The password of a picked login whose step appears later: when it is filled without a second pick (Chromium)."""

import pytest

import browsers
from strips import strips, tap_row  # noqa: F401
from waiting import eventually, never

pytestmark = pytest.mark.skipif("chromium" not in browsers.BROWSERS, reason="needs Chromium's report of visibility")

SHOW = "document.querySelector('#second').removeAttribute('aria-hidden'); document.querySelector('#second').style.position = 'static'"
COVER = """const cover = document.createElement('div'); document.body.append(cover);
    cover.style.cssText = 'position: fixed; inset: 0; background: white; pointer-events: none'"""

REDRAW = "document.querySelector('#password').addEventListener('focus', ({ target }) => target.replaceWith(target.cloneNode()), { once: true })"


@pytest.fixture(autouse=True)
def only_chromium(strips):
    if strips.name != "chromium":
        pytest.skip("Firefox does not report what covers a field")


def first_step(strips, typed=""):
    """A page whose user name is filled, and whose password field is hidden."""
    page = strips.open("two-step-hidden-password")
    strips.opened(page)
    page.type(typed)
    tap_row(page, "grace", presses=4)
    page.wait_value("#user", "grace")
    return page


@pytest.mark.parametrize("typed", ["", "grace"])
def test_a_password_is_filled_when_the_user_opens_its_step(strips, typed):
    page = first_step(strips, typed)
    page.click("#next")
    page.wait_value("#password", "Double-grace")
    assert len(strips.filled()) == 1
    page.close()


@pytest.mark.parametrize(("attack", "goes_on"), [
    (SHOW, False), (COVER, True), ("document.querySelector('#second').style.opacity = 0.2", True),
    ("document.querySelector('#user').value = 'ada'", True),
    ("document.querySelector('form').action = 'https://mallory.test/'", True),
    ("document.querySelector('#password').type = 'text'", True), (REDRAW, True),
])
def test_a_password_is_not_filled_later_unless_the_user_opens_the_step_and_its_field_is_visible(strips, attack, goes_on):
    page = first_step(strips)
    page.js(f"(() => {{ {attack} }})()")
    if goes_on:
        page.js("document.querySelector('#next').focus()")
        page.press("Enter")
        eventually("the step is shown", lambda: page.js("document.querySelector('#second').style.position === 'static'"))
    never("the password was filled", lambda: page.value("#password"), 1.2)
    page.close()
