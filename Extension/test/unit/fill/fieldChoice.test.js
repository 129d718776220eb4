import test from "node:test";
import assert from "node:assert/strict";
import { fieldFor, loginElement, newPasswordFor } from "../../../src/content/fieldChoice.js";
import { field, form } from "./doubles.js";

/** @import { ClassifiedField } from "../../../src/forms/types.js" */

/**
 * The fields of a form.
 * @param {string} kind
 * @param {...string} words  each "id:kind"
 * @returns {ClassifiedField[]}
 */
function fieldsOf(kind, ...words) {
    const fields = words.map((word) => field(word.split(":")[1] ?? "", { id: word.split(":")[0] ?? "" }));
    const whole = form(fields, kind);
    return fields.map((each) => ({ ...each, form: whole }));
}

const login = fieldsOf("login", "user:username", "pass:currentPassword");
const signUp = fieldsOf("signUp", "name:username", "mail:email", "new:newPassword");
const change = fieldsOf("changePassword", "old:currentPassword", "next:newPassword");
const code = fieldsOf("code", "code:oneTimeCode");
const firstStep = fieldsOf("twoStepLogin", "step:email");

/** @type {[string, ClassifiedField[], "password" | "code", string | null, string | null][]} */
const cases = [
    ["the first field of a login", [...signUp, ...login], "password", null, "user"],
    ["the field of the login that has the focus", login, "password", "pass", "pass"],
    ["the login, although a sign-up has the focus", [...signUp, ...login], "password", "mail", "user"],
    ["the login, although a code has the focus", [...code, ...login], "password", "code", "user"],
    ["the first step of two", [...signUp, ...firstStep], "password", null, "step"],
    ["the login before a change of password", [...change, ...login], "password", null, "user"],
    ["the current password of a change", change, "password", null, "old"],
    ["no field of a sign-up", signUp, "password", "name", null],
    ["no field of a code", code, "password", "code", null],
    ["the code, although a login has the focus", [...login, ...code], "code", "user", "code"],
    ["no field of a login", login, "code", "user", null],
];

for (const [name, fields, kind, focused, expected] of cases) {
    test(`a ${kind} goes into ${name}`, () => {
        const at = fields.find(({ element }) => element.id === focused)?.element ?? null;
        assert.equal(fieldFor(fields, kind, at)?.element.id ?? null, expected);
    });
}

/** @type {[string, ClassifiedField[], string | null, string | null][]} */
const created = [
    ["the first new-password field of a page", [...login, ...signUp, ...change], null, "new"],
    ["the new-password field that has the focus", [...signUp, ...change], "next", "next"],
    ["the first new-password field, although a login has the focus", [...login, ...signUp], "pass", "new"],
    ["no field of a login", login, "pass", null],
];

for (const [name, fields, focused, expected] of created) {
    test(`a generated password goes into ${name}`, () => {
        const at = fields.find(({ element }) => element.id === focused)?.element ?? null;
        assert.equal(newPasswordFor(fields, at)?.element.id ?? null, expected);
    });
}

test("a login of the popup goes into the focused password field, and into another focused field only without a login", () => {
    const [at, search] = ["password", "text"].map((type) =>
        /** @type {HTMLInputElement} */ (/** @type {unknown} */ ({ localName: "input", type })));
    const user = login[0]?.element;
    assert(at !== undefined && search !== undefined && user !== undefined);
    assert.equal(loginElement(login, at), at);
    assert.equal(loginElement(login, search), user);
    assert.equal(loginElement(login, null), user);
    assert.equal(loginElement(code, search), search);
    assert.equal(loginElement(code, null), null);
});
