import test from "node:test";
import assert from "node:assert/strict";
import { SecretTyping } from "../../../src/sheet/secretTyping.js";
import { makeClock } from "../background/doubles.js";

function makeTyping() {
    const clock = makeClock();
    /** @type {boolean[]} */
    const told = [];
    return { clock, told, typing: new SecretTyping((isOn) => void told.push(isOn), clock.after) };
}

test("reports typing of a secret from the first letter until two seconds after the last", () => {
    const { clock, told, typing } = makeTyping();
    typing.typed(true);
    clock.advance(1_900);
    typing.typed(true);
    clock.advance(1_900);
    assert.deepEqual([typing.isOn, told], [true, [true]]);
    clock.advance(100);
    assert.deepEqual([typing.isOn, told], [false, [true, false]]);
});

test("reports the end of typing once when the field is cleared or sent", () => {
    const { clock, told, typing } = makeTyping();
    typing.typed(false);
    typing.end();
    assert.deepEqual(told, []);
    typing.typed(true);
    typing.typed(false);
    clock.advance(5_000);
    assert.deepEqual(told, [true, false]);
});
