import test from "node:test";
import assert from "node:assert/strict";

import { EarlyKeys } from "../../../src/content/strip/earlyKeys.js";
import { longestHold } from "../../../src/content/strip/guard.js";

/** @param {string} key @param {object} [more] */
const stroke = (key, more = {}) =>
    ({ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isComposing: false, repeat: false, key, ...more });
const usual = { isPagesOwn: false, keepsEnter: true, now: 0 };

test("counts an early arrow key without handling it and keeps the Enter after it", () => {
    const ahead = new EarlyKeys();
    assert.deepEqual(["ArrowDown", "ArrowDown", "Enter"].map((key) => ahead.key(stroke(key), usual)), [false, false, true]);
    assert.deepEqual(ahead.result(5, 300), { chosen: 1, isTaken: true });
    assert.deepEqual(ahead.result(1, 300), { chosen: 0, isTaken: true });
    assert.equal(ahead.result(0, 300).chosen, -1);
});

test("drops an early Enter after its time limit and keeps the selected row", () => {
    const ahead = new EarlyKeys();
    ahead.key(stroke("ArrowDown"), usual);
    ahead.key(stroke("Enter"), { ...usual, now: 100 });
    // A second Enter does not extend the limit of the first.
    ahead.key(stroke("Enter"), { ...usual, now: 9000 });
    assert.deepEqual(ahead.result(5, 100 + longestHold), { chosen: 0, isTaken: true });
    assert.deepEqual(ahead.result(5, 101 + longestHold), { chosen: 0, isTaken: false });
});

test("drops early keys once the page opens its own list", () => {
    const ahead = new EarlyKeys();
    ahead.key(stroke("ArrowDown"), usual);
    assert.equal(ahead.key(stroke("Enter"), { ...usual, isPagesOwn: true }), false);
    assert.deepEqual(ahead.result(5, 0), { chosen: -1, isTaken: false });
});

test("does not keep a repeated Enter or one after a script moved the focus", () => {
    for (const [more, how] of [[{ repeat: true }, usual], [{}, { ...usual, keepsEnter: false }]]) {
        const ahead = new EarlyKeys();
        ahead.key(stroke("ArrowDown"), usual);
        assert.equal(ahead.key(stroke("Enter", more), /** @type {typeof usual} */ (how)), true);
        assert.deepEqual(ahead.result(5, 0), { chosen: 0, isTaken: false });
    }
});

test("any other key cancels the early selection", () => {
    for (const key of ["Escape", "a", "Tab"]) {
        const ahead = new EarlyKeys();
        ahead.key(stroke("ArrowDown"), usual);
        ahead.key(stroke("Enter"), usual);
        assert.equal(ahead.key(stroke(key), usual), false);
        assert.deepEqual(ahead.result(5, 0), { chosen: -1, isTaken: false });
    }
});

test("an arrow key after Enter cancels the Enter and moves the selection", () => {
    const ahead = new EarlyKeys();
    for (const key of ["ArrowDown", "Enter", "ArrowDown"]) ahead.key(stroke(key), usual);
    assert.deepEqual(ahead.result(5, 0), { chosen: 1, isTaken: false });
});
