"""The rank of buttons: every sheet has at most one default button, and a cancel button that looks different."""

import pytest

from sheet_pages import SHEETS, SheetPage, fixture

#: The default button of each sheet. `None` if Enter could have been meant for the page.
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
def test_a_sheet_has_at_most_one_default_button_and_escape_cancels(shown: SheetPage, name: str) -> None:
    shown.open(name)
    marked = shown.page.locator(".is-default").evaluate_all("nodes => nodes.map((node) => node.dataset.element)")
    assert marked == ([DEFAULTS[name]] if DEFAULTS[name] else [])
    shown.press("Escape")
    assert shown.sent[-1] == {"kind": "cancelled"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["save-question", "inbox-question", "unlock"])
def test_default_other_and_cancel_buttons_look_different(shown: SheetPage, name: str, scheme: str) -> None:
    shown.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    shown.open(name)
    ranks = shown.page.locator(".footer .button").evaluate_all(f"nodes => nodes.map({RANK})")
    assert len(ranks) >= 2 and len(set(ranks)) == len(ranks)


def test_deciding_later_has_another_title_than_cancelling(shown: SheetPage) -> None:
    shown.open("inbox-question")
    titles = shown.page.locator(".button").all_inner_texts()
    assert titles == ["Save as New", "Discard", "Decide Later", "Cancel", "Update"]


def test_the_unlock_sheet_removes_an_old_error_when_the_user_tries_again(shown: SheetPage) -> None:
    shown.open("unlock-problem")
    alert = shown.page.locator("[role=alert] p")
    alert.first.wait_for(state="attached")
    elements = fixture("unlock")["sheet"]["elements"]
    shown.change({"kind": "order", "order": [each["id"] for each in elements]})
    assert shown.page.locator(".message").count() == 0
    assert alert.count() == 0
