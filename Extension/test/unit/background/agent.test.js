import assert from "node:assert/strict";
import test from "node:test";
import { failureOfEnd } from "../../../src/background/agentConnection.js";
import { greet, makeWorld } from "./fakeAgent.js";
import { settle } from "./doubles.js";

test("sends hello first, with the current and the oldest accepted protocol version", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("suggest", { url: "https://a.test/" });
    await greet(ports, 0);
    assert.deepEqual(ports[0]?.sent, [
        {
            jsonrpc: "2.0",
            id: 1,
            method: "hello",
            params: {
                protocolVersion: 1,
                oldestProtocolVersion: 1,
                productVersion: "0.1.0",
                features: ["windows", "locks"],
                role: "client",
                client: { program: "Chromium", language: "en", showsSheets: true },
            },
        },
        { jsonrpc: "2.0", id: 2, method: "suggest", params: { url: "https://a.test/" } },
    ]);
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { suggestions: [] } });
    assert.deepEqual(await answer, { suggestions: [] });
});

test("calls share one connection and one greeting, and each receives its own response", async () => {
    const { agent, ports } = makeWorld();
    const [first, second] = [agent.call("a", {}), agent.call("b", {})];
    await greet(ports, 0);
    assert.equal(ports.length, 1);
    ports[0]?.say({ jsonrpc: "2.0", id: 3, result: { of: "b" } });
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { of: "a" } });
    assert.deepEqual(await Promise.all([first, second]), [{ of: "a" }, { of: "b" }]);
});

for (const [version, update] of /** @type {const} */ ([[0, "agent"], [2, "client"]])) {
    test(`rejects an agent that speaks protocol ${version} and names ${update} as the side to update`, async () => {
        const { agent, ports } = makeWorld();
        const answer = agent.call("suggest", {});
        await Promise.all([
            greet(ports, 0, version),
            assert.rejects(answer, { reason: "unsupportedVersion", details: { update } }),
        ]);
    });
}

test("passes on the hint of an agent that rejects our version", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("suggest", {});
    const data = { reason: "unsupportedVersion", message: "old", hint: "update", details: { update: "client" } };
    await Promise.all([
        assert.rejects(answer, { reason: "unsupportedVersion", hint: "update", details: { update: "client" } }),
        settle().then(() => ports[0]?.say({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "old", data } })),
    ]);
});

test("sends no frame to an agent without feature frames and names the agent as the side to update", async () => {
    const framed = { url: "https://a.test/", ancestorOrigins: ["https://top.test"] };
    const old = makeWorld();
    const refused = assert.rejects(old.agent.call("fill", framed), { reason: "unsupportedVersion", details: { update: "agent" } });
    await greet(old.ports, 0);
    await refused;
    // A call of a top document is sent as before.
    void old.agent.call("fill", { ...framed, ancestorOrigins: [] });
    await settle();
    assert.deepEqual(old.ports[0]?.sent.slice(1).map((each) => each.params.ancestorOrigins), [[]]);
    const { agent, ports } = makeWorld();
    void agent.call("fill", framed);
    await greet(ports, 0, 1, ["copy", "frames"]);
    assert.deepEqual(ports[0]?.sent[1].params, framed);
});

test("ignores a response to an unknown id and a second response", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("fill", {});
    await greet(ports, 0);
    ports[0]?.say({ jsonrpc: "2.0", id: 77, result: { of: "no call" } });
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { of: "first" } });
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { of: "second" } });
    assert.deepEqual(await answer, { of: "first" });
});

test("cancelling a call notifies the agent and drops its late response", async () => {
    const { agent, ports } = makeWorld();
    const control = new AbortController();
    const answer = agent.call("fill", {}, { signal: control.signal });
    await greet(ports, 0);
    const refused = assert.rejects(answer, { reason: "gone" });
    control.abort();
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { password: "late" } });
    await refused;
    assert.deepEqual(ports[0]?.sent.at(-1), { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 2 } });
});

test("sends a call again over a new connection if the first one ends before the response", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("fill", { suggestion: "s" }, { isForUser: true });
    await greet(ports, 0);
    ports[0]?.end();
    await greet(ports, 1);
    assert.deepEqual(ports[1]?.sent[1], { jsonrpc: "2.0", id: 2, method: "fill", params: { suggestion: "s" } });
    ports[1]?.say({ jsonrpc: "2.0", id: 2, result: { of: "second" } });
    assert.deepEqual(await answer, { of: "second" });
});

test("reports the number of a call each time before it is sent, and of no other call", async () => {
    const { agent, ports } = makeWorld();
    /** @type {[number, number][]} */
    const numbers = [];
    const answer = agent.call("fill", {}, { onSend: (id) => void numbers.push([id, ports.at(-1)?.sent.length ?? 0]) });
    await greet(ports, 0);
    void agent.call("other", {}).catch(() => undefined);
    await settle();
    ports[0]?.end();
    await greet(ports, 1);
    // "hello" and, on the first connection, nothing else was sent before.
    assert.deepEqual(numbers.map(([, sent]) => sent)[0], 1);
    const sent = ports.map((port) => port.sent.find(({ method }) => method === "fill").id);
    assert.deepEqual(numbers.map(([id]) => id), sent);
    ports[1]?.say({ jsonrpc: "2.0", id: sent[1], result: {} });
    await answer;
});

test("never sends a call a third time", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("suggest", {});
    const refused = assert.rejects(answer, { reason: "disconnected" });
    await greet(ports, 0);
    ports[0]?.end();
    await greet(ports, 1);
    ports[1]?.end();
    await refused;
    assert.equal(ports.length, 2);
});

test("does not repeat a call that must not be repeated after the connection ends", async () => {
    const { agent, ports } = makeWorld({ ends: "Native host has exited." });
    const lost = assert.rejects(agent.call("createPasskey", {}, { isForUser: true, isRepeatable: false }), { reason: "disconnected" });
    await greet(ports, 0);
    ports[0]?.end();
    await lost;
    assert.equal(ports.length, 1);
    const answer = agent.call("createPasskey", {}, { isForUser: true, isRepeatable: false });
    await greet(ports, 1);
    ports[1]?.say({ jsonrpc: "2.0", id: 2, result: { of: "second" } });
    assert.deepEqual(await answer, { of: "second" });
});

test("retries a user's click while the agent restarts", async () => {
    const { agent, ports, clock } = makeWorld({ ends: "Native host has exited." });
    const answer = agent.call("fill", {}, { isForUser: true });
    await settle();
    ports[0]?.end();
    await settle();
    clock.advance(100);
    await settle();
    ports[1]?.end();
    await settle();
    clock.advance(500);
    await greet(ports, 2);
    ports[2]?.say({ jsonrpc: "2.0", id: 2, result: { of: "third" } });
    assert.deepEqual(await answer, { of: "third" });
});

test("waits longer after each failed connection before a call without a user connects again", async () => {
    const { agent, ports, clock } = makeWorld({ ends: "Native host has exited." });
    const fail = async () => {
        const answer = assert.rejects(agent.call("suggest", {}), { reason: "disconnected" });
        await settle();
        if (!ports.at(-1)?.isEnded) ports.at(-1)?.end();
        await answer;
    };
    await fail();
    await fail();
    assert.equal(ports.length, 1);
    clock.advance(250);
    await fail();
    clock.advance(250);
    await fail();
    assert.equal(ports.length, 2);
    clock.advance(250);
    await fail();
    assert.equal(ports.length, 3);
});

test("the native host's final error ends open calls with its hint", async () => {
    const { agent, ports } = makeWorld({ ends: "Native host has exited." });
    const data = { reason: "internalError", message: "no agent", hint: "run \"latchkey doctor\"", details: { nativeHost: "agentNotReached" } };
    const answer = assert.rejects(agent.call("suggest", {}), { reason: "noAgent", hint: "run \"latchkey doctor\"" });
    await settle();
    ports[0]?.say({ jsonrpc: "2.0", id: null, error: { code: -32603, message: "no agent", data } });
    ports[0]?.end();
    await answer;
    assert.equal(agent.state.failure?.reason, "noAgent");
});

for (const [words, reason, hint] of [
    ["Specified native messaging host not found.", "noHost", 'run "latchkey browser install"'],
    ["No such native application org.latchkey.host", "noHost", 'run "latchkey browser install"'],
    ["Failed to start native messaging host.", "noHost", 'run "latchkey browser install"'],
    ["Access to the specified native messaging host is forbidden.", "hostRefused", 'run "latchkey browser install"'],
    ["Native host has exited.", "disconnected", 'run "latchkey browser status" to see why'],
    ["", "disconnected", 'run "latchkey browser status" to see why'],
]) {
    test(`a port that ends with "${words}" fails with ${reason}`, () => {
        const failure = failureOfEnd(words ?? "", false);
        assert.deepEqual([failure.reason, failure.hint], [reason, hint]);
    });
}

test("ignores messages that are not JSON-RPC and rejects calls from the agent", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("suggest", {});
    await greet(ports, 0);
    for (const message of [null, 7, "text", [], {}, { id: 2 }, { id: "2", result: {} }]) {
        if (typeof message === "object" && message !== null && "id" in message && message.id === 2) continue;
        ports[0]?.say(message);
    }
    ports[0]?.say({ jsonrpc: "2.0", id: 9, method: "provider.perform", params: {} });
    assert.equal(ports[0]?.sent.at(-1).error.code, -32601);
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: { of: "us" } });
    assert.deepEqual(await answer, { of: "us" });
});

test("does not send a message that exceeds the agent's size limit", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("save", { password: "x".repeat(1_048_576) });
    const refused = assert.rejects(answer, { reason: "invalidParameters" });
    await greet(ports, 0);
    await refused;
    assert.equal(ports[0]?.sent.length, 1);
});

test("closes an idle connection and opens another one for the next call", async () => {
    const { agent, ports, clock } = makeWorld();
    const answer = agent.call("suggest", {});
    await greet(ports, 0);
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: {} });
    await answer;
    await settle();
    clock.advance(10 * 60_000);
    await settle();
    assert.equal(ports[0]?.isEnded, true);
    const next = agent.call("suggest", {});
    await greet(ports, 1);
    ports[1]?.say({ jsonrpc: "2.0", id: 2, result: {} });
    await next;
});

test("an error of a call contains no parameters of the call", async () => {
    const { agent, ports } = makeWorld();
    const answer = agent.call("save", { password: "planted-secret" });
    await greet(ports, 0);
    ports[0]?.say({ jsonrpc: "2.0", id: 2, result: "not an object" });
    await answer.catch((/** @type {Error} */ failure) => {
        assert.ok(!`${failure.stack} ${JSON.stringify(failure)}`.includes("planted-secret"));
    });
    await assert.rejects(answer, { reason: "invalidParameters" });
});

test("a prepared connection sends only the greeting and is used by the next call", async () => {
    const { agent, ports } = makeWorld();
    void agent.prepare();
    void agent.prepare();
    await greet(ports, 0);
    assert.deepEqual(ports.map(({ sent }) => sent.map(({ method }) => method)), [["hello"]]);
    void agent.call("suggest", { url: "https://a.test/" });
    await settle();
    assert.deepEqual(ports.map(({ sent }) => sent.map(({ method }) => method)), [["hello", "suggest"]]);
});
