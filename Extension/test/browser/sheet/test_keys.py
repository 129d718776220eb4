"""The keyboard alone: cancelling, the default button, the focus order and typing to search."""

import pytest

from sheet_pages import SheetPage
from test_elements import SECRET, button, field

LIST = {"id": "list", "kind": "list", "rowCount": 3, "offset": 0, "sections": [],
        "rows": [{"identifier": name, "title": name.upper()} for name in "abc"]}
SEARCH = {"id": "search", "kind": "searchField", "value": ""}
CANCELLED = {"kind": "cancelled"}


@pytest.mark.parametrize("focus", ["field", "secret", "search", "list", "go"])
def test_escape_cancels_from_every_element(shown: SheetPage, focus: str) -> None:
    shown.show(field(), SECRET, SEARCH, LIST, button(), focus=focus)
    assert shown.focused == focus
    shown.press("Escape")
    assert shown.sent == [CANCELLED]


def test_adds_a_cancel_button_that_the_provider_left_out(shown: SheetPage) -> None:
    shown.show(field())
    shown.page.get_by_role("button", name="Cancel", exact=True).click()
    assert shown.sent == [CANCELLED]
    shown.show(field(), button("no", "cancel", False, enabled=False))
    shown.page.get_by_role("button", name="Cancel", exact=True).click()
    assert shown.sent == [CANCELLED]


def test_a_cancel_button_of_the_provider_replaces_ours(shown: SheetPage) -> None:
    shown.show(field(), button("no", "cancel", False))
    assert shown.page.get_by_role("button", name="Cancel", exact=True).count() == 0
    shown.change({"kind": "cancelTitle", "title": "Leave"})
    shown.page.get_by_role("button", name="Leave", exact=True).click()
    assert shown.sent == [CANCELLED]


@pytest.mark.parametrize(("elements", "members", "expected"), [
    ([field(), button("one"), button("two")], {}, ["one"]),
    ([field(), button("one"), button("two", "normal")], {"defaultButton": "two"}, ["two"]),
    ([field(), button("one", "normal", False), button("two", "normal")], {}, ["two"]),
    ([field()], {}, ["field"]),
    # Without an enabled default button, Enter presses no other button.
    ([field(), button("one", enabled=False), button("two", "normal")], {}, []),
])
def test_enter_in_a_field_presses_the_default_button(
        shown: SheetPage, elements: list[dict], members: dict, expected: list[str]) -> None:
    shown.show(*elements, focus="field", **members)
    shown.press("Enter")
    assert [event["element"] for event in shown.sent] == expected


def test_enter_presses_the_focused_button_only(shown: SheetPage) -> None:
    shown.show(button("ok"), button("other", "normal", False), focus="other")
    shown.press("Enter")
    assert shown.sent == [{"kind": "pressed", "element": "other"}]


def test_tab_cycles_through_the_sheet(shown: SheetPage) -> None:
    shown.show(field(), SECRET, {"id": "toggle", "kind": "toggle", "label": "T", "isOn": True},
               {"id": "picker", "kind": "picker", "label": "P", "options": []},
               SEARCH, LIST, button("one", "normal"), button("two", "normal"), button("ok"), focus="field")
    name = "document.activeElement.ariaLabel ?? document.activeElement.closest('[data-element]')?.dataset.element"
    seen = []
    for _ in range(12):
        seen.append(shown.page.evaluate(name) or "cancel")
        shown.press("Tab")
    round = ["field", "secret", "Show what is typed: Password", "toggle", "picker", "Search", "List", "one", "two",
             "cancel", "ok"]
    assert seen == [*round, "field"]
    shown.press("Shift+Tab", "Shift+Tab")
    assert shown.focused == "ok"


def test_typing_in_a_list_or_on_a_button_starts_a_search(shown: SheetPage) -> None:
    for start in ["list", "go"]:
        shown.show(SEARCH, LIST, button(), focus=start)
        shown.page.keyboard.type("m")
        assert shown.focused == "search"
        assert shown.wait_for_events(1) == [{"kind": "searched", "element": "search", "text": "m"}]


def test_leaves_keys_of_a_composed_word_to_the_input_method(shown: SheetPage) -> None:
    shown.show(field(), button(), focus="field")
    shown.page.evaluate("""() => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }))""")
    assert shown.sent == []


def test_the_focus_is_at_the_sheets_element_or_at_the_first_one(shown: SheetPage) -> None:
    shown.show(field(), SECRET, focus="secret")
    assert shown.focused == "secret"
    shown.show({"id": "text", "kind": "text", "text": "A", "style": "body"}, field(), SECRET)
    assert shown.focused == "field"
    shown.show({"id": "text", "kind": "text", "text": "A", "style": "body"})
    assert shown.page.evaluate("document.activeElement.innerText") == "Cancel"


def test_a_held_enter_presses_the_default_button_only_once(shown: SheetPage) -> None:
    shown.show(button("fill", "normal", False), cancelTitle="Leave")
    assert shown.page.evaluate("document.activeElement.innerText") == "Leave"
    shown.show(button("ok"), button("more", "normal", False))
    assert shown.focused == "ok"
    shown.press("Tab", "Tab", "Tab")
    shown.page.keyboard.down("Enter")
    shown.page.keyboard.down("Enter")
    shown.page.keyboard.up("Enter")
    assert len(shown.sent) == 1


def test_a_list_is_controlled_by_keys(shown: SheetPage) -> None:
    rows = [{**row, "accessory": "details"} if row["identifier"] == "b" else row for row in LIST["rows"]]
    shown.show(SEARCH, {**LIST, "rows": rows}, focus="list")
    chosen = "document.querySelector('[aria-selected=true]').innerText"
    for key, expected in [("ArrowDown", "B"), ("ArrowDown", "C"), ("ArrowUp", "B"), ("End", "C"), ("Home", "A"),
                          ("PageDown", "C"), ("PageUp", "A"), ("ArrowDown", "B")]:
        shown.press(key)
        assert shown.page.evaluate(chosen) == expected
    active = shown.page.evaluate("document.getElementById(document.activeElement.getAttribute("
                                 "'aria-activedescendant')).innerText")
    assert active == "B"
    shown.press("ArrowRight", "Enter")
    assert shown.sent == [{"kind": "accessoryPressed", "element": "list", "row": "b"},
                          {"kind": "rowChosen", "element": "list", "row": "b"}]


def test_the_search_field_moves_the_selection_of_its_list(shown: SheetPage) -> None:
    shown.show(SEARCH, LIST, focus="search")
    shown.press("ArrowDown", "ArrowDown", "ArrowUp", "Enter")
    assert shown.sent == [{"kind": "rowChosen", "element": "list", "row": "b"}]
    assert shown.focused == "search"


def test_enter_right_after_a_search_picks_a_found_row_not_a_previous_one(shown: SheetPage) -> None:
    shown.page.evaluate("""() => page.provider = (event) => event.kind !== "searched" ? null : { changes: [{
        kind: "window", identifier: "list", list: { rowCount: 1, offset: 0, before: [{ identifier: "found", title: "F" }],
        keptFrom: 0, keptCount: 0, after: [] } }] }""")
    shown.show(SEARCH, LIST, focus="search")
    shown.page.evaluate("""() => {
        const input = document.activeElement;
        input.value = "f";
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }""")
    assert shown.wait_for_events(2) == [{"kind": "searched", "element": "search", "text": "f"},
                                        {"kind": "rowChosen", "element": "list", "row": "found"}]


def test_several_letters_within_one_frame_are_one_search(shown: SheetPage) -> None:
    shown.show(SEARCH, LIST, focus="search")
    shown.page.evaluate("""() => {
        const input = document.activeElement;
        for (const value of ["a", "al", "ali"]) {
            input.value = value;
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }
    }""")
    shown.wait_for_events(1)
    shown.page.evaluate("new Promise(requestAnimationFrame)")
    assert shown.sent == [{"kind": "searched", "element": "search", "text": "ali"}]
