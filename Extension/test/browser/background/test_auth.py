"""HTTP authentication from the vault, in both browsers."""

import pytest
from scripted_host import press_closing, suggestions
from waiting import eventually, never, tolerating_errors

GRACE = {"provider": "test.vault", "value": {"kind": "password", "user": "grace", "password": "Planted-8807-Basic"}}
WRONG = {"provider": "test.vault", "value": {"kind": "password", "user": "grace", "password": "wrong"}}


@pytest.fixture(autouse=True)
def listening(browser) -> None:
    """Waits for the listener: Chromium loads pages before the extension's worker has started."""
    if browser.name == "chromium":
        eventually("the extension listens for challenges",
            lambda: browser.background("chrome.webRequest.onAuthRequired.hasListeners()"))


def visit(page, address: str) -> None:
    """Navigates from a script, because the driver's navigation would wait for the response."""
    page.js(f"void setTimeout(() => {{ location.href = '{address}'; }}, 0)")


def pick(window) -> None:
    window.let_pass(0.7)
    window.js("document.querySelector('[role=listbox]').focus()")
    window.press("Home")
    press_closing(window, "Enter")


def test_http_authentication_opens_a_page_with_the_picked_login(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("grace", site="auth.test")}], "fill": [{"result": GRACE}]})
    page = browser.open(sites.origin("auth.test") + "/empty")
    visit(page, sites.origin("auth.test") + "/basic/Staff%20only/Planted-8807-Basic")
    window = browser.wait_sheet("https://auth.test asks for a user name")
    assert "Staff" in window.text()
    assert "grace" in window.text()
    pick(window)
    eventually("the page is open", tolerating_errors(lambda: page.text("#in") == "in as grace"))
    assert double.received("suggest")[0]["params"]["url"].startswith("https://auth.test/basic/")
    page.close()


def test_http_authentication_does_not_send_a_wrong_password_twice(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("grace", site="auth.test")}], "fill": [{"result": WRONG}]})
    page = browser.open(sites.origin("auth.test") + "/empty")
    visit(page, sites.origin("auth.test") + "/basic/again/other-password")
    pick(browser.wait_sheet("https://auth.test asks"))
    eventually("the password was sent",
        lambda: any("/again/" in each["path"] and each["given"] for each in sites.authorizations))
    never("the request was repeated", lambda: len(double.received("fill")) > 1 or browser.sheets(), 1.5)
    page.close()


def test_http_authentication_of_subresources_asks_for_nothing(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("grace", site="auth.test")}], "fill": [{"result": GRACE}]})
    page = browser.open(sites.origin("auth.test") + "/empty")
    address = sites.origin("auth.test") + "/basic/image/Planted-8807-Basic"
    page.js(f"void (document.body.append(Object.assign(new Image(), {{src: '{address}'}})), fetch('{address}').catch(() => 0))")
    other = sites.origin("other.test") + "/basic/frame/Planted-8807-Basic"
    page.js(f"void document.body.append(Object.assign(document.createElement('iframe'), {{src: '{other}'}}))")
    never("a sheet opened", lambda: [each.url for each in browser.sheets()], 2)
    assert double.received("fill") == [] and double.received("suggest") == []
    page.close()
