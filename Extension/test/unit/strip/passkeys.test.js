import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser, makePort, settle } from "../background/doubles.js";

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
Object.defineProperty(globalThis, "navigator", { value: { get userActivation() { return { isActive }; } }, configurable: true });
const { answerPage, askElsewhere, leaveWaiting, onWaiting, pickPasskey, waitingRequest } = await import("../../../src/content/passkeyBridge.js");

/** What the page's calls were answered with, by their numbers. @type {Map<number, any[]>} */
const answers = new Map();
let lastId = 0;

/** @param {object} question */
function ask(question) {
    const id = ++lastId;
    answers.set(id, []);
    answerPage(/** @type {any} */ ({ id, ...question }), (answer) => answers.get(id)?.push(answer));
    return id;
}

/** The last call of the background that was made. */
function lastCall() {
    return ports.at(-1)?.sent.findLast((each) => each.id !== undefined);
}

/** @param {object} answer */
async function answered(answer) {
    ports.at(-1)?.say({ id: lastCall().id, ...answer });
    await settle();
}

/** @param {number} id */
const alive = (id) => answerPage({ id, method: "alive" }, () => {});
/** @param {number} id */
const abort = (id) => answerPage({ id, method: "abort" }, () => {});
const get = { method: "get", options: { challenge: "AA" }, mediation: "optional" };

test("a page's get is the background's, with what only the document knows, and is answered once", async () => {
    const id = ask(get);
    assert.deepEqual([lastCall().method, lastCall().params], [
        "getPasskey", { options: { challenge: "AA" }, mediation: "modal", isPermitted: true, isActive: true, isFocused: true }]);
    assert.equal(alive(id), true);
    await answered({ result: { outcome: "done", credential: { id: "K" } } });
    assert.deepEqual([answers.get(id), alive(id)], [[{ id, result: { id: "K" } }], false]);
    await answered({ result: { outcome: "declined" } });
    assert.equal(answers.get(id)?.length, 1);
});

test("a number that is in use is not used again", async () => {
    const id = ask(get), before = ports.at(-1)?.sent.length;
    let seen = 0;
    answerPage(/** @type {any} */ ({ id, ...get }), () => seen++);
    assert.deepEqual([ports.at(-1)?.sent.length, seen], [before, 0]);
    await answered({ result: { outcome: "declined" } });
    assert.deepEqual([answers.get(id), seen], [[{ id, decline: true }], 0]);
});

test("what the page takes back is taken back from the background, and not answered", async () => {
    const id = ask(get), call = lastCall().id;
    abort(id);
    await settle();
    assert.deepEqual(ports.at(-1)?.sent.at(-1), { method: "cancel", params: { id: call } });
    await answered({ result: { outcome: "done", credential: {} } });
    assert.deepEqual([answers.get(id), alive(id)], [[], false]);
});

for (const [reason, name] of /** @type {const} */ ([
    ["userCanceled", "NotAllowedError"], ["timedOut", "NotAllowedError"], ["providerFailed", "NotAllowedError"], ["declined", "NotAllowedError"],
    ["gone", "NotAllowedError"],
    ["disconnected", "NotAllowedError"], ["invalidStateError", "InvalidStateError"], ["securityError", "SecurityError"],
    ["notSupportedError", "NotSupportedError"], ["typeError", "TypeError"], ["pending", "OperationError"],
])) {
    test(`${reason} is a ${name} in the page, without another word`, async () => {
        const id = ask(get);
        await answered({ error: { reason, message: "what only the person may read" } });
        assert.deepEqual(answers.get(id), [{ id, error: { name } }]);
    });
}

for (const reason of ["internalError", "syntaxError"]) {
    test(`what ends by ${reason}, which no page has a word for, is the browser's turn`, async () => {
        const id = ask(get);
        await answered({ error: { reason, message: "" } });
        assert.deepEqual(answers.get(id), [{ id, decline: true }]);
    });
}

test("a document that is not seen asks nobody", async () => {
    shown.visibilityState = "hidden";
    const before = ports.at(-1)?.sent.length;
    const ids = [ask(get), ask({ method: "create", options: {}, mediation: "optional" })];
    await settle();
    shown.visibilityState = "visible";
    assert.deepEqual(ids.map((id) => answers.get(id)), ids.map((id) => [{ id, decline: true }]));
    assert.equal(ports.at(-1)?.sent.length, before);
});

test("policy and focus come from the browser, even when an element of the page has their name", async () => {
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

/** What a page hears of a request that waits for a pick. @param {number} id */
const waits = (id) => ({ id, meanwhile: "waiting" });

test("a request waits in the document until something is picked for it", async () => {
    let told = 0;
    onWaiting(() => told++);
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    assert.deepEqual([answers.get(id), alive(id), waitingRequest(), told], [[waits(id)], true, { options: { challenge: "AA" } }, 1]);
    const picking = pickPasskey({ suggestion: "k", mustConfirm: true });
    assert.deepEqual([lastCall().method, lastCall().params.suggestion, lastCall().params.mustConfirm], ["pickPasskey", "k", true]);
    const refused = assert.rejects(picking, { reason: "userCanceled" });
    await answered({ error: { reason: "userCanceled", message: "" } });
    await refused;
    // Who thinks better of it may pick again.
    assert.deepEqual([answers.get(id), alive(id)], [[waits(id)], true]);
    const again = pickPasskey({ suggestion: "k", mustConfirm: false });
    await answered({ result: { outcome: "done", credential: { id: "K" } } });
    assert.equal(await again, undefined);
    assert.deepEqual([answers.get(id), alive(id), waitingRequest(), told], [[waits(id), { id, result: { id: "K" } }], false, undefined, 2]);
});

test("the browser's own dialog is asked for, and the page goes on waiting", async () => {
    askElsewhere();
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    askElsewhere();
    assert.deepEqual([answers.get(id), alive(id), waitingRequest()], [[waits(id), { id, meanwhile: "elsewhere" }], true, { options: { challenge: "AA" } }]);
    abort(id);
});

test("what waits is the browser's where nobody is reached who could answer it", async () => {
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    leaveWaiting();
    assert.deepEqual([answers.get(id), alive(id), waitingRequest()], [[waits(id), { id, decline: true }], false, undefined]);
});

test("a password that is chosen in the list is to be filled, and the page goes on waiting", async () => {
    const id = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    const filled = { provider: "p", value: { kind: "password", user: "ada", password: "x" } };
    const picking = pickPasskey({ provider: "p", mustConfirm: false });
    await answered({ result: { outcome: "filled", filled } });
    assert.deepEqual([await picking, answers.get(id), alive(id)], [filled, [waits(id)], true]);
    abort(id);
});

test("what was picked for a request that was taken back meanwhile goes nowhere", async () => {
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

test("what takes the window ends when the document is put aside; what waits may wait on", async () => {
    const waits = ask({ ...get, mediation: "conditional" });
    await answered({ result: { outcome: "waiting" } });
    const id = ask(get);
    heard["pagehide"]?.();
    await settle();
    assert.deepEqual([answers.get(id), answers.get(waits), alive(waits)], [[{ id, error: { name: "NotAllowedError" } }], [{ id: waits, meanwhile: "waiting" }], true]);
    abort(waits);
});

test("signals are told, and answered with nothing", async () => {
    const id = ask({ method: "signal", signal: "unknownCredential", options: { rpId: "a.test" } });
    assert.deepEqual([lastCall().method, lastCall().params], ["signalPasskeys", { signal: "unknownCredential", options: { rpId: "a.test" } }]);
    await answered({ result: {} });
    assert.deepEqual(answers.get(id), [{ id, result: null }]);
});

test("what can be done here is added to what the browser can, and nothing without a provider", async () => {
    const id = ask({ method: "capabilities" });
    await answered({ result: { canCreate: true, canUpgrade: false } });
    const [{ result }] = answers.get(id) ?? [];
    assert.deepEqual([result.conditionalGet, result.conditionalCreate, result.passkeyPlatformAuthenticator], [true, false, true]);
    const none = ask({ method: "capabilities" });
    await answered({ result: { canCreate: false, canUpgrade: false } });
    assert.deepEqual(answers.get(none), [{ id: none, result: {} }]);
});
