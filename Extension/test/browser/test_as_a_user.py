"""The whole chain as an ordinary user: installed programs, `latchkey browser install` and sandboxed browsers.

The other tests may run as root, for whom some checks pass that fail for every other user.
"""

import json
import os
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import CHROMIUM_ID, Browser, Page
from savings import log_in, wait_saved
from server import Sites
from test_lock import type_passphrase
from waiting import eventually
from world import PASSPHRASE, PASSWORDS, USER_ID, OTHER_USER_ID, World, processes_of

#: The sandboxes of Chromium and of a provider need user namespaces, which some containers forbid.
HAS_NAMESPACES = subprocess.run(
    ["unshare", "--user", "--pid", "--fork", "true"], capture_output=True, timeout=10, cwd="/",
    **({"user": USER_ID, "group": USER_ID, "extra_groups": []} if os.geteuid() == 0 else {})).returncode == 0
pytestmark = pytest.mark.skipif(not HAS_NAMESPACES, reason="this kernel does not allow user namespaces")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can run programs as another user")


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    running = World(unprivileged=True)
    yield running
    running.close()


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request: pytest.FixtureRequest, world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    running = launch(request.param, world, sites, playwright, extension=world.prefix / "share/latchkey/extension")
    running.install_native_host()
    yield running
    running.close()


def status_of(process: int) -> dict[str, str]:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value.strip() for name, value in (line.split(":", 1) for line in lines)}


def commands(world: World) -> dict[int, str]:
    """Command lines of a world's processes by process identifier. A provider has no environment, so it is found by its
    parent.
    """
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(status_of(int(folder.name))["PPid"])
        except OSError:
            continue
    found = set(processes_of(world.path))
    while new := {process for process, parent in parents.items() if parent in found} - found:
        found |= new
    words = {}
    for process in found:
        try:
            words[process] = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return words


def is_sandboxed(process: int) -> bool:
    """Whether a process has a system call filter and a user namespace of its own."""
    try:
        own, ours = (os.readlink(f"/proc/{each}/ns/user") for each in (process, "self"))
        return status_of(process)["Seccomp"] == "2" and own != ours
    except OSError:
        return False


def test_unlocks_fills_and_saves_as_an_ordinary_user(world: World, browser: Browser, page: Page, sites: Sites):
    world.lock()
    page.goto(sites.page("plain"))
    page.click("#user")
    page.pick("grace")
    sheet = browser.wait_sheet("login.example.test")
    eventually("the window asks for the passphrase", lambda: sheet.exists("input[type=password]"))
    check_processes(world, browser)
    type_passphrase(sheet, PASSPHRASE)
    page.wait_value("#user", "grace")
    page.wait_value("#password", PASSWORDS["grace"])
    host = f"{browser.name}.new.test"
    log_in(page, sites, host, "nora", "Typed-1-Window")
    page.answer_banner("nora", button="Save")
    wait_saved(world, host, {"nora": "Typed-1-Window"})


def check_processes(world: World, browser: Browser) -> None:
    """Every process belongs to the user. The renderers and the vault's provider are sandboxed."""
    running = commands(world)
    # Inside a user namespace a process has another number, so only the real owner counts.
    owners = {status_of(process)["Uid"].split()[0] for process in running}
    assert owners == {str(world.user or os.geteuid())}, running
    assert not any("--no-sandbox" in command for command in running.values())
    word = "--type=renderer" if browser.name == "chromium" else " tab"
    showing = [process for process, command in running.items() if word in command]
    assert showing and all(is_sandboxed(process) for process in showing), running
    providers = [process for process, command in running.items() if "latchkey-vault-provider" in command.split()[0]]
    assert providers and all(is_sandboxed(process) for process in providers), running


def test_browser_status_reports_that_everything_works(world: World, browser: Browser):
    """`browser install` names the folder of the installed extension, and the native host reaches the agent."""
    words = ["--user-data-dir", str(browser.profile)] if browser.name == "chromium" else []
    said = world.latchkey("browser", "install", browser.name, *words)
    assert str(world.prefix / "share/latchkey/extension") in " ".join(said.split()) or "extension installed in" in said
    ending = world.run("latchkey", "browser", "status", browser.name, *words)
    assert "reaches the agent" in ending.stdout, ending.stdout + ending.stderr
    assert "native-messaging manifest OK" in ending.stdout


# Another user of the same computer

LOOK = """
import os, socket, sys
seen = []
for folder, _, files in os.walk(sys.argv[1]):
    for name in files:
        try: open(os.path.join(folder, name)).close(); seen.append(name)
        except OSError: pass
for path in sys.argv[2:]:
    try: open(path).close(); seen.append(path)
    except OSError: pass
    try: os.listdir(os.path.dirname(path)); seen.append(os.path.dirname(path))
    except OSError: pass
try:
    socket.socket(socket.AF_UNIX).connect(sys.argv[2]); seen.append("connected")
except OSError as error: pass
print(seen)
"""

GREET = """
import socket, sys
agent = socket.socket(socket.AF_UNIX)
agent.settimeout(20)
agent.connect(sys.argv[1])
try: print(agent.recv(1))
except ConnectionResetError: print(b"")
"""


def as_other_user(*words: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        words, text=True, capture_output=True, timeout=30, cwd="/", env={"PATH": "/usr/bin"},
        user=OTHER_USER_ID, group=OTHER_USER_ID, extra_groups=[])


@needs_root
def test_another_user_can_neither_read_the_vault_nor_connect_to_the_agent(world: World):
    world.unlock()
    socket = world.runtime / "latchkey/agent.sock"
    vaults = [file for file in world.home.rglob("*") if file.is_file() and "vault" in file.name.lower()]
    assert socket.exists() and vaults
    looked = as_other_user("/usr/bin/python3", "-c", LOOK, world.home, socket, *vaults)
    assert looked.stdout == "[]\n", looked.stdout + looked.stderr


def hello_of_other_user(world: World) -> dict:
    """The native host's response to another user who sets the environment to the first user's folders."""
    started = subprocess.Popen(
        ["timeout", "20", world.program("latchkey-native-host"), f"chrome-extension://{CHROMIUM_ID}/"], cwd="/",
        env={**world.environment, "HOME": "/nonexistent"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, user=OTHER_USER_ID, group=OTHER_USER_ID, extra_groups=[])
    with started:
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {}}).encode()
        started.stdin.write(struct.pack("=I", len(message)) + message)
        started.stdin.flush()
        head = started.stdout.read(4)
        answer = started.stdout.read(struct.unpack("=I", head)[0]) if head else b"{}"
    return json.loads(answer)


@needs_root
def test_another_user_cannot_use_the_native_host_of_the_first_user(world: World):
    world.latchkey("browser", "install", "chromium", "--user-data-dir", str(world.folder("chromium")))
    script = next(file for file in world.home.rglob("org.latchkey.host") if file.is_file())
    assert as_other_user("/bin/sh", "-c", f"'{script}' </dev/null").returncode == 126
    agents = [command for command in commands(world).values() if "latchkeyd" in command]
    answer = hello_of_other_user(world)
    assert "error" in answer and "result" not in answer, answer
    assert "a connection was refused" not in world.agent_log
    # The agent rejects the connection even if the permissions of its folders allow it.
    for each in (world.runtime, world.runtime / "latchkey", world.runtime / "latchkey/agent.sock"):
        each.chmod(0o777)
    answer = hello_of_other_user(world)
    assert "error" in answer and "result" not in answer, answer
    greeted = as_other_user("/usr/bin/python3", "-c", GREET, world.runtime / "latchkey/agent.sock")
    assert greeted.stdout == "b''\n", greeted
    eventually("the agent logs it", lambda: "a connection was refused" in world.agent_log)
    assert [command for command in commands(world).values() if "latchkeyd" in command] == agents
