// Passkey requests of `navigator.credentials`.
//
// The browser reports the page's origin and ancestors. The agent validates the options and the relying party. A declined
// request goes back to the page, which then calls the browser's own function: when no provider has anything for the request,
// when the agent is not running, and when the browser would reject the request too.

import { message } from "../browser.js";
import { parseDoubts } from "../messages/documentMessages.js";
import { Failure } from "../messages/failure.js";
import * as messages from "../messages/passkeyMessages.js";
import { withoutMissing } from "../messages/readValues.js";
import { RateLimit } from "./rateLimit.js";
import { confirm, frameQuestion, pageQuestion, passkeyQuestion } from "./confirmations.js";
import { deliver, offerCopy, userOf } from "./toolbarFill.js";
import { isElsewhere, othersAround } from "./documentOrigin.js";
import { offersFor } from "./fetchOffers.js";
import { reportOf } from "./passkeySignals.js";
import { choosePasskey, chooseProvider, confirmPasskey, PasskeyWindows } from "./passkeyWindows.js";
import { inspectFrame } from "./toolbarTarget.js";
import { deadline, neverAborted } from "./timeouts.js";
import { validDoubts } from "../messages/popupMessages.js";

/**
 * @typedef {import("./documents.js").Requester} Requester
 * @typedef {import("./documents.js").FrameContext} FrameContext
 * @typedef {import("./userRequest.js").UserRequest} UserRequest
 * @typedef {import("../messages.js").PasskeyOutcome} PasskeyOutcome
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 * @typedef {ReturnType<typeof messages.parseGet>} GetParameters
 * @typedef {ReturnType<typeof messages.parsePick> & {doubts: import("../messages.js").Doubt[]}} PickParameters
 * @typedef {ReturnType<typeof messages.parseCreate>} CreateParameters
 *
 * @typedef {object} PasskeysDependencies
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
 * @typedef {object} PasskeyCall a page's call for which a window may open
 * @property {Requester} requester
 * @property {FrameContext} context
 * @property {Record<string, unknown>} options
 */

/** @type {PasskeyOutcome} */
const declined = { outcome: "declined" };
/** How long the search for a provider may take, in milliseconds; after that the browser handles the page's call. */
const searchTimes = { call: 8000, abilities: 3000 };
/** The longest time that a call waits for the origin's signals, in milliseconds. */
const signalTime = 2000;

export class PasskeyRequests {
    #dependencies;
    #windows;
    /** Limits signals: each one starts every provider that supports them. */
    #signals;
    /** The signals of an origin that the providers still apply. @type {Map<string, Promise<unknown>>} */
    #applying = new Map();

    /** @param {PasskeysDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
        this.#windows = new PasskeyWindows(dependencies);
        this.#signals = new RateLimit(10, 10_000, dependencies.after);
    }

    /** @returns {Record<string, import("./documents.js").CallHandler>} */
    get handlers() {
        return {
            getPasskey: (requester, params, context) => this.get(requester, messages.parseGet(params), context),
            pickPasskey: (requester, params, context) =>
                this.pick(requester, { ...messages.parsePick(params), doubts: parseDoubts(params) }, context),
            createPasskey: (requester, params, context) => this.create(requester, messages.parseCreate(params), context),
            signalPasskeys: (requester, params, context) => this.signal(requester, messages.parseSignal(params), context),
            passkeyAbilities: (requester, _, context) => this.abilities(requester, context),
        };
    }

    /**
     * @param {Requester} requester
     * @param {GetParameters} request
     * @param {FrameContext} context
     * @returns {Promise<PasskeyOutcome>}
     */
    async get(requester, request, context) {
        const { options, mediation } = request;
        const how = { mayOpen: mediation !== "conditional", isVisible: mediation === "modal" };
        const found = await this.#found(requester, request, options, context, how);
        if (found === undefined) return declined;
        const isKnown = found.passkeys.length > 0;
        // A waiting request suppresses the browser's own list, so only wait if there may be something to offer.
        if (mediation === "conditional") return { outcome: isKnown || found.locked.length > 0 ? "waiting" : "watching" };
        const mayBe = found.locked.length > 0 && mediation === "modal" && !messages.glance(options).isOfOtherDevices;
        if (!isKnown && !mayBe || !this.#windows.mayOpen(requester, request.isActive)) return declined;
        const passkeyCall = { requester, context, options };
        return this.#windows.alone(passkeyCall, async (userRequest, signal) => {
            const only = onlyNamed(options, found);
            // A locked provider asks the user itself.
            const asksItself = only !== undefined && !found.unlocked.includes(only.provider);
            const chosen = asksItself ? { suggestion: only.id }
                : await choosePasskey(userRequest, requester, { ...found, only }, signal);
            const outcome = await this.#answer(userRequest, passkeyCall, "getPasskey", { options, ...chosen }, signal);
            // If the provider has shown no sheet, the user has not consented yet.
            if (asksItself && !userRequest.hasSheets) await confirmPasskey(userRequest, requester, only, signal);
            if (outcome.outcome !== "filled") return outcome;
            await this.#fillInstead(userRequest, passkeyCall, outcome.filled, found.site, signal);
            throw new Failure("userCanceled", "the user chose a password instead of a passkey");
        });
    }

    /**
     * Handles a row that was picked in the strip for the document's waiting request; the document keeps that request's promise.
     *
     * @param {Requester} requester
     * @param {PickParameters} request
     * @param {FrameContext} context
     * @returns {Promise<PasskeyOutcome>}
     */
    async pick(requester, request, context) {
        if (!await this.#isOurs(requester, request, context)) throw new Failure("nothingFound", message("passkey_not_here"));
        const { options, suggestion, provider } = request;
        const passkeyCall = { requester, context, options };
        return this.#windows.beside(passkeyCall, async (userRequest, signal) => {
            const doubts = await this.#dependencies.requests.doubtsToAsk(requester.origin, request.doubts, signal);
            const question = questionBefore(requester, { ...request, doubts });
            if (question !== undefined) await confirm(userRequest, question, signal);
            const params = withoutMissing({ options, suggestion, provider });
            const outcome = await this.#answer(userRequest, passkeyCall, "getPasskey", params, signal);
            if (outcome.outcome !== "filled") return outcome;
            // A passkey is bound to its origin; a password is not, so the ancestors need a confirmation.
            const others = othersAround(requester, context).join(", ");
            if (others !== "") await confirm(userRequest, frameQuestion(requester.origin, others, userOf(outcome.filled)), signal);
            await this.#dependencies.requests.handedOver(requester, outcome.filled);
            return outcome;
        });
    }

    /**
     * @param {Requester} requester
     * @param {CreateParameters} request
     * @param {FrameContext} context
     * @returns {Promise<PasskeyOutcome>}
     */
    async create(requester, request, context) {
        const { options, isConditional, isActive } = request;
        const { isForOtherDevice } = messages.glance(options);
        if (isForOtherDevice) return declined;
        // A cross-origin frame needs a user activation (WebAuthn L3 §5.1.3), so it cannot create a passkey silently.
        if (isConditional && isElsewhere(requester, context)) return declined;
        // The browser requires a user activation there, too (WebAuthn L3 §5.1.3).
        if (!isConditional && !isActive && isElsewhere(requester, context)) return declined;
        const how = { mayOpen: !isConditional, isVisible: !isConditional };
        const found = await this.#found(requester, request, requestFor(options), context, how);
        if (found === undefined) return declined;
        if (isConditional) return this.#upgrade({ requester, context, options }, found);
        // Pages often create a passkey after a request to their server, when the user activation has expired.
        if (!this.#windows.mayCreate(requester, isActive)) return declined;
        const passkeyCall = { requester, context, options };
        return this.#windows.alone(passkeyCall, async (userRequest, signal) => {
            const provider = await chooseProvider(userRequest, requester, found.providers, options, signal);
            return this.#answer(userRequest, passkeyCall, "createPasskey", { options, provider }, signal);
        });
    }

    /**
     * Forwards a relying party's signal. The response is always empty, so that a page cannot test for passkeys.
     *
     * @param {Requester} requester
     * @param {ReturnType<typeof messages.parseSignal>} request
     * @param {FrameContext} context
     */
    async signal(requester, { signal: name, options }, context) {
        const { neverPasskeys, agent } = this.#dependencies;
        const report = reportOf(name, options);
        if (report === undefined || await neverPasskeys.has(hostOf(requester)) || !this.#signals.take(String(requester.tabId))) return {};
        const { ancestorOrigins } = context;
        // Chromium's own function, which receives the signal too, validates the relying party.
        if (this.#dependencies.isFirefox) await this.#checkRelyingParty(requester, report["relyingParty"], context);
        const pass = async () => {
            if (!await this.#isAble()) return;
            await this.#dependencies.related.with(requester, neverAborted, (relatedOrigins) =>
                agent.call("report", withoutMissing({ ...report, url: requester.url, ancestorOrigins, relatedOrigins })));
        };
        // Pages often send a signal just before they navigate, so it is processed even if the document goes away. The
        // response does not wait for it, so its timing reveals nothing.
        const { origin } = requester, applying = Promise.allSettled([this.#applying.get(origin), pass()]);
        this.#applying.set(origin, applying);
        void applying.then(() => this.#applying.get(origin) === applying && this.#applying.delete(origin));
        return {};
    }

    /** Waits until the providers have applied the origin's signals, so that the window shows their effect. @param {string} origin */
    async #signalsApplied(origin) {
        const applying = this.#applying.get(origin);
        if (applying === undefined) return;
        let stop = () => {};
        await Promise.race([applying, new Promise((resolve) => stop = this.#dependencies.after(signalTime, () => resolve(undefined)))]);
        stop();
    }

    /**
     * Throws `securityError` if a relying party is not the page's (WebAuthn L3 §5.1.10).
     *
     * @param {Requester} requester
     * @param {unknown} rpId
     * @param {FrameContext} context
     */
    async #checkRelyingParty(requester, rpId, context) {
        const late = deadline(this.#dependencies.after, searchTimes.abilities, context.signal);
        try {
            if (!await this.#isAble(late.signal)) return;
            const options = { challenge: "AAAA", rpId };
            await offersFor(this.#dependencies, requester, { ...context, signal: late.signal }, ["passkey"], { options });
        } catch (thrown) {
            const failure = Failure.from(thrown);
            if (failure.reason === "securityError") throw failure;
        } finally {
            late.stop();
        }
    }

    /**
     * The capabilities that Latchkey adds to those of the browser.
     *
     * @param {Requester} requester
     * @param {FrameContext} context
     */
    async abilities(requester, context) {
        const caller = { isPermitted: true, isActive: false, isFocused: false };
        const found = await this.#found(requester, caller, undefined, context, { time: searchTimes.abilities });
        const upgrades = found?.providers.some((each) => each.supportsConditionalPasskeyRegistration) === true;
        return { canCreate: found !== undefined, canUpgrade: upgrades && !requester.isPrivate };
    }

    /**
     * Whether the extension may handle a request: the user has not excluded the site, and the permissions policies allow it.
     * In a cross-origin frame the browser must have confirmed the policy.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").PasskeyCaller} caller
     * @param {FrameContext} context
     */
    async #isOurs(requester, { isPermitted }, context) {
        if (isPermitted === false || isElsewhere(requester, context) && isPermitted !== true) return false;
        return !await this.#dependencies.neverPasskeys.has(hostOf(requester)) && this.#isAble(context.signal);
    }

    /** Whether there is an agent that supports passkeys. @param {AbortSignal} [signal] */
    async #isAble(signal) {
        const { agent } = this.#dependencies;
        await agent.prepare(signal);
        return agent.knows("passkeys");
    }

    /**
     * Whether a call may open a window, which takes the focus: only while the page, or its own passkey window, has the focus.
     *
     * A frame may also when the page around it has the focus, as in the browser's own dialog.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").PasskeyCaller} caller
     */
    async #isInFront(requester, { isFocused }) {
        if (isFocused || this.#windows.hasFocus(requester)) return true;
        return requester.frameId !== 0 && this.#dependencies.hasFocus(requester.tabId);
    }

    /**
     * Finds the providers that support passkeys, and their passkeys for a request. `undefined` when there are none, when the
     * time is over, and when the browser must report the error.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").PasskeyCaller} caller
     * @param {Record<string, unknown> | undefined} options
     * @param {FrameContext} context
     * @param {{mayOpen?: boolean, isVisible?: boolean, time?: number}} how mayOpen: whether the call may open a window; isVisible:
     *   whether it always opens one, ours or the browser's; time: the limit, in milliseconds
     */
    async #found(requester, caller, options, { ancestorOrigins, signal }, how) {
        const { mayOpen = false, isVisible = false, time = searchTimes.call } = how;
        const late = deadline(this.#dependencies.after, time, signal);
        const context = { ancestorOrigins, signal: late.signal };
        try {
            if (mayOpen && !await this.#isInFront(requester, caller)) return undefined;
            if (!await this.#isOurs(requester, caller, context)) return undefined;
            if (mayOpen) this.#windows.refuseSecond(requester);
            // Only for calls that the user sees. In others, the page could measure how long the signal took, which depends on
            // the vault.
            if (isVisible) await this.#signalsApplied(requester.origin);
            const offers = await offersFor(this.#dependencies, requester, context, ["passkey"], options && { options });
            const providers = offers.providers.filter((each) => each.providesPasskeys);
            if (providers.length === 0) return undefined;
            const locked = offers.locked.filter(({ provider }) => providers.some(({ id }) => id === provider));
            const passkeys = offers.suggestions.filter(({ kind }) => kind === "passkey");
            return { providers, locked, unlocked: offers.unlocked ?? providers.map(({ id }) => id), site: offers.site, passkeys };
        } catch (thrown) {
            const failure = Failure.from(thrown);
            if (failure.reason === "pending" || signal.aborted && failure.reason === "gone") throw failure;
            return undefined;
        } finally {
            late.stop();
        }
    }

    /**
     * Calls the agent, which may show a provider's sheets until it responds.
     *
     * @param {UserRequest} userRequest
     * @param {PasskeyCall} passkeyCall
     * @param {"getPasskey" | "createPasskey"} method
     * @param {object} wanted
     * @param {AbortSignal} signal
     * @returns {Promise<PasskeyOutcome>}
     */
    async #answer(userRequest, { requester, context }, method, wanted, signal) {
        const result = await userRequest.waiting((onSend) =>
            this.#call(method, requester, context, wanted, { signal, isForUser: true, onSend }));
        return outcomeOf(result);
    }

    /**
     * Fills a password that was chosen instead of a passkey, as the popup does. A page that asks for a passkey by a button
     * often has no field for it: then the user may copy it.
     *
     * @param {UserRequest} userRequest
     * @param {PasskeyCall} passkeyCall
     * @param {import("../messages.js").Filled} filled
     * @param {string} site
     * @param {AbortSignal} signal
     */
    async #fillInstead(userRequest, { requester, context }, filled, site, signal) {
        const frame = withoutMissing({ frameId: requester.frameId, parentFrameId: -1, url: requester.url, documentId: requester.documentId });
        const place = { tabId: requester.tabId, origin: requester.origin, url: requester.url, isPrivate: requester.isPrivate, frame };
        const said = await inspectFrame(this.#dependencies, requester.tabId, frame);
        if (said !== undefined) {
            const others = othersAround(requester, context), doubts = validDoubts(said);
            // A doubt that cannot be read counts as one.
            const asked = await this.#dependencies.requests.doubtsToAsk(requester.origin, doubts, signal);
            const question = pageQuestion(requester.origin, userOf(filled), doubts.length < said.length, asked, others);
            if (question.warnings.length > 0) await confirm(userRequest, question, signal);
            userRequest.releaseFocus();
            const takeBack = await this.#dependencies.requests.handedOver(requester, filled, undefined, site);
            if (await deliver(this.#dependencies, place, filled, said)) return;
            takeBack();
        }
        await offerCopy(this.#dependencies, userRequest, place, filled, signal);
    }

    /**
     * @param {"getPasskey" | "createPasskey"} method
     * @param {Requester} requester
     * @param {FrameContext} context
     * @param {object} wanted
     * @param {{signal: AbortSignal, isForUser?: boolean, onSend?: (call: number) => void}} options
     */
    #call(method, requester, { ancestorOrigins }, wanted, options) {
        const { agent, related } = this.#dependencies;
        // Every window shows the page's other origins, so no further confirmation is needed.
        const frame = { ancestorOrigins, acceptsFrame: ancestorOrigins.length > 0 };
        const more = requester.isPrivate ? { isPrivate: true } : {};
        return related.with(requester, options.signal, (relatedOrigins) =>
            agent.call(method, withoutMissing({ url: requester.url, ...frame, ...wanted, relatedOrigins, ...more }),
                { ...options, isRepeatable: false }));
    }

    /**
     * Creates a passkey without asking, for the account whose password was filled in this tab and origin just before. One
     * fill permits one passkey. On any failure the browser's own function runs instead.
     *
     * @param {PasskeyCall} passkeyCall
     * @param {Found} found
     * @returns {Promise<PasskeyOutcome>}
     */
    async #upgrade({ requester, context, options }, { providers }) {
        const { memory, banners } = this.#dependencies;
        const { user = "" } = messages.glance(options);
        const isFilledBy = (/** @type {string} */ provider) =>
            memory.recall("filledLogin", requester.tabId, requester.origin) === JSON.stringify([provider, user]);
        const provider = providers.find((each) => each.supportsConditionalPasskeyRegistration && isFilledBy(each.id));
        if (requester.isPrivate || user === "" || provider === undefined) return declined;
        const limit = deadline(this.#dependencies.after, searchTimes.call, context.signal);
        try {
            const wanted = { options, isConditional: true, provider: provider.id };
            const result = await this.#call("createPasskey", requester, context, wanted, { signal: limit.signal });
            const { provider: keeper, ...outcome } = messages.parseAnswer(result);
            memory.forget("filledLogin", requester.tabId, requester.origin);
            const { name: providerName } = providers.find((each) => each.id === keeper) ?? provider;
            banners.tell(requester, { id: crypto.randomUUID(), kind: "upgraded", user, host: hostOf(requester), providerName });
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
 * @property {{provider: string, name: string}[]} locked the locked providers; their passkeys are unknown until they unlock
 * @property {string[]} unlocked the unlocked providers; with an older agent all of them
 * @property {import("../messages.js").Suggestion[]} passkeys
 * @property {string} site
 */

/**
 * The one passkey that the site names and a provider has; `undefined` if there is a choice, also because a locked provider
 * may have another one.
 *
 * @param {Record<string, unknown>} options
 * @param {{passkeys: import("../messages.js").Suggestion[], locked: object[]}} found
 */
function onlyNamed(options, { passkeys, locked }) {
    const isOnly = messages.glance(options).namesCredentials && passkeys.length === 1 && locked.length === 0;
    return isOnly ? passkeys[0] : undefined;
}

/**
 * @param {unknown} result
 * @returns {PasskeyOutcome}
 */
function outcomeOf(result) {
    const { provider: _, ...outcome } = messages.parseAnswer(result);
    return outcome;
}

/**
 * A request with which the agent validates the relying party and the AppID of a new passkey before a window opens.
 *
 * @param {Record<string, unknown>} options
 */
function requestFor({ challenge, rp, extensions }) {
    const { id } = /** @type {{id?: unknown}} */ (rp ?? {});
    const { appidExclude: appid } = /** @type {{appidExclude?: unknown}} */ (extensions ?? {});
    return withoutMissing({ challenge, rpId: id, extensions: appid === undefined ? undefined : { appid } });
}

/**
 * The question before a pick in the strip takes effect, if something may have covered the strip.
 *
 * @param {Requester} requester
 * @param {PickParameters} request
 */
function questionBefore({ origin }, { suggestion, mustConfirm, doubts }) {
    if (suggestion !== undefined) return mustConfirm ? passkeyQuestion(origin) : undefined;
    // The list may return a password, so doubts about the form count.
    return mustConfirm || doubts.length > 0 ? pageQuestion(origin, undefined, mustConfirm, doubts, []) : undefined;
}

/** @param {Requester} requester */
function hostOf({ origin }) {
    return new URL(origin).hostname;
}
