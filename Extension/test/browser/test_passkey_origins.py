"""Relying party identifiers: other sites' identifiers, related origins and frames."""

import json

import pytest

from driving import Browser
from parties import Visit, choose
from server import Sites
from waiting import eventually, never


@pytest.mark.parametrize("party", ["other.test", "test", "github.io", "127.0.0.1", ".test"])
@pytest.mark.parametrize("what", ["create", "get"])
def test_a_relying_party_identifier_of_another_site_is_rejected_without_a_window(visit, party: str, what: str):
    at = visit("foreign")
    over = {"rp": {"id": party, "name": "Foreign"}} if what == "create" else {"rpId": party}
    at.press(what, user="ada", over=over) if what == "create" else at.press(what, over=over)
    assert at.error() == "SecurityError"
    assert not at.browser.sheets()


def test_a_passkey_for_the_sites_identifier_works_on_all_of_its_hosts(visit, browser: Browser):
    at = visit("signed")
    party = at.sites.parties.party(f"{browser.name}.signed.test")
    at.make("host")
    at.press("get", over={"rpId": f"{browser.name}.signed.test"})
    choose(at.window("Sign In to", "host"), "host")
    assert at.done()["said"]["user"] == "host"
    assert party.origins == [f"https://{at.host}"]


# Related origins (WebAuthn L3 §5.11)

@pytest.fixture
def related(visit, browser: Browser, sites: Sites):
    """A page of one site that requests passkeys of another site's relying party, which has one for ada."""
    home = visit("relatedkey")
    if not home.party.account("ada").passkeys:
        home.make()
    sites.parties.well_known.pop(home.host, None)
    sites.parties.asked.clear()
    away = visit("foreign")
    home.party.origins[1:] = [f"https://{away.host}"]
    return home, away


def speak(home: Visit, away: Visit) -> None:
    away.press("get", party=home.host)


def test_a_related_origin_may_use_the_passkey(related, sites: Sites):
    home, away = related
    sites.parties.name_related(home.host, away.host)
    away.page.js("document.cookie = 'tracking=1'")
    speak(home, away)
    choose(away.window(f"Sign In to {away.host}", "ada"), "ada")
    done = away.done()
    assert (done["said"]["user"], done["client"]["origin"]) == ("ada", f"https://{away.host}")
    for headers in sites.parties.asked:
        told = {name.lower(): value for name, value in headers.items()}
        assert not {"cookie", "referer", "authorization"} & told.keys(), told
        assert "extension" not in told.get("origin", ""), told


@pytest.mark.parametrize("wrong", ["none", "another", "type", "oversized", "broken", "unencrypted", "through unencrypted"])
def test_an_invalid_related_origins_file_gives_no_access(related, sites: Sites, wrong: str):
    home, away = related
    good = json.dumps({"origins": [f"https://{away.host}"]}).encode()
    kind = {"Content-Type": "application/json"}
    answers = {
        "another": (200, kind, json.dumps({"origins": ["https://other.test"]}).encode()),
        "type": (200, {"Content-Type": "text/html"}, good),
        "oversized": (200, kind, good[:-1] + b" " * 262_144 + b"}"),
        "broken": (200, kind, good[:-2]),
        # A host that sends a valid file over a connection that an attacker may have changed.
        "unencrypted": (302, {"Location": "http://other.test/.well-known/webauthn"}, b""),
        "through unencrypted": (302, {"Location": f"http://{home.host}/redirect?to=https%3A%2F%2Fother.test%2F.well-known%2Fwebauthn"}, b""),
    }
    sites.parties.well_known["other.test"] = (200, kind, good)
    if wrong in answers:
        sites.parties.well_known[home.host] = answers[wrong]
    try:
        speak(home, away)
        if wrong == "oversized" and away.browser.name == "firefox":
            # Firefox reads a file of any length itself and continues with its own authenticators.
            never("a window opened", lambda: away.browser.sheets(), 2)
            return
        assert away.error() == "SecurityError"
        assert not away.browser.sheets()
    finally:
        sites.parties.well_known.clear()


def test_a_redirect_is_not_followed(related, sites: Sites):
    """A redirect could send requests of the extension to the user's own network.

    The browser follows it itself and continues with its own authenticators.
    """
    home, away = related
    sites.parties.well_known[home.host] = (302, {"Location": "https://other.test/.well-known/webauthn"}, b"")
    sites.parties.name_related("other.test", away.host)
    try:
        speak(home, away)
        never("a window opened", lambda: away.browser.sheets(), 2)
    finally:
        sites.parties.well_known.clear()


# Frames

def frame_in(at: Visit, allow: str) -> None:
    """Opens a page of another site with the relying party's page in a frame."""
    at.page.goto(at.sites.origin("shop.example.test") + "/empty")
    at.page.js(f"""void (document.body.innerHTML = '<img name="featurePolicy">'
        + `<iframe id="frame" width="600" height="400" allow="{allow}" src="https://{at.host}/rp/"></iframe>`)""")
    eventually("the frame has loaded", lambda: at.page.js("typeof party", "#frame") == "object")


def test_a_frame_with_permission_shows_a_window_that_names_both_sites(visit):
    at = visit("framedkey")
    at.make()
    frame_in(at, "publickey-credentials-get")
    at.page.js("void Object.assign(party, { options: {}, more: {} })", "#frame")
    at.page.click("#frame >> #get")
    if at.browser.name == "firefox":
        # Firefox has no API for a frame's permissions, so the browser handles the request.
        at.browser.no_sheet()
        return
    window = at.window(f"for https://{at.host}", "inside a page of https://shop.example.test")
    choose(window, "ada")
    result = eventually("the ceremony has ended",
        lambda: json.loads(str(at.page.js("JSON.stringify(party.result)", "#frame"))))
    client = result["done"]["client"]
    assert (client["origin"], client["crossOrigin"], client["topOrigin"]) == (
        f"https://{at.host}", True, "https://shop.example.test"), client


def test_a_frame_without_permission_gets_the_browsers_error(visit):
    at = visit("framedkey")
    frame_in(at, "")
    # An element named `featurePolicy` in the frame grants no permission.
    at.page.js("""document.body.append(Object.assign(document.createElement("img"), { name: "featurePolicy" }))""", "#frame")
    at.page.click("#frame >> #get")
    result = eventually("the ceremony has ended",
        lambda: json.loads(str(at.page.js("JSON.stringify(party.result)", "#frame"))))
    assert result["error"]["name"] == "NotAllowedError", result
    assert not at.browser.sheets()


#: Makes the page request a passkey in a frame that it adds after the press.
GET_IN_FRAME = """void (party.get = async function () {
    const frame = Object.assign(document.createElement("iframe"), { srcdoc: "" });
    await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
    const { PublicKeyCredential, navigator } = frame.contentWindow;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await this.post("begin", { what: "get" }));
    return this.finish(await navigator.credentials.get({ publicKey }));
})"""


def test_a_press_in_the_page_opens_the_window_for_a_frame_that_the_page_then_adds(visit):
    at = visit("framedkey")
    if not at.party.account("ada").passkeys:
        at.make()
    at.page.js(GET_IN_FRAME)
    # The browser gives such a frame no activation. Without one a tab may open one window only.
    for _ in range(2):
        at.press("get")
        choose(at.window("Sign In to", "ada"), "ada")
        assert at.done()["said"]["user"] == "ada"
        at.no_window()
