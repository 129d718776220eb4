import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser } from "./doubles.js";

installBrowser();
const {
    ada, call, create, declined, get, lastWindow, makePage, makePasskeys, offering, other, refuse, settle, signed,
    vault,
} = await import("./passkeyDoubles.js");

test("a single provider's sheet opens at once", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    const ended = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([ended.outcome.outcome, made.opened.length], ["done", 0]);
    assert.deepEqual(made.asked[0]?.[1]["passkeyRequest"], { options: { challenge: "AAAA", rpId: "a.test" } });
    assert.deepEqual(made.asked[1]?.[1], {
        url: "https://a.test/login", ancestorOrigins: [], acceptsFrame: false, options: create.options, provider: "vault",
    });
});

test("the agent validates the AppID before any window opens", async () => {
    const made = makePasskeys({ suggest: refuse("securityError") });
    const options = { ...create.options, extensions: { appidExclude: "https://evil.test/", credProps: true } };
    const ended = call(made, "createPasskey", { ...create, options });
    await settle();
    assert.deepEqual(made.asked[0]?.[1]["passkeyRequest"], {
        options: { challenge: "AAAA", rpId: "a.test", extensions: { appid: "https://evil.test/" } },
    });
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

test("with several providers the user picks one", async () => {
    const made = makePasskeys({ suggest: () => offering([], { providers: [vault, other] }), createPasskey: () => signed });
    const ended = call(made, "createPasskey", create, makePage({ isPrivate: true }));
    const window = await lastWindow(made);
    assert.match(window.text, /passkey_create\|a\.test.*confirm_account\|ada/);
    await window.choose("list other");
    assert.deepEqual([ended.outcome.outcome, made.asked[1]?.[1]["provider"], made.asked[1]?.[1]["isPrivate"]], ["done", "other", true]);
});

for (const [what, more] of /** @type {const} */ ([
    ["a cross-platform authenticator", { authenticatorSelection: { authenticatorAttachment: "cross-platform" } }],
    ["a security key", { hints: ["security-key", "client-device"] }],
    ["a phone", { hints: ["unheard-of", "hybrid"], authenticatorSelection: { authenticatorAttachment: "platform" } }],
])) {
    test(`leaves a request that prefers ${what} to the browser`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
        const ended = call(made, "createPasskey", { ...create, options: { ...create.options, ...more } });
        await settle();
        assert.deepEqual([ended.outcome, made.asked], [declined, []]);
    });
}

test("handles a request with the client-device hint whatever its attachment is", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    const more = { hints: ["client-device"], authenticatorSelection: { authenticatorAttachment: "cross-platform" } };
    const ended = call(made, "createPasskey", { ...create, options: { ...create.options, ...more } });
    await settle();
    assert.equal(ended.outcome.outcome, "done");
});

test("a page learns of an excluded passkey only from the agent, which has asked the user", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: refuse("invalidStateError") });
    const ended = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([ended.failure, made.opened.length], ["invalidStateError", 0]);
});

test("leaves a creation to the browser if the provider fails before its sheet opens", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: refuse("providerFailed") });
    const ended = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

for (const isPrivate of [false, true]) {
    const mode = isPrivate ? "private" : "normal";
    test(`the only provider's sheet ${isPrivate ? "cannot" : "can"} exclude the site in a ${mode} window`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => new Promise(() => {}) });
        const ended = call(made, "createPasskey", create, makePage({ isPrivate }));
        await settle();
        const frame = { providerName: "Vault", requester: { kind: "site", name: "a.test" } };
        made.sheets.take("sheet.open", { id: 5, call: made.asked.length, frame, sheet: { title: "Save", elements: [] } });
        const window = await lastWindow(made);
        assert.deepEqual(window.shown.frame.alternatives, isPrivate ? ["elsewhere"] : ["elsewhere", "never"]);
        await window.act({ kind: "alternative", alternative: "never" });
        assert.deepEqual([ended.outcome, made.never], isPrivate ? [undefined, []] : [declined, ["a.test"]]);
    });
}

test("a page's request takes over a passkey window, but not a window of the user's own request", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), createPasskey: () => signed, getPasskey: () => signed });
    const persons = made.sheets.begin(7, "a.test", { place: "tab 1" });
    const [signing, creating] = [call(made, "getPasskey", get), call(made, "createPasskey", create)];
    await settle();
    assert.deepEqual([signing.outcome, creating.outcome, persons.cancelSignal.aborted], [declined, declined, false]);
    assert.deepEqual(made.asked.map(([method]) => method), ["suggest", "suggest"]);
    persons.end();
    const picked = call(made, "pickPasskey", { options: get.options, suggestion: "k1", mustConfirm: true });
    await settle();
    const after = call(made, "createPasskey", create);
    await settle();
    assert.deepEqual([picked.failure, after.outcome.outcome], ["userCanceled", "done"]);
});

test("a tab may create one passkey in 30 seconds without user activation", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), createPasskey: () => signed, getPasskey: () => signed });
    // A sign-in without user activation has its own limit.
    call(made, "getPasskey", { ...get, isActive: false });
    await (await lastWindow(made)).choose("k1");
    const outcomes = [];
    const turns = [{}, {}, { tabId: 2 }, { later: 29_999 }, { later: 1 }, { isActive: true }];
    for (const { tabId = 1, later = 0, isActive = false } of turns) {
        made.clock.advance(later);
        const ended = call(made, "createPasskey", { ...create, isActive }, makePage({ tabId }));
        await settle();
        outcomes.push(ended.outcome.outcome);
    }
    assert.deepEqual(outcomes, ["done", "declined", "done", "declined", "done", "done"]);
});

for (const [name, params, ancestors] of /** @type {const} */ ([
    ["a page without the focus", { isFocused: false }, []],
    ["a frame of another origin", { isPermitted: true }, ["https://top.test"]],
])) {
    test(`${name} creates no passkey without user activation`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
        const ended = call(made, "createPasskey", { ...create, ...params, isActive: false }, makePage({}, [...ancestors]));
        await settle();
        assert.deepEqual([ended.outcome, made.asked, made.opened], [declined, [], []]);
    });
}

// Conditional creation

const upgrade = { ...create, isConditional: true };
const fill = { provider: "vault", value: /** @type {const} */ ({ kind: "password", user: "ada", password: "x" }) };
const place = { tabId: 1, origin: "https://a.test", isPrivate: false };

test("creates a passkey without a question for an account whose password was just filled, and reports it", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    await made.requests.remember(place, "a.test", fill);
    const ended = call(made, "createPasskey", { ...upgrade, isActive: false });
    await settle();
    assert.deepEqual([ended.outcome.outcome, made.opened.length], ["done", 0]);
    assert.deepEqual([made.asked[1]?.[1]["isConditional"], made.asked[1]?.[1]["provider"]], [true, "vault"]);
    const [{ id: _, ...told }] = /** @type {[{id: string}]} */ (made.news);
    assert.deepEqual(told, { kind: "upgraded", user: "ada", host: "a.test", providerName: "Vault" });
});

test("one fill permits one passkey without a question, and a failed attempt does not count", async () => {
    const failing = [true, false, false];
    const made = makePasskeys({
        suggest: () => offering([]), createPasskey: () => failing.shift() ? refuse("providerFailed")() : signed,
    });
    await made.requests.remember(place, "a.test", fill);
    const outcomes = [];
    for (let turn = 0; turn < 3; turn += 1) {
        const ended = call(made, "createPasskey", { ...upgrade, isActive: false });
        await settle();
        outcomes.push(ended.outcome?.outcome);
    }
    assert.deepEqual(outcomes, ["declined", "done", "declined"]);
    assert.equal(made.asked.filter(([method]) => method === "createPasskey").length, 2);
});

test("reports the provider that created the passkey", async () => {
    const more = { ...other, supportsConditionalPasskeyRegistration: true };
    const made = makePasskeys({ suggest: () => offering([], { providers: [vault, more] }), createPasskey: () => ({ ...signed, provider: "other" }) });
    await made.requests.remember(place, "a.test", fill);
    call(made, "createPasskey", upgrade);
    await settle();
    assert.deepEqual(made.news.map((each) => Reflect.get(each, "providerName")), ["Other"]);
});

for (const [why, change] of /** @type {[string, {remembered?: object, origin?: string, tabId?: number, later?: number, offers?: object, isPrivate?: boolean}][]} */ ([
    ["no login was filled", { remembered: undefined }],
    ["another account was filled", { remembered: { ...fill, value: { ...fill.value, user: "grace" } } }],
    ["another provider filled it", { remembered: { ...fill, provider: "other" } }],
    ["the fill is too old", { remembered: fill, later: 5 * 60_000 }],
    ["another origin of the site was filled", { remembered: fill, origin: "https://www.a.test" }],
    ["another scheme was filled", { remembered: fill, origin: "http://a.test" }],
    ["another port was filled", { remembered: fill, origin: "https://a.test:8443" }],
    ["another tab was filled", { remembered: fill, tabId: 2 }],
    ["the window is private", { remembered: fill, isPrivate: true }],
    ["the provider does not support it", { remembered: fill, offers: { providers: [{ ...vault, supportsConditionalPasskeyRegistration: false }] } }],
])) {
    test(`creates no passkey without a question if ${why}`, async () => {
        const made = makePasskeys({ suggest: () => offering([], change.offers), createPasskey: () => signed });
        const filled = { ...place, origin: change.origin ?? place.origin, tabId: change.tabId ?? place.tabId };
        if (change.remembered) await made.requests.remember(filled, "a.test", /** @type {typeof fill} */ (change.remembered));
        made.clock.advance(change.later ?? 0);
        const ended = call(made, "createPasskey", upgrade, makePage({ isPrivate: change.isPrivate ?? false }));
        await settle();
        assert.deepEqual([ended.outcome, made.opened.length, made.news], [declined, 0, []]);
        assert.deepEqual(made.asked.map(([method]) => method), ["suggest"]);
    });
}

test("creates no passkey without a question in a frame of another origin", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    await made.requests.remember(place, "a.test", fill);
    const ended = call(made, "createPasskey", { ...upgrade, isPermitted: true }, makePage({}, ["https://top.test"]));
    await settle();
    assert.deepEqual([ended.outcome, made.asked, made.news], [declined, [], []]);
});

test("a conditional creation that the agent does not answer ends within 8000 ms", async () => {
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
    test(`leaves a conditional creation that fails with ${reason} to the browser without a message`, async () => {
        const made = makePasskeys({ suggest: () => offering([]), createPasskey: refuse(reason) });
        await made.requests.remember(place, "a.test", fill);
        const ended = call(made, "createPasskey", upgrade);
        await settle();
        assert.deepEqual([ended.outcome, made.opened.length, made.news], [declined, 0, []]);
    });
}
