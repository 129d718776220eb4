"""The accessibility tree of a page as Chromium passes it to screen readers, one readable line per node."""

import re

from playwright.sync_api import Page

#: Nodes without content of their own. Their children are written in their place.
SILENT = {"none", "generic", "InlineTextBox", "RootWebArea", "LineBreak", "ListMarker", "LabelText"}
#: States and properties that are written after the name.
TOLD = {
    "checked", "disabled", "expanded", "focused", "invalid", "level", "multiselectable", "pressed", "roledescription",
    "selected", "valuemin", "valuemax", "valuetext", "autocomplete", "live", "modal",
}
UNTOLD_VALUES = ("false", "none", "off", "")
#: Roles whose name is their content.
NAMED_BY_CONTENT = {"option", "button", "heading", "switch"}


def tree(page: Page) -> str:
    """One line per node: role, name, value and states."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    lines: list[str] = []

    def write(node: dict, depth: int, above: str) -> None:
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "")
        is_silent = node.get("ignored") or role in SILENT or (role == "StaticText" and name.strip() in ("", above))
        if not is_silent:
            lines.append("  " * depth + line(node, role, name))
        for child in [] if role in NAMED_BY_CONTENT and name else node.get("childIds", []):
            if child in by_id:
                write(by_id[child], depth if is_silent else depth + 1, above if is_silent else name)

    write(nodes[0], 0, "")
    # The seconds left depend on the machine's speed.
    return re.sub(r"\d+ seconds left", "N seconds left", "\n".join(lines)) + "\n"


def line(node: dict, role: str, name: str) -> str:
    words = [role]
    if name:
        words.append(f'"{name}"')
    for key in ("value", "description"):
        value = node.get(key, {}).get("value", "")
        if value != "" and value != name:
            words.append(f"{key}={value}")
    for state in node.get("properties", []):
        value = state["value"].get("value")
        if state["name"] in TOLD and value is not False and value not in UNTOLD_VALUES:
            words.append(state["name"] if value is True or value == "true" else f"{state['name']}={value}")
    return " ".join(words)
