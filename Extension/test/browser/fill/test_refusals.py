"""Fields that the user cannot see or did not choose are not filled."""

import pytest

from fills import FORM, LOGIN, fills, refused  # noqa: F401

HIDING = {
    "display:none": "hidden", "visibility:hidden": "hidden", "opacity:0": "transparent", "opacity:0.05": "transparent",
    "filter:opacity(0)": "transparent", "filter:opacity(5%)": "transparent",
    "width:2px;padding:0;border:0": "tiny", "height:1px;padding:0;border:0": "tiny", "transform:scale(0.01)": "tiny",
    "position:absolute;left:-9999px": "offScreen", "position:absolute;top:-9999px": "offScreen",
    "position:fixed;left:200vw": "offScreen", "margin-left:-9999px": "offScreen",
    "clip-path:inset(50%)": "covered", "position:absolute;clip:rect(0 0 0 0)": "covered",
    "pointer-events:none": "covered",
}


def hidden_password(style: str) -> str:
    return f"<style>#pass {{ {style} }}</style>{FORM}"


@pytest.mark.parametrize("style", HIDING)
def test_a_hidden_password_field_is_not_filled(fills, style):
    fills.show(hidden_password(style))
    report = fills.fill()
    assert fills.values("#user", "#pass") == ["ada", ""]
    assert refused(report) == {"#pass": HIDING[style]}
    assert fills.ask("unseen", at="#pass") == HIDING[style]


AROUND = {
    "opacity:0": "transparent", "opacity:0.4;": None, "display:none": "hidden", "visibility:hidden": "hidden",
    "height:0;overflow:hidden": "covered", "width:0;height:0;overflow:clip": "covered",
    "position:absolute;left:-5000px": "offScreen", "transform:translateX(-5000px)": "offScreen",
    "content-visibility:hidden": "hidden",
}


@pytest.mark.parametrize("style", AROUND)
def test_a_field_inside_a_hidden_element_is_not_filled(fills, style):
    fills.show(f"<div style='{style}'><div style='opacity:0.5'>{FORM}</div></div>")
    expected = "transparent" if style == "opacity:0.4;" else AROUND[style]
    assert fills.ask("unseen", at="#pass") == expected


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_a_field_in_a_transparent_slot_is_not_filled(fills, mode):
    fills.show(f"<div id=host>{FORM}</div><template id=inside><div style='opacity:0'><slot></slot></div></template>"
               f"<script>host.attachShadow({{ mode: '{mode}' }}).append(inside.content)</script>")
    assert fills.ask("unseen", at="#pass") == "transparent"


def test_a_form_whose_fields_shadow_its_members_is_judged_correctly(fills):
    names = ["parentNode", "assignedSlot", "getAttribute", "ownerDocument", "contains", "querySelectorAll", "matches"]
    inputs = "".join(f"<input type=hidden name={name}>" for name in names)
    fills.show(f"<div style='opacity:0'>{FORM.replace('<button', inputs + '<button')}</div>")
    assert fills.ask("unseen", at="#pass") == "transparent"
    fills.show(FORM.replace("<button", inputs + "<button"))
    assert refused(fills.fill()) == {}
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]


@pytest.mark.parametrize("markup", [
    "<div style='position:fixed;inset:0;background:white'></div>",
    "<dialog id=d>Hello</dialog><script>d.showModal()</script>",
    "<div id=p popover=manual style='width:100vw;height:100vh;margin:0;border:0'></div>"
    "<script>p.showPopover()</script>",
])
def test_a_covered_field_is_not_filled(fills, markup):
    fills.show(FORM + markup)
    report = fills.fill()
    assert fills.values("#user", "#pass") == ["", ""]
    assert set(refused(report).values()) == {"covered"}


def test_the_extensions_own_strip_does_not_count_as_a_cover(fills):
    fills.show(FORM + "<div id=ours style='position:fixed;inset:0;background:white'></div>")
    fills.fill()
    assert fills.values("#pass") == [LOGIN["password"]]


def test_a_label_over_its_own_field_does_not_count_as_a_cover(fills):
    fills.show("<form><div style='position:relative;width:200px'>"
               "<input id=user autocomplete=username style='width:100%'>"
               "<label for=user style='position:absolute;inset:0'>User name</label></div>"
               "<input id=pass type=password><button>Log in</button></form>")
    fills.fill()
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]


def test_fields_below_the_fold_are_filled_without_scrolling_the_page(fills):
    page = fills.show(FORM.replace("<label>Password", "<div style='height:3000px'></div><label>Password"))
    page.js("scrollTo(0, 0)")
    report = fills.fill()
    assert refused(report) == {}
    assert fills.values("#pass") == [LOGIN["password"]]
    frame = "requestAnimationFrame"
    assert page.js(f"new Promise((then) => {frame}(() => {frame}(() => then(scrollY))))") == 0


def test_fields_in_a_scrolling_box_are_filled(fills):
    fills.show("<div style='height:60px;overflow:auto;width:300px'>"
               + FORM.replace("<label>Password", "<div style='height:300px'></div><label>Password") + "</div>")
    fills.fill()
    assert fills.values("#pass") == [LOGIN["password"]]


def test_fields_that_only_a_script_could_scroll_into_view_are_not_filled(fills):
    page = fills.show("<div id=box style='height:60px;overflow:hidden;width:300px'>"
                      + FORM.replace("<label>Password", "<div style='height:300px'></div><label>Password") + "</div>")
    assert refused(fills.fill()) == {"#pass": "clipped"}
    assert fills.values("#pass") == [""]
    assert page.js("box.scrollTop") == 0


def test_a_field_hidden_from_screen_readers_is_not_filled(fills):
    fills.show(FORM.replace("<label>Password", "<label aria-hidden=true>Password"))
    assert refused(fills.fill()) == {"#pass": "ariaHidden"}
    assert fills.values("#pass") == [""]


def test_a_form_that_is_hidden_from_screen_readers_as_a_whole_is_filled(fills):
    fills.show(f"<div aria-hidden=true>{FORM}</div>")
    fills.fill()
    assert fills.values("#pass") == [LOGIN["password"]]


def test_a_disabled_field_is_not_filled(fills):
    page = fills.show(FORM)
    fills.ask("pick", at="#user")
    page.js("pass.disabled = true")
    assert refused(fills.ask("fill", value=LOGIN)) == {"#pass": "disabled"}
    assert fills.values("#pass") == [""]


def test_a_field_that_the_page_disables_on_focus_is_not_filled(fills):
    page = fills.show(FORM)
    page.js("pass.addEventListener('focus', () => pass.disabled = true), true")
    assert refused(fills.fill()) == {"#pass": "disabled"}
    assert fills.values("#pass") == [""]


def test_new_password_fields_are_not_filled_with_the_current_password(fills):
    fills.show("""<form><h1>Create account</h1><input id=user autocomplete=username>
        <input id=new type=password autocomplete=new-password><input id=again type=password autocomplete=new-password>
        <button>Sign up</button></form>""")
    fills.fill()
    assert fills.values("#user", "#new", "#again") == ["ada", "", ""]


def test_a_password_change_is_filled_with_the_current_password_only(fills):
    fills.show("""<form><h1>Change password</h1><label>Current password
        <input id=old type=password autocomplete=current-password></label>
        <label>New password <input id=new type=password autocomplete=new-password></label>
        <label>Repeat it <input id=again type=password autocomplete=new-password></label>
        <button>Change</button></form>""")
    fills.fill(at="#old")
    assert fills.values("#old", "#new", "#again") == [LOGIN["password"], "", ""]


def test_fields_outside_the_form_are_not_filled(fills):
    fills.show("<input id=before type=password name=password>" + FORM + FORM.replace("id=", "id=x"))
    fills.fill()
    assert fills.values("#before", "#xuser", "#xpass", "#pass") == ["", "", "", LOGIN["password"]]


def test_a_field_added_after_the_pick_is_not_filled(fills):
    page = fills.show(FORM)
    fills.ask("pick", at="#user")
    page.js("pass.insertAdjacentHTML('beforebegin', '<input id=late type=password autocomplete=current-password>')")
    fills.ask("fill", value=LOGIN)
    assert fills.values("#late") == [""]


def test_a_field_that_was_replaced_by_a_copy_is_filled(fills):
    page = fills.show(FORM)
    fills.ask("pick", at="#user")
    page.js("pass.outerHTML = pass.outerHTML")
    assert refused(fills.ask("fill", value=LOGIN)) == {}
    assert fills.values("#pass") == [LOGIN["password"]]


#: The login's password field becomes the new password of a sign-up, with a confirmation.
TO_SIGN_UP = ("pass.autocomplete = 'new-password'; form.insertAdjacentHTML('afterbegin', '<h1>Create account</h1>');"
              "pass.insertAdjacentHTML('afterend', "
              "'<input id=again type=password autocomplete=new-password aria-label=\\'Confirm password\\'>')")


@pytest.mark.parametrize("change", [
    TO_SIGN_UP, "pass.remove()", "pass.type = 'hidden'", "pass.style.opacity = '0'",
])
def test_a_field_that_changed_after_the_pick_is_not_filled(fills, change):
    page = fills.show(FORM + "<script>const kept = pass</script>")
    fills.ask("pick", at="#user")
    page.js(f"(() => {{ {change} }})()")
    report = fills.ask("fill", value=LOGIN)
    assert refused(report)["#pass"] in ("changed", "gone", "transparent")
    assert page.js("kept.value") == ""


def test_a_password_field_replaced_by_a_copy_after_the_user_name_is_filled(fills):
    page = fills.show(FORM)
    page.js("user.addEventListener('change', () => pass.outerHTML = pass.outerHTML), true")
    assert refused(fills.fill()) == {}
    assert fills.values("#user", "#pass") == ["ada", LOGIN["password"]]


def test_a_password_field_that_becomes_a_new_one_after_the_user_name_is_not_filled(fills):
    page = fills.show(FORM)
    page.js(f"user.addEventListener('change', () => {{ {TO_SIGN_UP} }}, {{ once: true }}), true")
    assert refused(fills.fill()) == {"#pass": "changed"}
    assert fills.values("#user", "#pass", "#again") == ["ada", "", ""]


@pytest.mark.parametrize("event", ["focus", "keydown"])
def test_a_password_is_not_filled_into_a_field_that_shows_it_at_the_last_moment(fills, event):
    page = fills.show(FORM)
    page.js(f"pass.addEventListener({event!r}, () => pass.type = 'text'), true")
    report = fills.fill()
    assert refused(report) == {"#pass": "plainText"}
    assert fills.values("#pass") == [""]


def test_a_password_is_not_filled_into_a_text_field_that_looks_like_a_password_field(fills):
    fills.show("""<form action=/login method=post><label>User name <input id=user autocomplete=username></label>
        <label>Memorable place <input id=pass name=place style='-webkit-text-security: disc'></label>
        <button>Sign in</button></form>""")
    fills.fill()
    assert fills.values("#pass") == [""]


def test_a_password_field_that_its_page_revealed_is_filled(fills):
    page = fills.show(FORM)
    fills.ask("pick", at="#user")
    page.js("pass.type = 'text'")
    fills.ask("fill", value=LOGIN)
    assert fills.values("#pass") == [LOGIN["password"]]


def test_a_form_that_was_removed_from_its_document_is_not_filled(fills):
    page = fills.show(FORM + "<script>const kept = [user, pass]</script>")
    fills.ask("pick", at="#user")
    page.js("document.body.replaceChildren(), true")
    fills.ask("fill", value=LOGIN)
    assert page.js("kept.map((field) => field.value)") == ["", ""]
