"""The strip as a person uses it: by pointer and by key, in both browsers."""

from strips import picked, strips  # noqa: F401
from waiting import eventually, never  # noqa: F401


def test_opens_at_a_click_and_fills_what_is_picked(strips, picked):
    page = strips.open()
    page.click("#user")
    page.wait_strip("ada", "grace")
    page.pick("grace")
    page.wait_value("#user", "grace")
    assert picked() == {"suggestion": "s-grace", "mustConfirm": False}
    assert page.strip() is None
    page.close()
