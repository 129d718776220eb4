"""Every element: what it shows and which events it sends."""

import pytest

from sheet_pages import SheetPage, sheet_of


def field(**members: object) -> dict:
    return {"id": "field", "kind": "textField", "label": "Name", "value": "", "purpose": "plain",
            "reportsChanges": False, **members}


def button(identifier: str = "go", role: str = "default", submits: bool = True, enabled: bool = True) -> dict:
    return {"id": identifier, "kind": "button", "title": identifier.title(), "role": role, "submits": submits,
            "isEnabled": enabled}


SECRET = {"id": "secret", "kind": "secureField", "label": "Password"}


@pytest.mark.parametrize(("purpose", "expected"), [
    ("plain", {"type": "text", "inputmode": None, "autocomplete": "off"}),
    ("userName", {"type": "text", "inputmode": None, "autocomplete": "username"}),
    ("url", {"type": "url", "inputmode": "url", "autocomplete": "off"}),
    ("email", {"type": "text", "inputmode": "email", "autocomplete": "email"}),
    ("number", {"type": "text", "inputmode": "numeric", "autocomplete": "off"}),
    ("oneTimeCode", {"type": "text", "inputmode": "numeric", "autocomplete": "one-time-code"}),
])
def test_a_text_field_sets_the_attributes_of_its_purpose(shown: SheetPage, purpose: str, expected: dict) -> None:
    shown.show(field(purpose=purpose))
    read = shown.page.locator("input").evaluate("(node, names) => names.map((name) => node.getAttribute(name))",
                                                list(expected))
    assert dict(zip(expected, read, strict=True)) == expected


def test_a_text_field_reports_its_changes_if_the_sheet_requests_it(shown: SheetPage) -> None:
    shown.show(field(), field(id="told", reportsChanges=True), focus="field")
    shown.page.keyboard.type("ab")
    shown.press("Tab")
    shown.page.keyboard.type("cd")
    assert shown.sent == [
        {"kind": "textChanged", "element": "told", "text": "c"},
        {"kind": "textChanged", "element": "told", "text": "cd"},
    ]


def test_a_submit_contains_the_values_of_all_fields_in_order(shown: SheetPage) -> None:
    shown.show(
        field(value="alice"), SECRET, {"id": "toggle", "kind": "toggle", "label": "T", "isOn": True},
        {"id": "picker", "kind": "picker", "label": "P", "options": [{"identifier": "a", "title": "A"}],
         "selection": "a"},
        {"id": "none", "kind": "picker", "label": "N", "options": [{"identifier": "a", "title": "A"}]},
        {"id": "search", "kind": "searchField", "value": "x"}, button(), focus="secret")
    shown.page.keyboard.type("p4ss")
    shown.press("Enter")
    assert shown.sent == [{"kind": "submitted", "element": "go", "values": [
        {"element": "field", "kind": "text", "text": "alice"},
        {"element": "secret", "kind": "secure", "text": "p4ss"},
        {"element": "toggle", "kind": "toggle", "isOn": True},
        {"element": "picker", "kind": "choice", "option": "a"},
        {"element": "none", "kind": "choice"},
    ]}]


def test_a_secret_is_hidden_and_cleared_after_it_is_sent(shown: SheetPage) -> None:
    shown.show(SECRET, button(), focus="secret")
    typed = shown.node("secret").locator("input")
    assert typed.get_attribute("type") == "password"
    assert typed.get_attribute("autocomplete") == "off"
    shown.page.keyboard.type("p4ss")
    assert "p4ss" not in shown.page.content()
    shown.press("Enter")
    assert typed.input_value() == ""
    shown.press("Enter")
    assert [event["values"][0]["text"] for event in shown.sent] == ["p4ss", ""]


def test_a_secret_is_shown_on_demand_until_it_is_sent(shown: SheetPage) -> None:
    shown.show(SECRET, button(), focus="secret")
    shown.page.keyboard.type("p4ss")
    reveal = shown.page.get_by_role("button", name="Show what is typed: Password")
    reveal.click()
    typed = shown.node("secret").locator("input")
    assert (typed.get_attribute("type"), reveal.get_attribute("aria-pressed")) == ("text", "true")
    assert shown.focused == "secret"
    shown.page.keyboard.type("!")
    assert typed.input_value() == "p4ss!"
    shown.press("Enter")
    assert (typed.get_attribute("type"), reveal.get_attribute("aria-pressed")) == ("password", "false")


def test_a_secret_is_cleared_with_its_field_and_with_the_sheet(shown: SheetPage) -> None:
    shown.show(SECRET, field(), focus="secret")
    shown.page.evaluate("globalThis.kept = document.querySelector('[type=password]')")
    shown.page.keyboard.type("p4ss")
    shown.change({"kind": "order", "order": ["field"]})
    assert shown.page.evaluate("kept.value") == ""
    shown.show(SECRET, focus="secret")
    shown.page.evaluate("globalThis.kept = document.querySelector('[type=password]')")
    shown.page.keyboard.type("p4ss")
    shown.page.evaluate("page.close()")
    assert shown.page.evaluate("kept.value") == ""


def test_a_toggle_and_a_picker_report_each_choice(shown: SheetPage) -> None:
    options = [{"identifier": "a", "title": "A"}, {"identifier": "b", "title": "B"}]
    shown.show({"id": "toggle", "kind": "toggle", "label": "Ask first", "isOn": False},
               {"id": "picker", "kind": "picker", "label": "Kind", "options": options}, focus="toggle")
    shown.press("Space")
    shown.page.get_by_text("Ask first").click()
    assert shown.page.get_by_label("Kind").input_value() == ""
    shown.page.get_by_label("Kind").select_option("b")
    assert shown.sent == [
        {"kind": "toggled", "element": "toggle", "isOn": True},
        {"kind": "toggled", "element": "toggle", "isOn": False},
        {"kind": "picked", "element": "picker", "option": "b"},
    ]


def test_buttons_press_or_submit_and_disabled_ones_do_nothing(shown: SheetPage) -> None:
    shown.show(button("ok"), button("more", "normal", False), button("off", "normal", False, enabled=False),
               button("delete", "destructive", True), button("no", "cancel", False))
    for name in ["Ok", "More", "Off", "Delete", "No"]:
        shown.page.get_by_role("button", name=name, exact=True).click(force=True)
    assert shown.sent == [
        {"kind": "submitted", "element": "ok", "values": []}, {"kind": "pressed", "element": "more"},
        {"kind": "submitted", "element": "delete", "values": []}, {"kind": "pressed", "element": "no"},
    ]


def test_a_code_counts_down_and_announces_its_last_seconds(fresh: SheetPage) -> None:
    code = {"id": "code", "kind": "code", "label": "example.com", "code": "492013", "period": 30, "timeLeft": 20.5}
    fresh.open_early(sheet_of(code))
    code = fresh.node("code")
    assert code.locator(".digits").text_content() == "492013"
    assert code.locator(".seconds").inner_text() == "21"
    fresh.page.clock.fast_forward(16_000)
    code.locator(".seconds").get_by_text("5", exact=True).wait_for()
    assert "ending" in code.get_attribute("class")
    assert code.locator(".unseen").text_content() == "5 seconds left"
    fresh.page.clock.fast_forward(30_000)
    code.locator(".seconds").get_by_text("0", exact=True).wait_for()


def test_progress_strength_and_texts_show_their_values(shown: SheetPage) -> None:
    shown.show(
        {"id": "known", "kind": "progress", "label": "Importing", "counter": 1, "fraction": 0.425},
        {"id": "unknown", "kind": "progress", "label": "Waiting", "counter": 1},
        {"id": "strength", "kind": "strength", "score": 3, "label": "Good, years to crack"},
        {"id": "text", "kind": "text", "text": "one\ntwo", "style": "body"},
        {"id": "spelled", "kind": "text", "text": "aB3$é", "style": "monospaced"})
    known = shown.page.get_by_role("progressbar", name="Importing")
    assert known.get_attribute("aria-valuenow") == "42"
    assert shown.page.get_by_role("progressbar", name="Waiting").get_attribute("aria-valuenow") is None
    meter = shown.page.get_by_role("meter")
    assert (meter.get_attribute("aria-valuenow"), meter.get_attribute("aria-valuetext")) == ("3", "Good, years to crack")
    assert shown.node("text").locator("p").all_inner_texts() == ["one", "two"]
    spelled = shown.node("spelled").locator("p")
    assert spelled.inner_text() == "aB3$é"
    assert spelled.locator("span").all_inner_texts() == ["3", "$"]


def test_one_more_button_is_in_the_footer_and_several_are_rows(shown: SheetPage) -> None:
    place = "node => node.closest('.footer') ? 'footer' : 'body'"
    shown.show(button("ok"), button("other", "normal", False))
    assert shown.node("other").evaluate(place) == "footer"
    shown.change({"kind": "element", "element": button("third", "normal", False)})
    assert [shown.node(name).evaluate(place) for name in ("other", "third", "ok")] == ["body", "body", "footer"]
