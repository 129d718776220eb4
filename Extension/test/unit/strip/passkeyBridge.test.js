import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser, makePort, settle } from "../background/doubles.js";
import "./mutationObserverDouble.js";

installBrowser();
/** @type {ReturnType<typeof makePort>[]} */
const ports = [];
Object.assign(globalThis.chrome.runtime, {
    connect: () => {
        const port = makePort();
        ports.push(port);
        return port.port;
    },
});
/** @type {Record<string, () => void>} */
const heard = {};
const shown = { visibilityState: "visible" };
let isActive = true, isFocused = true, isPermitted = /** @type {boolean | undefined} */ (true);
class Document {
    hasFocus() {
        return isFocused;
    }
    get featurePolicy() {
        return isPermitted === undefined ? undefined : { allowsFeature: (/** @type {string} */ name) => name.startsWith("publickey-") && isPermitted };
    }
}
for (const name of ["featurePolicy", "hasFocus"]) Object.defineProperty(shown, name, { value: "an element of the page" });
Object.assign(globalThis, {
    Document, document: shown, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) => void (heard[type] = listener),
});
const activation = { get userActivation() { return { isActive }; } };
Object.defineProperty(globalThis, "navigator", { value: activation, configurable: true });
Object.assign(globalThis, { parent: globalThis });
const { answerConditional, answerPage, askElsewhere, conditionalRequest, leaveWaiting, onWaiting, pickPasskey, takeOver, waitingRequest } = await import("../../../src/content/passkeyBridge.js");

/** The answers to the page's calls by their numbers. @type {Map<number, any[]>} */
const answers = new Map();
let lastId = 0;

/** @param {object} question */
function ask(question) {
    const id = ++lastId;
    answers.set(id, []);
    answerPage(/** @type {any} */ ({ id, ...question }), (answer) => answers.get(id)?.push(answer));
    return id;
}

/** The last call sent to the background. */
function lastCall() {
    return ports.at(-1)?.sent.findLast((each) => each.id !== undefined);
}

/** @param {object} answer */
async function answered(answer) {
    ports.at(-1)?.say({ id: lastCall().id, ...answer });
    await settle();
}

/** @param {number} id */
const abort = (id) => answerPage({ id, method: "abort" }, () => {});
const get = { method: "get", options: { challenge: "AA" }, mediation: "optional" };

test("a page's get goes to the background with the document's state and is answered once", async () => {
    const id = ask(get);
    assert.deepEqual([lastCall().method, lastCall().params], [
        "getPasskey", { options: { challenge: "AA" }, mediation: "modal", isPermitted: true, isActive: true, isFocused: true }]);
    await answered({ result: { outcome: "done", credential: { id: "K" } } });
    assert.deepEqual(answers.get(id), [{ id, result: { id: "K" } }]);
    await answered({ result: { outcome: "declined" } });
    assert.equal(answers.get(id)?.length, 1);
});

test("a frame has the user activation of the documents around it, up to another origin", async () => {
    const foreign = { get navigator() { throw new DOMException("", "SecurityError"); } };
    const idle = { navigator: { userActivation: { isActive: false } } }, active = { navigator: { userActivation: { isActive: true } } };
    isActive = false;
    for (const [expected, around] of /** @type {const} */ ([[true, [active]], [true, [idle, active]], [false, [idle]], [false, [foreign]], [false, [idle, foreign]]])) {
        const all = around.map((each) => Object.create(each));
        all.forEach((each, index) => each.parent = all[index + 1] ?? each);
        Object.assign(globalThis, { parent: all[0] });
        ask(get);
        assert.equal(lastCall().params.isActive, expected);
        await answered({ result: { outcome: "declined" } });
    }
    Object.assign(globalThis, { parent: globalThis });
    isActive = true;
});

test("ignores a call with a number in use", async () => {
    const id = ask(get), before = ports.at(-1)?.sent.length;
    let seen = 0;
    answerPage(/** @type {any} */ ({ id, ...get }), () => seen++);
    assert.deepEqual([ports.at(-1)?.sent.length, seen], [before, 0]);
    await answered({ result: { outcome: "declined" } });
    assert.deepEqual([answers.get(id), seen], [[{ id, decline: true }], 0]);
});

test("an abort of the page cancels the background's call and drops its answer", async () => {
    const id = ask(get), call = lastCall().id;
    abort(id);
    await settle();
    assert.deepEqual(ports.at(-1)?.sent.at(-1), { method: "cancel", params: { id: call } });
    await answered({ result: { outcome: "done", credential: {} } });
    assert.deepEqual(answers.get(id), []);
});

for (const [reason, name] of /** @type {const} */ ([
    ["userCanceled", "NotAllowedError"], ["timedOut", "NotAllowedError"], ["providerFailed", "NotAllowedError"], ["declined", "NotAllowedError"],
    ["gone", "NotAllowedError"],
    ["disconnected", "NotAllowedError"], ["invalidStateError", "InvalidStateError"], ["securityError", "SecurityError"],
    ["notSupportedError", "NotSupportedError"], ["typeError", "TypeError"], ["pending", "OperationError"],
])) {
    test(`${reason} rejects with ${name} in the page and without a message`, async () => {
        const id = ask(get);
        await answered({ error: { reason, message: "for the user only" } });
        assert.deepEqual(answers.get(id), [{ id, error: { name } }]);
    });
}

for (const reason of ["internalError", "syntaxError"]) {
    test(`leaves a call that fails with ${reason} to the browser`, async () => {
        const id = ask(get);
        await answered({ error: { reason, message: "" } });
        assert.deepEqual(answers.get(id), [{ id, decline: true }]);
    });
}

test("leaves calls of a hidden document to the browser", async () => {
    shown.visibilityState = "hidden";
    const before = ports.at(-1)?.sent.length;
    const ids = [ask(get), ask({ method: "create", options: {}, mediation: "optional" })];
    await settle();
    shown.visibilityState = "visible";
    assert.deepEqual(ids.map((id) => answers.get(id)), ids.map((id) => [{ id, decline: true }]));
    assert.equal(ports.at(-1)?.sent.length, before);
});

test("reads policy and focus from the browser even if an element of the page has their name", async () => {
    for (const said of [false, undefined]) {
        isPermitted = said;
        ask(get);
        assert.equal(lastCall().params.isPermitted, said);
        await answered({ result: { outcome: "declined" } });
    }
    isPermitted = true;
    isActive = isFocused = false;
    ask({ method: "create", options: { user: {} }, mediation: "conditional" });
    assert.deepEqual([lastCall().method, lastCall().params], [
        "createPasskey", { options: { user: {} }, isConditional: true, isPermitted: true, isActive: false, isFocused: false }]);
    isActive = isFocused = true;
    await answered({ result: { outcome: "declined" } });
});

/** The page's answer for a pending conditional request. @param {number} id */
const waits = (id) => ({ id, meanwhile: "waiting" });

test("a conditional request waits in the document until the user picks", async () => {
    let told = 0;
    onWaiting(() => told++);
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    assert.deepEqual([answers.get(id), waitingRequest(), told], [[waits(id)], { options: { challenge: "AA" } }, 1]);
    const picking = pickPasskey({ suggestion: "k", mustConfirm: true });
    assert.deepEqual([lastCall().method, lastCall().params.suggestion, lastCall().params.mustConfirm], ["pickPasskey", "k", true]);
    const refused = assert.rejects(picking, { reason: "userCanceled" });
    await answered({ error: { reason: "userCanceled", message: "" } });
    await refused;
    // The user may pick again after cancelling.
    assert.deepEqual(answers.get(id), [waits(id)]);
    const again = pickPasskey({ suggestion: "k", mustConfirm: false });
    await answered({ result: { outcome: "done", credential: { id: "K" } } });
    assert.equal(await again, undefined);
    assert.deepEqual([answers.get(id), waitingRequest(), told], [[waits(id), { id, result: { id: "K" } }], undefined, 2]);
});

test("requesting the browser's own dialog keeps the page waiting", async () => {
    askElsewhere();
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    askElsewhere();
    assert.deepEqual([answers.get(id), waitingRequest()], [[waits(id), { id, meanwhile: "elsewhere" }], { options: { challenge: "AA" } }]);
    abort(id);
});

test("leaves a conditional request to the browser if the background cannot be reached", async () => {
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    leaveWaiting();
    assert.deepEqual([answers.get(id), waitingRequest()], [[waits(id), { id, decline: true }], undefined]);
});

const provider = { id: "vault", providesPasskeys: true }, locked = { provider: "vault", name: "Vault" };

for (const [name, offers, isTaken] of /** @type {const} */ ([
    ["there is a passkey", { suggestions: [{ kind: "passkey" }], locked: [] }, true],
    ["a locked provider may have one", { suggestions: [], locked: [locked] }, true],
    ["there are passwords only", { suggestions: [{ kind: "password" }], locked: [] }, false],
    ["a provider without passkeys is locked", { suggestions: [], locked: [{ ...locked, provider: "other" }] }, false],
])) {
    test(`a conditional request of the browser is ${isTaken ? "" : "not "}taken over if ${name}`, async () => {
        const id = ask({ ...get, mediation: "conditional" }), watches = { id, meanwhile: "watching" };
        await answered({ result: { outcome: "watching" } });
        const request = conditionalRequest();
        assert.deepEqual([answers.get(id), request, waitingRequest()], [[watches], { options: { challenge: "AA" } }, undefined]);
        takeOver(/** @type {any} */ (request), /** @type {any} */ ({ ...offers, providers: [provider] }));
        assert.deepEqual(answers.get(id), isTaken ? [watches, waits(id)] : [watches]);
        assert.equal(waitingRequest(), isTaken ? request : undefined);
        assert.equal(conditionalRequest(), request);
        abort(id);
        assert.equal(conditionalRequest(), undefined);
    });
}

for (const outcome of ["waiting", "watching"]) {
    test(`a passkey picked in the popup answers a request that is ${outcome}`, async () => {
        const id = ask({ ...get, mediation: "conditional" });
        await answered({ result: { outcome } });
        const picking = answerConditional("k");
        assert.deepEqual([lastCall().method, lastCall().params.suggestion, lastCall().params.mustConfirm], ["pickPasskey", "k", false]);
        await answered({ result: { outcome: "done", credential: { id: "K" } } });
        assert.equal(await picking, true);
        assert.deepEqual(answers.get(id)?.at(-1), { id, result: { id: "K" } });
        assert.equal(conditionalRequest(), undefined);
    });
}

test("a passkey picked in the popup is not used on a page without a conditional request", async () => {
    const before = ports.at(-1)?.sent.length;
    assert.equal(await answerConditional("k"), false);
    assert.equal(ports.at(-1)?.sent.length, before);
});

test("a password picked in the list is filled and the page keeps waiting", async () => {
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    const filled = { provider: "p", value: { kind: "password", user: "ada", password: "x" } };
    const picking = pickPasskey({ provider: "p", mustConfirm: false });
    await answered({ result: { outcome: "filled", filled } });
    assert.deepEqual([await picking, answers.get(id)], [filled, [waits(id)]]);
    abort(id);
});

test("drops a pick for a request that was aborted meanwhile", async () => {
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    const picking = pickPasskey({ suggestion: "k", mustConfirm: false });
    const call = lastCall().id;
    abort(id);
    const next = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    ports.at(-1)?.say({ id: call, result: { outcome: "done", credential: { id: "K" } } });
    assert.equal(await picking, undefined);
    assert.deepEqual([answers.get(id), answers.get(next)], [[waits(id)], [waits(next)]]);
    abort(next);
});

test("hiding the document ends a request with a window but not a conditional one", async () => {
    const waits = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    const id = ask(get);
    heard["pagehide"]?.();
    await settle();
    assert.deepEqual([answers.get(id), answers.get(waits)], [[{ id, error: { name: "NotAllowedError" } }], [{ id: waits, meanwhile: "waiting" }]]);
    abort(waits);
});

test("reports signals and answers them with null", async () => {
    const id = ask({ method: "signal", signal: "unknownCredential", options: { rpId: "a.test" } });
    assert.deepEqual([lastCall().method, lastCall().params], ["signalPasskeys", { signal: "unknownCredential", options: { rpId: "a.test" } }]);
    await answered({ result: {} });
    assert.deepEqual(answers.get(id), [{ id, result: null }]);
});

test("adds our capabilities to the browser's, and none without a provider", async () => {
    let now = 0;
    performance.now = () => now;
    const id = ask({ method: "capabilities" });
    await answered({ result: { canCreate: true, canUpgrade: false } });
    const [{ result }] = answers.get(id) ?? [];
    assert.deepEqual([result.conditionalGet, result.conditionalCreate, result.passkeyPlatformAuthenticator], [true, false, true]);
    assert.deepEqual(["largeBlob", "prf", "credProps", "uvm"].map((name) => result[`extension:${name}`]), [true, true, true, undefined]);
    const sent = ports.at(-1)?.sent.length;
    const again = ask({ method: "capabilities" });
    await settle();
    assert.deepEqual(answers.get(again), [{ id: again, result }]);
    assert.equal(ports.at(-1)?.sent.length, sent);
    now = 10_000;
    const none = ask({ method: "capabilities" });
    await answered({ result: { canCreate: false, canUpgrade: false } });
    assert.deepEqual(answers.get(none), [{ id: none, result: {} }]);
});
