import test from "node:test";
import assert from "node:assert/strict";
import { Arrival } from "../../../src/sheet/earlyInput.js";

test("a sheet is early until it has been visible for half a second", () => {
    const arrival = new Arrival();
    assert.equal(arrival.isEarly(10_000), true);
    arrival.begin(1_000);
    assert.equal(arrival.isEarly(1_499), true);
    assert.equal(arrival.isEarly(1_500), false);
});

test("a sheet that was hidden is early again", () => {
    const arrival = new Arrival();
    arrival.begin(1_000);
    arrival.end();
    assert.equal(arrival.isEarly(9_000), true);
    arrival.begin(9_000);
    assert.equal(arrival.isEarly(9_400), true);
});
