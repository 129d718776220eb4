"""The events of a fill: the same as those of typing, in the same order, and the field's reactions."""

import pytest

from fills import FORM, LOGIN, fills, refused  # noqa: F401

LOG = """<script>
    const log = [];
    for (const type of ["focus", "blur", "keydown", "keypress", "beforeinput", "input", "keyup", "change"]) {
        for (const id of ["user", "pass"]) document.getElementById(id).addEventListener(type, (event) => {
            log.push(id + " " + type + (event.inputType ? " " + event.inputType : ""));
        });
    }
</script>"""


STEP = ("<form><h1>Sign in</h1><label>User name <input id=user autocomplete=username></label>"
        "<button>Next</button></form>")


def one_field(attributes: str) -> str:
    return f"<form><input id=user autocomplete=username {attributes}><input id=pass type=password><button>Log in"


def test_fills_the_user_name_and_the_password_only(fills):
    fills.show(FORM + "<form><input id=mail type=email name=newsletter><button>Subscribe</button></form>")
    report = fills.fill()
    assert report == {"filled": [["#user", "username", "typed"], ["#pass", "currentPassword", "typed"]], "refused": []}
    assert fills.values("#user", "#pass", "#mail") == ["ada", LOGIN["password"], ""]


def test_a_fill_fires_the_events_of_typing_in_their_order(fills):
    page = fills.show(FORM + LOG)
    page.click("#user")
    page.js("log.splice(0)")
    fills.fill()
    typed = ["keydown", "beforeinput insertText", "input insertText", "keyup", "change"]
    log = page.js("log")
    assert log == [f"user {each}" for each in typed] + ["user blur", "pass focus"] + [f"pass {each}" for each in typed]


def test_the_input_events_of_a_fill_bubble_out_of_shadow_roots(fills):
    page = fills.show("<div id=host></div><script>"
                      "const root = host.attachShadow({ mode: 'open' });"
                      f"root.innerHTML = {FORM!r};"
                      "const seen = []; for (const type of ['beforeinput', 'input', 'keydown']) "
                      "document.addEventListener(type, (event) => seen.push(type));</script>".replace("\n", " "))
    fills.fill()
    assert page.js("seen") == ["keydown", "beforeinput", "input"] * 2
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]


def test_fills_in_closed_shadow_roots(fills):
    fills.show("<div id=host></div><script>"
               "const root = host.attachShadow({ mode: 'closed' }); globalThis.testRoots = [root];"
               f"root.innerHTML = {FORM!r};</script>")
    report = fills.fill()
    assert [outcome for *_, outcome in report["filled"]] == ["typed", "typed"]
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]


def test_the_undo_shortcut_reverts_a_fill(fills):
    page = fills.show(STEP)
    page.click("#user")
    page.type("by hand")
    fills.fill()
    assert fills.values("#user") == ["ada"]
    page.press("Control+z")
    page.wait_value("#user", "by hand")


def test_a_fill_replaces_an_existing_value(fills):
    page = fills.show(one_field("value=grace"))
    page.js("pass.value = 'older'")
    fills.fill()
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]


@pytest.mark.parametrize("kind", ["text", "email", "tel"])
def test_fills_text_fields_of_every_type(fills, kind):
    fills.show(one_field(f"type={kind} value=user@x.test"))
    fills.fill(value=LOGIN | {"user": "ada@example.test"})
    assert fills.values("#user", "#pass") == ["ada@example.test", LOGIN["password"]]


def test_a_fill_respects_maxlength_as_typing_does(fills):
    fills.show(one_field("maxlength=4"))
    report = fills.fill(value=LOGIN | {"user": "ada.lovelace"})
    assert report["filled"][0] == ["#user", "username", "shortened"]
    assert fills.values("#user") == ["ada."]


def test_a_fill_removes_line_breaks(fills):
    fills.show(one_field(""))
    fills.fill(value=LOGIN | {"user": "ada\r\nx"})
    assert fills.values("#user") == ["adax"]


def test_fills_fields_that_are_read_only_until_they_have_the_focus(fills):
    fills.show(FORM.replace("<input id=pass", "<input id=pass readonly onfocus='this.readOnly = false'"))
    fills.fill()
    assert fills.values("#pass") == [LOGIN["password"]]


def test_a_fill_leaves_read_only_fields_alone(fills):
    fills.show(FORM.replace("<input id=user", "<input id=user readonly value=grace"))
    report = fills.fill(at="#pass")
    assert refused(report) == {"#user": "readOnly"}
    assert fills.values("#user", "#pass") == ["grace", LOGIN["password"]]


def test_a_fill_reports_that_a_page_reformatted_a_value(fills):
    fills.show(one_field("oninput=\"this.value = this.value.replace(/\\D/g, '').replace(/(...)(?=.)/g, '$1 ')\""))
    report = fills.fill(value=LOGIN | {"user": "030123456"})
    assert report["filled"][0] == ["#user", "username", "reformatted"]
    assert fills.values("#user") == ["030 123 456"]


def test_a_fill_reports_that_a_page_rejected_a_value(fills):
    fills.show(one_field("oninput=\"this.value = ''\""))
    assert fills.fill()["filled"][0] == ["#user", "username", "rejected"]


def test_fills_when_the_page_disables_the_editing_command(fills):
    """The command fires no input event there, so the fill sets the value and dispatches the events."""
    page = fills.show(FORM + "<script>const seen = [];"
                      "user.addEventListener('input', (event) => seen.push(event.inputType, event.isTrusted));"
                      "</script>")
    page.js("document.designMode = 'on', true")
    fills.fill()
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]
    assert page.js("seen.length") == 2


def test_fills_while_another_window_is_in_front(fills):
    """As after a confirmation in the extension's window. The browser then withholds focus events."""
    page = fills.show(FORM + LOG)
    page.js("log.splice(0), document.activeElement.blur()")
    fills.ask("pick", at="#user")
    other = fills.browser.open(fills.sites.origin() + "/empty")
    fills.ask("fill", value=LOGIN)
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]
    log = page.js("log")
    assert [log.count(each) for each in ["user focus", "user blur", "pass focus", "pass blur"]] == [1, 1, 1, 0]
    other.close()


def test_fills_the_user_name_alone_in_a_form_without_a_password(fills):
    fills.show(STEP)
    report = fills.fill()
    assert report == {"filled": [["#user", "username", "typed"]], "refused": []}


def test_never_fills_selects_and_editable_elements(fills):
    fills.show(FORM.replace("<button", "<select id=realm><option value=a>A<option value=b>B</select>"
                            "<div id=note contenteditable role=textbox aria-label='user name'></div><button"))
    fills.fill()
    assert fills.values("#realm", "#note") == ["a", ""]


def test_inserts_a_text_only_into_the_focused_field(fills):
    fills.show(FORM)
    report = fills.fill(value={"kind": "text", "text": "a note"})
    assert report["filled"] == [["#user", "text", "typed"]]
    assert fills.values("#user", "#pass") == ["a note", ""]
