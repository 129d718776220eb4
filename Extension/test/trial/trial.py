"""Scripts/try-sites: tries the extension on the sites and flows of this folder, in a browser with real windows.

README.md describes the flows. Each browser has one agent and one vault; each flow begins with the logins that it
names, an empty bin and a tab of its own.
"""

import argparse
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
#: The folder of the sites and flows to try.
SET = HERE / os.environ["LATCHKEY_TRIAL"]
sys.path[:0] = [str(SET), str(HERE), str(HERE.parent / "browser")]

import sites  # noqa: E402
from desktop import display, open_desktop, window_manager  # noqa: E402
from driving import Browser  # noqa: E402
from playwright.sync_api import Playwright, sync_playwright  # noqa: E402
from server import make_certificate  # noqa: E402
from visitor import Visitor  # noqa: E402
from waiting import eventually  # noqa: E402
from world import World, clear_leftovers  # noqa: E402


class Server:
    """The sites of the trial, with the members of `server.Sites` that the browsers need."""

    hosts = list(sites.HOSTS)

    def __init__(self, folder: Path):
        certificate = make_certificate(folder, self.hosts)
        self.authority = "".join((folder / "authority").read_text().split("-----")[2].split())
        self._servers = [sites.serve(0), sites.serve(0, certificate)]
        self.http_port, self.https_port = (server.server_port for server in self._servers)

    def close(self) -> None:
        for server in self._servers:
            server.stop()


@contextmanager
def started(name: str, server: Server, playwright: Playwright) -> Iterator[tuple[World, Browser]]:
    """A world with an empty vault, and a browser with the extension on a screen."""
    with ExitStack() as stack:
        world = World(logins=())
        stack.callback(world.close)
        screen = stack.enter_context(display())
        stack.enter_context(window_manager(screen, world.home))
        browser = open_desktop(name, world, server, playwright, screen)
        stack.callback(browser.close)
        browser.install_native_host()
        yield world, browser


def prepare(world: World, flow: dict) -> None:
    """Replaces the logins of the vault and the accounts of the sites by those of a flow."""
    sites.reset(flow["accounts"])
    world.unlock()
    if kept := world.logins():
        for login in kept:
            world.vault("remove", login["id"])
        world.vault("empty-bin", "--yes")
    if waiting := [entry["id"] for entry in json.loads(world.vault("inbox", "--json"))["entries"]]:
        world.vault("inbox", "--yes", *(word for each in waiting for word in ("--discard", each)))
    if flow["manager"]:
        rows = io.StringIO()
        table = csv.writer(rows, lineterminator="\n")
        table.writerow(["Title", "URL", "Username", "Password", "Notes", "OTPAuth"])
        opened = [step["open"] for step in flow["steps"] if "open" in step]
        for login in flow["manager"]:
            scheme = "http" if f"http://{login['site']}/" in opened else "https"
            code = f"otpauth://totp/{login['site']}?secret={login['totp']}" if "totp" in login else ""
            table.writerow([login["site"], f"{scheme}://{login['site']}/", login["user"], login["password"], "", code])
        world.vault("import", "-", "--format", "apple-csv", text=rows.getvalue())


def try_flow(world: World, browser: Browser, flow: dict, pictures: Path) -> tuple[str, list[str]]:
    """Performs a flow once. Returns its failure or an empty text, and the questions that windows asked about fills."""
    prepare(world, flow)
    page = browser.open()
    visitor = Visitor(world, browser, page, flow)
    page.bring_to_front()
    failure = ""
    try:
        for number, step in enumerate(flow["steps"], 1):
            try:
                visitor.perform(step)
            except Exception as error:
                reason = " ".join(str(error).split())[:500]
                failure = f"step {number} {json.dumps(step, ensure_ascii=False)}: {reason} [{visitor.situation()}]"
                visitor.page.screenshot(pictures / f"{flow['number']:02}_{flow['name']}-{browser.name}.png")
                break
    finally:
        for each in [*browser.sheets(), *visitor.windows()]:
            if not each.is_closed():
                each.close()
    return failure, visitor.questions


def try_flows(name: str, flows: list[dict], server: Server, pictures: Path) -> dict[str, str]:
    """The failures by flow, empty for flows that passed. A browser that no longer answers is started again."""
    results: dict[str, str] = {}
    with sync_playwright() as playwright:
        left = list(flows)
        while left:
            with started(name, server, playwright) as (world, browser):
                while left:
                    flow, began = left.pop(0), time.monotonic()
                    label = f"{flow['number']:02}_{flow['name']}"
                    questions: list[str] = []
                    ended = False
                    try:
                        failure, questions = try_flow(world, browser, flow, pictures)
                    except Exception as error:
                        failure, ended = f"{type(error).__name__}: {' '.join(str(error).split())[:500]}", True
                    results[label] = failure
                    print(f"{'FAILED' if failure else 'passed'} {name} {label} ({time.monotonic() - began:.0f} s)"
                          f"{': ' + failure if failure else ''}", flush=True)
                    for question in questions:
                        print(f"       asked: {question[:150]}", flush=True)
                    if ended:
                        break
    return results


def chosen(names: list[str]) -> list[dict]:
    flows = [json.loads(file.read_text()) for file in sorted((SET / "flows").glob("*.json"))]
    return [flow for flow in flows if not names or any(
        int(name) == flow["number"] if name.isdigit() else name in flow["name"] for name in names)]


def print_table(results: dict[str, dict[str, str]], flows: list[dict]) -> None:
    width = max(len(flow["name"]) for flow in flows) + 3
    print(f"\n{'flow':{width}}  " + "  ".join(f"{name:8}" for name in results))
    for flow in flows:
        label = f"{flow['number']:02}_{flow['name']}"
        cells = ["–" if label not in of else "FAILED" if of[label] else "passed" for of in results.values()]
        print(f"{label:{width}}  " + "  ".join(f"{cell:8}" for cell in cells))
    for name, of in results.items():
        print(f"{name}: {sum(not failure for failure in of.values())} of {len(of)} passed")


def commit_of_sources() -> str:
    return subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, text=True, capture_output=True, check=True).stdout.strip()


def record(file: Path, commit: str, results: dict[str, dict[str, str]]) -> None:
    """Adds a run to a file of results."""
    runs = json.loads(file.read_text()) if file.exists() else []
    for name, of in results.items():
        runs.append({"date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), "commit": commit, "set": SET.name, "browser": name,
                     "passed": sum(not failure for failure in of.values()), "flows": len(of),
                     "failures": {label: failure for label, failure in of.items() if failure}})
    file.write_text(json.dumps(runs, ensure_ascii=False, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="Scripts/try-sites", description=__doc__.splitlines()[0])
    parser.add_argument("--browser", action="append", choices=["chromium", "firefox"], help="both by default")
    parser.add_argument("--record", type=Path, metavar="FILE", help="adds the results to this JSON file")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a flow's number, or a part of its name")
    wanted = parser.parse_args()
    flows = chosen(wanted.names)
    if not flows:
        parser.error("no flow has such a name")
    pictures = ROOT / ".build/trial"
    pictures.mkdir(parents=True, exist_ok=True)
    clear_leftovers()
    commit = commit_of_sources()
    results: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for name in wanted.browser or ["chromium", "firefox"]:
                results[name] = try_flows(name, flows, server, pictures)
        finally:
            server.close()
    print_table(results, flows)
    if wanted.record:
        record(wanted.record, commit, results)
    return int(any(failure for of in results.values() for failure in of.values()))


if __name__ == "__main__":
    sys.exit(main())
