"""What goes out of a form is told once, with what became of it; what does not go out is never told."""

import pytest

from fills import FORM, LOGIN, fills  # noqa: F401
from sending import BY_SCRIPT, GONE, SENT, told, type_login, watch
from waiting import eventually, never


@pytest.mark.parametrize("by", ["click", "Enter"])
def test_a_login_that_takes_its_page_away(fills, by):
    page = watch(fills, FORM)
    type_login(page)
    page.click("#go") if by == "click" else page.press("Enter")
    assert told(fills, 1) == [("submitted", SENT)]
    never("a second note", lambda: len(fills.notes()) > 1)


def test_a_login_by_script_whose_form_vanishes(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    type_login(page)
    page.click("#go")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


@pytest.mark.parametrize("form", [FORM, FORM.replace("current-password", "new-password")])
def test_a_page_that_is_left_has_sent_nothing(fills, form):
    page = watch(fills, form)
    type_login(page)
    page.goto(fills.sites.origin() + "/empty")
    never("a note", fills.notes)


def test_a_page_that_is_loaded_anew_after_a_fill_has_sent_nothing(fills):
    page = watch(fills, FORM)
    fills.fill()
    page.js("void setTimeout(() => location.reload())")
    fills.wait_ready()
    never("a note", fills.notes)


def test_a_button_that_shows_the_password_sends_nothing_by_leaving(fills):
    page = watch(fills, FORM.replace("<button", "<button id=show type=button>Show</button><button"))
    type_login(page)
    page.click("#show")
    page.goto(fills.sites.origin() + "/empty")
    never("a note", fills.notes)


def test_a_button_s_script_that_leaves_at_once_has_sent(fills):
    page = watch(fills, "<div id=box><h1>Log in</h1><input id=user autocomplete=username><input id=pass type=password>"
                 "<button id=go onclick=\"location.href = '/welcome'\">Log in</button></div>")
    type_login(page)
    page.click("#go")
    assert told(fills, 1) == [("submitted", SENT)]
    page.wait_for("#welcome")


def test_a_form_that_a_script_took_away_before_it_left_is_gone(fills):
    page = watch(fills, FORM + BY_SCRIPT
                 + "<script>function done() {"
                 "form.remove(); setTimeout(() => location.href = '/welcome', 80); }</script>")
    type_login(page)
    page.press("Enter")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_a_form_that_is_drawn_anew_with_a_word_has_failed(fills):
    page = watch(fills, FORM + BY_SCRIPT + """<script>function done() {
        form.outerHTML = form.outerHTML.replace("</form>", "<p>Incorrect password.</p></form>");
        document.getElementById("pass").value = "By-Hand-17";
    }</script>""")
    type_login(page)
    page.click("#go")
    assert told(fills, 2)[1] == ("settled", {"outcome": "failed"})


def test_a_form_that_is_drawn_anew_is_not_gone(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() { form.outerHTML = form.outerHTML; }</script>")
    type_login(page)
    page.click("#go")
    assert told(fills, 2)[1] == ("settled", {"outcome": "failed"})


def test_fields_in_no_form_sent_by_a_button_s_script(fills):
    page = watch(fills, "<div id=box><h1>Log in</h1><input id=user autocomplete=username><input id=pass type=password>"
                 "<button id=go onclick=\"setTimeout(() => box.remove(), 50)\">Log in</button></div>")
    type_login(page)
    page.click("#go")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_a_button_that_is_only_drawn_and_a_form_that_vanishes(fills):
    drawn = "<div id=go role=button tabindex=0>Sign in</div>"
    page = watch(fills, FORM.replace("<button id=go>Sign in</button>", drawn)
                 + "<script>go.onclick = () => setTimeout(() => form.remove(), 50)</script>")
    type_login(page)
    page.click("#go")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_request_submit(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    type_login(page)
    page.js("form.requestSubmit(), true")
    assert told(fills, 2)[0] == ("submitted", SENT)


def test_a_form_in_a_closed_shadow_root(fills):
    page = watch(fills, "<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' });"
                 f"globalThis.testRoots = [root]; root.innerHTML = {FORM!r};"
                 "root.querySelector('form').onsubmit = (event) => { event.preventDefault(); host.remove(); };"
                 "</script>")
    type_login(page)
    page.press("Enter")
    assert told(fills, 2) == [("submitted", SENT), ("settled", {"outcome": "gone"})]


def test_what_was_filled_counts_as_typed(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    fills.fill()
    page.click("#go")
    assert told(fills, 2)[0] == ("submitted", SENT | {"password": LOGIN["password"]})


def test_the_first_step_of_two(fills):
    page = watch(fills, "<form id=form><h1>Sign in</h1><label>Email <input id=user type=email autocomplete=username>"
                 "</label><button id=go>Next</button></form>" + BY_SCRIPT + GONE)
    page.click("#user")
    page.type("ada@example.test")
    page.click("#go")
    assert told(fills, 1)[0] == ("submitted", {
        "form": "twoStepLogin", "user": "ada@example.test", "password": "", "wasGenerated": False})


SIGN_UP = """<form id=form><h1>Create account</h1><input id=user autocomplete=username aria-label='User name'>
    <input id=pass type=password autocomplete=new-password aria-label=Password>
    <input id=again type=password autocomplete=new-password aria-label='Confirm password'>
    <button id=go>Sign up</button></form>""" + BY_SCRIPT


def test_a_sign_up(fills):
    page = watch(fills, SIGN_UP + GONE)
    type_login(page)
    page.click("#again")
    page.type("By-Hand-17")
    page.click("#go")
    assert told(fills, 1)[0] == ("submitted", SENT | {"form": "signUp"})


def test_the_first_step_of_a_sign_up(fills):
    page = watch(fills, "<form id=form><h1>Create your account</h1><label>Email <input id=user type=email name=email"
                 " autocomplete=email></label><button id=go>Continue</button></form>" + BY_SCRIPT + GONE)
    page.click("#user")
    page.type("ada@example.test")
    page.click("#go")
    _, params = told(fills, 1)[0]
    assert (params["user"], params["password"]) == ("ada@example.test", "")


def test_a_sign_up_that_failed_and_whose_password_is_typed_anew_has_not_gone_through(fills):
    page = watch(fills, SIGN_UP + "<script>function done() { user.setAttribute('aria-invalid', 'true'); }</script>")
    type_login(page)
    page.click("#again")
    page.type("By-Hand-17")
    page.click("#go")
    fills.wait_notes(2)
    page.js("pass.value = again.value = ''")
    never("it went through", lambda: [note for note in fills.notes() if note[1].get("outcome") == "gone"], 1)


def test_new_passwords_that_differ_are_not_told(fills):
    page = watch(fills, SIGN_UP + GONE)
    type_login(page)
    page.click("#again")
    page.type("By-Hand-71")
    page.click("#go")
    never("a note", fills.notes)


def test_a_generated_password_is_known_again(fills):
    page = watch(fills, SIGN_UP + GONE)
    page.click("#user")
    page.type("ada")
    fills.ask("pick", at="#pass")
    fills.ask("generate", passwords=["abcdef-ghijkl-mnopq7"])
    page.click("#go")
    assert told(fills, 1)[0] == ("submitted", {
        "form": "signUp", "user": "ada", "password": "abcdef-ghijkl-mnopq7", "wasGenerated": True})


CHANGE = """<form id=form><h1>Change password</h1>
    <label>Current password <input id=old type=password autocomplete=current-password></label>
    <label>New password <input id=pass type=password autocomplete=new-password></label>
    <label>Repeat it <input id=again type=password autocomplete=new-password></label>
    <button id=go>Change</button></form>""" + BY_SCRIPT


def test_a_change_of_password_whose_form_stays_and_is_emptied_went_through(fills):
    page = watch(fills, CHANGE + "<script>function done() { form.reset(); }</script>")
    for field, text in [("#old", "Older-11"), ("#pass", "By-Hand-17"), ("#again", "By-Hand-17")]:
        page.click(field)
        page.type(text)
    page.click("#go")
    assert told(fills, 2) == [
        ("submitted", SENT | {"form": "changePassword", "user": ""}), ("settled", {"outcome": "gone"})]


def test_a_form_that_nobody_typed_in_is_not_told(fills):
    page = watch(fills, FORM.replace("<input", "<input value=planted") + BY_SCRIPT + GONE)
    page.click("#go")
    never("a note", fills.notes)


def test_what_a_script_typed_is_not_told(fills):
    page = watch(fills, FORM + BY_SCRIPT + GONE)
    page.js("""[user, pass].forEach((field) => {
        field.value = "planted";
        field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    }), form.requestSubmit(), true""")
    never("a note", fills.notes)


def test_a_submit_event_of_the_page_s_own_making_is_not_told(fills):
    page = watch(fills, FORM + BY_SCRIPT + "<script>function done() {}</script>")
    type_login(page)
    page.js("form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })), true")
    never("a note", fills.notes)


def test_what_stood_there_at_a_click_that_sent_nothing_is_forgotten(fills):
    page = watch(fills, FORM)
    page.js("form.insertAdjacentHTML('beforeend', '<button type=button id=other>Other</button>')")
    type_login(page)
    page.click("#other")
    # The times of these tests are a tenth or so of the real ones: see probe.js.
    page.let_pass(2.2)
    page.js("void form.dispatchEvent(new Event('submit', { cancelable: true }))")
    never("a note", fills.notes)


def test_a_form_that_the_browser_holds_back_is_not_told(fills):
    page = watch(fills, FORM.replace("<input id=user", "<input id=user required pattern=x.*") + GONE)
    type_login(page)
    page.click("#go")
    never("a note", fills.notes)


@pytest.mark.parametrize("field", [
    "name=cvv maxlength=4 inputmode=numeric autocomplete=cc-csc", "name=otp autocomplete=one-time-code",
    "name=pin maxlength=4 inputmode=numeric",
])
def test_numbers_of_cards_and_codes_are_not_told(fills, field):
    page = watch(fills, f"<form id=form><input id=user name=username><input id=pass type=password {field}>"
                 "<button id=go>Go on</button></form>" + BY_SCRIPT + GONE)
    page.click("#pass")
    page.type("0482")
    page.click("#go")
    never("a password", lambda: [note for note in fills.notes() if note[1].get("password")])


def test_a_password_pasted_where_none_belongs_is_not_told(fills):
    page = watch(fills, "<form id=form><label>Search <input id=q type=search name=q></label>"
                 "<button id=go>Search</button></form>" + BY_SCRIPT + GONE)
    page.click("#q")
    page.type("By-Hand-17")
    page.click("#go")
    never("a note", fills.notes)


def test_a_link_away_from_a_login_sends_nothing(fills):
    page = watch(fills, FORM + "<a id=forgot href=/welcome>Forgot your password?</a>")
    before = len(fills.sites.posts_to("/welcome"))
    type_login(page)
    page.click("#forgot")
    eventually("the page behind the link", lambda: len(fills.sites.posts_to("/welcome")) > before)
    never("a note", fills.notes)


def test_a_frame_that_may_not_submit(fills):
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
    assert told(fills, 1)[0] == ("submitted", SENT)


def test_looks_for_the_form_of_a_login_that_failed(fills):
    fills.show(FORM)
    assert fills.ask("look") == {"hasPassword": True, "hasCode": False, "hasUser": True, "doubts": []}
    fills.show(FORM.replace("<form", "<form hidden"))
    assert fills.ask("look") == {"hasPassword": False, "hasCode": False, "hasUser": False, "doubts": []}
