// Turns a document's requests into calls of the agent. Adds the document's address and ancestors, and asks for
// confirmation in the extension's window if needed. The page needs no reload after an unlock.

import { message } from "../browser.js";
import { Failure } from "../messages/failure.js";
import * as calls from "../messages/documentMessages.js";
import { parseFilled, parseGenerated, parseQuirks } from "../messages/offers.js";
import { withoutMissing } from "../messages/readValues.js";
import { confirm, frameQuestion, insecureQuestion, otherLoginQuestion, pageQuestion } from "./confirmations.js";
import { isInsecure } from "./documentOrigin.js";
import { doubtsToAsk } from "./doubtsToAsk.js";
import { rememberFill } from "./tabMemory.js";
import { after, neverAborted } from "./timeouts.js";
import { offersFor } from "./fetchOffers.js";
import { GeneratedPasswords } from "./generatedPasswords.js";
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
 * @typedef {object} Page the page that a call is for
 * @property {string} origin
 * @property {number | undefined} windowId
 * @property {number | undefined} [tabId]
 * @property {boolean} [isPrivate] whether the window is private: agent and provider then store nothing
 * @typedef {{url?: string | undefined, request?: object, [name: string]: unknown}} Params
 *
 * @typedef {object} About details of a call that are not parameters
 * @property {string | undefined} [user]
 * @property {boolean} mustConfirm
 * @property {Doubt[]} [doubts]
 * @property {AgentOffers["frame"] | undefined} [frame] the agent's judgement of the frame that is filled
 * @property {string | undefined} [into] the origin of the page into which another site's login goes; needs confirmation
 * @property {"copy" | "reveal" | undefined} [purpose] how the result is used if it is not filled
 * @property {(userRequest: import("./userRequest.js").UserRequest, result: Record<string, unknown>, signal: AbortSignal) => Promise<void>} [afterwards]
 *   called with the result while the window is still open
 */

/** How long (ms) a site's quirks are cached; they change only with the user's quirks folder. */
const quirksTime = 10 * 60_000;

/** Methods that hand out a secret, which providers may record. */
const remembered = new Set(["fill", "list", "copy", "insertText"]);

export class Requests {
    #dependencies;
    #related;
    /** @type {WeakMap<Requester, AgentOffers>} the last suggestions, per document */
    #offers = new WeakMap();
    /** @type {WeakMap<Requester, () => void>} functions that undo the record of the last fill */
    #takesBack = new WeakMap();
    /** @type {Map<string, {at: number, quirks: Promise<ReturnType<typeof parseQuirks>>}>} by origin */
    #quirks = new Map();

    /**
     * @param {RequestsDependencies} dependencies
     * @param {RelatedOrigins} [related]
     * @param {GeneratedPasswords} [generated]
     */
    constructor(dependencies, related = new RelatedOrigins(fetchRelatedOrigins), generated = new GeneratedPasswords(Date.now, after)) {
        this.#dependencies = dependencies;
        this.#related = related;
        this.generated = generated;
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
     * @param {{kinds: import("../messages.js").CredentialKind[], passkeyRequest?: import("../messages.js").PasskeyRequest}} call
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
            suggestions: kinds.includes("code") ? offers.suggestions : this.#withGenerated(requester, offers),
            providers: offers.providers,
            locked: offers.locked,
            frame: offers.frame,
            isPrivate: requester.isPrivate,
            savesHere: !isNever && !requester.isPrivate,
            chosenUser: memory.chosenUser(requester.tabId, offers.site) ?? memory.recall("knownUser", requester.tabId, offers.site),
            failedUser: memory.recall("failedUser", requester.tabId, requester.origin),
            passwordRules: quirks?.passwordRules,
        });
    }

    /**
     * The generated passwords that are not saved in a login yet, for a document that may receive them.
     *
     * @param {Requester} requester
     * @param {AgentOffers} offers
     */
    #generatedHere({ tabId, origin }, { site, frame }) {
        return frame.isOfOtherSite ? [] : this.generated.offered(tabId, site, origin);
    }

    /**
     * The suggestions with the generated passwords: those of sign-ups first, those of password changes last, since the stored
     * password is valid until the site accepts another one.
     *
     * @param {Requester} requester
     * @param {AgentOffers} offers
     * @returns {import("../messages.js").Suggestion[]}
     */
    #withGenerated(requester, offers) {
        const generated = this.#generatedHere(requester, offers);
        const suggestions = (/** @type {boolean} */ areChanges) => generated.filter(({ isChange }) => isChange === areChanges)
            .map(({ id, user, provider, origin }) => ({
                id, kind: /** @type {const} */ ("password"), user, service: new URL(origin).host,
                grade: origin === requester.origin ? /** @type {const} */ ("exact") : /** @type {const} */ ("site"), provider,
                providerName: offers.providers.find((each) => each.id === provider)?.name ?? "", rank: 0, isPreselectable: false,
                detail: message("strip_justGenerated"), wasGenerated: true,
            }));
        return [...suggestions(false), ...offers.suggestions, ...suggestions(true)];
    }

    /**
     * Fetches the agent's suggestions for a document.
     *
     * @param {Requester} requester
     * @param {FrameContext} context
     * @param {import("../messages.js").CredentialKind[]} kinds
     * @param {import("../messages.js").PasskeyRequest} [request] the document's open passkey request
     */
    async offers(requester, context, kinds, request) {
        const dependencies = { agent: this.#dependencies.agent, related: this.#related };
        const plain = () => offersFor(dependencies, requester, context, kinds);
        const found = request === undefined
            ? await plain()
            // If the passkeys fail, passwords are still offered.
            : await offersFor(dependencies, requester, context, [...new Set([...kinds, /** @type {const} */ ("passkey")])], request).catch(plain);
        const offers = withoutCodesElsewhere(found);
        this.#offers.set(requester, offers);
        return offers;
    }

    /**
     * The registrable domain of a document, or its origin without an agent.
     *
     * @param {Requester} requester
     * @param {FrameContext} context
     */
    async siteOf(requester, context) {
        const known = this.#offers.get(requester) ?? await this.offers(requester, context, ["password"]).catch(() => undefined);
        return known?.site ?? requester.origin;
    }

    /**
     * @param {Requester} requester
     * @param {{suggestion: string, mustConfirm: boolean, doubts?: Doubt[]}} call
     * @param {FrameContext} context
     */
    async fill(requester, { suggestion, mustConfirm, doubts = [] }, context) {
        const offers = this.#offers.get(requester);
        const generated = offers && this.#generatedHere(requester, offers).find(({ id }) => id === suggestion);
        if (generated !== undefined) return this.#fillGenerated(requester, generated, { mustConfirm, doubts }, context);
        const picked = offers?.suggestions.find((each) => each.id === suggestion);
        const params = { url: requester.url, suggestion, acceptsWarning: false };
        const about = { user: picked?.user, mustConfirm, doubts, frame: this.#frame(requester) };
        return this.#filled(requester, parseFilled(await this.ask(requester, context, "fill", params, about)), picked);
    }

    /**
     * Fills a generated password that is not saved in a login yet, after the same confirmations as for a login.
     *
     * @param {Requester} requester
     * @param {import("./generatedPasswords.js").GeneratedPassword} generated
     * @param {{mustConfirm: boolean, doubts: Doubt[]}} doubted
     * @param {FrameContext} context
     */
    async #fillGenerated(requester, { user, password, provider }, doubted, { ancestorOrigins, signal }) {
        const { origin } = requester, doubts = await this.doubtsToAsk(origin, doubted.doubts, signal);
        const insecure = [origin, ...ancestorOrigins].find(isInsecure);
        const question = questionBefore(origin, ancestorOrigins, { user, ...doubted, doubts, frame: this.#frame(requester) });
        if (question !== undefined) await this.perform(requester, question, async () => undefined);
        if (insecure !== undefined) await this.perform(requester, insecureQuestion(insecure, "", user), async () => undefined);
        signal.throwIfAborted();
        return this.#filled(requester, { provider, value: { kind: "password", user, password } });
    }

    /**
     * @param {Requester} requester
     * @param {{kind: "password" | "code", provider: string | undefined, mustConfirm: boolean, doubts?: Doubt[]}} call
     * @param {FrameContext} context
     */
    async list(requester, { kind, provider, mustConfirm, doubts = [] }, context) {
        const params = withoutMissing({ kind, url: requester.url, provider });
        const about = { mustConfirm, doubts, frame: this.#frame(requester) };
        return this.#filled(requester, parseFilled(await this.ask(requester, context, "list", params, about)));
    }

    /**
     * @param {Requester} requester
     * @param {{provider: string | undefined, mustConfirm: boolean}} call
     * @param {FrameContext} context
     */
    async insertText(requester, { provider, mustConfirm }, context) {
        const params = withoutMissing({ provider, url: requester.url });
        return parseFilled(await this.ask(requester, context, "insertText", params, { mustConfirm, frame: this.#frame(requester) }));
    }

    /**
     * Generates passwords. A password that is shown ahead of a pick is no user action: it asks nothing, replaces no open
     * request, shows no sheet, and is refused in a frame of another site.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").GenerateParameters} call
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
     * Unlocks a provider by showing its list.
     *
     * @param {Requester} requester
     * @param {{provider: string, mustConfirm: boolean, doubts?: Doubt[]}} call
     * @param {FrameContext} context
     * @returns {Promise<{filled?: Filled}>}
     */
    async unlock(requester, { provider, mustConfirm, doubts = [] }, context) {
        try {
            return { filled: await this.list(requester, { kind: "password", provider, mustConfirm, doubts }, context) };
        } catch (thrown) {
            // The user may unlock and then close the list; that is a success.
            const failure = Failure.from(thrown);
            if (failure.reason !== "userCanceled") throw failure;
            const offers = await this.offers(requester, context, ["password"]);
            if (offers.locked.some((each) => each.provider === provider)) throw failure;
            return {};
        }
    }

    /**
     * A site's quirks. They are not secret, so they are cached.
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
     * Whether every provider is locked, so that a save waits for the next unlock. Reads the agent's check that "latchkey
     * doctor" shows; `false` without an agent.
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
     * Calls the agent for the user, with the confirmations that the agent requires.
     *
     * A new request replaces the tab's open request; a save is never cancelled that way.
     *
     * @param {Page} page
     * @param {FrameContext} context
     * @param {string} method
     * @param {Params} params
     * @param {About} about
     */
    async ask(page, { ancestorOrigins, signal: wanted }, method, params, about) {
        const place = page.tabId === undefined || method === "save" ? undefined : `tab ${page.tabId}`;
        return this.#forUser(page, { place, purpose: about.purpose, tabId: page.tabId }, wanted, async (userRequest, signal) => {
            const result = await this.#answered(userRequest, page, { ancestorOrigins, signal }, method, params, about);
            await about.afterwards?.(userRequest, result, signal);
            return result;
        });
    }

    /**
     * Runs an action of the user that is not an agent call, after asking the question, if there is one.
     *
     * @param {Page & {tabId: number}} page
     * @param {import("./confirmations.js").Question | undefined} question
     * @param {(userRequest: import("./userRequest.js").UserRequest, signal: AbortSignal) => Promise<void>} act called while the
     *   window is still open
     */
    perform(page, question, act) {
        const more = { place: `tab ${page.tabId}`, tabId: page.tabId };
        return this.#forUser(page, more, neverAborted, async (userRequest, signal) => {
            if (question !== undefined) await confirm(userRequest, question, signal);
            await act(userRequest, signal);
        });
    }

    /**
     * @template Result
     * @param {Page} page
     * @param {Parameters<import("./sheets.js").Sheets["begin"]>[2]} more
     * @param {AbortSignal} wanted
     * @param {(userRequest: import("./userRequest.js").UserRequest, signal: AbortSignal) => Promise<Result>} act
     */
    async #forUser(page, more, wanted, act) {
        const userRequest = this.#dependencies.sheets.begin(page.windowId, new URL(page.origin).host, more);
        const signal = AbortSignal.any([wanted, userRequest.cancelSignal]);
        try {
            return await act(userRequest, signal);
        } catch (thrown) {
            if (!userRequest.cancelSignal.aborted) throw thrown;
            throw new Failure("userCanceled", "the request was cancelled");
        } finally {
            userRequest.end();
        }
    }

    /**
     * @param {import("./userRequest.js").UserRequest} userRequest
     * @param {Page} page
     * @param {FrameContext} context
     * @param {string} method
     * @param {Params} params
     * @param {About} about
     */
    async #answered(userRequest, page, { ancestorOrigins, signal }, method, params, about) {
        // The doubts are about the page that is filled.
        const doubts = await this.doubtsToAsk(about.into ?? page.origin, about.doubts ?? [], signal);
        const question = questionBefore(page.origin, ancestorOrigins, { ...about, doubts });
        if (question !== undefined) await confirm(userRequest, question, signal);
        const accepted = {
            // The question named every ancestor of another site.
            acceptsFrame: question !== undefined && ancestorOrigins.length > 0,
            acceptsWarning: about.into !== undefined && isInsecure(about.into),
        };
        for (;;) {
            const all = { ...params, ...(isAboutPage(params) ? { ancestorOrigins, acceptsFrame: accepted.acceptsFrame } : {}) };
            if (accepted.acceptsWarning) Object.assign(all, { acceptsWarning: true });
            if (page.isPrivate === true && remembered.has(method)) Object.assign(all, { isPrivate: true });
            try {
                return await userRequest.waiting((onSend) =>
                    this.#dependencies.agent.call(method, all, { signal, isForUser: true, onSend }));
            } catch (thrown) {
                const failure = Failure.from(thrown);
                const further = questionAbout(failure, page.origin, ancestorOrigins, about.user, accepted);
                if (further === undefined) throw failure;
                await confirm(userRequest, further, signal);
            }
        }
    }

    /**
     * The doubts about a form that the user must confirm.
     *
     * @param {string} origin the page's origin
     * @param {readonly Doubt[]} doubts
     * @param {AbortSignal} [signal]
     */
    doubtsToAsk(origin, doubts, signal = neverAborted) {
        return doubtsToAsk(this.#dependencies.agent, origin, doubts, signal);
    }

    /** The agent's judgement of a document's frame. @param {Requester} requester */
    #frame(requester) {
        return this.#offers.get(requester)?.frame;
    }

    /**
     * @param {Requester} requester
     * @param {Filled} filled
     * @param {import("../messages.js").Suggestion} [picked] `undefined` for a result of a provider's list, which names no login
     */
    async #filled(requester, filled, picked) {
        await this.handedOver(requester, filled, picked);
        return filled;
    }

    /**
     * Records what a document is about to receive, since it may submit it at once. Returns a function that undoes this when
     * the document has no field for it; the document then sends "unfilled".
     *
     * @param {Requester} requester
     * @param {Filled} filled
     * @param {import("../messages.js").Suggestion} [picked]
     * @param {string} [site] the document's site, if it has no suggestions
     * @returns {Promise<() => void>} undoes the record
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
 * Removes one-time codes from the suggestions of a frame of another site: such a code belongs to a login in progress on
 * its own site.
 *
 * @param {AgentOffers} offers
 * @returns {AgentOffers}
 */
function withoutCodesElsewhere(offers) {
    if (!offers.frame.isOfOtherSite) return offers;
    return { ...offers, suggestions: offers.suggestions.filter((each) => each.kind !== "code") };
}

/**
 * Whether a call names a page, by its address or in its request. Only then it has ancestors; the agent rejects ancestors
 * without a page.
 *
 * @param {{url?: unknown, request?: unknown}} params
 */
function isAboutPage({ url, request }) {
    return url !== undefined || request !== undefined;
}

/**
 * The single question before the agent is called. It covers all doubts, so that the user is not asked twice.
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
 * The question for a failure that a confirmation can resolve, once for each; `undefined` for other failures.
 *
 * @param {Failure} failure
 * @param {string} origin
 * @param {string[]} ancestorOrigins
 * @param {string | undefined} user
 * @param {{acceptsFrame: boolean, acceptsWarning: boolean}} accepted the confirmations so far; updated here
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
