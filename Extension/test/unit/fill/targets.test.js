import test from "node:test";
import assert from "node:assert/strict";
import { currentFields, targetsOf } from "../../../src/content/fill/targets.js";

/** Fields of a form, from words such as "user:username" and "again:newPassword:pass". */
const fieldsOf = (/** @type {string[]} */ ...words) => {
    /** @type {any[]} */
    const fields = [];
    for (const word of words) {
        const [id = "", kind = "", more = ""] = word.split(":");
        const type = more === "shown" || !kind.includes("assword") ? "text" : "password";
        const confirms = fields.find((field) => field.element.id === more)?.element ?? null;
        fields.push({ element: { id, name: "", type, isConnected: true }, kind, confirms, segment: null });
    }
    return fields;
};

/** @type {[string, string[], string | null, string[]][]} */
const logins = [
    ["a login", ["user:username", "pass:currentPassword"], null, ["user", "pass"]],
    ["a first step", ["mail:email"], "mail", ["mail"]],
    ["a second step", ["pass:currentPassword"], "pass", ["pass"]],
    ["a user name beside an e-mail address", ["mail:email", "user:username", "pass:currentPassword"], null, ["user", "pass"]],
    ["the field that the person is in", ["mail:email", "user:username", "pass:currentPassword"], "mail", ["mail", "pass"]],
    ["the user name right before the password", ["a:username", "b:username", "pass:currentPassword"], null, ["b", "pass"]],
    ["a user name that comes after", ["pass:currentPassword", "user:username"], null, ["user", "pass"]],
    ["a sign-up", ["user:username", "new:newPassword", "again:newPassword:new"], null, ["user"]],
    ["an e-mail address twice", ["mail:email", "repeat:email:mail"], "repeat", ["mail"]],
    ["two passwords", ["one:currentPassword", "two:currentPassword"], "two", ["two"]],
    ["a password beside one that is shown", ["look:currentPassword:shown", "pass:currentPassword"], "look", ["pass"]],
    ["a password that is shown", ["user:username", "look:currentPassword:shown"], null, ["user", "look"]],
    ["a code", ["code:oneTimeCode"], "code", []],
];

for (const [name, words, focused, targets] of logins) {
    test(`fills of ${name}: ${targets.join(" and ") || "nothing"}`, () => {
        const fields = fieldsOf(...words);
        const at = fields.find((field) => field.element.id === focused)?.element ?? null;
        assert.deepEqual(targetsOf(fields, "password", at).map((field) => field.element.id), targets);
    });
}

test("a code goes into all boxes of the code that the person is in, in order", () => {
    const fields = fieldsOf("b:oneTimeCode", "a:oneTimeCode", "other:oneTimeCode");
    const elements = [fields[1].element, fields[0].element];
    fields[0].segment = { index: 1, count: 2, elements };
    fields[1].segment = { index: 0, count: 2, elements };
    assert.deepEqual(targetsOf(fields, "code", fields[0].element).map((field) => field.element.id), ["a", "b"]);
    assert.deepEqual(targetsOf(fields, "code", fields[2].element).map((field) => field.element.id), ["other"]);
});

test("a field of another kind than when it was picked is lost", () => {
    const chosen = fieldsOf("user:username", "pass:currentPassword");
    const fresh = chosen.map((field) => ({ ...field, kind: field.kind === "username" ? "username" : "newPassword" }));
    const { fields, lost } = currentFields(/** @type {any} */ ({ fields: chosen }), /** @type {any} */ ({ fields: fresh }));
    assert.deepEqual(fields.map((field) => field.element.id), ["user"]);
    assert.deepEqual(lost.map(({ element, reason }) => [element.id, reason]), [["pass", "changed"]]);
});

test("a field drawn anew is the same only when kind, type, name and id are", () => {
    for (const [change, count] of /** @type {[object, number][]} */ ([[{}, 1], [{ id: "x" }, 0], [{ type: "text" }, 0]])) {
        const chosen = fieldsOf("pass:currentPassword");
        const [old] = chosen;
        const fresh = { fields: [{ ...old, element: { ...old.element, ...change } }] };
        old.element.isConnected = false;
        assert.equal(currentFields(/** @type {any} */ ({ fields: chosen }), /** @type {any} */ (fresh)).fields.length, count);
    }
});

test("a form that is none any more has lost all its fields", () => {
    const { fields, lost } = currentFields(/** @type {any} */ ({ fields: fieldsOf("user:username", "pass:currentPassword") }), null);
    assert.equal(fields.length, 0);
    assert.deepEqual(lost.map(({ reason }) => reason), ["changed", "changed"]);
});
