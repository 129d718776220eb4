"""A submitted form is reported once with its outcome. A form that is not submitted is never reported."""

import pytest

from fills import FORM, LOGIN, fills  # noqa: F401
from typed_forms import BY_SCRIPT, GONE, SENT, reported, type_login, watch
from waiting import eventually, never


@pytest.mark.parametrize("by", ["click", "Enter"])
def test_reports_a_login_that_navigates(fills, by):
    page = watch(fills, FORM)
    type_login(page)
    page.click("#go") if by == "click" else page.press("Enter")
    assert reported(fills, 1) == [("submitted", SENT)]
    never("a second note was reported", lambda: len(fills.notes()) > 1)


def test_reports_a_scripted_login_whose_form_vanishes(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    type_login(page)
    page.click("#go")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


@pytest.mark.parametrize("form", [FORM, FORM.replace("current-password", "new-password")])
def test_leaving_a_page_reports_nothing(fills, form):
    page = watch(fills, form)
    type_login(page)
    page.goto(fills.sites.origin() + "/empty")
    never("a note is reported", fills.notes)


def test_reloading_a_page_after_a_fill_reports_nothing(fills):
    page = watch(fills, FORM)
    fills.fill()
    page.js("void setTimeout(() => location.reload())")
    fills.wait_ready()
    never("a note is reported", fills.notes)


def test_a_button_that_shows_the_password_does_not_make_leaving_a_submission(fills):
    page = watch(fills, FORM.replace("<button", "<button id=show type=button>Show</button><button"))
    type_login(page)
    page.click("#show")
    page.goto(fills.sites.origin() + "/empty")
    never("a note is reported", fills.notes)


def test_a_button_whose_script_navigates_at_once_submits(fills):
    page = watch(fills, "<div id=box><h1>Log in</h1><input id=user autocomplete=username><input id=pass type=password>"
                 "<button id=go onclick=\"location.href = '/welcome'\">Log in</button></div>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 1) == [("submitted", SENT)]
    page.wait_for("#welcome")


def test_a_form_that_a_script_removes_before_it_navigates_is_gone(fills):
    page = watch(fills, FORM + BY_SCRIPT
                 + "<script>function done() {"
                 "form.remove(); setTimeout(() => location.href = '/welcome', 80); }</script>")
    type_login(page)
    page.press("Enter")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]
    page.wait_for("#welcome")


def test_a_form_redrawn_with_a_message_has_failed(fills):
    page = watch(fills, FORM + BY_SCRIPT + """<script>function done() {
        form.outerHTML = form.outerHTML.replace("</form>", "<p>Incorrect password.</p></form>");
        document.getElementById("pass").value = "By-Hand-17";
    }</script>""")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "failed"})


def test_a_redrawn_form_is_not_gone(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() { form.outerHTML = form.outerHTML; }</script>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2)[1] == ("settled", {"outcome": "failed"})


def test_reports_fields_without_a_form_that_a_buttons_script_submits(fills):
    page = watch(fills, "<div id=box><h1>Log in</h1><input id=user autocomplete=username><input id=pass type=password>"
                 "<button id=go onclick=\"setTimeout(() => box.remove(), 50)\">Log in</button></div>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_reports_a_button_without_a_button_element_and_a_form_that_vanishes(fills):
    drawn = "<div id=go role=button tabindex=0>Sign in</div>"
    page = watch(fills, FORM.replace("<button id=go>Sign in</button>", drawn)
                 + "<script>go.onclick = () => setTimeout(() => form.remove(), 50)</script>")
    type_login(page)
    page.click("#go")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_reports_a_page_left_by_the_last_of_two_buttons_without_a_button_element(fills):
    page = watch(fills, """<div id=box><h1>Sign up</h1><input id=user autocomplete=username>
        <div role=button tabindex=0>Check name</div><input id=pass type=password autocomplete=new-password>
        <div id=go role=button tabindex=0>Sign up</div></div>
        <script>go.onclick = () => setTimeout(() => location.href = "/welcome", 80)</script>""")
    type_login(page)
    page.click("#go")
    assert reported(fills, 1) == [("submitted", SENT | {"form": "signUp"})]


#: A router's page without form, button or name.
DRAWN = """<style>.do { cursor: pointer }</style><div id=box><h2>%s</h2>%s<input id=user autocomplete=username>
    <input id=pass type=password autocomplete=new-password><input id=again type=password autocomplete=new-password>
    <div class=msg></div><div class=do id=go>OK</div></div><script>go.onclick = () => setTimeout(() => { %s }, 50)</script>"""


def fill_drawn(page) -> None:
    type_login(page)
    page.click("#again")
    page.type("By-Hand-17")
    page.click("#go")


def test_reports_a_form_that_vanishes_after_a_click_on_text_that_looks_like_a_button(fills):
    page = watch(fills, DRAWN % ("Create your account", "", "box.remove()"))
    fill_drawn(page)
    assert reported(fills, 2) == [("submitted", SENT | {"form": "signUp"}), ("settled", {"outcome": "gone"})]


def test_reports_a_change_that_is_answered_after_a_click_on_text_that_looks_like_a_button(fills):
    page = watch(fills, DRAWN % ("Change password", "<input id=old type=password autocomplete=current-password>",
        "for (const each of box.querySelectorAll('input')) each.value = ''; box.querySelector('.msg').textContent = 'Thanks'"))
    fill_drawn(page)
    assert [(name, params.get("form"), params.get("outcome")) for name, params in reported(fills, 2)] == [
        ("submitted", "changePassword", None), ("settled", None, "doubtful")]


def test_a_tab_before_the_fields_that_hides_them_submits_nothing(fills):
    page = watch(fills, "<style>.do { cursor: pointer }</style><span class=do id=tab>Network</span>"
                 + DRAWN % ("Create your account", "", "") + "<script>tab.onclick = () => box.remove()</script>")
    type_login(page)
    page.click("#again")
    page.type("By-Hand-17")
    page.click("#tab")
    page.wait_for("body:not(:has(#box))")
    never("a note is reported", fills.notes)


def test_reports_a_call_of_requestsubmit(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    type_login(page)
    page.js("form.requestSubmit(), true")
    assert reported(fills, 2)[0] == ("submitted", SENT)


def test_reports_a_form_in_a_closed_shadow_root(fills):
    page = watch(fills, "<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' });"
                 f"globalThis.testRoots = [root]; root.innerHTML = {FORM!r};"
                 "root.querySelector('form').onsubmit = (event) => { event.preventDefault(); host.remove(); };"
                 "</script>")
    type_login(page)
    page.press("Enter")
    assert reported(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_a_filled_login_is_reported_like_a_typed_one(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    fills.fill()
    page.click("#go")
    assert reported(fills, 2)[0] == ("submitted", SENT | {"password": LOGIN["password"]})


def test_reports_the_first_of_two_login_steps(fills):
    page = watch(fills, "<form id=form><h1>Sign in</h1><label>Email <input id=user type=email autocomplete=username>"
                 "</label><button id=go>Next</button></form>" + BY_SCRIPT + GONE)
    page.click("#user")
    page.type("ada@example.test")
    page.click("#go")
    assert reported(fills, 1)[0] == ("submitted", {
        "form": "twoStepLogin", "user": "ada@example.test", "password": "", "wasGenerated": False})


SIGN_UP = """<form id=form><h1>Create account</h1><input id=user autocomplete=username aria-label='User name'>
    <input id=pass type=password autocomplete=new-password aria-label=Password>
    <input id=again type=password autocomplete=new-password aria-label='Confirm password'>
    <button id=go>Sign up</button></form>""" + BY_SCRIPT


def test_reports_a_sign_up(fills):
    page = watch(fills, SIGN_UP + GONE)
    type_login(page)
    page.click("#again")
    page.type("By-Hand-17")
    page.click("#go")
    assert reported(fills, 1)[0] == ("submitted", SENT | {"form": "signUp"})


def test_reports_the_first_step_of_a_sign_up(fills):
    page = watch(fills, "<form id=form><h1>Create your account</h1><label>Email <input id=user type=email name=email"
                 " autocomplete=email></label><button id=go>Continue</button></form>" + BY_SCRIPT + GONE)
    page.click("#user")
    page.type("ada@example.test")
    page.click("#go")
    _, params = reported(fills, 1)[0]
    assert (params["user"], params["password"]) == ("ada@example.test", "")


def test_a_failed_sign_up_whose_password_is_typed_again_has_not_succeeded(fills):
    page = watch(fills, SIGN_UP + "<script>function done() { user.setAttribute('aria-invalid', 'true'); }</script>")
    type_login(page)
    page.click("#again")
    page.type("By-Hand-17")
    page.click("#go")
    fills.wait_notes(2)
    page.js("pass.value = again.value = ''")
    never("the form was reported as successful",
        lambda: [note for note in fills.notes() if note[1].get("outcome") == "gone"], 1)


def test_new_passwords_that_differ_are_not_reported(fills):
    page = watch(fills, SIGN_UP + GONE)
    type_login(page)
    page.click("#again")
    page.type("By-Hand-71")
    page.click("#go")
    never("a note is reported", fills.notes)


def test_a_generated_password_is_reported_as_generated(fills):
    page = watch(fills, SIGN_UP + GONE)
    page.click("#user")
    page.type("ada")
    fills.ask("pick", at="#pass")
    fills.ask("generate", passwords=["abcdef-ghijkl-mnopq7"])
    page.click("#go")
    assert reported(fills, 1)[0] == ("submitted", {
        "form": "signUp", "user": "ada", "password": "abcdef-ghijkl-mnopq7", "wasGenerated": True})


CHANGE = """<form id=form><h1>Change password</h1>
    <label>Current password <input id=old type=password autocomplete=current-password></label>
    <label>New password <input id=pass type=password autocomplete=new-password></label>
    <label>Repeat it <input id=again type=password autocomplete=new-password></label>
    <button id=go>Change</button></form>""" + BY_SCRIPT


def test_a_password_change_whose_form_stays_and_is_cleared_succeeded(fills):
    page = watch(fills, CHANGE + "<script>function done() { form.reset(); }</script>")
    for field, text in [("#old", "Older-11"), ("#pass", "By-Hand-17"), ("#again", "By-Hand-17")]:
        page.click(field)
        page.type(text)
    page.click("#go")
    assert reported(fills, 2) == [
        ("submitted", SENT | {"form": "changePassword", "user": ""}), ("settled", {"outcome": "gone"})]


def test_a_form_without_user_input_is_not_reported(fills):
    page = watch(fills, FORM.replace("<input", "<input value=planted") + BY_SCRIPT + GONE)
    page.click("#go")
    never("a note is reported", fills.notes)


def test_input_from_a_script_is_not_reported(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    page.js("""[user, pass].forEach((field) => {
        field.value = "planted";
        field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    }), form.requestSubmit(), true""")
    never("a note is reported", fills.notes)


SET = "user.value = 'ada', pass.value = 'By-Hand-17'"


def test_a_login_that_a_script_has_set_is_not_reported_although_the_user_submits_it(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    page.js(SET)
    page.click("#go")
    never("a note is reported", fills.notes)


def test_reports_a_login_that_a_script_sets_between_two_acts_of_the_user(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    page.click("#user")
    page.js(SET)
    page.click("#go")
    assert reported(fills, 2)[0] == ("submitted", SENT)


def test_text_that_a_script_inserts_without_an_act_of_the_user_is_not_reported(fills):
    """The browser reports the text of `insertText` as typed. The driver's call counts as an act, so it must expire first."""
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    page.js("""new Promise((resolve) => {
        const insert = () => {
            if (navigator.userActivation.isActive) return setTimeout(insert, 50);
            for (const [field, text] of [[user, "ada"], [pass, "By-Hand-17"]]) {
                field.focus();
                document.execCommand("insertText", false, text);
            }
            form.requestSubmit();
            resolve(pass.value);
        };
        insert();
    })""")
    assert page.value("#pass") == "By-Hand-17"
    never("a note is reported", fills.notes)


def test_a_submit_event_dispatched_by_the_page_is_not_reported(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() {}</script>")
    type_login(page)
    page.js("form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })), true")
    never("a note is reported", fills.notes)


def test_values_at_a_click_that_submitted_nothing_are_forgotten(fills):
    page = watch(fills, FORM)
    page.js("form.insertAdjacentHTML('beforeend', '<button type=button id=other>Other</button>')")
    type_login(page)
    page.click("#other")
    # The probe shortens the real times to about a tenth (probe.js).
    page.let_pass(2.2)
    page.js("void form.dispatchEvent(new Event('submit', { cancelable: true }))")
    never("a note is reported", fills.notes)


def test_a_form_that_fails_the_browsers_validation_is_not_reported(fills):
    page = watch(fills, FORM.replace("<input id=user", "<input id=user required pattern=x.*") + GONE)
    type_login(page)
    page.click("#go")
    never("a note is reported", fills.notes)


@pytest.mark.parametrize("field", [
    "name=cvv maxlength=4 inputmode=numeric autocomplete=cc-csc", "name=otp autocomplete=one-time-code",
    "name=pin maxlength=4 inputmode=numeric",
])
def test_numbers_of_cards_and_codes_are_not_reported(fills, field):
    page = watch(fills, f"<form id=form><input id=user name=username><input id=pass type=password {field}>"
                 "<button id=go>Go on</button></form>" + BY_SCRIPT + GONE)
    page.click("#pass")
    page.type("0482")
    page.click("#go")
    never("a password was reported", lambda: [note for note in fills.notes() if note[1].get("password")])


def test_a_password_typed_into_a_search_field_is_not_reported(fills):
    page = watch(fills, "<form id=form><label>Search <input id=q type=search name=q></label>"
                 "<button id=go>Search</button></form>" + BY_SCRIPT + GONE)
    page.click("#q")
    page.type("By-Hand-17")
    page.click("#go")
    never("a note is reported", fills.notes)


def test_following_a_link_away_from_a_login_reports_nothing(fills):
    page = watch(fills, FORM + "<a id=forgot href=/welcome>Forgot your password?</a>")
    before = len(fills.sites.posts_to("/welcome"))
    type_login(page)
    page.click("#forgot")
    eventually("the page behind the link", lambda: len(fills.sites.posts_to("/welcome")) > before)
    never("a note is reported", fills.notes)


def test_reports_a_click_in_a_frame_that_may_not_submit_forms(fills):
    """Without allow-forms there is no submit event, only the click."""
    page = fills.show("<iframe id=frame sandbox='allow-scripts allow-same-origin' width=600 height=300></iframe>"
                      f"<script>frame.srcdoc = {FORM!r}</script>")
    page.wait_for("#frame >> #pass")
    fills.wait_ready("#frame")
    fills.ask("watch", frame="#frame")
    page.click("#frame >> #user")
    page.type("ada")
    page.click("#frame >> #pass")
    page.type("By-Hand-17")
    page.click("#frame >> #go")
    assert reported(fills, 1)[0] == ("submitted", SENT)


def test_finds_the_form_of_a_failed_login(fills):
    fills.show(FORM)
    without_new = {"hasNewPassword": False, "isInNewPassword": False, "isInText": False, "newPasswordDoubts": []}
    found = {"hasPassword": True, "hasCode": False, "hasUser": True, "doubts": []}
    assert fills.ask("look") == found | without_new
    fills.show(FORM.replace("<form", "<form hidden"))
    nothing = {"hasPassword": False, "hasCode": False, "hasUser": False, "doubts": []}
    assert fills.ask("look") == nothing | without_new


def test_the_doubts_are_about_the_form_of_the_focused_password_field(fills):
    doubts = [{"reason": "otherOrigin", "host": "login.other.test"}]
    page = fills.show(FORM + """<form action="https://login.other.test/" method=post>
        <input id=new type=password autocomplete=new-password></form>""")
    assert fills.ask("look")["doubts"] == []
    page.click("#new")
    assert fills.ask("look")["doubts"] == doubts
