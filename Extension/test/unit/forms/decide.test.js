import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { isCandidate } from "../../../src/forms/candidates.js";
import { offers } from "../../../src/forms/classify.js";
import { decide } from "../../../src/forms/decide.js";
import { isPassport } from "../../../src/forms/identifiers.js";
import { reasonsOf } from "../../../src/forms/reasons.js";
import { secretRowsIn, segmentsIn } from "../../../src/forms/segments.js";

/** @import { FieldFacts, FormFacts, Found } from "../../../src/forms/formFacts.js" */
/** @import { ClassifiedField } from "../../../src/forms/types.js" */

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
        labelled: true,
        readOnly: false,
        locked: false,
        shown: false,
        maxLength: -1,
        numeric: false,
        identifier: "",
        ordinal: -1,
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

test("an e-mail address is the user name of a login and takes an address", () => {
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

test("autocomplete new-password on a login's password does not make it a sign-up", () => {
    const silenced = field({ type: "password", found: { newPassword: { autocomplete: "new-password" } } });
    const login = { login: { button: "log in" }, forgot: { link: "forgot password" } };
    assert.deepEqual(kindsOf(form([username, silenced], login)), ["login", "0:username", "1:currentPassword"]);
});

test("an unknown field before a login's password is its user name", () => {
    assert.deepEqual(kindsOf(form([field({}), password])), ["login", "0:username", "1:currentPassword"]);
});

test("a captcha before a login's password is not its user name", () => {
    const captcha = field({ found: { captcha: { label: "captcha" } } });
    assert.deepEqual(kindsOf(form([captcha, password])), ["login", "1:currentPassword"]);
});

test("a current, a new and a repeated password are a password change", () => {
    const current = field({ type: "password", found: { currentPassword: { label: "current password" } } });
    const fresh = field({ type: "password", found: { newPassword: { label: "new password" } } });
    assert.deepEqual(kindsOf(form([current, fresh, repeated])), [
        "changePassword",
        "0:currentPassword",
        "1:newPassword",
        "2:newPassword",
    ]);
});

test("an e-mail address alone is no user name", () => {
    assert.deepEqual(kindsOf(form([email])), ["other", "0:email"]);
    assert.deepEqual(kindsOf(form([email], { subscribe: { button: "subscribe" } })), ["other", "0:email"]);
});

test("the security code of a card is neither a password nor a one-time code", () => {
    const card = field({ found: { cardNumber: { label: "card number" } } });
    const code = field({ type: "password", maxLength: 4, found: { cardCode: { label: "cvv" } } });
    assert.deepEqual(kindsOf(form([card, code])), ["other"]);
});

test("a field called code is a one-time code only if the form mentions verification", () => {
    const code = field({ found: { bareCode: { placeholder: "code" } } });
    assert.deepEqual(kindsOf(form([code])), ["other"]);
    assert.deepEqual(kindsOf(form([code], { verify: { heading: "check your phone" } })), ["code", "0:oneTimeCode"]);
});

test("a honeypot field is ignored", () => {
    const trap = field({ found: { username: { name: "username" }, decoy: { label: "leave blank" } } });
    assert.deepEqual(kindsOf(form([trap, username, password])), ["login", "1:username", "2:currentPassword"]);
});

test("every answer has a reason", () => {
    const { answers, explain } = decide(form([username, password], { login: { button: "log in" } }));
    assert.deepEqual(answers[0]?.explain, [{ rule: "username", signal: "label", weight: 4, text: "username" }]);
    assert.ok(explain.some((reason) => reason.rule === "login: login"));
});

test("six boxes of one character are a segmented code and four concealed ones are a PIN", () => {
    const boxes = Array.from({ length: 6 }, () => field({ maxLength: 1 }));
    assert.deepEqual(segmentsIn(form(boxes)), [[0, 1, 2, 3, 4, 5]]);
    const pins = Array.from({ length: 4 }, () => field({ type: "password", maxLength: 1 }));
    assert.deepEqual(segmentsIn(form(pins)), []);
    assert.deepEqual(kindsOf(form(pins)), ["other"]);
});

test("the first box of a segmented code may accept the whole code", () => {
    const first = field({ maxLength: 6, identifier: "otp-0", found: { code: { id: "otp" } } });
    const rest = [1, 2, 3, 4, 5].map((index) => field({ maxLength: 1, identifier: `otp-${index}` }));
    assert.deepEqual(segmentsIn(form([first, ...rest])), [[0, 1, 2, 3, 4, 5]]);
});

test("boxes of a birth date are no code", () => {
    const boxes = Array.from({ length: 8 }, () => field({ maxLength: 1, found: { birth: { aria: "birth date" } } }));
    assert.deepEqual(segmentsIn(form(boxes)), []);
});

test("letter boxes without a mention of a code are a puzzle", () => {
    const word = Array.from({ length: 5 }, () => field({ maxLength: 1 }));
    assert.deepEqual(kindsOf(form(word)), ["other"]);
    assert.deepEqual(segmentsIn(form(word, { verify: { heading: "authenticator app" } })), [[0, 1, 2, 3, 4]]);
});

test("boxes of a PIN belong to a profile unless the form mentions a code", () => {
    const found = { bareCode: { aria: "pin" } };
    const boxes = Array.from({ length: 4 }, () => field({ maxLength: 1, numeric: true, found }));
    assert.deepEqual(kindsOf(form(boxes)), ["other"]);
    assert.deepEqual(segmentsIn(form(boxes, { verify: { text: "resend code" } })), [[0, 1, 2, 3]]);
});

test("boxes may mention the phone that the code was sent to", () => {
    const first = field({ maxLength: 1, found: { phone: { near: "mobile" } } });
    const boxes = [first, ...Array.from({ length: 3 }, () => field({ maxLength: 1 }))];
    assert.deepEqual(segmentsIn(form(boxes)), []);
    assert.deepEqual(segmentsIn(form(boxes, { verify: { heading: "verify" } })), [[0, 1, 2, 3]]);
});

test("text near the boxes may mention when the code expires", () => {
    const first = field({ maxLength: 1, found: { cardNumber: { near: "expires" } } });
    const boxes = [first, ...Array.from({ length: 5 }, () => field({ maxLength: 1 }))];
    assert.deepEqual(segmentsIn(form(boxes, { verify: { heading: "enter the code" } })), [[0, 1, 2, 3, 4, 5]]);
    const device = { ...first, found: { coupon: { near: "code displayed on your device" } } };
    assert.deepEqual(segmentsIn(form([device, ...boxes.slice(1)], { verify: { heading: "enter the code" } })), []);
});

test("numeric fields are a code if the form mentions verification, in one field or two halves", () => {
    const sent = { verify: { heading: "check your phone" } };
    const digits = field({ maxLength: 6, numeric: true });
    assert.deepEqual(kindsOf(form([digits], sent)), ["code", "0:oneTimeCode"]);
    assert.deepEqual(kindsOf(form([digits])), ["other"]);
    const half = field({ maxLength: 3, numeric: true });
    assert.deepEqual(kindsOf(form([half, half], sent)), ["code", "0:oneTimeCode", "1:oneTimeCode"]);
    const minutes = field({ maxLength: 2, numeric: true });
    assert.deepEqual(kindsOf(form([minutes, minutes], sent)), ["other"]);
});

test("autocomplete one-time-code on an e-mail field does not make it a code", () => {
    const found = { code: { autocomplete: "one-time-code" }, email: { label: "email" } };
    const secret = field({
        type: "password",
        found: { code: { autocomplete: "one-time-code" }, password: { label: "password" } },
    });
    const login = form([field({ found }), secret], { login: { button: "sign in" } });
    assert.deepEqual(kindsOf(login), ["login", "0:username", "1:currentPassword"]);
});

test("a code sent by e-mail is no e-mail address", () => {
    const found = { code: { autocomplete: "one-time-code" }, bareCode: { label: "code" }, email: { label: "e mail" } };
    assert.deepEqual(kindsOf(form([field({ found })], { verify: { button: "verify" } })), ["code", "0:oneTimeCode"]);
});

test("a name and a password are a login without other evidence", () => {
    const name = field({ found: { personName: { near: "name" } } });
    assert.deepEqual(kindsOf(form([name, password])), ["login", "0:username", "1:currentPassword"]);
    const joining = kindsOf(form([name, password], { signUp: { button: "sign up" } }));
    assert.deepEqual(joining, ["signUp", "1:newPassword"]);
});

test("a hidden user name identifies the account of a password change", () => {
    const hidden = field({ hidden: true, found: { username: { autocomplete: "username" } } });
    const plain = field({ type: "password" });
    const again = field({ type: "password", found: { repeat: { label: "again" } } });
    assert.deepEqual(kindsOf(form([hidden, plain, plain, again], { changePassword: { heading: "change password" } })), [
        "changePassword",
        "0:username",
        "1:currentPassword",
        "2:newPassword",
        "3:newPassword",
    ]);
});

test("the code of a password reset stands with the new password", () => {
    const code = field({ found: { bareCode: { label: "code" } } });
    const fresh = field({ type: "password", found: { newPassword: { label: "new password" } } });
    const kinds = kindsOf(form([code, fresh], { resetPassword: { heading: "reset password" } }));
    assert.deepEqual(kinds, ["changePassword", "0:oneTimeCode", "1:newPassword"]);
});

test("a new password that is sent by mail is no sign-up", () => {
    const kinds = kindsOf(form([username], {
        newPassword: { button: "new password" },
        forgot: { attribute: "lost password" },
    }));
    assert.deepEqual(kinds, ["twoStepLogin", "0:username"]);
});

test("the password of a note and the words of a recovery phrase belong to no account", () => {
    const note = field({ type: "textarea", candidate: false });
    assert.deepEqual(kindsOf(form([note, password])), ["other"]);
    const words = Array.from({ length: 12 }, () => field({ type: "password" }));
    assert.deepEqual(kindsOf(form(words)), ["other"]);
    const phrase = field({ type: "password", found: { key: { label: "encryption passphrase" } } });
    const found = { repeat: { label: "confirm" }, password: { label: "passphrase" } };
    const again = field({ type: "password", found });
    assert.deepEqual(kindsOf(form([phrase, again])), ["other"]);
});

test("only a text input may be a credential field", () => {
    assert.equal(isCandidate({ localName: "input", type: "password" }), true);
    assert.equal(isCandidate({ localName: "input", type: "checkbox" }), false);
    assert.equal(isCandidate({ localName: "textarea", type: "textarea" }), false);
    assert.equal(isCandidate(null), false);
});

test("a machine's account does not belong to the page unless the form logs in to it", () => {
    const host = field({ found: { machine: { label: "host" } } });
    const port = field({ found: { machine: { label: "port" } } });
    assert.deepEqual(kindsOf(form([host, port, username, password])), ["other"]);
    assert.deepEqual(kindsOf(form([host, port, username, password], { login: { button: "log in" } })), [
        "login",
        "2:username",
        "3:currentPassword",
    ]);
    assert.deepEqual(kindsOf(form([host, port, username, password], { connect: { button: "connect" } })), [
        "login",
        "2:username",
        "3:currentPassword",
    ]);
    const smtp = field({ type: "password", found: { password: { label: "password" }, machine: { label: "smtp" } } });
    assert.deepEqual(kindsOf(form([smtp])), ["other"]);
});

test("a concealed code with a card number belongs to the card even if the form asks for an e-mail address", () => {
    const card = field({ found: { cardNumber: { label: "card number" } } });
    const code = field({ type: "password", found: { bareCode: { label: "security code" } } });
    assert.deepEqual(kindsOf(form([email, card, code])), ["other", "0:email"]);
});

test("a password in a form about something else without a mention of an account is ignored", () => {
    const amount = field({ found: { amount: { label: "amount" } } });
    const note = field({ found: { message: { label: "description" } } });
    assert.deepEqual(kindsOf(form([amount, note, username, password])), ["other"]);
    assert.deepEqual(kindsOf(form([amount, note, username, password], { login: { button: "log in" } })), [
        "login",
        "2:username",
        "3:currentPassword",
    ]);
});

test("a token shown for copying is no code and a key with a new password field is a key", () => {
    const token = { code: { label: "token" } };
    assert.deepEqual(kindsOf(form([field({ found: token })])), ["code", "0:oneTimeCode"]);
    assert.deepEqual(kindsOf(form([field({ shown: true, found: token })])), ["other"]);
    const key = field({
        type: "password",
        found: { key: { label: "api key" }, newPassword: { autocomplete: "new-password" } },
    });
    assert.deepEqual(kindsOf(form([key])), ["other"]);
});

test("a concealed field of six digits after a user name is the password of a login", () => {
    const digits = { code: { label: "6 digits" }, bareCode: { label: "pin" } };
    const pin = field({ type: "password", maxLength: 6, found: digits });
    assert.deepEqual(kindsOf(form([username, pin], { login: { button: "log in" } })), [
        "login",
        "0:username",
        "1:currentPassword",
    ]);
    const sent = field({ type: "password", maxLength: 6, found: { code: { label: "one time code" } } });
    assert.ok(kindsOf(form([username, sent], { login: { button: "log in" } })).includes("1:oneTimeCode"));
});

test("a password beside a code confirms a payment", () => {
    const phone = field({ found: { phone: { label: "phone" } } });
    const code = field({ found: { code: { label: "sms code" } }, maxLength: 6 });
    assert.ok(kindsOf(form([phone, code, password])).includes("2:currentPassword"));
    assert.ok(kindsOf(form([phone, code, password], { signUp: { button: "sign up" } })).includes("2:newPassword"));
});

test("the password of a chosen file is ignored, unless the file logs in", () => {
    const file = { file: { input: "" } };
    assert.deepEqual(kindsOf(form([password, repeated], file)), ["other"]);
    assert.deepEqual(kindsOf(form([password], { ...file, login: { button: "log in" } })), ["login", "0:currentPassword"]);
});

test("an account beside one word of a machine or the address of a service is ignored unless the form logs in", () => {
    const network = field({ found: { machine: { label: "network name" } } });
    const service = field({ type: "url", found: { website: { label: "url" } } });
    assert.deepEqual(kindsOf(form([network, password])), ["other"]);
    assert.deepEqual(kindsOf(form([service, username, password])), ["other"]);
    assert.deepEqual(kindsOf(form([network, username, password], { login: { button: "log in" } })), [
        "login",
        "1:username",
        "2:currentPassword",
    ]);
    const titled = { login: { heading: "connection" } };
    const port = field({ found: { machine: { label: "port" } } });
    assert.ok(kindsOf(form([network, port, username, password], titled)).includes("3:currentPassword"));
    const saved = { ...titled, save: { button: "save" } };
    assert.deepEqual(kindsOf(form([network, port, username, password], saved)), ["other"]);
});

test("the temporary password of an account that the form creates is a new one", () => {
    const temporary = field({ type: "password", found: { currentPassword: { label: "temporary password" } } });
    assert.ok(kindsOf(form([email, username, temporary], { signUp: { heading: "add user", button: "add user" } }))
        .includes("2:newPassword"));
    assert.ok(kindsOf(form([email, temporary], { login: { button: "log in" } })).includes("1:currentPassword"));
});

test("a number and a phone number or a code log in without a password", () => {
    const id = field({ found: { nationalId: { label: "personal number" } } });
    const phone = field({ type: "tel", found: { phone: { label: "phone" } } });
    assert.deepEqual(kindsOf(form([id, phone], { login: { heading: "log in", button: "log in" } })), [
        "twoStepLogin",
        "0:username",
    ]);
    assert.deepEqual(kindsOf(form([id, phone], { contact: { heading: "contact" } })), ["other"]);
    const code = field({ found: { code: { label: "code from the device" } } });
    assert.deepEqual(kindsOf(form([id, code], { login: { heading: "log in", button: "log in" } })), [
        "code",
        "0:username",
        "1:oneTimeCode",
    ]);
    assert.deepEqual(kindsOf(form([id, code])), ["code", "1:oneTimeCode"]);
});

test("a field for the code from the e-mail is a code if its name says so", () => {
    const found = { bareCode: { label: "code", name: "code" }, email: { label: "email" } };
    const code = field({ found });
    assert.ok(kindsOf(form([code, password, repeated], { resetPassword: { heading: "reset password" } }))
        .includes("0:oneTimeCode"));
    const address = field({ found: { bareCode: { label: "code" }, email: { label: "email", name: "email" } } });
    assert.ok(!kindsOf(form([address, password, repeated], { resetPassword: { heading: "reset password" } }))
        .includes("0:oneTimeCode"));
});

test("a code that the form saves and no text calls sent is no one-time code", () => {
    const code = field({ found: { bareCode: { label: "code" }, code: { label: "8 digits" } }, maxLength: 8 });
    assert.deepEqual(kindsOf(form([code], { save: { button: "save" } })), ["other"]);
    assert.deepEqual(kindsOf(form([code], { save: { button: "save" }, verify: { text: "sent a code to" } })), [
        "code",
        "0:oneTimeCode",
    ]);
});

test("an account that is added below the name of a machine is ignored, but one that logs in there is not", () => {
    const titled = { machine: { heading: "vpn" } };
    assert.deepEqual(kindsOf(form([username, password], { ...titled, save: { button: "add" } })), ["other"]);
    assert.deepEqual(kindsOf(form([username, password], titled)), ["login", "0:username", "1:currentPassword"]);
    assert.deepEqual(kindsOf(form([username, password, field({ found: { company: { label: "domain" } } })], titled)), ["other"]);
});

test("an account that is saved without a word of logging in belongs to another service", () => {
    const saved = { save: { button: "save" } };
    assert.deepEqual(kindsOf(form([username, password], saved)), ["other"]);
    assert.ok(kindsOf(form([username, password, repeated], saved)).includes("1:newPassword"));
    assert.ok(kindsOf(form([username, password], { ...saved, forgot: { link: "forgot password" } })).includes("0:username"));
});

test("the concealed PIN of a card is no one-time code", () => {
    const pin = field({ type: "password", found: { bareCode: { label: "pin" } }, maxLength: 6 });
    assert.deepEqual(kindsOf(form([pin], { verify: { button: "confirm" } })), ["other"]);
    assert.ok(kindsOf(form([pin], { verify: { button: "confirm" }, code: { text: "sms code" } })).includes("0:oneTimeCode"));
});

test("a person's name and a phone number are no user names before a password that confirms a change", () => {
    const name = field({ found: { personName: { label: "full name" } } });
    const phone = field({ type: "tel", found: { phone: { label: "phone" } } });
    const current = field({ type: "password", found: { currentPassword: { label: "current password" } } });
    assert.ok(!kindsOf(form([name, password], { save: { button: "save" }, login: { title: "my account" } })).includes("0:username"));
    assert.ok(!kindsOf(form([phone, current])).includes("0:username"));
});

test("a concealed field is a password although its label also means a search or a message", () => {
    for (const concept of ["search", "message", "personName", "company", "website"]) {
        const again = field({ type: "password", found: { repeat: { near: "ripeti" }, [concept]: { near: "parola chiave" } } });
        assert.deepEqual(kindsOf(form([email, password, again])), ["signUp", "0:email", "1:newPassword", "2:newPassword"]);
    }
    const filter = field({ type: "password", found: { search: { column: "th" } } });
    assert.deepEqual(kindsOf(form([email, password, filter])), ["login", "0:username", "1:currentPassword"]);
});

test("no new password repeats a hidden field before it", () => {
    const bait = field({ type: "password", hidden: true, unseen: true, found: { password: { label: "password", name: "password" } } });
    const { answers } = decide(form([username, email, bait, password], { signUp: { button: "sign up" } }));
    assert.deepEqual(answers.map(({ index, kind, confirms }) => [index, kind, confirms]),
        [[0, "username", -1], [1, "email", -1], [2, "newPassword", -1], [3, "newPassword", -1]]);
    const own = decide(form([email, bait, password, repeated], { signUp: { button: "sign up" } })).answers;
    assert.deepEqual(own.map(({ confirms }) => confirms), [-1, -1, -1, 2]);
});

test("the visible field before two new passwords is the user name although an e-mail address follows", () => {
    const unknown = field({}), hidden = field({ hidden: true, unseen: true });
    const joining = { signUp: { button: "sign up" } };
    assert.ok(kindsOf(form([unknown, hidden, password, repeated, email], joining)).includes("0:username"));
    const person = field({ found: { personName: { label: "first name" } } });
    assert.ok(!kindsOf(form([person, hidden, password, repeated, email], joining)).includes("0:username"));
    assert.deepEqual(kindsOf(form([email, unknown, password, repeated], joining)), ["signUp", "0:email", "2:newPassword", "3:newPassword"]);
});

test("explains a kind by the words, the rules and the form", () => {
    const reasons = reasonsOf(form([field({ found: { accountNumber: { label: "member number" } } }), password], {
        login: { button: "log in" },
    }), 0);
    assert.equal(reasons[0], "it is username in a form of kind login");
    assert.ok(reasons.includes('says accountNumber: label "member number" (4)'), reasons.join());
    assert.ok(reasons.includes("rule: the number of a customer, a member or a person logs in"), reasons.join());
    assert.ok(reasons.includes("the form, login: login (words, 3)"), reasons.join());
    assert.equal(reasonsOf(form([field({})]), 0)[0], "it is no credential in a form of kind other");
});

test("every rule that decided has an explanation", () => {
    const source = readFileSync(new URL("../../../src/forms/decide.js", import.meta.url), "utf8");
    const explained = readFileSync(new URL("../../../src/forms/reasons.js", import.meta.url), "utf8");
    const names = [...source.matchAll(/\bby\("(\w+)"/g)].map(([, name]) => name);
    assert.ok(names.length > 20);
    for (const name of names) assert.ok(explained.includes(`    ${name}: "`), name);
});

test("a field whose label says e-mail address is one, whatever autocomplete says", () => {
    const found = { username: { autocomplete: "username", name: "login" }, email: { label: "e mail" } };
    const { answers } = decide(form([field({ found }), password]));
    assert.deepEqual(answers.map((answer) => [answer.kind, answer.takesAddress]), [["username", true], ["currentPassword", false]]);
    const named = field({ found: { username: { label: "user name" }, email: { name: "email" } } });
    assert.equal(decide(form([named, password])).answers[0]?.takesAddress, false);
});

test("a recovery code, the first digits of a card and a code in a search are no one-time codes", () => {
    const sent = { verify: { text: "verify" } };
    const transfer = field({ found: { code: { placeholder: "auth code" }, key: { placeholder: "epp code" } } });
    assert.deepEqual(kindsOf(form([transfer], sent)), ["other"]);
    const card = field({ found: { code: { label: "6 digits" }, cardNumber: { label: "card" } }, maxLength: 6 });
    assert.deepEqual(kindsOf(form([card], sent)), ["other"]);
    const code = field({ found: { code: { label: "verification code" } } });
    const others = [field({}), field({}), field({})];
    assert.deepEqual(kindsOf(form([...others, code], { search: { button: "search" } })), ["other"]);
    assert.ok(kindsOf(form([...others, code])).includes("3:oneTimeCode"));
});

test("an old, a new and a repeated PIN are a change without words of a password", () => {
    const pin = field({ type: "password", maxLength: 4, found: { bareCode: { label: "pin" } } });
    const again = field({ ...pin, found: { bareCode: { label: "pin" }, repeat: { label: "again" } } });
    assert.deepEqual(kindsOf(form([pin, pin, again])), ["changePassword", "0:currentPassword", "1:newPassword", "2:newPassword"]);
    assert.deepEqual(kindsOf(form([pin, pin, pin])), ["other"]);
});

test("two fields with autocomplete=new-password are a machine's own password and a third concealed field is another secret", () => {
    const chosen = field({ type: "password", found: { newPassword: { autocomplete: "new-password" } } });
    const again = field({ type: "password", found: { newPassword: { autocomplete: "new-password" }, repeat: { near: "again" } } });
    const network = field({ found: { machine: { near: "network name" } } });
    const plain = field({ type: "password" });
    const kinds = kindsOf(form([username, chosen, again, network, plain]));
    assert.deepEqual(kinds, ["signUp", "0:username", "1:newPassword", "2:newPassword"]);
});

test("the only shown password of a sign-up is new even if autocomplete says current-password", () => {
    const told = field({ type: "password", found: { currentPassword: { autocomplete: "current-password" } } });
    const trap = field({ type: "password", hidden: true, unseen: true, found: { repeat: { label: "again" } } });
    assert.ok(kindsOf(form([email, told, trap], { signUp: { button: "sign up", heading: "join" } })).includes("1:newPassword"));
    const current = field({
        type: "password",
        found: { currentPassword: { autocomplete: "current-password", label: "current password" } },
    });
    const device = field({ found: { code: { label: "verification code" } } });
    const kinds = kindsOf(form([device, current], { signUp: { button: "register", heading: "register" } }));
    assert.ok(kinds.includes("1:currentPassword"));
});

test("a phone number before a code logs in: in another tab, or as a pair with a word of logging in", () => {
    const phone = field({ found: { phone: { label: "mobile" } } });
    const code = field({ found: { code: { label: "sms code" } }, maxLength: 6 });
    const login = { login: { button: "log in" } };
    assert.ok(kindsOf(form([username, password, phone, code], login)).includes("2:username"));
    assert.ok(!kindsOf(form([username, password, phone, code])).includes("2:username"));
    assert.deepEqual(kindsOf(form([phone, code], { login: { text: "log in" } })), ["code", "0:username", "1:oneTimeCode"]);
    assert.deepEqual(kindsOf(form([phone, code])), ["code", "1:oneTimeCode"]);
    assert.deepEqual(kindsOf(form([phone, code], { login: { text: "log in" }, save: { button: "save" } })), ["code", "1:oneTimeCode"]);
});

test("a code that a button sends to a phone is a one-time code although its name says captcha", () => {
    const phone = field({ found: { phone: { label: "mobile" } } });
    const code = field({ found: { code: { placeholder: "verification code" }, captcha: { id: "captcha" } } });
    const sends = { code: { button: "get code" }, login: { text: "log in" } };
    assert.ok(kindsOf(form([phone, code], sends)).includes("1:oneTimeCode"));
    assert.ok(!kindsOf(form([code], sends)).includes("0:oneTimeCode"));
});

test("a concealed code beside a password is the code of a device", () => {
    const login = { login: { button: "log in" } };
    const token = field({ type: "password", found: { code: { label: "token passcode" }, password: { name: "passwd1" } } });
    assert.ok(kindsOf(form([username, password, token], login)).includes("2:oneTimeCode"));
    const mobile = field({ type: "password", found: { code: { label: "token" }, phone: { label: "mobile" } } });
    assert.ok(kindsOf(form([username, password, mobile], login)).includes("2:oneTimeCode"));
    const card = field({ maxLength: 8, found: { bareCode: { label: "code", name: "code" } } });
    assert.ok(kindsOf(form([username, password, card], login)).includes("2:oneTimeCode"));
    assert.ok(!kindsOf(form([username, password, { ...card, maxLength: 16 }], login)).includes("2:oneTimeCode"));
});

test("concealed digits that only the word code names are the code of a device unless it can be forgotten", () => {
    const login = { login: { button: "log in" } };
    const digits = field({ type: "password", numeric: true, maxLength: 8, found: { bareCode: { label: "code", name: "code" } } });
    assert.ok(kindsOf(form([username, digits], login)).includes("1:oneTimeCode"));
    assert.ok(kindsOf(form([username, digits], { ...login, forgot: { link: "forgot" } })).includes("1:currentPassword"));
    const pin = { ...digits, found: { bareCode: { label: "pin", name: "pin" } } };
    assert.ok(kindsOf(form([username, pin], login)).includes("1:currentPassword"));
});

test("a lone field for six digits that is called a code is a one-time code on a login page", () => {
    const digits = field({ numeric: true, maxLength: 6, found: { bareCode: { label: "code" } } });
    assert.deepEqual(kindsOf(form([digits], { login: { title: "log in" } })), ["code", "0:oneTimeCode"]);
    assert.deepEqual(kindsOf(form([digits])), ["other"]);
});

test("an employee number that is called the user name is the user name of a sign-up", () => {
    const found = { accountNumber: { label: "employee number", name: "code" }, username: { label: "login id" } };
    assert.ok(kindsOf(form([field({ found }), email, password], { signUp: { button: "register" } })).includes("0:username"));
});

test("a reset asks for the phone number that is the account's name", () => {
    const phone = field({ type: "tel", found: { phone: { aria: "mobile" }, username: { placeholder: "account" } } });
    const fresh = field({ type: "password", found: { newPassword: { label: "new password" } } });
    assert.ok(kindsOf(form([phone, fresh, repeated], { resetPassword: { heading: "reset" } })).includes("0:username"));
});

test("a name such as pass_no means a passport number", () => {
    assert.equal(isPassport("pass no", { phrase: "pass" }), true);
    assert.equal(isPassport("user pass", { phrase: "pass" }), false);
});

/** @param {number} count @param {Partial<FieldFacts>} [given] */
const secretBoxes = (count, given = {}) =>
    Array.from({ length: count }, (_, at) =>
        field({ type: "password", maxLength: 1, ordinal: at + 1, found: { bareCode: { aria: "pin" } }, ...given })
    );
const logsIn = { login: { button: "log in" } };

test("a row of concealed boxes for a PIN is one current password in a login, with each box in order", () => {
    const { kind, answers } = decide(form([username, ...secretBoxes(4)], logsIn));
    assert.equal(kind, "login");
    assert.deepEqual(answers.map((answer) => answer.kind), ["username", ...Array.from({ length: 4 }, () => "currentPassword")]);
    assert.deepEqual(answers.slice(1).map(({ index, run }) => [index, run]), [1, 2, 3, 4].map((index) => [index, [1, 2, 3, 4]]));
});

test("two rows of boxes, of which the second repeats, are a new PIN", () => {
    const again = secretBoxes(4, { found: { bareCode: { aria: "pin" }, repeat: { aria: "again" } } });
    const { answers } = decide(form([...secretBoxes(4), ...again], { newPassword: { heading: "new pin" } }));
    assert.deepEqual(answers.map(({ index, kind }) => [index, kind]), Array.from({ length: 8 }, (_, at) => [at, "newPassword"]));
    assert.deepEqual(answers.map(({ run }) => run?.[0]), [0, 0, 0, 0, 4, 4, 4, 4]);
});

test("a row that asks for some characters of a password is no password field", () => {
    const rows = [
        secretBoxes(3),
        secretBoxes(5).map((box, at) => ({ ...box, locked: at === 2 })),
        secretBoxes(5).map((box, at) => ({ ...box, hidden: at === 2 })),
        secretBoxes(4).map((box, at) => ({ ...box, ordinal: [2, 3, 5, 7][at] ?? 0 })),
        secretBoxes(4).map((box, at) => ({ ...box, ordinal: at + 3 })),
        secretBoxes(4, { found: { bareCode: { aria: "pin" }, cardNumber: { aria: "card" } } }),
        secretBoxes(4, { found: {} }),
    ];
    for (const row of rows) assert.deepEqual(secretRowsIn(form(row, logsIn)), []);
    assert.deepEqual(secretRowsIn(form(secretBoxes(4))), []);
    assert.deepEqual(secretRowsIn(form(secretBoxes(4), logsIn)), [[0, 1, 2, 3]]);
});

test("the boxes of a new PIN are not offered a generated password", () => {
    const entry = (/** @type {string} */ kind, /** @type {object | null} */ segment) =>
        /** @type {ClassifiedField} */ (/** @type {unknown} */ ({ kind, segment, form: { kind: "signUp" } }));
    assert.equal(offers(entry("newPassword", {})), false);
    assert.equal(offers(entry("newPassword", null)), true);
    assert.equal(offers(entry("currentPassword", {})), true);
});

test("a repeated e-mail address, or one before the current password, is a change below a heading that logs in, too", () => {
    const again = field({ type: "email", found: { email: { label: "e mail" }, repeat: { label: "confirm" } } });
    const current = field({ type: "password", found: { currentPassword: { autocomplete: "current password" } } });
    const words = { login: { heading: "sign in" }, updateEmail: { caption: "change e mail" } };
    assert.equal(decide(form([email, again, current], words)).kind, "updateEmail");
    assert.equal(decide(form([email, current], words)).kind, "login");
    const named = { ...current, found: { currentPassword: { autocomplete: "current password", label: "current password" } } };
    assert.equal(decide(form([email, named], { login: { title: "clients" }, updateEmail: { text: "new e mail" } })).kind, "updateEmail");
});

test("the password of a sign-in step is the current one beside the hidden step of a sign-up", () => {
    const fresh = field({ type: "password", unseen: true, found: { newPassword: { autocomplete: "new password" } } });
    const current = field({ type: "password", found: { currentPassword: { autocomplete: "current password" } } });
    const { kind, answers } = decide(form([email, current, fresh], { signUp: { heading: "sign up", button: "join" } }));
    assert.equal(kind, "signUp");
    assert.deepEqual(answers.map((answer) => answer.kind).slice(1), ["currentPassword", "newPassword"]);
});

test("an e-mail address alone that is called a new one is a change of the address", () => {
    assert.equal(decide(form([email], { updateEmail: { text: "new e mail address" } })).kind, "updateEmail");
    assert.equal(decide(form([email], { updateEmail: { text: "new e mail address" }, subscribe: { button: "subscribe" } })).kind, "other");
});
