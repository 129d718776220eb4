// What a document asks for, turned into calls of the agent: with the document's own address and ancestors, with a
// question in the extension's window where there is something to ask, and without a reload once it is answered.

import { Failure } from "../messages/failure.js";
import * as calls from "../messages/documentMessages.js";
import { parseFilled, parseGenerated, parseQuirks } from "../messages/offers.js";
import { withoutMissing } from "../messages/readValues.js";
import { confirm, frameQuestion, insecureQuestion, otherLoginQuestion, pageQuestion } from "./confirmations.js";
import { isInsecure } from "./documentOrigin.js";
import { rememberFill } from "./tabMemory.js";
import { offersFor } from "./fetchOffers.js";
import { RelatedOrigins } from "./relatedOrigins.js";
import { fetchRelatedOrigins } from "./relatedOrigins.js";

/**
 * @typedef {import("./documents.js").Asker} Asker
 * @typedef {import("./documents.js").Around} Around
 * @typedef {import("../messages/offers.js").AgentOffers} AgentOffers
 * @typedef {import("../messages.js").Filled} Filled
 * @typedef {import("../messages.js").Doubt} Doubt
 *
 * @typedef {object} RequestsWorld
 * @property {import("./agent.js").Agent} agent
 * @property {import("./sheets.js").Sheets} sheets
 * @property {import("./tabMemory.js").TabMemory} memory
 * @property {{has: (host: string) => Promise<boolean>}} neverSaved
 *
 * @typedef {object} Page whose login it is, for sheets and agent
 * @property {string} origin
 * @property {number | undefined} windowId
 * @property {number | undefined} [tabId]
 * @property {boolean} [isPrivate] of a private window: agent and provider remember nothing of it
 * @typedef {{ancestorOrigins: string[], signal: AbortSignal}} Standing
 * @typedef {{url?: string | undefined, request?: object, [name: string]: unknown}} Params
 *
 * @typedef {object} About what a call is about, beside its parameters
 * @property {string | undefined} [user]
 * @property {boolean} mustConfirm
 * @property {Doubt[]} [doubts]
 * @property {AgentOffers["frame"] | undefined} [frame] what the agent said of the frame that is filled
 * @property {string | undefined} [into] the origin of the page that gets the login of another site; to be confirmed
 * @property {"copy" | "reveal" | undefined} [purpose] what becomes of the answer, where that is no fill
 * @property {(asking: import("./userRequest.js").Asking, result: Record<string, unknown>, signal: AbortSignal) => Promise<void>} [afterwards]
 *   what is still to be shown in the window
 */

/** What is known of a site changes with the person's quirks folder only. */
const quirksTime = 10 * 60_000;

/** What hands something over, and would be remembered. */
const remembered = new Set(["fill", "list", "copy", "insertText"]);

export class Requests {
    #world;
    #related;
    /** @type {WeakMap<Asker, AgentOffers>} what was offered last; goes with the document */
    #offers = new WeakMap();
    /** @type {WeakMap<Asker, () => void>} what takes back what was noted of the last fill */
    #takesBack = new WeakMap();
    /** @type {Map<string, {at: number, quirks: Promise<ReturnType<typeof parseQuirks>>}>} by origin */
    #quirks = new Map();

    /**
     * @param {RequestsWorld} world
     * @param {RelatedOrigins} [related]
     */
    constructor(world, related = new RelatedOrigins(fetchRelatedOrigins)) {
        this.#world = world;
        this.#related = related;
    }

    /** @returns {Record<string, import("./documents.js").CallHandler>} */
    get handlers() {
        return {
            suggest: (asker, params, around) => this.suggest(asker, calls.parseSuggest(params), around),
            fill: (asker, params, around) => this.fill(asker, calls.parseFill(params), around),
            list: (asker, params, around) => this.list(asker, calls.parseList(params), around),
            insertText: (asker, params, around) => this.insertText(asker, calls.parseInsertText(params), around),
            generate: (asker, params, around) => this.generate(asker, calls.parseGenerate(params), around),
            unlock: (asker, params, around) => this.unlock(asker, calls.parseUnlock(params), around),
        };
    }

    /** @returns {Record<string, import("./documents.js").NoteHandler>} */
    get notes() {
        return {
            unfilled: (asker) => {
                this.#takesBack.get(asker)?.();
                this.#takesBack.delete(asker);
            },
        };
    }

    /**
     * @param {Asker} asker
     * @param {{kinds: import("../messages.js").CredentialKind[], passkeyRequest?: import("../messages.js").PasskeyRequest}} wish
     * @param {Around} around
     * @returns {Promise<import("../messages.js").Offers>}
     */
    async suggest(asker, { kinds, passkeyRequest }, around) {
        const [offers, quirks, isNever] = await Promise.all([
            this.offers(asker, around, kinds, passkeyRequest),
            this.quirks(asker.origin).catch(() => undefined),
            this.#world.neverSaved.has(new URL(asker.origin).hostname),
        ]);
        const { memory } = this.#world;
        return withoutMissing({
            suggestions: offers.suggestions,
            providers: offers.providers,
            locked: offers.locked,
            frame: offers.frame,
            isPrivate: asker.isPrivate,
            savesHere: !isNever && !asker.isPrivate,
            chosenUser: memory.recall("chosenUser", asker.tabId, offers.site),
            failedUser: memory.recall("failedUser", asker.tabId, asker.origin),
            passwordRules: quirks?.passwordRules,
        });
    }

    /**
     * What the agent offers a document.
     *
     * @param {Asker} asker
     * @param {Standing} standing
     * @param {import("../messages.js").CredentialKind[]} kinds
     * @param {import("../messages.js").PasskeyRequest} [request] that is open in it
     */
    async offers(asker, standing, kinds, request) {
        const world = { agent: this.#world.agent, related: this.#related };
        const plain = () => offersFor(world, asker, standing, kinds);
        const found = request === undefined
            ? await plain()
            // Where its passkeys cannot be told any more, the passwords still can.
            : await offersFor(world, asker, standing, [...new Set([...kinds, /** @type {const} */ ("passkey")])], request).catch(plain);
        const offers = withoutCodesElsewhere(found);
        this.#offers.set(asker, offers);
        return offers;
    }

    /**
     * @param {Asker} asker
     * @param {{suggestion: string, mustConfirm: boolean, doubts?: Doubt[]}} wish
     * @param {Around} around
     */
    async fill(asker, { suggestion, mustConfirm, doubts = [] }, around) {
        const picked = this.#offers.get(asker)?.suggestions.find((each) => each.id === suggestion);
        const params = { url: asker.url, suggestion, acceptsWarning: false };
        const about = { user: picked?.user, mustConfirm, doubts, frame: this.#frame(asker) };
        return this.#filled(asker, parseFilled(await this.ask(asker, around, "fill", params, about)), picked);
    }

    /**
     * @param {Asker} asker
     * @param {{kind: "password" | "code", provider: string | undefined, mustConfirm: boolean, doubts?: Doubt[]}} wish
     * @param {Around} around
     */
    async list(asker, { kind, provider, mustConfirm, doubts = [] }, around) {
        const params = withoutMissing({ kind, url: asker.url, provider });
        const about = { mustConfirm, doubts, frame: this.#frame(asker) };
        return this.#filled(asker, parseFilled(await this.ask(asker, around, "list", params, about)));
    }

    /**
     * @param {Asker} asker
     * @param {{provider: string | undefined, mustConfirm: boolean}} wish
     * @param {Around} around
     */
    async insertText(asker, { provider, mustConfirm }, around) {
        const params = withoutMissing({ provider, url: asker.url });
        return parseFilled(await this.ask(asker, around, "insertText", params, { mustConfirm, frame: this.#frame(asker) }));
    }

    /**
     * Makes passwords. One that is only shown ahead is no act of a person's: it asks nothing, takes the place of nothing
     * and can show no sheet, and a frame of another site is refused it.
     *
     * @param {Asker} asker
     * @param {import("../messages.js").GenerateWish} wish
     * @param {Around} around
     */
    async generate(asker, { passwordRules, confirmRules, provider, withInterface, isAhead = false }, around) {
        const request = withoutMissing({
            serviceIdentifier: { type: "URL", identifier: asker.url },
            passwordFieldPasswordRules: passwordRules,
            confirmPasswordFieldPasswordRules: confirmRules,
        });
        if (isAhead) {
            const { ancestorOrigins, signal } = around;
            const params = withoutMissing({ request, withInterface: false, provider, ancestorOrigins, acceptsFrame: false });
            return parseGenerated(await this.#world.agent.call("generate", params, { signal }));
        }
        const params = withoutMissing({ request, withInterface, provider });
        return parseGenerated(await this.ask(asker, around, "generate", params, { mustConfirm: false }));
    }

    /**
     * Opens a locked provider: by its list, which it shows once it is open.
     *
     * @param {Asker} asker
     * @param {{provider: string, mustConfirm: boolean, doubts?: Doubt[]}} wish
     * @param {Around} around
     * @returns {Promise<{filled?: Filled}>}
     */
    async unlock(asker, { provider, mustConfirm, doubts = [] }, around) {
        try {
            return { filled: await this.list(asker, { kind: "password", provider, mustConfirm, doubts }, around) };
        } catch (thrown) {
            // Who unlocks and picks nothing has what was wanted.
            const failure = Failure.from(thrown);
            if (failure.reason !== "userCanceled") throw failure;
            const offers = await this.offers(asker, around, ["password"]);
            if (offers.locked.some((each) => each.provider === provider)) throw failure;
            return {};
        }
    }

    /**
     * What is known of a site; nothing secret, so it is kept for a while.
     *
     * @param {string} origin
     */
    quirks(origin) {
        const known = this.#quirks.get(origin);
        if (known !== undefined && known.at > Date.now() - quirksTime) return known.quirks;
        const quirks = this.#world.agent.call("quirks.site", { url: `${origin}/` }).then(parseQuirks);
        if (this.#quirks.size > 200) this.#quirks.clear();
        this.#quirks.set(origin, { at: Date.now(), quirks });
        quirks.catch(() => this.#quirks.delete(origin));
        return quirks;
    }

    /**
     * Whether no provider is open, so that what is saved waits for the next unlock. The agent's own word for it is the
     * check that "latchkey doctor" shows; without one it counts as open.
     */
    async isLocked() {
        try {
            const { checks } = await this.#world.agent.call("status", {});
            if (!Array.isArray(checks)) return false;
            return checks.some((each) => each?.name === "unlocked" && each.finding === "nothing");
        } catch {
            return false;
        }
    }

    /**
     * Calls the agent for a person, and asks the person what the agent wants to have confirmed.
     *
     * What is asked for in a tab takes the place of what was asked for there before; a save is never taken back.
     *
     * @param {Page} page
     * @param {Standing} standing
     * @param {string} method
     * @param {Params} params
     * @param {About} about
     */
    async ask(page, { ancestorOrigins, signal: wanted }, method, params, about) {
        const place = page.tabId === undefined || method === "save" ? undefined : `tab ${page.tabId}`;
        const asking = this.#world.sheets.begin(page.windowId, new URL(page.origin).host, { place, purpose: about.purpose });
        const signal = AbortSignal.any([wanted, asking.givenUp]);
        try {
            const result = await this.#answered(asking, page, { ancestorOrigins, signal }, method, params, about);
            await about.afterwards?.(asking, result, signal);
            return result;
        } catch (thrown) {
            if (!asking.givenUp.aborted) throw thrown;
            throw new Failure("userCanceled", "the person did not want that any more");
        } finally {
            asking.end();
        }
    }

    /**
     * @param {import("./userRequest.js").Asking} asking
     * @param {Page} page
     * @param {Standing} standing
     * @param {string} method
     * @param {Params} params
     * @param {About} about
     */
    async #answered(asking, page, { ancestorOrigins, signal }, method, params, about) {
        const question = questionBefore(page.origin, ancestorOrigins, about);
        if (question !== undefined) await confirm(asking, question, signal);
        const accepted = {
            // The question named every origin around that is of another site.
            acceptsFrame: question !== undefined && ancestorOrigins.length > 0,
            acceptsWarning: about.into !== undefined && isInsecure(about.into),
        };
        for (;;) {
            const all = { ...params, ...(isAboutPage(params) ? { ancestorOrigins, acceptsFrame: accepted.acceptsFrame } : {}) };
            if (accepted.acceptsWarning) Object.assign(all, { acceptsWarning: true });
            if (page.isPrivate === true && remembered.has(method)) Object.assign(all, { isPrivate: true });
            try {
                return await asking.waiting(() => this.#world.agent.call(method, all, { signal, isForPerson: true }));
            } catch (thrown) {
                const failure = Failure.from(thrown);
                const further = questionAbout(failure, page.origin, ancestorOrigins, about.user, accepted);
                if (further === undefined) throw failure;
                await confirm(asking, further, signal);
            }
        }
    }

    /** What the agent said of a document's frame. @param {Asker} asker */
    #frame(asker) {
        return this.#offers.get(asker)?.frame;
    }

    /**
     * @param {Asker} asker
     * @param {Filled} filled
     * @param {import("../messages.js").Suggestion} [picked] none where a provider's list gave it: it does not say whose it is
     */
    async #filled(asker, filled, picked) {
        await this.handedOver(asker, filled, picked);
        return filled;
    }

    /**
     * Notes what a document gets, before it does: it may send it at once. Whoever hears that it has no place for it takes
     * that back; a document's own word for it is "unfilled".
     *
     * @param {Asker} asker
     * @param {Filled} filled
     * @param {import("../messages.js").Suggestion} [picked]
     * @param {string} [site] of the document, where nothing was offered at its fields
     * @returns {Promise<() => void>} what takes it back
     */
    async handedOver(asker, filled, picked, site = this.#offers.get(asker)?.site) {
        const takeBack = await this.remember(asker, site, filled, picked);
        this.#takesBack.set(asker, takeBack);
        return takeBack;
    }

    /** @param {Parameters<typeof rememberFill> extends [unknown, ...infer More] ? More : never} fill */
    remember(...fill) {
        return rememberFill(this.#world.memory, ...fill);
    }
}

/**
 * Offers without the codes that a frame of another site would get: there a code stands for a login that is under way
 * somewhere else.
 *
 * @param {AgentOffers} offers
 * @returns {AgentOffers}
 */
function withoutCodesElsewhere(offers) {
    if (!offers.frame.isOfOtherSite) return offers;
    return { ...offers, suggestions: offers.suggestions.filter((each) => each.kind !== "code") };
}

/**
 * Whether a call names a page, by its address or in its request: only then there are frames around it, and the agent
 * refuses a call that says ancestors of nothing.
 *
 * @param {{url?: unknown, request?: unknown}} params
 */
function isAboutPage({ url, request }) {
    return url !== undefined || request !== undefined;
}

/**
 * What is to be asked before the agent is: all at once, so that nobody is asked twice about one fill.
 *
 * @param {string} origin
 * @param {string[]} ancestorOrigins
 * @param {About} about
 */
function questionBefore(origin, ancestorOrigins, { user, mustConfirm, doubts = [], frame, into }) {
    if (into !== undefined) return otherLoginQuestion(origin, into, user, mustConfirm, doubts, isInsecure(into));
    if (!mustConfirm && doubts.length === 0) return undefined;
    const others = frame?.isOfOtherSite === false ? [] : ancestorOrigins.filter((each) => each !== origin);
    return pageQuestion(origin, user, mustConfirm, doubts, [...new Set(others)]);
}

/**
 * What must be asked about a failure, once each; nothing where asking does not help.
 *
 * @param {Failure} failure
 * @param {string} origin
 * @param {string[]} ancestorOrigins
 * @param {string | undefined} user
 * @param {{acceptsFrame: boolean, acceptsWarning: boolean}} accepted what was asked, and is from here on
 */
function questionAbout(failure, origin, ancestorOrigins, user, accepted) {
    if (failure.reason === "otherSiteFrame" && !accepted.acceptsFrame) {
        accepted.acceptsFrame = true;
        return frameQuestion(origin, failure.details?.["other"] ?? ancestorOrigins.at(-1) ?? "", user);
    }
    if (failure.reason === "insecureOrigin" && !accepted.acceptsWarning) {
        accepted.acceptsWarning = true;
        return insecureQuestion([origin, ...ancestorOrigins].find(isInsecure) ?? origin, failure.message, user);
    }
    return undefined;
}
