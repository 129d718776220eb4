"""What a page can read of the strip and the banner through every event and every property, in both browsers."""

import pytest

from strips import STEADY, strips  # noqa: F401
from test_banner import asked
from waiting import eventually

#: Listens for every event type, and follows every property of an event to nodes that the page did not create.
LISTEN = """(() => {
    const leaks = globalThis.leaks = [], heard = globalThis.heard = new Set();
    // Chromium's coalesced events name the box in the page's own field, which tells the page nothing.
    const isForeign = (node) => node.getRootNode() instanceof ShadowRoot && node.getRootNode().host.localName !== 'input' ||
        node.localName === 'iframe' || /ada|grace|Vault|Strong/.test(node.nodeType === 3 ? node.data : node.innerText ?? '');
    const names = (value) => {
        const all = new Set();
        for (let at = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
            for (const name of Object.getOwnPropertyNames(at)) all.add(name);
        return all;
    };
    const follow = (value, path, depth) => {
        if (value === null || typeof value !== 'object' || value === globalThis) return;
        if (value instanceof Node) {
            if (value.nodeType !== 9 && isForeign(value)) leaks.push(path + ': ' + value.nodeName);
            return;
        }
        if (value instanceof Window) return void leaks.push(path + ': another window');
        if (depth === 0) return;
        for (const name of names(value)) {
            let next;
            try {
                next = value[name];
                // Methods without parameters return more: composedPath, getTargetRanges, getCoalescedEvents.
                if (typeof next === 'function' && /^(composedPath|get[A-Z])/.test(name) && next.length === 0) next = next.call(value);
            } catch { continue; }
            follow(next, path + '.' + name, depth - 1);
        }
    };
    const types = new Set(['focusin', 'focusout', 'DOMMouseScroll', 'MozMousePixelScroll', 'DOMActivate', 'textInput',
        'compositionstart', 'compositionend', 'selectionchange', 'pointerrawupdate', 'message', 'messageerror']);
    for (const name of Object.getOwnPropertyNames(globalThis)) {
        const { prototype } = typeof globalThis[name] === 'function' ? globalThis[name] : {};
        if (!prototype) continue;
        for (const each of Object.getOwnPropertyNames(prototype)) if (/^on[a-z]/.test(each)) types.add(each.slice(2));
    }
    for (const each of Object.getOwnPropertyNames(globalThis)) if (/^on[a-z]/.test(each)) types.add(each.slice(2));
    const hear = (event) => { heard.add(event.type); follow(event, event.type, 4); };
    for (const target of [window, document, document.documentElement]) for (const type of types)
        for (const capture of [true, false]) target.addEventListener(type, hear, { capture });
    return types.size;
})()"""

#: Collects the foreign nodes and windows that a page can reach without an event.
LOOK = """((left, top, width, height) => {
    const found = [];
    for (let x = left + 1; x < left + width; x += width / 9) for (let y = top + 1; y < top + height; y += height / 9) {
        found.push(...document.elementsFromPoint(x, y), document.caretPositionFromPoint?.(x, y)?.offsetNode,
            document.caretRangeFromPoint?.(x, y)?.startContainer);
    }
    const selection = getSelection();
    found.push(document.activeElement, selection.anchorNode, selection.focusNode, document.pointerLockElement,
        document.fullscreenElement, ...document.getAnimations().map((each) => each.effect?.target),
        ...performance.getEntries().flatMap((each) => [each.target, each.element, ...(each.sources ?? []).map((source) => source.node)]));
    return found.filter((node) => node && (node instanceof ShadowRoot || node.nodeType !== 9 && node.getRootNode() !== document ||
        node.localName === 'iframe')).map(String).concat(
        performance.getEntries().map((each) => each.name).filter((name) => /extension:/.test(name)),
        window.length === 0 ? [] : ['a window among the frames']);
})"""


def wheel(strips, page, x: float, y: float) -> None:
    if strips.name == "chromium":
        page.tab.mouse.wheel(0, 40)
    else:
        page.bidi.send("input.performActions", context=page.context, actions=[{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": 40, "origin": "viewport"}]}])


def act_on(strips, page, box: dict) -> None:
    """Moves, presses, turns the wheel and drags over a box as a user may."""
    left, top, width, height = (box[name] for name in ("left", "top", "width", "height"))
    page.hover(left - 20, top + 5)
    for part in (0.02, 0.2, 0.4, 0.6, 0.8, 0.98):
        page.hover(left + width * part, top + height * part)
    wheel(strips, page, left + width / 2, top + height / 2)
    page.tap(left + width / 2, top + height - 3)
    page.tap(left + width / 2, top + 2)
    page.hover(left - 20, top - 5)


def of_the_page(page, box: dict) -> list[str]:
    return page.js("leaks") + page.js(f"{LOOK}({box['left']}, {box['top']}, {box['width']}, {box['height']})")


def test_no_event_and_no_property_gives_a_page_access_to_the_strip(strips):
    page = strips.open(words="&fill=fails")
    assert page.js(LISTEN) > 100
    strip = strips.opened(page)
    act_on(strips, page, strip.list)
    page.press("ArrowDown")
    page.press("End")
    assert of_the_page(page, strip.list) == []
    # The page received its own events: the press, the keys, the pointer and the wheel.
    heard = set(page.js("[...heard]"))
    assert {"pointermove", "mousemove", "pointerover", "mouseout", "pointerdown", "wheel", "focusin"} <= heard, heard
    page.close()


def test_no_event_and_no_property_gives_a_page_access_to_the_banner(strips):
    page = asked(strips, before=lambda page: page.js(LISTEN))
    banner = page.wait_banner("ada")
    left = min(button.left for button in banner.buttons) - 8
    top = min(button.top for button in banner.buttons) - 60
    act_on(strips, page, {"left": left, "top": top, "width": 300, "height": 90})
    page.press("Tab")
    assert of_the_page(page, {"left": left, "top": top, "width": 300, "height": 90}) == []
    page.close()


def test_no_event_and_no_property_gives_a_page_access_to_a_shown_password(strips):
    page = strips.open("sign-up")
    page.js(LISTEN)
    page.click("#new")
    strip = page.wait_strip("Double-Generated")
    act_on(strips, page, {**strip.list, "top": strip.list["top"] + 2})
    assert of_the_page(page, strip.list) == []
    page.close()


#: Result of window.find with every combination of its options, or the name of the error.
FIND = """((words) => { const found = new Set(); for (let bits = 0; bits < 32; bits++) { getSelection().removeAllRanges();
    try { found.add(find(words, !!(bits & 1), !!(bits & 2), true, !!(bits & 4), !!(bits & 8), false)); }
    catch (error) { found.add(error.name); } } return [...found].sort().join(); })"""


def test_the_page_cannot_find_the_text_of_the_strip_or_of_its_screen_reader_status(strips):
    page = strips.open(offers="only")
    strips.opened(page)
    page.press("ArrowDown")
    eventually("the row is announced",
        lambda: "ada" in str(page.in_overlay("(root) => root.querySelector('[role=status]').textContent")))
    # Firefox rejects every search in frames.
    none = page.js(f"{FIND}('there are no such words')")
    assert "true" in page.js(f"{FIND}('Sign in')") and "true" not in none
    for words in ("ada", "da, for login", "for login.example.test", "Latchkey", "1 of 1"):
        assert page.js(f"{FIND}('{words}')") == none, words
    page.close()


def test_the_page_cannot_find_the_text_of_the_banner(strips):
    page = asked(strips)
    none = page.js(f"{FIND}('there are no such words')")
    for words in ("ada", "Save the password", "Latchkey"):
        assert page.js(f"{FIND}('{words}')") == none, words
    page.close()


#: Draws the page's own rows in an overlay that the page loaded itself, and returns the overlay's messages.
DRAW = """new Promise((done) => {
    const frame = document.createElement('iframe'), { port1, port2 } = new MessageChannel(), heard = [];
    const text = { title: 'mine', subtitle: '', mark: '', place: '', isWarning: false, isMade: false, icon: 'list' };
    const rows = [{ text, label: 'mine', isLarge: true }];
    port1.onmessage = ({ data }) => {
        heard.push(data.type ?? data);
        if (data.type === 'layout') return done(heard);
        port1.postMessage({ type: 'drawStrip', content: { rows, note: '', isDark: false }, width: 300, turn: 1 });
    };
    frame.onload = () => frame.contentWindow.postMessage('latchkey overlay', '*', [port2]);
    frame.src = '%s/src/overlay/overlay.html';
    document.body.append(frame);
})"""


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_a_page_that_loads_the_overlay_itself_shows_only_its_own_rows_and_sends_no_request(strips, scheme):
    page = strips.open(scheme=scheme)
    page.js("void (globalThis.said = [], addEventListener('message', (event) => said.push(event.data)))")
    assert page.js(DRAW % strips.browser.base) == ["latchkey overlay", "layout"]
    assert page.js("said") == []
    assert strips.calls() == []
    page.close()


#: Turns the wheel and moves a finger over the strip from a script.
SCROLL = """(() => { const host = [...document.documentElement.children].find((each) => each.popover === 'manual');
    const at = { bubbles: true, composed: true, clientX: 150, clientY: 150, isPrimary: true, pointerId: 1 };
    host.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: 44 }));
    host.dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'touch', movementY: -44 })); })()"""


def test_a_page_cannot_scroll_the_strip_under_the_pointer(strips):
    page = strips.open(offers="many")
    page.click("#user")
    strip = page.wait_strip("user0")
    page.let_pass(STEADY)
    page.js(f"addEventListener('pointerdown', () => {SCROLL}, true)")
    page.js(SCROLL)
    page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
    assert strips.picked()["suggestion"] == "s-user0"
    page.close()
