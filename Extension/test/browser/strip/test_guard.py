"""What a page does to get a fill that no person meant: threats 18 to 30 and 32, in both browsers.

Each attack is tried as a person would be led into it: by a trusted press on the row, and where it makes a difference by
keys. A control shows that the same press without the attack fills.
"""

import time

from strips import STEADY, strips, tap_row  # noqa: F401
from waiting import eventually

HOST = "[...document.documentElement.children].find((each) => each.popover === 'manual')"


def sheet(css: str, root: str = "document.head") -> str:
    return f"{root}.append(Object.assign(document.createElement('style'), {{textContent: {css!r}}}));"


def all_are(word: str, outcomes: dict[str, str]) -> None:
    assert outcomes == dict.fromkeys(outcomes, word)


def none_is_filled(outcomes: dict[str, str]) -> None:
    """Asking in the extension's own window is as good as nothing: no page gets there."""
    assert "filled" not in outcomes.values(), outcomes


def test_the_same_press_without_an_attack_fills(strips):
    all_are("filled", strips.outcomes(["void 0"]))


# 18, 20, 21: see-through ancestors, on both sides of the thresholds.

def faint(where: str, opacity: float) -> str:
    return f"document.querySelector('{where}').style.opacity = {opacity}"


def test_18_20_21_nothing_is_filled_where_an_ancestor_is_see_through(strips):
    ways = [faint(where, opacity) for where in ("html", "body", "form", "#user") for opacity in (0.001, 0.69)]
    together = "for (const each of [document.documentElement, document.body]) each.style.opacity = 0.8"
    all_are("nothing", strips.outcomes([*ways, together]))


def test_18_20_21_a_faint_page_is_asked_about_and_a_clear_one_is_not(strips):
    places = ("html", "body", "form", "#user")
    all_are("asked", strips.outcomes([faint(where, 0.71) for where in places] + [faint("html", 0.89)]))
    all_are("filled", strips.outcomes([faint(where, 0.91) for where in places]))


# 18, 19, 26: the host itself.

def important(name: str, value: str) -> str:
    return f"host.style.setProperty('{name}', '{value}', 'important')"


BOX = "const box = document.createElement('div'); box.style.opacity = 0; document.body.append(box);"


def test_18_19_26_a_host_that_the_page_touches_closes(strips):
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


def test_18_26_a_sheet_or_an_animation_of_the_page_changes_nothing_of_the_strip(strips):
    styles = [
        "div { opacity: 0 !important }",
        "[popover] { transform: scale(0.1) !important; clip-path: inset(50%) !important }",
        "div { position: static !important; left: 900px !important; visibility: hidden !important }",
        "html > div { animation: gone 1ms forwards !important } @keyframes gone { to { opacity: 0; translate: 900px } }",
        ":not(input) { pointer-events: none !important } input { pointer-events: auto }",
    ]
    animation = f"{HOST}.animate({{opacity: [0, 0], translate: ['500px', '500px']}}, {{duration: 1e6, fill: 'both'}})"
    all_are("filled", strips.outcomes([*map(sheet, styles), animation]))


def test_26_a_distorted_field_is_never_filled_unasked(strips):
    effects = {"filter": "opacity(0)", "clipPath": "inset(0 0 100% 0)", "mixBlendMode": "multiply",
               "mask": "linear-gradient(transparent, transparent)", "transform": "rotate(3deg)"}
    none_is_filled(strips.outcomes([
        f"document.querySelector('{where}').style.{name} = '{value}'" for where in ("body", "form")
        for name, value in effects.items()]))


def test_26_nothing_is_filled_where_the_field_is_hidden(strips):
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
#: Over the words of the first row, and beside the place that is pressed.
PART = "left: 90px; top: 110px; width: 130px; height: 60px"
THROUGH = "; pointer-events: none"


def cover(place: str, then: str = "cover.showPopover()", parent: str = "document.body", tag: str = "div") -> str:
    """A cover in the top layer."""
    return f"""const cover = document.createElement('{tag}'); cover.id = 'cover'; cover.style.cssText = 'position: fixed;
        inset: auto; margin: 0; border: 0; padding: 0; max-width: none; max-height: none; background: white; {place}';
        {"cover.popover = 'manual';" if tag == "div" else ""} {parent}.append(cover); {then};""".replace("\n", " ")


def in_shadow(mode: str) -> str:
    return ("const owner = document.createElement('div'); document.body.append(owner);"
            f"const root = owner.attachShadow({{mode: '{mode}'}});")


def test_23_the_strip_goes_back_above_a_cover(strips):
    all_are("filled", strips.outcomes([cover(WHOLE + THROUGH), cover(PART + THROUGH)], wait=1.1))


def test_22_23_a_cover_that_keeps_going_above_gets_nothing_unasked(strips):
    again = "setInterval(() => { cover.hidePopover(); cover.showPopover(); }, 60)"
    none_is_filled(strips.outcomes([cover(WHOLE + THROUGH, again), cover(PART + THROUGH, again)], wait=1.1))


def test_23_a_cover_that_is_there_until_the_press_gets_nothing(strips):
    until = cover(WHOLE + THROUGH, """cover.showPopover();
        const again = setInterval(() => { cover.hidePopover(); cover.showPopover(); }, 150);
        addEventListener('pointerdown', () => { clearInterval(again); cover.remove(); }, true)""")
    none_is_filled(strips.outcomes([until], wait=1.1))


def test_23_a_page_that_silences_toggles_gets_no_cover_above(strips):
    page = strips.open()
    page.js("void addEventListener('beforetoggle', (event) => event.stopImmediatePropagation(), true)")
    row = strips.opened(page).rows[0]
    page.js(f"(() => {{ {cover(WHOLE)} }})()")
    eventually("the strip is on top again",
               lambda: page.js(f"document.elementFromPoint({row.x}, {row.y}) === {HOST}"), 3)
    page.close()


def test_23_a_cover_in_a_shadow_root_gets_nothing_unasked(strips):
    none_is_filled(strips.outcomes([
        in_shadow(mode) + cover(WHOLE + THROUGH, parent="root") for mode in ("open", "closed")]))


def test_23_the_backdrop_of_a_popover_in_a_shadow_root_gets_nothing_unasked(strips):
    none_is_filled(strips.outcomes([
        in_shadow("open") + sheet("#cover::backdrop { background: white }", "root") +
        cover("left: 900px; top: 600px; width: 1px; height: 1px", parent="root")]))


def test_22_23_a_modal_dialog_over_the_strip_gets_nothing(strips):
    all_are("nothing", strips.outcomes([cover(place, "cover.showModal()", tag="dialog") for place in (WHOLE, PART)]))


def test_22_23_a_modal_dialog_over_the_strip_takes_it_away(strips):
    page = strips.open()
    strips.opened(page)
    page.js(f"(() => {{ {cover('inset: 60% 0 0 60%', 'cover.showModal()', tag='dialog')} }})()")
    eventually("the strip has gone", lambda: page.strip() is None)
    page.close()


def test_22_23_a_cover_that_takes_hits_in_a_shadow_root_gets_nothing(strips):
    all_are("nothing", strips.outcomes([
        in_shadow("closed") + cover(place, parent="root") for place in (WHOLE, PART)]))


def test_23_a_view_transition_over_the_page_gets_nothing(strips):
    all_are("nothing", strips.outcomes([
        sheet("::view-transition { pointer-events: none; background: white } "
              "::view-transition-group(*) { animation-duration: 100s }") + "document.startViewTransition(() => {})"]))


# 24, 25: what moves.

def test_24_a_field_that_follows_the_pointer_gets_nothing(strips):
    page = strips.open()
    strips.opened(page)
    page.js("""(() => { const form = document.querySelector('form'); form.style.position = 'fixed'; let turn = 0;
        const follow = () => { turn += 1; form.style.left = `${turn % 7}px`; requestAnimationFrame(follow); };
        follow(); })()""")
    page.let_pass(STEADY)
    for _ in range(3):
        strip = page.wait_strip("ada")
        page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
    strips.nothing()
    page.close()


def test_25_a_strip_that_moved_takes_nothing_for_half_a_second_and_then_does(strips):
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


def test_25_a_field_that_moves_between_press_and_release_gets_nothing(strips):
    page = strips.open()
    page.js("""void addEventListener('pointerdown', (event) => { if (event.target.popover === 'manual')
        document.querySelector('form').style.cssText = 'position: relative; top: -44px'; }, true)""")
    strips.opened(page)
    tap_row(page, "grace")
    strips.nothing()
    page.close()


def test_25_a_press_in_the_first_half_second_gets_nothing(strips):
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


# 28, 29: what is no person's event.

def test_28_29_events_of_a_script_get_nothing(strips):
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


def test_28_29_a_script_that_reaches_into_the_closed_root_gets_nothing_and_reads_no_secret(strips):
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


# 30, 32: no strip and no fill without a person.

def test_30_a_focus_that_a_script_moves_opens_nothing(strips):
    page = strips.open()
    # Everything is loaded once a person was here.
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


def test_32_a_page_alone_opens_nothing_asks_nothing_and_gets_nothing(strips):
    page = strips.open()
    page.js("""(() => { for (const field of document.querySelectorAll('input')) {
        field.focus(); field.click(); field.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
        field.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true})); } })()""")
    page.no_strip()
    assert strips.calls() == []
    assert page.value("#user") == "" and page.value("#password") == ""
    page.close()


def test_27_what_the_extension_lets_pages_load_is_no_page(strips):
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


# By key.

def test_keys_take_nothing_from_a_strip_that_cannot_be_seen(strips):
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


def test_keys_that_came_too_early_take_nothing_once_anything_has_changed(strips):
    """An Enter within the half second is kept; whatever the page does meanwhile, and takes back again, ends it."""
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
                # As a hand does: the overlay is loaded when the press comes.
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
