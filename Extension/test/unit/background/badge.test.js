import assert from "node:assert/strict";
import test from "node:test";
import { Badge } from "../../../src/background/badge.js";
import { Failure } from "../../../src/messages/failure.js";

/** What the button shows after these attempts at a connection. @param {import("../../../src/background/agent.js").AgentState[]} states */
function shown(...states) {
    /** @type {string[][]} */
    const all = [];
    const badge = new Badge({ show: (...each) => void all.push(each), message: (key) => key });
    for (const each of states) badge.take(each);
    return all.at(-1);
}

for (const reason of ["noHost", "hostRefused", "noAgent", "unsupportedVersion"]) {
    test(`the button says that something is missing: ${reason}`, () => {
        assert.deepEqual(shown({ state: "failed", failure: new Failure(reason, "") }), ["!", "action_not_connected"]);
    });
}

test("what passes by itself is not told, and a connection takes the sign away", () => {
    assert.equal(shown({ state: "failed", failure: new Failure("disconnected", "") }), undefined);
    const missing = /** @type {const} */ ({ state: "failed", failure: new Failure("noHost", "") });
    assert.deepEqual(shown(missing, { state: "connected", productVersion: "1" }), ["", "action_title"]);
});
