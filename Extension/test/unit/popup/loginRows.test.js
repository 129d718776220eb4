import assert from "node:assert/strict";
import test from "node:test";
import { loginRows, matching, runs } from "../../../src/popup/loginRows.js";

/** @param {Partial<import("../../../src/messages.js").Suggestion>} more */
function suggestion(more) {
    return {
        id: "1", kind: /** @type {const} */ ("password"), user: "ada", service: "a.test", grade: /** @type {const} */ ("exact"),
        provider: "p", providerName: "Vault", rank: 0, isPreselectable: true, ...more,
    };
}

test("a password and a code of one account are one row and a passkey is none", () => {
    const rows = loginRows([
        suggestion({ id: "k", kind: "passkey" }), suggestion({ id: "p" }), suggestion({ id: "g", user: "grace" }), suggestion({ id: "c", kind: "code" }),
    ]);
    assert.deepEqual(rows.map(({ user, password, code }) => [user, password, code]), [["ada", "p", "c"], ["grace", "g", undefined]]);
});

test("two passwords with the same name, two hosts and two providers are separate rows", () => {
    const rows = loginRows([
        suggestion({ id: "1" }), suggestion({ id: "2" }), suggestion({ id: "3", service: "b.test" }), suggestion({ id: "4", provider: "q" }),
    ]);
    assert.deepEqual(rows.map(({ password }) => password), ["1", "2", "3", "4"]);
});

test("of two logins with one name each keeps its own code and detail", () => {
    const rows = loginRows([
        suggestion({ id: "p1", record: "a", detail: "Work" }), suggestion({ id: "p2", record: "b", detail: "Home" }),
        suggestion({ id: "c2", record: "b", kind: "code" }), suggestion({ id: "p3", user: "grace", record: "c" }),
        suggestion({ id: "c3", user: "grace", record: "d", kind: "code" }),
    ]);
    assert.deepEqual(rows.map(({ password, code, detail }) => [password, code, detail]), [
        ["p1", undefined, "Work"], ["p2", "c2", "Home"], ["p3", "c3", undefined],
    ]);
});

test("a search matches every word in user, host and provider", () => {
    const rows = loginRows([suggestion({ id: "1" }), suggestion({ id: "2", user: "Grace" })]);
    assert.deepEqual(matching(rows, "GRA vault").map(({ user }) => user), ["Grace"]);
    assert.equal(matching(rows, "  ").length, 2);
    assert.equal(matching(rows, "ada b.test").length, 0);
    assert.equal(matching([suggestion({ kind: "passkey", displayName: "Ada Lovelace" })], "love").length, 1);
});

test("a password is split into letters, digits and signs", () => {
    assert.deepEqual(runs("aé0-1"), [
        { kind: "letters", text: "aé" }, { kind: "digits", text: "0" }, { kind: "signs", text: "-" }, { kind: "digits", text: "1" },
    ]);
});
