import test from "node:test";
import assert from "node:assert/strict";
import "./mutationObserverDouble.js";

/** @typedef {(event: object) => void} Listener */

/** The listeners of the window by event type. @type {Map<string, Listener>} */
const listeners = new Map();
class Element {
    localName = "input";
    type = "text";
    getRootNode() {
        return document;
    }
}
const field = new Element();
Object.assign(globalThis, {
    Element, MouseEvent: class {}, ShadowRoot: class {}, chrome: { dom: { openOrClosedShadowRoot: () => null } }, document: { activeElement: field }, window: globalThis,
    addEventListener: (/** @type {string} */ type, /** @type {Listener} */ listen) => listeners.set(type, listen),
});
const { FocusWatch } = await import("../../../src/content/strip/focus.js");

let isOurs = false;
/** The fields that the user has focused. @type {object[]} */
const arrived = [];
new FocusWatch({ arrived: (reached) => arrived.push(reached), typed: () => {}, left: () => {}, isLoading: () => false, key: () => isOurs });

/** Whether the page receives an Enter key event. @param {string} type */
function reachesPage(type) {
    let isTaken = false;
    const take = () => isTaken = true;
    const key = { key: "Enter", code: "Enter", timeStamp: 0, isTrusted: true };
    listeners.get(type)?.({ type, ...key, preventDefault: take, stopImmediatePropagation: take });
    return !isTaken;
}

test("a key that the strip handles is the strip's until its keyup", () => {
    isOurs = true;
    assert.equal(reachesPage("keydown"), false);
    assert.equal(reachesPage("keypress"), false);
    assert.equal(reachesPage("keyup"), false);
    isOurs = false;
    for (const type of ["keydown", "keypress", "keyup"]) assert.equal(reachesPage(type), true, type);
});

test("a key released in another window is the page's at its next press", () => {
    isOurs = true;
    reachesPage("keydown");
    isOurs = false;
    for (const type of ["keydown", "keypress", "keyup"]) assert.equal(reachesPage(type), true, type);
});

test("losing the window's focus releases every key", () => {
    isOurs = true;
    reachesPage("keydown");
    listeners.get("blur")?.({ target: globalThis });
    assert.equal(reachesPage("keyup"), true);
});

test("a field that receives the focus late after the Tab key was pressed is the user's", () => {
    isOurs = false;
    // A busy machine: the key waited for half a second, and its focusin follows immediately.
    listeners.get("keydown")?.({ type: "keydown", key: "Tab", code: "Tab", timeStamp: performance.now() - 500, isTrusted: true });
    listeners.get("focusin")?.({ timeStamp: performance.now(), isTrusted: true, composedPath: () => [field] });
    assert.deepEqual(arrived, [field]);
});
