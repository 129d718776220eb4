// The ports of a fake agent and its greeting, for the tests of the agent's client.

import assert from "node:assert/strict";
import { Agent } from "../../../src/background/agent.js";
import { makeClock, makePort, settle } from "./doubles.js";

/** A client of a fake agent with its ports and clock. `ends` is the browser's message when a port ends. */
export function makeWorld({ ends = "" } = {}) {
    const clock = makeClock();
    /** @type {import("./doubles.js").FakePort[]} */
    const ports = [];
    const agent = new Agent({
        connect: () => {
            const made = makePort();
            ports.push(made);
            return made.port;
        },
        endOf: () => ends,
        describe: async () => ({ program: "Chromium", language: "en", productVersion: "0.1.0" }),
        now: clock.now,
        after: clock.after,
    });
    return { agent, ports, clock };
}

/**
 * @param {import("./doubles.js").FakePort[]} ports
 * @param {number} index
 * @param {number} [version]
 * @param {string[]} [features]
 */
export async function greet(ports, index, version = 1, features = []) {
    await settle();
    const port = ports[index];
    assert.ok(port);
    const hello = port.sent[0];
    assert.equal(hello.method, "hello");
    port.say({ jsonrpc: "2.0", id: hello.id, result: { protocolVersion: version, productVersion: "0.1.0", features } });
    await settle();
}
