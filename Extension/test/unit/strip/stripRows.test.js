import test from "node:test";
import assert from "node:assert/strict";

import { bestRow, drawnRows, isolate, kindsFor, rowsFor, textOf } from "../../../src/content/strip/stripRows.js";

/** @typedef {import("../../../src/messages.js").Suggestion} Suggestion */

/** @param {string} user @param {Partial<Suggestion>} [more] @returns {Suggestion} */
const login = (user, more = {}) => ({
    id: user, kind: "password", user, service: "example.com", grade: "exact", provider: "vault", providerName: "Vault",
    rank: 0, isPreselectable: true, ...more,
});
const vault = {
    id: "vault", name: "Vault", providesPasswords: true, providesOneTimeCodes: true, providesTextToInsert: true,
    savesPasswords: true, changesUserNames: false, generatesPasswords: true, generatesWithUI: true, providesPasskeys: true,
    supportsConditionalPasskeyRegistration: true,
};
/** @param {Suggestion[]} suggestions @param {object} [more] @returns {import("../../../src/messages.js").Offers} */
const offers = (suggestions, more = {}) => ({
    suggestions, providers: [vault], locked: [], frame: { origin: "", topLevelOrigin: "", isOfOtherSite: false },
    isPrivate: false, savesHere: true, ...more,
});
/** @param {import("../../../src/content/strip/stripRows.js").UseKind} kind @param {object} [more] */
const at = (kind, more = {}) => ({ kind, isAsked: false, typed: "", ...more });
/** @param {import("../../../src/content/strip/stripRows.js").Row[]} rows */
const short = (rows) => rows.map((row) => row.type === "suggestion" ? row.suggestion.id : row.type);
const say = (/** @type {string} */ key, /** @type {string[]} */ ...values) => [key, ...values].join(" ");

test("user name, e-mail and password fields offer the logins in the agent's order and then the list", () => {
    const all = offers([login("b"), login("a"), login("a", { id: "code", kind: "code" })]);
    for (const kind of /** @type {const} */ (["username", "email", "currentPassword"])) {
        assert.deepEqual(short(rowsFor(all, at(kind))), ["b", "a", "list"], kind);
    }
});

test("while a page waits for a passkey the last row offers the browser's own", () => {
    const waiting = { ...offers([login("a")]), awaitsPasskey: true };
    assert.deepEqual(short(rowsFor(waiting, at("username"))), ["a", "list", "elsewhere"]);
    assert.deepEqual(short(rowsFor(waiting, at("username", { typed: "a" }))), ["a", "list", "elsewhere"]);
    assert.deepEqual(short(rowsFor(waiting, at("oneTimeCode"))), ["list"]);
    assert.equal(textOf({ type: "elsewhere" }, say).title, "sheet_alternative_elsewhere");
});

test("a code field offers codes only", () => {
    const all = offers([login("a"), login("a", { id: "code", kind: "code" })]);
    assert.deepEqual(short(rowsFor(all, at("oneTimeCode"))), ["code", "list"]);
    assert.deepEqual(kindsFor("oneTimeCode"), ["code"]);
});

test("a new password offers the generators and the list of all logins", () => {
    const rows = rowsFor(offers([login("a")]), at("newPassword"));
    assert.deepEqual(rows.map((row) => row.type === "generate" ? row.withInterface : row.type), [false, true, "list"]);
    assert.deepEqual(kindsFor("newPassword"), []);
});

test("a new password offers the one that was just generated, until the user types", () => {
    const again = offers([login("a"), login("", { id: "made", wasGenerated: true })]);
    assert.deepEqual(short(rowsFor(again, at("newPassword"))), ["generate", "generate", "made", "list"]);
    assert.deepEqual(short(rowsFor(again, at("newPassword", { typed: "x" }))), []);
    assert.deepEqual(short(rowsFor(again, at("currentPassword"))), ["a", "made", "list"]);
});

test("every password field offers logins and generators on request", () => {
    assert.deepEqual(short(rowsFor(offers([login("a")]), at("newPassword", { isAsked: true }))),
        ["generate", "generate", "a", "list", "insert"]);
    assert.deepEqual(short(rowsFor(offers([login("a")]), at("currentPassword", { isAsked: true }))),
        ["a", "list", "generate", "generate", "insert"]);
    assert.deepEqual(kindsFor("newPassword", true), ["password"]);
});

test("any other field offers logins and text only on request", () => {
    assert.deepEqual(short(rowsFor(offers([login("a")]), at("text"))), []);
    assert.deepEqual(short(rowsFor(offers([login("a")]), at("text", { isAsked: true }))), ["a", "list", "insert"]);
    assert.deepEqual(kindsFor("text", true), ["password"]);
    assert.deepEqual(short(rowsFor(offers([]), at("username", { isAsked: true }))), ["list", "insert"]);
});

test("a locked provider replaces its list", () => {
    const locked = offers([], { locked: [{ provider: "vault", name: "Vault" }] });
    assert.deepEqual(short(rowsFor(locked, at("username"))), ["locked"]);
    assert.deepEqual(short(rowsFor(locked, at("newPassword"))), ["generate", "generate", "locked"]);
});

test("the account that just failed is last and the account of the previous step is first", () => {
    const all = offers([login("a"), login("b"), login("c")], { failedUser: "a", chosenUser: "c" });
    assert.deepEqual(short(rowsFor(all, at("currentPassword", { goesOn: true }))), ["c", "b", "a", "list"]);
    assert.equal(rowsFor(all, at("username")).filter((row) => row.type === "suggestion" && row.hasFailed).length, 1);
});

test("a used account is not moved before the agent's first one", () => {
    const all = offers([login("exact"), login("other")], { chosenUser: "other" });
    assert.deepEqual(short(rowsFor(all, at("username"))), ["exact", "other", "list"]);
    assert.deepEqual(short(rowsFor(all, at("currentPassword"))), ["exact", "other", "list"]);
});

test("typing filters the accounts by their beginning and keeps the row that leads to all logins", () => {
    const all = offers([login("Ada"), login("grace"), login("joan@example.com")]);
    /** @type {[string, string[]][]} */
    const cases = [
        ["aD", ["Ada", "list"]],
        ["joan@example.com", ["joan@example.com", "list"]],
        // Mistyped, or the name of another site's login.
        ["x", ["list"]],
        ["someone@", ["list"]],
        ["someone@example", ["list"]],
        // A new name.
        ["someone@example.com", []],
    ];
    for (const [typed, rows] of cases) assert.deepEqual(short(rowsFor(all, at("username", { typed }))), rows, typed);
    const locked = offers([login("Ada")], { locked: [{ provider: "vault", name: "Vault" }] });
    assert.deepEqual(short(rowsFor(locked, at("email", { typed: "a" }))), ["Ada", "locked"]);
});

test("at a site without logins every typed name is new", () => {
    assert.deepEqual(short(rowsFor(offers([]), at("email"))), ["list"]);
    assert.deepEqual(short(rowsFor(offers([]), at("email", { typed: "a" }))), []);
    const locked = offers([], { locked: [{ provider: "vault", name: "Vault" }] });
    assert.deepEqual(short(rowsFor(locked, at("email", { typed: "a" }))), []);
});

test("a row names its user, host and provider", () => {
    const [row] = rowsFor(offers([login("ada")]), at("username"));
    assert.ok(row);
    assert.deepEqual(textOf(row, say), {
        title: "ada", subtitle: "strip_for example.com Vault", mark: "", place: "", isWarning: false, isMade: false,
        icon: "password",
    });
});

test("a row marks another host and a page without encryption", () => {
    const marks = [login("a", { grade: "site" }), login("a", { grade: "affiliated" }), login("a", { warning: "http" })]
        .map((each) => textOf({ type: "suggestion", suggestion: each, hasFailed: false }, say))
        .map(({ mark, place }) => mark + place);
    assert.deepEqual(marks, ["strip_otherHost", "strip_affiliated", "strip_notSecure"]);
});

test("names cannot break a line, hide text or change its direction", () => {
    assert.equal(isolate("eve\u202egnp.exe\n<b>\u0007"), "eve\ufffdgnp.exe\ufffd<b>\ufffd");
});

test("the command picks the first row that needs no question and then the next one", () => {
    const rows = rowsFor(offers([login("x", { isPreselectable: false }), login("a"), login("b")]), at("username"));
    assert.equal(bestRow(rows, null)?.suggestion.id, "a");
    assert.equal(bestRow(rows, "a")?.suggestion.id, "b");
    assert.equal(bestRow(rows, "b")?.suggestion.id, "a");
    assert.equal(bestRow(rowsFor(offers([login("x", { isPreselectable: false })]), at("username")), null), null);
});

test("a login of another host that just failed shows both marks", () => {
    const rows = rowsFor(offers([login("a", { grade: "site" })], { failedUser: "a" }), at("username"));
    const [row] = rows;
    assert.ok(row !== undefined);
    const { mark, place } = textOf(row, say);
    assert.deepEqual([mark, place], ["strip_failedMark", "strip_otherHost"]);
});

test("a passkey keeps the agent's place and names its kind and provider", () => {
    const passkey = login("ada", { id: "k", kind: "passkey", service: "example.com", grade: "site" });
    const rows = rowsFor(offers([passkey, login("ada"), login("grace")]), at("username"));
    assert.deepEqual(short(rows), ["k", "ada", "grace", "list"]);
    const [first] = rows;
    assert.ok(first);
    const { title, subtitle, place, icon } = textOf(first, say);
    assert.deepEqual([title, subtitle, place, icon], ["ada", "strip_passkeyOf Vault", "", "passkey"]);
    const [nameless] = rowsFor(offers([{ ...passkey, user: "" }]), at("username"));
    assert.ok(nameless);
    assert.equal(textOf(nameless, say).title, "strip_noPasskeyUser");
});

test("no field requests passkeys without a request of the page", () => {
    for (const kind of /** @type {const} */ (["username", "email", "currentPassword", "newPassword", "oneTimeCode", "text"])) {
        assert.ok(!(/** @type {string[]} */ (kindsFor(kind))).includes("passkey"), kind);
    }
});

test("code fields and new passwords offer no passkey", () => {
    const all = offers([login("k", { kind: "passkey" })]);
    for (const kind of /** @type {const} */ (["newPassword", "oneTimeCode"])) {
        assert.ok(!short(rowsFor(all, at(kind))).includes("k"), kind);
    }
});

test("a suggestion that looks like another one shows its detail first, without control characters", () => {
    const row = (/** @type {Partial<Suggestion>} */ more) => textOf({ type: "suggestion", suggestion: login("ada", more), hasFailed: false }, say);
    assert.equal(row({}).subtitle, "strip_for example.com Vault");
    assert.equal(row({ detail: "Work" }).subtitle, "Work — strip_for example.com Vault");
    assert.equal(row({ kind: "passkey", detail: "Work\u202e" }).subtitle, "Work\ufffd — strip_passkeyOf Vault");
    assert.equal(row({ kind: "passkey", displayName: "Ada\u202e", detail: "Work" }).subtitle, "Ada\ufffd — Work — strip_passkeyOf Vault");
    const label = drawnRows([{ type: "suggestion", suggestion: login("ada", { detail: "Home" }), hasFailed: false }], say)[0]?.label;
    assert.equal(label, "ada, Home — strip_for example.com Vault");
});
