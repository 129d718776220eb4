// Passkeys: what a page asks of navigator.credentials, where it is ours to answer.
//
// Whose page it is, and what is around it, comes from the browser as for every fill. Whether the options are what the
// specification wants, and whether the relying party is the page's, is the agent's to say. What is not ours goes back to the
// page as declined, and the browser's own function does what it would have done without us: so it is where no provider has
// anything for the request, where the agent is away, and where the browser would refuse it too.

import { message } from "../browser.js";
import { readDoubts } from "../messages/documentMessages.js";
import { Failure } from "../messages/failure.js";
import * as reading from "../messages/passkeyMessages.js";
import { withoutMissing } from "../messages/readValues.js";
import { Allowance } from "./rateLimit.js";
import { confirm, frameQuestion, pageQuestion, passkeyQuestion } from "./confirmations.js";
import { deliver, offerCopy, userOf } from "./toolbarFill.js";
import { isElsewhere, othersAround } from "./documentOrigin.js";
import { offersFor } from "./fetchOffers.js";
import { reportOf } from "./passkeySignals.js";
import { choosePasskey, chooseProvider, PasskeyWindows } from "./passkeyWindows.js";
import { look } from "./toolbarTarget.js";
import { deadline, unending } from "./timeouts.js";
import { readDoubts as readableDoubts } from "../messages/popupMessages.js";

/**
 * @typedef {import("./documents.js").Asker} Asker
 * @typedef {import("./documents.js").Around} Around
 * @typedef {import("./userRequest.js").Asking} Asking
 * @typedef {import("../messages.js").PasskeyOutcome} PasskeyOutcome
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 * @typedef {ReturnType<typeof reading.parseGet>} GetWish
 * @typedef {ReturnType<typeof reading.parsePick> & {doubts: import("../messages.js").Doubt[]}} PickWish
 * @typedef {ReturnType<typeof reading.parseCreate>} CreateWish
 *
 * @typedef {object} PasskeysWorld
 * @property {import("./agent.js").Agent} agent
 * @property {import("./sheets.js").Sheets} sheets
 * @property {import("./requests.js").Requests} requests
 * @property {import("./tabMemory.js").TabMemory} memory
 * @property {import("./banners.js").Banners} banners
 * @property {{has: (host: string) => Promise<boolean>, add: (host: string) => Promise<void>}} neverPasskeys
 * @property {import("./relatedOrigins.js").RelatedOrigins} related
 * @property {(tabId: number, message: object, frame: WebExtension.Frame) => Promise<unknown>} tell
 * @property {(tabId: number) => Promise<void>} loadContent
 * @property {(tabId: number) => Promise<boolean>} hasFocus whether a tab's document, or a frame in it, has the focus
 * @property {boolean} isFirefox
 * @property {(milliseconds: number, body: () => void) => () => void} after
 *
 * @typedef {object} Calling a call that may show something
 * @property {Asker} asker
 * @property {Around} around
 * @property {Record<string, unknown>} options
 */

/** @type {PasskeyOutcome} */
const declined = { outcome: "declined" };
/** How long the search for a provider may take, in milliseconds; after that the browser handles the page's call. */
const searchTimes = { call: 8000, abilities: 3000 };

export class Passkeys {
    #world;
    #windows;
    /** Signals: each starts every provider that listens to them. */
    #signals;

    /** @param {PasskeysWorld} world */
    constructor(world) {
        this.#world = world;
        this.#windows = new PasskeyWindows(world);
        this.#signals = new Allowance(10, 10_000, world.after);
    }

    /** @returns {Record<string, import("./documents.js").CallHandler>} */
    get handlers() {
        return {
            getPasskey: (asker, params, around) => this.get(asker, reading.parseGet(params), around),
            pickPasskey: (asker, params, around) =>
                this.pick(asker, { ...reading.parsePick(params), doubts: readDoubts(params) }, around),
            createPasskey: (asker, params, around) => this.create(asker, reading.parseCreate(params), around),
            signalPasskeys: (asker, params, around) => this.signal(asker, reading.parseSignal(params), around),
            passkeyAbilities: (asker, _, around) => this.abilities(asker, around),
        };
    }

    /**
     * @param {Asker} asker
     * @param {GetWish} wish
     * @param {Around} around
     * @returns {Promise<PasskeyOutcome>}
     */
    async get(asker, wish, around) {
        const { options, mediation } = wish;
        const found = await this.#found(asker, wish, options, around, { mayOpen: mediation !== "conditional" });
        if (found === undefined) return declined;
        const isKnown = found.passkeys.length > 0;
        // What waits here keeps the browser's own list from lying over the strip, so only what we may have an answer for.
        if (mediation === "conditional") return isKnown || found.locked.length > 0 ? { outcome: "waiting" } : declined;
        const mayBe = found.locked.length > 0 && mediation === "modal" && !reading.glance(options).isOfOtherDevices;
        if (!isKnown && !mayBe || !this.#windows.mayOpen(asker, wish.isActive)) return declined;
        const calling = { asker, around, options };
        return this.#windows.alone(calling, async (asking, signal) => {
            const chosen = await choosePasskey(asking, asker, found, signal);
            const outcome = await this.#answer(asking, calling, "getPasskey", { options, ...chosen }, signal);
            if (outcome.outcome !== "filled") return outcome;
            await this.#fillInstead(asking, calling, outcome.filled, found.site, signal);
            throw new Failure("userCanceled", "the person has chosen a password in place of a passkey");
        });
    }

    /**
     * What was picked in the strip, for the request that waits in the document. Its promise is the document's to keep.
     *
     * @param {Asker} asker
     * @param {PickWish} wish
     * @param {Around} around
     * @returns {Promise<PasskeyOutcome>}
     */
    async pick(asker, wish, around) {
        if (!await this.#isOurs(asker, wish, around)) throw new Failure("nothingFound", message("passkey_not_here"));
        const { options, suggestion, provider } = wish;
        const calling = { asker, around, options };
        return this.#windows.beside(calling, async (asking, signal) => {
            const question = questionBefore(asker, wish);
            if (question !== undefined) await confirm(asking, question, signal);
            const params = withoutMissing({ options, suggestion, provider });
            const outcome = await this.#answer(asking, calling, "getPasskey", params, signal);
            if (outcome.outcome !== "filled") return outcome;
            // A passkey is bound to its page, a password is not.
            const others = othersAround(asker, around).join(", ");
            if (others !== "") await confirm(asking, frameQuestion(asker.origin, others, userOf(outcome.filled)), signal);
            await this.#world.requests.handedOver(asker, outcome.filled);
            return outcome;
        });
    }

    /**
     * @param {Asker} asker
     * @param {CreateWish} wish
     * @param {Around} around
     * @returns {Promise<PasskeyOutcome>}
     */
    async create(asker, wish, around) {
        const { options, isConditional, isActive } = wish;
        const { isForOtherDevice } = reading.glance(options);
        if (isForOtherDevice) return declined;
        // In a part of another origin's page nothing is made without a click (WebAuthn L3 §5.1.3), nor in silence then.
        if (isConditional && isElsewhere(asker, around)) return declined;
        // What opens may ask for a passphrase: no page has it opened by itself.
        if (!isConditional && !isActive) return declined;
        const found = await this.#found(asker, wish, requestFor(options), around, { mayOpen: !isConditional });
        if (found === undefined) return declined;
        if (isConditional) return this.#upgrade({ asker, around, options }, found);
        const calling = { asker, around, options };
        return this.#windows.alone(calling, async (asking, signal) => {
            const provider = await chooseProvider(asking, asker, found.providers, options, signal);
            return this.#answer(asking, calling, "createPasskey", { options, provider }, signal);
        });
    }

    /**
     * What a relying party says of its passkeys; nothing comes back, and nobody learns whether there are any.
     *
     * @param {Asker} asker
     * @param {ReturnType<typeof reading.parseSignal>} wish
     * @param {Around} around
     */
    async signal(asker, { signal: name, options }, around) {
        const { neverPasskeys, agent } = this.#world;
        const report = reportOf(name, options);
        if (report === undefined || await neverPasskeys.has(hostOf(asker)) || !this.#signals.take(String(asker.tabId))) return {};
        const { ancestorOrigins } = around;
        const pass = async () => {
            if (!await this.#isAble()) return;
            await this.#world.related.with(asker, unending, (relatedOrigins) =>
                agent.call("report", withoutMissing({ ...report, url: asker.url, ancestorOrigins, relatedOrigins })));
        };
        // Pages signal on their way to the next one: what was said counts, whether or not they are still there. So it is
        // answered as soon as it is here, and the time that it takes says nothing. What is wrong with it the browser's own
        // function says, which hears of it too.
        void pass().catch(() => undefined);
        return {};
    }

    /**
     * What this computer can do for the page beside what the browser can.
     *
     * @param {Asker} asker
     * @param {Around} around
     */
    async abilities(asker, around) {
        const caller = { isPermitted: true, isActive: false, isFocused: false };
        const found = await this.#found(asker, caller, undefined, around, { time: searchTimes.abilities });
        const upgrades = found?.providers.some((each) => each.supportsConditionalPasskeyRegistration) === true;
        return { canCreate: found !== undefined, canUpgrade: upgrades && !asker.isPrivate };
    }

    /**
     * Whether the page may ask us at all: the person has not excluded it, and the policies of the page and of all around it
     * allow it. In a part of another origin's page the browser must have said so.
     *
     * @param {Asker} asker
     * @param {import("../messages.js").PasskeyCaller} caller
     * @param {Around} around
     */
    async #isOurs(asker, { isPermitted }, around) {
        if (isPermitted === false || isElsewhere(asker, around) && isPermitted !== true) return false;
        return !await this.#world.neverPasskeys.has(hostOf(asker)) && this.#isAble(around.signal);
    }

    /** Whether there is an agent that supports passkeys. @param {AbortSignal} [signal] */
    async #isAble(signal) {
        const { agent } = this.#world;
        await agent.prepare(signal);
        return agent.knows("passkeys");
    }

    /**
     * Whether a call may open a window, which takes the focus: only while the page, or its own passkey window, has the focus.
     *
     * A frame may also when the page around it has the focus, as in the browser's own dialog.
     *
     * @param {Asker} asker
     * @param {import("../messages.js").PasskeyCaller} caller
     */
    async #isInFront(asker, { isFocused }) {
        if (isFocused || this.#windows.hasFocus(asker)) return true;
        return asker.frameId !== 0 && this.#world.hasFocus(asker.tabId);
    }

    /**
     * Finds the providers that support passkeys, and their passkeys for a request. `undefined` when there are none, when the
     * time is over, and when the browser must report the error.
     *
     * @param {Asker} asker
     * @param {import("../messages.js").PasskeyCaller} caller
     * @param {Record<string, unknown> | undefined} options
     * @param {Around} around
     * @param {{mayOpen?: boolean, time?: number}} how mayOpen: whether the call may open a window; time: the limit, in milliseconds
     */
    async #found(asker, caller, options, { ancestorOrigins, signal }, { mayOpen = false, time = searchTimes.call }) {
        const late = deadline(this.#world.after, time, signal);
        const standing = { ancestorOrigins, signal: late.signal };
        try {
            if (mayOpen && !await this.#isInFront(asker, caller)) return undefined;
            if (!await this.#isOurs(asker, caller, standing)) return undefined;
            if (mayOpen) this.#windows.refuseSecond(asker);
            const offers = await offersFor(this.#world, asker, standing, ["passkey"], options && { options });
            const providers = offers.providers.filter((each) => each.providesPasskeys);
            if (providers.length === 0) return undefined;
            const locked = offers.locked.filter(({ provider }) => providers.some(({ id }) => id === provider));
            return { providers, locked, site: offers.site, passkeys: offers.suggestions.filter(({ kind }) => kind === "passkey") };
        } catch (thrown) {
            const failure = Failure.from(thrown);
            if (failure.reason === "pending" || signal.aborted && failure.reason === "gone") throw failure;
            return undefined;
        } finally {
            late.stop();
        }
    }

    /**
     * Calls the agent, which may show the provider's sheets meanwhile.
     *
     * @param {Asking} asking
     * @param {Calling} calling
     * @param {"getPasskey" | "createPasskey"} method
     * @param {object} wanted
     * @param {AbortSignal} signal
     * @returns {Promise<PasskeyOutcome>}
     */
    async #answer(asking, { asker, around }, method, wanted, signal) {
        const how = { signal, isForPerson: true };
        const result = await asking.waiting(() => this.#call(method, asker, around, wanted, how));
        return outcomeOf(result);
    }

    /**
     * Fills a password that was chosen in place of a passkey, as from the toolbar's list. Pages that ask for passkeys by a
     * button often have no field for it: then the person gets to copy it.
     *
     * @param {Asking} asking
     * @param {Calling} calling
     * @param {import("../messages.js").Filled} filled
     * @param {string} site
     * @param {AbortSignal} signal
     */
    async #fillInstead(asking, { asker, around }, filled, site, signal) {
        const frame = withoutMissing({ frameId: asker.frameId, parentFrameId: -1, url: asker.url, documentId: asker.documentId });
        const place = { tabId: asker.tabId, origin: asker.origin, url: asker.url, isPrivate: asker.isPrivate, frame };
        const said = await look(this.#world, asker.tabId, frame);
        if (said !== undefined) {
            const others = othersAround(asker, around), doubts = readableDoubts(said);
            // What cannot be read is a doubt all the same.
            const question = pageQuestion(asker.origin, userOf(filled), doubts.length < said.length, doubts, others);
            if (question.warnings.length > 0) await confirm(asking, question, signal);
            asking.stepAside();
            const takeBack = await this.#world.requests.handedOver(asker, filled, undefined, site);
            if (await deliver(this.#world, place, filled, said)) return;
            takeBack();
        }
        await offerCopy(this.#world, asking, place, filled, signal);
    }

    /**
     * @param {"getPasskey" | "createPasskey"} method
     * @param {Asker} asker
     * @param {Around} around
     * @param {object} wanted
     * @param {{signal: AbortSignal, isForPerson?: boolean}} options
     */
    #call(method, asker, { ancestorOrigins }, wanted, options) {
        const { agent, related } = this.#world;
        // Every window says around what the page is shown; nobody is asked about it once more.
        const frame = { ancestorOrigins, acceptsFrame: ancestorOrigins.length > 0 };
        const more = asker.isPrivate ? { isPrivate: true } : {};
        return related.with(asker, options.signal, (relatedOrigins) =>
            agent.call(method, withoutMissing({ url: asker.url, ...frame, ...wanted, relatedOrigins, ...more }),
                { ...options, isRepeatable: false }));
    }

    /**
     * Makes a passkey for the account whose password was filled in this tab just now, in silence. Whatever speaks against it
     * is no more than the browser not doing it either.
     *
     * @param {Calling} calling
     * @param {Found} found
     * @returns {Promise<PasskeyOutcome>}
     */
    async #upgrade({ asker, around, options }, { providers, site }) {
        const { memory, banners } = this.#world;
        const { user = "" } = reading.glance(options);
        const isFilledBy = (/** @type {string} */ provider) =>
            memory.recall("filledLogin", asker.tabId, site) === JSON.stringify([provider, user]);
        const provider = providers.find((each) => each.supportsConditionalPasskeyRegistration && isFilledBy(each.id));
        if (asker.isPrivate || user === "" || provider === undefined) return declined;
        const limit = deadline(this.#world.after, searchTimes.call, around.signal);
        try {
            const wanted = { options, isConditional: true, provider: provider.id };
            const result = await this.#call("createPasskey", asker, around, wanted, { signal: limit.signal });
            const { provider: keeper, ...outcome } = reading.parseAnswer(result);
            const { name: providerName } = providers.find((each) => each.id === keeper) ?? provider;
            banners.tell(asker, { id: crypto.randomUUID(), kind: "upgraded", user, host: hostOf(asker), providerName });
            return outcome;
        } catch {
            return declined;
        } finally {
            limit.stop();
        }
    }
}

/**
 * @typedef {object} Found
 * @property {ProviderAbilities[]} providers those that have passkeys, at least one
 * @property {{provider: string, name: string}[]} locked those of them whose passkeys are not known until they are opened
 * @property {import("../messages.js").Suggestion[]} passkeys
 * @property {string} site
 */

/**
 * @param {unknown} result
 * @returns {PasskeyOutcome}
 */
function outcomeOf(result) {
    const { provider: _, ...outcome } = reading.parseAnswer(result);
    return outcome;
}

/**
 * A request by which the agent judges the relying party of a passkey that is to be made, and what it calls its application,
 * before anything is shown.
 *
 * @param {Record<string, unknown>} options
 */
function requestFor({ challenge, rp, extensions }) {
    const { id } = /** @type {{id?: unknown}} */ (rp ?? {});
    const { appidExclude: appid } = /** @type {{appidExclude?: unknown}} */ (extensions ?? {});
    return withoutMissing({ challenge, rpId: id, extensions: appid === undefined ? undefined : { appid } });
}

/**
 * What is to be asked before a pick in the strip counts: what was shown there may not have been what was seen.
 *
 * @param {Asker} asker
 * @param {PickWish} wish
 */
function questionBefore({ origin }, { suggestion, mustConfirm, doubts }) {
    if (suggestion !== undefined) return mustConfirm ? passkeyQuestion(origin) : undefined;
    // Out of the list a password may come, for which the form counts, too.
    return mustConfirm || doubts.length > 0 ? pageQuestion(origin, undefined, mustConfirm, doubts, []) : undefined;
}

/** @param {Asker} asker */
function hostOf({ origin }) {
    return new URL(origin).hostname;
}
