// Answers passkey requests of the page's world (page/bridge.js). page/bridgeListener.js imports this at the first request.
//
// The page's options are passed on unchanged: the agent validates them, and the background knows the page's origin. Only
// this document knows the permissions policy, the user activation, and the request that waits for a pick in the strip. It
// waits here, since the browser may stop the background at any time.

import { CallFailure } from "./backgroundCalls.js";
import { connection } from "./connection.js";
import { listenAlways } from "./windowListeners.js";

/**
 * @import { Doubt, Filled, PasskeyCaller, PasskeyOutcome, PasskeyRequest } from "../messages.js"
 * @import { AbortNote, BridgeError, Capabilities, GetQuestion, PageAnswer, PageCall } from "../page/bridge.js"
 *
 * @typedef {(answer: PageAnswer) => void} Reply
 * @typedef {{id: number, request: PasskeyRequest, reply: Reply}} Waiting
 */

/** Open requests that own the window, by the page's id. @type {Map<number, AbortController>} */
const open = new Map();
/** Requests that wait for a pick. A page has one, or two while it aborts the first. @type {Map<number, Waiting>} */
const waiting = new Map();
/**
 * Conditional requests that the browser handles until there is a passkey to offer.
 *
 * @type {Map<number, Waiting>}
 */
const watching = new Map();
/** Called when a request begins or stops waiting. @type {(() => void)[]} */
const listeners = [];

/** How long (ms) the capabilities are remembered, so that a page in a loop does not occupy the agent. */
const capabilitiesLifetime = 10_000;
/** @type {{capabilities: Capabilities, readAt: number} | undefined} */
let known;

/** @param {() => void} listener */
export function onWaiting(listener) {
    listeners.push(listener);
}

/** The request that a pick in the strip answers: the newest one. */
export function waitingRequest() {
    return [...waiting.values()].at(-1)?.request;
}

/**
 * The request whose passkeys the strip offers: the waiting one, or the one that the browser handles until a passkey appears.
 */
export function conditionalRequest() {
    return waitingRequest() ?? [...watching.values()].at(-1)?.request;
}

/**
 * Takes over a request from the browser if the agent has a passkey for it, or a locked provider may have one.
 *
 * @param {PasskeyRequest} request
 * @param {import("../messages.js").Offers} offers the offers for that request
 */
export function takeOver(request, { suggestions, providers, locked }) {
    const mayHave = providers.some(({ id, providesPasskeys }) => providesPasskeys && locked.some(({ provider }) => provider === id));
    if (!mayHave && !suggestions.some(({ kind }) => kind === "passkey")) return;
    takeFromBrowser(request);
}

/** @param {PasskeyRequest} request */
function takeFromBrowser(request) {
    for (const [id, watched] of watching) {
        if (watched.request !== request) continue;
        watching.delete(id);
        waiting.set(id, watched);
        watched.reply({ id, meanwhile: "waiting" });
    }
}

/**
 * Answers the page's conditional request with a passkey that was picked in the popup.
 *
 * @param {string} suggestion
 * @returns {Promise<boolean>} whether there is such a request
 */
export async function answerConditional(suggestion) {
    const request = conditionalRequest();
    if (request === undefined) return false;
    takeFromBrowser(request);
    await pickPasskey({ suggestion, mustConfirm: false });
    return true;
}

/**
 * Answers the waiting request with the row that was picked in the strip.
 *
 * @param {{suggestion?: string, provider?: string, mustConfirm: boolean, doubts?: Doubt[]}} pick
 * @returns {Promise<Filled | undefined>} a password to fill, if the user chose one in the provider's list
 */
export async function pickPasskey(pick) {
    const picked = [...waiting.values()].at(-1);
    if (picked === undefined) return undefined;
    const { id, request, reply } = picked;
    const outcome = await connection.call("pickPasskey", { ...request, ...pick, ...caller("publickey-credentials-get") });
    if (outcome.outcome === "filled") return outcome.filled;
    // The page has aborted the request meanwhile.
    if (waiting.get(id) !== picked) return undefined;
    stopWaiting(id);
    reply(answerOf(id, outcome));
    return undefined;
}

/** Opens the browser's own dialog for the waiting request, which goes on waiting if the user cancels the dialog. */
export function askElsewhere() {
    const picked = [...waiting.values()].at(-1);
    picked?.reply({ id: picked.id, meanwhile: "elsewhere" });
}

/** Declines the waiting requests, because the agent cannot be reached. */
export function leaveWaiting() {
    for (const { id, reply } of waiting.values()) {
        waiting.delete(id);
        reply({ id, decline: true });
    }
}

/**
 * Handles a request of the page's world (AnswersPage of page/bridge.js).
 *
 * @param {PageCall | AbortNote} question
 * @param {Reply} reply
 */
export function answerPage(question, reply) {
    const { id } = question;
    switch (question.method) {
        case "abort": return abort(id);
        case "create": case "get": case "signal": case "capabilities":
            // Ignore a repeated id: each request has one response.
            if (!open.has(id) && !waiting.has(id) && !watching.has(id)) void answer(question, reply);
    }
}

/** @param {number} id */
function abort(id) {
    open.get(id)?.abort();
    open.delete(id);
    watching.delete(id);
    stopWaiting(id);
}

/** @param {number} id */
function stopWaiting(id) {
    if (waiting.delete(id)) listeners.forEach((each) => each());
}

/**
 * @param {PageCall} question
 * @param {Reply} reply
 */
async function answer(question, reply) {
    const { id } = question;
    const control = new AbortController();
    open.set(id, control);
    /** @type {PageAnswer} */
    let answered;
    try {
        answered = await ask(question, reply, control.signal);
    } catch (thrown) {
        answered = failed(id, thrown);
    }
    // The page has aborted the request and expects no response.
    if (open.get(id) !== control) return;
    open.delete(id);
    if (!waiting.has(id) && !watching.has(id)) reply(answered);
}

/**
 * @param {PageCall} question
 * @param {Reply} reply
 * @param {AbortSignal} signal
 * @returns {Promise<PageAnswer>}
 */
async function ask(question, reply, signal) {
    const { id } = question;
    switch (question.method) {
        case "capabilities": return { id, result: await readCapabilities(signal) };
        case "signal": {
            const { signal: name } = question;
            await connection.call("signalPasskeys", { signal: name, options: members(question.options) }, signal);
            return { id, result: null };
        }
        case "create": {
            // The browser itself rejects a hidden document, with its own message.
            if (document.visibilityState !== "visible") return { id, decline: true };
            const isConditional = question.mediation === "conditional";
            const params = { options: members(question.options), isConditional, ...caller("publickey-credentials-create") };
            return answerOf(id, await connection.call("createPasskey", params, signal));
        }
        case "get": return get(question, reply, signal);
    }
}

/**
 * @param {GetQuestion} question
 * @param {Reply} reply
 * @param {AbortSignal} signal
 * @returns {Promise<PageAnswer>}
 */
async function get({ id, options, mediation }, reply, signal) {
    const isModal = mediation !== "conditional";
    if (isModal && document.visibilityState !== "visible") return { id, decline: true };
    const how = mediation === "conditional" || mediation === "immediate" ? mediation : "modal";
    const request = { options: members(options) };
    const params = { ...request, mediation: /** @type {typeof how} */ (how), ...caller("publickey-credentials-get") };
    const outcome = await connection.call("getPasskey", params, signal);
    if (outcome.outcome === "waiting" && !signal.aborted) {
        waiting.set(id, { id, request, reply });
        reply({ id, meanwhile: "waiting" });
        listeners.forEach((each) => each());
    }
    if (outcome.outcome === "watching" && !signal.aborted) {
        watching.set(id, { id, request, reply });
        reply({ id, meanwhile: "watching" });
    }
    return answerOf(id, outcome);
}

/** @param {AbortSignal} signal */
async function readCapabilities(signal) {
    if (known === undefined || performance.now() - known.readAt >= capabilitiesLifetime) {
        const capabilities = capabilitiesOf(await connection.call("passkeyAbilities", {}, signal));
        known = { capabilities, readAt: performance.now() };
    }
    return known.capabilities;
}

/**
 * What only this document knows about a call.
 *
 * @param {string} feature
 * @returns {PasskeyCaller}
 */
function caller(feature) {
    // Use the prototype's getter: an element of the page with this name would hide the property.
    const policy = /** @type {{allowsFeature?: (feature: string) => boolean} | undefined} */ (
        Reflect.get(Document.prototype, "featurePolicy", document));
    const isPermitted = policy?.allowsFeature?.(feature);
    const isFocused = Reflect.apply(Document.prototype.hasFocus, document, []);
    return { ...(isPermitted === undefined ? {} : { isPermitted }), isActive: isActivated(globalThis), isFocused };
}

/**
 * Whether a document or an ancestor of the same origin has a user activation. Such an ancestor may make the call itself, and
 * the browser activates only the frames that exist at the time of the press.
 *
 * @param {typeof globalThis | Window} place
 * @returns {boolean}
 */
function isActivated(place) {
    try {
        if (place.navigator.userActivation?.isActive === true) return true;
        return place.parent !== place && isActivated(place.parent);
    } catch {
        // The parent is of another origin.
        return false;
    }
}

/**
 * @param {number} id
 * @param {PasskeyOutcome} outcome
 * @returns {PageAnswer}
 */
function answerOf(id, outcome) {
    // Both responses are the specification's JSON; the agent creates and validates them.
    if (outcome.outcome === "done") return { id, result: /** @type {AuthenticationResponseJSON} */ (/** @type {unknown} */ (outcome.credential)) };
    return { id, decline: true };
}

/** The error name for each failure; a page learns no more of the others than NotAllowedError. */
/** @type {Readonly<Record<string, string | undefined>>} */
const names = {
    invalidStateError: "InvalidStateError", securityError: "SecurityError", notSupportedError: "NotSupportedError",
    typeError: "TypeError", pending: "OperationError",
};
/** Failures that occur before the user is asked: the browser's own function handles the call. */
const passing = new Set(["invalidParameters", "notHere", "busy", "unknownMethod", "internalError", "syntaxError"]);

/**
 * @param {number} id
 * @param {unknown} thrown
 * @returns {PageAnswer}
 */
function failed(id, thrown) {
    const reason = thrown instanceof CallFailure ? thrown.reason : "internalError";
    if (passing.has(reason)) return { id, decline: true };
    /** @type {BridgeError} */
    const error = { name: names[reason] ?? "NotAllowedError" };
    return { id, error };
}

/**
 * @param {{canCreate: boolean, canUpgrade: boolean}} abilities
 * @returns {Capabilities}
 */
function capabilitiesOf({ canCreate, canUpgrade }) {
    if (!canCreate) return {};
    return {
        conditionalGet: true, conditionalCreate: canUpgrade, immediateGet: true, relatedOrigins: true,
        passkeyPlatformAuthenticator: true, userVerifyingPlatformAuthenticator: true,
        signalUnknownCredential: true, signalAllAcceptedCredentials: true, signalCurrentUserDetails: true,
        "extension:appid": true, "extension:appidExclude": true, "extension:credProps": true, "extension:largeBlob": true,
        "extension:prf": true,
    };
}

/**
 * The page's options, not validated yet.
 *
 * @param {unknown} options
 */
function members(options) {
    return /** @type {Record<string, unknown>} */ (options);
}

// When the document is left or cached, requests that own the window are cancelled. Waiting ones may continue later.
listenAlways(globalThis, "pagehide", () => {
    for (const control of open.values()) control.abort();
});
