import test from "node:test";
import assert from "node:assert/strict";
import { currentFields, targetsOf } from "../../../src/content/fill/fillTargets.js";
import { field, form } from "./doubles.js";

/** @import { ClassifiedField } from "../../../src/forms/types.js" */

/** Fields from descriptions such as "user:username" and "again:newPassword:pass". */
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
    ["a login with the focus in the e-mail address", both, "mail", ["mail", "pass"]],
    ["a login with two user names", ["a:username", "b:username", "pass:currentPassword"], null, ["b", "pass"]],
    ["a user name that comes after", ["pass:currentPassword", "user:username"], null, ["user", "pass"]],
    ["a sign-up", ["user:username", "new:newPassword", "again:newPassword:new"], null, ["user"]],
    ["an e-mail address twice", ["mail:email", "repeat:email:mail"], "repeat", ["mail"]],
    ["two passwords", ["one:currentPassword", "two:currentPassword"], "two", ["two"]],
    ["a login with a concealed and a shown password", ["look:currentPassword:shown", "pass:currentPassword"], "look", ["pass"]],
    ["a login with a shown password", ["user:username", "look:currentPassword:shown"], null, ["user", "look"]],
    ["a code", ["code:oneTimeCode"], "code", []],
];

for (const [name, words, focused, targets] of logins) {
    test(`in ${name} the fill targets are ${targets.join(" and ") || "none"}`, () => {
        const fields = fieldsOf(...words);
        assert.deepEqual(names(targetsOf(fields, "password", named(fields, focused)?.element ?? null)), targets);
    });
}

test("in a form with a customer number and an e-mail address each name goes into the field that takes it", () => {
    const fields = fieldsOf("number:username", "mail:email", "pass:currentPassword");
    for (const focused of [null, "number", "mail", "pass"]) {
        const at = named(fields, focused)?.element ?? null;
        assert.deepEqual(names(targetsOf(fields, "password", at, "login", "4711009")), ["number", "pass"], String(focused));
        assert.deepEqual(names(targetsOf(fields, "password", at, "login", "ada@example.test")), ["mail", "pass"], String(focused));
    }
    assert.deepEqual(names(targetsOf(fieldsOf("mail:email", "pass:currentPassword"), "password", null, "login", "4711009")), ["mail", "pass"]);
});

test("a user name goes into the field that the user points at, whatever the field seems to take", () => {
    const fields = fieldsOf("number:username", "mail:email", "pass:currentPassword");
    for (const [focused, name] of [["number", "ada@example.test"], ["mail", "4711009"]]) {
        const at = named(fields, focused ?? null)?.element ?? null;
        assert.deepEqual(names(targetsOf(fields, "password", at, "login", name, true)), [focused, "pass"]);
    }
    const at = named(fields, "pass")?.element ?? null;
    assert.deepEqual(names(targetsOf(fields, "password", at, "login", "4711009", true)), ["number", "pass"]);
});

test("in a form that changes an e-mail address only the password is a fill target", () => {
    const fields = fieldsOf("old:username", "new:email", "pass:currentPassword");
    for (const focused of [null, "new", "pass"]) {
        const at = named(fields, focused)?.element ?? null;
        assert.deepEqual(names(targetsOf(fields, "password", at, "updateEmail")), ["pass"]);
    }
    assert.deepEqual(names(targetsOf(fieldsOf("new:email"), "password", null, "updateEmail")), []);
});

test("in a form that changes a password only a user name that is empty or focused is a fill target", () => {
    const [mail, pass, ...others] = fieldsOf("mail:email", "pass:currentPassword", "new:newPassword");
    assert(mail !== undefined && pass !== undefined);
    for (const [value, focused, targets] of /** @type {[string, ClassifiedField, string[]][]} */ ([
        ["", pass, ["mail", "pass"]], ["new@x.test", pass, ["pass"]], ["new@x.test", mail, ["mail", "pass"]],
    ])) {
        mail.element.value = value;
        assert.deepEqual(names(targetsOf([mail, pass, ...others], "password", focused.element, "changePassword")), targets);
    }
});

test("a code targets all boxes of the focused code in order", () => {
    const [second, first, other] = fieldsOf("b:oneTimeCode", "a:oneTimeCode", "other:oneTimeCode");
    assert(first !== undefined && second !== undefined && other !== undefined);
    const segment = { count: 2, elements: [first.element, second.element] };
    const at = (/** @type {number} */ index) => ({ index, ...segment });
    const fields = [{ ...second, segment: at(1) }, { ...first, segment: at(0) }, other];
    assert.deepEqual(names(targetsOf(fields, "code", second.element)), ["a", "b"]);
    assert.deepEqual(names(targetsOf(fields, "code", other.element)), ["other"]);
});

test("a field whose kind changed after the pick is lost", () => {
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
    test(`a redrawn field with changes ${JSON.stringify(change)} is ${count === 1 ? "the same" : "another"} field`, () => {
        const old = field("currentPassword", { id: "pass", type: "password", isConnected: false });
        const fresh = field("currentPassword", { id: "pass", type: "password", ...change });
        assert.equal(currentFields(form([old]), form([fresh])).fields.length, count);
    });
}

test("a form that no longer classifies as one has lost all its fields", () => {
    const { fields, lost } = currentFields(form(fieldsOf("user:username", "pass:currentPassword")), null);
    assert.equal(fields.length, 0);
    assert.deepEqual(lost.map(({ reason }) => reason), ["changed", "changed"]);
});
