import assert from "node:assert/strict";
import test from "node:test";
import { Badge } from "../../../src/background/badge.js";
import { Failure } from "../../../src/messages/failure.js";

/** The badge after these connection states. @param {import("../../../src/background/agent.js").AgentState[]} states */
function shown(...states) {
    /** @type {string[][]} */
    const all = [];
    const badge = new Badge({ show: (...each) => void all.push(each), message: (key) => key });
    for (const each of states) badge.take(each);
    return all.at(-1);
}

for (const reason of ["noHost", "hostRefused", "noAgent", "unsupportedVersion"]) {
    test(`the toolbar button shows a warning for ${reason}`, () => {
        assert.deepEqual(shown({ state: "failed", failure: new Failure(reason, "") }), ["!", "action_not_connected"]);
    });
}

test("the toolbar button shows no warning for a temporary failure and clears it after a connection", () => {
    assert.equal(shown({ state: "failed", failure: new Failure("disconnected", "") }), undefined);
    const missing = /** @type {const} */ ({ state: "failed", failure: new Failure("noHost", "") });
    assert.deepEqual(shown(missing, { state: "connected", productVersion: "1" }), ["", "action_title"]);
});
