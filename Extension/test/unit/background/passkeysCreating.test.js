import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser } from "./doubles.js";

installBrowser();
const {
    ada, call, create, declined, get, lastWindow, makePage, makePasskeys, offering, other, refuse, settle, signed,
    vault,
} = await import("./passkeyPages.js");

test("with one provider its sheet comes at once", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    const ended = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([ended.outcome.outcome, made.opened.length], ["done", 0]);
    assert.deepEqual(made.asked[0]?.[1]["passkeyRequest"], { options: { challenge: "AAAA", rpId: "a.test" } });
    assert.deepEqual(made.asked[1]?.[1], {
        url: "https://a.test/login", ancestorOrigins: [], acceptsFrame: false, options: create.options, provider: "vault",
    });
});

test("what a page calls its application is judged before anything is shown", async () => {
    const made = makePasskeys({ suggest: refuse("securityError") });
    const options = { ...create.options, extensions: { appidExclude: "https://evil.test/", credProps: true } };
    const ended = call(made, "createPasskey", { ...create, options });
    await settle();
    assert.deepEqual(made.asked[0]?.[1]["passkeyRequest"], {
        options: { challenge: "AAAA", rpId: "a.test", extensions: { appid: "https://evil.test/" } },
    });
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

test("with several providers the person chooses", async () => {
    const made = makePasskeys({ suggest: () => offering([], { providers: [vault, other] }), createPasskey: () => signed });
    const ended = call(made, "createPasskey", create, makePage({ isPrivate: true }));
    const window = await lastWindow(made);
    assert.match(window.text, /passkey_create\|a\.test.*confirm_account\|ada/);
    await window.choose("list other");
    assert.deepEqual([ended.outcome.outcome, made.asked[1]?.[1]["provider"], made.asked[1]?.[1]["isPrivate"]], ["done", "other", true]);
});

for (const [what, more] of /** @type {const} */ ([
    ["a key that is plugged in", { authenticatorSelection: { authenticatorAttachment: "cross-platform" } }],
    ["a security key before all", { hints: ["security-key", "client-device"] }],
    ["a phone", { hints: ["unheard-of", "hybrid"], authenticatorSelection: { authenticatorAttachment: "platform" } }],
])) {
    test(`a page that wants ${what} is the browser's`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
        const ended = call(made, "createPasskey", { ...create, options: { ...create.options, ...more } });
        await settle();
        assert.deepEqual([ended.outcome, made.asked], [declined, []]);
    });
}

test("a page that wants this device first is ours, whatever its attachment says", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    const more = { hints: ["client-device"], authenticatorSelection: { authenticatorAttachment: "cross-platform" } };
    const ended = call(made, "createPasskey", { ...create, options: { ...create.options, ...more } });
    await settle();
    assert.equal(ended.outcome.outcome, "done");
});

test("that a passkey is excluded the page learns from the agent alone, which has told the person", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: refuse("invalidStateError") });
    const ended = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([ended.failure, made.opened.length], ["invalidStateError", 0]);
});

test("a provider that fails before it has shown anything leaves it to the browser", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: refuse("providerFailed") });
    const ended = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

for (const isPrivate of [false, true]) {
    test(`beside the sheet of the only provider the site may be excluded, unless it is private: ${isPrivate}`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => new Promise(() => {}) });
        const ended = call(made, "createPasskey", create, makePage({ isPrivate }));
        await settle();
        const frame = { providerName: "Vault", requester: { kind: "site", name: "a.test" } };
        made.sheets.take("sheet.open", { id: 5, frame, sheet: { title: "Save", elements: [] } });
        const window = await lastWindow(made);
        assert.deepEqual(window.shown.frame.alternatives, isPrivate ? ["elsewhere"] : ["elsewhere", "never"]);
        await window.act({ kind: "alternative", alternative: "never" });
        assert.deepEqual([ended.outcome, made.never], isPrivate ? [undefined, []] : [declined, ["a.test"]]);
    });
}

test("no page takes the window of what the person asked for in the tab, but that of another passkey", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), createPasskey: () => signed, getPasskey: () => signed });
    const persons = made.sheets.begin(7, "a.test", { place: "tab 1" });
    const [signing, creating] = [call(made, "getPasskey", get), call(made, "createPasskey", create)];
    await settle();
    assert.deepEqual([signing.outcome, creating.outcome, persons.givenUp.aborted], [declined, declined, false]);
    assert.deepEqual(made.asked.map(([method]) => method), ["suggest", "suggest"]);
    persons.end();
    const picked = call(made, "pickPasskey", { options: get.options, suggestion: "k1", mustConfirm: true });
    await settle();
    const after = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([picked.failure, after.outcome.outcome], ["userCanceled", "done"]);
});

test("no sheet opens for a page that nobody has touched", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    const ended = call(made, "createPasskey", { ...create, isActive: false });
    await settle();
    assert.deepEqual([ended.outcome, made.asked, made.opened], [declined, [], []]);
});

// Upgrading in silence

const upgrade = { ...create, isConditional: true };
const fill = { provider: "vault", value: /** @type {const} */ ({ kind: "password", user: "ada", password: "x" }) };
const place = { tabId: 1, origin: "https://a.test", isPrivate: false };

test("an account whose password was just filled gets its passkey in silence, and the person reads of it", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    await made.requests.remember(place, "a.test", fill);
    const ended = call(made, "createPasskey", { ...upgrade, isActive: false });
    await settle();
    assert.deepEqual([ended.outcome.outcome, made.opened.length], ["done", 0]);
    assert.deepEqual([made.asked[1]?.[1]["isConditional"], made.asked[1]?.[1]["provider"]], [true, "vault"]);
    const [{ id: _, ...told }] = /** @type {[{id: string}]} */ (made.news);
    assert.deepEqual(told, { kind: "upgraded", user: "ada", host: "a.test", providerName: "Vault" });
});

test("the person reads of the provider that has the new passkey", async () => {
    const more = { ...other, supportsConditionalPasskeyRegistration: true };
    const made = makePasskeys({ suggest: () => offering([], { providers: [vault, more] }), createPasskey: () => ({ ...signed, provider: "other" }) });
    await made.requests.remember(place, "a.test", fill);
    call(made, "createPasskey", upgrade);
    await settle();
    assert.deepEqual(made.news.map((each) => Reflect.get(each, "providerName")), ["Other"]);
});

for (const [why, change] of /** @type {[string, {remembered?: object, later?: number, wish?: object, offers?: object, isPrivate?: boolean}][]} */ ([
    ["nothing was filled", { remembered: undefined }],
    ["another account was filled", { remembered: { ...fill, value: { ...fill.value, user: "grace" } } }],
    ["another provider has filled it", { remembered: { ...fill, provider: "other" } }],
    ["it is too long ago", { remembered: fill, later: 5 * 60_000 }],
    ["the window is private", { remembered: fill, isPrivate: true }],
    ["the provider does no such thing", { remembered: fill, offers: { providers: [{ ...vault, supportsConditionalPasskeyRegistration: false }] } }],
])) {
    test(`no account is upgraded where ${why}`, async () => {
        const made = makePasskeys({ suggest: () => offering([], change.offers), createPasskey: () => signed });
        if (change.remembered) await made.requests.remember(place, "a.test", /** @type {typeof fill} */ (change.remembered));
        made.clock.advance(change.later ?? 0);
        const ended = call(made, "createPasskey", upgrade, makePage({ isPrivate: change.isPrivate ?? false }));
        await settle();
        assert.deepEqual([ended.outcome, made.opened.length, made.news], [declined, 0, []]);
        assert.deepEqual(made.asked.map(([method]) => method), ["suggest"]);
    });
}

test("nothing is made in silence in a part of another origin's page, whatever its policy says", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    await made.requests.remember(place, "a.test", fill);
    const ended = call(made, "createPasskey", { ...upgrade, isPermitted: true }, makePage({}, ["https://top.test"]));
    await settle();
    assert.deepEqual([ended.outcome, made.asked, made.news], [declined, [], []]);
});

test("an upgrade that an agent does not answer ends within 8000 ms", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => new Promise(() => {}) });
    await made.requests.remember(place, "a.test", fill);
    const ended = call(made, "createPasskey", upgrade);
    await settle();
    assert.equal(made.asked.at(-1)?.[0], "createPasskey");
    made.clock.advance(8000);
    await settle();
    assert.deepEqual([ended.outcome, made.news], [declined, []]);
});

for (const reason of ["userCanceled", "interactionRequired", "providerFailed", "locked", "invalidStateError"]) {
    test(`an upgrade that is refused by ${reason} says nothing, and is the browser's`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: refuse(reason) });
        await made.requests.remember(place, "a.test", fill);
        const ended = call(made, "createPasskey", upgrade);
        await settle();
        assert.deepEqual([ended.outcome, made.opened.length, made.news], [declined, 0, []]);
    });
}
