// The windows that passkeys are asked about in: the extension's own sheets and the provider's after each other, and beside
// them the ways that a person has instead.

import { Failure } from "../messages/failure.js";
import { glance } from "../messages/passkeyMessages.js";
import { withoutMissing } from "../messages/readValues.js";
import { Allowance } from "./rateLimit.js";
import { ask } from "./confirmations.js";
import { chooseProviderSheet, failureSheet, listRow, signInSheet } from "./passkeySheets.js";
import { deadline, timeoutOf } from "./timeouts.js";

/**
 * @typedef {import("./documents.js").Asker} Asker
 * @typedef {import("./documents.js").Around} Around
 * @typedef {import("./userRequest.js").Asking} Asking
 * @typedef {import("../messages.js").PasskeyOutcome} PasskeyOutcome
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 *
 * @typedef {object} PasskeyWindowsWorld
 * @property {import("./sheets.js").Sheets} sheets
 * @property {{add: (host: string) => Promise<void>}} neverPasskeys
 * @property {boolean} isFirefox
 * @property {(milliseconds: number, body: () => void) => () => void} after
 *
 * @typedef {object} Calling a call that may show something
 * @property {Asker} asker
 * @property {Around} around
 * @property {Record<string, unknown>} options
 *
 * @typedef {(asking: Asking, signal: AbortSignal) => Promise<PasskeyOutcome>} Body
 */

/** What ends a request without a word to the person: they did it, or the page says what there is to say. */
const quiet = new Set(["userCanceled", "gone", "invalidStateError", "requestCancelled"]);
/** What is wrong with a page's call: the browser's own function says so to the page, and there is nothing to ask a person. */
const wrong = new Set(["typeError", "syntaxError", "notSupportedError", "securityError"]);
/** How long the browser may take to give the focus back to a page whose window has closed (ms). */
const returnTime = 1000;
/** @type {readonly import("./userRequest.js").Way[]} */
const ways = ["elsewhere", "never"];

export class PasskeyWindows {
    #world;
    /** The requests that take the whole window, by their tabs. @type {Map<number, symbol>} */
    #open = new Map();
    /** The tabs whose window has just closed, and the keys of their last requests. @type {Map<number, symbol>} */
    #closed = new Map();
    /** What was begun here: of that a page may take the place. @type {WeakSet<Asking>} */
    #own = new WeakSet();
    /** Windows that open without anybody having done anything: a page may begin with one, and not go on. */
    #unasked;

    /** @param {PasskeyWindowsWorld} world */
    constructor(world) {
        this.#world = world;
        this.#unasked = new Allowance(1, 30_000, world.after);
    }

    /**
     * Whether the choice of a passkey may open: for what a person did, and once in a while for what a page begins with. Nothing
     * secret is asked for in it; that follows what the person does there.
     *
     * @param {Asker} asker
     * @param {boolean} isActive
     */
    mayOpen({ tabId }, isActive) {
        return isActive || this.#unasked.take(String(tabId));
    }

    /** Whether a tab's passkey window is open, and so has the focus, or has just closed. @param {Asker} asker */
    hasFocus({ tabId }) {
        return this.#open.has(tabId) || this.#closed.has(tabId);
    }

    /**
     * Refuses what is asked for beside a request that has the window, in another document of its tab, as Chromium does.
     * In Firefox the later one ends the one before.
     *
     * @param {Asker} asker
     */
    refuseSecond({ tabId }) {
        if (this.#world.isFirefox || !this.#open.has(tabId)) return;
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
    async alone({ asker, around, options }, body) {
        this.refuseSecond(asker);
        const there = this.#world.sheets.openAt(placeOf(asker));
        if (there !== undefined && !this.#own.has(there)) return { outcome: "declined" };
        const mine = Symbol();
        this.#open.set(asker.tabId, mine);
        const limit = deadline(this.#world.after, timeoutOf(glance(options).timeout), around.signal);
        try {
            return await this.#show(asker, around, waysFor(asker), limit.signal, (asking, signal) =>
                body(asking, signal).catch((thrown) => leaveToBrowser(asking, thrown))
                    .catch((thrown) => tellFailure(asking, asker, thrown, signal)));
        } catch (thrown) {
            throw limit.isOver ? new Failure("timedOut", "the person has not answered in time") : thrown;
        } finally {
            limit.stop();
            if (this.#open.get(asker.tabId) === mine) this.#close(asker, mine);
        }
    }

    /**
     * @param {Asker} asker
     * @param {symbol} mine
     */
    #close({ tabId }, mine) {
        this.#open.delete(tabId);
        this.#closed.set(tabId, mine);
        this.#world.after(returnTime, () => {
            if (this.#closed.get(tabId) === mine) this.#closed.delete(tabId);
        });
    }

    /**
     * What was picked for a request that waits, and goes on waiting where nothing comes of it.
     *
     * @param {Calling} calling
     * @param {Body} body
     */
    beside({ asker, around }, body) {
        return this.#show(asker, around, [], around.signal, (asking, signal) =>
            body(asking, signal).catch((thrown) => tellWhereSeen(asking, asker, thrown, signal)));
    }

    /**
     * Does something that may show sheets.
     *
     * @param {Asker} asker
     * @param {Around} around
     * @param {readonly import("./userRequest.js").Way[]} beside the ways beside the provider's sheets
     * @param {AbortSignal} wanted
     * @param {Body} body
     * @returns {Promise<PasskeyOutcome>}
     */
    async #show(asker, around, beside, wanted, body) {
        const { sheets, neverPasskeys } = this.#world;
        const { host, hostname } = new URL(asker.origin);
        const asking = sheets.begin(asker.windowId, host, { place: placeOf(asker) });
        this.#own.add(asking);
        asking.within = around.ancestorOrigins.findLast((each) => each !== asker.origin);
        asking.ways = beside;
        const leaving = new AbortController();
        const signal = AbortSignal.any([wanted, asking.givenUp, leaving.signal]);
        asking.onWay = () => leaving.abort();
        try {
            return await body(asking, signal);
        } catch (thrown) {
            if (asking.way === "never") await neverPasskeys.add(hostname);
            if (asking.way !== undefined) return { outcome: "declined" };
            if (asking.givenUp.aborted) throw new Failure("userCanceled", "the person did not want that any more");
            throw thrown;
        } finally {
            asking.end();
        }
    }
}

/**
 * What a person may do instead. What is decided for good is kept, and of a private window nothing is.
 *
 * @param {Asker} asker
 */
function waysFor({ isPrivate }) {
    return isPrivate ? ways.slice(0, 1) : ways;
}

/**
 * Lets the browser answer where it has the words, and where the person has seen nothing yet that could go on.
 *
 * @param {Asking} asking
 * @param {unknown} thrown
 * @returns {PasskeyOutcome}
 */
function leaveToBrowser(asking, thrown) {
    const failure = Failure.from(thrown);
    const isUnseen = failure.reason === "providerFailed" && !asking.hasSheets;
    if (wrong.has(failure.reason) || isUnseen) return { outcome: "declined" };
    throw failure;
}

/**
 * Where a page's windows are: with those that a person has for its tab.
 *
 * @param {Asker} asker
 */
function placeOf({ tabId }) {
    return `tab ${tabId}`;
}

/**
 * Says in the window what went wrong, where the person did not do it; from there the other ways are open, too.
 *
 * @param {Asking} asking
 * @param {Asker} asker
 * @param {unknown} thrown
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function tellFailure(asking, asker, thrown, signal) {
    const failure = Failure.from(thrown);
    if (!quiet.has(failure.reason) && !signal.aborted) {
        await ask(asking, failureSheet(failure), asker.origin, signal, { ways: asking.ways, within: asking.within });
    }
    throw failure;
}

/**
 * Says what went wrong with a pick where the person looks: in the window, where there was one, and else in the strip.
 *
 * @param {Asking} asking
 * @param {Asker} asker
 * @param {unknown} thrown
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function tellWhereSeen(asking, asker, thrown, signal) {
    const failure = Failure.from(thrown);
    if (!asking.hasShown || quiet.has(failure.reason)) throw failure;
    await tellFailure(asking, asker, failure, signal).catch(() => undefined);
    throw new Failure("told", failure.message);
}

/**
 * Lets the person choose a passkey, or a provider's list.
 *
 * @param {Asking} asking
 * @param {Asker} asker
 * @param {{passkeys: import("../messages.js").Suggestion[], providers: ProviderAbilities[], locked: {provider: string}[]}} found
 * @param {AbortSignal} signal
 * @returns {Promise<{suggestion?: string, provider?: string}>}
 */
export async function choosePasskey(asking, asker, found, signal) {
    const row = await choice(asking, signInSheet(new URL(asker.origin).host, found), asker, signal);
    const suggestion = found.passkeys.find(({ id }) => id === row)?.id;
    const provider = found.providers.find(({ id }) => listRow(id) === row)?.id;
    if (suggestion === undefined && provider === undefined) throw new Failure("userCanceled", "the person did not want that");
    return withoutMissing({ suggestion, provider });
}

/**
 * The provider that keeps a new passkey: the only one, or the one that the person chooses.
 *
 * @param {Asking} asking
 * @param {Asker} asker
 * @param {ProviderAbilities[]} providers
 * @param {Record<string, unknown>} options
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
export async function chooseProvider(asking, asker, providers, options, signal) {
    const [first, second] = providers;
    if (first !== undefined && second === undefined) return first.id;
    const sheet = chooseProviderSheet(new URL(asker.origin).host, glance(options).user, providers);
    const row = await choice(asking, sheet, asker, signal);
    const chosen = providers.find(({ id }) => listRow(id) === row);
    if (chosen === undefined) throw new Failure("userCanceled", "the person did not want that");
    return chosen.id;
}

/**
 * The row that the person chooses in a sheet of ours.
 *
 * @param {Asking} asking
 * @param {object} sheet
 * @param {Asker} asker
 * @param {AbortSignal} signal
 */
async function choice(asking, sheet, asker, signal) {
    const event = await ask(asking, sheet, asker.origin, signal, { ways: asking.ways, within: asking.within });
    return event["kind"] === "rowChosen" ? event["row"] : undefined;
}
