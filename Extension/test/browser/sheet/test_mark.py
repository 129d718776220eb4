"""The first sheets explain the colour and the word above them, until the user has read the explanation."""

from pathlib import Path

from sheet_pages import SheetPage, fixture

AXE = Path(__import__("axe_playwright_python").__file__).parent / "axe.min.js"


def test_the_mark_is_explained_until_the_user_confirms(shown: SheetPage) -> None:
    shown.page.evaluate("page.explains = true")
    shown.open("unlock")
    note = shown.page.locator(".mark-note")
    assert "prove that the window belongs to Latchkey" in note.inner_text()
    # The sheet's own field keeps the focus and the Enter key.
    assert shown.focused == "passphrase"
    note.get_by_role("button", name="Got It").click()
    assert note.count() == 0
    assert shown.page.evaluate("page.explains") is False
    assert shown.sent == []


def test_the_focus_moves_to_the_sheet_when_the_note_is_dismissed_by_key(shown: SheetPage) -> None:
    shown.page.evaluate("page.explains = true")
    shown.open("unlock")
    shown.page.locator(".mark-note button").focus()
    shown.press("Enter")
    assert shown.page.locator(".mark-note").count() == 0
    assert shown.focused == "passphrase"


def test_explains_no_missing_mark_and_no_known_one(shown: SheetPage) -> None:
    shown.open("unlock")
    assert shown.page.locator(".mark-note").count() == 0
    shown.page.evaluate("page.explains = true")
    unmarked = fixture("unlock")
    del unmarked["frame"]["word"]
    shown.open(unmarked)
    assert shown.page.locator(".mark-note").count() == 0


def test_a_wrong_passphrase_keeps_its_field_above_the_buttons_in_a_small_window(shown: SheetPage) -> None:
    above = """document.querySelector("[data-element=passphrase]").getBoundingClientRect().bottom
        <= document.querySelector(".footer").getBoundingClientRect().top"""
    problem = {"id": "problem", "kind": "message", "level": "error", "text": "That is not the vault’s passphrase."}
    order = ["reason", "problem", "passphrase", "unlock", "other"]
    for height in [417, 440, 480]:
        shown.page.set_viewport_size({"width": 320, "height": height})
        shown.page.evaluate("page.explains = true")
        shown.open("unlock")
        shown.change({"kind": "element", "element": problem}, {"kind": "order", "order": order})
        assert shown.page.evaluate(above), height
    # A later change does not scroll back.
    assert shown.scroll(0) == 0
    shown.change({"kind": "title", "title": "Again"})
    assert shown.scrolled == 0


def test_the_note_leaves_most_of_a_small_window_to_the_sheet(shown: SheetPage) -> None:
    shown.page.set_viewport_size({"width": 320, "height": 480})
    shown.page.evaluate("page.explains = true")
    shown.open("unlock")
    assert shown.page.evaluate("document.querySelector('.mark-note').clientHeight <= 90")


def test_axe_finds_no_problem_in_the_note_and_it_is_not_cut_off(shown: SheetPage) -> None:
    for scheme in ["light", "dark"]:
        shown.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shown.page.set_viewport_size({"width": 320, "height": 480})
        shown.page.evaluate("page.explains = true")
        shown.open("unlock")
        shown.page.evaluate(AXE.read_text() + "\n;0")
        found = shown.page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))")
        assert found == []
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
