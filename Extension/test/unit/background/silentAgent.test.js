import assert from "node:assert/strict";
import test from "node:test";
import { greet, makeWorld } from "./fakeAgent.js";
import { settle } from "./doubles.js";

/** Records how a promise settles. @param {Promise<unknown>} promise */
function ending(promise) {
    /** @type {{result?: unknown, reason?: string}} */
    const ended = {};
    promise.then((result) => ended.result = result, (thrown) => ended.reason = thrown.reason);
    return ended;
}

for (const isForUser of [false, true]) {
    test(`a ${isForUser ? "user's " : ""}call to an agent that never greets fails within 5 s and works after it greets`, async () => {
        const { agent, ports, clock } = makeWorld();
        const first = ending(agent.call("suggest", {}, { isForUser }));
        await settle();
        clock.advance(4999);
        await settle();
        assert.deepEqual(first, {});
        clock.advance(1);
        await settle();
        assert.deepEqual([first.reason, agent.state.state], ["noAgent", "failed"]);
        // Later calls do not wait as long, and make no second connection.
        const second = ending(agent.call("suggest", {}, { isForUser }));
        await settle();
        if (isForUser) clock.advance(1000);
        await settle();
        assert.deepEqual([second.reason, ports.length], ["noAgent", 1]);
        // The agent is continued.
        await greet(ports, 0);
        assert.equal(agent.state.state, "connected");
        const third = ending(agent.call("suggest", {}, { isForUser }));
        await settle();
        ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { of: "third" } });
        await settle();
        assert.deepEqual(third.result, { of: "third" });
    });
}

test("gives up an unanswered greeting after 30 s and fails calls at once until the next attempt", async () => {
    const { agent, ports, clock } = makeWorld();
    /** @type {number[]} */
    const attempts = [];
    for (let second = 0; attempts.length < 4 && second < 300; second += 1) {
        void agent.call("suggest", {}).catch(() => undefined);
        await settle();
        if (ports.length > attempts.length) attempts.push(second);
        clock.advance(1000);
        await settle();
    }
    const pauses = attempts.slice(1).map((second, index) => second - (attempts[index] ?? 0));
    assert.ok(pauses.every((pause) => pause >= 30 && pause <= 61), String(attempts));
    assert.ok(ports.slice(0, -1).every((port) => port.isEnded));
    await greet(ports, 3);
    const answer = agent.call("suggest", {});
    await settle();
    ports[3]?.say({ jsonrpc: "2.0", id: ports[3].sent.at(-1).id, result: { of: "last" } });
    assert.deepEqual(await answer, { of: "last" });
});

for (const method of ["suggest", "search", "status", "quirks.site", "report"]) {
    test(`${method} to an agent that stopped after the greeting fails within 7 s`, async () => {
        const { agent, ports, clock } = makeWorld();
        const first = ending(agent.call(method, {}));
        await greet(ports, 0);
        clock.advance(7000);
        await settle();
        assert.equal(first.reason, "noAgent");
        assert.deepEqual(ports[0]?.sent.at(-1), { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 2 } });
        // Until the agent sends a message, the next call fails at once.
        const second = ending(agent.call(method, {}));
        await settle();
        assert.equal(second.reason, "noAgent");
        ports[0]?.say({ jsonrpc: "2.0", id: 2, error: { code: -32000, message: "", data: { reason: "requestCancelled", message: "" } } });
        const third = ending(agent.call(method, {}));
        await settle();
        ports[0]?.say({ jsonrpc: "2.0", id: 3, result: { of: "third" } });
        await settle();
        assert.deepEqual([third.result, ports.length], [{ of: "third" }, 1]);
    });
}

for (const method of ["fill", "list", "copy", "getPasskey", "createPasskey", "save"]) {
    test(`${method} waits for the user without a deadline`, async () => {
        const { agent, ports, clock } = makeWorld();
        const ended = ending(agent.call(method, {}, { isForUser: true }));
        await greet(ports, 0);
        clock.advance(500_000);
        await settle();
        assert.deepEqual(ended, {});
        ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { of: "the user" } });
        await settle();
        assert.deepEqual(ended.result, { of: "the user" });
    });
}

for (const [method, isForUser, time] of /** @type {const} */ ([["fill", true, 1000], ["save", false, 0]])) {
    test(`${method} to an agent known to be silent fails within ${time} ms and is not sent`, async () => {
        const { agent, ports, clock } = makeWorld();
        void agent.call("suggest", {}).catch(() => {});
        await greet(ports, 0);
        clock.advance(7000);
        await settle();
        const ended = ending(agent.call(method, {}, { isForUser }));
        await settle();
        clock.advance(time);
        await settle();
        assert.equal(ended.reason, "noAgent");
        assert.ok(!ports[0]?.sent.some((each) => each.method === method));
    });
}

test("a slow call does not mark an agent as silent that sends other messages", async () => {
    const { agent, ports, clock } = makeWorld();
    const slow = ending(agent.call("suggest", {}));
    await greet(ports, 0);
    clock.advance(6000);
    ports[0]?.say({ jsonrpc: "2.0", method: "locked", params: {} });
    clock.advance(1000);
    await settle();
    assert.equal(slow.reason, "noAgent");
    void agent.call("suggest", {});
    await settle();
    assert.equal(ports[0]?.sent.at(-1).id, 3);
});

test("cancelling a call while the agent does not greet ends it at once", async () => {
    const { agent, clock } = makeWorld();
    const control = new AbortController();
    const ended = ending(agent.call("suggest", {}, { signal: control.signal }));
    await settle();
    control.abort();
    await settle();
    assert.equal(ended.reason, "gone");
    clock.advance(5000);
    await settle();
    assert.equal(agent.state.state, "never");
});
