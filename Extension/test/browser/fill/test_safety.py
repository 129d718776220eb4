"""Where a form would send a password: what needs a confirmation and what stops a fill."""

import re

import pytest

from fills import FORM, LOGIN, fills, refused  # noqa: F401


def form(attributes: str, button: str = "") -> str:
    return FORM.replace('action="/login" method=post', attributes).replace("<button id=go", f"<button id=go {button}")


@pytest.mark.parametrize(("markup", "doubts"), [
    (form("action=/login method=post"), []),
    (form("method=post action=https://www.login.example.test/"), []),
    (form("method=post action=https://mallory.test/"), ["otherOrigin mallory.test"]),
    (form("method=post action=//login.example.test.mallory.test/"), ["otherOrigin login.example.test.mallory.test"]),
    (form("method=post action=/login", "formaction=https://mallory.test/"), ["otherOrigin mallory.test"]),
    (form("method=post", "formmethod=get"), ["inAddress login.example.test"]),
    (form("method=get"), ["inAddress login.example.test"]),
    # The first of two steps has no password.
    (re.sub("<label>Password.*</label>", "", form("method=get")), []),
    ('<script type="application/ld+json">{}</script>' + form("action=/login"), ["inAddress login.example.test"]),
    (form("method=post action=http://login.example.test/"), ["insecure login.example.test"]),
    ("<base href=https://mallory.test/>" + form("method=post action=in"), ["otherOrigin mallory.test"]),
    (form("method=post action=https://mallory.test/")
     .replace("<button", "<input type=hidden name=action value=/ ><button"), ["otherOrigin mallory.test"]),
    (form("method=post action=https://mallory.test/")
     .replace("<button", "<input type=hidden name=getAttribute><button"), ["otherOrigin mallory.test"]),
    (form("method=post action=https://mallory.test/")
     .replace("<button", "<input type=hidden name=ownerDocument><button"), ["otherOrigin mallory.test"]),
    # In a shadow root.
    ("<div id=host></div><template id=inside>" + form("method=post action=/login", "formaction=https://mallory.test/")
     + "</template><script>host.attachShadow({ mode: 'open' }).append(inside.content)</script>",
     ["otherOrigin mallory.test"]),
    (form("method=post action=/login") + "<button form=form formaction=https://mallory.test/>In</button>",
     ["otherOrigin mallory.test"]),
])
def test_reports_where_a_form_would_send_a_password_unsafely(fills, markup, doubts):
    fills.show(markup)
    fills.ask("pick", at="#user")
    assert fills.ask("doubts") == doubts


def test_a_form_with_a_doubt_gets_no_password_without_a_confirmation(fills):
    fills.show(form("method=post action=https://mallory.test/"))
    report = fills.fill()
    assert refused(report) == {"#pass": "unsafe"}
    assert fills.values("#user", "#pass") == ["ada", ""]


def test_a_confirmed_form_is_filled(fills):
    fills.show(form("method=post action=https://mallory.test/"))
    fills.fill(confirmed=[{"reason": "otherOrigin", "host": "mallory.test"}])
    assert fills.values("#pass") == [LOGIN["password"]]


@pytest.mark.parametrize("confirmed", [[], [{"reason": "otherOrigin", "host": "other.test"}]])
def test_a_form_whose_action_changes_after_the_confirmation_is_not_filled(fills, confirmed):
    page = fills.show(form("method=post action=https://other.test/" if confirmed else "method=post action=/login"))
    fills.ask("pick", at="#user")
    page.js("form.action = 'https://mallory.test/'")
    report = fills.ask("fill", value=LOGIN, confirmed=confirmed)
    assert refused(report) == {"#pass": "unsafe"}
    assert fills.values("#pass") == [""]
