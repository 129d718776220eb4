"""Searching in the toolbar's list: the page's own logins and those of all other sites."""

from screenshots import check_axe, shoot_everywhere
from scripted_host import ADA, answers, copies, found, open_popup, suggest
from waiting import eventually


def test_typing_filters_the_list(browser, double, sites):
    double.script({**suggest("ada", "grace", "greta"), **found()})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("greta", "main")
    popup.click("#search")
    popup.type("gre")
    eventually("the list is filtered", lambda: popup.js("document.querySelectorAll('#logins li').length") == 1)
    popup.type("x")
    popup.wait_text("Nothing found", "main")
    assert popup.js("document.getElementById('live').textContent") == "Nothing found"
    popup.close()
    page.close()


def test_a_found_login_of_another_site_is_filled_only_after_a_confirmation(browser, double, sites):
    double.script({**suggest("ada"), **found(("otto", "other.test"), ("olga", "mail.test")), "fill": [{"result": ADA}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    assert double.received("search") == []
    popup.click("#search")
    popup.type("o")
    popup.wait_text("otto", "#others")
    assert "for other.test" in popup.text("#others")
    eventually("the status is announced", lambda: popup.js("document.getElementById('live').textContent") == "Found: 3")
    assert double.received("search")[0]["params"] == {"text": "o", "limit": 50}
    shoot_everywhere(popup, "popup-search")
    popup.js("document.querySelector('#others .row').click()")
    question = browser.wait_sheet("Fill a Login of Another Site?")
    assert "https://other.test" in question.text() and sites.origin() in question.text()
    assert double.received("fill") == []
    eventually("the question takes presses", lambda: not question.exists("[data-early]"))
    question.click("text=Fill for")
    params = double.wait("fill")[0]["params"]
    assert (params["url"], params["suggestion"], params["ancestorOrigins"], params["acceptsFrame"]) == (
        "https://other.test/", "f-otto", [sites.origin()], True)
    eventually("the page is filled", lambda: [each["told"] for each in answers(page) if "told" in each])
    page.close()


def test_enter_copies_the_searched_login_and_no_other_row(browser, double, sites):
    otto, olga = found(("otto", "other.test"))["search"][0], found(("olga", "mail.test"))["search"][0]
    double.script({**suggest(), "search": [otto, {"after": "go", "then": olga}], **copies()})
    page = browser.open(sites.origin("shop.example.test") + "/empty")
    popup = open_popup(browser, page)
    popup.wait_text("All Passwords", "main")
    popup.click("#search")
    popup.type("o")
    popup.wait_text("otto", "#others")
    popup.type("l")
    popup.press("Enter")
    eventually("the previous results are removed", lambda: popup.text("#others") == "")
    double.wait("search", 2)
    # Neither the previous result nor the first row below is copied.
    assert double.received("copy") == []
    double.let_go()
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["suggestion"]) == ("password", "f-olga")
    popup.close()
    page.close()


def test_a_login_of_another_site_is_copied_for_its_own_site(browser, double, sites):
    double.script({**suggest(), **found(("otto", "other.test"), has_more=True), **copies()})
    page = browser.open(sites.origin("shop.example.test") + "/empty")
    popup = open_popup(browser, page)
    popup.wait_text("No logins for this site", "main")
    popup.click("#search")
    popup.type("otto")
    popup.wait_text("More logins match", "main")
    popup.press("Enter")
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["suggestion"], params["url"]) == ("password", "f-otto", "https://other.test/")
    popup.close()
    page.close()


def test_without_a_site_the_list_shows_every_login(browser, double, sites):
    if browser.name == "firefox":
        # The Firefox driver opens extension pages from a website only.
        return
    double.script({**suggest(), **found(("otto", "other.test"), ("ada", "login.example.test"))})
    page = browser.open("about:blank")
    popup = open_popup(browser, page)
    popup.wait_text("login.example.test", "#others")
    assert double.received("search")[0]["params"] == {"text": "", "limit": 50}
    check_axe(popup)
    popup.close()
    page.close()


def test_a_failed_search_shows_its_error(browser, double, sites):
    no = {"code": -32000, "message": "no", "data": {"reason": "busy", "message": "too much at once"}}
    double.script({**suggest("ada"), "search": [{"error": no}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    popup.click("#search")
    popup.type("x")
    popup.wait_text("too much at once", ".card.failed")
    assert "Nothing found" not in popup.text("main")
    popup.close()
    page.close()


def test_controls_that_an_older_agent_does_not_support_are_hidden(browser, double, sites):
    if browser.name == "firefox":
        # The Firefox driver cannot stop the background, so the previous connection would remain.
        return
    hello = {"result": {"protocolVersion": 1, "productVersion": "0.0.9", "features": ["frames", "copy", "offers"]}}
    double.script({"hello": [hello], **suggest("ada", unlocked=["test.vault"])})
    page = browser.open(sites.page("plain"))
    browser.stop_background()
    popup = open_popup(browser, page)
    popup.wait_text("Unlocked", "footer")
    assert "Lock Now" not in popup.text("footer")
    popup.click("#search")
    popup.type("z")
    popup.wait_text("Nothing found", "main")
    assert double.received("search") == []
    popup.close()
    double.script({})
    browser.stop_background()
    page.close()
