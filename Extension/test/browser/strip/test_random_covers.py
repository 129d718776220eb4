"""Random covers over the strip: what changes its pixels prevents the fill or needs a confirmation.

LATCHKEY_COVERS is the number of covers. LATCHKEY_SEED repeats the covers of an earlier run, and with LATCHKEY_COVER
only one of them.
"""

import json
import os
from random import SystemRandom

from random_covers import DRAW, random_cover
from strips import STEADY, strips  # noqa: F401
from waiting import eventually

SEED = os.environ.get("LATCHKEY_SEED") or str(SystemRandom().randrange(10**6))
NUMBERS = [int(os.environ["LATCHKEY_COVER"])] if os.environ.get("LATCHKEY_COVER") else \
    range(int(os.environ.get("LATCHKEY_COVERS", "12")))
#: Seconds for which a cover is visible before the press. A browser reports visibility after a tenth of a second.
SEEN = 0.25


def drawn(page, box: dict) -> str:
    """The pixels of the strip once the row under the pointer is drawn as such."""
    shots = [page.pixels(box)]

    def is_still() -> bool:
        page.let_pass(0.05)
        shots.append(page.pixels(box))
        return shots[-1] == shots[-2]

    eventually("the strip is drawn", is_still)
    return shots[-1]


def press_under(strips, page, cover: dict | None) -> tuple[bool, str]:
    """Whether a cover changed the pixels of the strip, and the result of a press on its first row."""
    strips.go(page)
    strip = strips.opened(page)
    row = strip.rows[0]
    page.hover(row.x, row.y)
    before = drawn(page, strip.list)
    if cover is not None:
        page.js(f"{DRAW}({json.dumps(cover)})")
    page.hover(row.x + 2, row.y + 1)
    page.let_pass(STEADY)
    # The row is drawn as one under the pointer again, if a view transition interrupted that.
    page.hover(row.x, row.y)
    page.let_pass(0.05)
    after = page.pixels(strip.list)
    moved = page.strip()
    page.let_pass(SEEN)
    page.tap(row.x, row.y, strip.where)
    page.let_pass(0.2)
    fills = strips.filled()
    # A strip that follows its field is drawn elsewhere; that is no cover.
    changed = before != after and (moved is None or moved.list == strip.list)
    return changed, ("asked" if fills[0]["mustConfirm"] else "filled") if fills else "nothing"


def test_a_random_cover_that_changes_the_pixels_of_the_strip_gets_no_fill_without_a_confirmation(strips):
    print(f"LATCHKEY_SEED={SEED}")
    page = strips.open()
    # The measurement itself changes nothing: the uncovered strip looks the same, and a press fills.
    eventually("an uncovered strip fills", lambda: press_under(strips, page, None) == (False, "filled"))
    found = []
    for number in NUMBERS:
        cover = random_cover(SEED, number)
        found.append((*press_under(strips, page, cover), cover))
        if page.js("document.fullscreenElement !== null"):
            page.js("document.exitFullscreen()")
    for changed, outcome, cover in found:
        print(f"{'changed' if changed else 'same   '} {outcome:8}{json.dumps(cover)}")
    bad = [cover for changed, outcome, cover in found if changed and outcome == "filled"]
    assert not bad, f"LATCHKEY_SEED={SEED}: {bad}"
    page.close()
