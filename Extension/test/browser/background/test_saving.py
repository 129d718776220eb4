"""How a submitted form ends: offered, saved or ignored. No password is written to disk."""

import uuid

import pytest

from driving import Page
from scripted_host import answers, say, suggestions, wait_answer
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


def test_a_successful_login_is_offered_on_the_next_page_and_saved(browser, double, sites):
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, submission())
    double.wait("suggest")
    page.goto(sites.origin() + "/welcome")
    banner = wait_banner(page, "save")
    assert (banner["user"], banner["host"]) == ("nora", "login.example.test")
    assert double.received("save") == []
    answer(page, banner, "save")
    request = double.wait("save")[0]["params"]["request"]
    assert request["serviceIdentifier"] == {"type": "URL", "identifier": "https://login.example.test/"}
    assert (request["user"], request["password"], request["event"]) == ("nora", PASSWORD, "formDidDisappear")
    wait_banner(page, "saved")
    page.close()


def test_a_failed_login_is_not_offered_and_its_account_is_remembered(browser, double, sites):
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, submission())
    double.wait("suggest")
    # Submits the form. A navigation by the user would report no outcome.
    page.js("document.forms[0].action = '/login?then=fail'; document.forms[0].requestSubmit(); true")
    page.wait_text("User name or password is wrong")

    def failed_user() -> str | None:
        say(page, {"id": 7, "method": "suggest", "params": {"kinds": ["password"]}})
        return next((each["result"].get("failedUser") for each in reversed(answers(page)) if each.get("id") == 7), None)

    eventually("the failed account is known", lambda: failed_user() == "nora")
    assert banners(page) == []
    page.close()


def test_a_filled_login_is_not_offered_for_saving(browser, double, sites):
    mine = {"provider": "test.vault", "value": {"kind": "password", "user": "nora", "password": PASSWORD}}
    double.script({"suggest": [{"result": suggestions("nora")}], "fill": [{"result": mine}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, {"id": 1, "method": "fill", "params": {"suggestion": "s-nora", "mustConfirm": False}})
    wait_answer(page, 1)
    say(page, submission())
    double.wait("suggest")
    page.goto(sites.origin() + "/welcome")
    never("a banner was shown", lambda: banners(page), 1.5)
    assert double.received("save") == []
    page.close()


def test_a_generated_password_is_saved_before_it_is_filled(browser, double, sites):
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
    # No provider is unlocked, so the password stays in the vault's inbox.
    wait_banner(page, "waiting")
    last = double.wait("save", 2)[1]["params"]
    assert (last["request"]["event"], last["request"]["sessionID"], last["mayAsk"]) == ("formDidDisappear", session, False)
    page.close()


def test_never_for_this_site_is_remembered_for_the_host_only(browser, double, sites):
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
    never("a banner was shown", lambda: banners(page), 1.5)
    page.close()


def test_a_page_that_shows_no_banner_is_asked_about_in_our_window(browser, double, sites):
    if browser.name == "firefox":
        pytest.skip("its driver opens no page that takes no content script")
    double.script({"suggest": [{"result": suggestions()}], "save": [{"result": {}}]})
    page = browser.open(sites.page("plain"))
    say(page, submission())
    double.wait("suggest")
    # Content scripts do not run in the browser's own pages.
    page.goto("chrome://version")
    window = browser.wait_sheet("Save the password for nora on login.example.test?")
    window.close()
    assert double.received("save") == []
    page.close()


def test_no_password_is_written_to_the_disk(browser, double):
    """Runs last in this file, after passwords were filled, typed, generated and offered."""
    found = browser.world.files_holding(PASSWORD, browser.profile)
    assert found == []


def test_a_changed_email_address_is_offered_only_if_the_provider_changes_user_names(browser, double, sites):
    offers = suggestions("ada@old.test")
    change = {"form": "updateEmail", "user": "ada@new.test", "password": "", "previous": ["ada@old.test"]}
    for changes_user_names in (False, True):
        offers["providers"][0]["changesUserNames"] = changes_user_names
        double.script({"suggest": [{"result": offers}], "save": [{"result": {}}]})
        page = browser.open(sites.page("plain"))
        say(page, submission(**change))
        double.wait("suggest")
        page.goto(sites.origin() + "/welcome")
        if not changes_user_names:
            never("the change is offered", lambda: banners(page), 1.5)
            page.close()
            continue
        banner = wait_banner(page, "save")
        assert (banner["previousUser"], banner["user"]) == ("ada@old.test", "ada@new.test")
        answer(page, banner, "save")
        params = double.wait("save")[0]["params"]
        assert (params["previousUser"], params["request"]["user"], params["request"]["password"],
                params["request"]["event"]) == ("ada@old.test", "ada@new.test", "", "userInitiated")
        page.close()
