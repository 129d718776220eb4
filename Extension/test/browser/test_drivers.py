"""Both drivers see and press what the tests rely on. A small extension replaces the real one."""

from pathlib import Path

import pytest

from browsers import BROWSERS, launch
from waiting import eventually
from world import World

PROBE = Path(__file__).parent / "probe"


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request, sites, playwright):
    world = World(logins=None)
    running = launch(request.param, world, sites, playwright, extension=PROBE)
    yield running
    running.close()
    world.close()


def test_a_driver_reads_and_presses_an_overlay_in_a_closed_shadow_root(browser, sites):
    page = browser.open(sites.page("plain"))
    page.click("#user")
    strip = page.wait_strip("ada", "grace")
    assert [row.text for row in strip.rows] == ["ada", "grace"]
    page.tap(strip.rows[1].x, strip.rows[1].y, strip.where)
    page.wait_value("#user", "grace")
    sheet = browser.wait_sheet("Sheet")
    sheet.click("#field")
    sheet.type("Ab1!")
    assert sheet.value("#field") == "Ab1!"
    sheet.click("#button")
    eventually("the window is closed", lambda: not browser.sheets())
    page.close()


def test_a_driver_reaches_frames_of_other_sites(browser, sites):
    page = browser.open(sites.page("frame-other-site"))
    page.click("#frame >> #user")
    strip = page.wait_strip("ada", "grace")
    page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
    page.wait_value("#frame >> #user", "ada")
    browser.wait_sheet("Sheet").close()
    page.close()


def test_a_driver_finds_a_text_in_any_case_and_an_element_in_the_shadow_root_that_a_selector_names(browser, sites):
    page = browser.open(sites.page("plain"))
    page.js("""void (() => {
        document.body.innerHTML = `<p hidden>Sign in HERE</p><p id=said>Please <b id=smallest>sign  in here</b></p>
            <input type=button id=button value="Next page"><a-form id=one></a-form><a-form id=two></a-form>`;
        for (const host of document.querySelectorAll("a-form")) {
            host.attachShadow({ mode: "open" }).innerHTML = `<input value="${host.id}">`;
        }
    })()""")
    name = "(element) => element?.id ?? null"
    assert page.call(name, "words=Sign In here") == "smallest"
    assert page.call(name, "words=next page") == "button"
    assert page.call(name, "words=sign out") is None
    assert page.value("#two >>> input") == "two"
    assert page.call(name, "#said >>> input") is None
    page.close()


def test_a_browser_finds_the_test_server_under_its_host_name_and_usual_port(browser, sites):
    page = browser.open(sites.page("plain"))
    assert page.js("location.origin") == "https://login.example.test"
    assert page.js("isSecureContext") is True
    page.goto(sites.page("plain", scheme="http"))
    assert page.js("location.origin") == "http://login.example.test"
    page.close()
