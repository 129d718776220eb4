import test from "node:test";
import assert from "node:assert/strict";

import { chosenAfter, keyAct } from "../../../src/content/strip/stripKeys.js";

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isComposing: false };
/** @param {string} key @param {object} [more] */
const stroke = (key, more = {}) => ({ ...none, key, ...more });
const open = { isOpen: true, chosen: -1, count: 3, isPagesOwn: false };
const closed = { ...open, isOpen: false };

test("Enter picks a row only after an arrow key selected one", () => {
    assert.equal(keyAct(stroke("Enter"), open), "pass");
    assert.equal(keyAct(stroke("Enter"), closed), "pass");
    assert.equal(keyAct(stroke("Enter"), { ...open, chosen: 0 }), "take");
});

test("without a selected row only the arrow down and Escape belong to the strip", () => {
    for (const key of ["ArrowUp", "Home", "End", "Enter", "Tab", "a", " ", "PageDown", "Backspace", "F5"]) {
        assert.equal(keyAct(stroke(key), open), "pass", key);
    }
    assert.equal(keyAct(stroke("ArrowDown"), open), "next");
    assert.equal(keyAct(stroke("Escape"), open), "close");
});

test("Escape belongs to the page if the strip is closed", () => {
    assert.equal(keyAct(stroke("Escape"), closed), "pass");
});

test("a key with a modifier or from an input method belongs to the page", () => {
    for (const name of ["altKey", "ctrlKey", "metaKey", "shiftKey", "isComposing"]) {
        const more = { [name]: true };
        assert.equal(keyAct(stroke("ArrowDown", more), open), "pass", JSON.stringify(more));
        assert.equal(keyAct(stroke("Enter", more), { ...open, chosen: 1 }), "pass", JSON.stringify(more));
    }
});

test("the arrow down belongs to the page if it has its own list", () => {
    assert.equal(keyAct(stroke("ArrowDown"), { ...open, isPagesOwn: true }), "pass");
    assert.equal(keyAct(stroke("ArrowDown"), { ...closed, isPagesOwn: true }), "pass");
    assert.equal(keyAct(stroke("ArrowDown"), closed), "open");
});

test("a note without rows handles no arrow key", () => {
    assert.equal(keyAct(stroke("ArrowDown"), { ...open, count: 0 }), "pass");
});

test("the arrow up leaves the rows at the first one and the selection stops at both ends", () => {
    assert.equal(keyAct(stroke("ArrowUp"), { ...open, chosen: 0 }), "none");
    assert.deepEqual(["next", "previous", "first", "last", "none"].map((act) =>
        chosenAfter(/** @type {never} */ (act), 2, 3)), [2, 1, 0, 2, -1]);
    assert.equal(chosenAfter("next", -1, 3), 0);
    assert.equal(chosenAfter("previous", 0, 3), 0);
});
