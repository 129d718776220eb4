"""An agent that accepts connections and never responds: stopped by SIGSTOP, hung, or not yet started by systemd.

Calls of navigator.credentials continue with the browser's own functions, and every wait of the extension has a
deadline. After the agent continues, everything works again in the same browser.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from driving import Browser, Page
from own_keys import own_key
from parties import Visit, choose
from server import Sites
from waiting import closing, eventually, never
from world import World

#: Deadlines of the extension in seconds, and the tolerance for a busy machine.
CALL, ABILITIES, READ, SLACK = 8, 3, 7, 2


@pytest.fixture
def at(unlocked: None, browser: Browser, page: Page, sites: Sites) -> Visit:
    return Visit(browser, page, sites, "silent")


@contextmanager
def stopped(world: World, at: Visit, when: str) -> Iterator[None]:
    """Stops the agent while the page is open: after its greeting, or before there is a connection."""
    assert world.agent is not None
    if when == "before the greeting":
        # A page with an open port would start the background again.
        at.page.goto("about:blank")
        at.browser.stop_background()
    os.kill(world.agent.pid, signal.SIGSTOP)
    try:
        at.open()
        yield
    finally:
        os.kill(world.agent.pid, signal.SIGCONT)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    begin = time.monotonic()
    yield
    took = time.monotonic() - begin
    assert took < seconds + SLACK, f"it took {took:.1f} s"


STOPPED = pytest.mark.parametrize("when", ["after the greeting", "before the greeting"])


@STOPPED
def test_while_the_agent_is_stopped_a_security_key_works_and_passkeys_work_afterwards(
        at: Visit, world: World, when: str):
    if not at.party.account("ada").passkeys:
        at.make()
    with stopped(world, at, when):
        with own_key(at) as key:
            with within(CALL):
                at.press("create", user="grace")
                assert at.done()["said"]["user"] == "grace"
            assert key.count() == 1
            # The extension already knows that the agent does not respond.
            with within(1):
                at.press("get")
                assert at.done()["said"]["user"] == "grace"
            assert not at.browser.sheets()
    at.press("get")
    choose(at.window("Sign In to", "ada"), "ada")
    assert at.done()["said"]["user"] == "ada"


@STOPPED
def test_while_the_agent_is_stopped_a_conditional_request_goes_to_the_browser(at: Visit, world: World, when: str):
    if not at.party.account("ada").passkeys:
        at.make()
    with stopped(world, at, when):
        # The extension reads the options once, and once more when it hands the call to the browser.
        at.page.js("""void Object.assign(globalThis, { reads: 0, control: new AbortController(), ended: null,
            options: { mediation: "conditional", signal: null, publicKey: {
                get challenge() { reads += 1; return new Uint8Array(16); } } } })""")
        at.page.js("""void (options.signal = control.signal,
            navigator.credentials.get(options).catch((error) => { ended = error.name; }))""")
        with within(CALL):
            eventually("the browser has received the call", lambda: at.page.js("reads") == 2)
        at.page.js("control.abort()")
        eventually("the call has ended", lambda: at.page.js("ended") == "AbortError")
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    at.page.pick("Passkey")
    assert at.done()["said"]["user"] == "ada"


@STOPPED
def test_while_the_agent_is_stopped_capabilities_are_reported_in_time(at: Visit, world: World, when: str):
    with stopped(world, at, when):
        for ability in ["isConditionalMediationAvailable", "isUserVerifyingPlatformAuthenticatorAvailable", "getClientCapabilities"]:
            with within(ABILITIES):
                assert at.page.js(f"PublicKeyCredential.{ability}().then((said) => said !== undefined)") is True
    eventually("passkeys are there again", lambda: at.page.js(
        "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") is True)


@STOPPED
def test_while_the_agent_is_stopped_strip_and_toolbar_do_not_wait_without_a_deadline(
        at: Visit, world: World, when: str):
    world.import_logins([(f"https://{at.host}/", "hopper", "Planted-1501-Stop")])
    with stopped(world, at, when):
        at.page.click("#user")
        popup = at.browser.press_toolbar(at.page)
        with within(READ):
            popup.wait_text("cannot be reached")
        closing(popup.close)
        never("a strip was shown", at.page.strip_rows)
    at.open()
    at.page.click("#user")
    at.page.pick("hopper")
    at.page.wait_value("#password", "Planted-1501-Stop")
    popup = at.browser.press_toolbar(at.page)
    popup.wait_text("hopper")
    closing(popup.close)
