"""Attacks that try to get a fill that the user did not want: threats 18 to 30 and 32, in both browsers.

Each attack ends with a trusted press on the row, as if the page had tricked the user, and with keys where they differ.
A control test shows that the same press without the attack fills.
"""

import time

from strips import STEADY, strips, tap_row  # noqa: F401
from waiting import eventually, never

HOST = "[...document.documentElement.children].find((each) => each.popover === 'manual')"


def sheet(css: str, root: str = "document.head") -> str:
    return f"{root}.append(Object.assign(document.createElement('style'), {{textContent: {css!r}}}));"


def all_are(word: str, outcomes: dict[str, str]) -> None:
    assert outcomes == dict.fromkeys(outcomes, word)


def none_is_filled(outcomes: dict[str, str]) -> None:
    """A question in the extension's window counts as no fill, because a page cannot answer it."""
    assert "filled" not in outcomes.values(), outcomes


def test_the_same_press_without_an_attack_fills(strips):
    all_are("filled", strips.outcomes(["void 0"], presses=4))


# 18, 20, 21: transparent ancestors, on both sides of the thresholds.

def faint(where: str, opacity: float) -> str:
    return f"document.querySelector('{where}').style.opacity = {opacity}"


def test_18_20_21_a_transparent_ancestor_prevents_the_fill(strips):
    ways = [faint(where, opacity) for where in ("html", "body", "form", "#user") for opacity in (0.001, 0.69)]
    together = "for (const each of [document.documentElement, document.body]) each.style.opacity = 0.8"
    all_are("nothing", strips.outcomes([*ways, together]))


def test_18_20_21_a_faint_page_needs_a_confirmation_and_a_clear_one_does_not(strips):
    places = ("html", "body", "form", "#user")
    all_are("asked", strips.outcomes([faint(where, 0.71) for where in places] + [faint("html", 0.89)], presses=4))
    all_are("filled", strips.outcomes([faint(where, 0.91) for where in places], presses=4))


# 18, 19, 26: the host element itself.

def important(name: str, value: str) -> str:
    return f"host.style.setProperty('{name}', '{value}', 'important')"


BOX = "const box = document.createElement('div'); box.style.opacity = 0; document.body.append(box);"


def test_18_19_26_a_host_that_the_page_changes_closes(strips):
    page = strips.open()
    for attack in [
        important("opacity", "0"), important("pointer-events", "none"), important("transform", "translateY(100px)"),
        important("clip-path", "inset(0 0 90% 0)"), important("filter", "opacity(0)"), important("zoom", "0.1"),
        important("display", "none"), important("z-index", "-1"),
        "host.hidden = true", "host.inert = true", "host.className = 'x'", "host.removeAttribute('popover')",
        "host.popover = 'auto'", "host.hidePopover()", "host.remove()", "document.body.append(host)",
        "const parent = host.parentNode; host.remove(); parent.append(host); host.showPopover()",
        BOX + "box.append(host)", BOX + "(box.moveBefore ?? box.insertBefore).call(box, host, null)",
        "document.documentElement.style.display = 'none'",
    ]:
        strips.go(page)
        strips.opened(page)
        page.js(f"(() => {{ const host = {HOST}; {attack} }})()")
        eventually(f"the strip closes after {attack}", lambda: page.strip() is None)
    page.close()


def test_18_26_a_style_sheet_or_an_animation_of_the_page_does_not_affect_the_strip(strips):
    styles = [
        "div { opacity: 0 !important }",
        "[popover] { transform: scale(0.1) !important; clip-path: inset(50%) !important }",
        "div { position: static !important; left: 900px !important; visibility: hidden !important }",
        "html > div { animation: gone 1ms forwards !important } @keyframes gone { to { opacity: 0; translate: 900px } }",
        ":not(input) { pointer-events: none !important } input { pointer-events: auto }",
    ]
    animation = f"{HOST}.animate({{opacity: [0, 0], translate: ['500px', '500px']}}, {{duration: 1e6, fill: 'both'}})"
    all_are("filled", strips.outcomes([*map(sheet, styles), animation], presses=4))


def test_26_a_distorted_field_is_filled_only_after_a_confirmation(strips):
    effects = {"filter": "opacity(0)", "clipPath": "inset(0 0 100% 0)", "mixBlendMode": "multiply",
               "mask": "linear-gradient(transparent, transparent)", "transform": "rotate(3deg)"}
    none_is_filled(strips.outcomes([
        f"document.querySelector('{where}').style.{name} = '{value}'" for where in ("body", "form")
        for name, value in effects.items()]))


def test_26_a_hidden_field_is_not_filled(strips):
    field = "document.querySelector('#user')"
    all_are("nothing", strips.outcomes([
        "document.documentElement.style.contentVisibility = 'hidden'", "document.body.style.visibility = 'hidden'",
        "document.querySelector('form').style.display = 'none'", f"{field}.remove()",
        f"{field}.style.cssText = 'position: fixed; left: -500px'",
        f"{field}.style.cssText = 'width: 1px; height: 1px; padding: 0; border: 0'",
        "document.documentElement.inert = true",
    ]))


# 22, 23: covers.

WHOLE = "left: 0; top: 0; width: 100vw; height: 100vh"
#: Covers the text of the first row, but not the pressed point.
PART = "left: 90px; top: 110px; width: 130px; height: 60px"
THROUGH = "; pointer-events: none"


def cover(place: str, then: str = "cover.showPopover()", parent: str = "document.body", tag: str = "div") -> str:
    """A script that shows a cover in the top layer."""
    return f"""const cover = document.createElement('{tag}'); cover.id = 'cover'; cover.style.cssText = 'position: fixed;
        inset: auto; margin: 0; border: 0; padding: 0; max-width: none; max-height: none; background: white; {place}';
        {"cover.popover = 'manual';" if tag == "div" else ""} {parent}.append(cover); {then};""".replace("\n", " ")


def in_shadow(mode: str) -> str:
    return ("const owner = document.createElement('div'); document.body.append(owner);"
            f"const root = owner.attachShadow({{mode: '{mode}'}});")


def test_23_the_strip_returns_above_a_cover(strips):
    all_are("filled", strips.outcomes([cover(WHOLE + THROUGH), cover(PART + THROUGH)], wait=1.1, presses=4))


def test_22_23_a_cover_that_keeps_returning_to_the_top_gets_no_fill_without_a_confirmation(strips):
    again = "setInterval(() => { cover.hidePopover(); cover.showPopover(); }, 60)"
    none_is_filled(strips.outcomes([cover(WHOLE + THROUGH, again), cover(PART + THROUGH, again)], wait=1.1))


def test_23_a_cover_that_disappears_at_the_press_gets_no_fill(strips):
    until = cover(WHOLE + THROUGH, """cover.showPopover();
        const again = setInterval(() => { cover.hidePopover(); cover.showPopover(); }, 150);
        addEventListener('pointerdown', () => { clearInterval(again); cover.remove(); }, true)""")
    none_is_filled(strips.outcomes([until], wait=1.1))


def test_23_a_page_that_stops_toggle_events_cannot_cover_the_strip(strips):
    page = strips.open()
    page.js("void addEventListener('beforetoggle', (event) => event.stopImmediatePropagation(), true)")
    row = strips.opened(page).rows[0]
    page.js(f"(() => {{ {cover(WHOLE)} }})()")
    eventually("the strip is on top again",
               lambda: page.js(f"document.elementFromPoint({row.x}, {row.y}) === {HOST}"), 3)
    page.close()


def test_23_a_cover_in_a_shadow_root_gets_no_fill_without_a_confirmation(strips):
    none_is_filled(strips.outcomes([
        in_shadow(mode) + cover(WHOLE + THROUGH, parent="root") for mode in ("open", "closed")]))


def test_23_the_backdrop_of_a_popover_in_a_shadow_root_gets_no_fill_without_a_confirmation(strips):
    none_is_filled(strips.outcomes([
        in_shadow("open") + sheet("#cover::backdrop { background: white }", "root") +
        cover("left: 900px; top: 600px; width: 1px; height: 1px", parent="root")]))


def test_22_23_a_modal_dialog_over_the_strip_gets_no_fill(strips):
    all_are("nothing", strips.outcomes([cover(place, "cover.showModal()", tag="dialog") for place in (WHOLE, PART)]))


def test_22_23_a_modal_dialog_over_the_strip_closes_it(strips):
    page = strips.open()
    strips.opened(page)
    page.js(f"(() => {{ {cover('inset: 60% 0 0 60%', 'cover.showModal()', tag='dialog')} }})()")
    eventually("the strip is closed", lambda: page.strip() is None)
    page.close()


def test_22_23_a_cover_that_receives_the_press_in_a_shadow_root_gets_no_fill(strips):
    all_are("nothing", strips.outcomes([
        in_shadow("closed") + cover(place, parent="root") for place in (WHOLE, PART)]))


def test_23_a_view_transition_over_the_page_gets_no_fill(strips):
    all_are("nothing", strips.outcomes([
        sheet("::view-transition { pointer-events: none; background: white } "
              "::view-transition-group(*) { animation-duration: 100s }") + "document.startViewTransition(() => {})"]))


# 24, 25: movement.

def unconfirmed(strips) -> list[dict]:
    return [fill for fill in strips.filled() if not fill["mustConfirm"]]


def test_18_a_user_who_keeps_pressing_in_a_hidden_strip_is_asked_and_nothing_is_filled(strips):
    page = strips.open()
    row = strips.opened(page).rows[0]
    page.js("void (document.body.style.opacity = 0.4)")
    page.let_pass(STEADY)
    for _ in range(2):
        page.tap(row.x, row.y)
        page.let_pass(0.2)
    strips.nothing()
    page.tap(row.x, row.y)
    assert strips.picked()["mustConfirm"] is True
    assert unconfirmed(strips) == []
    page.close()


def test_24_a_field_that_follows_the_pointer_gets_no_fill_without_a_confirmation(strips):
    page = strips.open()
    strips.opened(page)
    page.js("""(() => { const form = document.querySelector('form'); form.style.position = 'fixed'; let turn = 0;
        const follow = () => { turn += 1; form.style.left = `${turn % 7}px`; requestAnimationFrame(follow); };
        follow(); })()""")
    page.let_pass(STEADY)
    for _ in range(3):
        strip = page.wait_strip("ada")
        page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
        if strips.filled():
            break
    never("a fill was requested without a question", lambda: unconfirmed(strips))
    page.close()


def test_25_a_strip_that_moved_ignores_presses_for_half_a_second(strips):
    page = strips.open()
    strips.opened(page)
    page.let_pass(STEADY)
    page.js("void (document.querySelector('form').style.cssText = 'position: fixed; top: 200px; left: 300px')")
    moved = eventually("the strip follows", lambda: page.strip() if page.strip().rows[0].top > 200 else None)
    page.tap(moved.rows[0].x, moved.rows[0].y, moved.where)
    strips.nothing()
    page.let_pass(0.4)
    page.tap(moved.rows[0].x, moved.rows[0].y, moved.where)
    assert strips.picked()["suggestion"] == "s-ada"
    page.close()


def test_25_a_field_that_moves_between_press_and_release_gets_no_fill(strips):
    page = strips.open()
    page.js("""void addEventListener('pointerdown', (event) => { if (event.target.popover === 'manual')
        document.querySelector('form').style.cssText = 'position: relative; top: -44px'; }, true)""")
    strips.opened(page)
    tap_row(page, "grace")
    strips.nothing()
    page.close()


def test_25_a_press_in_the_first_half_second_gets_no_fill(strips):
    page = strips.open()
    for _ in range(20):
        strips.go(page)
        row = strips.opened(page).rows[0]
        page.press("Escape")
        began = time.monotonic()
        page.press("ArrowDown")
        page.tap(row.x, row.y)
        if time.monotonic() - began < 0.5:
            break
    else:
        raise AssertionError("this machine is too busy to press in half a second")
    strips.nothing()
    page.close()


# 28, 29: events that no user caused.

def test_28_29_events_of_a_script_get_no_fill(strips):
    page = strips.open()
    row = strips.opened(page).rows[0]
    page.let_pass(STEADY)
    page.js("""(() => { const host = %s; const at = {clientX: %d, clientY: %d, bubbles: true, composed: true,
        isPrimary: true, pointerId: 1, button: 0};
        for (const type of ['pointerdown', 'pointerup']) host.dispatchEvent(new PointerEvent(type, at));
        for (const type of ['mousedown', 'mouseup', 'click']) host.dispatchEvent(new MouseEvent(type, at));
        host.click(); host.focus();
        for (const key of ['ArrowDown', 'Enter']) for (const target of [host, document.activeElement])
            target.dispatchEvent(new KeyboardEvent('keydown', {key, code: key, bubbles: true, composed: true})); })()"""
            % (HOST, row.x, row.y))
    strips.nothing()
    assert not any(row.selected for row in page.wait_strip("ada").rows)
    page.close()


def test_28_29_a_script_inside_the_closed_root_gets_no_fill_and_reads_no_secret(strips):
    page = strips.open()
    strips.opened(page)
    page.let_pass(STEADY)
    words = page.in_overlay("""(root) => { const row = root.querySelector('[role=option]');
        const at = {bubbles: true, composed: true, isPrimary: true, pointerId: 1, button: 0};
        for (const type of ['pointerdown', 'pointerup']) row.dispatchEvent(new PointerEvent(type, at));
        row.click(); return root.querySelector('.box').outerHTML; }""")
    assert "ada" in words and "s-ada" not in words and "Double-" not in words
    strips.nothing()
    page.close()


def test_the_page_cannot_read_the_strip(strips):
    page = strips.open(offers="only")
    strips.opened(page)
    assert page.js(f"{HOST}.shadowRoot") is None
    assert page.js(f"{HOST}.outerHTML") == '<div popover="manual" title=""></div>'
    assert page.js("(getSelection().removeAllRanges(), find('ada'))") is False
    assert page.js("(document.execCommand('selectAll'), getSelection().toString().includes('ada'))") is False
    assert page.js("Object.keys(globalThis).filter((name) => /latchkey/i.test(name)).length") == 0
    page.close()


# 30, 32: no strip and no fill without a user's act.

def test_30_a_focus_that_a_script_moves_opens_no_strip(strips):
    page = strips.open()
    # Uses the strip once, so that everything is loaded.
    strips.opened(page)
    page.press("Escape")
    page.click("h1")
    page.js("document.querySelector('#user').focus()")
    page.no_strip()
    page.js("document.activeElement.blur()")
    page.js("""(() => { document.addEventListener('pointerdown', () => document.querySelector('#password').focus());
        document.addEventListener('mousedown', (event) => event.preventDefault()); })()""")
    page.click("h1")
    page.no_strip()
    assert page.js("document.activeElement.id") == "password"
    page.close()


def test_32_a_page_without_user_input_opens_no_strip_and_sends_no_request(strips):
    page = strips.open()
    page.js("""(() => { for (const field of document.querySelectorAll('input')) {
        field.focus(); field.click(); field.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
        field.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true})); } })()""")
    page.no_strip()
    assert strips.calls() == []
    assert page.value("#user") == "" and page.value("#password") == ""
    page.close()


def test_27_the_extensions_accessible_resources_cannot_be_framed_as_pages(strips):
    page = strips.open()
    found = page.js("""(async () => { const frame = document.createElement('iframe');
        frame.src = '%s/src/content/main.js'; document.body.append(frame);
        await new Promise((done) => { frame.onload = done; setTimeout(done, 2000); });
        return document.querySelectorAll('iframe').length; })()""" % strips.browser.base)
    assert found == 1
    page.no_strip()
    for file in ("popup/popup.html", "sheet/sheet.html", "options/options.html"):
        assert page.js("fetch('%s/src/%s').then(() => 'loaded', () => 'refused')" % (strips.browser.base, file)) == "refused"
    page.close()


# Keys.

def test_keys_pick_no_row_of_a_strip_that_cannot_be_seen(strips):
    page = strips.open()
    for attack in ["document.body.style.opacity = 0.01", f"{HOST}.style.opacity = 0",
                   in_shadow("closed") + cover(WHOLE, parent="root")]:
        strips.go(page)
        page.js("document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())")
        strips.opened(page)
        page.let_pass(STEADY)
        page.js(f"(() => {{ {attack} }})()")
        page.press("ArrowDown")
        page.press("Enter")
        strips.nothing()
    page.close()


def test_keys_that_came_too_early_are_dropped_after_any_change(strips):
    """An Enter within the half second is kept. Any change by the page drops it, even if the page reverts the change."""
    page = strips.open()
    for what, back in [
        ("document.body.style.opacity = 0.01", "document.body.style.opacity = ''"),
        ("document.querySelector('form').style.cssText = 'position: relative; top: 90px'",
         "document.querySelector('form').style.cssText = ''"),
        (in_shadow("closed") + cover(WHOLE, parent="root") + "globalThis.theCover = cover", "theCover.remove()"),
    ]:
        for how_long in (0.15, STEADY):
            for _ in range(20):
                strips.go(page)
                page.js("document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())")
                box = page.box("#user")
                # The pointer comes near first, as a hand moves it, so the overlay is loaded before the press.
                page.hover(box["left"] + 8, box["top"] + 8)
                page.let_pass(0.3)
                began = time.monotonic()
                page.tap(box["left"] + 5, box["top"] + 5)
                page.press("ArrowDown")
                page.press("Enter")
                page.wait_strip("ada")
                page.js(f"(() => {{ {what} }})()")
                if time.monotonic() - began < 0.5:
                    break
            else:
                raise AssertionError("this machine is too busy to press in half a second")
            page.let_pass(how_long)
            page.js(f"(() => {{ {back} }})()")
            page.let_pass(0.5)
            strips.nothing()
    page.close()


# 20, 21, 23: what a page undoes at the press.

#: Scripts that hide strip or field, each with the script that undoes it.
UNTIL_THE_PRESS = {
    **{f"document.querySelector('{where}').style.{name} = '{value}'": f"document.querySelector('{where}').style.{name} = ''"
       for where, name, value in (
           ("html", "opacity", "0.01"), ("html", "opacity", "0.8"), ("html", "filter", "opacity(0)"),
           ("html", "clipPath", "inset(0 0 60% 0)"), ("form", "opacity", "0.01"), ("form", "visibility", "hidden"),
           ("form", "filter", "blur(9px)"))},
    in_shadow("closed") + cover(WHOLE + THROUGH, parent="root"): "document.querySelector('body > div').remove()",
    in_shadow("closed") + cover(WHOLE + THROUGH, "cover.popover = 'auto'; cover.showPopover()", parent="root"): "void 0",
}


def test_20_21_23_what_a_page_undoes_at_the_press_gets_no_fill_without_a_confirmation(strips):
    none_is_filled(strips.outcomes([
        f"{hide}; addEventListener('pointerdown', () => {{ {undo} }}, true)" for hide, undo in UNTIL_THE_PRESS.items()]))
