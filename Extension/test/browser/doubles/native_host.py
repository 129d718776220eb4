#!/usr/bin/python3 -u
"""A native host with scripted responses. It replaces latchkey-native-host and the agent.

Its folder contains `script.json`: {"method": [step, …]}. A step is {"result": …}, {"error": …},
{"sheet": …, "then": step}, {"exit": true} or {"after": "file", "then": step}. The last step of a method repeats.
Every received message is appended to `received.jsonl`; the tests' secrets are made up.
"""

import json
import os
import struct
import sys
import threading
import time
from pathlib import Path

FOLDER = Path(os.environ.get("LATCHKEY_DOUBLE") or Path(__file__).parent)
writing = threading.Lock()
waiting_events: dict[int, threading.Event] = {}
events: dict[int, dict] = {}


def read() -> dict | None:
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        return None
    return json.loads(sys.stdin.buffer.read(struct.unpack("=I", head)[0]))


def write(message: dict) -> None:
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    with writing:
        sys.stdout.buffer.write(struct.pack("=I", len(data)) + data)
        sys.stdout.buffer.flush()


def record(message: dict) -> None:
    with writing, (FOLDER / "received.jsonl").open("a") as log:
        log.write(json.dumps(message) + "\n")


def next_step(method: str) -> dict:
    """The step of the next call. The count is stored in a file, because the host may be restarted."""
    steps = json.loads((FOLDER / "script.json").read_text()).get(method)
    if steps is None:
        return {"error": {"code": -32601, "message": "no", "data": {"reason": "unknownMethod", "message": "no"}}}
    counter = FOLDER / f"count-{method}"
    with writing:
        count = int(counter.read_text()) if counter.exists() else 0
        counter.write_text(str(count + 1))
    return steps[min(count, len(steps) - 1)]


def perform(call: dict, step: dict) -> None:
    if step.get("exit"):
        os._exit(1)
    if "after" in step:
        end = time.monotonic() + 30
        while not (FOLDER / step["after"]).exists() and time.monotonic() < end:
            time.sleep(0.02)
        return perform(call, step["then"])
    if "sheet" in step:
        identifier = call["id"]
        waiting_events[identifier] = threading.Event()
        write({"method": "sheet.open", "params": {"id": identifier, **step["sheet"]}})
        waiting_events[identifier].wait(60)
        write({"method": "sheet.close", "params": {"id": identifier}})
        event = events.get(identifier, {})
        if event.get("kind") == "cancelled":
            cancelled = {"reason": "userCanceled", "message": "cancelled"}
            return write({"id": call["id"], "error": {"code": -32000, "message": "cancelled", "data": cancelled}})
        return perform(call, step["then"])
    write({"id": call["id"], **step})


def main() -> None:
    while message := read():
        record(message)
        if message.get("method") == "sheet.event":
            identifier = message["params"]["id"]
            event = message["params"]["event"]
            if event["kind"] in ("pressed", "submitted", "rowChosen", "cancelled"):
                events[identifier] = event
                waiting_events.setdefault(identifier, threading.Event()).set()
        elif "id" in message:
            step = next_step(message["method"])
            threading.Thread(target=perform, args=(message, step), daemon=True).start()


main()
