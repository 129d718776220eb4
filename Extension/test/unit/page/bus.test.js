import assert from "node:assert/strict";
import test from "node:test";

import { load } from "./loadParts.js";

/** @import { Intrinsics, Outcome } from "../../../src/page/pageParts.js" */

/** The other end of a bus and the messages that it received. */
function makeBus({ isThere = true, takes = true } = {}) {
    /** @type {string[]} */
    const said = [];
    /** @type {((event: Event) => void)[]} */
    const listeners = [];
    const events = /** @type {Intrinsics["events"]} */ (/** @type {unknown} */ ({
        target: () => ({}),
        offer: () => isThere,
        listen: (
            /** @type {object} */ target,
            /** @type {string} */ type,
            /** @type {(event: Event) => void} */ listener,
        ) => {
            if (type === "answer") listeners.push(listener);
        },
        ask: (/** @type {object} */ _, /** @type {string} */ detail) => {
            said.push(detail);
            return takes;
        },
        detail: (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail,
    }));
    const { bus } = load(["bus"], { events });
    const answer = (/** @type {unknown} */ detail) => {
        for (const listener of listeners) listener(new CustomEvent("answer", { detail }));
    };
    return { bus, said, answer };
}

/** @returns {import("../../../src/page/bridge.js").CapabilitiesQuestion} */
const question = () => ({ id: 0, method: "capabilities" });

test("each question has its own id and receives its answer once", () => {
    const { bus, said, answer } = makeBus();
    /** @type {unknown[]} */
    const heard = [];
    assert.equal(bus.ask(question(), (outcome) => heard.push(["first", { ...outcome }])), true);
    assert.equal(bus.ask(question(), (outcome) => heard.push(["second", { ...outcome }])), true);
    assert.deepEqual(said.map((text) => JSON.parse(text).id), [1, 2]);
    answer('{"id":2,"result":{"a":1}}');
    answer('{"id":2,"decline":true}');
    answer('{"id":1,"error":{"name":"X"}}');
    assert.deepEqual(heard, [["second", { result: { a: 1 } }], ["first", { error: { name: "X" } }]]);
});

test("ignores invalid answers and still accepts the right one", () => {
    const { bus, answer } = makeBus();
    /** @type {Outcome[]} */
    const heard = [];
    bus.ask(question(), (outcome) => heard.push(outcome));
    for (
        const each of [
            "",
            "{",
            "null",
            "[]",
            "5",
            '{"id":"1","result":1}',
            '{"id":7,"result":1}',
            '{"result":1}',
            5,
            null,
            '{"__proto__":{"id":1},"result":1}',
            '{"id":"__proto__"}',
        ]
    ) {
        answer(each);
    }
    assert.deepEqual(heard, []);
    answer('{"id":1,"decline":true}');
    assert.equal(heard.length, 1);
});

test("asks nothing if the content script is missing or rejects the question", () => {
    const absent = makeBus({ isThere: false });
    assert.deepEqual([absent.bus.isMet(), absent.bus.ask(question(), () => assert.fail()), absent.said], [
        false,
        false,
        [],
    ]);
    const rejecting = makeBus({ takes: false });
    assert.equal(rejecting.bus.ask(question(), () => assert.fail()), false);
    rejecting.answer('{"id":1,"result":1}');
});

test("does not ask a question that is too long", () => {
    const { bus, said } = makeBus();
    const long = { ...question(), options: "x".repeat(300_000) };
    assert.equal(bus.ask(long, () => assert.fail()), false);
    assert.deepEqual(said, []);
});

test("aborting a question drops its answer and notifies the content script", () => {
    const { bus, said, answer } = makeBus();
    bus.ask(question(), () => assert.fail());
    bus.abort(1);
    answer('{"id":1,"result":1}');
    assert.deepEqual(said.map((text) => JSON.parse(text)), [{ id: 1, method: "capabilities" }, {
        id: 1,
        method: "abort",
    }]);
});
