"""The toolbar's list and the settings: what they show, do and keep private, by pointer and by keyboard."""

from driving import Browser, Page
from screenshots import check_axe, shoot, shoot_everywhere
from scripted_host import ADA, answers, copies, open_own, open_popup, press_closing, suggest, suggestions
from waiting import eventually, tolerating_errors


def wait_closed(browser: Browser, popup: Page) -> None:
    eventually("the list is closed", lambda: popup not in browser.pages())


def press_row(page: Page, words: str) -> None:
    page.js(f"[...document.querySelectorAll('.row')].find((each) => each.textContent.includes('{words}')).click()")


def test_the_list_shows_the_pages_logins_and_fills_one_by_keyboard(browser, double, sites):
    double.script({**suggest("ada", "grace"), "fill": [{"result": ADA}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    eventually("the logins are shown", lambda: "grace" in popup.text())
    assert "login.example.test" in popup.text("header")
    check_axe(popup)
    shoot(popup, f"popup-{browser.name}")
    popup.js("document.getElementById('search').focus()")
    popup.press("ArrowDown")
    popup.press("ArrowDown")
    popup.press("ArrowUp")
    press_closing(popup, "Enter")
    told = eventually("the page is filled", lambda: [each["told"] for each in answers(page) if "told" in each])
    assert told == [{"type": "fill", "filled": ADA, "origin": sites.origin(), "confirmed": []}]
    assert double.received("fill")[0]["params"]["suggestion"] == "s-ada"
    assert double.received("fill")[0]["params"]["url"] == "https://login.example.test/p/plain"
    wait_closed(browser, popup)
    page.close()


def test_in_320_pixels_a_logins_buttons_stay_apart_and_leave_room_for_its_name(browser, double, sites):
    if browser.name != "chromium":
        return
    long = "a.person.with.a.very.long.name@department.of-a-very-long-organisation.example"
    double.script(suggest("ada", "grace", f"{long}.au", f"{long}.nz"))
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    popup.tab.set_viewport_size({"width": 320, "height": 640})
    shoot(popup, "popup-320")
    tools, name = popup.js("""(() => {
        const item = document.querySelector(".group li");
        return [[...item.querySelectorAll(".tool")].map((each) => each.getBoundingClientRect()).map((box) =>
            [box.left, box.right, box.top, box.bottom]), item.querySelector(".words").getBoundingClientRect().width];
    })()""")
    assert len(tools) == 3
    assert all(right - left >= 36 and bottom - top >= 36 for left, right, top, bottom in tools), tools
    assert all(after[0] - before[1] >= 4 for before, after in zip(tools, tools[1:])), tools
    assert name >= 150
    # Long names that differ at their ends look different, and are read out whole.
    rows = popup.js("""[...document.querySelectorAll(".row .title")].map((title) => [title.textContent,
        title.closest("button").getAttribute("aria-label"), title.scrollHeight <= title.clientHeight])""")
    assert all(is_whole for _, _, is_whole in rows), rows
    assert [(text[:8], text[-4:], label) for text, label, _ in rows if "…" in text[:-1]] == [
        ("a.person", f"e.{end}", f"Fill {long}.{end}") for end in ("au", "nz")]
    popup.close()
    page.close()


def test_copying_goes_through_the_agent_so_no_password_enters_the_browser(browser, double, sites):
    double.script({**suggest("ada"), **copies()})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    popup.js("document.querySelector('[aria-label=\"Copy the password of ada\"]').click()")
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["suggestion"]) == ("password", "s-ada")
    popup.wait_text("45 seconds", "footer")
    assert double.received("fill") == []
    popup.close()
    page.close()


def test_a_password_is_revealed_in_the_list_only_and_hidden_again(browser, double, sites):
    double.script({**suggest("ada"), "fill": [{"result": ADA}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    eye = "document.querySelector('[aria-label=\"Show the password of ada\"]')"
    popup.js(f"{eye}.click()")
    popup.wait_text("Planted-7919-Kettle", "main")
    check_axe(popup)
    shoot(popup, f"popup-revealed-{browser.name}")
    assert popup.js(f"{eye}.getAttribute('aria-pressed')") == "true"
    popup.js(f"{eye}.click()")
    eventually("the item is hidden", lambda: "Planted" not in popup.text("main"))
    assert [each for each in answers(page) if "told" in each] == []
    popup.close()
    page.close()


def test_the_list_works_without_a_site_and_without_a_form(browser, double, sites):
    double.script({**suggest(), **copies()})
    page = browser.open(sites.origin("other.test") + "/empty")
    popup = open_popup(browser, page)
    popup.wait_text("No logins for this site", "main")
    popup.js("[...document.querySelectorAll('.row')].find((each) => each.textContent.includes('All Passwords')).click()")
    # A pick that cannot be filled is copied.
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["provider"], params["url"]) == ("password", "test.vault", "https://other.test/empty")
    wait_closed(browser, popup)
    if browser.name == "firefox":
        # The Firefox driver opens extension pages from a website only.
        page.close()
        return
    page.goto("about:blank")
    double.script({**suggest(), **copies()})
    popup = open_popup(browser, page)
    popup.wait_text("No website", "header")
    popup.js("[...document.querySelectorAll('.row')].find((each) => each.textContent.includes('All Passwords')).click()")
    assert "url" not in double.wait("copy")[0]["params"]
    page.close()


def test_the_list_reports_a_missing_connection_and_what_to_do(browser, double, sites):
    double.script({"suggest": [{"exit": True}]})
    double.register(browser.world, is_there=False)
    try:
        page = browser.open(sites.page("plain"))
        popup = open_popup(browser, page)
        popup.wait_text("latchkey browser install", "main")
        check_axe(popup)
        shoot(popup, f"popup-not-connected-{browser.name}")
    finally:
        double.register(browser.world)
    double.script(suggest("ada"))
    popup.js("document.querySelector('.button.main').click()")
    popup.wait_text("ada", "main")
    popup.close()
    page.close()


def test_two_revealed_passwords_are_never_shown_at_once(browser, double, sites):
    double.script(suggest("ada", "grace"))
    page = browser.open(sites.origin() + "/empty")
    popup = open_popup(browser, page)
    popup.wait_text("grace", "main")
    # As if both responses arrived at the same time.
    popup.js("""import("/src/popup/revealedSecret.js").then(({ showSecret }) => {
        for (const each of document.querySelectorAll("#logins li")) showSecret("kettle", each, each.querySelector("[aria-pressed]"));
        return 1;
    })""")
    shown = "[...document.querySelectorAll('{}')].map((each) => each.closest('li').textContent.includes('grace')).join()"
    eventually("the second is shown", lambda: popup.js(shown.format(".secret")) == "true")
    assert popup.js(shown.format("[aria-pressed=true]")) == "true"
    popup.close()
    page.close()


def test_the_list_shows_whether_a_provider_is_unlocked_and_locks_or_unlocks_it(browser, double, sites):
    unlocked, locked = suggestions("ada", unlocked=["test.vault"]), suggestions("ada", unlocked=[])
    double.script({"suggest": [{"result": unlocked}, {"result": locked}], "lock": [{"result": {}}], "list": [{"result": ADA}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("Unlocked", "footer")
    popup.click("text=Lock Now")
    double.wait("lock")
    popup.wait_text("Unlock…", "footer")
    shoot_everywhere(popup, "popup-locked")
    # The provider's list opens with its unlock sheet. The page has fields, so a login picked there fills them.
    popup.click("text=Unlock…")
    assert double.wait("list")[0]["params"]["provider"] == "test.vault"
    wait_closed(browser, popup)
    page.close()


def test_generates_a_password_of_the_chosen_kind_and_length(browser, double, sites):
    def made(*passwords: tuple[str, str]) -> dict:
        return {"result": {"provider": "test.vault", "passwords": [{"kind": kind, "value": value} for kind, value in passwords]}}

    both = made(("strong", "aB3-xY7"), ("passphrase", "lamp kettle orbit"))
    double.script({**suggest("ada"), **copies(), "generate": [both, made(("strong", "aB3-xY7-qW9-long"), ("passphrase", "spoon clock"))]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("Generate a Password", "main")
    press_row(popup, "Generate a Password")
    popup.wait_text("aB3-xY7", ".generator")
    assert popup.text(".generator h2") == "New Password"
    shoot_everywhere(popup, "popup-generator")
    popup.click("[aria-label='Copy this password']")
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["text"], params["provider"]) == ("password", "aB3-xY7", "test.vault")
    popup.wait_text("45 seconds", "footer")
    choose = "((name, value) => { const it = document.getElementById(name); it.value = value; it.dispatchEvent(new Event('change')); })"
    popup.js(f"{choose}('generator-length', '16')")
    popup.wait_text("aB3-xY7-qW9-long", ".generator")
    request = double.received("generate")[-1]["params"]["request"]
    assert request["passwordFieldPasswordRules"] == "minlength: 16; maxlength: 16;"
    popup.js(f"{choose}('generator-kind', 'passphrase')")
    eventually("the passphrase is shown", lambda: "spoon clock" in popup.text(".generator") and not popup.js(
        "document.getElementById('generator-length').checkVisibility()"))
    # The length of a passphrase is not set in characters.
    assert "passwordFieldPasswordRules" not in double.received("generate")[-1]["params"]["request"]
    popup.close()
    page.close()


def test_fills_the_shown_generated_password_and_closes_the_list(browser, double, sites):
    made = {"provider": "test.vault", "passwords": [{"kind": "strong", "value": "aB3-xY7"}, {"kind": "passphrase", "value": "lamp orbit"}]}
    double.script({**suggest("ada"), "generate": [{"result": made}]})
    page = browser.open(sites.page("sign-up"))
    popup = open_popup(browser, page)
    popup.wait_text("Generate a Password", "main")
    press_row(popup, "Generate a Password")
    popup.wait_text("aB3-xY7", ".generator")
    popup.js("((it) => { it.value = 'passphrase'; it.dispatchEvent(new Event('change')); })(document.getElementById('generator-kind'))")
    popup.wait_text("lamp orbit", ".generator")
    check_axe(popup)
    shoot_everywhere(popup, "popup-generator-fill")
    popup.click("text=Fill")
    told = eventually("the page is filled", lambda: [each["told"] for each in answers(page) if "told" in each])
    assert told == [{
        "type": "fillGenerated", "made": {"value": "lamp orbit", "kind": "passphrase", "provider": "test.vault"},
        "origin": sites.origin(), "confirmed": []}]
    wait_closed(browser, popup)
    page.close()


def test_an_error_stays_visible_until_it_is_dismissed(browser, double, sites):
    no = {"code": -32000, "message": "no", "data": {"reason": "noClipboard", "message": "there is no clipboard"}}
    double.script({**suggest("ada", site="login.example.test"), "copy": [{"error": no}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    popup.js("document.querySelector('[aria-label=\"Copy the password of ada\"]').click()")
    popup.wait_text("No clipboard program is installed", ".card.failed")
    shoot_everywhere(popup, "popup-failed")
    popup.click("text=Dismiss")
    eventually("the element is removed", lambda: not popup.exists(".card.failed"))
    popup.close()
    page.close()


def test_the_settings_report_what_is_missing_and_which_command_to_run(browser, double, sites):
    double.script({"status": [{"exit": True}]})
    double.register(browser.world, is_there=False)
    try:
        page = browser.open(sites.origin() + "/empty")
        settings = open_own(browser, page, "src/options/options.html")
        settings.wait_text("Not connected")
        assert "not installed" in settings.text()
        assert "latchkey browser install" in settings.text()
        assert "latchkey settings sheet-mark" in settings.text()
        if browser.name == "chromium":
            assert browser.background("chrome.action.getBadgeText({})") == "!"
        shoot_everywhere(settings, "options-not-connected")
    finally:
        double.register(browser.world)
    double.script({"status": [{"result": {"productVersion": "0.1.0", "pid": 1, "checks": []}}]})
    settings.js("document.getElementById('again').click()")
    settings.wait_text("Connected to Latchkey")
    if browser.name == "chromium":
        assert browser.background("chrome.action.getBadgeText({})") == ""
    shoot_everywhere(settings, "options")
    settings.close()
    page.close()


def test_the_settings_report_which_side_is_too_old(browser, double, sites):
    old = {"code": -32000, "message": "old", "data": {
        "reason": "unsupportedVersion", "message": "old", "hint": "update the Latchkey agent", "details": {"update": "agent"}}}
    double.script({"hello": [{"error": old}]})
    # An existing connection would not greet again.
    page = browser.open(sites.origin() + "/empty")
    if browser.name == "chromium":
        browser.stop_background()
        settings = browser.open(f"{browser.base}/src/options/options.html")
        settings.wait_text("incompatible versions")
        assert "update the Latchkey agent" in settings.text()
        settings.close()
        browser.stop_background()
    page.close()


def test_the_settings_list_excluded_sites_and_remove_them(browser, double, sites):
    double.script({"status": [{"result": {"productVersion": "0.1.0", "pid": 1, "checks": []}}]})
    page = browser.open(sites.origin() + "/empty")
    settings = open_own(browser, page, "src/options/options.html")
    storage = "(globalThis.browser ?? chrome).storage.local"
    settings.js(f"{storage}.set({{neverSaved: ['b.test', 'a.test']}}).then(() => 1)")
    settings.js("void setTimeout(() => location.reload(), 0)")
    eventually("the site is listed", tolerating_errors(lambda: "b.test" in settings.text("#never")))
    settings.wait_text("Connected to Latchkey")
    # The browser does not report shortcuts that it reserves, so the list must not call them unset.
    assert "Not set" not in settings.text()
    check_axe(settings)
    shoot(settings, f"options-{browser.name}")
    settings.js("document.querySelector('[aria-label=\"Remove a.test\"]').click()")
    eventually("the element is removed", lambda: "a.test" not in settings.text("#never"))
    assert "b.test" in settings.text("#never")
    assert settings.js(f"{storage}.get('neverSaved').then((all) => all.neverSaved[0])") == "b.test"
    settings.close()
    page.close()
