import test from "node:test";
import assert from "node:assert/strict";

import { BackgroundCalls, parseAnswer } from "../../../src/content/backgroundCalls.js";

/** A port whose other end is the test. */
class FakePort {
    name = "document";
    /** @type {Record<string, unknown>[]} */
    sent = [];
    /** @type {((message: unknown) => void)[]} */
    listeners = [];
    /** @type {(() => void)[]} */
    end = [];
    onMessage = { addListener: (/** @type {never} */ listener) => void this.listeners.push(listener) };
    onDisconnect = { addListener: (/** @type {never} */ listener) => void this.end.push(listener) };
    /** @param {Record<string, unknown>} message */
    postMessage(message) {
        this.sent.push(message);
    }
    disconnect() {}
    /** @param {unknown} message */
    answer(message) {
        for (const listener of this.listeners) listener(message);
    }
    drop() {
        for (const listener of this.end) listener();
    }
}

function world() {
    /** @type {FakePort[]} */
    const ports = [];
    const clock = { now: 0 };
    const calls = new BackgroundCalls(() => {
        const port = new FakePort();
        ports.push(port);
        return /** @type {never} */ (port);
    }, () => clock.now);
    return { ports, clock, calls };
}

test("a response goes to the call with its number", async () => {
    const { ports, calls } = world();
    const one = calls.call("unlock", { provider: "a" }), two = calls.call("unlock", { provider: "b" });
    ports[0]?.answer({ id: 2, result: { filled: "two" } });
    ports[0]?.answer({ id: 1, result: { filled: "one" } });
    assert.deepEqual(await Promise.all([one, two]), [{ filled: "one" }, { filled: "two" }]);
    assert.equal(ports.length, 1);
});

test("an error response rejects with its reason", async () => {
    const { ports, calls } = world();
    const call = calls.call("unlock", { provider: "a" });
    ports[0]?.answer({ id: 1, error: { reason: "noHost", message: "not there", hint: "install it" } });
    await assert.rejects(call, { reason: "noHost", message: "not there", hint: "install it" });
});

test("a call is repeated over a new port after the worker stopped", async () => {
    const { ports, calls } = world();
    const call = calls.call("fill", { suggestion: "s", mustConfirm: true });
    ports[0]?.drop();
    assert.deepEqual(ports[1]?.sent, [{ id: 1, method: "fill", params: { suggestion: "s", mustConfirm: true } }]);
    ports[1]?.answer({ id: 1, result: "filled" });
    assert.equal(await call, "filled");
});

test("a call that creates a passkey is not repeated", async () => {
    const { ports, calls } = world();
    const call = calls.call("createPasskey", /** @type {never} */ ({}));
    ports[0]?.drop();
    await assert.rejects(call, { reason: "disconnected" });
    assert.equal(ports.length, 1);
});

test("a call that was open for long is not repeated, and no call is repeated twice", async () => {
    const { ports, clock, calls } = world();
    const old = calls.call("unlock", { provider: "a" });
    clock.now = 4000;
    const fresh = calls.call("unlock", { provider: "b" });
    ports[0]?.drop();
    await assert.rejects(old, { reason: "disconnected" });
    ports[1]?.drop();
    await assert.rejects(fresh, { reason: "disconnected" });
});

test("closing a document rejects its open calls", async () => {
    const { ports, calls } = world();
    const call = calls.call("unlock", { provider: "a" });
    calls.close();
    await assert.rejects(call, { reason: "gone" });
    ports[0]?.drop();
    assert.equal(ports.length, 1);
});

test("an invalid response parses to null", () => {
    for (const message of [null, 1, "x", {}, { id: "1" }, { result: 1 }]) assert.equal(parseAnswer(message), null);
    assert.deepEqual(parseAnswer({ id: 1, error: { reason: 5, details: null } }), { id: 1, error: { reason: "failed",
        message: "" } });
});
