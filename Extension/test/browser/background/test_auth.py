"""HTTP authentication from the vault, in both browsers."""

from speaking import press_closing, suggestions
from waiting import eventually, never, tolerating_errors

GRACE = {"provider": "test.vault", "value": {"kind": "password", "user": "grace", "password": "Planted-8807-Basic"}}
WRONG = {"provider": "test.vault", "value": {"kind": "password", "user": "grace", "password": "wrong"}}


def visit(page, address: str) -> None:
    """Not by the driver's own navigation, which would wait for the end of it."""
    page.js(f"void setTimeout(() => {{ location.href = '{address}'; }}, 0)")


def pick(window) -> None:
    window.let_pass(0.7)
    window.js("document.querySelector('[role=listbox]').focus()")
    window.press("Home")
    press_closing(window, "Enter")


def test_a_page_is_opened_with_the_login_that_the_person_picks(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("grace", site="auth.test")}], "fill": [{"result": GRACE}]})
    page = browser.open(sites.origin("auth.test") + "/empty")
    visit(page, sites.origin("auth.test") + "/basic/Staff%20only/Planted-8807-Basic")
    window = browser.wait_sheet("https://auth.test asks for a user name")
    assert "Staff" in window.text()
    assert "grace" in window.text()
    pick(window)
    eventually("the page is open", tolerating_errors(lambda: page.text("#in") == "in as grace"))
    assert double.heard("suggest")[0]["params"]["url"].startswith("https://auth.test/basic/")
    page.close()


def test_a_wrong_password_is_not_sent_twice(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("grace", site="auth.test")}], "fill": [{"result": WRONG}]})
    page = browser.open(sites.origin("auth.test") + "/empty")
    visit(page, sites.origin("auth.test") + "/basic/again/other-password")
    pick(browser.wait_sheet("https://auth.test asks"))
    eventually("it was tried", lambda: any("/again/" in each["path"] and each["given"] for each in sites.authorizations))
    never("asked again", lambda: len(double.heard("fill")) > 1 or browser.sheets(), 1.5)
    page.close()


def test_what_a_page_loads_asks_for_nothing(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("grace", site="auth.test")}], "fill": [{"result": GRACE}]})
    page = browser.open(sites.origin("auth.test") + "/empty")
    address = sites.origin("auth.test") + "/basic/image/Planted-8807-Basic"
    page.js(f"void (document.body.append(Object.assign(new Image(), {{src: '{address}'}})), fetch('{address}').catch(() => 0))")
    other = sites.origin("other.test") + "/basic/frame/Planted-8807-Basic"
    page.js(f"void document.body.append(Object.assign(document.createElement('iframe'), {{src: '{other}'}}))")
    never("a sheet came", lambda: [each.url for each in browser.sheets()], 2)
    assert double.heard("fill") == [] and double.heard("suggest") == []
    page.close()
