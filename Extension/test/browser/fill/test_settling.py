"""Outcomes of a submitted form whose page stays: failed, pending, gone later, or left by the user."""

import pytest

from fills import FORM, fills  # noqa: F401
from typed_forms import BY_SCRIPT, GONE, SENT, reported, type_login, watch
from waiting import never


def test_a_scripted_login_that_marks_a_field_as_invalid_has_failed(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() { pass.value = '';"
                 "pass.setAttribute('aria-invalid', 'true'); }</script>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "failed"})]


def test_a_failed_login_is_not_reported_again_when_its_page_closes(fills):
    page = watch(fills, FORM + BY_SCRIPT
                 + "<script>function done() { user.setAttribute('aria-invalid', 'true'); }</script>")
    type_login(page)
    page.press("Enter")
    fills.wait_notes(2)
    page.goto(fills.sites.origin() + "/empty")
    never("a third note was reported", lambda: len(fills.notes()) > 2)


def test_a_login_form_that_stays_is_reported_as_staying(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() {}</script>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "stays"})


REFUSING = "<script>function done() { note.textContent = 'Incorrect username or password.'; }</script>"


@pytest.mark.parametrize("body", [
    FORM + "<p id=note></p>",
    "<main><div id=note></div>" + FORM + "</main>",
    FORM.replace("<button", "<div id=note></div><button"),
])
def test_a_new_message_near_a_form_that_stays_means_that_the_login_failed(fills, body):
    page = watch(fills, body + BY_SCRIPT + REFUSING)
    type_login(page)
    page.press("Enter")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "failed"})]


def test_a_message_that_appears_during_the_click_means_that_the_login_failed(fills):
    page = watch(fills, "<div id=box><h1>Log in</h1><input id=user autocomplete=username><input id=pass type=password>"
                 "<p id=note></p><button id=go onclick=\"note.textContent = 'Wrong password'\">Log in</button></div>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "failed"})]


def test_a_cleared_password_in_a_form_that_stays_means_that_the_login_failed(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() { pass.value = ''; }</script>")
    type_login(page)
    page.press("Enter")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "failed"})


@pytest.mark.parametrize("done", [
    "note.textContent = 'Signing in'; setTimeout(() => note.textContent = '', 100);",
    "go.textContent = 'Signing in';",
    "note.textContent = 'Signing in'; user.disabled = pass.disabled = true;",
    "const far = document.createElement('footer'); far.textContent = 'A new message'; note.after(far);",
])
def test_a_short_lived_or_unrelated_message_does_not_mean_failure(fills, done):
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + "<script>function done() { %s }</script>" % done)
    type_login(page)
    page.press("Enter")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "stays"})


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
def test_a_progress_message_until_the_response_does_not_mean_failure(fills, done):
    """With the shortened times of these tests, a message that stays for 0.3 s would mean failure."""
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + LATER % done)
    type_login(page)
    page.click("#go")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


@pytest.mark.parametrize("done", [
    "note.textContent = 'Approve this on your phone'",
    "note.setAttribute('role', 'alert'); note.textContent = 'Welcome back, ada!'",
    "pass.value = ''",
    "user.setAttribute('aria-invalid', 'true')",
])
def test_a_failure_is_withdrawn_when_the_form_vanishes_without_the_user(fills, done):
    page = watch(fills, FORM + "<p id=note></p>" + BY_SCRIPT + LATER % done)
    type_login(page)
    page.click("#go")
    outcomes = [params["outcome"] for name, params in reported(fills, 3)[1:]]
    assert outcomes == ["failed", "gone"]


CHANGE = """<h1>Change password</h1><p>A wrong password locks your account.</p>
    <form id=form><label>Current password <input id=old type=password autocomplete=current-password></label>
    <label>New password <input id=pass type=password autocomplete=new-password></label>
    <label>Repeat it <input id=again type=password autocomplete=new-password></label>
    <p id=note></p><button id=go>Change</button></form>""" + BY_SCRIPT + "<script>function done() { %s }</script>"
TOAST = "document.body.insertAdjacentHTML('beforeend', '<div id=toast %s>%s</div>')"


def outcomes_of_change(fills, done: str) -> list[str]:
    page = watch(fills, CHANGE % done)
    page.js("pass.value = again.value = 'By-Hand-17', true")
    page.click("#old")
    page.type("Older-11")
    page.click("#go")
    notes = reported(fills, 2)
    assert notes[0][1]["errors"] == ["A wrong password locks your account."]
    return [params["outcome"] for _, params in notes[1:]]


@pytest.mark.parametrize("done", [
    TOAST % ("role=status", "Password changed"),
    TOAST % ("role=alert", "Password changed"),
    # No known word, and shown for a short time only.
    TOAST % ("", "Tout est en ordre") + "; setTimeout(() => toast.remove(), 150)",
    "note.textContent = 'Your password was updated.'",
    "go.disabled = true; setTimeout(() => go.disabled = false, 200)",
    "note.textContent = 'Saving…'; setTimeout(() => note.textContent = 'Thank you', 200)",
    # A text for every result, and emptied fields.
    "note.style.color = '#a00'; note.textContent = 'Your password was changed.'; form.reset()",
    "note.textContent = 'Din kod är bytt.'; note.className = 'error'; form.reset()",
])
def test_a_password_change_whose_form_stays_filled_is_doubtful_if_the_page_responds(fills, done):
    assert outcomes_of_change(fills, done) == ["doubtful"]


@pytest.mark.parametrize("done", [
    "note.textContent = 'Your current password is wrong.'",
    TOAST % ("", "Das bisherige Passwort stimmt nicht"),
    TOAST % ("role=alert", "Hmm."),
    # No known word, but red, on red, or named an error.
    TOAST % ("style=color:#d93025", "Hmm."),
    TOAST % ("style=background:#b00020;color:white", "Hmm."),
    TOAST % ("class=form-error", "Hmm."),
    TOAST % ("class=form-error", "Your password was not changed."),
    "old.value = ''; note.textContent = 'Hmm.'",
    "old.focus(); note.textContent = 'Hmm.'",
    "old.setCustomValidity('no'); note.textContent = 'Hmm.'",
])
def test_a_password_change_has_failed_if_any_part_of_the_response_looks_like_an_error(fills, done):
    assert outcomes_of_change(fills, done) == ["failed"]


def test_a_password_change_by_another_button_is_reported_when_the_form_vanishes_after_the_response(fills):
    respond = "note.textContent = 'Thank you'; setTimeout(() => form.remove(), 600)"
    page = watch(fills, (CHANGE % "").replace("<button", f'<button type=button id=other onclick="{respond}">OK</button><button'))
    page.click("#old")
    page.type("Older-11")
    page.js("pass.value = again.value = 'By-Hand-17', true")
    page.click("#other")
    assert [params.get("outcome") for _, params in reported(fills, 2)] == [None, "gone"]


def test_a_password_change_without_any_response_is_undecided(fills):
    assert outcomes_of_change(fills, "") == ["stays"]


LINK = "<a id=away href='#x' onclick='event.preventDefault(); form.remove()'>Forgot your password?</a>"


@pytest.mark.parametrize("act", ["link", "button", "field"])
def test_a_failed_form_that_the_user_leaves_has_not_succeeded(fills, act):
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
    assert [params["outcome"] for _, params in reported(fills, 3)[1:]] == ["failed", "left"]
    never("a fourth note was reported", lambda: len(fills.notes()) > 3)


def test_a_link_followed_before_the_response_leaves_the_form(fills):
    page = watch(fills, FORM + LINK.replace("#x", "/elsewhere") + BY_SCRIPT + "<script>function done() {}</script>")
    type_login(page)
    page.press("Enter")
    fills.wait_notes(1)
    page.click("#away")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "left"})
    never("a third note was reported", lambda: len(fills.notes()) > 2)


def test_a_corrected_password_is_a_second_submission(fills):
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


OTHER = """<form action=/shop><label>User name <input name=other autocomplete=username></label>
    <label>Password <input id=other type=password autocomplete=current-password></label><button>Sign in</button></form>"""


@pytest.mark.parametrize("other", [
    OTHER, f"<div style='height: 0; overflow: hidden'>{OTHER}</div>",
    "<form action=/news><label>Newsletter <input type=email></label><button>Subscribe</button></form>",
])
def test_another_form_of_the_page_is_not_taken_for_the_submitted_form_redrawn(fills, other):
    page = watch(fills, FORM + other + BY_SCRIPT + GONE)
    type_login(page)
    page.click("#go")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "gone"})
    described = fills.notes()[0][1]["passwords"]
    assert described == {"own": ["/login form password pass"], "beside": ["/shop   other"] if "password" in other else []}
