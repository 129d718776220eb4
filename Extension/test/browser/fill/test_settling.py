"""What becomes of a form that was sent and whose page stays: refused, under way, gone after all, or left by the person."""

import pytest

from fills import FORM, fills  # noqa: F401
from sending import BY_SCRIPT, SENT, told, type_login, watch
from waiting import never


def test_a_login_by_script_that_fails(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() { pass.value = '';"
                 "pass.setAttribute('aria-invalid', 'true'); }</script>")
    type_login(page)
    page.click("#go")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "failed"})]


def test_a_login_that_has_failed_is_not_told_again_when_its_page_goes(fills):
    page = watch(fills, FORM + BY_SCRIPT
                 + "<script>function done() { user.setAttribute('aria-invalid', 'true'); }</script>")
    type_login(page)
    page.press("Enter")
    fills.wait_notes(2)
    page.goto(fills.sites.origin() + "/empty")
    never("a third note", lambda: len(fills.notes()) > 2)


def test_a_login_that_just_stays(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() {}</script>")
    type_login(page)
    page.click("#go")
    assert told(fills, 2)[1] == ("settled", {"outcome": "stays"})


REFUSING = "<script>function done() { note.textContent = 'Incorrect username or password.'; }</script>"


@pytest.mark.parametrize("body", [
    FORM + "<p id=note></p>",
    "<main><div id=note></div>" + FORM + "</main>",
    FORM.replace("<button", "<div id=note></div><button"),
])
def test_a_word_that_is_new_near_a_login_that_stays_says_that_it_failed(fills, body):
    page = watch(fills, body + BY_SCRIPT + REFUSING)
    type_login(page)
    page.press("Enter")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "failed"})]


def test_a_word_that_the_page_says_on_the_very_click(fills):
    page = watch(fills, "<div id=box><h1>Log in</h1><input id=user autocomplete=username><input id=pass type=password>"
                 "<p id=note></p><button id=go onclick=\"note.textContent = 'Wrong password'\">Log in</button></div>")
    type_login(page)
    page.click("#go")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "failed"})]


def test_a_password_that_is_emptied_while_the_form_stays_says_that_it_failed(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() { pass.value = ''; }</script>")
    type_login(page)
    page.press("Enter")
    assert told(fills, 2)[1] == ("settled", {"outcome": "failed"})


@pytest.mark.parametrize("done", [
    "note.textContent = 'Signing in'; setTimeout(() => note.textContent = '', 100);",
    "go.textContent = 'Signing in';",
    "note.textContent = 'Signing in'; user.disabled = pass.disabled = true;",
    "const far = document.createElement('footer'); far.textContent = 'A new message'; note.after(far);",
])
def test_a_word_that_does_not_last_or_is_another_s_says_nothing(fills, done):
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + "<script>function done() { %s }</script>" % done)
    type_login(page)
    page.press("Enter")
    assert told(fills, 2)[1] == ("settled", {"outcome": "stays"})


LATER = "<script>function done() { %s; setTimeout(() => form.remove(), 800); }</script>"


@pytest.mark.parametrize("done", [
    "note.textContent = 'Signing you in…'",
    "note.textContent = 'Please wait'",
    "note.textContent = 'Sie werden angemeldet'",
    "note.textContent = 'ログイン中です'",
    "note.setAttribute('role', 'alert'); note.textContent = 'Logging in...'",
    "note.textContent = 'This may take a moment'; go.disabled = true",
    "note.textContent = 'This may take a moment'; go.textContent = 'Signing in…'",
    "note.textContent = 'This may take a moment'; go.textContent = ''",
    "note.textContent = 'This may take a moment'; form.setAttribute('aria-busy', 'true')",
])
def test_a_word_that_stays_until_the_answer_comes_is_no_complaint(fills, done):
    """The times of these tests: what stands there for 0.3 s would say something."""
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + LATER % done)
    type_login(page)
    page.click("#go")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


@pytest.mark.parametrize("done", [
    "note.textContent = 'Approve this on your phone'",
    "note.setAttribute('role', 'alert'); note.textContent = 'Welcome back, ada!'",
    "pass.value = ''",
    "user.setAttribute('aria-invalid', 'true')",
])
def test_what_looked_like_a_complaint_is_taken_back_when_the_form_vanishes_by_itself(fills, done):
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + LATER % done)
    type_login(page)
    page.click("#go")
    outcomes = [params["outcome"] for name, params in told(fills, 3)[1:]]
    assert outcomes == ["failed", "gone"]


LINK = "<a id=away href='#x' onclick='event.preventDefault(); form.remove()'>Forgot your password?</a>"


@pytest.mark.parametrize("act", ["link", "button", "field"])
def test_a_form_that_failed_and_is_left_has_not_gone_through(fills, act):
    away = LINK.replace("#x", "/elsewhere") + "<button id=close onclick='form.remove()'>Close</button>"
    page = watch(fills, FORM + away + "<p id=note></p>" + BY_SCRIPT + REFUSING)
    type_login(page)
    page.press("Enter")
    fills.wait_notes(2)
    if act == "link":
        page.click("#away")
    elif act == "button":
        page.click("#close")
    else:
        page.click("#pass")
        page.js("form.remove(), true")
    assert [params["outcome"] for _, params in told(fills, 3)[1:]] == ["failed", "left"]
    never("a fourth note", lambda: len(fills.notes()) > 3)


def test_a_link_that_is_followed_while_the_answer_is_awaited_leaves_the_form(fills):
    page = watch(fills, FORM + LINK.replace("#x", "/elsewhere") + BY_SCRIPT + "<script>function done() {}</script>")
    type_login(page)
    page.press("Enter")
    fills.wait_notes(1)
    page.click("#away")
    assert told(fills, 2)[1] == ("settled", {"outcome": "left"})
    never("a third note", lambda: len(fills.notes()) > 2)


def test_a_password_that_is_corrected_is_another_submission(fills):
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + """<script>function done() {
        if (pass.value === "By-Hand-17") form.remove();
        else { note.setAttribute("role", "alert"); note.textContent = "Wrong password"; }
    }</script>""")
    page.click("#user")
    page.type("ada")
    page.click("#pass")
    page.type("Wrong-1")
    page.press("Enter")
    fills.wait_notes(2)
    page.click("#pass")
    page.press("Control+a")
    page.type("By-Hand-17")
    page.press("Enter")
    notes = fills.wait_notes(5)
    said = [params.get("outcome") or params["password"] for _, params in notes]
    assert said == ["Wrong-1", "failed", "left", "By-Hand-17", "gone"]
    sessions = [params["session"] for _, params in notes]
    assert sessions == [sessions[0]] * 3 + [sessions[3]] * 2 and sessions[0] != sessions[3]
