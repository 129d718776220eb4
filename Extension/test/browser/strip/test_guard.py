"""What a page does to get a fill that no person meant: threats 18 to 30 and 32, in both browsers.

Each attack is tried as a person would be led into it: by a trusted press on the row, and where it makes a difference by
keys. A control shows that the same press without the attack fills.
"""

import pytest

from strips import picked, strips, tap_row  # noqa: F401
from waiting import eventually, never

STYLE = "document.head.append(Object.assign(document.createElement('style'), {textContent: %r}))"


def nothing(strips) -> None:
    """No fill was asked for, though there was time for one."""
    never("a fill", strips.filled)


def attacked(strips, attack: str, name: str = "plain", wait: float = 0.85, **where):
    """Opens the strip, lets the page attack, waits until the strip would take a press, and presses."""
    page = strips.open(name, **where)
    page.click("#user")
    page.wait_strip("ada")
    row = page.strip().rows[0]
    page.js(f"(() => {{ {attack} }})()")
    page.let_pass(wait)
    page.tap(row.x, row.y, page.strip().where if page.strip() else None)
    return page


def test_the_same_press_without_an_attack_fills(strips, picked):
    page = attacked(strips, "")
    assert picked()["mustConfirm"] is False
    page.wait_value("#user", "ada")
    page.close()


# 18, 20, 21: see-through ancestors, on both sides of the thresholds.

@pytest.mark.parametrize("where", ["html", "body", "form", "#user"])
@pytest.mark.parametrize("opacity", ["0.001", "0.69"])
def test_nothing_is_filled_where_an_ancestor_is_see_through(strips, where, opacity):
    page = attacked(strips, f"document.querySelector('{where}').style.opacity = {opacity}")
    nothing(strips)
    page.close()


@pytest.mark.parametrize("where", ["html", "body", "form"])
@pytest.mark.parametrize("opacity, asks", [("0.71", True), ("0.89", True), ("0.91", False)])
def test_a_faint_page_is_asked_about_and_a_clear_one_is_not(strips, picked, where, opacity, asks):
    page = attacked(strips, f"document.querySelector('{where}').style.opacity = {opacity}")
    assert picked()["mustConfirm"] is asks
    page.close()


def test_faint_ancestors_count_together(strips):
    page = attacked(strips, "for (const each of [document.documentElement, document.body]) each.style.opacity = 0.8")
    nothing(strips)
    page.close()


HOST = "[...document.documentElement.children].find((each) => each.popover === 'manual')"

# 18, 19, 26: the host itself.


@pytest.mark.parametrize("attack", [
    "host.style.setProperty('opacity', '0', 'important')",
    "host.style.setProperty('opacity', '0.5', 'important')",
    "host.style.setProperty('pointer-events', 'none', 'important')",
    "host.style.setProperty('transform', 'translateY(100px)', 'important')",
    "host.style.setProperty('clip-path', 'inset(0 0 90% 0)', 'important')",
    "host.style.setProperty('filter', 'opacity(0)', 'important')",
    "host.style.setProperty('mix-blend-mode', 'multiply', 'important')",
    "host.style.setProperty('zoom', '0.1', 'important')",
    "host.style.setProperty('z-index', '-1', 'important')",
    "host.style.setProperty('display', 'none', 'important')",
    "host.style.setProperty('visibility', 'hidden', 'important')",
    "host.hidden = true", "host.inert = true", "host.className = 'x'", "host.removeAttribute('popover')",
    "host.hidePopover()", "host.remove()", "document.body.append(host)", "host.popover = 'auto'",
    "const box = document.createElement('div'); box.style.opacity = 0; document.body.append(box); box.append(host)",
    "const box = document.createElement('div'); box.style.opacity = 0; document.body.append(box); box.moveBefore "
    "? box.moveBefore(host, null) : box.append(host)",
])
def test_a_host_that_the_page_touches_closes(strips, attack):
    page = attacked(strips, f"const host = {HOST}; {attack}")
    nothing(strips)
    assert page.strip() is None
    page.close()


@pytest.mark.parametrize("css", [
    "div { opacity: 0 !important }", "[popover] { transform: scale(0.1) !important; clip-path: inset(50%) !important }",
    ":not(input) { pointer-events: none !important } input { pointer-events: auto }", "div { position: static !important; left: 900px !important }",
    "html > div { animation: gone 1ms forwards !important } @keyframes gone { to { opacity: 0; translate: 900px } }",
])
def test_a_sheet_of_the_page_changes_nothing_of_the_strip(strips, picked, css):
    page = strips.open()
    page.js(STYLE % css)
    page.click("#user")
    tap_row(page, "ada")
    assert picked()["suggestion"] == "s-ada"
    page.close()


def test_an_animation_of_the_host_changes_nothing(strips, picked):
    page = attacked(strips, f"{HOST}.animate({{opacity: [0, 0], translate: ['500px', '500px']}}, "
                            "{duration: 1e6, fill: 'both'})")
    assert picked()["suggestion"] == "s-ada"
    page.close()


@pytest.mark.parametrize("property, value", [
    ("filter", "opacity(0)"), ("clipPath", "inset(0 0 100% 0)"), ("mask", "linear-gradient(transparent, transparent)"),
    ("mixBlendMode", "multiply"), ("transform", "rotate(3deg)"),
])
@pytest.mark.parametrize("where", ["body", "form"])
def test_a_distorted_field_is_never_filled_unasked(strips, property, value, where):
    page = attacked(strips, f"document.querySelector('{where}').style.{property} = '{value}'")
    page.let_pass(0.3)
    assert all(fill["mustConfirm"] for fill in strips.filled())
    page.close()


@pytest.mark.parametrize("attack", [
    "document.documentElement.style.contentVisibility = 'hidden'", "document.body.style.visibility = 'hidden'",
    "document.querySelector('form').style.display = 'none'", "document.querySelector('#user').remove()",
    "document.querySelector('#user').style.cssText = 'position: fixed; left: -500px'",
    "document.querySelector('#user').style.cssText = 'width: 1px; height: 1px; padding: 0; border: 0'",
    "document.documentElement.inert = true",
])
def test_nothing_is_filled_where_the_field_is_hidden(strips, attack):
    page = attacked(strips, attack)
    nothing(strips)
    page.close()


# 22, 23: covers.

COVER = """const cover = document.createElement('div'); cover.popover = 'manual'; cover.id = 'cover';
    cover.style.cssText = 'position: fixed; inset: auto; margin: 0; border: 0; padding: 0; background: white; %s';
    document.body.append(cover);"""
ALL = "left: 0; top: 0; width: 100vw; height: 100vh; pointer-events: none"
BAND = "left: 90px; top: 112px; width: 400px; height: 40px; pointer-events: none"


def test_a_cover_in_the_top_layer_is_under_the_strip_again(strips, picked):
    page = attacked(strips, COVER % ALL + "cover.showPopover()", wait=1.1)
    eventually("the strip is on top again, and takes the press", strips.filled)
    assert picked()["mustConfirm"] is False
    page.close()


@pytest.mark.parametrize("css", [ALL, BAND])
def test_a_cover_that_keeps_going_above_gets_nothing_unasked(strips, css):
    page = attacked(strips, COVER % css + "setInterval(() => { cover.hidePopover(); cover.showPopover(); }, 60)")
    page.let_pass(0.3)
    assert all(fill["mustConfirm"] for fill in strips.filled())
    page.close()


def test_a_cover_shown_for_the_press_alone_gets_nothing(strips):
    page = strips.open()
    page.click("#user")
    row = page.wait_strip("ada").rows[0]
    page.js("(() => {" + COVER % ALL + """
        cover.showPopover();
        addEventListener('pointerdown', () => cover.hidePopover(), true); })()""")
    page.tap(row.x, row.y, page.strip().where)
    nothing(strips)
    page.close()


@pytest.mark.parametrize("root", ["open", "closed"])
def test_a_cover_inside_a_shadow_root_gets_nothing_unasked(strips, root):
    page = attacked(strips, """const owner = document.createElement('div'); document.body.append(owner);
        const root = owner.attachShadow({mode: '%s'});""" % root + COVER.replace("document.body.append(cover)",
        "root.append(cover)") % ALL + "cover.showPopover()")
    page.let_pass(0.3)
    assert all(fill["mustConfirm"] for fill in strips.filled())
    page.close()


def test_the_backdrop_of_a_popover_gets_nothing_unasked(strips):
    page = attacked(strips, STYLE % "#cover::backdrop { background: white }" + """;
        const owner = document.createElement('div'); document.body.append(owner); const root = owner.attachShadow({mode:
        'open'}); root.innerHTML = '<style>#cover::backdrop { background: white }</style>';""" + COVER.replace(
        "document.body.append(cover)", "root.append(cover)") % "left: 900px; top: 600px; width: 1px; height: 1px" +
        "cover.showPopover()")
    page.let_pass(0.3)
    assert all(fill["mustConfirm"] for fill in strips.filled())
    page.close()


@pytest.mark.parametrize("css", ["left: 0; top: 0; width: 100vw; height: 100vh", "left: 90px; top: 118px; width: 300px; "
                                 "height: 20px"])
def test_a_modal_dialog_over_the_strip_gets_nothing(strips, css):
    page = attacked(strips, """const dialog = document.createElement('dialog'); document.body.append(dialog);
        dialog.style.cssText = 'margin: 0; padding: 0; border: 0; position: fixed; %s'; dialog.showModal()""" % css)
    nothing(strips)
    page.close()


def test_a_view_transition_over_the_page_gets_nothing(strips):
    page = attacked(strips, STYLE % """::view-transition { pointer-events: none; background: white }
        ::view-transition-group(*) { animation-duration: 100s }""" + """;
        document.startViewTransition(() => {})""")
    nothing(strips)
    page.close()


# 24, 25: what moves.

def test_a_field_that_follows_the_pointer_gets_nothing(strips):
    page = strips.open()
    page.click("#user")
    page.wait_strip("ada")
    page.js("""(() => { const form = document.querySelector('form'); form.style.position = 'fixed'; let turn = 0;
        const follow = () => { turn += 1; form.style.left = `${turn % 7}px`; requestAnimationFrame(follow); };
        follow(); })()""")
    page.let_pass(0.8)
    for _ in range(3):
        strip = page.strip()
        page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
        page.let_pass(0.2)
    nothing(strips)
    page.close()


def test_a_strip_that_moved_under_the_pointer_takes_nothing_for_half_a_second(strips, picked):
    page = strips.open()
    page.click("#user")
    page.wait_strip("ada")
    page.let_pass(0.8)
    page.js("void (document.querySelector('form').style.cssText = 'position: fixed; top: 200px; left: 300px')")
    top = eventually("the strip follows", lambda: page.strip() if page.strip().rows[0].top > 200 else None)
    page.tap(top.rows[0].x, top.rows[0].y, top.where)
    nothing(strips)
    page.let_pass(0.6)
    page.tap(top.rows[0].x, top.rows[0].y, top.where)
    picked()
    page.close()


def test_a_strip_that_moves_between_press_and_release_takes_nothing(strips):
    page = strips.open()
    page.js("""void addEventListener('pointerdown', (event) => { if (event.target.popover === 'manual')
        document.querySelector('form').style.cssText = 'position: relative; top: -44px'; }, true)""")
    page.click("#user")
    tap_row(page, "grace")
    nothing(strips)
    page.close()


def test_a_press_in_the_first_half_second_takes_nothing(strips):
    page = strips.open()
    page.click("#user")
    strip = page.wait_strip("ada")
    page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
    nothing(strips)
    page.close()


# 28, 29: what is no person's event.

def test_events_of_a_script_take_nothing(strips):
    page = strips.open()
    page.click("#user")
    row = page.wait_strip("ada").rows[0]
    page.let_pass(0.8)
    page.js("""(() => { const host = %s; const at = {clientX: %d, clientY: %d, bubbles: true, composed: true,
        isPrimary: true, pointerId: 1, button: 0};
        for (const type of ['pointerdown', 'pointerup']) host.dispatchEvent(new PointerEvent(type, at));
        for (const type of ['mousedown', 'mouseup', 'click']) host.dispatchEvent(new MouseEvent(type, at));
        host.click(); host.focus();
        for (const key of ['ArrowDown', 'Enter']) for (const target of [host, document.activeElement])
            target.dispatchEvent(new KeyboardEvent('keydown', {key, code: key, bubbles: true, composed: true})); })()"""
            % (HOST, row.x, row.y))
    nothing(strips)
    assert not any(row.selected for row in page.strip().rows)
    page.close()


def test_the_page_cannot_read_the_strip(strips):
    page = strips.open(offers="only")
    page.js("void (document.title = 'before')")
    page.click("#user")
    page.wait_strip("ada")
    assert page.js(f"{HOST}.shadowRoot") is None
    assert page.js(f"{HOST}.outerHTML") == '<div popover="manual"></div>'
    assert page.js("(getSelection().removeAllRanges(), find('ada'))") is False
    assert page.js("(document.execCommand('selectAll'), getSelection().toString().includes('ada'))") is False
    assert page.js("Object.keys(globalThis).filter((name) => /latchkey/i.test(name)).length") == 0
    page.close()


# 30, 32: no strip and no fill without a person.

def test_a_scripted_focus_opens_nothing(strips):
    page = strips.open()
    page.js("document.querySelector('#user').focus()")
    page.no_strip()
    page.js("void document.addEventListener('pointerdown', () => document.querySelector('#password').focus())")
    page.click("h1")
    page.no_strip()
    nothing(strips)
    page.close()


def test_loading_a_page_fills_nothing_and_asks_for_nothing(strips):
    page = strips.open()
    page.js("""(() => { for (const field of document.querySelectorAll('input')) {
        field.focus(); field.click(); field.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
        field.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true})); } })()""")
    page.no_strip()
    assert strips.calls() == []
    assert page.value("#user") == "" and page.value("#password") == ""
    page.close()


# By key.

@pytest.mark.parametrize("attack", [
    "document.body.style.opacity = 0.01", f"{HOST}.style.opacity = 0",
    COVER % ALL.replace("pointer-events: none", "") + "cover.showPopover()",
])
def test_keys_take_nothing_from_a_strip_that_cannot_be_seen(strips, attack):
    page = strips.open()
    page.js("document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())")
    page.click("#user")
    page.wait_strip("ada")
    page.let_pass(0.8)
    page.js(f"(() => {{ {attack} }})()")
    page.press("ArrowDown")
    page.press("Enter")
    nothing(strips)
    page.close()
