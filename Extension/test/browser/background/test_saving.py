"""What becomes of a submitted form: offered, saved, left alone; and that nothing of it is kept on the disk."""

import uuid

import pytest

from driving import Page
from speaking import answers, say, suggestions, wait_answer
from waiting import eventually, never

PASSWORD = "Planted-9901-Ladle"


def submission(**more) -> dict:
    params = {"session": str(uuid.uuid4()), "form": "login", "user": "nora", "password": PASSWORD, "wasGenerated": False}
    return {"method": "submitted", "params": params | more}


def banners(page: Page) -> list[dict]:
    return [each["told"]["banner"] for each in answers(page) if "told" in each and each["told"]["type"] == "banner"]


def wait_banner(page: Page, kind: str) -> dict:
    return eventually(f"a banner that says {kind}", lambda: next((each for each in banners(page) if each["kind"] == kind), None))


def answer(page: Page, banner: dict, word: str) -> None:
    say(page, {"method": "bannerAnswered", "params": {"id": banner["id"], "answer": word}})


def test_a_login_that_went_through_is_offered_on_the_next_page_and_saved(browser, double, sites):
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, submission())
    double.wait("suggest")
    page.goto(sites.origin() + "/welcome")
    banner = wait_banner(page, "save")
    assert (banner["user"], banner["host"]) == ("nora", "login.example.test")
    assert double.heard("save") == []
    answer(page, banner, "save")
    request = double.wait("save")[0]["params"]["request"]
    assert request["serviceIdentifier"] == {"type": "URL", "identifier": "https://login.example.test/"}
    assert (request["user"], request["password"], request["event"]) == ("nora", PASSWORD, "formDidDisappear")
    wait_banner(page, "saved")
    page.close()


def test_a_login_that_failed_is_not_offered_and_its_account_is_known(browser, double, sites):
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, submission())
    double.wait("suggest")
    # The browser sends the form: a page that somebody went to by themselves would say nothing of it.
    page.js("document.forms[0].action = '/login?then=fail'; document.forms[0].requestSubmit(); true")
    page.wait_text("User name or password is wrong")

    def failed_user() -> str | None:
        say(page, {"id": 7, "method": "suggest", "params": {"kinds": ["password"]}})
        return next((each["result"].get("failedUser") for each in reversed(answers(page)) if each.get("id") == 7), None)

    eventually("the account", lambda: failed_user() == "nora")
    assert banners(page) == []
    page.close()


def test_what_was_filled_by_us_is_not_offered(browser, double, sites):
    mine = {"provider": "test.vault", "value": {"kind": "password", "user": "nora", "password": PASSWORD}}
    double.script({"suggest": [{"result": suggestions("nora")}], "fill": [{"result": mine}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, {"id": 1, "method": "fill", "params": {"suggestion": "s-nora", "mustConfirm": False}})
    wait_answer(page, 1)
    say(page, submission())
    double.wait("suggest")
    page.goto(sites.origin() + "/welcome")
    never("a banner came", lambda: banners(page), 1.5)
    assert double.heard("save") == []
    page.close()


def test_a_generated_password_is_kept_before_it_is_filled(browser, double, sites):
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}], "status": [{"result": {
        "productVersion": "0.1.0", "pid": 1, "checks": [{"name": "unlocked", "verdict": "good", "finding": "nothing"}]}}]})
    page = browser.open(sites.page("plain"))
    session = str(uuid.uuid4())
    say(page, {"id": 1, "method": "keepGenerated", "params": {
        "user": "nora", "password": PASSWORD, "session": session, "passwordKind": "strong", "provider": "test.vault",
        "form": "signUp"}})
    assert wait_answer(page, 1)["result"] == {}
    first = double.wait("save")[0]["params"]
    assert (first["request"]["event"], first["request"]["sessionID"], first["provider"]) == (
        "generatedPasswordFilled", session, "test.vault")
    say(page, submission(session=session, form="signUp"))
    double.wait("suggest")
    page.goto(sites.origin() + "/welcome")
    # Nothing is unlocked, so it waits in the vault's inbox.
    wait_banner(page, "waiting")
    last = double.wait("save", 2)[1]["params"]
    assert (last["request"]["event"], last["request"]["sessionID"], last["mayAsk"]) == ("formDidDisappear", session, False)
    page.close()


def test_never_for_this_site_is_remembered_by_its_host_alone(browser, double, sites):
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain", host="fresh.test"))
    say(page, submission())
    double.wait("suggest")
    page.goto(sites.origin("fresh.test") + "/welcome")
    answer(page, wait_banner(page, "save"), "never")
    page.goto(sites.page("plain", host="fresh.test"))
    say(page, submission(password="another"))
    double.wait("suggest", 2)
    page.goto(sites.origin("fresh.test") + "/welcome")
    never("a banner came", lambda: banners(page), 1.5)
    page.close()


def test_a_page_that_takes_no_banner_is_asked_about_in_our_window(browser, double, sites):
    if browser.name == "firefox":
        pytest.skip("its driver opens no page that takes no content script")
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, submission())
    double.wait("suggest")
    # No content script runs in the browser's own pages.
    page.goto("chrome://version")
    window = browser.wait_sheet("Save the password for nora on login.example.test?")
    window.close()
    assert double.heard("save") == []
    page.close()


def test_nothing_of_it_is_on_the_disk(browser, double):
    """Last of this file: by now passwords have been filled, typed, generated and offered."""
    found = browser.world.files_holding(PASSWORD, browser.profile)
    assert found == []
