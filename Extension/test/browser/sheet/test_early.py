"""Presses in a sheet's first half second are ignored, because the user meant them for the page. The clock is paused."""

from datetime import datetime, timedelta

import pytest

from sheet_pages import SheetPage, sheet_of
from test_elements import SECRET, button, field
from test_keys import CANCELLED, LIST, SEARCH

TOGGLE = {"id": "toggle", "kind": "toggle", "label": "T", "isOn": False}
FILL = button("go", "default", False)
PRESSED = [{"kind": "pressed", "element": "go"}]


@pytest.fixture
def still(fresh: SheetPage) -> SheetPage:
    """A page whose clock advances only when the test says so."""
    fresh.page.clock.pause_at(datetime.now() + timedelta(hours=1))
    return fresh


def click(shown: SheetPage, selector: str) -> None:
    """Clicks without waiting for frames, which a paused clock does not deliver."""
    box = shown.page.locator(selector).first.bounding_box()
    assert box is not None
    shown.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def wait_half_a_second(shown: SheetPage) -> None:
    shown.page.clock.run_for(600)


def test_ignores_a_click_on_a_sheet_that_just_opened(still: SheetPage) -> None:
    still.open_early(sheet_of(TOGGLE, LIST, FILL))
    for selector in ("[data-element=go] button", "[role=option]", "[role=switch]"):
        click(still, selector)
    assert still.sent == []
    wait_half_a_second(still)
    click(still, "[data-element=go] button")
    assert still.sent == PRESSED


def test_ignores_enter_in_a_sheet_that_just_opened(still: SheetPage) -> None:
    for elements, focus in [((field(), FILL), "field"), ((SECRET, FILL), "secret"), ((FILL,), "go"),
                            ((SEARCH, LIST), "search"), ((LIST,), "list")]:
        still.open_early(sheet_of(*elements, focus=focus))
        still.press("Enter")
        assert still.sent == [], focus
        wait_half_a_second(still)
        still.press("Enter")
        assert len(still.sent) == 1, focus


def test_ignores_a_press_that_began_early_and_ended_late(still: SheetPage) -> None:
    still.open_early(sheet_of(FILL))
    still.page.locator("[data-element=go] button").hover(force=True)
    still.page.mouse.down()
    wait_half_a_second(still)
    still.page.mouse.up()
    assert still.sent == []


def test_a_replacing_sheet_starts_the_half_second_again(still: SheetPage) -> None:
    for _ in range(2):
        still.open_early(sheet_of(FILL))
        click(still, "[data-element=go] button")
        assert still.sent == []
        wait_half_a_second(still)


def test_a_window_that_comes_to_the_front_starts_the_half_second_again(still: SheetPage) -> None:
    still.open_early(sheet_of(FILL))
    wait_half_a_second(still)
    still.page.evaluate("dispatchEvent(new Event('focus'))")
    click(still, "[data-element=go] button")
    assert still.sent == []


@pytest.mark.parametrize("act", ["cancel", "Escape", "typing"])
def test_accepts_leaving_and_typing_at_once(still: SheetPage, act: str) -> None:
    still.open_early(sheet_of(field(), FILL, focus="field"))
    if act == "typing":
        still.page.keyboard.type("abc")
        assert still.page.locator("input").input_value() == "abc"
        return
    if act == "Escape":
        still.press("Escape")
    else:
        click(still, "[data-role=cancel] button")
    assert still.sent == [CANCELLED]


def test_accepts_a_cancel_button_at_once(still: SheetPage) -> None:
    still.open_early(sheet_of(FILL, button("no", "cancel", False)))
    click(still, "[data-element=no] button")
    assert still.sent == [{"kind": "pressed", "element": "no"}]
