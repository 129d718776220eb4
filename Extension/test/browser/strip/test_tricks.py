"""Further attacks on the strip: at the moment of the press, by frames, by keys and by reading. In both browsers."""

import time

import pytest

from strips import STEADY, strips, tap_row  # noqa: F401
from test_guard import HOST, all_are, none_is_filled
from waiting import eventually

AT_PRESS = """document.body.style.height = '3000px'; addEventListener('pointerdown', (event) => {
    if (event.target.popover === 'manual') { %s } }, true)""".replace("\n", " ")


def test_what_a_page_does_at_pointerdown_gets_no_fill(strips):
    ways = [
        "scrollBy(0, 40)", "document.querySelector('#password').focus()", "document.activeElement.blur()",
        "document.querySelector('#user').replaceWith(document.querySelector('#user').cloneNode())",
        "event.target.hidePopover()", "event.target.togglePopover(); event.target.togglePopover()",
        "document.body.append(Object.assign(document.createElement('iframe'), "
        "{popover: 'manual', style: 'inset: 0; width: 100vw; height: 100vh'})); document.querySelector('iframe').showPopover()",
    ]
    none_is_filled(strips.outcomes([AT_PRESS % way for way in ways]))


def test_a_frame_over_the_strip_gets_no_fill_without_a_confirmation(strips):
    frame = ("const frame = document.createElement('iframe'); frame.popover = 'manual'; frame.srcdoc = '<h1>Win'; "
             "frame.style.cssText = 'inset: 0; margin: 0; border: 0; width: 100vw; height: 100vh; %s'; "
             "document.body.append(frame); frame.showPopover();")
    again = "setInterval(() => { frame.hidePopover(); frame.showPopover(); }, 60)"
    none_is_filled(strips.outcomes([frame % "" + again, frame % "pointer-events: none" + again], wait=1.1))


def test_a_host_that_the_page_shows_and_hides_gets_no_fill(strips):
    button = "const button = document.createElement('button'); document.body.append(button); "
    none_is_filled(strips.outcomes([
        f"const host = {HOST}; setInterval(() => host.togglePopover(), 60)",
        f"{button} button.popoverTargetElement = {HOST}; button.click()",
        f"const host = {HOST}, parent = host.parentNode; host.remove(); parent.append(host); host.showPopover()",
    ], wait=1.1))


def test_effects_on_the_whole_page_do_not_disguise_the_strip(strips):
    all_are("filled", strips.outcomes([
        f"document.documentElement.style.cssText = '{css}'" for css in (
            "perspective: 10px", "scale: 1.2", "isolation: isolate; mix-blend-mode: normal",
            "content-visibility: auto", "will-change: transform, opacity")], presses=4))
    none_is_filled(strips.outcomes([
        f"document.documentElement.style.cssText = '{css}'" for css in (
            "mix-blend-mode: difference", "mask: linear-gradient(transparent, transparent)", "rotate: 40deg",
            "transform: perspective(9px) rotateX(80deg)", "clip-path: circle(1px)", "filter: brightness(0)")]))


def test_a_page_that_replaces_built_in_functions_gets_no_access(strips):
    page = strips.open()
    page.js("""(() => { globalThis.taken = [];
        const keep = (it) => { if (it instanceof ShadowRoot || it?.popover === 'manual') taken[taken.length] = it; };
        for (const [owner, name] of [[Element.prototype, 'attachShadow'], [EventTarget.prototype, 'addEventListener'],
            [Array.prototype, 'push'], [Array.prototype, 'map'], [Element.prototype, 'append'], [Node.prototype, 'appendChild'],
            [HTMLElement.prototype, 'showPopover'], [Document.prototype, 'createElement'], [Reflect, 'get']]) {
            const real = owner[name];
            owner[name] = function (...all) { const made = real.apply(this, all); keep(this); keep(made); keep(all[0]); return made; };
        }
        Object.defineProperty(Event.prototype, 'isTrusted', { get: () => true });
        Object.defineProperty(Element.prototype, 'shadowRoot', { get: () => null });
        for (const name of ['IntersectionObserver', 'MutationObserver'])
            globalThis[name] = class { observe() {} disconnect() {} takeRecords() { return []; } };
        performance.now = () => 1e9; })()""")
    strips.opened(page)
    assert page.js("taken.length") == 0
    page.js(f"""(() => {{ const field = document.querySelector('#user');
        for (const key of ['ArrowDown', 'Enter']) field.dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true}}));
        {HOST}.click(); }})()""")
    strips.nothing()
    page.close()


def test_no_other_way_of_reading_gives_a_page_access_to_the_strip(strips):
    page = strips.open(offers="only")
    page.js("""(() => { globalThis.seen = []; for (const type of ['event', 'layout-shift', 'largest-contentful-paint', 'element'])
        try { new PerformanceObserver((list) => { for (const each of list.getEntries()) seen.push(each.target, each.element,
            ...(each.sources ?? []).map((source) => source.node)); }).observe({type, buffered: true, durationThreshold: 16}); } catch {} })()""")
    row = strips.opened(page).rows[0]
    page.hover(row.x, row.y)
    page.let_pass(0.3)
    read = page.js(f"""(() => {{ const at = [{row.x}, {row.y}], found = [...seen, ...document.elementsFromPoint(...at),
        document.caretPositionFromPoint?.(...at)?.offsetNode, document.caretRangeFromPoint?.(...at)?.startContainer,
        ...document.getAnimations().map((each) => each.effect?.target), document.activeElement];
        return found.map((node) => node?.parentNode === null ? 'a root' : String(node?.outerHTML ?? node?.textContent)); }})()""")
    assert not [each for each in read if "s-ada" in each or ">ada" in each or "option" in each], read
    page.close()


def test_a_frame_that_moves_under_the_pointer_gets_no_fill_without_a_confirmation(strips):
    page = strips.open("frame-subdomain", host="www.example.test")
    page.js("void (document.querySelector('#frame').style.cssText = 'position: fixed; left: 0; top: 0; width: 500px; height: 320px')")
    page.click("#frame >> #user")
    page.wait_strip("ada")
    page.let_pass(STEADY + 0.5)
    strip = page.wait_strip("ada")
    row, to = strip.rows[0], (760, 560)
    page.js(f"""void addEventListener('mousemove', (event) => {{ if (event.clientX > 700)
        document.querySelector('#frame').style.translate = '{to[0] - row.x}px {to[1] - row.y}px'; }})""")
    page.hover(710, 500)
    eventually("the frame has moved",
        lambda: page.js("getComputedStyle(document.querySelector('#frame')).translate") != "none")
    page.tap(*to)
    page.let_pass(0.4)
    assert all(fill["mustConfirm"] for fill in strips.filled()), strips.filled()
    page.close()


def test_a_floating_window_of_the_page_needs_a_confirmation(strips):
    """Such a window lies above the browser's and may hide the words of a row. No browser reports its place to a page."""
    if strips.name != "chromium":
        pytest.skip("Firefox has no picture-in-picture for documents")
    page = strips.open()
    page.js("""(() => { const button = document.createElement('button'); button.id = 'float'; button.type = 'button';
        button.textContent = 'Float'; button.onclick = () => documentPictureInPicture.requestWindow({width: 300, height: 200});
        document.body.prepend(button); })()""")
    page.click("#float")
    eventually("the window is open", lambda: page.js("documentPictureInPicture.window !== null"))
    page.bring_to_front()
    strips.opened(page)
    tap_row(page, "ada", presses=4)
    assert strips.picked()["mustConfirm"] is True
    page.js("documentPictureInPicture.window.close()")
    strips.go(page)
    strips.opened(page)
    tap_row(page, "ada", presses=4)
    assert strips.picked()["mustConfirm"] is False
    page.close()


def test_enter_on_another_element_of_the_page_picks_no_row(strips):
    page = strips.open()
    page.js("""(() => { const button = document.createElement('button'); button.type = 'button'; button.accessKey = 'x'; button.id = 'game';
        document.body.prepend(button); button.focus();
        addEventListener('keydown', (event) => { if (event.key === 'Enter') document.querySelector('#user').focus(); }, true); })()""")
    page.press("Enter")
    page.press("Enter")
    page.no_strip()
    strips.nothing()
    page.close()


def test_keys_meant_for_a_game_pick_no_row_at_a_field_that_a_script_focused(strips):
    page = strips.open()
    for _ in range(20):
        strips.go(page)
        # Uses the strip once, so that everything is loaded.
        strips.opened(page)
        page.press("Escape")
        page.click("h1")
        page.js("""(() => { document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
            document.querySelector('#user').focus(); })()""")
        began = time.monotonic()
        for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
            page.press(key)
        if time.monotonic() - began < 0.5:
            break
    else:
        raise AssertionError("this machine is too busy to press in half a second")
    page.let_pass(STEADY)
    strips.nothing()
    page.close()
