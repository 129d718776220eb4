import test from "node:test";
import assert from "node:assert/strict";

import { EarlyKeys } from "../../../src/content/strip/earlyKeys.js";
import { longestHold } from "../../../src/content/strip/guard.js";

/** @param {string} key @param {object} [more] */
const stroke = (key, more = {}) =>
    ({ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isComposing: false, repeat: false, key, ...more });
const usual = { isPagesOwn: false, keepsEnter: true, now: 0 };

test("the arrow is counted and stays the page's, and the Enter after it is kept", () => {
    const ahead = new EarlyKeys();
    assert.deepEqual(["ArrowDown", "ArrowDown", "Enter"].map((key) => ahead.key(stroke(key), usual)), [false, false, true]);
    assert.deepEqual(ahead.result(5, 300), { chosen: 1, isTaken: true });
    assert.deepEqual(ahead.result(1, 300), { chosen: 0, isTaken: true });
    assert.equal(ahead.result(0, 300).chosen, -1);
});

test("an Enter is forgotten once it is older than one may be kept, and the row stays chosen", () => {
    const ahead = new EarlyKeys();
    ahead.key(stroke("ArrowDown"), usual);
    ahead.key(stroke("Enter"), { ...usual, now: 100 });
    // Pressed again in vain: it is the first that counts.
    ahead.key(stroke("Enter"), { ...usual, now: 9000 });
    assert.deepEqual(ahead.result(5, 100 + longestHold), { chosen: 0, isTaken: true });
    assert.deepEqual(ahead.result(5, 101 + longestHold), { chosen: 0, isTaken: false });
});

test("once the page has a list of its own open, keys are its own, and what was counted is forgotten", () => {
    const ahead = new EarlyKeys();
    ahead.key(stroke("ArrowDown"), usual);
    assert.equal(ahead.key(stroke("Enter"), { ...usual, isPagesOwn: true }), false);
    assert.deepEqual(ahead.result(5, 0), { chosen: -1, isTaken: false });
});

test("an Enter that is held down, or came where a script may have led, is not kept", () => {
    for (const [more, how] of [[{ repeat: true }, usual], [{}, { ...usual, keepsEnter: false }]]) {
        const ahead = new EarlyKeys();
        ahead.key(stroke("ArrowDown"), usual);
        assert.equal(ahead.key(stroke("Enter", more), /** @type {typeof usual} */ (how)), true);
        assert.deepEqual(ahead.result(5, 0), { chosen: 0, isTaken: false });
    }
});

test("any other key takes back what was chosen ahead", () => {
    for (const key of ["Escape", "a", "Tab"]) {
        const ahead = new EarlyKeys();
        ahead.key(stroke("ArrowDown"), usual);
        ahead.key(stroke("Enter"), usual);
        assert.equal(ahead.key(stroke(key), usual), false);
        assert.deepEqual(ahead.result(5, 0), { chosen: -1, isTaken: false });
    }
});

test("an arrow key after Enter cancels the Enter and moves the choice", () => {
    const ahead = new EarlyKeys();
    for (const key of ["ArrowDown", "Enter", "ArrowDown"]) ahead.key(stroke(key), usual);
    assert.deepEqual(ahead.result(5, 0), { chosen: 1, isTaken: false });
});
