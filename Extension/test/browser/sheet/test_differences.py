"""Changes are applied in place: focus, caret and typed text remain."""

from sheet_pages import SheetPage
from test_elements import SECRET, button, field


def typed(shown: SheetPage) -> list:
    return shown.page.evaluate(
        "[document.activeElement.value, document.activeElement.selectionStart, document.activeElement.selectionEnd]")


def test_typed_text_survives_changes_around_it(shown: SheetPage) -> None:
    shown.show(field(), SECRET, button(), focus="field")
    shown.page.keyboard.type("alice")
    shown.press("ArrowLeft", "ArrowLeft", "Shift+ArrowLeft")
    node = shown.page.evaluate_handle("document.activeElement")
    note = {"id": "note", "kind": "message", "level": "info", "text": "Hello"}
    shown.change({"kind": "title", "title": "Another"}, {"kind": "element", "element": note},
                 {"kind": "element", "element": button(enabled=False)},
                 {"kind": "element", "element": field(label="Another name")},
                 {"kind": "order", "order": ["note", "secret", "field", "go"]})
    assert node.evaluate("node => node === document.activeElement")
    assert typed(shown) == ["alice", 2, 3]
    shown.page.keyboard.type("X")
    assert typed(shown)[0] == "alXce"


def test_a_value_set_by_the_provider_replaces_the_typed_text(shown: SheetPage) -> None:
    shown.show(field(reportsChanges=True), focus="field")
    shown.page.keyboard.type("a b")
    shown.press("ArrowLeft")
    shown.change({"kind": "element", "element": field(reportsChanges=True, value="a-b")})
    assert typed(shown) == ["a-b", 2, 2]
    shown.change({"kind": "element", "element": field(reportsChanges=True, value="")})
    assert typed(shown) == ["", 0, 0]


def test_a_value_reset_after_a_submit_is_shown(shown: SheetPage) -> None:
    shown.show(field(), button(), focus="field")
    shown.page.keyboard.type("wrong")
    shown.press("Enter")
    shown.change({"kind": "element", "element": field(value="")})
    assert typed(shown)[0] == ""


def test_the_focus_moves_when_the_sheet_names_another_element(shown: SheetPage) -> None:
    shown.show(field(), SECRET, button(), focus="field")
    shown.change({"kind": "title", "title": "T"})
    assert shown.focused == "field"
    shown.change({"kind": "focus", "identifier": "secret"})
    assert shown.focused == "secret"
    shown.change({"kind": "focus"})
    assert shown.focused == "secret"


def test_the_focus_of_a_removed_element_moves_to_the_first_element(shown: SheetPage) -> None:
    shown.show(field(), SECRET, button(), focus="secret")
    shown.change({"kind": "order", "order": ["field", "go"]})
    assert shown.focused == "field"
    shown.change({"kind": "order", "order": ["go"]})
    assert shown.focused == "go"


def test_a_disabled_button_keeps_the_focus(shown: SheetPage) -> None:
    shown.show(field(), button(), focus="go")
    shown.change({"kind": "element", "element": button(enabled=False)})
    assert shown.focused == "go"
    shown.press("Enter", "Space")
    assert shown.sent == []


def test_an_element_that_changes_its_kind_is_redrawn(shown: SheetPage) -> None:
    shown.show(field(), focus="field")
    shown.change({"kind": "element", "element": {**SECRET, "id": "field"}})
    assert shown.node("field").locator("input").get_attribute("type") == "password"
    assert shown.focused == "field"


def test_a_new_sheet_replaces_the_old_one(shown: SheetPage) -> None:
    shown.open("unlock")
    shown.page.keyboard.type("p4ss")
    other = {"title": "Done", "elements": [button("ok")], "focus": "ok"}
    shown.change({"kind": "sheet", "sheet": other})
    assert shown.page.title() == "Latchkey – Done"
    assert shown.focused == "ok"
    assert shown.page.locator("input").count() == 0


def test_the_unlock_sheet_passes_through_its_states(shown: SheetPage) -> None:
    shown.open("unlock")
    shown.page.keyboard.type("wrong")
    shown.press("Enter")
    assert shown.sent[0]["values"] == [{"element": "passphrase", "kind": "secure", "text": "wrong"}]
    waiting = {"id": "progress", "kind": "progress", "label": "Unlocking…", "counter": 0}
    off = {"id": "unlock", "kind": "button", "title": "Unlock", "role": "default", "submits": True, "isEnabled": False}
    shown.change({"kind": "focus"}, {"kind": "element", "element": off}, {"kind": "element", "element": waiting},
                 {"kind": "order", "order": ["reason", "passphrase", "unlock", "progress"]})
    assert shown.focused == "passphrase"
    shown.press("Enter")
    assert len(shown.sent) == 1
    problem = {"id": "problem", "kind": "message", "level": "error", "text": "That is not it."}
    other = {"id": "other", "kind": "button", "title": "Forgot?", "role": "normal", "submits": False, "isEnabled": True}
    shown.change({"kind": "focus", "identifier": "passphrase"}, {"kind": "element", "element": {**off, "isEnabled": True}},
                 {"kind": "element", "element": problem}, {"kind": "element", "element": other},
                 {"kind": "order", "order": ["reason", "problem", "passphrase", "unlock", "other"]})
    shown.page.keyboard.type("right")
    shown.press("Enter")
    assert shown.sent[1]["values"][0]["text"] == "right"
