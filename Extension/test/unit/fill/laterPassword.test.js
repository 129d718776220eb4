import assert from "node:assert/strict";
import test from "node:test";
import "../strip/mutationObserverDouble.js";

Object.assign(globalThis, { document: { documentElement: null } });
const { longestWait, stillFor, Waiting } = await import("../../../src/content/fill/laterPassword.js");

const shown = { isVisible: true, place: "0 0 200 30" }, hidden = { isVisible: false, place: "0 0 0 0" };

test("a password is filled after its step was visible and still for half a second", () => {
    const waiting = new Waiting(0);
    assert.equal(waiting.see(100, hidden), "wait");
    waiting.act();
    assert.deepEqual([200, 300, 200 + stillFor - 1].map((now) => waiting.see(now, shown)), ["wait", "wait", "wait"]);
    assert.equal(waiting.see(200 + stillFor, shown), "fill");
    assert.equal(waiting.see(5000, shown), "stop");
});

test("a step that appears before the user has acted is never filled", () => {
    const waiting = new Waiting(0);
    assert.equal(waiting.see(100, shown), "stop");
    waiting.act();
    assert.equal(waiting.see(2000, shown), "stop");
});

test("a field that moves or is covered meanwhile begins to wait again", () => {
    for (const change of [hidden, { ...shown, place: "0 9 200 30" }]) {
        const waiting = new Waiting(0);
        waiting.act();
        assert.equal(waiting.see(100, shown), "wait");
        assert.equal(waiting.see(400, change), "wait");
        assert.equal(waiting.see(500, shown), "wait");
        assert.equal(waiting.see(500 + stillFor - 1, shown), "wait");
        assert.equal(waiting.see(500 + stillFor, shown), "fill");
    }
});

test("a password does not wait for longer than a minute", () => {
    const waiting = new Waiting(0);
    waiting.act();
    assert.equal(waiting.see(longestWait + 1, shown), "stop");
});
