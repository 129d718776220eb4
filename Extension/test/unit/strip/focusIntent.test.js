import test from "node:test";
import assert from "node:assert/strict";

import { Intent } from "../../../src/content/strip/focusIntent.js";

test("a focus without a preceding event is not the user's", () => {
    assert.equal(new Intent().focus("user", 100), false);
});

test("a press on the field causes the focus and a press elsewhere does not", () => {
    const intent = new Intent();
    intent.press("user");
    assert.equal(intent.focus("user", 5), true);
    intent.press(null);
    assert.equal(intent.focus("user", 10), false);
    intent.press("search");
    assert.equal(intent.focus("user", 15), false);
});

test("a finished press causes no later focus", () => {
    const intent = new Intent();
    intent.press("user");
    intent.release();
    assert.equal(intent.focus("user", 5), false);
});

test("the tab key causes one focus soon after it", () => {
    const intent = new Intent();
    intent.key("Tab", 1000);
    assert.equal(intent.focus("user", 1004), true);
    assert.equal(intent.focus("password", 1006), false);
    intent.key("Tab", 2000);
    assert.equal(intent.focus("user", 2200), false);
});

test("no other key causes the focus", () => {
    const intent = new Intent();
    for (const key of ["a", "Enter", "ArrowDown", " "]) {
        intent.key(key, 1000);
        assert.equal(intent.focus("user", 1001), false, key);
    }
});
