"""Buttons that the extension adds to a sheet. They belong to the extension, not to the provider."""

import pytest

from sheet_pages import SheetPage, fixture


@pytest.mark.parametrize("name, way, words", [
    ("passkey-sign-in", "elsewhere", "Use a Security Key or Phone"), ("passkey-sign-in", "never", "Never on This Site"),
    ("passkey-create", "elsewhere", "Use a Security Key or Phone"),
])
@pytest.mark.parametrize("by", ["pointer", "key"])
def test_an_added_button_reports_its_name(shown: SheetPage, name: str, way: str, words: str, by: str) -> None:
    shown.open(name)
    button = shown.page.get_by_role("button", name=words)
    if by == "pointer":
        button.click()
    else:
        button.focus()
        shown.press("Enter")
    assert shown.wait_for_events(1) == [{"kind": "alternative", "alternative": way}]


def test_a_frame_without_added_buttons_shows_none(shown: SheetPage) -> None:
    shown.open("unlock")
    assert shown.page.locator("[data-alternative], .alternatives").count() == 0


def test_tab_reaches_the_added_buttons_and_escape_cancels(shown: SheetPage) -> None:
    shown.open("passkey-sign-in")
    assert shown.focused == "choices"
    names = []
    for _ in range(4):
        shown.press("Tab")
        names.append(shown.page.evaluate("document.activeElement.textContent"))
    assert names[:3] == ["Use a Security Key or Phone", "Never on This Site", "Cancel"]
    shown.press("Escape")
    assert shown.wait_for_events(1) == [{"kind": "cancelled"}]


def test_an_added_button_ignores_a_press_in_the_first_half_second(shown: SheetPage) -> None:
    shown.open_early("passkey-create")
    shown.page.evaluate("document.querySelector('[data-alternative]').click()")
    assert shown.sent == []


def test_the_arrow_keys_and_enter_pick_a_login(shown: SheetPage) -> None:
    shown.open("passkey-sign-in")
    shown.press("ArrowDown", "Enter")
    assert shown.wait_for_events(1) == [{"kind": "rowChosen", "element": "choices", "row": "2"}]


def test_a_short_choice_is_as_high_as_its_rows(shown: SheetPage) -> None:
    shown.open("passkey-sign-in")
    box = shown.node("choices").bounding_box()
    rows = shown.page.locator("[role=option]").evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().height)")
    assert len(rows) == 3 and abs(box["height"] - sum(rows)) < 2
    # A provider's list takes the available space.
    provider = fixture("passkey-sign-in")
    provider["frame"]["isOwn"] = False
    shown.open(provider)
    assert shown.node("choices").bounding_box()["height"] > 180


def test_the_window_names_the_embedding_page(shown: SheetPage) -> None:
    shown.open("passkey-sign-in")
    header = shown.page.locator("header").inner_text()
    assert "for https://login.example.com" in header and "inside a page of https://shop.example.org" in header
