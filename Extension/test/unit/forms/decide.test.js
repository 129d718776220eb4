import assert from "node:assert/strict";
import test from "node:test";
import { isCandidate } from "../../../src/forms/candidates.js";
import { decide } from "../../../src/forms/decide.js";
import { segmentsIn } from "../../../src/forms/segments.js";

/** @import { FieldFacts, FormFacts, Found } from "../../../src/forms/facts.js" */

/**
 * @param {Partial<FieldFacts>} given
 * @returns {FieldFacts}
 */
function field(given) {
    return {
        type: "text",
        candidate: true,
        hidden: false,
        unseen: false,
        bare: false,
        spoken: true,
        readOnly: false,
        maxLength: -1,
        numeric: false,
        identifier: "",
        box: 0,
        webauthn: false,
        found: {},
        ...given,
    };
}

/** @param {FieldFacts[]} fields @param {Found} [found] @returns {FormFacts} */
const form = (fields, found = {}) => ({ fields, found, checkboxes: 0 });

/** @param {FormFacts} facts */
const kindsOf = (facts) => {
    const { kind, answers } = decide(facts);
    return [kind, ...answers.map((answer) => `${answer.index}:${answer.kind}`)];
};

const email = field({ type: "email", found: { email: { label: "email" } } });
const password = field({ type: "password", found: { password: { label: "password" } } });
const repeated = field({ type: "password", found: { repeat: { label: "confirm" } } });
const username = field({ found: { username: { label: "username" } } });

test("a user name and one password are a login", () => {
    assert.deepEqual(kindsOf(form([username, password])), ["login", "0:username", "1:currentPassword"]);
});

test("an e-mail address is the user name of a login, and says so", () => {
    const { answers } = decide(form([email, password]));
    assert.deepEqual(answers.map((answer) => [answer.kind, answer.takesAddress]), [
        ["username", true],
        ["currentPassword", false],
    ]);
});

test("an e-mail address and a repeated password are a sign-up", () => {
    const { kind, answers } = decide(form([email, password, repeated]));
    assert.equal(kind, "signUp");
    assert.deepEqual(answers.map((answer) => answer.kind), ["email", "newPassword", "newPassword"]);
    assert.deepEqual(answers.map((answer) => answer.confirms), [-1, -1, 1]);
});

test("new-password on a login does not silence it", () => {
    const silenced = field({ type: "password", found: { newPassword: { autocomplete: "new-password" } } });
    const login = { login: { button: "log in" }, forgot: { link: "forgot password" } };
    assert.deepEqual(kindsOf(form([username, silenced], login)), ["login", "0:username", "1:currentPassword"]);
});

test("an unknown field before the password of a login is its user name", () => {
    assert.deepEqual(kindsOf(form([field({}), password])), ["login", "0:username", "1:currentPassword"]);
});

test("a captcha before the password of a login is not its user name", () => {
    const captcha = field({ found: { captcha: { label: "captcha" } } });
    assert.deepEqual(kindsOf(form([captcha, password])), ["login", "1:currentPassword"]);
});

test("three passwords of an account that exists are a change", () => {
    const current = field({ type: "password", found: { currentPassword: { label: "current password" } } });
    const fresh = field({ type: "password", found: { newPassword: { label: "new password" } } });
    assert.deepEqual(kindsOf(form([current, fresh, repeated])), [
        "changePassword",
        "0:currentPassword",
        "1:newPassword",
        "2:newPassword",
    ]);
});

test("an e-mail address alone is nobody's user name", () => {
    assert.deepEqual(kindsOf(form([email])), ["other", "0:email"]);
    assert.deepEqual(kindsOf(form([email], { subscribe: { button: "subscribe" } })), ["other", "0:email"]);
});

test("the security code of a card is neither a password nor a one-time code", () => {
    const card = field({ found: { cardNumber: { label: "card number" } } });
    const code = field({ type: "password", maxLength: 4, found: { cardCode: { label: "cvv" } } });
    assert.deepEqual(kindsOf(form([card, code])), ["other"]);
});

test("a bare code is a one-time code only where the form speaks of one", () => {
    const code = field({ found: { bareCode: { placeholder: "code" } } });
    assert.deepEqual(kindsOf(form([code])), ["other"]);
    assert.deepEqual(kindsOf(form([code], { verify: { heading: "check your phone" } })), ["code", "0:oneTimeCode"]);
});

test("a field that calls itself a trap is left alone", () => {
    const trap = field({ found: { username: { name: "username" }, decoy: { label: "leave blank" } } });
    assert.deepEqual(kindsOf(form([trap, username, password])), ["login", "1:username", "2:currentPassword"]);
});

test("every answer says why", () => {
    const { answers, explain } = decide(form([username, password], { login: { button: "log in" } }));
    assert.deepEqual(answers[0]?.explain, [{ rule: "username", signal: "label", weight: 4, text: "username" }]);
    assert.ok(explain.some((reason) => reason.rule === "login: login"));
});

test("six boxes of one character are a segmented code, four hidden ones a PIN", () => {
    const boxes = Array.from({ length: 6 }, () => field({ maxLength: 1 }));
    assert.deepEqual(segmentsIn(form(boxes)), [[0, 1, 2, 3, 4, 5]]);
    const pins = Array.from({ length: 4 }, () => field({ type: "password", maxLength: 1 }));
    assert.deepEqual(segmentsIn(form(pins)), []);
    assert.deepEqual(kindsOf(form(pins)), ["other"]);
});

test("the first box of a segmented code may take the whole code", () => {
    const first = field({ maxLength: 6, identifier: "otp-0", found: { code: { id: "otp" } } });
    const rest = [1, 2, 3, 4, 5].map((index) => field({ maxLength: 1, identifier: `otp-${index}` }));
    assert.deepEqual(segmentsIn(form([first, ...rest])), [[0, 1, 2, 3, 4, 5]]);
});

test("boxes of a birth date are no code", () => {
    const boxes = Array.from({ length: 8 }, () => field({ maxLength: 1, found: { birth: { aria: "birth date" } } }));
    assert.deepEqual(segmentsIn(form(boxes)), []);
});

test("only an input that takes text may be a credential field", () => {
    assert.equal(isCandidate({ localName: "input", type: "password" }), true);
    assert.equal(isCandidate({ localName: "input", type: "checkbox" }), false);
    assert.equal(isCandidate({ localName: "textarea", type: "textarea" }), false);
    assert.equal(isCandidate(null), false);
});
