import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser } from "./doubles.js";

installBrowser();
const {
    ada, call, create, declined, get, lastWindow, makePage, makePasskeys, offering, other, refuse, settle, signed, vault,
} = await import("./passkeyDoubles.js");

test("shows the page's passkeys and the providers' lists and signs in with the picked one", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => signed });
    const ended = call(made, "getPasskey", get);
    const window = await lastWindow(made);
    assert.match(window.text, /passkey_sign_in\|a\.test/);
    assert.deepEqual(window.rows.map((/** @type {any} */ row) => [row.identifier, row.title, row.subtitle, row.iconName]), [
        ["k1", "ada", "passkey_of|Vault", "passkey"], ["list vault", "passkey_others", "Vault", "folder"],
    ]);
    assert.deepEqual(window.shown.frame.alternatives, ["elsewhere", "never"]);
    assert.equal(window.shown.frame.requester.name, "https://a.test");
    await window.choose("k1");
    assert.deepEqual(ended.outcome, { outcome: "done", credential: signed.credential });
    assert.deepEqual(made.asked.map(([method]) => method), ["suggest", "getPasskey"]);
    assert.deepEqual(made.asked[0]?.[1], {
        url: "https://a.test/login", kinds: ["passkey"], explain: false, ancestorOrigins: [], passkeyRequest: { options: get.options },
    });
    assert.deepEqual(made.asked[1]?.[1], {
        url: "https://a.test/login", ancestorOrigins: [], acceptsFrame: false, options: get.options, suggestion: "k1",
    });
});

const named = { ...get, options: { ...get.options, allowCredentials: [{ type: "public-key", id: "AA" }] } };

test("the only passkey that the site names is confirmed without a list", async () => {
    const made = makePasskeys({ suggest: () => offering([ada], { unlocked: ["vault"] }), getPasskey: () => signed });
    const ended = call(made, "getPasskey", named);
    const window = await lastWindow(made);
    assert.match(window.text, /passkey_sign_in_only\|a\.test.*confirm_account\|ada.*passkey_of\|Vault/);
    assert.deepEqual([window.rows, window.shown.frame.alternatives], [[], ["elsewhere", "never"]]);
    assert.equal(made.asked.length, 1);
    await window.act({ kind: "pressed", element: "sign-in" });
    assert.deepEqual([ended.outcome.outcome, made.asked[1]?.[1]["suggestion"], made.opened.length], ["done", "k1", 1]);
});

test("a page signs in with the only passkey only after the user has agreed", async () => {
    const made = makePasskeys({ suggest: () => offering([ada], { unlocked: ["vault"] }), getPasskey: () => signed });
    const ended = call(made, "getPasskey", named);
    await (await lastWindow(made)).act({ kind: "cancelled" });
    assert.deepEqual([ended.failure, made.asked.length], ["userCanceled", 1]);
});

test("the question about the only passkey has a button that shows the other logins", async () => {
    const made = makePasskeys({ suggest: () => offering([ada], { unlocked: ["vault"] }), getPasskey: () => signed });
    const ended = call(made, "getPasskey", named);
    const window = await lastWindow(made);
    await window.act({ kind: "pressed", element: "others" });
    assert.deepEqual(window.rows.map((/** @type {any} */ row) => row.identifier), ["k1", "list vault"]);
    await window.choose("list vault");
    assert.deepEqual([ended.outcome.outcome, made.asked[1]?.[1]["provider"]], ["done", "vault"]);
});

test("a locked provider asks about its only passkey itself, without another question", async () => {
    /** @type {(value: unknown) => void} */
    let answer = () => {};
    const made = makePasskeys({
        suggest: () => offering([ada], { unlocked: [] }), getPasskey: () => new Promise((resolve) => answer = resolve),
    });
    const ended = call(made, "getPasskey", named);
    await settle();
    assert.deepEqual([made.opened.length, made.asked[1]?.[1]["suggestion"]], [0, "k1"]);
    const frame = { providerName: "Vault", requester: { kind: "site", name: "a.test" } };
    made.sheets.take("sheet.open", { id: 5, call: made.asked.length, frame, sheet: { title: "Unlock", elements: [] } });
    await lastWindow(made);
    answer(signed);
    await settle();
    assert.deepEqual([ended.outcome?.outcome, made.opened.length], ["done", 1]);
});

test("a locked provider that shows no sheet does not sign in before the user consents", async () => {
    const made = makePasskeys({ suggest: () => offering([ada], { unlocked: [] }), getPasskey: () => signed });
    const ended = call(made, "getPasskey", named);
    const window = await lastWindow(made);
    assert.deepEqual([ended.outcome, made.asked.length], [undefined, 2]);
    assert.match(window.text, /passkey_sign_in_only/);
    assert.ok(!window.text.includes("passkey_others"));
    await window.act({ kind: "pressed", element: "sign-in" });
    assert.equal(ended.outcome.outcome, "done");
});

for (const [name, params, offers] of /** @type {const} */ ([
    ["the site names none", get, offering([ada])],
    ["two of the named passkeys are there", named, offering([ada, { ...ada, id: "k2" }])],
    ["a locked provider may have another", named, offering([ada], { providers: [vault, other], locked: [{ provider: "other", name: "Other" }] })],
])) {
    test(`shows the list if ${name}`, async () => {
        const made = makePasskeys({ suggest: () => offers, getPasskey: () => signed });
        call(made, "getPasskey", params);
        assert.ok((await lastWindow(made)).rows.length > 1);
    });
}

test("shows what tells two passkeys of one user apart", async () => {
    const twins = ["Work", "Home"].map((detail) => ({ ...ada, id: detail, detail }));
    const made = makePasskeys({ suggest: () => offering(twins), getPasskey: () => signed });
    call(made, "getPasskey", get);
    const window = await lastWindow(made);
    assert.deepEqual(window.rows.slice(0, 2).map((/** @type {any} */ row) => [row.title, row.subtitle]), [
        ["ada", "Work — passkey_of|Vault"], ["ada", "Home — passkey_of|Vault"],
    ]);
});

test("shows a passkey's display name, last use and other relying party", async () => {
    const now = new Date();
    /** @param {number} days ago, at noon */
    const noon = (days) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12).getTime() / 1000;
    const known = { ...ada, displayName: "Ada Lovelace", detail: "Work" };
    const suggestions = [
        { ...known, lastUse: noon(0) }, { ...known, id: "k2", service: "b.test", lastUse: noon(1) },
        { ...ada, id: "k3", service: "test", lastUse: new Date(2020, 10, 3, 12).getTime() / 1000 }, { ...ada, id: "k4", lastUse: 1e15 },
    ];
    const made = makePasskeys({ suggest: () => offering(suggestions, { unlocked: ["vault"] }), getPasskey: () => signed });
    call(made, "getPasskey", get);
    assert.deepEqual((await lastWindow(made)).rows.slice(0, 4).map((/** @type {any} */ row) => row.subtitle), [
        "Ada Lovelace — Work — last_use_today — passkey_of|Vault",
        "Ada Lovelace — Work — last_use_yesterday — b.test — passkey_of|Vault",
        "last_use_on|November 3, 2020 — passkey_of|Vault", "passkey_of|Vault",
    ]);
    suggestions.splice(1);
    call(made, "getPasskey", named, makePage({ tabId: 2 }));
    assert.match((await lastWindow(made)).text, /confirm_account\|ada.*passkey_user\|Ada Lovelace.*passkey_of\|Vault — last_use_today/);
});

test("opens a provider's list from its row", async () => {
    const made = makePasskeys({ suggest: () => offering([ada], { providers: [vault, other] }), getPasskey: () => signed });
    call(made, "getPasskey", get);
    await (await lastWindow(made)).choose("list other");
    assert.deepEqual([made.asked[1]?.[1]["provider"], made.asked[1]?.[1]["suggestion"]], ["other", undefined]);
});

for (const [name, offers] of /** @type {const} */ ([
    ["no provider has passkeys", offering([], { providers: [{ ...vault, providesPasskeys: false }] })],
    ["no provider has one for the request", offering([])],
    ["only a provider without passkeys is locked", offering([], {
        providers: [vault, { ...other, providesPasskeys: false }], locked: [{ provider: "other", name: "Other" }] })],
])) {
    test(`leaves a request to the browser at once and without a window if ${name}`, async () => {
        const made = makePasskeys({ suggest: () => offers });
        const ended = call(made, "getPasskey", get);
        await settle();
        assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
    });
}

for (const reason of ["noHost", "noAgent", "disconnected", "internalError", "securityError", "typeError", "notSupportedError"]) {
    test(`leaves requests to the browser if the agent fails with ${reason}`, async () => {
        const made = makePasskeys({ suggest: refuse(reason) });
        const [signing, creating] = [call(made, "getPasskey", get), call(made, "createPasskey", create)];
        await settle();
        assert.deepEqual([signing.outcome, creating.outcome, made.opened.length], [declined, declined, 0]);
    });
}

test("sends no passkey request to an agent without feature passkeys", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) }, { features: ["frames"] });
    const [signing, creating, able] = [
        call(made, "getPasskey", get), call(made, "createPasskey", create), call(made, "passkeyAbilities", {})];
    await settle();
    assert.deepEqual([signing.outcome, creating.outcome, able.outcome], [declined, declined, { canCreate: false, canUpgrade: false }]);
    assert.deepEqual(made.asked, []);
});

test("leaves a request to the browser if the agent does not respond", async () => {
    const made = makePasskeys({ suggest: () => new Promise(() => {}) });
    const ended = call(made, "getPasskey", get);
    await settle();
    assert.equal(ended.outcome, undefined);
    made.clock.advance(8000);
    await settle();
    assert.deepEqual(ended.outcome, declined);
});

for (const [method, params, time, expected] of /** @type {const} */ ([
    ["getPasskey", get, 8000, declined],
    ["getPasskey", { ...get, mediation: "conditional" }, 8000, declined],
    ["createPasskey", create, 8000, declined],
    ["passkeyAbilities", {}, 3000, { canCreate: false, canUpgrade: false }],
])) {
    test(`${method} to an agent that never greets ends within ${time} ms: ${JSON.stringify(params)}`, async () => {
        const made = makePasskeys({}, { isSilent: true });
        const ended = call(made, method, params);
        await settle();
        made.clock.advance(time);
        await settle();
        assert.deepEqual(ended.outcome, expected);
    });
}

for (const [name, mediation, isFocused, hasTopFocus, isFrame, opens] of /** @type {const} */ ([
    ["a page with the focus", "modal", true, true, false, true],
    ["a page without the focus", "modal", false, true, false, false],
    ["a page without the focus that requests immediate mediation", "immediate", false, true, false, false],
    ["a frame without the focus in a page that has it", "modal", false, true, true, true],
    ["a frame in a page without the focus", "modal", false, false, true, false],
])) {
    test(`${name} ${opens ? "opens a window" : "is left to the browser"}`, async () => {
        const made = makePasskeys({ suggest: () => offering([ada]) }, { hasTopFocus });
        const ended = call(made, "getPasskey", { ...get, mediation, isFocused, isPermitted: true }, makePage({ frameId: isFrame ? 3 : 0 }));
        await settle();
        assert.deepEqual([made.opened.length, ended.outcome], opens ? [1, undefined] : [0, declined]);
        if (!opens) assert.deepEqual(made.asked, []);
    });
}

test("a page without the focus opens no window to create a passkey", async () => {
    const made = makePasskeys({ suggest: () => offering([]), createPasskey: () => signed });
    const ended = call(made, "createPasskey", { ...create, isFocused: false });
    await settle();
    assert.deepEqual([ended.outcome, made.asked], [declined, []]);
});

test("a tab's open window does not block its next request", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) }, { isFirefox: true });
    call(made, "getPasskey", get);
    await settle();
    const page = makePage({ documentId: "d2", frameId: 3 });
    const second = call(made, "getPasskey", { ...get, isFocused: false }, page);
    await settle();
    assert.deepEqual([second.outcome, made.asked.length], [undefined, 2]);
});

test("a locked provider with unknown passkeys may have one, but none of a plugged in device", async () => {
    const locked = offering([], { locked: [{ provider: "vault", name: "Vault" }] });
    const made = makePasskeys({ suggest: () => locked, getPasskey: () => signed });
    const keys = [{ type: "public-key", id: "AA", transports: ["usb", "nfc"] }];
    const plugged = call(made, "getPasskey", { ...get, options: { ...get.options, allowCredentials: keys } });
    await settle();
    assert.deepEqual([plugged.outcome, made.opened.length], [declined, 0]);
    const ended = call(made, "getPasskey", get);
    const window = await lastWindow(made);
    // Without other rows there is no "other logins" row.
    assert.deepEqual(window.rows.map((/** @type {any} */ row) => [row.title, row.subtitle]), [["passkey_open|Vault", "passkey_locked"]]);
    await window.choose("list vault");
    assert.equal(ended.outcome.outcome, "done");
});

test("an immediate request opens no window if no passkey is available", async () => {
    const made = makePasskeys({ suggest: () => offering([], { locked: [{ provider: "vault", name: "Vault" }] }) });
    const ended = call(made, "getPasskey", { ...get, mediation: "immediate" });
    await settle();
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

test("a conditional request waits if a passkey may be available, is watched otherwise, and opens no window", async () => {
    const locked = { locked: [{ provider: "vault", name: "Vault" }] };
    for (const [offers, outcome] of /** @type {const} */ ([
        [offering([ada]), "waiting"], [offering([], locked), "waiting"], [offering([]), "watching"],
    ])) {
        const made = makePasskeys({ suggest: () => offers });
        const ended = call(made, "getPasskey", { ...get, mediation: "conditional" });
        await settle();
        assert.deepEqual([ended.outcome, made.opened.length], [{ outcome }, 0]);
    }
});

for (const [how, event, expected] of /** @type {const} */ ([
    ["Cancel", { kind: "cancelled" }, { failure: "userCanceled" }],
    ["the browser's own function", { kind: "alternative", alternative: "elsewhere" }, { outcome: declined }],
    ["the exclusion of the site", { kind: "alternative", alternative: "never" }, { outcome: declined }],
])) {
    test(`the window ends with ${how}`, async () => {
        const made = makePasskeys({ suggest: () => offering([ada]) });
        const ended = call(made, "getPasskey", get);
        const window = await lastWindow(made);
        await window.act(event);
        assert.deepEqual([{ ...ended }, window.isEnded], [expected, true]);
        assert.deepEqual(made.never, how === "the exclusion of the site" ? ["a.test"] : []);
    });
}

test("sends no request for an excluded site", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), report: () => ({}) });
    made.never.push("a.test");
    const all = [
        call(made, "getPasskey", get), call(made, "getPasskey", { ...get, mediation: "conditional" }),
        call(made, "createPasskey", create),
    ];
    const able = call(made, "passkeyAbilities", {});
    call(made, "signalPasskeys", { signal: "unknownCredential", options: { rpId: "a.test", credentialId: "AA" } });
    await settle();
    assert.deepEqual(all.map(({ outcome }) => outcome), [declined, declined, declined]);
    assert.deepEqual([able.outcome.canCreate, made.asked], [false, []]);
});

test("a visible request waits for the page's signals, at most for two seconds", async () => {
    const signal = { signal: "unknownCredential", options: { rpId: "a.test", credentialId: "AA" } };
    for (const isDone of [true, false]) {
        /** @type {(() => void)[]} */
        const applied = [];
        const made = makePasskeys({
            suggest: () => offering([ada]),
            report: () => new Promise((resolve) => applied.push(() => resolve({}))),
        });
        const asked = () => made.asked.filter(([method]) => method === "suggest").length;
        const signals = [call(made, "signalPasskeys", signal), call(made, "signalPasskeys", signal)];
        await settle();
        // The page is answered at once, and its other calls do not wait, so that it cannot measure the signal.
        assert.deepEqual(signals.map(({ outcome }) => outcome), [{}, {}]);
        call(made, "getPasskey", { ...get, mediation: "conditional" });
        await settle();
        assert.equal(asked(), 1);
        call(made, "getPasskey", get);
        call(made, "getPasskey", get, makePage({ tabId: 2, origin: "https://b.test", url: "https://b.test/" }));
        await settle();
        assert.equal(asked(), 2);
        applied[0]?.();
        await settle();
        assert.equal(asked(), 2);
        if (isDone) applied[1]?.();
        else made.clock.advance(2000);
        await settle();
        assert.equal(asked(), 3);
    }
});

test("the provider's sheet still offers the browser's own function, which cancels the call", async () => {
    /** @type {AbortSignal | undefined} */
    let signal;
    const made = makePasskeys({
        suggest: () => offering([ada]),
        getPasskey: (_, given) => {
            signal = given;
            return new Promise(() => {});
        },
    });
    const ended = call(made, "getPasskey", get, makePage({ isPrivate: true }));
    const window = await lastWindow(made);
    await window.choose("k1");
    made.sheets.take("sheet.open", {
        id: 5, frame: { providerName: "Vault", requester: { kind: "site", name: "a.test" }, alternatives: ["never"], topOrigin: "https://evil.test" },
        sheet: { title: "Unlock", elements: [] },
    });
    assert.deepEqual([window.shown.frame.alternatives, window.shown.frame.topOrigin], [["elsewhere"], undefined]);
    await window.act({ kind: "alternative", alternative: "never" });
    assert.equal(ended.outcome, undefined);
    await window.act({ kind: "alternative", alternative: "elsewhere" });
    assert.deepEqual([ended.outcome, signal?.aborted], [declined, true]);
});

test("a frame needs permission by policy and its window names both origins", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => signed });
    const around = ["https://a.test", "https://top.test"];
    const unknown = call(made, "getPasskey", get, makePage({}, around));
    const forbidden = call(made, "getPasskey", { ...get, isPermitted: false });
    await settle();
    assert.deepEqual([unknown.outcome, forbidden.outcome, made.asked.length], [declined, declined, 0]);
    const ended = call(made, "getPasskey", { ...get, isPermitted: true }, makePage({}, around));
    const window = await lastWindow(made);
    assert.deepEqual([window.shown.frame.requester.name, window.shown.frame.topOrigin], ["https://a.test", "https://top.test"]);
    await window.choose("k1");
    assert.equal(ended.outcome.outcome, "done");
    assert.deepEqual([made.asked[1]?.[1]["ancestorOrigins"], made.asked[1]?.[1]["acceptsFrame"]], [around, true]);
});

test("a frame of the page's own origin needs no permission", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    call(made, "getPasskey", get, makePage({}, ["https://a.test"]));
    const window = await lastWindow(made);
    assert.equal(window.shown.frame.topOrigin, undefined);
});

test("rejects a second request of a tab with an open window, whichever document requests", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    const first = call(made, "getPasskey", get);
    const window = await lastWindow(made);
    const second = call(made, "createPasskey", create, makePage({ frameId: 3, documentId: "d2" }));
    const elsewhere = call(made, "getPasskey", get, makePage({ tabId: 2 }));
    await settle();
    assert.deepEqual([second.failure, elsewhere.failure, made.opened.length], ["pending", undefined, 2]);
    await window.act({ kind: "cancelled" });
    assert.equal(first.failure, "userCanceled");
    call(made, "getPasskey", get);
    await settle();
    assert.equal(made.opened.length, 3);
});

test("in Firefox a second request of a tab ends the first and takes over its window", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => signed }, { isFirefox: true });
    const first = call(made, "getPasskey", get);
    const window = await lastWindow(made);
    const second = call(made, "getPasskey", get, makePage({ frameId: 3, documentId: "d2" }));
    await settle();
    assert.deepEqual([first.failure, second, made.opened.length, window.isEnded], ["userCanceled", {}, 1, false]);
    await window.choose("k1");
    assert.equal(second.outcome.outcome, "done");
    call(made, "getPasskey", get);
    await settle();
    assert.equal(made.opened.length, 2);
});

test("rejects a second document's request before asking the agent", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    call(made, "getPasskey", get);
    await lastWindow(made);
    const before = made.asked.length;
    const frame = makePage({ frameId: 3, documentId: "d2" });
    const all = [call(made, "getPasskey", { ...get, isActive: false }, frame), call(made, "createPasskey", create, frame)];
    const waits = call(made, "getPasskey", { ...get, mediation: "conditional" }, frame);
    await settle();
    assert.deepEqual(all.map(({ failure }) => failure), ["pending", "pending"]);
    // A conditional request takes no window.
    assert.deepEqual([waits.outcome, made.asked.length], [{ outcome: "waiting" }, before + 1]);
});

for (const [wanted, time] of /** @type {const} */ ([[undefined, 300_000], [1000, 300_000], [450_000, 450_000], [Infinity, 300_000], [9e9, 600_000]])) {
    test(`a request with timeout ${wanted} ms ends after ${time} ms`, async () => {
        const made = makePasskeys({ suggest: () => offering([ada]) });
        const ended = call(made, "getPasskey", { ...get, options: { ...get.options, timeout: wanted } });
        const window = await lastWindow(made);
        made.clock.advance(time - 1);
        await settle();
        assert.deepEqual([ended, window.isEnded], [{}, false]);
        made.clock.advance(1);
        await settle();
        assert.deepEqual([ended.failure, window.isEnded], ["timedOut", true]);
    });
}

test("the window closes with the page that requested it", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    const page = makePage();
    const ended = call(made, "getPasskey", get, page);
    const window = await lastWindow(made);
    page.leave();
    await settle();
    assert.deepEqual([ended.failure, window.isEnded], ["gone", true]);
});

test("a page without user activation opens one window and not one after the other", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    const idle = { ...get, isActive: false };
    call(made, "getPasskey", idle);
    await (await lastWindow(made)).act({ kind: "cancelled" });
    const again = call(made, "getPasskey", idle);
    await settle();
    assert.deepEqual([again.outcome, made.opened.length], [declined, 1]);
    made.clock.advance(30_000);
    call(made, "getPasskey", idle);
    await settle();
    assert.equal(made.opened.length, 2);
});

test("a provider's failure is shown in the window, which still offers the browser's own function", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: refuse("providerFailed") });
    const ended = call(made, "getPasskey", get);
    const window = await lastWindow(made);
    await window.choose("k1");
    assert.match(window.text, /passkey_failed.*providerFailed/);
    assert.deepEqual([{ ...ended }, window.shown.frame.alternatives], [{}, ["elsewhere", "never"]]);
    await window.act({ kind: "cancelled" });
    assert.equal(ended.failure, "providerFailed");
    const other = call(made, "getPasskey", get);
    const second = await lastWindow(made);
    await second.choose("k1");
    await second.act({ kind: "alternative", alternative: "elsewhere" });
    assert.deepEqual(other.outcome, declined);
});

test("a pick in the strip answers the conditional request without a window", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => signed });
    const ended = call(made, "pickPasskey", { options: get.options, suggestion: "k1", mustConfirm: false });
    await settle();
    assert.deepEqual([ended.outcome.outcome, made.opened.length], ["done", 0]);
    assert.equal(made.asked[0]?.[1]["suggestion"], "k1");
});

test("a pick in a strip that the guard could not judge is confirmed first", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => signed });
    const ended = call(made, "pickPasskey", { options: get.options, suggestion: "k1", mustConfirm: true });
    const window = await lastWindow(made);
    assert.match(window.text, /passkey_confirm_warning\|https:\/\/a\.test/);
    assert.equal(made.asked.length, 0);
    await window.act({ kind: "pressed", element: "confirm" });
    assert.equal(ended.outcome.outcome, "done");
});

test("a failed pick is reported once: in the strip, or in its window if there is one", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: refuse("providerFailed") });
    const pick = { options: get.options, suggestion: "k1" };
    const unseen = call(made, "pickPasskey", { ...pick, mustConfirm: false });
    await settle();
    assert.deepEqual([unseen.failure, made.opened.length], ["providerFailed", 0]);
    const seen = call(made, "pickPasskey", { ...pick, mustConfirm: true });
    const window = await lastWindow(made);
    await window.act({ kind: "pressed", element: "confirm" });
    assert.match(window.text, /passkey_failed.*providerFailed/);
    assert.deepEqual({ ...seen }, {});
    await window.act({ kind: "cancelled" });
    assert.deepEqual([seen.failure, made.opened.length], ["told", 1]);
});

test("a private window excludes no site", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    const ended = call(made, "getPasskey", get, makePage({ isPrivate: true }));
    const window = await lastWindow(made);
    assert.deepEqual(window.shown.frame.alternatives, ["elsewhere"]);
    await window.act({ kind: "alternative", alternative: "never" });
    assert.deepEqual([{ ...ended }, made.never], [{}, []]);
});

for (const reason of ["typeError", "syntaxError", "notSupportedError", "securityError"]) {
    test(`an invalid call with ${reason} is left to the browser without a message to the user`, async () => {
        const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: refuse(reason), createPasskey: refuse(reason) });
        const creating = call(made, "createPasskey", create);
        await settle();
        assert.deepEqual([creating.outcome, made.opened.length], [declined, 0]);
        const signing = call(made, "getPasskey", get);
        const window = await lastWindow(made);
        await window.choose("k1");
        assert.deepEqual([signing.outcome, made.opened.length, window.text.includes("passkey_failed")], [declined, 1, false]);
    });
}
