"""Lists of any length: few nodes, and only the rows in view, requested while the user scrolls."""

import pytest

from sheet_pages import SheetPage
from waiting import eventually

#: A provider of this many rows with two sections. It answers as LoginList does.
PROVIDER = """(count) => {
    const row = (index) => ({ identifier: "id" + index, title: "Row " + index, subtitle: "user " + index });
    const sections = [{ title: "For example.com", firstRow: 0 }, { title: "All Logins", firstRow: 3 }];
    page.window = (offset, length) => {
        const end = Math.min(count, offset + length);
        const before = sections.filter(({ firstRow }) => firstRow <= offset).slice(-1);
        const within = sections.filter(({ firstRow }) => firstRow > offset && firstRow < end);
        const rows = Array.from({ length: end - offset }, (_, index) => row(offset + index));
        return { rowCount: count, offset, rows, sections: [...before, ...within] };
    };
    page.provider = (event) => {
        if (event.kind !== "scrolled") return null;
        const { rows, ...rest } = page.window(event.offset, event.count);
        const list = { ...rest, before: rows, keptFrom: 0, keptCount: 0, after: [] };
        return { changes: [{ kind: "window", identifier: "list", list }] };
    };
    page.open({ frame: { providerName: "Test", requester: { kind: "site", name: "example.com" } }, sheet: {
        title: "Logins", elements: [{ id: "search", kind: "searchField", value: "" },
            { id: "list", kind: "list", ...page.window(0, 60) }], focus: "search" } });
}"""

VISIBLE = """() => {
    const box = document.querySelector("[role=listbox]").getBoundingClientRect();
    const rows = [...document.querySelectorAll("[role=option]")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > box.top + 1 && top < box.bottom - 1;
    });
    return rows.map((row) => row.querySelector(".title")?.textContent ?? row.getAttribute("aria-label"));
}"""
CHOSEN = "() => document.querySelector('[aria-selected=true] .title')?.textContent ?? null"


def visible(shown: SheetPage) -> list[str]:
    return shown.page.evaluate(VISIBLE)


def is_filled(shown: SheetPage, expected: str) -> None:
    eventually(f"{expected} in view", lambda: expected in visible(shown) and "Loading…" not in visible(shown))


@pytest.mark.parametrize("count", [100_000, 10_000_000])
def test_a_long_list_is_reachable_from_end_to_end_with_few_nodes(shown: SheetPage, count: int) -> None:
    shown.page.evaluate(PROVIDER, count)
    is_filled(shown, "Row 0")
    listbox = shown.page.get_by_role("listbox")
    for keys, expected in [(["End"], count - 1), (["PageUp"], count - 2), (["Home"], 0), (["ArrowDown"] * 40, 40)]:
        shown.press(*keys)
        is_filled(shown, f"Row {expected}")
    for part in [0.25, 0.5, 1]:
        row = listbox.evaluate("(node, part) => node.scrollTop = (node.scrollHeight - node.clientHeight) * part", part)
        assert row > 0
        middle = round(count * part)
        eventually("the rows are loaded", lambda middle=middle: visible(shown) and all(
            name.startswith("Row ") and abs(int(name[4:]) - middle) < count // 1000 + 20 for name in visible(shown)))
        assert shown.page.evaluate("document.querySelectorAll('[role=option]').length") < 40
        assert shown.page.evaluate("document.querySelectorAll('*').length") < 400
    is_filled(shown, f"Row {count - 1}")


def test_rows_are_requested_with_a_margin_and_never_twice(shown: SheetPage) -> None:
    shown.page.evaluate(PROVIDER, 100_000)
    shown.page.evaluate("page.provider = null")
    listbox = shown.page.get_by_role("listbox")
    listbox.evaluate("node => node.scrollTop = 52 * 1000")
    (asked,) = shown.wait_for_events(1)
    assert asked["kind"] == "scrolled" and asked["element"] == "list"
    assert 940 <= asked["offset"] <= 955 and asked["count"] <= 120
    # Missing rows are drawn as placeholders and counted as rows.
    assert set(visible(shown)) == {"Loading…"}
    listbox.evaluate("node => node.scrollTop += 100")
    listbox.evaluate("node => new Promise((done) => setTimeout(done, 400))")
    assert len(shown.sent) == 1
    listbox.evaluate("node => node.scrollTop = 52 * 50000")
    assert len(shown.wait_for_events(2)) == 2


def test_rows_report_their_position_and_the_lists_size(shown: SheetPage) -> None:
    shown.page.evaluate(PROVIDER, 100_000)
    shown.press("End")
    is_filled(shown, "Row 99999")
    last = shown.page.locator("[aria-selected=true]")
    assert (last.get_attribute("aria-posinset"), last.get_attribute("aria-setsize")) == ("100000", "100000")
    assert shown.page.locator("#" + last.get_attribute("id")).count() == 1
    assert shown.page.get_by_role("combobox").get_attribute("aria-activedescendant") == last.get_attribute("id")
    order = shown.page.locator("[role=option]").evaluate_all("rows => rows.map((row) => Number(row.dataset.index))")
    assert order == sorted(order)


def test_a_sections_title_stays_above_its_rows(shown: SheetPage) -> None:
    shown.page.evaluate(PROVIDER, 100_000)
    group = shown.page.get_by_role("group", name="All Logins")
    listbox = shown.page.get_by_role("listbox")
    for top in [0, 52 * 300, 52 * 70_000]:
        listbox.evaluate("(node, top) => node.scrollTop = top", top)
        eventually("rows of the second section", lambda: "Loading…" not in visible(shown))
        group.get_by_role("option").first.wait_for(state="attached")
    from_top = """() => {
        const title = document.querySelector("[role=group] .section").getBoundingClientRect();
        return title.top - document.querySelector("[role=listbox]").getBoundingClientRect().top;
    }"""
    eventually("the title at the top", lambda: shown.page.evaluate(from_top) == 0)
    assert shown.page.get_by_role("group", name="For example.com").count() == 0


def test_rows_keep_their_place_when_sections_above_them_become_known(shown: SheetPage) -> None:
    change = """([offset, sections]) => {
        const { rows, ...rest } = page.window(offset, 200);
        page.change({ changes: [{ kind: "window", identifier: "list", list: {
            ...rest, before: rows, keptFrom: 0, keptCount: 0, after: [],
            sections: sections.map((firstRow) => ({ title: "From " + firstRow, firstRow })) } }] });
    }"""
    tops = """() => Object.fromEntries([...document.querySelectorAll("[role=option]:not(.missing)")].map((row) =>
        [row.querySelector(".title").textContent, Math.round(row.getBoundingClientRect().top)]))"""
    shown.page.evaluate(PROVIDER, 1_000)
    shown.page.evaluate("page.provider = null")
    shown.page.get_by_role("listbox").evaluate("node => node.scrollTop = 52 * 500")
    shown.wait_for_events(1)
    shown.page.evaluate(change, [420, [420, 480]])
    is_filled(shown, "Row 502")
    before = shown.page.evaluate(tops)
    for offset, sections in [(330, [330, 360, 390, 420, 480]), (420, [420, 480]), (400, [390, 420])]:
        shown.page.evaluate(change, [offset, sections])
        assert shown.page.evaluate(tops)["Row 502"] == before["Row 502"]


def test_a_search_starts_at_the_first_row(shown: SheetPage) -> None:
    shown.page.evaluate(PROVIDER, 1_000)
    shown.press(*["PageDown"] * 10)
    assert shown.page.evaluate(CHOSEN) != "Row 0"
    shown.page.keyboard.type("a")
    eventually("the first row is selected", lambda: shown.page.evaluate(CHOSEN) == "Row 0")
    assert shown.page.get_by_role("listbox").evaluate("node => node.scrollTop") == 0


def test_a_click_picks_a_row_and_the_focus_stays_in_the_search(shown: SheetPage) -> None:
    shown.open("every-element")
    shown.page.set_viewport_size({"width": 460, "height": 2000})
    shown.page.get_by_role("combobox", name="Search").focus()
    shown.page.get_by_role("option", name="Passkey").click()
    shown.page.get_by_role("option", name="Passkey").locator(".details-button").click()
    shown.page.get_by_role("option", name="Code").locator("svg").last.click()
    assert shown.sent == [
        {"kind": "rowChosen", "element": "list", "row": "b"},
        {"kind": "accessoryPressed", "element": "list", "row": "b"},
        {"kind": "rowChosen", "element": "list", "row": "c"},
    ]
    assert shown.focused == "search"


def test_an_empty_list_shows_and_announces_its_text(shown: SheetPage) -> None:
    shown.page.evaluate(PROVIDER, 1_000)
    shown.change({"kind": "window", "identifier": "list", "list": {
        "rowCount": 0, "offset": 0, "before": [], "keptFrom": 0, "keptCount": 0, "after": [], "sections": [],
        "emptyText": "No login fits."}})
    assert shown.page.get_by_role("listbox").count() == 0
    shown.page.locator(".empty").get_by_text("No login fits.").wait_for()
    shown.page.get_by_role("status").get_by_text("No login fits.").wait_for(state="attached")
    assert shown.focused == "search"
    shown.press("Enter")
    assert [event for event in shown.sent if event["kind"] == "rowChosen"] == []


def test_long_names_are_shortened_in_the_middle_and_read_out_whole(shown: SheetPage) -> None:
    name = "a.person.with.a.long.name@department.organisation.example"
    long = [
        {"identifier": "1", "title": f"{name}.au", "subtitle": f"for {name}"},
        {"identifier": "2", "title": f"{name}.nz", "subtitle": "ada"},
        # Alone, a title has two lines.
        {"identifier": "3", "title": f"{name} {name}.us"},
        {"identifier": "4", "title": "Short", "subtitle": "ada"},
    ]
    shown.page.set_viewport_size({"width": 420, "height": 640})
    shown.show({"id": "list", "kind": "list", "rowCount": len(long), "offset": 0, "rows": long,
                "sections": [{"title": f"For {name}.fr", "firstRow": 0}]})
    texts = """() => [...document.querySelectorAll(".group .section, .group .title, .group .subtitle")].map((node) =>
        [node.textContent, node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight])"""
    seen = shown.page.evaluate(texts)
    assert all(is_whole for _, is_whole in seen), seen
    ends = [(text[:8], text[-5:]) for text, _ in seen if "…" in text]
    assert ends == [("For a.pe", "le.fr"), ("a.person", "le.au"), ("for a.pe", "ample"), ("a.person", "le.nz"), ("a.person", "le.us")]
    assert [row.get_attribute("aria-label") for row in shown.page.get_by_role("option").all()] == [
        f"{name}.au for {name}", f"{name}.nz ada", f"{name} {name}.us", None]
    assert shown.page.get_by_role("group", name=f"For {name}.fr").count() == 1

    # A wider window shows more of them.
    shown.page.set_viewport_size({"width": 1600, "height": 640})
    eventually("the names are whole", lambda: not any("…" in text for text, _ in shown.page.evaluate(texts)))
    assert shown.page.locator("[role=option][aria-label]").count() == 0
