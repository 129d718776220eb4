"""Which button is which: every sheet has at most one that Enter presses, and a way out that looks like no other."""

import pytest

from sheetpages import SHEETS, SheetPage, fixture

#: What Enter presses in each sheet, or nothing where it would be taken for the page's.
DEFAULTS = {
    "configuration": "done", "create-vault": "create", "every-element": "save", "generator": "use", "hostile": "ok",
    "inbox-question": "update", "list": None, "list-empty": None, "other-site": None,
    "passkey-create": "create", "passkey-sign-in": None, "recovery-code": "done", "right-to-left": "unlock", "save-question": "update", "unlock": "unlock", "unlock-problem": "unlock",
    "unlock-progress": "unlock",
}

RANK = """(button) => {
    const { backgroundColor, borderTopColor, color } = getComputedStyle(button);
    return [backgroundColor, borderTopColor, color].join(" ");
}"""


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_one_button_that_enter_presses_at_most_and_leaves_by_escape(shown: SheetPage, name: str) -> None:
    shown.open(name)
    marked = shown.page.locator(".is-default").evaluate_all("nodes => nodes.map((node) => node.dataset.element)")
    assert marked == ([DEFAULTS[name]] if DEFAULTS[name] else [])
    shown.press("Escape")
    assert shown.sent[-1] == {"kind": "cancelled"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["save-question", "inbox-question", "unlock"])
def test_default_other_and_way_out_look_different(shown: SheetPage, name: str, scheme: str) -> None:
    shown.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    shown.open(name)
    ranks = shown.page.locator(".footer .button").evaluate_all(f"nodes => nodes.map({RANK})")
    assert len(ranks) >= 2 and len(set(ranks)) == len(ranks)


def test_deciding_later_is_not_called_like_the_way_out(shown: SheetPage) -> None:
    shown.open("inbox-question")
    titles = shown.page.locator(".button").all_inner_texts()
    assert titles == ["Save as New", "Throw Away", "Decide Later", "Cancel", "Update"]


def test_the_unlock_shows_no_error_of_before_once_another_way_is_tried(shown: SheetPage) -> None:
    shown.open("unlock-problem")
    alert = shown.page.locator("[role=alert] p")
    alert.first.wait_for(state="attached")
    elements = fixture("unlock")["sheet"]["elements"]
    shown.change({"kind": "order", "order": [each["id"] for each in elements]})
    assert shown.page.locator(".message").count() == 0
    assert alert.count() == 0
