"""Passkeys end to end: real browsers, agent and vault, and relying parties built on public libraries.

py_webauthn and python-fido2 both verify every response, including attestations (relying_party.py).
"""

import json
import os

import pytest
from webauthn.helpers import bytes_to_base64url

from driving import Browser
from parties import Visit, agree, asking_window, choose, unlock
from relying_party import LIBRARIES
from waiting import closing, eventually, never
from world import World


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_created_passkey_signs_in(visit, world: World, library: str):
    at = visit("signed")
    made = at.make(user=library, library=library)
    said = made["said"]
    # `verified` may be either: the vault was unlocked a moment ago.
    assert (said["user"], said["format"], said["present"]) == (library, "none", True)
    assert (said["backedUp"], said["device"], said["signCount"]) == (True, "multi_device", 0)
    # Each library prefers another algorithm: py_webauthn EdDSA, fido2 ES256.
    assert said["algorithm"] == {"webauthn": -8, "fido2": -7}[library]
    assert made["attachment"] == "platform"
    assert made["client"] == {
        "type": "webauthn.create", "challenge": made["client"]["challenge"], "origin": f"https://{at.host}", "crossOrigin": False}
    assert any(library == each["user"] for each in world.logins(at.host))
    signed = at.sign_in(user=library, library=library)
    assert (signed["said"]["user"], signed["id"], signed["client"]["type"]) == (library, made["id"], "webauthn.get")
    at.no_window()


#: How many new passkeys are requested right after their creation. `LATCHKEY_PAIRS=200` runs many.
PAIRS = int(os.environ.get("LATCHKEY_PAIRS", "8"))
#: Creates a passkey, waits, and requests it, without a message to the server between the two calls.
PAIR = """void (party.create = async () => {
    const json = await party.post("begin", { what: "create" });
    const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) });
    await new Promise((resolve) => setTimeout(resolve, party.options.pause));
    const allowCredentials = [{ type: "public-key", id: made.rawId }];
    await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), allowCredentials }, ...party.abortable() });
})"""


def test_a_passkey_is_found_by_a_request_right_after_its_creation(visit):
    at = visit("soon")
    for number in range(PAIRS):
        at.open()
        at.page.js(PAIR)
        at.press("create", user=f"user{number}", pause=number * 10 % 90)
        agree(at.window("Create a Passkey?"), "text=Create Passkey")
        # Without a passkey the request would go to the browser, and no window would open.
        at.window(f"Sign In to {at.host}?", f"user{number}")
        at.page.js("party.control.abort()")
        assert at.error() == "AbortError"
        at.no_window()


def test_required_user_verification_is_performed(visit):
    at = visit("required")
    assert at.make(verification="required", over={"attestation": "direct"})["said"]["verified"] is True
    assert at.sign_in(verification="required")["said"]["verified"] is True
    # Discouraged user verification asks for nothing.
    at.press("get", verification="discouraged")
    choose(at.window("Sign In to"), "ada")
    assert at.done()["said"]["user"] == "ada"


def test_a_conditional_request_is_answered_from_the_strip(visit, world: World):
    at = visit("waiting")
    at.make()
    at.open()
    at.start_conditional_get()
    never("a window opened", lambda: at.browser.sheets())
    at.page.click("#user")
    strip = at.page.wait_strip("ada")
    assert "Passkey · " in strip.rows[0].text, strip.rows
    assert "Use a Security Key or Phone" in strip.rows[-1].text, strip.rows
    at.page.pick("Passkey")
    assert at.done()["said"]["user"] == "ada"
    # The pick fills no field.
    assert at.page.value("#user") + at.page.value("#password") == ""
    # Without a conditional request the strip offers no passkey.
    at.open()
    at.page.click("#user")
    never("the strip offered a passkey", lambda: [row for row in at.page.strip_rows() if "Passkey ·" in row])


def test_a_passkey_is_listed_before_the_password_of_its_account(visit, world: World):
    at = visit("listed")
    world.import_logins([(f"https://{at.host}/", "ada", "Planted-1201-Both"), (f"https://{at.host}/", "grace", "Planted-1202-Only")])
    at.make()
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    rows = at.page.wait_strip("ada", "grace").rows
    kinds = [("ada" if "ada" in row.text else "grace", "Passkey" in row.text) for row in rows if "ada" in row.text or "grace" in row.text]
    assert kinds.index(("ada", True)) + 1 == kinds.index(("ada", False)), kinds
    # Filling a password does not end the conditional request.
    at.page.pick("grace")
    at.page.wait_value("#password", "Planted-1202-Only")
    assert at.result is None
    at.page.click("#user")
    at.page.pick("Passkey")
    assert at.done()["said"]["user"] == "ada"


def test_while_the_vault_is_locked_passkeys_are_offered_and_the_pick_unlocks_it(visit, world: World):
    at = visit("lockedkey")
    made = at.make()
    world.lock()
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    at.page.pick("Passkey")
    unlock(eventually("the window asks for the passphrase", lambda: asking_window(at.browser)))
    assert at.done()["id"] == made["id"]
    # The window behaves in the same way.
    world.lock()
    at.press("get")
    choose(at.window("Sign In to", "ada"), "ada")
    window = eventually("the window asks for the passphrase", lambda: asking_window(at.browser))
    # The same window asks for the passphrase and still offers the browser's own function.
    assert len(at.browser.sheets()) == 1 and "Use a Security Key or Phone" in window.text()
    unlock(window)
    assert at.done()["id"] == made["id"]


def fill(at: Visit, world: World, user: str, password: str) -> None:
    world.import_logins([(f"https://{at.host}/", user, password)])
    at.open()
    at.page.click("#user")
    at.page.pick(user)
    at.page.wait_value("#password", password)


def test_an_account_whose_password_was_just_filled_gets_a_passkey_without_a_question(visit, world: World):
    at = visit("upgraded")
    fill(at, world, "ada", "Planted-1301-Up")
    at.run("create", {"mediation": "conditional"}, user="ada", isConditional=True)
    said = at.done()["said"]
    assert (said["user"], said["present"], said["verified"]) == ("ada", False, False)
    assert not at.browser.sheets()
    at.page.wait_banner("A passkey was saved for ada")
    [login] = world.logins(at.host)
    assert world.password(login["id"]) == "Planted-1301-Up"
    # The next conditional request offers it.
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    at.page.pick("Passkey")
    assert at.done()["said"]["user"] == "ada"
    # A second conditional creation fails, because the account has a passkey.
    at.run("create", {"mediation": "conditional"}, user="ada", isConditional=True)
    assert at.error() in ("NotAllowedError", "NotSupportedError", "InvalidStateError")


@pytest.mark.parametrize("who", ["nobody", "another"])
def test_conditional_creation_fails_for_an_account_whose_password_was_not_filled(visit, world: World, who: str):
    at = visit("plainkey")
    if who == "another":
        fill(at, world, "grace", "Planted-1302-Other")
    at.run("create", {"mediation": "conditional"}, user="ada", isConditional=True)
    # The browser's own error.
    assert at.error() == {"chromium": "NotAllowedError", "firefox": "NotSupportedError"}[at.browser.name]
    assert not at.browser.sheets()
    assert not any("ada" == each["user"] for each in world.logins(at.host))


def test_a_second_passkey_for_an_account_is_rejected_after_the_user_consented(visit):
    at = visit("excluded")
    at.make()
    at.press("create", user="ada")
    # One window reports the existing passkey; none asks about a new one first.
    window = at.window("There is a passkey already", "Account: ada")
    never("the page received an error", lambda: at.result)
    agree(window, "text=OK")
    assert at.error() == "InvalidStateError"
    at.no_window()
    at.press("create", user="ada")
    closing(lambda: at.window("There is a passkey already").press("Escape"))
    assert at.error() == "NotAllowedError"


def test_the_prf_extension_returns_the_same_output_for_the_same_salt(visit):
    at = visit("salted")
    made = at.make(over={"extensions": {"prf": {}, "credProps": True}})
    assert made["extensions"]["prf"]["enabled"] is True and made["extensions"]["credProps"] == {"rk": True}
    first, second = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
    results = [at.sign_in(over={"extensions": {"prf": {"eval": eval_}}})["extensions"]["prf"]["results"]
               for eval_ in ({"first": first}, {"first": first, "second": second}, {"first": second})]
    assert results[0]["first"] == results[1]["first"] != results[2]["first"] == results[1]["second"]
    assert "second" not in results[0] and len(results[0]["first"]) == 43


def test_the_largeblob_extension_reads_back_what_it_wrote(visit):
    at = visit("blob")
    made = at.make(over={"extensions": {"largeBlob": {"support": "required"}}})
    assert made["extensions"]["largeBlob"]["supported"] is True
    one = {"allowCredentials": [{"type": "public-key", "id": made["id"]}]}
    wrote = at.sign_in_as_named(over={**one, "extensions": {"largeBlob": {"write": "aGVsbG8"}}})
    assert wrote["extensions"]["largeBlob"] == {"written": True}
    read = at.sign_in_as_named(over={**one, "extensions": {"largeBlob": {"read": True}}})
    assert read["extensions"]["largeBlob"] == {"blob": "aGVsbG8"}


def test_the_appid_extension_reports_that_no_u2f_credential_was_used(visit):
    at = visit("blob")
    if not at.party.account("ada").passkeys:
        at.make()
    own = {"extensions": {"appid": f"https://{at.host}/facets"}}
    assert at.sign_in(over=own)["extensions"] == {"appid": False}
    # The browser rejects an AppID of another site without a window of the extension.
    at.press("get", over={"extensions": {"appid": "https://other.test/facets"}})
    assert at.error() == "SecurityError"
    assert not at.browser.sheets()


# Two documents of one tab

def ask_in_frame(at: Visit) -> None:
    at.page.js("void Object.assign(party, { options: {}, more: {}, result: null })", "#frame")
    at.page.click("#frame >> #get")


def frame_result(at: Visit) -> dict:
    return eventually("the frame's ceremony has ended",
        lambda: json.loads(str(at.page.js("JSON.stringify(party.result)", "#frame"))))


def test_concurrent_requests_of_two_documents_of_a_tab_get_the_browsers_results(visit):
    """Chromium rejects the second request; in Firefox it ends the first. Neither hangs, and one window is open."""
    at = visit("second")
    if not at.party.account("ada").passkeys:
        at.make()
    at.open()
    at.page.js("""void document.body.insertAdjacentHTML("afterbegin", '<iframe id="frame" width="600" height="300" src="/rp/"></iframe>')""")
    eventually("the frame has loaded", lambda: at.page.js("typeof party", "#frame") == "object")
    at.press("get")
    at.window("Sign In to", "ada")
    ask_in_frame(at)
    if at.browser.name == "chromium":
        assert frame_result(at)["error"]["name"] == "OperationError"
        choose(at.window("Sign In to", "ada"), "ada")
        assert at.done()["said"]["user"] == "ada"
        # A conditional request opens no window.
        at.start_conditional_get()
        ask_in_frame(at)
    else:
        assert at.error() == "NotAllowedError"
    eventually("one window is open", lambda: len(at.browser.sheets()) == 1)
    choose(at.window("Sign In to", "ada"), "ada")
    assert frame_result(at)["done"]["said"]["user"] == "ada"
    at.no_window()


def test_a_conditional_request_offers_a_passkey_created_later_in_another_tab(visit, browser: Browser):
    at = visit("later")
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    never("the strip offered a passkey", lambda: [row for row in at.page.strip_rows() if "Passkey ·" in row])
    tab = browser.open()
    other = Visit(browser, tab, at.sites, "later")
    made = other.make()
    tab.close()
    at.page.bring_to_front()
    assert at.result is None
    at.page.press("Escape")
    at.page.click("#user")
    at.page.wait_strip("ada")
    at.page.pick("Passkey")
    assert at.done()["id"] == made["id"]


def test_a_passkey_picked_in_the_toolbars_list_answers_a_page_that_waits(visit):
    at = visit("toolbar")
    made = at.make()
    at.open()
    row = "[aria-label='Sign in with the passkey of ada, Ada']"
    listed = at.browser.press_toolbar(at.page)
    listed.wait_text("Passkeys", "ada")
    listed.press(row)
    listed.wait_text("not waiting for a passkey")
    listed.close()
    at.open()
    at.start_conditional_get()
    listed = at.browser.press_toolbar(at.page)
    listed.wait_text("Passkeys", "ada")
    listed.press(row)
    assert at.done()["id"] == made["id"]
    at.open()

    def shows_use() -> bool:
        listed = at.browser.press_toolbar(at.page)
        listed.wait_text("Passkeys", "Ada")
        text = listed.text()
        listed.close()
        return "Ada — Used today" in text

    # The vault stores the use after it has answered.
    eventually("the list shows the passkey's display name and last use", shows_use)


def signal(at: Visit, world: World, name: str, /, **options: object) -> None:
    reports = lambda: sum(line.split()[2:3] == ["report"] for line in world.latchkey("log").splitlines())
    before = reports()
    # Chromium accepts no signal while a request is pending.
    at.open()
    told = json.dumps({"rpId": at.host, **options})
    assert at.page.js(f"PublicKeyCredential.{name}({told}).then(() => 'told', (error) => error.name)") == "told"
    # The promise resolves before the agent receives the signal.
    eventually("the agent has reported the signal", lambda: reports() > before)


def offered(at: Visit) -> bool:
    """Whether the strip offers the passkey for a conditional request."""
    at.open()
    at.start_conditional_get()
    at.page.click("#user")
    at.page.let_pass(0.5)
    return any("Passkey ·" in row for row in at.page.strip_rows())


def test_signals_hide_restore_and_rename_a_passkey(visit, world: World):
    at = visit("signalled")
    made = at.make()
    handle = bytes_to_base64url(at.party.account("ada").handle)
    assert offered(at)
    signal(at, world, "signalUnknownCredential", credentialId=made["id"])
    eventually("the item is hidden", lambda: not offered(at))
    signal(at, world, "signalAllAcceptedCredentials", userId=handle, allAcceptedCredentialIds=[made["id"]])
    eventually("the passkey is offered again", lambda: offered(at))
    signal(at, world, "signalCurrentUserDetails", userId=handle, name="ada.l", displayName="Ada L.")
    eventually("the passkey has its new names",
        lambda: offered(at) and any("ada.l" in row and "Ada L. — Passkey ·" in row for row in at.page.strip_rows()))
    # A site that names a hidden passkey still has it on record.
    signal(at, world, "signalUnknownCredential", credentialId=made["id"])
    eventually("the passkey is hidden", lambda: not offered(at))
    one = {"allowCredentials": [{"type": "public-key", "id": made["id"]}]}
    at.open()
    assert at.sign_in_as_named(over=one)["id"] == made["id"]
    signal(at, world, "signalAllAcceptedCredentials", userId=handle, allAcceptedCredentialIds=[made["id"]])
    # A signal from another site has no effect.
    at.page.goto(at.sites.origin("mallory.test") + "/rp/")
    told = at.page.js(f"""PublicKeyCredential.signalUnknownCredential({{ rpId: {at.host!r}, credentialId: {made['id']!r} }})
        .catch((error) => error.name)""")
    assert told == "SecurityError"
    assert offered(at)


def test_a_replaced_passkey_returns_if_the_site_does_not_know_the_newer_one(visit, world: World):
    at = visit("replaced")
    first = at.make()
    second = at.make(over={"excludeCredentials": []})
    assert at.sign_in()["id"] == second["id"]
    signal(at, world, "signalUnknownCredential", credentialId=second["id"])
    eventually("the older passkey is offered again", lambda: offered(at))
    at.page.pick("Passkey")
    assert at.done()["id"] == first["id"]


def test_the_browsers_capabilities_include_ours(visit):
    at = visit("signed")
    assert at.page.js("PublicKeyCredential.isConditionalMediationAvailable()") is True
    assert at.page.js("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") is True
    able = at.page.js("PublicKeyCredential.getClientCapabilities()")
    for word in ["conditionalCreate", "conditionalGet", "signalUnknownCredential", "passkeyPlatformAuthenticator",
                 "extension:largeBlob", "extension:prf"]:
        assert able[word] is True, able
