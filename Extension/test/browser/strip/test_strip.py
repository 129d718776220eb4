"""The strip in ordinary use, by pointer and by keyboard, in both browsers. The pages are in ../../pages."""

import time

import pytest

from strips import LOG, STEADY, strips, tap_row  # noqa: F401
from test_guard import HOST
from waiting import eventually, never

def test_the_strip_opens_at_a_click_and_fills_the_picked_login(strips):
    page = strips.open()
    strips.opened(page)
    page.pick("grace")
    page.wait_value("#user", "grace")
    page.wait_value("#password", "Double-grace")
    picked = strips.picked()
    assert picked["suggestion"] == "s-grace" and picked["mustConfirm"] is False
    assert page.strip() is None
    page.close()


def test_the_strip_opens_for_the_tab_key_and_for_a_label(strips):
    page = strips.open()
    page.press("Tab")
    page.wait_strip("ada")
    page.press("Tab")
    eventually("the strip is at the password", lambda: page.strip() and page.strip().rows[0].left > 300)
    page.press("Escape")
    page.click("h1")
    page.click("label")
    page.wait_strip("ada")
    page.close()


def test_the_strip_opens_at_a_field_that_had_the_focus_before(strips):
    page = strips.open()
    page.js("document.querySelector('#user').focus()")
    page.no_strip()
    strips.opened(page)
    page.press("Escape")
    page.press("ArrowDown")
    page.wait_strip("ada")
    page.close()


def test_a_press_that_came_too_early_keeps_the_strip_open_and_the_next_one_fills(strips):
    page = strips.open()
    row = strips.opened(page).rows[0]
    page.press("Escape")
    page.press("ArrowDown")
    page.wait_strip("ada")
    page.tap(row.x, row.y)
    strip = page.wait_strip("ada")
    page.let_pass(STEADY)
    page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
    assert strips.picked()["suggestion"] == "s-ada" and len(strips.filled()) == 1
    page.close()


def test_text_typed_before_the_response_filters_the_rows(strips):
    page = strips.open()
    strips.go(page, words="&late=400")
    page.click("#user")
    page.type("grace")
    page.wait_strip("grace")
    assert not any("ada" in row for row in page.strip_rows())
    strips.go(page, words="&late=400")
    page.click("#user")
    page.type("new@example.test")
    never("the strip was shown", page.strip, 1)
    page.close()


def test_typing_filters_the_rows_and_keeps_the_row_of_all_logins(strips):
    page = strips.open()
    strips.opened(page)

    def type_and_see(text: str, rows: list[str]) -> None:
        (page.press if text == "Backspace" else page.type)(text)
        eventually(f"{rows} after {text}", lambda: [row.split(" ")[0] for row in page.strip_rows()] == rows)

    type_and_see("gr", ["grace", "Passwords…"])
    type_and_see("x", ["Passwords…"])
    type_and_see("Backspace", ["grace", "Passwords…"])
    # A complete address that no login has is a new name, so the strip is hidden until the text changes.
    type_and_see("x@new.test", [])
    type_and_see("Backspace", [])
    type_and_see("Backspace", [])
    type_and_see("Backspace", ["Passwords…"])
    assert page.value("#user") == "grx@new.t"
    page.pick("Passwords…")
    page.wait_value("#user", "listed")
    page.close()


def test_the_page_receives_no_event_of_presses_on_the_strip_and_the_field_keeps_the_focus(strips):
    # The fill fails, because a press may count already and this test is about events only.
    page = strips.open(words="&fill=fails")
    strips.opened(page)
    page.js(LOG)
    page.js("void (globalThis.left = 0, document.querySelector('#user').addEventListener('blur', () => left++))")
    row = page.strip().rows[0]
    page.tap(row.x, row.y, page.strip().where)
    assert page.js("heard") == [] and page.js("left") == 0
    page.close()


def test_the_strip_follows_its_field_and_never_covers_it(strips):
    page = strips.open()
    strips.opened(page)
    for css in ["position: fixed; top: 300px; left: 200px", "position: fixed; bottom: 4px; left: 600px",
                "position: fixed; top: 0; right: 0", "zoom: 1.5", "position: fixed; top: 90px; left: -20px"]:
        page.js(f"void (document.querySelector('form').style.cssText = '{css}')")

        def is_next_to_field() -> bool:
            field = page.call("(field) => { const { left, top, bottom } = field.getBoundingClientRect();"
                              "return [left, top, bottom, innerWidth, innerHeight]; }", "#user")
            left, top, bottom, width, height = field
            strip = page.strip()
            box = strip.list if strip else None
            assert box, "no strip"
            first = strip.rows[0]
            end = box["top"] + box["height"]
            assert 0 < box["top"] - bottom < 30 or 0 < top - end < 30, f"{css}: {box} at {field}"
            assert first.left >= 0 and first.left + first.width <= width and end <= height
            return True

        eventually(f"the strip is next to its field at {css}", is_next_to_field, 5)
    page.close()


#: A button below the user field that keeps the focus in the field, as buttons of frameworks do, and a count of its clicks.
BUTTON = """(() => {{
    document.querySelector('form').style.cssText = 'position: fixed; top: {top}px; left: 20px';
    const {{ left, bottom }} = document.querySelector('#user').getBoundingClientRect();
    const button = Object.assign(document.createElement('button'), {{ id: 'below', type: 'button', textContent: 'Next' }});
    button.style.cssText = `position: fixed; left: ${{left}}px; top: ${{bottom + 20}}px`;
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => globalThis.clicks++);
    globalThis.clicks = 0;
    document.body.append(button);
}})()"""

#: Records, for each frame with an open strip, whether a press on the button would reach it.
HITS = """(() => { globalThis.hits = []; globalThis.opened = NaN; const [button, strip] = [document.querySelector('#below'), () => %s];
    const { left, top, width, height } = button.getBoundingClientRect();
    requestAnimationFrame(function look() {
        if (strip()?.matches(':popover-open')) {
            opened ||= performance.now();
            hits.push(document.elementFromPoint(left + width / 2, top + height / 2) === button);
        }
        requestAnimationFrame(look);
    }); })()""" % HOST


def test_the_strip_does_not_swallow_a_press_where_the_pointer_was_before_it_opened(strips):
    page = strips.open(words="&late=500")
    page.js(BUTTON.format(top=300))
    page.click("#user")
    button = page.box("#below")
    x, y = button["left"] + button["width"] / 2, button["top"] + button["height"] / 2
    page.hover(x, y)
    strip = page.wait_strip("ada")
    assert strip.list["top"] + strip.list["height"] <= page.box("#user")["top"], "the strip is not above its field"
    page.tap(x, y)
    assert page.js("clicks") == 1
    page.press("Escape")

    # Without room above, the button takes presses for the half second in which the strip takes none.
    strips.go(page, words="&late=500")
    page.js(BUTTON.format(top=0))
    page.js(HITS)
    page.click("#user")
    page.hover(x, page.box("#below")["top"] + button["height"] / 2)
    page.wait_strip("ada")
    eventually("the strip takes presses", lambda: page.js("hits.includes(false)"))
    seen = page.js("hits")
    assert seen == sorted(seen, reverse=True) and seen[0] is True, seen
    page.pick("ada")
    assert strips.picked()["mustConfirm"] is False

    # A press that began before the strip opened ends at the button, however long it takes.
    strips.go(page, words="&late=500")
    page.js(BUTTON.format(top=0))
    page.js(HITS)
    page.click("#user")
    page.hold(x, page.box("#below")["top"] + button["height"] / 2)
    eventually("the strip has been open for a second", lambda: page.js("performance.now() - opened > 1000"))
    assert page.js("hits.includes(false)") is False
    page.release()
    assert page.js("clicks") == 1
    eventually("the strip takes presses", lambda: page.js("hits.includes(false)"))
    page.close()


def test_the_strip_closes_when_its_field_is_scrolled_away(strips):
    page = strips.open("long-page")
    page.js("window.scrollTo(0, document.querySelector('#user').getBoundingClientRect().top + scrollY - 300)")
    strips.opened(page)
    page.js("window.scrollBy({top: 150, behavior: 'instant'})")
    assert page.wait_strip("ada")
    page.js("window.scrollBy({top: -2000, behavior: 'instant'}); window.scrollBy({top: 3000, behavior: 'instant'})")
    page.js("document.querySelector('#user').style.display = 'none'")
    eventually("the strip is closed", lambda: page.strip() is None)
    page.close()


def test_the_strip_does_not_change_the_pages_layout(strips):
    page = strips.open(offers="many")
    measure = "JSON.stringify([document.documentElement.scrollHeight, document.documentElement.scrollWidth, " \
        "innerWidth - document.documentElement.clientWidth, [...document.querySelectorAll('h1, input, button')].map((" \
        "each) => each.getBoundingClientRect())])"
    before = page.js(measure)
    page.click("#user")
    page.wait_strip("user0")
    assert page.js(measure) == before
    page.close()


def test_the_strip_is_never_higher_than_the_available_space_and_scrolls_by_keys(strips):
    page = strips.open(offers="many")
    page.click("#user")
    page.wait_strip("user0")
    page.press("ArrowDown")
    page.press("End")

    def seen() -> bool:
        row = next(row for row in page.strip().rows if row.selected)
        return "Passwords" in row.text and row.top + row.height <= page.js("innerHeight")

    eventually("the last row is in view", seen)
    page.close()


def test_long_names_that_differ_at_one_end_look_different(strips):
    page = strips.open(offers="alike")
    page.click("#user")
    page.wait_strip("a.person")
    titles = page.in_overlay("(root) => [...root.querySelectorAll('.row:not(.small) .title')].map((title) => "
                             "[title.textContent, title.scrollWidth <= title.clientWidth])")
    assert all("…" in title and is_whole for title, is_whole in titles), titles
    ends = [(title[:8], title[-5:]) for title, _ in titles]
    assert ends == [("a.person", "ample"), ("a.person", "le.au"), ("b.a.pers", "ample")]
    page.close()


STATE = "['role', 'aria-haspopup', 'aria-expanded'].map((name) => document.querySelector('%s').getAttribute(name))"


def test_the_field_tells_a_screen_reader_that_the_strip_is_open(strips):
    page = strips.open()
    strips.opened(page)
    eventually("the field is expanded", lambda: page.js(STATE % "#user") == ["combobox", "listbox", "true"])
    page.press("ArrowDown")
    eventually("the first row is chosen", lambda: page.strip().rows[0].selected)
    assert page.js(STATE % "#user") == ["combobox", "listbox", "true"]
    page.press("Escape")
    eventually("the field is as before", lambda: page.js(STATE % "#user") == [None, None, None])
    # A password field keeps the role that conceals its text.
    page.click("#password")
    page.wait_strip("ada")
    assert page.js(STATE % "#password") == [None, None, None]
    page.press("Escape")
    # A field with a state of its own keeps it.
    page.js("document.querySelector('#user').setAttribute('aria-expanded', 'false')")
    page.click("#user")
    page.wait_strip("ada")
    assert page.js(STATE % "#user") == [None, None, "false"]
    page.close()


def test_a_list_that_the_page_opens_over_the_strip_gets_the_keys(strips):
    page = strips.open()
    page.js(LOG)
    strips.opened(page)
    eventually("the field is expanded", lambda: page.js(STATE % "#user") == ["combobox", "listbox", "true"])
    page.js("document.querySelector('#user').setAttribute('aria-expanded', 'true')")
    page.press("ArrowDown")
    eventually("the page gets the key", lambda: "keydown ArrowDown" in page.js("heard"))
    assert not any(row.selected for row in page.strip().rows)
    page.close()


def test_the_strip_shows_seven_rows_of_many_and_scrolls(strips):
    page = strips.open(offers="many")
    page.click("#user")
    strip = page.wait_strip("user0")
    low = page.in_overlay("() => innerHeight")
    top = strip.list["top"]
    shown = [row for row in strip.rows if row.top + row.height <= top + low + 1]
    assert len(strip.rows) > 40 and len(shown) == 7, [row.text for row in shown]
    page.press("ArrowDown")
    page.press("End")
    eventually("the last row is in view", lambda: next(
        row for row in page.strip().rows if row.selected).top + 30 < top + low)
    page.close()


def test_the_strip_shows_in_a_small_window_that_there_are_more_rows(strips):
    if strips.name != "chromium":
        pytest.skip("the window's size is set by Playwright")
    page = strips.open(offers="marks")
    page.tab.set_viewport_size({"width": 320, "height": 220})
    for top in range(0, 60, 9):
        strips.go(page, offers="marks")
        page.js(f"void (document.querySelector('form').style.cssText = 'position: absolute; top: {top}px')")
        strips.opened(page)
        low, rows = page.in_overlay("""(root) => [innerHeight, [...root.querySelectorAll('.row')].map((row) => [
            row.getBoundingClientRect().top, row.getBoundingClientRect().bottom])]""")
        assert any(start + 7 < low < end - 7 for start, end in rows), f"{low} cuts none of {rows}"
    page.close()


@pytest.mark.parametrize("name, field", [("search-alone", "#search"), ("newsletter-alone", "#news")])
def test_the_strip_does_not_open_at_fields_that_are_no_login(strips, name, field):
    page = strips.open(name)
    page.click(field)
    page.no_strip()
    assert strips.calls() == []
    page.close()


def test_the_strip_offers_codes_at_a_code_field(strips):
    page = strips.open("code")
    page.click("#code")
    strip = page.wait_strip("ada")
    assert [row.text.split(" ")[0] for row in strip.rows] == ["ada", "Codes…"]
    page.pick("ada")
    page.wait_value("#code", "123456")
    page.close()


def test_the_strip_shows_the_generated_password_and_the_page_cannot_read_it(strips):
    page = strips.open("sign-up")
    page.click("#new")
    strip = page.wait_strip("Double-Generated")
    row = next(row for row in strip.rows if "Use Strong Password" in row.text)
    shown = next(word for word in row.text.split() if word.startswith("Double-Generated"))
    assert shown not in row.label and row.label == "Use Strong Password, Latchkey Vault"
    assert page.js("find('Double-Generated')") is False
    page.pick("Use Strong Password")
    page.wait_value("#new", shown)
    page.wait_value("#again", shown)
    assert [(call["method"], call["params"].get("isAhead")) for call in strips.calls()] == [
        ("generate", True), ("keepGenerated", None)]
    page.js("document.querySelector('#new').value = document.querySelector('#again').value = ''")
    page.click("h1, label")
    page.click("#new")
    another = page.wait_strip("Double-Generated").rows[0].text
    assert shown not in another
    page.close()


def test_a_password_that_could_not_be_shown_ahead_is_generated_by_the_pick(strips):
    page = strips.open("sign-up", words="&ahead=refused")
    page.click("#new")
    page.wait_strip("Use Strong Password")
    page.pick("Use Strong Password")
    eventually("it is filled",
        lambda: str(page.js("document.querySelector('#new').value")).startswith("Double-Generated"))
    assert [(call["method"], call["params"].get("isAhead")) for call in strips.calls()] == [
        ("generate", True), ("generate", None), ("keepGenerated", None)]
    page.close()


def test_the_strip_marks_locked_providers_failed_logins_and_unencrypted_pages(strips):
    page = strips.open(offers="locked")
    page.click("#user")
    assert page.wait_strip("Locked — Open Latchkey Vault").rows[0].text == "Locked — Open Latchkey Vault"
    strips.go(page, offers="failed")
    page.click("#user")
    strip = page.wait_strip("grace", "ada")
    assert [row.text.split(" ")[0] for row in strip.rows[:2]] == ["grace", "ada"]
    assert "ada could not log in" in strip.text
    strips.go(page, offers="insecure", scheme="http")
    page.click("#user")
    assert "Not encrypted" in page.wait_strip("ada").rows[0].text
    page.close()


def test_two_logins_of_one_user_show_what_tells_them_apart(strips):
    page = strips.open(offers="twins")
    page.click("#user")
    rows = page.wait_strip("Work", "Home").rows[:2]
    assert [row.label for row in rows] == [
        "ada, Work — for login.example.test — Latchkey Vault",
        "ada, Home, last used 2026-11-20 — for login.example.test — Latchkey Vault"]
    assert len({row.text for row in rows}) == 2
    page.pick("Home")
    # The double fills the suggestion's identifier as the user name.
    page.wait_value("#user", "home")
    assert strips.picked()["suggestion"] == "s-home"
    page.close()


def test_a_failed_login_of_another_host_shows_both_facts(strips):
    page = strips.open(offers="failedElsewhere")
    page.click("#user")
    row = page.wait_strip("ada").rows[0]
    assert "Failed" in row.text and "Other host" in row.text, row.text
    assert row.label.endswith("Failed, Other host"), row.label
    page.close()


def elements(count: int) -> str:
    """A script that adds elements which may each have a shadow root."""
    return f"""const many = document.createElement('div'); many.hidden = true; document.body.append(many);
        many.append(...Array.from({{length: {count}}}, () => document.createElement('span')))"""


def test_a_page_of_ten_thousand_elements_is_filled_and_too_many_need_a_confirmation(strips):
    assert set(strips.outcomes(["void 0"], before=elements(10_000), presses=4).values()) == {"filled"}
    # Chromium reports that nothing covers the strip, so its elements need no inspection.
    most = "asked" if strips.name == "firefox" else "filled"
    assert set(strips.outcomes(["void 0"], before=elements(60_000), presses=4).values()) == {most}


GROUNDS = {
    "": False, "document.documentElement.style.cssText = 'color-scheme: dark'": True,
    "document.body.style.cssText = 'background: #101418; color: #ddd'": True,
    "document.querySelector('form').style.cssText = 'background: oklch(0.2 0 0)'": True,
    "document.body.style.background = '#111'; document.querySelector('form').style.background = 'white'": False,
    "document.body.style.cssText = 'background: linear-gradient(#111, #222); color: white'": True,
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_strip_is_light_or_dark_like_its_background_whatever_the_theme_is(strips, theme):
    if strips.name != "chromium":
        pytest.skip("the theme is set by Playwright")
    page = strips.open()
    page.tab.emulate_media(color_scheme=theme)
    for ground, is_dark in GROUNDS.items():
        strips.go(page)
        page.js(f"(() => {{ {ground} }})()")
        strips.opened(page)
        drawn = page.in_overlay("""(root) => { const { backgroundColor, colorScheme } =
            getComputedStyle(root.querySelector('.box')); return [backgroundColor, colorScheme]; }""")
        assert drawn == (["rgb(42, 42, 45)", "dark"] if is_dark else ["rgb(255, 255, 255)", "light"]), ground
    page.tab.emulate_media(color_scheme="light")
    page.close()


def test_names_from_pages_cannot_reverse_a_row(strips):
    page = strips.open(offers="hostile")
    page.click("#user")
    text = page.wait_strip("eve").rows[0].text
    assert "\u202e" not in text and "<b>bold</b>" in text
    page.close()


def test_a_failed_fill_shows_its_reason_at_the_field(strips):
    page = strips.open(words="&fill=fails")
    strips.opened(page)
    tap_row(page, "ada", presses=4)
    eventually("the reason is shown", lambda: any("the vault is busy" in each.text for each in page.drawn()))
    page.close()


def test_a_note_lets_presses_through_to_the_page_and_disappears(strips):
    page = strips.open(words="&fill=fails")
    page.js("""(() => { const next = document.createElement('button'); next.type = 'button'; next.textContent = 'Next';
        next.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; z-index: -1';
        next.addEventListener('click', () => globalThis.wentOn = true); document.body.append(next); })()""")
    strips.opened(page)
    tap_row(page, "ada", presses=4)
    eventually("the reason is shown", lambda: any("the vault is busy" in each.text for each in page.drawn()))
    note = page.js(f"(({{ left, top, width, height }}) => [left + width / 2, top + height / 2])({HOST}.getBoundingClientRect())")
    page.tap(*note)
    assert page.js("globalThis.wentOn") is True
    strips.opened(page)
    tap_row(page, "ada", presses=4)
    eventually("the reason is shown again", lambda: any("the vault is busy" in each.text for each in page.drawn()))
    eventually("the note has ended", lambda: not page.drawn(), 15)
    page.close()


def test_without_room_for_a_strip_the_arrow_key_opens_the_providers_list(strips):
    page = strips.open("plain")
    page.js("""(() => { document.body.innerHTML = '<iframe id=frame width=420 height=46 scrolling=no></iframe>';
        document.querySelector('iframe').src = '/p/parts/login?offers=two'; })()""")
    page.click("#frame >> #user")
    page.no_strip()
    assert [call["method"] for call in strips.calls()] == []
    page.press("ArrowDown")
    page.wait_value("#frame >> #user", "listed")
    assert strips.calls()[0]["method"] == "list"
    page.close()


def test_an_error_shown_in_a_window_is_not_repeated_at_the_field(strips):
    page = strips.open(words="&fill=told")
    strips.opened(page)
    tap_row(page, "ada", presses=4)
    strips.picked()
    never("a note was shown at the field", lambda: [each.text for each in page.drawn() if each.text])
    page.close()


def test_a_fill_that_reached_no_field_is_reported_and_not_recorded_as_a_use(strips):
    page = strips.open()
    strips.opened(page)
    page.js("void document.querySelectorAll('input').forEach((field) => field.readOnly = true)")
    tap_row(page, "ada", presses=4)
    eventually("the status is announced", lambda: any("Not filled" in each.text for each in page.drawn()))
    eventually("the background is notified",
        lambda: [call["method"] for call in strips.calls()] == ["fill", "unfilled"])
    page.close()


# Frames: the page around a frame may make it transparent.

def in_frame(strips, page, style: str = "") -> dict | None:
    """Presses the row at a frame's field once and returns the requested fill, if there is one."""
    strips.forget()
    if style:
        page.js(f"void (document.querySelector('#frame').style.cssText = '{style}')")
    page.click("#frame >> #user")
    page.wait_strip("ada")
    tap_row(page, "ada", 1)
    end = time.monotonic() + 0.6
    while time.monotonic() < end and not strips.filled():
        page.let_pass(0.05)
    return strips.filled()[0] if strips.filled() else None


def filled_in_frame(strips, page) -> dict:
    """Presses the row at a visible frame's field until a fill is requested: the strip ignores early presses."""
    strips.forget()
    page.click("#frame >> #user")

    def pressed() -> dict | None:
        if not strips.filled():
            tap_row(page, "ada", 1)
        return next(iter(strips.filled()), None)

    return eventually("the frame is filled", pressed)


def test_18_a_transparent_frame_of_another_site_is_filled_only_after_a_confirmation(strips):
    page = strips.open("frame-other-site")
    clear = filled_in_frame(strips, page)
    assert clear["mustConfirm"] is (strips.name == "firefox")
    strips.go(page, "frame-other-site")
    faint = in_frame(strips, page, "opacity: 0.02")
    assert faint is None or faint["mustConfirm"]
    page.close()


def test_18_a_transparent_frame_of_the_same_origin_gets_no_fill(strips):
    page = strips.open("plain")
    frame = """(() => { document.body.innerHTML = '<iframe id=frame width=600 height=400></iframe>';
        document.querySelector('iframe').src = '/p/parts/login'; })()"""
    page.js(frame)
    clear = filled_in_frame(strips, page)
    # Firefox does not report what is painted over a frame.
    assert clear["mustConfirm"] is (strips.name == "firefox")
    strips.go(page)
    page.js(frame)
    assert in_frame(strips, page, "opacity: 0.02") is None
    strips.go(page)
    page.js(frame)
    page.js("""(() => { const cover = document.createElement('div'); document.body.append(cover);
        cover.style.cssText = 'position: absolute; inset: 0; background: white; pointer-events: none'; })()""")
    covered = in_frame(strips, page)
    assert covered is None or covered["mustConfirm"]
    page.close()
