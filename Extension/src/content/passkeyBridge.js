// Answers what the page's own world asks about passkeys (page/bridge.js), which page/bridgeListener.js imports at its first question.
//
// What a page says is passed on as it is and judged elsewhere: the agent reads the options, the background knows whose page it
// is. Known here alone are the permissions policy, whether a user has just done something, and which request waits for a
// pick in the strip: it waits here, since the background may be stopped at any time.

import { CallFailure } from "./backgroundCalls.js";
import { connection } from "./connection.js";

/**
 * @import { Doubt, Filled, PasskeyCaller, PasskeyOutcome, PasskeyRequest } from "../messages.js"
 * @import { BridgeError, Capabilities, PageAnswer, PageQuestion } from "../page/bridge.js"
 *
 * @typedef {(answer: PageAnswer) => void} Reply
 * @typedef {{id: number, request: PasskeyRequest, reply: Reply}} Waiting
 */

/** What takes the window: under way, by the page's number. @type {Map<number, AbortController>} */
const open = new Map();
/** The requests that wait for a pick; a page has one at a time, unless it is slow to take one back. @type {Map<number, Waiting>} */
const waiting = new Map();
/** Told when a request begins to wait, or does so no more. @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onWaiting(listener) {
    listeners.push(listener);
}

/** The request that a pick in the strip answers: the last one. */
export function waitingRequest() {
    return [...waiting.values()].at(-1)?.request;
}

/**
 * Answers the request that waits by what was picked in the strip.
 *
 * @param {{suggestion?: string, provider?: string, mustConfirm: boolean, doubts?: Doubt[]}} pick
 * @returns {Promise<Filled | undefined>} a password, where the user chose one in the provider's list: it is to be filled
 */
export async function pickPasskey(pick) {
    const picked = [...waiting.values()].at(-1);
    if (picked === undefined) return undefined;
    const { id, request, reply } = picked;
    const outcome = await connection.call("pickPasskey", { ...request, ...pick, ...caller("publickey-credentials-get") });
    if (outcome.outcome === "filled") return outcome.filled;
    // Aborted meanwhile, nobody waits for it any more.
    if (waiting.get(id) !== picked) return undefined;
    stopWaiting(id);
    reply(answerOf(id, outcome));
    return undefined;
}

/** Opens the browser's own dialog for the request that waits; it goes on waiting, should the user turn away from that. */
export function askElsewhere() {
    const picked = [...waiting.values()].at(-1);
    picked?.reply({ id: picked.id, meanwhile: "elsewhere" });
}

/** Leaves the requests that wait to the browser: nobody who could answer them is reached. */
export function leaveWaiting() {
    for (const { id, reply } of waiting.values()) {
        waiting.delete(id);
        reply({ id, decline: true });
    }
}

/**
 * A question of the page's own world (AnswersPage of page/bridge.js).
 *
 * @param {PageQuestion} question
 * @param {Reply} reply
 * @returns {boolean | void}
 */
export function answerPage(question, reply) {
    const { id } = question;
    switch (question.method) {
        case "alive": return open.has(id) || waiting.has(id);
        case "abort": return abort(id);
        case "create": case "get": case "signal": case "capabilities":
            // A number that is in use already gets no second answer.
            if (open.has(id) || waiting.has(id)) return;
            return void answer(question, reply);
    }
}

/** @param {number} id */
function abort(id) {
    open.get(id)?.abort();
    open.delete(id);
    stopWaiting(id);
}

/** @param {number} id */
function stopWaiting(id) {
    if (waiting.delete(id)) listeners.forEach((each) => each());
}

/**
 * @param {Exclude<PageQuestion, {method: "abort" | "alive"}>} question
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
    // Taken back by the page: it hears nothing of it any more.
    if (open.get(id) !== control) return;
    open.delete(id);
    if (!waiting.has(id)) reply(answered);
}

/**
 * @param {Exclude<PageQuestion, {method: "abort" | "alive"}>} question
 * @param {Reply} reply
 * @param {AbortSignal} signal
 * @returns {Promise<PageAnswer>}
 */
async function ask(question, reply, signal) {
    const { id } = question;
    switch (question.method) {
        case "capabilities": return { id, result: capabilitiesOf(await connection.call("passkeyAbilities", {}, signal)) };
        case "signal": {
            const { signal: name } = question;
            await connection.call("signalPasskeys", { signal: name, options: members(question.options) }, signal);
            return { id, result: null };
        }
        case "create": {
            // A document behind others is refused by the browser itself, in its own words.
            if (document.visibilityState !== "visible") return { id, decline: true };
            const isConditional = question.mediation === "conditional";
            const wish = { options: members(question.options), isConditional, ...caller("publickey-credentials-create") };
            return answerOf(id, await connection.call("createPasskey", wish, signal));
        }
        case "get": return get(question, reply, signal);
    }
}

/**
 * @param {Extract<PageQuestion, {method: "get"}>} question
 * @param {Reply} reply
 * @param {AbortSignal} signal
 * @returns {Promise<PageAnswer>}
 */
async function get({ id, options, mediation }, reply, signal) {
    const isModal = mediation !== "conditional";
    if (isModal && document.visibilityState !== "visible") return { id, decline: true };
    const how = mediation === "conditional" || mediation === "immediate" ? mediation : "modal";
    const request = { options: members(options) };
    const wish = { ...request, mediation: /** @type {typeof how} */ (how), ...caller("publickey-credentials-get") };
    const outcome = await connection.call("getPasskey", wish, signal);
    if (outcome.outcome === "waiting" && !signal.aborted) {
        waiting.set(id, { id, request, reply });
        reply({ id, meanwhile: "waiting" });
        listeners.forEach((each) => each());
    }
    return answerOf(id, outcome);
}

/**
 * What only this document knows of a call of its page.
 *
 * @param {string} feature
 * @returns {PasskeyCaller}
 */
function caller(feature) {
    // Not asked of the document itself: an element of the page by that name would answer.
    const policy = /** @type {{allowsFeature?: (feature: string) => boolean} | undefined} */ (
        Reflect.get(Document.prototype, "featurePolicy", document));
    const isPermitted = policy?.allowsFeature?.(feature);
    const isFocused = Reflect.apply(Document.prototype.hasFocus, document, []);
    return { ...(isPermitted === undefined ? {} : { isPermitted }), isActive: navigator.userActivation?.isActive === true, isFocused };
}

/**
 * @param {number} id
 * @param {PasskeyOutcome} outcome
 * @returns {PageAnswer}
 */
function answerOf(id, outcome) {
    // Both responses are the specification's JSON, made and checked by the agent.
    if (outcome.outcome === "done") return { id, result: /** @type {AuthenticationResponseJSON} */ (/** @type {unknown} */ (outcome.credential)) };
    return { id, decline: true };
}

/** What a page learns of a failure; of all others that it was not allowed, which may mean anything. */
/** @type {Readonly<Record<string, string | undefined>>} */
const names = {
    invalidStateError: "InvalidStateError", securityError: "SecurityError", notSupportedError: "NotSupportedError",
    typeError: "TypeError", pending: "OperationError",
};
/** Failures after which nobody was asked anything: the browser's own function does it. */
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
    };
}

/**
 * The page's options, of which nothing is known yet.
 *
 * @param {unknown} options
 */
function members(options) {
    return /** @type {Record<string, unknown>} */ (options);
}

// The document goes, or is put aside: what takes the window ends. What waits may wait on, should it come back.
addEventListener("pagehide", () => {
    for (const control of open.values()) control.abort();
});
