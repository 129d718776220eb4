"""Requests and responses across documents, frames, navigations and restarts of the host."""

import pytest

from scripted_host import ADA, answers, press_closing, say, suggestions, wait_answer
from waiting import eventually, never, tolerating_errors

FILL = {"id": 1, "method": "fill", "params": {"suggestion": "s-ada", "mustConfirm": False}}
SUGGEST = {"id": 1, "method": "suggest", "params": {"kinds": ["password"]}}


def test_a_response_goes_to_the_document_that_requested_it(browser, double, sites):
    double.script({"fill": [{"result": ADA}]})
    page, other = browser.open(sites.page("plain") + "?token=t#f"), browser.open(sites.page("plain"))
    page.bring_to_front()
    say(page, FILL)
    assert wait_answer(page, 1)["result"] == ADA
    assert answers(other) == []
    params = double.received("fill")[0]["params"]
    # Without query and fragment.
    assert params["url"] == "https://login.example.test/p/plain"
    assert params["ancestorOrigins"] == []
    page.close()
    other.close()


def test_navigating_cancels_the_request_and_the_next_page_receives_no_response(browser, double, sites):
    double.script({"fill": [{"after": "go", "then": {"result": ADA}}]})
    page = browser.open(sites.page("plain"))
    say(page, FILL)
    double.wait("fill")
    page.goto(sites.page("plain", host="mallory.test"))
    identifier = double.received("fill")[0]["id"]
    assert double.wait("$/cancelRequest")[0]["params"] == {"id": identifier}
    double.let_go()
    never("the next page received an answer", lambda: answers(page), 1)
    page.close()


def test_a_page_restored_from_the_back_forward_cache_receives_no_old_response(browser, double, sites):
    double.script({"fill": [{"after": "go", "then": {"result": ADA}}]})
    page = browser.open(sites.page("plain"))
    page.js("void (globalThis.mark = 1)")
    say(page, FILL)
    double.wait("fill")
    page.goto(sites.origin("other.test") + "/empty")
    double.wait("$/cancelRequest")
    page.js("void setTimeout(() => history.back(), 0)")
    eventually("the page is shown again", tolerating_errors(lambda: page.text("h1") == "Sign in"))
    double.let_go()
    never("an answer arrived", lambda: [each for each in answers(page) if "result" in each], 1)
    page.close()


@pytest.mark.parametrize("frame, url, ancestors", [
    ("<iframe src='https://other.test/p/parts/login'></iframe>", "https://other.test/p/parts/login", 1),
    ("<iframe srcdoc='<p>x'></iframe>", "https://login.example.test/", 1),
    ("<iframe src='about:blank'></iframe>", "https://login.example.test/", 1),
    # A sandboxed frame and a data: frame have opaque origins, whatever the address is.
    ("<iframe sandbox='allow-scripts' src='https://other.test/p/parts/login'></iframe>", None, 1),
    ("<iframe sandbox='allow-scripts' srcdoc='<p>x'></iframe>", None, 1),
    ("<iframe src='data:text/html,<p>x'></iframe>", None, 1),
])
def test_the_agent_receives_a_frames_origin_as_the_browser_vouches_for_it(
        browser, double, sites, frame, url, ancestors):
    double.script({"suggest": [{"result": suggestions("ada")}]})
    page = browser.open(sites.origin() + "/empty")
    page.js("void (document.body.innerHTML = " + repr(frame) + ")")
    expected = url or ("data:" if "data:" in frame else "about:srcdoc" if "srcdoc" in frame else "https://other.test")

    def has_spoken() -> bool:
        say(page, SUGGEST, "iframe")
        return answers(page, "iframe") != []

    try:
        eventually("the frame's content script responds", tolerating_errors(has_spoken))
    except AssertionError:
        # No content script runs in this document, so it sends no request.
        assert url is None and "data:" in frame, expected
        page.close()
        return
    answer = wait_answer(page, 1, "iframe")
    if url is None:
        assert answer["error"]["reason"] == "notHere"
        assert double.received("suggest") == []
    else:
        params = double.received("suggest")[0]["params"]
        assert params["url"] == url
        assert params["ancestorOrigins"] == ["https://login.example.test"] * ancestors
    page.close()


def test_ancestors_are_named_up_to_the_top(browser, double, sites):
    double.script({"suggest": [{"result": suggestions("ada")}]})
    page = browser.open(sites.origin() + "/empty")
    page.js("void (document.body.innerHTML = `<iframe src='https://other.test/empty'></iframe>`)")
    address = "document.readyState === 'complete' && location.href"
    eventually("the frame has loaded", lambda: page.js(address, "iframe") == "https://other.test/empty")
    page.js("void (document.body.innerHTML = `<iframe src='https://login.example.test/empty'></iframe>`)", "iframe")
    inner = "iframe >> iframe"
    eventually("the inner frame has loaded",
        lambda: page.js("location.href", inner) == "https://login.example.test/empty")
    eventually("the content script responds",
        tolerating_errors(lambda: say(page, SUGGEST, inner) or answers(page, inner)))
    origins = double.received("suggest")[0]["params"]["ancestorOrigins"]
    assert origins == ["https://other.test", "https://login.example.test"]
    page.close()


def test_a_frame_of_another_site_is_confirmed_in_a_window_that_names_both_sites(browser, double, sites):
    refusal = {"code": -32000, "message": "other site", "data": {
        "reason": "otherSiteFrame", "message": "other site", "details": {"other": "https://login.example.test"}}}
    double.script({"suggest": [{"result": suggestions("ada")}], "fill": [{"error": refusal}, {"result": ADA}]})
    page = browser.open(sites.page("frame-other-site"))
    eventually("the frame's content script responds",
        tolerating_errors(lambda: say(page, SUGGEST, "#frame") or answers(page, "#frame")))
    say(page, {**FILL, "id": 2}, "#frame")
    window = browser.wait_sheet("https://other.test")
    for word in ["https://login.example.test", "ada"]:
        assert word in window.text(), window.text()
    assert len(double.received("fill")) == 1
    # The window ignores clicks right after it opened.
    window.let_pass(0.7)
    window.js("void [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Fill for')).focus()")
    press_closing(window, "Enter")
    assert wait_answer(page, 2, "#frame")["result"] == ADA
    assert [each["params"]["acceptsFrame"] for each in double.received("fill")] == [False, True]
    eventually("the window is closed", lambda: not browser.sheets())
    page.close()


SHEET = {
    "frame": {"providerName": "Vault", "requester": {"kind": "site", "name": "login.example.test"}},
    "sheet": {"title": "Unlock the vault", "elements": [
        {"id": "go", "kind": "button", "title": "Unlock", "role": "default", "submits": True, "isEnabled": True}]},
}


def test_a_providers_sheet_opens_in_our_window_and_then_the_fill_continues(browser, double, sites):
    double.script({"fill": [{"sheet": SHEET, "then": {"result": ADA}}]})
    page = browser.open(sites.page("plain"))
    say(page, FILL)
    window = browser.wait_sheet("Unlock the vault")
    window.let_pass(0.7)
    window.js("void [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Unlock')).focus()")
    press_closing(window, "Enter")
    assert wait_answer(page, 1)["result"] == ADA
    eventually("the window is closed", lambda: not browser.sheets())
    page.close()


def test_closing_the_window_cancels_the_sheet(browser, double, sites):
    double.script({"fill": [{"sheet": SHEET, "then": {"result": ADA}}]})
    page = browser.open(sites.page("plain"))
    say(page, FILL)
    browser.wait_sheet("Unlock the vault").close()
    assert wait_answer(page, 1)["error"]["reason"] == "userCanceled"
    assert {each["params"]["event"]["kind"] for each in double.wait("sheet.event")} == {"cancelled"}
    page.close()


def test_leaving_the_page_closes_its_sheet(browser, double, sites):
    double.script({"fill": [{"sheet": SHEET, "then": {"result": ADA}}]})
    page = browser.open(sites.page("plain"))
    say(page, FILL)
    browser.wait_sheet("Unlock the vault")
    page.goto(sites.origin("other.test") + "/empty")
    double.wait("$/cancelRequest")
    eventually("the window is closed", lambda: not browser.sheets())
    page.close()


def test_a_click_survives_the_loss_of_host_and_agent(browser, double, sites):
    double.script({"fill": [{"exit": True}, {"result": ADA}]})
    page = browser.open(sites.page("plain"))
    say(page, FILL)
    assert wait_answer(page, 1)["result"] == ADA
    assert len(double.received("hello")) >= 1
    page.close()


def test_a_browser_without_the_host_reports_how_to_install_it(browser, double, sites):
    # Ends the open connection. The next one finds no manifest.
    double.script({"fill": [{"exit": True}]})
    double.register(browser.world, is_there=False)
    try:
        page = browser.open(sites.page("plain"))
        say(page, FILL)
        error = wait_answer(page, 1)["error"]
        assert (error["reason"], error["hint"]) == ("noHost", 'run "latchkey browser install"')
        page.close()
    finally:
        double.register(browser.world)
    # After the host is installed, the next click finds it.
    double.script({"fill": [{"result": ADA}]})
    page = browser.open(sites.page("plain"))
    say(page, FILL)
    assert wait_answer(page, 1)["result"] == ADA
    page.close()
