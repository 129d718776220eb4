// The windows that passkeys are asked about in: the extension's own sheets and the provider's after each other, and beside
// them the ways that a person has instead.

import { Failure } from "../messages/failure.js";
import { glance } from "../messages/passkeyMessages.js";
import { withoutMissing } from "../messages/readValues.js";
import { RateLimit } from "./rateLimit.js";
import { ask } from "./confirmations.js";
import { chooseProviderSheet, failureSheet, listRow, signInSheet } from "./passkeySheets.js";
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
 * @typedef {object} Calling a call that may show something
 * @property {Requester} requester
 * @property {FrameContext} context
 * @property {Record<string, unknown>} options
 *
 * @typedef {(asking: UserRequest, signal: AbortSignal) => Promise<PasskeyOutcome>} Body
 */

/** What ends a request without a word to the person: they did it, or the page says what there is to say. */
const quiet = new Set(["userCanceled", "gone", "invalidStateError", "requestCancelled"]);
/** What is wrong with a page's call: the browser's own function says so to the page, and there is nothing to ask a person. */
const wrong = new Set(["typeError", "syntaxError", "notSupportedError", "securityError"]);
/** How long the browser may take to give the focus back to a page whose window has closed (ms). */
const returnTime = 1000;
/** @type {readonly import("./userRequest.js").Alternative[]} */
const alternatives = ["elsewhere", "never"];

export class PasskeyWindows {
    #dependencies;
    /** The requests that take the whole window, by their tabs. @type {Map<number, symbol>} */
    #open = new Map();
    /** The tabs whose window has just closed, and the keys of their last requests. @type {Map<number, symbol>} */
    #closed = new Map();
    /** What was begun here: of that a page may take the place. @type {WeakSet<UserRequest>} */
    #own = new WeakSet();
    /** Windows that open without anybody having done anything: a page may begin with one, and not go on. */
    #unasked;

    /** @param {PasskeyWindowsDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
        this.#unasked = new RateLimit(1, 30_000, dependencies.after);
    }

    /**
     * Whether the choice of a passkey may open: for what a person did, and once in a while for what a page begins with. Nothing
     * secret is asked for in it; that follows what the person does there.
     *
     * @param {Requester} requester
     * @param {boolean} isActive
     */
    mayOpen({ tabId }, isActive) {
        return isActive || this.#unasked.take(String(tabId));
    }

    /** Whether a tab's passkey window is open, and so has the focus, or has just closed. @param {Requester} requester */
    hasFocus({ tabId }) {
        return this.#open.has(tabId) || this.#closed.has(tabId);
    }

    /**
     * Refuses what is asked for beside a request that has the window, in another document of its tab, as Chromium does.
     * In Firefox the later one ends the one before.
     *
     * @param {Requester} requester
     */
    refuseSecond({ tabId }) {
        if (this.#dependencies.isFirefox || !this.#open.has(tabId)) return;
        throw new Failure("pending", "a passkey is being asked for in this tab already");
    }

    /**
     * A request that takes the window: one at a time in a tab, as the browser has it, and for the time that the page gives it.
     *
     * What a person asked for in the tab is theirs, and may be typed into: no page takes its window. The browser does it then.
     *
     * @param {Calling} calling
     * @param {Body} body
     * @returns {Promise<PasskeyOutcome>}
     */
    async alone({ requester, context, options }, body) {
        this.refuseSecond(requester);
        const there = this.#dependencies.sheets.openAt(placeOf(requester));
        if (there !== undefined && !this.#own.has(there)) return { outcome: "declined" };
        const mine = Symbol();
        this.#open.set(requester.tabId, mine);
        const limit = deadline(this.#dependencies.after, timeoutOf(glance(options).timeout), context.signal);
        try {
            return await this.#show(requester, context, alternativesFor(requester), limit.signal, (userRequest, signal) =>
                body(userRequest, signal).catch((thrown) => leaveToBrowser(userRequest, thrown))
                    .catch((thrown) => tellFailure(userRequest, requester, thrown, signal)));
        } catch (thrown) {
            throw limit.isOver ? new Failure("timedOut", "the person has not answered in time") : thrown;
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
     * What was picked for a request that waits, and goes on waiting where nothing comes of it.
     *
     * @param {Calling} calling
     * @param {Body} body
     */
    beside({ requester, context }, body) {
        return this.#show(requester, context, [], context.signal, (userRequest, signal) =>
            body(userRequest, signal).catch((thrown) => tellWhereSeen(userRequest, requester, thrown, signal)));
    }

    /**
     * Does something that may show sheets.
     *
     * @param {Requester} requester
     * @param {FrameContext} context
     * @param {readonly import("./userRequest.js").Alternative[]} beside the alternatives beside the provider's sheets
     * @param {AbortSignal} wanted
     * @param {Body} body
     * @returns {Promise<PasskeyOutcome>}
     */
    async #show(requester, context, beside, wanted, body) {
        const { sheets, neverPasskeys } = this.#dependencies;
        const { host, hostname } = new URL(requester.origin);
        const userRequest = sheets.begin(requester.windowId, host, { place: placeOf(requester) });
        this.#own.add(userRequest);
        userRequest.topOrigin = context.ancestorOrigins.findLast((each) => each !== requester.origin);
        userRequest.alternatives = beside;
        const leaving = new AbortController();
        const signal = AbortSignal.any([wanted, userRequest.givenUp, leaving.signal]);
        userRequest.onAlternative = () => leaving.abort();
        try {
            return await body(userRequest, signal);
        } catch (thrown) {
            if (userRequest.alternative === "never") await neverPasskeys.add(hostname);
            if (userRequest.alternative !== undefined) return { outcome: "declined" };
            if (userRequest.givenUp.aborted) throw new Failure("userCanceled", "the person did not want that any more");
            throw thrown;
        } finally {
            userRequest.end();
        }
    }
}

/**
 * What a person may do instead. What is decided for good is kept, and of a private window nothing is.
 *
 * @param {Requester} requester
 */
function alternativesFor({ isPrivate }) {
    return isPrivate ? alternatives.slice(0, 1) : alternatives;
}

/**
 * Lets the browser answer where it has the words, and where the person has seen nothing yet that could go on.
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
 * Where a page's windows are: with those that a person has for its tab.
 *
 * @param {Requester} requester
 */
function placeOf({ tabId }) {
    return `tab ${tabId}`;
}

/**
 * Says in the window what went wrong, where the person did not do it; from there the other ways are open, too.
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
        await ask(userRequest, failureSheet(failure), requester.origin, signal, { alternatives: userRequest.alternatives, topOrigin: userRequest.topOrigin });
    }
    throw failure;
}

/**
 * Says what went wrong with a pick where the person looks: in the window, where there was one, and else in the strip.
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
 * Lets the person choose a passkey, or a provider's list.
 *
 * @param {UserRequest} userRequest
 * @param {Requester} requester
 * @param {{passkeys: import("../messages.js").Suggestion[], providers: ProviderAbilities[], locked: {provider: string}[]}} found
 * @param {AbortSignal} signal
 * @returns {Promise<{suggestion?: string, provider?: string}>}
 */
export async function choosePasskey(userRequest, requester, found, signal) {
    const row = await choice(userRequest, signInSheet(new URL(requester.origin).host, found), requester, signal);
    const suggestion = found.passkeys.find(({ id }) => id === row)?.id;
    const provider = found.providers.find(({ id }) => listRow(id) === row)?.id;
    if (suggestion === undefined && provider === undefined) throw new Failure("userCanceled", "the person did not want that");
    return withoutMissing({ suggestion, provider });
}

/**
 * The provider that keeps a new passkey: the only one, or the one that the person chooses.
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
    if (chosen === undefined) throw new Failure("userCanceled", "the person did not want that");
    return chosen.id;
}

/**
 * The row that the person chooses in a sheet of ours.
 *
 * @param {UserRequest} userRequest
 * @param {object} sheet
 * @param {Requester} requester
 * @param {AbortSignal} signal
 */
async function choice(userRequest, sheet, requester, signal) {
    const event = await ask(userRequest, sheet, requester.origin, signal, { alternatives: userRequest.alternatives, topOrigin: userRequest.topOrigin });
    return event["kind"] === "rowChosen" ? event["row"] : undefined;
}
