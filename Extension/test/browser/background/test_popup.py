"""The toolbar's list and the settings: what they show, do and keep to themselves, by pointer and by keyboard."""

import os
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH

from driving import Browser, Page
from speaking import ADA, answers, calmly, open_own, press_closing, suggestions
from waiting import eventually

SHOTS = os.environ.get("LATCHKEY_SCREENSHOTS")


def suggest(*users: str, **more) -> dict:
    return {"suggest": [{"result": suggestions(*users, **more)}]}


def open_popup(browser: Browser, page: Page) -> Page:
    """The list, in a small window of its own: no driver can press the toolbar's button."""
    return open_own(browser, page, "src/popup/popup.html")


def wait_closed(browser: Browser, popup: Page) -> None:
    eventually("the list has closed", lambda: popup not in browser.pages())


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(Path(SHOTS) / f"{name}.png")


def check_axe(page: Page) -> None:
    if not hasattr(page, "devtools"):
        return
    page.devtools("Runtime.evaluate", expression=Path(AXE_FILE_PATH).read_text())
    found = page.js("axe.run().then((result) => result.violations.map((each) => `${each.id}: ${each.nodes[0].html}`))")
    assert found == []


def copies() -> dict:
    return {"copy": [{"result": {"clearsAfter": 45, "isMarkedAsSecret": True}}]}


def test_shows_the_logins_of_the_page_and_fills_one_by_keyboard(browser, double, sites):
    double.script({**suggest("ada", "grace"), "fill": [{"result": ADA}]})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    eventually("the logins", lambda: "grace" in popup.text())
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
    assert double.heard("fill")[0]["params"]["suggestion"] == "s-ada"
    assert double.heard("fill")[0]["params"]["url"] == "https://login.example.test/p/plain"
    wait_closed(browser, popup)
    page.close()


def test_copies_by_the_agent_so_that_no_password_enters_the_browser(browser, double, sites):
    double.script({**suggest("ada"), **copies()})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("ada", "main")
    popup.js("document.querySelector('[aria-label=\"Copy the password of ada\"]').click()")
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["suggestion"]) == ("password", "s-ada")
    popup.wait_text("45 seconds", "footer")
    assert double.heard("fill") == []
    popup.close()
    page.close()


def test_reveals_in_the_list_only_and_hides_again(browser, double, sites):
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
    eventually("it is hidden", lambda: "Planted" not in popup.text("main"))
    assert [each for each in answers(page) if "told" in each] == []
    popup.close()
    page.close()


def test_works_where_there_is_no_site_and_no_form(browser, double, sites):
    double.script({**suggest(), **copies()})
    page = browser.open(sites.origin("other.test") + "/empty")
    popup = open_popup(browser, page)
    popup.wait_text("No logins for this site", "main")
    popup.js("[...document.querySelectorAll('.row')].find((each) => each.textContent.includes('All Passwords')).click()")
    # Where nothing can be filled, what is picked is copied.
    params = double.wait("copy")[0]["params"]
    assert (params["part"], params["provider"], params["url"]) == ("password", "test.vault", "https://other.test/empty")
    wait_closed(browser, popup)
    if browser.name == "firefox":
        # Its driver opens our pages by way of a website only.
        page.close()
        return
    page.goto("about:blank")
    double.script({**suggest(), **copies()})
    popup = open_popup(browser, page)
    popup.wait_text("No website", "header")
    popup.js("[...document.querySelectorAll('.row')].find((each) => each.textContent.includes('All Passwords')).click()")
    assert "url" not in double.wait("copy")[0]["params"]
    page.close()


def test_says_that_it_is_not_connected_and_what_to_do(browser, double, sites):
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


def test_finds_as_one_types(browser, double, sites):
    double.script({**suggest("ada", "grace", "greta"), **copies()})
    page = browser.open(sites.page("plain"))
    popup = open_popup(browser, page)
    popup.wait_text("greta", "main")
    popup.click("#search")
    popup.type("gre")
    eventually("fewer", lambda: popup.js("document.querySelectorAll('#logins li').length") == 1)
    popup.type("x")
    popup.wait_text("Nothing found", "main")
    assert popup.js("document.getElementById('live').textContent") == "Nothing found"
    popup.close()
    page.close()


def test_the_settings_list_and_remove_the_sites_that_are_never_saved(browser, double, sites):
    double.script({"status": [{"result": {"productVersion": "0.1.0", "pid": 1, "checks": []}}]})
    page = browser.open(sites.origin() + "/empty")
    settings = open_own(browser, page, "src/options/options.html")
    storage = "(globalThis.browser ?? chrome).storage.local"
    settings.js(f"{storage}.set({{neverSaved: ['b.test', 'a.test']}}).then(() => 1)")
    settings.js("void setTimeout(() => location.reload(), 0)")
    eventually("the site is listed", calmly(lambda: "b.test" in settings.text("#never")))
    settings.wait_text("Connected to Latchkey")
    # A key that the browser keeps to itself would not be set.
    assert "Not set" not in settings.text()
    check_axe(settings)
    shoot(settings, f"options-{browser.name}")
    settings.js("document.querySelector('[aria-label=\"Remove a.test\"]').click()")
    eventually("it is gone", lambda: "a.test" not in settings.text("#never"))
    assert "b.test" in settings.text("#never")
    assert settings.js(f"{storage}.get('neverSaved').then((all) => all.neverSaved[0])") == "b.test"
    settings.close()
    page.close()
