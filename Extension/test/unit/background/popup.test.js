import assert from "node:assert/strict";
import test from "node:test";
import { Failure } from "../../../src/messages/failure.js";
import { settle } from "./doubles.js";
import { confirm, fields, filled, makePopup, offers, page, showUnlock, signUp } from "./popupDoubles.js";

test("a fill from the list goes to the page with the origin that it is for", async () => {
    const { call, told, asked } = makePopup();
    assert.deepEqual((await call("fill", { suggestion: "s-password" })).result, {});
    assert.deepEqual(told, [[0, { type: "fill", filled, origin: "https://a.test", confirmed: [] }]]);
    assert.deepEqual(asked[0]?.[1]["ancestorOrigins"], []);
});

test("a passkey from the list answers the page's conditional request, or reports that there is none", async () => {
    const { call, told, state, asked } = makePopup();
    state.offers = { ...offers, suggestions: [{ ...offers.suggestions[0], id: "k", kind: "passkey" }] };
    // Only a passkey that the list shows is passed to the page.
    assert.equal((await call("passkey", { suggestion: "k" })).error.reason, "gone");
    await call("page");
    assert.deepEqual(asked.find(([method]) => method === "suggest")?.[1]["kinds"], ["password", "passkey", "code"]);
    state.answer = { isWaiting: true };
    assert.deepEqual((await call("passkey", { suggestion: "k" })).result, {});
    assert.deepEqual(told, [[0, { type: "passkey", suggestion: "k", origin: "https://a.test" }]]);
    for (const [answer, reason] of /** @type {const} */ ([
        [{ isWaiting: false }, "nothingFound"], [undefined, "nothingFound"],
        [{ isWaiting: true, error: { reason: "providerFailed", message: "m" } }, "providerFailed"],
    ])) {
        state.answer = answer;
        assert.equal((await call("passkey", { suggestion: "k" })).error.reason, reason);
    }
});

test("a document that rejects the fill reports an error and records no fill", async () => {
    const { call, state, memory, opened } = makePopup();
    state.answer = { filled: false };
    await call("page");
    assert.equal((await call("fill", { suggestion: "s-password" })).error.reason, "nothingFound");
    assert.deepEqual([memory.recall("filled", 1, "https://a.test"), memory.chosenUser(1, "a.test")], [undefined, undefined]);
    // The open list shows the error.
    assert.deepEqual(opened, []);
});

test("a fill that the page rejects after the list closed is offered for copying in a window", async () => {
    const made = makePopup();
    const { call, end, state, asked, opened, sheets } = made;
    /** @type {(value: typeof filled) => void} */
    let unlock = () => {};
    state.fill = () => new Promise((resolve) => void (unlock = resolve));
    state.answer = { filled: false };
    state.features.push("copyText");
    await call("page");
    await call("list", { kind: "password", provider: "p" });
    await showUnlock(made);
    end();
    sheets.take("sheet.close", { id: 3 });
    unlock(filled);
    await settle();
    assert.equal(opened.length, 2);
    state.fill = async () => /** @type {any} */ ({ clearsAfter: 45, isMarkedAsSecret: true });
    const shown = await confirm(made, { kind: "pressed", element: "copy" });
    for (const word of ["unfilled_password|a.test", "confirm_account|ada", "unfilled_copy_password"]) assert.ok(shown.includes(word), word);
    assert.deepEqual(asked.at(-1), ["copy", { part: "password", text: "secret", provider: "p", url: "https://a.test/login" }]);
});

/** @type {[string, WebExtension.Frame[], boolean][]} */
const nestings = [
    ["a frame of the page's own origin", [{ frameId: 4, parentFrameId: 0, url: "https://a.test/f" }], true],
    ["a frame of another origin", [{ frameId: 4, parentFrameId: 0, url: "https://b.test/" }], false],
    ["a frame of the page's origin inside another origin's frame", [
        { frameId: 3, parentFrameId: 0, url: "https://b.test/" }, { frameId: 4, parentFrameId: 3, url: "https://a.test/f" },
    ], false],
    ["a frame inside a frame of unknown origin", [
        { frameId: 3, parentFrameId: 0, url: "about:srcdoc" }, { frameId: 4, parentFrameId: 3, url: "https://a.test/f" },
    ], false],
];
for (const [name, inner, isFilled] of nestings) {
    test(`${name} is ${isFilled ? "" : "not "}filled from the toolbar`, async () => {
        const nothing = { hasPassword: false, hasCode: false, hasUser: false, doubts: [] };
        const { call, told, asked } = makePopup({ frames: [page, ...inner], documents: { 0: nothing, 3: nothing, 4: fields } });
        await call("fill", { suggestion: "s-password" });
        assert.deepEqual(told.map(([frameId]) => frameId), isFilled ? [4] : []);
        assert.equal(asked.length, isFilled ? 1 : 0);
    });
}

const doubts = [{ reason: "otherOrigin", host: "mallory.test" }];
const withDoubt = { doubts, newPasswordDoubts: doubts };
const blank = { hasPassword: false, hasCode: false, hasUser: false, doubts: [] };
const payroll = { frameId: 4, parentFrameId: 0, url: "https://a.test/payroll/?token=t" };
for (const [method, params] of Object.entries({ fill: { suggestion: "s-password" }, list: { kind: "password", provider: "p" } })) {
    test(`${method} sends the agent the address of the frame that is filled, not the page's`, async () => {
        const { call, asked, told } = makePopup({ frames: [page, payroll], documents: { 0: blank, 4: fields } });
        assert.deepEqual((await call(method, params)).result, {});
        assert.deepEqual(asked.map(([name, { url }]) => [name, url]), [[method, "https://a.test/payroll/"]]);
        assert.deepEqual(told.map(([frameId]) => frameId), [4]);
    });
}

const notSuggested = new Failure("nothingFound", "the picked login is no longer suggested for a.test");

test("a login that the agent does not suggest for the frame is not filled, and the list shows the error", async () => {
    const { call, state, told, opened } = makePopup({ frames: [page, payroll], documents: { 0: blank, 4: fields } });
    state.fill = () => Promise.reject(notSuggested);
    const { error } = await call("fill", { suggestion: "s-password" });
    assert.deepEqual([error.reason, error.message], [notSuggested.reason, notSuggested.message]);
    assert.deepEqual([told, opened], [[], []]);
});

test("a refusal by the agent is shown in a window after the question closed the list", async () => {
    const made_ = makePopup({ frames: [page, payroll], documents: { 0: blank, 4: { ...fields, doubts } } });
    made_.state.fill = () => Promise.reject(notSuggested);
    await made_.call("fill", { suggestion: "s-password" });
    made_.end();
    await confirm(made_);
    const shown = await confirm(made_, { kind: "cancelled", element: "" });
    assert.ok(shown.includes(notSuggested.message), shown);
    assert.deepEqual(made_.told, []);
});

test("doubts about a form are confirmed in the window before the agent is asked", async () => {
    const doubts = [{ reason: "otherOrigin", host: "mallory.test" }];
    const made = makePopup({ documents: { 0: { ...fields, doubts } } });
    await made.call("page");
    made.asked.length = 0;
    await made.call("fill", { suggestion: "s-password" });
    assert.deepEqual([made.asked.map(([method]) => method), made.told], [["suggest"], []], "only the sites are compared");
    const shown = await confirm(made);
    for (const word of ["mallory.test", "ada"]) assert.ok(shown.includes(word), word);
    assert.deepEqual(made.told[0]?.[1]["confirmed"], doubts);
});

test("a doubt of an unknown kind needs a confirmation for a password but not for a code", async () => {
    const made = makePopup({ documents: { 0: { ...fields, doubts: ["news"] } } });
    await made.call("page");
    await made.call("fill", { suggestion: "s-code" });
    assert.equal(made.opened.length, 0);
    await made.call("fill", { suggestion: "s-password" });
    assert.equal(made.told.length, 1);
    await confirm(made, { kind: "cancelled", element: "" });
    assert.equal(made.told.length, 1);
});

test("a login filled from the toolbar is remembered and not offered for saving", async () => {
    const { call, memory } = makePopup();
    await call("page");
    await call("fill", { suggestion: "s-password" });
    assert.equal(memory.recall("filled", 1, "https://a.test"), "digest ada secret");
    assert.equal(memory.chosenUser(1, "a.test"), "ada");
});

test("injects the content script once into a page without it, but not because of a frame", async () => {
    const frames = [page, { frameId: 4, parentFrameId: 0, url: "https://a.test/f" }];
    const none = makePopup({ frames, documents: {} });
    assert.equal((await none.call("page")).result.canFill, true);
    assert.equal(none.state.loads, 1);
    const some = makePopup({ frames, documents: { 0: { hasPassword: false, hasCode: false, hasUser: false } } });
    assert.equal((await some.call("page")).result.canFill, false);
    assert.equal(some.state.loads, 0);
});

test("copies a generated password with the page's address, if the agent copies texts", async () => {
    const { call, state, asked } = makePopup();
    assert.equal((await call("page")).result.canCopyText, false);
    state.features.push("copyText");
    assert.equal((await call("page")).result.canCopyText, true);
    state.fill = async () => /** @type {any} */ ({ clearsAfter: 45, isMarkedAsSecret: true });
    const { result } = await call("copy", { part: "password", text: "aB3-xY7", provider: "p" });
    assert.deepEqual(result, { clearsAfter: 45, isMarkedAsSecret: true });
    assert.deepEqual(asked.at(-1), ["copy", {
        part: "password", text: "aB3-xY7", provider: "p", url: "https://a.test/login", acceptsWarning: false, ancestorOrigins: [], acceptsFrame: false,
    }]);
});

test("a revealed password that needs an unlock is shown in the unlock window after the list closed", async () => {
    const made = makePopup();
    const { call, end, state, sent, opened, sheets, clock } = made;
    /** @type {(value: typeof filled) => void} */
    let unlock = () => {};
    state.fill = () => new Promise((resolve) => void (unlock = resolve));
    await call("page");
    sent.length = 0;
    await call("reveal", { suggestion: "s-password" });
    const window = await showUnlock(made);
    end();
    assert.equal(state.signal?.aborted, false);
    sheets.take("sheet.close", { id: 3 });
    unlock(filled);
    await settle();
    assert.ok(JSON.stringify(window.sent.at(-1)).includes("secret"));
    assert.equal(opened.length, 1);
    assert.deepEqual(sent, []);
    // Shown only as long as it takes to read.
    clock.advance(30_000);
    await settle();
    clock.advance(1000);
    await settle();
    assert.equal(window.isEnded, true);
});

test("an open list is notified of a lock and a closed one is not", () => {
    const made = makePopup();
    const other = made.connect();
    other.end();
    made.popup.locked();
    assert.deepEqual([made.sent, other.sent], [[{ locked: true }], []]);
});

test("a revealed password is shown in the open list without a window", async () => {
    const { call, opened } = makePopup();
    assert.equal((await call("reveal", { suggestion: "s-password" })).result.password, "secret");
    assert.deepEqual(opened, []);
});

test("a search finds logins of other sites apart from the page's own", async () => {
    const { call, asked } = makePopup();
    await call("page");
    const { result } = await call("search", { text: "o" });
    assert.deepEqual(result.logins.map((/** @type {{id: string}} */ each) => each.id), ["o", "oc"]);
    assert.deepEqual(asked.at(-1), ["search", { text: "o", limit: 50 }]);
});

test("a login of another site is copied and revealed for its own site", async () => {
    const { call, asked } = makePopup();
    await call("search", { text: "o" });
    await call("reveal", { suggestion: "o" });
    assert.deepEqual(asked.at(-1), ["fill", {
        suggestion: "o", acceptsWarning: false, purpose: "reveal", url: "https://other.test/", ancestorOrigins: [], acceptsFrame: false,
    }]);
    await call("copy", { part: "password", suggestion: "o" });
    assert.equal(asked.at(-1)?.[1]["url"], "https://other.test/");
});

test("a login of another site is filled only after a confirmation that names both sites", async () => {
    const made = makePopup({ documents: { 0: { ...fields, doubts: [{ reason: "insecure", host: "a.test" }] } } });
    await made.call("search", { text: "o" });
    made.asked.length = 0;
    await made.call("fill", { suggestion: "o" });
    assert.deepEqual([made.asked, made.told], [[], []]);
    const shown = await confirm(made);
    for (const word of ["https://other.test", "https://a.test", "otto", "confirm_doubt_insecure"]) assert.ok(shown.includes(word), word);
    // The agent receives the page as an ancestor, as for a frame.
    assert.deepEqual(made.asked[0], ["fill", {
        suggestion: "o", acceptsWarning: false, url: "https://other.test/", ancestorOrigins: ["https://a.test"], acceptsFrame: true,
    }]);
    assert.equal(made.opened.length, 1);
    assert.equal(made.told[0]?.[1]["origin"], "https://a.test");
});

test("a login of another site is not filled without a confirmation, and its code never", async () => {
    const made = makePopup();
    await made.call("search", { text: "o" });
    made.asked.length = 0;
    await made.call("fill", { suggestion: "o" });
    await confirm(made, { kind: "cancelled", element: "" });
    assert.equal((await made.call("fill", { suggestion: "oc" })).error.reason, "nothingFound");
    assert.deepEqual([made.asked, made.told], [[], []]);
});

/** @type {[string[] | undefined, boolean | undefined][]} */
const states = [[undefined, undefined], [[], false], [["p"], true]];
for (const [unlocked, isUnlocked] of states) {
    test(`for unlocked ${JSON.stringify(unlocked)} the list shows isUnlocked ${isUnlocked}, with and without a page`, async () => {
        for (const url of [page.url, "about:blank"]) {
            const { call, state } = makePopup({ url });
            if (unlocked !== undefined) state.offers = { ...offers, unlocked };
            assert.equal((await call("page")).result.isUnlocked, isUnlocked);
        }
    });
}

test("the list locks through the agent and unlocks with the provider's list", async () => {
    const { call, asked } = makePopup();
    await call("lock");
    assert.deepEqual(asked.at(-1), ["lock", {}]);
    await call("unlock", { provider: "p" });
    assert.deepEqual([asked.at(-1)?.[0], asked.at(-1)?.[1]["provider"]], ["list", "p"]);
    const nowhere = makePopup({ url: "about:blank", frames: [] });
    await nowhere.call("unlock", { provider: "p" });
    assert.equal(nowhere.asked.at(-1)?.[0], "copy");
});

const made = { value: "aB3-xY7", kind: "strong", provider: "p" };

test("a generated password is filled only if the page has a new-password field", async () => {
    const none = makePopup();
    assert.equal((await none.call("page")).result.canFillGenerated, false);
    assert.equal((await none.call("fillGenerated", made)).error.reason, "nothingFound");
    assert.deepEqual(none.told, []);
    const { call, told, asked, opened, state } = makePopup({ documents: { 0: signUp } });
    state.answer = { outcome: "filled" };
    assert.equal((await call("page")).result.canFillGenerated, true);
    asked.length = 0;
    assert.deepEqual((await call("fillGenerated", made)).result, {});
    assert.deepEqual(told, [[0, { type: "fillGenerated", made, origin: "https://a.test", confirmed: [] }]]);
    // The document's own call stores it, as for one that is picked in the strip.
    assert.deepEqual([asked, opened], [[], []]);
});

const frames = [4, 5].map((frameId) => ({ frameId, parentFrameId: 0, url: `https://a.test/${frameId}` }));
const elsewhere = { ...signUp, isInNewPassword: false };
/** @type {[string, WebExtension.Frame[], Record<number, object>, number[]][]} */
const places = [
    ["the frame in whose field the user was last", frames, { 0: elsewhere, 4: elsewhere, 5: signUp }, [5]],
    ["the page before its frames", frames, { 0: elsewhere, 4: elsewhere, 5: elsewhere }, [0]],
    ["no frame of another origin", [{ frameId: 4, parentFrameId: 0, url: "https://b.test/" }], { 0: fields, 4: signUp }, []],
];
for (const [name, inner, documents, expected] of places) {
    test(`a generated password from the toolbar goes to ${name}`, async () => {
        const { call, told, state } = makePopup({ frames: [page, ...inner], documents });
        state.answer = { outcome: "filled" };
        await call("fillGenerated", made);
        assert.deepEqual(told.map(([frameId]) => frameId), expected);
    });
}

/** @type {[string, string, object[], string[]][]} */
const questions = [
    ["a page without encryption", "http://a.test/login", [], ["confirm_insecure_warning|http://a.test", "confirm_fill_anyway"]],
    ["a form with a doubt", page.url, [{ reason: "otherOrigin", host: "mallory.test" }], ["mallory.test"]],
];
for (const [name, url, newPasswordDoubts, words] of questions) {
    test(`a generated password is filled into ${name} only after a confirmation`, async () => {
        const made_ = makePopup({ url, frames: [{ ...page, url }], documents: { 0: { ...signUp, newPasswordDoubts } } });
        made_.state.answer = { outcome: "filled" };
        await made_.call("fillGenerated", made);
        await confirm(made_, { kind: "cancelled", element: "" });
        assert.deepEqual(made_.told, []);
        await made_.call("fillGenerated", made);
        const shown = await confirm(made_);
        for (const word of words) assert.ok(shown.includes(word), word);
        assert.deepEqual(made_.told[0]?.[1]["confirmed"], newPasswordDoubts);
    });
}

/** @type {[object, string, string][]} */
const refusals = [
    [{ outcome: "unfitting" }, "nothingFound", "popup_generate_unfitting"],
    [{ outcome: "refused" }, "nothingFound", "strip_refused"],
    [{ outcome: "unstored", error: { reason: "vaultDamaged", message: "the vault is damaged" } }, "vaultDamaged", "the vault is damaged"],
    [{ filled: true }, "nothingFound", "strip_refused"],
];
for (const [answer, reason, words] of refusals) {
    test(`the response ${JSON.stringify(answer)} to a generated password is reported as ${reason}`, async () => {
        const { call, state } = makePopup({ documents: { 0: signUp } });
        state.answer = answer;
        const { error } = await call("fillGenerated", made);
        assert.deepEqual([error.reason, error.message], [reason, words]);
    });
}

test("a generated password that the page rejects after the list closed is offered for copying in a window", async () => {
    const url = "http://a.test/login", insecure = makePopup({ url, frames: [{ ...page, url }], documents: { 0: signUp } });
    insecure.state.answer = { outcome: "refused" };
    insecure.state.features.push("copyText");
    insecure.state.fill = async () => /** @type {any} */ ({ clearsAfter: 45, isMarkedAsSecret: true });
    await insecure.call("page");
    await insecure.call("fillGenerated", made);
    // The window closes the list.
    insecure.end();
    await confirm(insecure);
    const shown = await confirm(insecure, { kind: "pressed", element: "copy" });
    assert.ok(shown.includes("unfilled_copy_password"), shown);
    assert.deepEqual(insecure.asked.at(-1), ["copy", { part: "password", text: "aB3-xY7", provider: "p", url }]);
});

for (const method of ["fill", "fillGenerated"]) {
    test(`a value of ${method} that a frame rejects after the list closed is copied with the frame's address`, async () => {
        const documents = { 0: blank, 4: { ...fields, ...signUp, ...withDoubt } };
        const made_ = makePopup({ frames: [page, payroll], documents });
        made_.state.answer = method === "fill" ? { filled: false } : { outcome: "refused" };
        made_.state.features.push("copyText");
        await made_.call("page");
        await made_.call(method, method === "fill" ? { suggestion: "s-password" } : made);
        made_.end();
        await confirm(made_);
        made_.state.fill = async () => /** @type {any} */ ({ clearsAfter: 45, isMarkedAsSecret: true });
        await confirm(made_, { kind: "pressed", element: "copy" });
        assert.deepEqual([made_.asked.at(-1)?.[0], made_.asked.at(-1)?.[1]["url"]], ["copy", "https://a.test/payroll/"]);
    });
}

test("a failure to store a generated password is shown in a window after the list closed", async () => {
    const url = "http://a.test/login", insecure = makePopup({ url, frames: [{ ...page, url }], documents: { 0: signUp } });
    insecure.state.answer = { outcome: "unstored", error: { reason: "vaultDamaged", message: "the vault is damaged" } };
    await insecure.call("fillGenerated", made);
    insecure.end();
    await confirm(insecure);
    const shown = await confirm(insecure, { kind: "cancelled", element: "" });
    assert.ok(shown.includes("the vault is damaged"), shown);
});

test("requests a generated password with the chosen length as password rules", async () => {
    const { call, asked } = makePopup();
    for (const params of [{ provider: "p" }, { provider: "p", length: 24 }]) await call("generate", params);
    const rules = asked.map(([, params]) => /** @type {Record<string, unknown>} */ (params["request"])["passwordFieldPasswordRules"]);
    assert.deepEqual(rules, [undefined, "minlength: 24; maxlength: 24;"]);
});

test("requests a list without a site if the page has none", async () => {
    const { call, asked } = makePopup({ url: "about:blank", frames: [] });
    await call("copy", { part: "password", provider: "p" });
    assert.deepEqual(asked, [["copy", { part: "password", provider: "p", acceptsWarning: false }]]);
});
