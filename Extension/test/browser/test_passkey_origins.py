"""Whose a passkey is: relying parties of other names, sites that they call their own, and parts of other pages."""

import json

import pytest

from driving import Browser, Page
from parties import Visit, choose
from server import Sites
from waiting import eventually, never
from world import World


@pytest.fixture
def visit(unlocked: None, browser: Browser, page: Page, sites: Sites):
    def begin(name: str) -> Visit:
        return Visit(browser, page, sites, name)

    return begin


@pytest.mark.parametrize("party", ["other.test", "test", "github.io", "127.0.0.1", ".test"])
@pytest.mark.parametrize("what", ["create", "get"])
def test_a_party_of_another_site_is_refused_without_a_window(visit, party: str, what: str):
    at = visit("foreign")
    over = {"rp": {"id": party, "name": "Foreign"}} if what == "create" else {"rpId": party}
    at.press(what, user="ada", over=over) if what == "create" else at.press(what, over=over)
    assert at.error() == "SecurityError"
    assert not at.browser.sheets()


def test_a_passkey_of_the_site_serves_all_of_its_hosts(visit, browser: Browser):
    at = visit("signed")
    party = at.sites.parties.party(f"{browser.name}.signed.test")
    at.make("host")
    at.press("get", over={"rpId": f"{browser.name}.signed.test"})
    choose(at.window("Sign In to", "host"), "host")
    assert at.done()["said"]["user"] == "host"
    assert party.origins == [f"https://{at.host}"]


# Sites that are a party's own (WebAuthn L3 §5.11)

@pytest.fixture
def related(visit, browser: Browser, sites: Sites):
    """A page of one site that speaks for the party of another, which has a passkey of ada's."""
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


def test_a_site_that_the_party_names_is_its_own(related, sites: Sites):
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
def test_what_does_not_name_the_site_gives_it_nothing(related, sites: Sites, wrong: str):
    home, away = related
    good = json.dumps({"origins": [f"https://{away.host}"]}).encode()
    kind = {"Content-Type": "application/json"}
    answers = {
        "another": (200, kind, json.dumps({"origins": ["https://other.test"]}).encode()),
        "type": (200, {"Content-Type": "text/html"}, good),
        "oversized": (200, kind, good[:-1] + b" " * 262_144 + b"}"),
        "broken": (200, kind, good[:-2]),
        # A host that answers with the right file, over a connection that anybody may have changed.
        "unencrypted": (302, {"Location": "http://other.test/.well-known/webauthn"}, b""),
        "through unencrypted": (302, {"Location": f"http://{home.host}/redirect?to=https%3A%2F%2Fother.test%2F.well-known%2Fwebauthn"}, b""),
    }
    sites.parties.well_known["other.test"] = (200, kind, good)
    if wrong in answers:
        sites.parties.well_known[home.host] = answers[wrong]
    try:
        speak(home, away)
        if wrong == "oversized" and away.browser.name == "firefox":
            # It reads a file of any length itself, and goes on to its own keys.
            never("a window", lambda: away.browser.sheets(), 2)
            return
        assert away.error() == "SecurityError"
        assert not away.browser.sheets()
    finally:
        sites.parties.well_known.clear()


def test_a_redirect_that_stays_encrypted_is_followed(related, sites: Sites):
    home, away = related
    sites.parties.well_known[home.host] = (302, {"Location": "https://other.test/.well-known/webauthn"}, b"")
    sites.parties.name_related("other.test", away.host)
    speak(home, away)
    choose(away.window("Sign In to", "ada"), "ada")
    assert away.done()["said"]["user"] == "ada"
    sites.parties.well_known.clear()


# Parts of other pages

def frame_in(at: Visit, allow: str) -> None:
    """A page of another site around the party's own."""
    at.page.goto(at.sites.origin("shop.example.test") + "/empty")
    at.page.js(f"""void (document.body.innerHTML = '<img name="featurePolicy">'
        + `<iframe id="frame" width="600" height="400" allow="{allow}" src="https://{at.host}/rp/"></iframe>`)""")
    eventually("the frame", lambda: at.page.js("typeof party", "#frame") == "object")


def test_a_part_of_another_page_that_may_ask_names_both(visit):
    at = visit("framedkey")
    at.make()
    frame_in(at, "publickey-credentials-get")
    at.page.js("void Object.assign(party, { wish: {}, more: {} })", "#frame")
    at.page.click("#frame >> #get")
    if at.browser.name == "firefox":
        # It cannot be asked what a frame may do: the browser itself decides and asks.
        at.browser.no_sheet()
        return
    window = at.window(f"for https://{at.host}", "inside a page of https://shop.example.test")
    choose(window, "ada")
    result = eventually("an end", lambda: json.loads(str(at.page.js("JSON.stringify(party.result)", "#frame"))))
    client = result["done"]["client"]
    assert (client["origin"], client["crossOrigin"], client["topOrigin"]) == (
        f"https://{at.host}", True, "https://shop.example.test"), client


def test_a_part_of_another_page_that_may_not_ask_gets_what_the_browser_says(visit):
    at = visit("framedkey")
    frame_in(at, "")
    # Nor does an element by that name in the frame itself say that it may.
    at.page.js("""document.body.append(Object.assign(document.createElement("img"), { name: "featurePolicy" }))""", "#frame")
    at.page.click("#frame >> #get")
    result = eventually("an end", lambda: json.loads(str(at.page.js("JSON.stringify(party.result)", "#frame"))))
    assert result["error"]["name"] == "NotAllowedError", result
    assert not at.browser.sheets()
