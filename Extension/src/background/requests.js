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
 * @typedef {import("./documents.js").Requester} Requester
 * @typedef {import("./documents.js").FrameContext} FrameContext
 * @typedef {import("../messages/offers.js").AgentOffers} AgentOffers
 * @typedef {import("../messages.js").Filled} Filled
 * @typedef {import("../messages.js").Doubt} Doubt
 *
 * @typedef {object} RequestsDependencies
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
 * @property {(asking: import("./userRequest.js").UserRequest, result: Record<string, unknown>, signal: AbortSignal) => Promise<void>} [afterwards]
 *   what is still to be shown in the window
 */

/** What is known of a site changes with the person's quirks folder only. */
const quirksTime = 10 * 60_000;

/** What hands something over, and would be remembered. */
const remembered = new Set(["fill", "list", "copy", "insertText"]);

export class Requests {
    #dependencies;
    #related;
    /** @type {WeakMap<Requester, AgentOffers>} what was offered last; goes with the document */
    #offers = new WeakMap();
    /** @type {WeakMap<Requester, () => void>} what takes back what was noted of the last fill */
    #takesBack = new WeakMap();
    /** @type {Map<string, {at: number, quirks: Promise<ReturnType<typeof parseQuirks>>}>} by origin */
    #quirks = new Map();

    /**
     * @param {RequestsDependencies} dependencies
     * @param {RelatedOrigins} [related]
     */
    constructor(dependencies, related = new RelatedOrigins(fetchRelatedOrigins)) {
        this.#dependencies = dependencies;
        this.#related = related;
    }

    /** @returns {Record<string, import("./documents.js").CallHandler>} */
    get handlers() {
        return {
            suggest: (requester, params, context) => this.suggest(requester, calls.parseSuggest(params), context),
            fill: (requester, params, context) => this.fill(requester, calls.parseFill(params), context),
            list: (requester, params, context) => this.list(requester, calls.parseList(params), context),
            insertText: (requester, params, context) => this.insertText(requester, calls.parseInsertText(params), context),
            generate: (requester, params, context) => this.generate(requester, calls.parseGenerate(params), context),
            unlock: (requester, params, context) => this.unlock(requester, calls.parseUnlock(params), context),
        };
    }

    /** @returns {Record<string, import("./documents.js").NoteHandler>} */
    get notes() {
        return {
            unfilled: (requester) => {
                this.#takesBack.get(requester)?.();
                this.#takesBack.delete(requester);
            },
        };
    }

    /**
     * @param {Requester} requester
     * @param {{kinds: import("../messages.js").CredentialKind[], passkeyRequest?: import("../messages.js").PasskeyRequest}} wish
     * @param {FrameContext} context
     * @returns {Promise<import("../messages.js").Offers>}
     */
    async suggest(requester, { kinds, passkeyRequest }, context) {
        const [offers, quirks, isNever] = await Promise.all([
            this.offers(requester, context, kinds, passkeyRequest),
            this.quirks(requester.origin).catch(() => undefined),
            this.#dependencies.neverSaved.has(new URL(requester.origin).hostname),
        ]);
        const { memory } = this.#dependencies;
        return withoutMissing({
            suggestions: offers.suggestions,
            providers: offers.providers,
            locked: offers.locked,
            frame: offers.frame,
            isPrivate: requester.isPrivate,
            savesHere: !isNever && !requester.isPrivate,
            chosenUser: memory.recall("chosenUser", requester.tabId, offers.site),
            failedUser: memory.recall("failedUser", requester.tabId, requester.origin),
            passwordRules: quirks?.passwordRules,
        });
    }

    /**
     * What the agent offers a document.
     *
     * @param {Requester} requester
     * @param {Standing} standing
     * @param {import("../messages.js").CredentialKind[]} kinds
     * @param {import("../messages.js").PasskeyRequest} [request] that is open in it
     */
    async offers(requester, standing, kinds, request) {
        const dependencies = { agent: this.#dependencies.agent, related: this.#related };
        const plain = () => offersFor(dependencies, requester, standing, kinds);
        const found = request === undefined
            ? await plain()
            // Where its passkeys cannot be told any more, the passwords still can.
            : await offersFor(dependencies, requester, standing, [...new Set([...kinds, /** @type {const} */ ("passkey")])], request).catch(plain);
        const offers = withoutCodesElsewhere(found);
        this.#offers.set(requester, offers);
        return offers;
    }

    /**
     * @param {Requester} requester
     * @param {{suggestion: string, mustConfirm: boolean, doubts?: Doubt[]}} wish
     * @param {FrameContext} context
     */
    async fill(requester, { suggestion, mustConfirm, doubts = [] }, context) {
        const picked = this.#offers.get(requester)?.suggestions.find((each) => each.id === suggestion);
        const params = { url: requester.url, suggestion, acceptsWarning: false };
        const about = { user: picked?.user, mustConfirm, doubts, frame: this.#frame(requester) };
        return this.#filled(requester, parseFilled(await this.ask(requester, context, "fill", params, about)), picked);
    }

    /**
     * @param {Requester} requester
     * @param {{kind: "password" | "code", provider: string | undefined, mustConfirm: boolean, doubts?: Doubt[]}} wish
     * @param {FrameContext} context
     */
    async list(requester, { kind, provider, mustConfirm, doubts = [] }, context) {
        const params = withoutMissing({ kind, url: requester.url, provider });
        const about = { mustConfirm, doubts, frame: this.#frame(requester) };
        return this.#filled(requester, parseFilled(await this.ask(requester, context, "list", params, about)));
    }

    /**
     * @param {Requester} requester
     * @param {{provider: string | undefined, mustConfirm: boolean}} wish
     * @param {FrameContext} context
     */
    async insertText(requester, { provider, mustConfirm }, context) {
        const params = withoutMissing({ provider, url: requester.url });
        return parseFilled(await this.ask(requester, context, "insertText", params, { mustConfirm, frame: this.#frame(requester) }));
    }

    /**
     * Makes passwords. One that is only shown ahead is no act of a person's: it asks nothing, takes the place of nothing
     * and can show no sheet, and a frame of another site is refused it.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").GenerateWish} wish
     * @param {FrameContext} context
     */
    async generate(requester, { passwordRules, confirmRules, provider, withInterface, isAhead = false }, context) {
        const request = withoutMissing({
            serviceIdentifier: { type: "URL", identifier: requester.url },
            passwordFieldPasswordRules: passwordRules,
            confirmPasswordFieldPasswordRules: confirmRules,
        });
        if (isAhead) {
            const { ancestorOrigins, signal } = context;
            const params = withoutMissing({ request, withInterface: false, provider, ancestorOrigins, acceptsFrame: false });
            return parseGenerated(await this.#dependencies.agent.call("generate", params, { signal }));
        }
        const params = withoutMissing({ request, withInterface, provider });
        return parseGenerated(await this.ask(requester, context, "generate", params, { mustConfirm: false }));
    }

    /**
     * Opens a locked provider: by its list, which it shows once it is open.
     *
     * @param {Requester} requester
     * @param {{provider: string, mustConfirm: boolean, doubts?: Doubt[]}} wish
     * @param {FrameContext} context
     * @returns {Promise<{filled?: Filled}>}
     */
    async unlock(requester, { provider, mustConfirm, doubts = [] }, context) {
        try {
            return { filled: await this.list(requester, { kind: "password", provider, mustConfirm, doubts }, context) };
        } catch (thrown) {
            // Who unlocks and picks nothing has what was wanted.
            const failure = Failure.from(thrown);
            if (failure.reason !== "userCanceled") throw failure;
            const offers = await this.offers(requester, context, ["password"]);
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
        const quirks = this.#dependencies.agent.call("quirks.site", { url: `${origin}/` }).then(parseQuirks);
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
            const { checks } = await this.#dependencies.agent.call("status", {});
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
        const userRequest = this.#dependencies.sheets.begin(page.windowId, new URL(page.origin).host, { place, purpose: about.purpose });
        const signal = AbortSignal.any([wanted, userRequest.givenUp]);
        try {
            const result = await this.#answered(userRequest, page, { ancestorOrigins, signal }, method, params, about);
            await about.afterwards?.(userRequest, result, signal);
            return result;
        } catch (thrown) {
            if (!userRequest.givenUp.aborted) throw thrown;
            throw new Failure("userCanceled", "the person did not want that any more");
        } finally {
            userRequest.end();
        }
    }

    /**
     * @param {import("./userRequest.js").UserRequest} userRequest
     * @param {Page} page
     * @param {Standing} standing
     * @param {string} method
     * @param {Params} params
     * @param {About} about
     */
    async #answered(userRequest, page, { ancestorOrigins, signal }, method, params, about) {
        const question = questionBefore(page.origin, ancestorOrigins, about);
        if (question !== undefined) await confirm(userRequest, question, signal);
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
                return await userRequest.waiting(() => this.#dependencies.agent.call(method, all, { signal, isForPerson: true }));
            } catch (thrown) {
                const failure = Failure.from(thrown);
                const further = questionAbout(failure, page.origin, ancestorOrigins, about.user, accepted);
                if (further === undefined) throw failure;
                await confirm(userRequest, further, signal);
            }
        }
    }

    /** What the agent said of a document's frame. @param {Requester} requester */
    #frame(requester) {
        return this.#offers.get(requester)?.frame;
    }

    /**
     * @param {Requester} requester
     * @param {Filled} filled
     * @param {import("../messages.js").Suggestion} [picked] none where a provider's list gave it: it does not say whose it is
     */
    async #filled(requester, filled, picked) {
        await this.handedOver(requester, filled, picked);
        return filled;
    }

    /**
     * Notes what a document gets, before it does: it may send it at once. Whoever hears that it has no place for it takes
     * that back; a document's own word for it is "unfilled".
     *
     * @param {Requester} requester
     * @param {Filled} filled
     * @param {import("../messages.js").Suggestion} [picked]
     * @param {string} [site] of the document, where nothing was offered at its fields
     * @returns {Promise<() => void>} what takes it back
     */
    async handedOver(requester, filled, picked, site = this.#offers.get(requester)?.site) {
        const takeBack = await this.remember(requester, site, filled, picked);
        this.#takesBack.set(requester, takeBack);
        return takeBack;
    }

    /** @param {Parameters<typeof rememberFill> extends [unknown, ...infer More] ? More : never} fill */
    remember(...fill) {
        return rememberFill(this.#dependencies.memory, ...fill);
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
