"""The strip and the banner in the accessibility tree, and axe's findings in their overlay (Chromium)."""

from pathlib import Path

import axe_playwright_python
import pytest

import browsers
from strips import strips  # noqa: F401
from test_banner import asked

FIXTURES = Path(__file__).parents[2] / "fixtures"
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"

pytestmark = pytest.mark.skipif("chromium" not in browsers.BROWSERS, reason="needs Chromium's DevTools protocol")


@pytest.fixture(autouse=True)
def only_chromium(strips):
    if strips.name != "chromium":
        pytest.skip("the accessibility tree is read by Chromium's DevTools protocol")


def tree(page) -> str:
    """The overlay's accessibility tree, one line per node."""
    [overlay] = [each for each in page.overlays() if page.is_in_sight(each)]
    nodes = page.tab.context.new_cdp_session(overlay).send("Accessibility.getFullAXTree")["nodes"]
    known = {node["nodeId"]: node for node in nodes}
    parents = {child: node["nodeId"] for node in nodes for child in node.get("childIds", [])}
    lines = []

    def walk(node: dict, depth: int) -> None:
        role = node.get("role", {}).get("value", "")
        if not node.get("ignored") and role not in ("none", "generic", "InlineTextBox", "StaticText"):
            name = node.get("name", {}).get("value", "")
            states = [f"{each['name']}={each['value'].get('value')}" for each in node.get("properties", [])
                      if each["name"] in ("selected", "focusable", "focused", "live", "modal", "invalid")]
            lines.append("  " * depth + " ".join([role, f'"{name}"', *states]))
            depth += 1
        for child in node.get("childIds", []):
            if child in known:
                walk(known[child], depth)

    for node in nodes:
        role = node.get("role", {}).get("value", "")
        if role in ("listbox", "alertdialog") and parents.get(node["nodeId"]):
            walk(node, 0)
    return "\n".join(lines) + "\n"


def violations(strips, page) -> list[str]:
    """The findings of axe in the overlay. It is a part of a page, so it needs no landmark."""
    page.in_overlay(f"() => {{ {AXE.read_text()} }}")
    found = page.in_overlay("""async (root) => {
        const { violations } = await axe.run(root.body, {
            resultTypes: ['violations'], rules: { region: { enabled: false } } });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`)); }""")
    assert isinstance(found, list)
    return found


def test_the_strip_is_a_listbox_of_labelled_options(strips):
    page = strips.open(offers="marks")
    strips.opened(page)
    page.press("ArrowDown")
    page.press("ArrowDown")
    assert tree(page) == (FIXTURES / "strip-accessibility.txt").read_text()
    page.close()


def test_the_banner_is_a_dialog_named_by_its_question(strips):
    page = asked(strips)
    assert tree(page) == (FIXTURES / "banner-accessibility.txt").read_text()
    page.close()


def darken(page, is_dark: bool) -> None:
    """Makes the page dark, so that the strip and the banner are dark too."""
    if is_dark:
        page.js("void (document.documentElement.style.cssText = 'color-scheme: dark; background: #111')")


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_no_problem_in_the_strip(strips, dark):
    page = strips.open(offers="marks")
    darken(page, dark)
    strips.opened(page)
    page.press("ArrowDown")
    assert violations(strips, page) == []
    strips.go(page, offers="insecure")
    darken(page, dark)
    strips.opened(page)
    assert violations(strips, page) == []
    page.close()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_no_problem_in_the_banner(strips, dark):
    page = asked(strips, before=lambda page: darken(page, dark))
    assert violations(strips, page) == []
    page.close()
