"""Covers in every kind of shadow root, painted in every way: a covered strip fills only after a confirmation."""

import os
from itertools import product

import pytest

from strips import STEADY, strips  # noqa: F401
from test_guard import all_are, none_is_filled

#: Parents of the cover: always a shadow root, whose toggle events do not reach the document.
PARENTS = {
    "open root": "const root = owner.attachShadow({mode: 'open'});",
    "closed root": "const root = owner.attachShadow({mode: 'closed'});",
    "root in a root": """const inner = document.createElement('div'); owner.attachShadow({mode: 'open'}).append(inner);
        const root = inner.attachShadow({mode: 'closed'});""",
    "slot": """const root = owner.attachShadow({mode: 'open'}); const slotted = document.createElement('div');
        owner.append(slotted); root.append(document.createElement('slot'));""",
}

ALL_OVER = "inset: 0; width: 100vw; height: 100vh; pointer-events: none;"
CORNER = "left: 98vw; top: 97vh; width: 1px; height: 1px;"
ASIDE = "left: -300vw; top: 0; width: 100vw; height: 100vh; background: white;"

#: How the cover is painted: its own style, that of a pseudo-element, and its content.
PAINTS = {
    "a ground": (ALL_OVER + "background: white", "", ""),
    "a picture": (ALL_OVER + "background: linear-gradient(white, white)", "", ""),
    "a shadow": (CORNER + "box-shadow: 0 0 0 9999px white", "", ""),
    "an outline": (CORNER + "outline: 9999px solid white", "", ""),
    "a border picture": (
        CORNER + "border: 1px solid; border-image: linear-gradient(white, white) 1 / 1px / 9999px", "", ""),
    "a drop shadow": (ASIDE + "filter: drop-shadow(300vw 0 0 white)", "", ""),
    "a text": (CORNER + "font: 4000px monospace; line-height: 0; color: white; text-indent: -3000px; white-space: nowrap", "",
               "\\u2588\\u2588\\u2588\\u2588"),
    "the shadow of a text": (
        "left: -300vw; top: 0; font: 3000px monospace; color: white; text-shadow: 300vw 0 white; width: 1px; height: 1px", "",
        "\\u2588\\u2588\\u2588"),
    "a box before": (CORNER, "::before { content: ''; position: fixed; inset: 0; background: white; pointer-events: none }", ""),
    "a box after": (CORNER, "::after { content: ''; position: absolute; inset: -9999px; background: white; "
                    "pointer-events: none }", ""),
    "a backdrop": (CORNER, "::backdrop { background: white }", ""),
    "a child": (CORNER, "", "<div style='position: fixed; inset: 0; background: white; pointer-events: none'></div>"),
    "a drawing": (CORNER, "", "<svg style='overflow: visible; pointer-events: none'><rect x='-9999' y='-9999' width='19999' "
                  "height='19999' fill='white'/></svg>"),
}


def cover(parent: str, paint: str) -> str:
    """A script that shows a cover in the top layer above the strip."""
    style, pseudo, inside = PAINTS[paint]
    sheet = f"const sheet = document.createElement('style'); sheet.textContent = `#cover{pseudo}`; root.append(sheet);"
    return f"""const owner = document.createElement('div'); document.body.append(owner); {PARENTS[parent]}
        {sheet if pseudo else ''} const cover = document.createElement('div'); cover.id = 'cover'; cover.popover = 'manual';
        cover.style.cssText = `position: fixed; inset: auto; margin: 0; border: 0; padding: 0; max-width: none;
            max-height: none; overflow: visible; background: transparent; {style}`;
        cover.innerHTML = `{inside}`; root.append(cover); cover.showPopover();"""


def pairs(parent: str) -> list[str]:
    """The paints that are tested in a parent: all in the first one and in one of the others, or with LATCHKEY_EVERYTHING
    in every parent. How a browser finds a cover does not depend on both.
    """
    first, *others = PARENTS
    if parent == first or os.environ.get("LATCHKEY_EVERYTHING"):
        return list(PAINTS)
    return list(PAINTS)[others.index(parent)::len(others)]


@pytest.mark.parametrize("parent", PARENTS)
def test_a_covered_strip_fills_only_after_a_confirmation(strips, parent):
    none_is_filled(strips.outcomes([cover(parent, paint) for paint in pairs(parent)]))


def test_keys_fill_from_a_covered_strip_only_after_a_confirmation(strips):
    """The covers let hits through, and the field keeps the keyboard."""
    all_are("filled", strips.outcomes(["void 0"], keys=True))
    count = len(PARENTS)
    none_is_filled(strips.outcomes(
        [cover(parent, paint) for index, parent in enumerate(PARENTS) for paint in list(PAINTS)[index::count]], keys=True))


def test_a_strip_under_a_covering_shadow_hosts_child_fills_only_after_a_confirmation(strips):
    none_is_filled(strips.outcomes([
        f"""{cover(parent, 'a box before').replace('fixed; inset: 0; background: white', 'fixed; width: 0')}
            cover.attachShadow({{mode: '{mode}'}}).innerHTML = '<slot></slot>';
            cover.innerHTML = "<div style='position: fixed; inset: 0; background: white; pointer-events: none'></div>";"""
        for parent, mode in product(["open root", "closed root"], ["open", "closed"])]))


#: Styles that paint over a frame from an element of the page around it, or from that element's pseudo-element.
AROUND_A_FRAME = ["a ground", "a shadow", "a box before"]

#: Whether a hit test of the page around the frame finds nothing above it, at the middle of the strip.
IS_FRAME_HIT = """(() => {{ const frame = document.querySelector('#frame'), {{ left, top }} = frame.getBoundingClientRect();
    return document.elementFromPoint(left + frame.clientLeft + {x}, top + frame.clientTop + {y}) === frame; }})()"""


def test_a_page_covers_a_frame_of_its_site_unseen_by_hit_tests_and_needs_a_confirmation(strips):
    """Content scripts in the documents around a frame could not prove that the user sees it."""
    page = strips.open("frame-subdomain")
    for paint in AROUND_A_FRAME:
        strips.go(page, "frame-subdomain")
        page.click("#frame >> #user")
        row = page.wait_strip("ada").rows[0]
        frame = page.box("#frame")
        before = page.pixels(frame)
        style, pseudo, _ = PAINTS[paint]
        page.js(f"""(() => {{ const cover = document.createElement('div'), sheet = document.createElement('style');
            sheet.textContent = `#cover{pseudo or ' {}'}`; cover.id = 'cover';
            cover.style.cssText = `position: fixed; z-index: 9; {style}`; document.body.append(sheet, cover); }})()""")
        assert page.pixels(frame) != before, f"{paint} covers nothing"
        # Firefox's driver reports the row in the frame's coordinates, Chromium's in the page's.
        x, y = (row.x, row.y) if strips.name == "firefox" else (row.x - frame["left"], row.y - frame["top"])
        assert page.js(IS_FRAME_HIT.format(x=x, y=y)) is True, f"a hit test finds {paint}"
        page.let_pass(STEADY)
        page.tap(row.x, row.y, page.wait_strip("ada").where)
        page.let_pass(0.3)
        assert all(fill["mustConfirm"] for fill in strips.filled()), paint
    page.close()


def test_a_tooltip_of_the_page_does_not_cover_the_strip(strips):
    """The browser shows the title of the nearest element that has one."""
    page = strips.open()
    page.js("void (document.documentElement.title = 'Click to play')")
    strips.opened(page)
    assert page.js("[...document.documentElement.children].find((each) => each.popover === 'manual').title") == ""
    assert page.js("[...document.documentElement.children].find((each) => each.popover === 'manual').hasAttribute('title')")
    page.close()
