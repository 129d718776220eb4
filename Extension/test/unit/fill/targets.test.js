import test from "node:test";
import assert from "node:assert/strict";
import { currentFields, targetsOf } from "../../../src/content/fill/fillTargets.js";
import { field, form } from "./doubles.js";

/** @import { ClassifiedField } from "../../../src/forms/types.js" */

/** Fields of a form, from words such as "user:username" and "again:newPassword:pass". */
const fieldsOf = (/** @type {string[]} */ ...words) => {
    /** @type {ClassifiedField[]} */
    const fields = [];
    for (const word of words) {
        const [id = "", kind = "", more = ""] = word.split(":");
        const type = more === "shown" || !kind.includes("assword") ? "text" : "password";
        fields.push(field(kind, { id, type }, named(fields, more)?.element ?? null));
    }
    return fields;
};
const named = (/** @type {ClassifiedField[]} */ fields, /** @type {string | null} */ id) =>
    fields.find(({ element }) => element.id === id);
const names = (/** @type {ClassifiedField[]} */ fields) => fields.map(({ element }) => element.id);

const both = ["mail:email", "user:username", "pass:currentPassword"];

/** @type {[string, string[], string | null, string[]][]} */
const logins = [
    ["a login", ["user:username", "pass:currentPassword"], null, ["user", "pass"]],
    ["a first step", ["mail:email"], "mail", ["mail"]],
    ["a second step", ["pass:currentPassword"], "pass", ["pass"]],
    ["a user name beside an e-mail address", both, null, ["user", "pass"]],
    ["the field that the person is in", both, "mail", ["mail", "pass"]],
    ["the user name nearest", ["a:username", "b:username", "pass:currentPassword"], null, ["b", "pass"]],
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
        assert.deepEqual(names(targetsOf(fields, "password", named(fields, focused)?.element ?? null)), targets);
    });
}

test("in a form that changes an e-mail address only the password is filled", () => {
    const fields = fieldsOf("old:username", "new:email", "pass:currentPassword");
    for (const focused of [null, "new", "pass"]) {
        const at = named(fields, focused)?.element ?? null;
        assert.deepEqual(names(targetsOf(fields, "password", at, "updateEmail")), ["pass"]);
    }
    assert.deepEqual(names(targetsOf(fieldsOf("new:email"), "password", null, "updateEmail")), []);
});

test("a code goes into all boxes of the code that the person is in, in order", () => {
    const [second, first, other] = fieldsOf("b:oneTimeCode", "a:oneTimeCode", "other:oneTimeCode");
    assert(first !== undefined && second !== undefined && other !== undefined);
    const segment = { count: 2, elements: [first.element, second.element] };
    const at = (/** @type {number} */ index) => ({ index, ...segment });
    const fields = [{ ...second, segment: at(1) }, { ...first, segment: at(0) }, other];
    assert.deepEqual(names(targetsOf(fields, "code", second.element)), ["a", "b"]);
    assert.deepEqual(names(targetsOf(fields, "code", other.element)), ["other"]);
});

test("a field of another kind than when it was picked is lost", () => {
    const chosen = fieldsOf("user:username", "pass:currentPassword");
    /** @type {"newPassword"} */
    const kind = "newPassword";
    const fresh = chosen.map((each) => each.kind === "username" ? each : { ...each, kind });
    const { fields, lost } = currentFields(form(chosen), form(fresh));
    assert.deepEqual(names(fields), ["user"]);
    assert.deepEqual(lost.map(({ element, reason }) => [element.id, reason]), [["pass", "changed"]]);
});

/** @type {[object, number][]} */
const changes = [[{}, 1], [{ id: "x" }, 0], [{ name: "x" }, 0], [{ type: "text" }, 0]];

for (const [change, count] of changes) {
    test(`a field drawn anew with ${JSON.stringify(change)} is ${count === 1 ? "the same" : "another"}`, () => {
        const old = field("currentPassword", { id: "pass", type: "password", isConnected: false });
        const fresh = field("currentPassword", { id: "pass", type: "password", ...change });
        assert.equal(currentFields(form([old]), form([fresh])).fields.length, count);
    });
}

test("a form that is none any more has lost all its fields", () => {
    const { fields, lost } = currentFields(form(fieldsOf("user:username", "pass:currentPassword")), null);
    assert.equal(fields.length, 0);
    assert.deepEqual(lost.map(({ reason }) => reason), ["changed", "changed"]);
});
