"""Runs JavaScript in the extension's isolated world, which sees the strip while the page does not."""

from waiting import eventually

#: Whether the strip is drawn: its host has a height after the overlay has drawn the rows and reported their height.
IS_DRAWN = """const isDrawn = () => [...document.querySelectorAll("[popover]")].some((host) =>
    chrome.dom.openOrClosedShadowRoot(host)?.querySelector("iframe") && host.getBoundingClientRect().height > 1);"""


class Isolated:
    """The extension's isolated world in the top document of a page."""

    def __init__(self, page):
        self.page, self._found = page, []
        self._session = page.tab.context.new_cdp_session(page.tab)
        self._session.on("Runtime.executionContextCreated", lambda event: self._found.append(event["context"]))
        self._session.send("Runtime.enable")
        context = eventually("the content script's world", lambda: next((
            context for context in self._found
            if context["auxData"].get("type") == "isolated" and "Latchkey" in context["name"]), None))
        self._context = context["id"]

    def begin(self, function: str) -> str:
        """Starts a function that returns a promise. `end` waits for it."""
        self._session.send("Runtime.evaluate", {
            "contextId": self._context, "expression": f"{{ {IS_DRAWN} globalThis.benchmark = ({function})(); }}"})
        return "globalThis.benchmark"

    def end(self, waiting: str) -> float:
        answer = self._session.send("Runtime.evaluate", {
            "contextId": self._context, "expression": waiting, "awaitPromise": True, "returnByValue": True,
            "timeout": 20_000})
        value = answer["result"].get("value")
        assert isinstance(value, (int, float)), answer
        self._session.detach()
        return float(value)
