"""WebDriver BiDi: sends commands over one WebSocket and reads their responses."""

import itertools
import json
import time

from websockets.sync.client import connect

from waiting import LIMIT


class BiDiError(Exception):
    """An error response: its code and its message."""

    def __init__(self, kind: str, message: str):
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Gone(BiDiError, AssertionError):
    """The context or node no longer exists. `eventually` retries after this error."""


GONE = {"no such frame", "no such node", "stale element reference"}


class BiDi:
    """One session. `close` ends it."""

    def __init__(self, address: str):
        self._socket = connect(address, max_size=None, open_timeout=LIMIT, legacy=True)
        self._numbers = itertools.count(1)
        self.events: list[dict] = []

    def send(self, method: str, limit: float = 20, **parameters) -> dict:
        """Sends a command and waits for its response. Keeps the events that arrive before it."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        end = time.monotonic() + limit
        while True:
            try:
                message = json.loads(self._socket.recv(max(0.01, end - time.monotonic())))
            except TimeoutError:
                raise BiDiError("no answer", f"{method} in {limit:g} s") from None
            if message.get("type") == "event":
                self.events.append(message)
            elif message.get("id") == number:
                if message["type"] == "error":
                    kind = Gone if message["error"] in GONE else BiDiError
                    raise kind(message["error"], f"{message['message']} ({method})")
                return message["result"]

    def close(self) -> None:
        self._socket.close()


def plain(value: dict) -> object:
    """Converts a protocol value to a Python value."""
    kind, content = value["type"], value.get("value")
    if kind == "array":
        return [plain(each) for each in content]
    if kind == "object":
        return {key if isinstance(key, str) else plain(key): plain(each) for key, each in content}
    if kind == "number" and isinstance(content, str):
        return float(content.replace("Infinity", "inf"))
    return content if kind in ("string", "number", "boolean") else None
