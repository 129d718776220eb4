// The windows of passkey requests: the extension's and the provider's sheets, one after the other, with buttons for
// alternatives.

import { Failure } from "../messages/failure.js";
import { glance } from "../messages/passkeyMessages.js";
import { withoutMissing } from "../messages/readValues.js";
import { RateLimit } from "./rateLimit.js";
import { ask } from "./confirmations.js";
import { chooseProviderSheet, confirmPasskeySheet, failureSheet, listRow, signInSheet } from "./passkeySheets.js";
import { deadline, timeoutOf } from "./timeouts.js";

/**
 * @typedef {import("./documents.js").Requester} Requester
 * @typedef {import("./documents.js").FrameContext} FrameContext
 * @typedef {import("./userRequest.js").UserRequest} UserRequest
 * @typedef {import("../messages.js").PasskeyOutcome} PasskeyOutcome
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 *
 * @typedef {object} PasskeyWindowsDependencies
 * @property {import("./sheets.js").Sheets} sheets
 * @property {{add: (host: string) => Promise<void>}} neverPasskeys
 * @property {boolean} isFirefox
 * @property {(milliseconds: number, body: () => void) => () => void} after
 *
 * @typedef {object} PasskeyCall a page's call for which a window may open
 * @property {Requester} requester
 * @property {FrameContext} context
 * @property {Record<string, unknown>} options
 *
 * @typedef {(userRequest: UserRequest, signal: AbortSignal) => Promise<PasskeyOutcome>} Body
 */

/** Failures that need no message to the user: the user caused them, or the page reports them. */
const quiet = new Set(["userCanceled", "gone", "invalidStateError", "requestCancelled"]);
/** Failures that mean an invalid call of the page: the browser's own function reports them to the page. */
const wrong = new Set(["typeError", "syntaxError", "notSupportedError", "securityError"]);
/** How long (ms) the browser may take to focus the page again after its window closes. */
const returnTime = 1000;
/** @type {readonly import("./userRequest.js").Alternative[]} */
const alternatives = ["elsewhere", "never"];

export class PasskeyWindows {
    #dependencies;
    /** The open window requests, by tab. @type {Map<number, symbol>} */
    #open = new Map();
    /** The tabs whose window has just closed, with the key of their last request. @type {Map<number, symbol>} */
    #closed = new Map();
    /** Requests that a page started; another request of a page may replace them. @type {WeakSet<UserRequest>} */
    #pageRequests = new WeakSet();
    /** Limits windows that open without a user's action, such as a sign-in on page load. */
    #unasked;
    /** Limits windows for a new passkey that open without a user activation. */
    #unaskedNew;

    /** @param {PasskeyWindowsDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
        this.#unasked = new RateLimit(1, 30_000, dependencies.after);
        this.#unaskedNew = new RateLimit(1, 30_000, dependencies.after);
    }

    /**
     * Whether a window may open: always after a user's action, otherwise within the rate limit. The window shows nothing
     * secret until the user acts in it.
     *
     * @param {Requester} requester
     * @param {boolean} isActive
     */
    mayOpen({ tabId }, isActive) {
        return isActive || this.#unasked.take(String(tabId));
    }

    /**
     * Whether a window for a new passkey may open, as `mayOpen`. Its limit is separate, because a page may create a passkey
     * right after a sign-in.
     *
     * @param {Requester} requester
     * @param {boolean} isActive
     */
    mayCreate({ tabId }, isActive) {
        return isActive || this.#unaskedNew.take(String(tabId));
    }

    /** Whether a tab's passkey window is open, and so has the focus, or closed a moment ago. @param {Requester} requester */
    hasFocus({ tabId }) {
        return this.#open.has(tabId) || this.#closed.has(tabId);
    }

    /**
     * Throws `pending` if another document of the tab has an open window request, as Chromium does. Firefox cancels the
     * earlier request instead.
     *
     * @param {Requester} requester
     */
    refuseSecond({ tabId }) {
        if (this.#dependencies.isFirefox || !this.#open.has(tabId)) return;
        throw new Failure("pending", "this tab already has an open passkey request");
    }

    /**
     * Runs a request that owns the tab's window, for at most the page's timeout. A tab has one such request at a time.
     *
     * A window that the user opened for the tab may hold typed text, so a page never replaces it: the request is declined.
     *
     * @param {PasskeyCall} passkeyCall
     * @param {Body} body
     * @returns {Promise<PasskeyOutcome>}
     */
    async alone({ requester, context, options }, body) {
        this.refuseSecond(requester);
        const there = this.#dependencies.sheets.openAt(placeOf(requester));
        if (there !== undefined && !this.#pageRequests.has(there)) return { outcome: "declined" };
        const mine = Symbol();
        this.#open.set(requester.tabId, mine);
        const limit = deadline(this.#dependencies.after, timeoutOf(glance(options).timeout), context.signal);
        try {
            return await this.#show(requester, context, alternativesFor(requester), limit.signal, (userRequest, signal) =>
                body(userRequest, signal).catch((thrown) => leaveToBrowser(userRequest, thrown))
                    .catch((thrown) => tellFailure(userRequest, requester, thrown, signal)));
        } catch (thrown) {
            throw limit.isOver ? new Failure("timedOut", "the user did not answer in time") : thrown;
        } finally {
            limit.stop();
            if (this.#open.get(requester.tabId) === mine) this.#close(requester, mine);
        }
    }

    /**
     * @param {Requester} requester
     * @param {symbol} mine
     */
    #close({ tabId }, mine) {
        this.#open.delete(tabId);
        this.#closed.set(tabId, mine);
        this.#dependencies.after(returnTime, () => {
            if (this.#closed.get(tabId) === mine) this.#closed.delete(tabId);
        });
    }

    /**
     * Runs a pick for a waiting request, which goes on waiting if the pick fails.
     *
     * @param {PasskeyCall} passkeyCall
     * @param {Body} body
     */
    beside({ requester, context }, body) {
        return this.#show(requester, context, [], context.signal, (userRequest, signal) =>
            body(userRequest, signal).catch((thrown) => tellWhereSeen(userRequest, requester, thrown, signal)));
    }

    /**
     * Runs a request that may show sheets.
     *
     * @param {Requester} requester
     * @param {FrameContext} context
     * @param {readonly import("./userRequest.js").Alternative[]} offered the alternatives that each sheet offers
     * @param {AbortSignal} wanted
     * @param {Body} body
     * @returns {Promise<PasskeyOutcome>}
     */
    async #show(requester, context, offered, wanted, body) {
        const { sheets, neverPasskeys } = this.#dependencies;
        const { host, hostname } = new URL(requester.origin);
        const { windowId, tabId } = requester;
        const userRequest = sheets.begin(windowId, host, { place: placeOf(requester), tabId });
        this.#pageRequests.add(userRequest);
        userRequest.topOrigin = context.ancestorOrigins.findLast((each) => each !== requester.origin);
        userRequest.alternatives = offered;
        const leaving = new AbortController();
        const signal = AbortSignal.any([wanted, userRequest.cancelSignal, leaving.signal]);
        userRequest.onAlternative = () => leaving.abort();
        try {
            return await body(userRequest, signal);
        } catch (thrown) {
            if (userRequest.alternative === "never") await neverPasskeys.add(hostname);
            if (userRequest.alternative !== undefined) return { outcome: "declined" };
            if (userRequest.cancelSignal.aborted) throw new Failure("userCanceled", "the request was cancelled");
            throw thrown;
        } finally {
            userRequest.end();
        }
    }
}

/**
 * The alternatives that the user may choose. "Never" is stored, so a private window does not offer it.
 *
 * @param {Requester} requester
 */
function alternativesFor({ isPrivate }) {
    return isPrivate ? alternatives.slice(0, 1) : alternatives;
}

/**
 * Declines the request if the browser reports the failure better, or if the user has not seen a sheet yet.
 *
 * @param {UserRequest} userRequest
 * @param {unknown} thrown
 * @returns {PasskeyOutcome}
 */
function leaveToBrowser(userRequest, thrown) {
    const failure = Failure.from(thrown);
    const isUnseen = failure.reason === "providerFailed" && !userRequest.hasSheets;
    if (wrong.has(failure.reason) || isUnseen) return { outcome: "declined" };
    throw failure;
}

/**
 * Identifies the window of a tab, which a page's requests share with the user's.
 *
 * @param {Requester} requester
 */
function placeOf({ tabId }) {
    return `tab ${tabId}`;
}

/**
 * Shows the failure in the window, with the alternatives, unless the user caused it; then throws it.
 *
 * @param {UserRequest} userRequest
 * @param {Requester} requester
 * @param {unknown} thrown
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function tellFailure(userRequest, requester, thrown, signal) {
    const failure = Failure.from(thrown);
    if (!quiet.has(failure.reason) && !signal.aborted) {
        await asked(userRequest, failureSheet(failure), requester, signal);
    }
    throw failure;
}

/**
 * Reports a failed pick in the window if one was shown, otherwise in the strip.
 *
 * @param {UserRequest} userRequest
 * @param {Requester} requester
 * @param {unknown} thrown
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function tellWhereSeen(userRequest, requester, thrown, signal) {
    const failure = Failure.from(thrown);
    if (!userRequest.hasShown || quiet.has(failure.reason)) throw failure;
    await tellFailure(userRequest, requester, failure, signal).catch(() => undefined);
    throw new Failure("told", failure.message);
}

/**
 * Asks the user to choose a passkey, or a provider's list. If there is no choice, asks to confirm the only passkey.
 *
 * @param {UserRequest} userRequest
 * @param {Requester} requester
 * @param {{passkeys: import("../messages.js").Suggestion[], providers: ProviderAbilities[], locked: {provider: string}[],
 *   only?: import("../messages.js").Suggestion | undefined}} found
 * @param {AbortSignal} signal
 * @returns {Promise<{suggestion?: string, provider?: string}>}
 */
export async function choosePasskey(userRequest, requester, found, signal) {
    const { only } = found;
    if (only !== undefined && await confirmPasskey(userRequest, requester, only, signal, true)) return { suggestion: only.id };
    const row = await choice(userRequest, signInSheet(new URL(requester.origin).host, found), requester, signal);
    const suggestion = found.passkeys.find(({ id }) => id === row)?.id;
    const provider = found.providers.find(({ id }) => listRow(id) === row)?.id;
    if (suggestion === undefined && provider === undefined) throw new Failure("userCanceled", "the user cancelled");
    return withoutMissing({ suggestion, provider });
}

/**
 * Asks the user to confirm a sign-in with a passkey. Throws `userCanceled` if the user cancels.
 *
 * @param {UserRequest} userRequest
 * @param {Requester} requester
 * @param {import("../messages.js").Suggestion} passkey
 * @param {AbortSignal} signal
 * @param {boolean} [hasOthers] whether the user may ask for other logins
 * @returns {Promise<boolean>} `false` if the user asks for other logins
 */
export async function confirmPasskey(userRequest, requester, passkey, signal, hasOthers = false) {
    const event = await asked(userRequest, confirmPasskeySheet(new URL(requester.origin).host, passkey, hasOthers), requester, signal);
    if (event["kind"] !== "pressed") throw new Failure("userCanceled", "the user cancelled");
    return event["element"] !== "others";
}

/**
 * The provider that stores a new passkey: the only one, or the user's choice.
 *
 * @param {UserRequest} userRequest
 * @param {Requester} requester
 * @param {ProviderAbilities[]} providers
 * @param {Record<string, unknown>} options
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
export async function chooseProvider(userRequest, requester, providers, options, signal) {
    const [first, second] = providers;
    if (first !== undefined && second === undefined) return first.id;
    const sheet = chooseProviderSheet(new URL(requester.origin).host, glance(options).user, providers);
    const row = await choice(userRequest, sheet, requester, signal);
    const chosen = providers.find(({ id }) => listRow(id) === row);
    if (chosen === undefined) throw new Failure("userCanceled", "the user cancelled");
    return chosen.id;
}

/**
 * The identifier of the row that the user chooses; `undefined` after any other event.
 *
 * @param {UserRequest} userRequest
 * @param {object} sheet
 * @param {Requester} requester
 * @param {AbortSignal} signal
 */
async function choice(userRequest, sheet, requester, signal) {
    const event = await asked(userRequest, sheet, requester, signal);
    return event["kind"] === "rowChosen" ? event["row"] : undefined;
}

/**
 * Shows a sheet with the request's alternatives and its top origin.
 *
 * @param {UserRequest} userRequest
 * @param {object} sheet
 * @param {Requester} requester
 * @param {AbortSignal} signal
 */
function asked(userRequest, sheet, { origin }, signal) {
    return ask(userRequest, sheet, origin, signal, { alternatives: userRequest.alternatives, topOrigin: userRequest.topOrigin });
}
