"""One-time codes in one field and in boxes of one character each."""

import pytest

from fills import FORM, fills  # noqa: F401

CODE = {"kind": "code", "code": "048213"}


def boxes(count: int, script: str = "", more: str = "maxlength=1") -> str:
    fields = "".join(f"<input id=c{at} inputmode=numeric aria-label='Digit {at}' {more}>" for at in range(1, count + 1))
    return ("<form><h1>Two-factor authentication</h1><p>Enter the code from your authenticator app</p>"
            f"{fields}<button>Verify</button></form><script>const all = [...document.querySelectorAll('input')];"
            f"all[0].autocomplete = 'one-time-code'; {script}</script>")


def digits(fills, count: int = 6) -> str:
    return "".join(fills.values(*(f"#c{at}" for at in range(1, count + 1))))


ADVANCING = {
    "none": "",
    "on input": "all.forEach((box, at) => box.oninput = () => box.value && all[at + 1]?.focus());",
    "on keyup, by the key": "all.forEach((box, at) => box.onkeyup = (event) => {"
                            " if (/^[0-9]$/.test(event.key)) all[at + 1]?.focus(); });",
    "on keydown, in place of the browser": "all.forEach((box, at) => box.onkeydown = (event) => {"
                                           " if (!/^[0-9]$/.test(event.key)) return; event.preventDefault();"
                                           " box.value = event.key; all[at + 1]?.focus(); });",
    "later": "all.forEach((box, at) => box.oninput = () => Promise.resolve().then(() => all[at + 1]?.focus()));",
    "and wakes the next": "all.slice(1).forEach((box) => box.readOnly = true);"
                          "all.forEach((box, at) => box.oninput = () => {"
                          " if (all[at + 1]) { all[at + 1].readOnly = false; all[at + 1].focus(); } });",
    "only by a paste": "all.forEach((box) => { box.oninput = () => box.value = ''; });"
                       "all[0].onpaste = (event) => { event.preventDefault();"
                       " const text = event.clipboardData.getData('text');"
                       " all.forEach((box, at) => { box.oninput = null; box.value = text[at]; }); };",
}


@pytest.mark.parametrize("way", ADVANCING)
def test_a_code_is_spread_over_its_boxes(fills, way):
    fills.show(boxes(6, ADVANCING[way]))
    report = fills.fill(at="#c1", value=CODE)
    assert digits(fills) == "048213"
    assert [outcome for *_, outcome in report["filled"]] == ["typed"] * 6


def test_a_code_is_spread_from_the_first_box_whichever_box_has_the_focus(fills):
    fills.show(boxes(6, ADVANCING["on input"]))
    fills.fill(at="#c4", value=CODE)
    assert digits(fills) == "048213"


@pytest.mark.parametrize("code", ["048213", "0482137", "04821374"])
def test_fills_codes_of_six_seven_and_eight_digits(fills, code):
    fills.show(boxes(len(code)))
    fills.fill(at="#c1", value=CODE | {"code": code})
    assert digits(fills, len(code)) == code


def test_a_code_that_is_longer_than_its_boxes_is_not_cut(fills):
    fills.show(boxes(6))
    report = fills.fill(at="#c1", value=CODE | {"code": "04821374"})
    assert report["refused"][0][2] == "tooLong"
    assert digits(fills) == ""


def test_react_keeps_a_code_in_boxes(fills):
    fills.show("""<div id=app></div><script>
        const { createElement: h, useState, useRef } = React;
        function Code() {
            const [code, setCode] = useState(["", "", "", "", "", ""]);
            globalThis.state = code.join("");
            const refs = useRef([]);
            return h("form", null, h("h1", null, "Two-factor authentication"), h("p", null, "Enter the 6-digit code"),
                code.map((value, at) => h("input", { key: at, id: "c" + (at + 1), value, maxLength: 1,
                    inputMode: "numeric", autoComplete: at === 0 ? "one-time-code" : "off",
                    "aria-label": "Digit " + (at + 1),
                    ref: (box) => refs.current[at] = box,
                    onChange: (event) => {
                        setCode(code.map((old, place) => place === at ? event.target.value : old));
                        if (event.target.value) refs.current[at + 1]?.focus();
                    } })), h("button", null, "Verify"));
        }
        const node = document.getElementById("app");
        if (ReactDOM.createRoot) ReactDOM.createRoot(node).render(h(Code)); else ReactDOM.render(h(Code), node);
    </script>""", libraries=("react", "react-dom"))
    fills.page.wait_for("#c6")
    fills.fill(at="#c1", value=CODE)
    assert digits(fills) == "048213"
    assert fills.page.js("state") == "048213"


@pytest.mark.parametrize("kind", ["text", "tel", "number", "password"])
def test_fills_a_code_in_one_field(fills, kind):
    fills.show(f"<form><label>Code <input id=code type={kind} autocomplete=one-time-code></label><button>Verify</form>")
    report = fills.fill(at="#code", value=CODE)
    assert report["filled"] == [["#code", "oneTimeCode", "typed"]]
    assert fills.values("#code") == ["048213"]


def test_fills_the_one_real_field_behind_drawn_boxes(fills):
    fills.show("<form><p>Enter the 6-digit code from your authenticator app</p><div style='position:relative'>"
               "<input id=code autocomplete=one-time-code maxlength=6 inputmode=numeric "
               "class=real>"
               "<style>.real { opacity: 0; position: absolute; inset: 0 }</style>"
               "<span>_</span><span>_</span></div><button>Verify</button></form>")
    fills.fill(at="#code", value=CODE)
    assert fills.values("#code") == ["048213"]


def test_a_hidden_code_field_without_the_focus_is_not_filled(fills):
    fills.show(FORM.replace("<button", "<input id=code autocomplete=one-time-code style='opacity:0'><button"))
    fills.fill(at="#user", value=CODE)
    assert fills.values("#code") == [""]


def test_a_code_is_not_filled_into_a_password_field(fills):
    fills.show(FORM.replace("<button", "<input id=code autocomplete=one-time-code><button"))
    fills.fill(at="#user", value=CODE)
    assert fills.values("#user", "#pass", "#code") == ["", "", "048213"]


def pin_boxes(script: str = "") -> str:
    fields = "".join(f"<input id=c{at} type=password inputmode=numeric maxlength=1 aria-label='PIN digit {at}'>"
                     for at in range(1, 7))
    return (f"<form action=/login method=post><h1>Log in</h1><label>User name <input id=user name=username></label>{fields}"
            "<button>Log in</button></form>"
            f"<script>const all = [...document.querySelectorAll('input[type=password]')]; {script}</script>")


PIN = {"kind": "password", "user": "ada", "password": "735102"}


@pytest.mark.parametrize("way", ["on input", "on keydown, in place of the browser", "only by a paste"])
def test_each_character_of_a_pin_goes_into_its_own_box(fills, way):
    fills.show(pin_boxes(script=ADVANCING[way]))
    report = fills.fill(at="#c3", value=PIN)
    assert digits(fills) == "735102"
    assert fills.values("#user") == ["ada"]
    assert [kind for _, kind, _ in report["filled"]] == ["username"] + ["currentPassword"] * 6


def test_a_pin_goes_into_all_boxes_or_into_none(fills):
    fills.show("<style>.away { visibility: hidden }</style>" + pin_boxes())
    for password in ("7351024", "7351"):
        report = fills.fill(at="#c1", value=PIN | {"password": password})
        assert (digits(fills), {why for *_, why in report["refused"]}) == ("", {"tooLong"})
    fills.page.js("all[4].className = 'away'")
    report = fills.fill(at="#c1", value=PIN)
    assert (digits(fills), [why for *_, why in report["refused"]]) == ("", ["hidden"])
    # A box that shows its text as soon as it has the focus.
    fills.page.js("all[4].className = ''; all[3].addEventListener('focus', () => { all[3].type = 'text'; })")
    fills.fill(at="#c1", value=PIN)
    assert digits(fills) == "735"


def test_a_row_that_asks_for_some_characters_of_a_password_is_not_filled(fills):
    fills.show(pin_boxes())
    for lock in ("all[2].disabled = true", "all[2].disabled = false; all[2].readOnly = true",
                 "all[2].readOnly = false; "
                 "document.querySelector('#user').addEventListener('input', () => { all[1].disabled = true; })"):
        fills.page.js(lock)
        fills.fill(at="#user", value=PIN | {"user": f"ada {len(lock)}"})
        assert digits(fills) == ""
        assert fills.values("#user") == [f"ada {len(lock)}"]
