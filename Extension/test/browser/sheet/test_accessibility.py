"""Accessibility: no axe findings, and accessibility trees equal to the recorded ones."""

import os
from datetime import datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe

from sheet_pages import FIXTURES, SHEETS, SheetPage
from trees import tree

#: LATCHKEY_WRITE_TREES=1 records the trees again. Review the changes before committing them.
WRITES = os.environ.get("LATCHKEY_WRITE_TREES") == "1"


def findings(shown: SheetPage) -> list[str]:
    """The findings of axe, one line per node."""
    # The page's policy forbids evaluation to pages only, so axe can be evaluated.
    response = Axe().run(shown.page).response
    return [f"{found['id']}: {node['html'][:120]}" for found in response["violations"] for node in found["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SHEETS)
def test_axe_finds_no_problem_in_any_sheet(shown: SheetPage, name: str, scheme: str) -> None:
    shown.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    shown.open(name)
    assert findings(shown) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_problem_in_a_focused_list_or_in_missing_rows(shown: SheetPage, scheme: str) -> None:
    shown.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    rows = [{"identifier": str(n), "title": f"Row {n}", "subtitle": "alice", "iconName": "passkey", "badge": "b",
             "accessory": "details"} for n in range(3)]
    shown.show({"id": "list", "kind": "list", "rowCount": 9, "offset": 0, "rows": rows, "sections": []}, focus="list")
    assert shown.focused == "list"
    assert findings(shown) == []


@pytest.mark.parametrize("name", SHEETS)
def test_the_accessibility_tree_equals_the_recorded_one(shown: SheetPage, name: str) -> None:
    shown.page.set_viewport_size({"width": 460, "height": 1400})
    shown.open(name)
    # The announcement follows the window after a moment.
    shown.page.wait_for_timeout(120)
    seen = tree(shown.page)
    file = FIXTURES / f"trees/{name}.txt"
    if WRITES:
        file.write_text(seen, encoding="utf-8")
    assert seen == file.read_text(encoding="utf-8")


def test_messages_are_announced_once(shown: SheetPage) -> None:
    shown.open("unlock")
    problem = {"id": "problem", "kind": "message", "level": "error", "text": "This passphrase is wrong."}
    shown.change({"kind": "element", "element": problem},
                 {"kind": "order", "order": ["reason", "problem", "passphrase", "unlock", "other"]})
    alert = shown.page.locator("[role=alert]")
    alert.get_by_text("Error: This passphrase is wrong.").wait_for(state="attached")
    alert.evaluate("node => node.replaceChildren()")
    # The same element again, with unchanged text.
    shown.change({"kind": "element", "element": problem})
    shown.page.wait_for_timeout(120)
    assert alert.inner_text() == ""


def test_a_message_that_is_removed_before_its_announcement_is_not_announced(fresh: SheetPage) -> None:
    fresh.open("unlock")
    fresh.page.clock.pause_at(datetime.now() + timedelta(hours=1))
    problem = {"id": "problem", "kind": "message", "level": "error", "text": "This passphrase is wrong."}
    fresh.change({"kind": "element", "element": problem},
                 {"kind": "order", "order": ["reason", "problem", "passphrase", "unlock", "other"]})
    fresh.change({"kind": "order", "order": ["reason", "passphrase", "unlock", "other"]})
    fresh.page.clock.run_for(500)
    assert fresh.page.locator("[role=alert]").inner_text() == ""


@pytest.mark.parametrize("name", SHEETS)
def test_no_sheet_is_cut_off_in_a_narrow_window_or_at_twice_the_size(shown: SheetPage, name: str) -> None:
    for width, height in [(320, 480), (230, 280)]:
        shown.page.set_viewport_size({"width": width, "height": height})
        shown.open(name)
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} wide"
        outside = shown.page.evaluate("""() => [...document.querySelectorAll("button, input, select, h1")]
            .filter((node) => node.checkVisibility() && (({ left, right }) => left < 0 || right > innerWidth + 0.5)
                (node.getBoundingClientRect())).map((node) => node.outerHTML.slice(0, 80))""")
        assert outside == []


def test_forced_colours_keep_the_chosen_row_apart(shown: SheetPage) -> None:
    shown.page.emulate_media(forced_colors="active")
    shown.open("list")
    colors = shown.page.locator("[role=option]").evaluate_all(
        "rows => rows.map((row) => getComputedStyle(row).backgroundColor)")
    assert len(set(colors[1:])) == 1 and colors[0] != colors[1]
    band = shown.page.locator(".band").evaluate("node => getComputedStyle(node).backgroundColor")
    assert band == "rgb(217, 115, 13)"


def test_reduced_motion_stops_every_animation(shown: SheetPage) -> None:
    shown.page.emulate_media(reduced_motion="reduce")
    shown.open("unlock-progress")
    assert shown.page.evaluate("document.getAnimations().length") == 0
    shown.page.emulate_media(reduced_motion="no-preference")
    assert shown.page.evaluate("document.getAnimations().length") > 0
