"""An agent that accepts connections and answers nothing: stopped by SIGSTOP, hung, or not yet started by systemd.

A page's calls of navigator.credentials go on to the browser's own functions, and nothing in the extension waits without
a deadline. Once the agent is continued, everything works again in the same browser.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from driving import Browser, Page
from own_keys import own_key
from parties import Visit, choose, closing
from server import Sites
from waiting import eventually, never
from world import World

#: What the extension promises, in seconds, and what a busy machine may take on top.
CALL, ABILITIES, READ, SLACK = 8, 3, 7, 2


@pytest.fixture
def at(unlocked: None, browser: Browser, page: Page, sites: Sites) -> Visit:
    return Visit(browser, page, sites, "silent")


@contextmanager
def stopped(world: World, at: Visit, when: str) -> Iterator[None]:
    """Stops the agent while the page is open, after it has answered a greeting or before there is a connection."""
    assert world.agent is not None
    if when == "before the greeting":
        # A page that opens its port would start the background again.
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
def test_a_security_key_works_while_the_agent_is_stopped_and_passkeys_when_it_is_continued(at: Visit, world: World, when: str):
    if not at.party.account("ada").passkeys:
        at.make()
    with stopped(world, at, when):
        with own_key(at) as key:
            with within(CALL):
                at.press("create", user="grace")
                assert at.done()["said"]["user"] == "grace"
            assert key.count() == 1
            # The extension knows by now that the agent is silent.
            with within(1):
                at.press("get")
                assert at.done()["said"]["user"] == "grace"
            assert not at.browser.sheets()
    at.press("get")
    choose(at.window("Sign In to", "ada"), "ada")
    assert at.done()["said"]["user"] == "ada"


@STOPPED
def test_a_request_that_waits_in_a_field_goes_to_the_browser_while_the_agent_is_stopped(at: Visit, world: World, when: str):
    if not at.party.account("ada").passkeys:
        at.make()
    with stopped(world, at, when):
        # The options are read once by the extension, and once more when the call goes to the browser.
        at.page.js("""void Object.assign(globalThis, { reads: 0, control: new AbortController(), ended: null,
            options: { mediation: "conditional", signal: null, publicKey: {
                get challenge() { reads += 1; return new Uint8Array(16); } } } })""")
        at.page.js("""void (options.signal = control.signal,
            navigator.credentials.get(options).catch((error) => { ended = error.name; }))""")
        with within(CALL):
            eventually("the browser has it", lambda: at.page.js("reads") == 2)
        at.page.js("control.abort()")
        eventually("its end", lambda: at.page.js("ended") == "AbortError")
    at.open()
    at.wait()
    at.page.click("#user")
    at.page.pick("Passkey")
    assert at.done()["said"]["user"] == "ada"


@STOPPED
def test_capabilities_are_reported_in_time_while_the_agent_is_stopped(at: Visit, world: World, when: str):
    with stopped(world, at, when):
        for ability in ["isConditionalMediationAvailable", "isUserVerifyingPlatformAuthenticatorAvailable", "getClientCapabilities"]:
            with within(ABILITIES):
                assert at.page.js(f"PublicKeyCredential.{ability}().then((said) => said !== undefined)") is True
    eventually("passkeys are there again", lambda: at.page.js(
        "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") is True)


@STOPPED
def test_strip_and_toolbar_do_not_wait_without_end_for_a_stopped_agent(at: Visit, world: World, when: str):
    world.import_logins([(f"https://{at.host}/", "hopper", "Planted-1501-Stop")])
    with stopped(world, at, when):
        at.page.click("#user")
        popup = at.browser.press_toolbar(at.page)
        with within(READ):
            popup.wait_text("cannot be reached")
        closing(popup.close)
        never("a strip", at.page.strip_rows)
    at.open()
    at.page.click("#user")
    at.page.pick("hopper")
    at.page.wait_value("#password", "Planted-1501-Stop")
    popup = at.browser.press_toolbar(at.page)
    popup.wait_text("hopper")
    closing(popup.close)
