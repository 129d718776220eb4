"""The keyboard commands. Only Chromium's driver can send them as the browser does; the code is the same in Firefox."""

import pytest

import browsers
from strips import strips  # noqa: F401
from waiting import eventually, never

pytestmark = pytest.mark.skipif("chromium" not in browsers.BROWSERS, reason="needs Chromium")


@pytest.fixture(autouse=True)
def only_chromium(strips):
    if strips.name != "chromium":
        pytest.skip("commands are sent by the background, which Firefox's driver does not reach")


def fill_best(strips) -> None:
    strips.tell({"type": "command", "name": "fill-best"})


def test_the_fill_command_fills_the_best_login_and_then_the_next_one(strips):
    page = strips.open()
    page.js("document.querySelector('#user').focus()")
    for user in ("ada", "grace", "ada"):
        fill_best(strips)
        page.wait_value("#user", user)
        page.wait_value("#password", f"Double-{user}")
    page.close()


def test_the_fill_command_opens_the_strip_if_no_login_may_be_filled_without_a_question(strips):
    page = strips.open(offers="insecure")
    page.js("document.querySelector('#user').focus()")
    fill_best(strips)
    page.wait_strip("ada")
    strips.nothing()
    page.close()


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_the_fill_command_fills_only_the_focused_frame_in_a_shadow_root(strips, mode):
    page = strips.open()
    page.js(f"""new Promise((resolve) => {{
        const owner = document.createElement('div'), frame = document.createElement('iframe');
        frame.id = 'frame'; frame.src = '/p/parts/login'; frame.onload = () => resolve(true);
        const root = owner.attachShadow({{mode: '{mode}'}}); root.append(frame); document.body.append(owner);
        globalThis.testRoots = [root];
    }})""")
    page.click("#frame >> #user")
    page.wait_strip("ada")
    page.press("Escape")
    fill_best(strips)
    page.wait_value("#frame >> #user", "ada")
    never("the page around the frame was filled", lambda: page.value("#user"))
    page.close()


def test_the_command_for_suggestions_offers_text_in_any_text_field(strips):
    page = strips.open("search-alone")
    page.click("#search")
    page.no_strip()
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.pick("Insert from Latchkey Vault…", "keys")
    page.wait_value("#search", "inserted")
    assert [call["method"] for call in strips.calls()] == ["insertText"]
    page.close()


def writing(strips, made: str):
    """Opens a page with an element to write in."""
    page = strips.open("editor-alone")
    page.js(f"""(() => {{ document.body.innerHTML = {made!r}; document.querySelector('#place').focus();
        globalThis.heard = []; for (const type of ['beforeinput', 'input', 'keydown'])
            document.addEventListener(type, (event) => heard.push(event.key ?? type)); }})()""")
    return page


PLACES = {
    "<textarea id=place>ab cd</textarea>": "document.querySelector('#place').setSelectionRange(3, 3)",
    "<textarea id=place style='width: 95vw; height: 95vh'>ab cd</textarea>":
        "document.querySelector('#place').setSelectionRange(3, 3)",
    "<div id=place contenteditable>ab cd</div>":
        "getSelection().collapse(document.querySelector('#place').firstChild, 3)",
    "<div id=place contenteditable style='height: 95vh'><p>ab cd</p></div>":
        "getSelection().collapse(document.querySelector('#place p').firstChild, 3)",
}


@pytest.mark.parametrize("made", PLACES)
def test_inserts_text_at_the_caret_of_a_text_area_and_of_an_editor(strips, made):
    page = writing(strips, made)
    page.js(PLACES[made])
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.pick("Insert from Latchkey Vault…", "keys")
    page.wait_value("#place", "ab insertedcd")
    heard = page.js("heard")
    assert heard == ["beforeinput", "input"], heard
    page.press("ControlOrMeta+z")
    page.wait_value("#place", "ab cd")
    page.close()


def test_inserts_text_once_into_an_editor_that_handles_it_and_never_into_an_invisible_one(strips):
    page = writing(strips, "<div id=place contenteditable>ab</div>")
    page.js("""document.querySelector('#place').addEventListener('beforeinput', (event) => {
        event.preventDefault(); event.target.textContent += '+' + event.data; })""")
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.pick("Insert from Latchkey Vault…", "keys")
    page.wait_value("#place", "ab+inserted")
    page.close()
    page = writing(strips, "<textarea id=place>ab</textarea>")
    page.js("void (document.querySelector('#place').style.opacity = 0.01)")
    text = {"kind": "text", "text": "inserted"}
    assert fill(strips, page, text) == [{"filled": False}]
    assert page.value("#place") == "ab"
    page.close()


def test_typing_and_leaving_close_the_strip_of_a_text_area(strips):
    page = writing(strips, "<textarea id=place>ab</textarea><input id=other name=other>")
    for leave in (lambda: page.type("x"), lambda: page.js("document.querySelector('#other').focus()")):
        page.js("document.querySelector('#place').focus()")
        strips.tell({"type": "command", "name": "show-suggestions"})
        page.wait_strip("Insert from")
        leave()
        eventually("the strip is closed", lambda: page.strip() is None)
    page.close()


def test_the_command_for_suggestions_focuses_the_login_of_a_page_without_a_focus(strips):
    page = strips.open()
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.wait_strip("ada")
    assert page.js("document.activeElement.id") == "user"
    page.close()


#: A login whose words make it look like a sign-up, and a field that belongs to no login.
MISREAD = """<form><label>Member <input id=user name=member></label>
    <label>Choose a password <input id=password name=new type=password autocomplete=new-password></label>
    <button>Create account</button></form><form><label>Search <input id=search type=search name=q></label></form>"""


def misread(strips, field: str, offers: str = "only"):
    page = strips.open("editor-alone", offers=offers)
    page.js(f"(() => {{ document.body.innerHTML = {MISREAD!r}; document.querySelector('{field}').focus(); }})()")
    return page


def values(page) -> list[str]:
    return [page.value(field) for field in ("#user", "#password", "#search")]


def test_the_fill_command_fills_the_password_field_that_has_the_focus_even_if_it_seems_to_be_a_new_one(strips):
    page = misread(strips, "#password", offers="two")
    fill_best(strips)
    page.wait_value("#password", "Double-ada")
    assert values(page) == ["ada", "Double-ada", ""]
    page.close()


def test_the_fill_command_fills_the_user_name_into_the_text_field_that_has_the_focus(strips):
    page = misread(strips, "#search", offers="two")
    fill_best(strips)
    page.wait_value("#search", "ada")
    assert values(page) == ["", "", "ada"]
    page.close()


def test_a_new_password_field_offers_all_logins_and_takes_the_picked_password(strips):
    page = misread(strips, "#user", offers="two")
    page.click("#password")
    page.wait_strip("Use Strong Password", "Passwords…")
    page.pick("Passwords…")
    page.wait_value("#password", "Double-listed")
    page.close()


def test_a_current_password_field_takes_a_generated_password_at_the_users_command(strips):
    page = strips.open()
    page.js("document.querySelector('#password').focus()")
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.wait_strip("ada", "Use Strong Password")
    page.pick("Use Strong Password", "keys")
    eventually("it is filled", lambda: page.value("#password").startswith("Double-Generated"))
    assert page.value("#user") == ""
    page.close()


def test_the_password_of_a_change_goes_into_the_field_for_the_current_one(strips):
    page = strips.open("change-password")
    page.click("input[autocomplete=new-password]")
    page.pick("Passwords…")
    page.wait_value("input[autocomplete=current-password]", "Double-listed")
    assert page.value("input[autocomplete=new-password]") == ""
    page.close()


def open_menu(page, field: str) -> None:
    """Opens the context menu at a field; a page that cancels it shows none, which a driver could not close."""
    page.js("void addEventListener('contextmenu', (event) => event.preventDefault())")
    page.tab.locator(field).click(button="right")


def tell_menu(strips, page, origin: str = "") -> None:
    """Sends the context menu's command for a document of this origin, by default the page's."""
    strips.tell({"type": "command", "name": "fill-here", "origin": origin or page.js("location.origin")})


def test_the_context_menu_fills_the_field_at_which_it_was_opened(strips):
    page = misread(strips, "#user")
    for field, filled in (("#search", ["", "", "ada"]), ("#password", ["ada", "Double-ada", "ada"])):
        open_menu(page, field)
        page.no_strip()
        tell_menu(strips, page)
        page.wait_value(field, filled[2] if field == "#search" else filled[1])
        assert values(page) == filled
    page.close()


def test_the_context_menu_shows_the_choice_of_several_logins_at_its_field(strips):
    page = misread(strips, "#user", offers="two")
    open_menu(page, "#password")
    tell_menu(strips, page, "https://mallory.test")
    page.no_strip()
    tell_menu(strips, page)
    page.wait_strip("ada", "grace", "Passwords…", "Use Strong Password")
    page.pick("grace", "keys")
    page.wait_value("#password", "Double-grace")
    page.close()


@pytest.mark.parametrize("name", ["fill-here", "fill-best", "show-suggestions"])
def test_a_failed_command_shows_its_reason_at_the_field(strips, name):
    page = strips.open(words="&suggest=fails")
    open_menu(page, "#password")
    strips.tell({"type": "command", "name": name, "origin": page.js("location.origin")})
    eventually("the reason is shown", lambda: says(page, "the agent does not answer"))
    page.close()


LOGIN = {"kind": "password", "user": "tom", "password": "Toolbar-1"}
CODE = {"kind": "code", "code": "492013"}


def fill(strips, page, value: dict | None = None, **members) -> list:
    """The documents' responses to a pick in the toolbar's list."""
    message = {"type": "fill", "filled": {"provider": "p", "value": value or LOGIN}, "confirmed": []}
    return strips.tell(message | {"origin": page.js("location.origin")} | members)


def says(page, words: str) -> bool:
    return any(words in drawn.text for drawn in page.drawn())


def test_a_toolbar_pick_for_another_origin_is_dropped(strips):
    page = strips.open()
    assert fill(strips, page, origin="https://mallory.test") == [{"filled": False}]
    assert (page.value("#user"), page.value("#password")) == ("", "")
    page.close()


def test_a_toolbar_pick_fills_the_login_whatever_field_has_the_focus(strips):
    page = strips.open("login-among-others")
    other = "document.querySelector('input:not([type=password]):not([autocomplete~=username]):not(#user)')"
    page.js(f"{other}.focus()")
    assert fill(strips, page) == [{"filled": True}]
    assert (page.value("#user"), page.value("#password"), page.js(f"{other}.value")) == ("tom", "Toolbar-1", "")
    page.close()


def test_a_toolbar_pick_fills_the_password_field_that_has_the_focus_even_if_it_seems_to_be_a_new_one(strips):
    page = misread(strips, "#password")
    assert strips.tell({"type": "inspect"})[0]["isInText"] is True
    assert fill(strips, page) == [{"filled": True}]
    assert values(page) == ["tom", "Toolbar-1", ""]
    page.close()


def test_a_toolbar_pick_needs_a_confirmation_for_an_unsafe_form(strips):
    page = strips.open("method-get")
    assert fill(strips, page) == [{"filled": False}]
    assert (page.value("#user"), page.value("#password")) == ("tom", "")
    # The toolbar's list shows the reason, so the field does not.
    never("a note was shown at the field", lambda: says(page, "not filled"))
    (seen,) = strips.tell({"type": "inspect"})
    assert [doubt["reason"] for doubt in seen["doubts"]] == ["inAddress"]
    assert fill(strips, page, confirmed=seen["doubts"]) == [{"filled": True}]
    assert page.value("#password") == "Toolbar-1"
    page.close()


def test_a_toolbar_pick_fills_an_invisible_code_field_only_if_it_has_the_focus(strips):
    page = strips.open("code")
    page.js("void (document.querySelector('#code').style.opacity = 0)")
    assert fill(strips, page, CODE) == [{"filled": False}]
    assert page.value("#code") == ""
    page.js("document.querySelector('#code').focus()")
    assert fill(strips, page, CODE) == [{"filled": True}]
    assert page.value("#code") == "492013"
    page.close()


def test_the_background_removes_a_banner_that_is_no_longer_needed(strips):
    page = strips.open()
    banner = {"id": "b1", "kind": "save", "user": "ada", "host": "login.example.test", "providerName": "Vault"}
    strips.tell({"type": "banner", "banner": banner})
    page.wait_banner("ada")
    strips.tell({"type": "bannerGone", "id": "another"})
    page.wait_banner("ada")
    strips.tell({"type": "bannerGone", "id": "b1"})
    eventually("the element is removed", lambda: page.banner() is None)
    assert [call for call in strips.calls() if call["method"] == "bannerAnswered"] == []
    page.close()


def test_a_toolbar_pick_is_filled(strips):
    page = strips.open()
    assert fill(strips, page) == [{"filled": True}]
    page.wait_value("#user", "tom")
    page.wait_value("#password", "Toolbar-1")
    eventually("no strip is left", lambda: page.strip() is None)
    page.close()
