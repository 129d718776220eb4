"""Follows everything that a page can reach, and reports texts, nodes and windows that are not the page's.

`PREPARE` runs before the extension draws anything, `search` while it is drawn.
"""

import json
from pathlib import Path

#: Records what the browser gives to a page: events, observers' records, and arguments of the DOM's functions.
PREPARE = (Path(__file__).parent / "probe_reachable.js").read_text().rstrip(";\n")


def search(page, planted: list[str], box: dict) -> dict:
    """What the page can reach of the planted texts and of foreign nodes and windows."""
    return page.js(f"search({json.dumps(planted)}, {json.dumps(box)})")
