"""Frameworks that manage a field's value receive the events of typing."""

import json

from fills import LOGIN, fills  # noqa: F401

FILLED = {"user": "ada", "pass": LOGIN["password"]}

REACT = """<div id=app></div><script>
    const { createElement: h, useState } = React;
    const form = %s;
    function Login() {
        const [state, setState] = useState({ user: "", pass: "" });
        globalThis.state = state;
        const field = (name, more) => h("input", { id: name, value: state[name], ...more,
            onChange: (event) => setState((old) => ({ ...old, [name]: form(event.target.value) })) });
        return h("form", { onSubmit: (event) => event.preventDefault() },
            field("user", { name: "username", autoComplete: "username" }), field("pass", { type: "password" }),
            h("button", { disabled: !state.user || !state.pass }, "Log in"));
    }
    const node = document.getElementById("app");
    if (ReactDOM.createRoot) ReactDOM.createRoot(node).render(h(Login)); else ReactDOM.render(h(Login), node);
</script>"""

VUE = """<div id=app><form>
    <input id=user name=username autocomplete=username v-model%s="user"><input id=pass type=password v-model%s="pass">
    <button :disabled="!user || !pass">Log in</button>
</form></div><script>
    globalThis.state = new Vue({ el: "#app", data: { user: "", pass: "" } });
</script>"""

ANGULAR = """<div id=app><form name=login novalidate>
    <input id=user name=username autocomplete=username ng-model=user required>
    <input id=pass name=password type=password ng-model=pass required%s>
    <button ng-disabled="login.$invalid || login.$pristine">Log in</button>
</form></div><script>
    angular.module("app", []).run(($rootScope) => { globalThis.state = $rootScope; });
    angular.bootstrap(document.getElementById("app"), ["app"]);
</script>"""


def state(fills) -> dict:
    return json.loads(str(fills.page.js("JSON.stringify({ user: state.user ?? '', pass: state.pass ?? '' })")))


def assert_filled(fills, expected=None) -> None:
    expected = expected or FILLED
    page = fills.page
    page.wait_for("#pass")
    fills.fill()
    page.wait_value("#user", expected["user"])
    page.wait_value("#pass", expected["pass"])
    assert state(fills) == expected
    assert page.js("document.querySelector('button').disabled") is False


def test_react_keeps_a_filled_value(fills):
    fills.show(REACT % "(value) => value", libraries=("react", "react-dom"))
    assert_filled(fills)


def test_react_may_change_a_filled_value(fills):
    fills.show(REACT % "(value) => value.toUpperCase()", libraries=("react", "react-dom"))
    assert_filled(fills, {"user": "ADA", "pass": LOGIN["password"].upper()})


def test_react_receives_a_second_fill(fills):
    fills.show(REACT % "(value) => value", libraries=("react", "react-dom"))
    assert_filled(fills)
    fills.fill(value=LOGIN | {"user": "grace", "password": "Planted-6101-Orbit"})
    assert state(fills) == {"user": "grace", "pass": "Planted-6101-Orbit"}


def test_vue_keeps_a_filled_value(fills):
    fills.show(VUE % ("", ""), libraries=("vue",))
    assert_filled(fills)


def test_vue_keeps_a_value_that_it_reads_on_change_only(fills):
    fills.show(VUE % (".lazy", ".lazy"), libraries=("vue",))
    assert_filled(fills)


def test_angular_keeps_a_filled_value(fills):
    fills.show(ANGULAR % "", libraries=("angular",))
    assert_filled(fills)


def test_angular_keeps_a_value_that_it_reads_on_blur_or_change_only(fills):
    fills.show(ANGULAR % " ng-model-options=\"{ updateOn: 'change' }\"", libraries=("angular",))
    assert_filled(fills)


def test_a_field_that_reads_each_input_event_keeps_a_filled_value(fills):
    """As Svelte's bind:value and Lit's @input: a listener on the field, the state elsewhere."""
    fills.show("""<form><input id=user autocomplete=username><input id=pass type=password><button disabled>Log in</form>
    <script>
        const state = {};
        for (const field of [user, pass]) field.addEventListener("input", (event) => {
            state[field.id] = event.target.value;
            document.querySelector("button").disabled = !(state.user && state.pass);
        });
    </script>""")
    assert_filled(fills)


def test_a_field_whose_page_overrides_the_value_property_keeps_a_filled_value(fills):
    """An own `value` property that remembers what scripts set, as React defines it."""
    fills.show("""<form><input id=user autocomplete=username><input id=pass type=password><button disabled>Log in</form>
    <script>
        const state = {};
        for (const field of [user, pass]) {
            const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
            let known = field.value;
            Object.defineProperty(field, "value", {
                get() { return own.get.call(this); }, set(value) { known = value; own.set.call(this, value); },
            });
            field.addEventListener("input", () => {
                if (own.get.call(field) === known) return;
                state[field.id] = known = own.get.call(field);
                document.querySelector("button").disabled = !(state.user && state.pass);
            });
        }
    </script>""")
    assert_filled(fills)


#: A page that redraws itself completely at each input.
REDRAWN = """<div id=app></div><script>
    const state = {};
    const draw = () => {
        app.innerHTML = `<main><form action="${state.user ? action : ''}" method=post><input id=user autocomplete=username>
            <input id=pass type=password><button>Log in</button></form></main>`;
        for (const field of app.querySelectorAll("input")) field.value = state[field.id] ?? "";
    };
    app.addEventListener("input", ({ target }) => { state[target.id] = target.value; queueMicrotask(draw); });
    const action = "%s";
    draw();
</script>"""


def test_a_page_that_redraws_itself_at_each_input_receives_the_whole_login(fills):
    page = fills.show(REDRAWN % "")
    fills.fill()
    page.wait_value("#pass", LOGIN["password"])
    assert state(fills) == FILLED


def test_a_form_that_is_redrawn_with_another_action_receives_no_password(fills):
    fills.show(REDRAWN % "https://other.test/")
    fills.fill()
    assert fills.values("#user", "#pass") == ["ada", ""]
