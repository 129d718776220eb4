import assert from "node:assert/strict";
import test from "node:test";
import { endSession, sessionOf } from "../../../src/content/fill/formSession.js";

test("a form has a session of its own until it is submitted, also on a page over plain HTTP", () => {
    const made = crypto.randomUUID;
    // As in a document that is no secure context.
    Reflect.set(crypto, "randomUUID", undefined);
    try {
        const [one, other] = [{}, {}].map((form) => /** @type {Element} */ (form));
        assert.ok(one !== undefined && other !== undefined);
        const { id } = sessionOf(one);
        assert.match(id, /^[0-9a-f]{32}$/);
        assert.equal(sessionOf(one).id, id);
        assert.notEqual(sessionOf(other).id, id);
        endSession(one);
        assert.notEqual(sessionOf(one).id, id);
    } finally {
        Reflect.set(crypto, "randomUUID", made);
    }
});
