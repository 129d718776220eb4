"""How a passkey request ends without our passkey: cancelled, aborted, left, or handed to the browser."""

import json

import pytest

from driving import Browser, Page
from own_keys import ChromiumKey
from parties import Visit, agree, asking_window, choose
from waiting import closing, eventually, never
from world import PROVIDER, World


@pytest.fixture
def key(request: pytest.FixtureRequest, browser: Browser):
    if browser.name != "chromium":
        pytest.skip("these tests need the DevTools protocol's virtual authenticator, which Firefox does not have")
    return ChromiumKey


@pytest.mark.parametrize("way", ["Cancel", "Escape", "close"])
def test_leaving_the_window_gives_the_page_an_error_only(visit, way: str):
    at = visit("left")
    if not at.party.account("ada").passkeys:
        at.make()
    at.press("get")
    window = at.window("Sign In to", "ada")
    if way == "Cancel":
        closing(lambda: window.click("text=Cancel"))
    elif way == "Escape":
        closing(lambda: window.press("Escape"))
    else:
        window.close()
    assert at.error() == "NotAllowedError"
    at.no_window()


def test_the_window_names_the_site_and_works_by_keyboard(visit):
    at = visit("chosen")
    made = {user: at.make(user)["id"] for user in ["ada", "grace"]}
    at.press("get")
    window = at.window("ada", "grace")
    text = window.text()
    assert all(f"{name} — Passkey ·" in text for name in ["Ada", "Grace"]), text
    assert f"for https://{at.host}" in text and f"Sign In to {at.host}" in text
    for words in ["Other Logins", "Use a Security Key or Phone", "Never on This Site", "Cancel"]:
        assert words in text, text
    second = window.js("[...document.querySelectorAll('[role=option] .title')][1].textContent")
    window.press("ArrowDown")
    closing(lambda: window.press("Enter"))
    assert at.done()["said"]["user"] == second
    # The site removes the other passkey and requests one at once.
    other = "ada" if second == "grace" else "grace"
    told = json.dumps({"rpId": at.host, "credentialId": made[other]})
    assert at.page.js(f"PublicKeyCredential.signalUnknownCredential({told}).then(() => 'told')") == "told"
    at.press("get")
    window = at.window("Sign In to", second)
    assert other.title() not in window.text()


def test_the_providers_list_contains_the_passkeys_too(visit):
    at = visit("several")
    at.make()
    at.press("get")
    choose(at.window("Sign In to"), "Other Logins")
    listed = eventually("the vault's list opens", lambda: next(
        (each for each in at.browser.sheets() if "Sign In to" not in each.text() and each.exists("[role=option]")), None))
    eventually("the window takes presses", lambda: not listed.exists("[data-early]"))
    assert "Use a Security Key or Phone" in listed.text()
    choose_row(listed, at.host)
    assert at.done()["said"]["user"] == "ada"


def choose_row(window: Page, words: str) -> None:
    """Presses the list row that contains these words anywhere."""
    row = f"[...document.querySelectorAll('[role=option]')].find((row) => row.textContent.includes({words!r}))"
    eventually(f"a row with {words}", lambda: window.js(f"{row} !== undefined"))
    closing(lambda: window.js(f"void {row}.click()"))


@pytest.mark.parametrize("where", ["window", "vault"])
def test_aborting_a_request_closes_its_window(visit, world: World, where: str):
    at = visit("aborted")
    if not at.party.account("ada").passkeys:
        at.make()
    if where == "vault":
        world.lock()
    at.press("get")
    window = at.window("Sign In to", "ada")
    if where == "vault":
        choose(window, "ada")
        eventually("a window asks for the passphrase", lambda: asking_window(at.browser))
    at.page.js("party.control.abort()")
    assert at.error() == "AbortError"
    at.no_window()
    # The page may request again.
    at.press("get")
    at.window("Sign In to", "ada")


def test_navigating_away_closes_the_pages_window(visit):
    at = visit("reloaded")
    at.make()
    at.press("get")
    at.window("Sign In to")
    at.open()
    at.no_window()
    # The new document did not request anything.
    never("an answer arrived", lambda: at.result)


def test_a_second_request_does_not_open_a_second_window(visit):
    at = visit("second")
    at.make()
    at.press("get")
    at.window("Sign In to")
    at.page.js("""void (globalThis.again = navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })
        .then(() => "done", (error) => error.name))""")
    if at.browser.name == "chromium":
        assert at.page.js("again") == "OperationError"
        assert at.result is None
    else:
        # Firefox ends the first request.
        assert at.error() == "AbortError"
    eventually("one window is open", lambda: len(at.browser.sheets()) == 1)


def ask_untouched(at: Visit) -> None:
    """Requests from a script after the page's user activation has expired."""
    if at.browser.name == "firefox":
        at.page.js("void party.run(() => party.get())")
        return
    at.page.let_pass(5.5)
    at.page.devtools("Runtime.evaluate", expression="void party.run(() => party.get())")


def create_untouched(at: Visit) -> None:
    """Creates from a script after the page's user activation has expired."""
    at.set_options(user="ada", over={"excludeCredentials": []})
    # The driver's own calls activate the page, too.
    at.page.let_pass(5.5)
    at.page.devtools("Runtime.evaluate", expression="void party.run(() => party.create())")


def test_a_page_may_create_a_passkey_long_after_the_click(visit, key):
    at = visit("afterclick")
    own = key(at)
    at.press("create", user="ada")
    closing(lambda: at.window("Create a Passkey?").press("Escape"))
    assert at.error() == "NotAllowedError"
    at.no_window()
    create_untouched(at)
    agree(at.window("Create a Passkey?"), "text=Create Passkey")
    assert at.done()["said"]["user"] == "ada"
    # The browser handles the second request in its own dialog.
    create_untouched(at)
    assert at.done()["said"]["user"] == "ada"
    assert len(own.credentials) == 1
    at.no_window()


def test_a_page_without_user_activation_may_request_once(visit):
    at = visit("chosen")
    if not at.party.account("ada").passkeys:
        at.make()
    at.open()
    ask_untouched(at)
    closing(lambda: at.window("Sign In to").press("Escape"))
    assert at.error() == "NotAllowedError"
    at.no_window()
    ask_untouched(at)
    at.browser.no_sheet()


# The browser's own function

def test_the_browsers_own_key_is_one_step_away(visit, key):
    at = visit("native")
    at.make()
    own = key(at)
    # The provider's sheet offers it too.
    at.press("create", user="grace")
    agree(at.window("Create a Passkey?"), "text=Use a Security Key or Phone")
    assert at.done()["said"]["user"] == "grace"
    assert len(own.credentials) == 1
    at.press("get")
    closing(lambda: at.window("Sign In to", "ada").click("text=Use a Security Key or Phone"))
    assert at.done()["said"]["user"] == "grace"
    at.no_window()


def test_a_request_for_a_cross_platform_key_goes_to_the_browser(visit, key):
    at = visit("native")
    own = key(at)
    at.press("create", user="hopper", over={"authenticatorSelection": {"authenticatorAttachment": "cross-platform"}})
    never("a window opened", lambda: at.browser.sheets())
    at.page.js("party.control.abort()")
    assert at.error() == "AbortError"
    assert own.credentials == []


@pytest.mark.parametrize("why", ["nothing there", "no provider", "no agent"])
def test_the_browser_handles_the_call_at_once_if_no_provider_can(visit, world: World, browser: Browser, key, why: str):
    at = visit("nobody")
    own = key(at)
    try:
        if why == "no provider":
            world.latchkey("providers", "disable", PROVIDER)
        elif why == "no agent":
            # Also removes the native host, which would start the agent.
            world.latchkey("browser", "uninstall", "chromium", "--user-data-dir", str(browser.profile))
            world.kill_agent()
        if why == "nothing there":
            at.press("get")
            assert at.error() == "NotAllowedError"
        else:
            at.press("create", user="ada")
            assert at.done()["said"]["user"] == "ada"
            assert len(own.credentials) == 1
            at.press("get")
            assert at.done()["said"]["user"] == "ada"
        assert not at.browser.sheets()
    finally:
        if why == "no provider":
            world.latchkey("providers", "enable", "--yes", "--no-configure", PROVIDER)
        elif why == "no agent":
            world.start_agent()
            browser.install_native_host()


def test_an_excluded_site_is_asked_no_more_until_the_user_allows_it_again(visit, browser: Browser):
    at = visit("neverkey")
    at.make()
    at.press("get")
    closing(lambda: at.window("Sign In to").click("text=Never on This Site"))
    at.no_window()
    at.page.js("party.control.abort()")
    eventually("the ceremony has ended", lambda: at.result)
    at.press("get")
    never("a window opened", lambda: at.browser.sheets(), 1)
    at.page.js("party.control.abort()")
    eventually("the ceremony has ended", lambda: at.result)
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    never("the strip offered a passkey", lambda: [row for row in at.page.strip_rows() if "Passkey ·" in row])
    let_in(browser, at.host)
    at.open()
    at.press("get")
    at.window("Sign In to", "ada")


def let_in(browser: Browser, host: str) -> None:
    """Removes the site from the settings' list, as the user does."""
    storage = "(globalThis.browser ?? chrome).storage.local"
    assert browser.api(f"{storage}.get('neverPasskeys').then((all) => all.neverPasskeys)") == [host]
    if browser.name == "firefox":
        # WebDriver cannot open the settings page.
        browser.api(f"{storage}.remove('neverPasskeys').then(() => 1)")
        return
    settings = browser.open(f"{browser.base}/src/options/options.html")
    settings.wait_text(host, "#passkeys")
    settings.click("#passkeys button")
    settings.wait_text("No sites", "#passkeys")
    eventually("the status is announced",
        lambda: settings.js("document.querySelector('#live').textContent") == f"{host} was removed")
    # The focus moves to the list, because the pressed button is gone.
    eventually("the focus has moved", lambda: settings.js("document.activeElement.id") == "passkeys")
    settings.close()


# Passwords picked in the provider's list

def choose_password(at: Visit, user: str) -> None:
    """Picks a password in the vault's list, which contains passwords too."""
    at.press("get")
    choose(at.window("Sign In to"), "Other Logins")
    listed = eventually("the vault's list opens", lambda: next(
        (each for each in at.browser.sheets() if "Sign In to" not in each.text() and each.exists("[role=option]")), None))
    eventually("the window takes presses", lambda: not listed.exists("[data-early]"))
    choose_row(listed, user)


def test_a_password_picked_in_the_list_fills_the_form(visit, world: World):
    at = visit("several")
    if not at.party.account("ada").passkeys:
        at.make()
    world.import_logins([(f"https://{at.host}/", "hopper", "Planted-1401-List")])
    at.open()
    choose_password(at, "hopper")
    at.page.wait_value("#password", "Planted-1401-List")
    assert at.error() == "NotAllowedError"
    at.no_window()


def test_a_password_for_a_page_without_a_form_is_offered_for_copying(visit, world: World):
    at = visit("several")
    at.open()
    at.page.js("void document.querySelector('form').remove()")
    choose_password(at, "hopper")
    window = at.window("Not Filled", f"{at.host} has no field", "hopper", "Copy the Password")
    assert "Planted" not in window.text()
    agree(window, "text=Copy the Password")
    # The test environment has no clipboard.
    closing(lambda: at.window("That Did Not Work", "clipboard").press("Escape"))
    assert at.error() == "NotAllowedError"
    at.no_window()


# Other password managers

#: Another manager's page script: it wraps the function that it finds.
OTHER = """(() => {
    const found = CredentialsContainer.prototype.get;
    CredentialsContainer.prototype.get = function get(options) {
        globalThis.heard = (globalThis.heard ?? 0) + 1;
        return globalThis.otherHasIt ? Promise.resolve({ toJSON: () => ({}), id: "other", type: "public-key" }) : found.call(this, options);
    };
})()"""


def test_another_manager_that_loads_later_keeps_its_own_calls(visit):
    at = visit("managers")
    at.make()
    at.page.js(f"void {OTHER}")
    # The extension handles the calls that the other manager passes on.
    at.press("get")
    choose(at.window("Sign In to", "ada"), "ada")
    assert at.done()["said"]["user"] == "ada"
    assert at.page.js("heard") == 1
    # The other manager answers the calls that it takes.
    at.page.js("void (otherHasIt = true)")
    assert at.page.js("navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } }).then(({ id }) => id)") == "other"
    assert not at.browser.sheets()


def test_forged_events_on_the_bridge_have_no_effect(visit):
    """A page may forge the handshake of the two scripts. It learns no more than it may ask for, and signs nothing."""
    at = visit("managers")
    if not at.party.account("ada").passkeys:
        at.make()
    heard = at.page.js("""(() => {
        const bus = new EventTarget(), heard = [];
        bus.addEventListener("answer", (event) => heard.push(event.detail));
        const taken = !dispatchEvent(new FocusEvent("latchkey:page", { relatedTarget: document.body, cancelable: true }));
        return JSON.stringify({ taken, heard });
    })()""")
    assert json.loads(str(heard)) == {"taken": False, "heard": []}
