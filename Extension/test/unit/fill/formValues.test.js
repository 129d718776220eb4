import test from "node:test";
import assert from "node:assert/strict";
import { otherNamesIn, readForm } from "../../../src/content/fill/formValues.js";
import { field, form } from "./doubles.js";

/** @import { ClassifiedField } from "../../../src/forms/types.js" */
/** @import { FormValues } from "../../../src/content/fill/formValues.js" */

/** A form from descriptions such as "username=ada" and "newPassword=x". A second new password repeats the first. */
const formOf = (/** @type {string} */ kind, /** @type {string[]} */ words, attributes = {}) => {
    /** @type {ClassifiedField[]} */
    const fields = [];
    for (const word of words) {
        const [what = "", value = ""] = word.split("=");
        const first = what === "newPassword" ? fields.find((each) => each.kind === what) : undefined;
        fields.push(field(what, { value, ...attributes }, first?.element ?? null));
    }
    return form(fields, kind);
};
const told = (/** @type {FormValues | null} */ values) =>
    values === null ? null : `${values.form} ${values.user}:${values.password}`;

/** @type {[string, string[], string | null][]} */
const forms = [
    ["login", ["username=ada", "currentPassword=secret"], "login ada:secret"],
    ["login", ["username= ada ", "currentPassword= secret "], "login ada: secret "],
    ["login", ["email=ada@x.test", "currentPassword=secret"], "login ada@x.test:secret"],
    ["login", ["username=", "email=ada@x.test", "currentPassword=secret"], "login ada@x.test:secret"],
    ["login", ["currentPassword=secret"], "login :secret"],
    ["login", ["username=ada", "currentPassword="], null],
    ["login", ["username=ada", `currentPassword=${"x".repeat(1025)}`], null],
    ["twoStepLogin", ["email=ada@x.test"], "twoStepLogin ada@x.test:"],
    ["twoStepLogin", ["email="], null],
    ["signUp", ["email=ada@x.test", "newPassword=new", "newPassword=new"], "signUp ada@x.test:new"],
    ["signUp", ["email=ada@x.test", "newPassword=new", "newPassword=other"], null],
    ["signUp", ["email=ada@x.test", "newPassword=new", "newPassword="], null],
    ["signUp", ["email=ada@x.test", "currentPassword=new"], "signUp ada@x.test:new"],
    ["signUp", ["email=ada@x.test"], "signUp ada@x.test:"],
    ["signUp", ["email="], null],
    ["signUp", ["newPassword=new"], "signUp :new"],
    ["changePassword", ["currentPassword=old", "newPassword=new", "newPassword=new"], "changePassword :new"],
    ["changePassword", ["currentPassword=old", "newPassword="], null],
    ["code", ["oneTimeCode=123456"], null],
    ["updateEmail", ["email=ada@x.test", "currentPassword=secret"], "updateEmail ada@x.test:"],
    ["updateEmail", ["email=ada@old.test", "email=ada@x.test"], "updateEmail ada@x.test:"],
    ["updateEmail", ["email=", "currentPassword=secret"], null],
    ["other", ["email=ada@x.test"], null],
];

for (const [kind, words, expected] of forms) {
    test(`a ${kind} form with ${words.join(" ").slice(0, 80)} submits ${expected ?? "no login"}`, () => {
        assert.equal(told(readForm(formOf(kind, words))), expected);
    });
}

test("the read-only name that an earlier step has set is the user name of a sign-up", () => {
    const fields = () => [field("username", { value: "1044", readOnly: true }), field("email", { value: "ada@x.test" }), field("newPassword", { value: "new" })];
    assert.equal(told(readForm(form(fields(), "signUp"))), "signUp 1044:new");
    assert.equal(told(readForm(form(fields(), "changePassword"))), "changePassword ada@x.test:new");
});

const address = (/** @type {string} */ value, more = {}, first = /** @type {ClassifiedField["element"] | null} */ (null)) =>
    field("email", { value, ...more }, first);

/** @type {[string, ClassifiedField[], Record<string, string>, string, string[]][]} */
const changes = [
    ["the typed address of a field that had the old one", [address("new@x.test", { id: "e" })], { e: "old@x.test" }, "new@x.test", ["old@x.test"]],
    ["the typed address below a user name", [field("username", { value: "ada", id: "u" }), address("new@x.test", { id: "e" })],
        { u: "ada", e: "" }, "new@x.test", ["ada"]],
    ["the typed address above an unchanged one", [address("new@x.test", { id: "e" }), address("old@x.test", { id: "o" })],
        { e: "", o: "old@x.test" }, "new@x.test", ["old@x.test"]],
    ["the typed address of a field of which only the page's own value is known",
        [address("new@x.test", { id: "e", defaultValue: "old@x.test" })], { e: "n" }, "new@x.test", ["n", "old@x.test"]],
    ["the address beside a read-only one", [address("new@x.test", { id: "e" }), address("old@x.test", { readOnly: true })], { e: "" },
        "new@x.test", ["old@x.test"]],
];
for (const [name, fields, before, user, previous] of changes) {
    test(`a change of the e-mail address submits ${name}, and the other names`, () => {
        const changed = form(fields, "updateEmail"), valueBefore = ({ id = "" }) => before[id] ?? "";
        assert.equal(readForm(changed, valueBefore)?.user, user);
        assert.deepEqual(otherNamesIn(changed, user, valueBefore), previous);
    });
}

test("a change of the e-mail address submits nothing if the repeated address differs", () => {
    for (const [repeated, expected] of [["new@x.test", "new@x.test"], ["now@x.test", undefined]]) {
        const first = address("new@x.test");
        assert.equal(readForm(form([first, address(repeated ?? "", {}, first.element)], "updateEmail"), () => "")?.user, expected);
    }
});

for (const name of ["cvv", "card_cvc", "PIN", "otp", "login-otp", "tan1", "csc", "2fa"]) {
    test(`a field named ${name} holds no password to save`, () => {
        assert.equal(readForm(formOf("login", ["currentPassword=0482"], { name })), null);
    });
}

for (const name of ["pinterest_password", "shopping", "titan", "input-password"]) {
    test(`a field named ${name} holds a password to save`, () => {
        assert.equal(told(readForm(formOf("login", ["currentPassword=0482"], { name }))), "login :0482");
    });
}

test("the boxes of a PIN are not saved, since each has one character", () => {
    const boxes = ["1", "2", "3", "4"].map((value) => field("currentPassword", { value, type: "password" }));
    const elements = boxes.map(({ element }) => element);
    const fields = boxes.map((each, index) => ({ ...each, segment: { index, count: 4, elements } }));
    assert.equal(readForm(form([field("username", { value: "ada" }), ...fields])), null);
});
