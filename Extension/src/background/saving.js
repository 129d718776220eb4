// From a login that went through to a saved one: what is known already, what is asked, and what the provider is told.
//
// Nothing is saved or learned in private windows. A new login is offered in a banner of the page, and so is the update of
// one, which the banner names: the provider's own sheet would be a window of ours without a person's act, since a page can
// submit a form by itself. What was generated is told to the provider at once.

import { Failure } from "../messages/failure.js";
import * as calls from "../messages/documentMessages.js";
import { withoutMissing } from "../messages/readValues.js";
import { RateLimit } from "./rateLimit.js";
import { neverAborted } from "./timeouts.js";
import { PendingSubmissions } from "./pendingSubmissions.js";
import { findAccountOwner } from "./accountOwner.js";

/**
 * @typedef {import("./documents.js").Requester} Requester
 * @typedef {import("./documents.js").FrameContext} FrameContext
 * @typedef {import("./pendingSubmissions.js").Sent} Sent
 * @typedef {import("../messages.js").Banner} Banner
 * @typedef {"userInitiated" | "formDidDisappear" | "generatedPasswordFilled"} SaveEvent
 *
 * @typedef {object} SavingDependencies
 * @property {import("./agent.js").Agent} agent
 * @property {import("./requests.js").Requests} requests
 * @property {import("./tabMemory.js").TabMemory} memory
 * @property {{has: (host: string) => Promise<boolean>, add: (host: string) => Promise<void>}} neverSaved
 * @property {import("./banners.js").Banners} banners
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {import("./pendingSubmissions.js").SubmissionsDependencies["inspectPage"]} inspectPage
 * @property {import("./pendingSubmissions.js").SubmissionsDependencies["framesOf"]} framesOf
 */

/** A page can send forms by itself, once somebody has typed in one: of a tab so many are looked at within a minute. */
const submissionLimit = { count: 8, time: 60_000 };
/** Of a site so many are handed on unasked within ten minutes: the inbox, where they wait while it is locked, is bounded. */
const unaskedLimit = { count: 5, time: 10 * 60_000 };

export class Saving {
    #dependencies;
    #submissions;
    /** @type {Map<string, Promise<import("./accountOwner.js").AccountOwner>>} whose login a session's is, by session */
    #owners = new Map();
    /** @type {Set<string>} sessions in which a generated password was filled */
    #generated = new Set();
    #maySend;
    #mayGoUnasked;

    /** @param {SavingDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
        this.#maySend = new RateLimit(submissionLimit.count, submissionLimit.time, dependencies.after);
        this.#mayGoUnasked = new RateLimit(unaskedLimit.count, unaskedLimit.time, dependencies.after);
        this.#submissions = new PendingSubmissions({
            after: dependencies.after,
            inspectPage: dependencies.inspectPage,
            framesOf: dependencies.framesOf,
            wentThrough: (sent) => void this.#wentThrough(sent).catch(() => undefined),
            failed: (sent) => void this.#failed(sent).catch(() => undefined),
        });
    }

    /** @returns {Record<string, import("./documents.js").CallHandler>} */
    get calls() {
        return {
            keepGenerated: (requester, params, context) => this.keepGenerated(requester, calls.parseKeepGenerated(params), context),
        };
    }

    /** @returns {Record<string, import("./documents.js").NoteHandler>} */
    get notes() {
        return {
            submitted: (requester, params, context) => this.submitted(requester, calls.parseSubmission(params), context),
            settled: (requester, params) => {
                const { session, outcome } = calls.parseSettled(params);
                this.#submissions.settled(requester, session, outcome);
            },
            bannerAnswered: (requester, params) => this.#dependencies.banners.answered(requester, calls.parseBannerAnswer(params)),
        };
    }

    /** @param {WebExtension.NavigationDetails} details */
    committed(details) {
        this.#submissions.committed(details);
        this.#dependencies.banners.committed(details);
    }

    /** @param {WebExtension.NavigationDetails} details */
    completed(details) {
        this.#submissions.completed(details);
        this.#dependencies.banners.completed(details);
    }

    /** @param {number} tabId */
    tabRemoved(tabId) {
        this.#submissions.tabRemoved(tabId);
        this.#dependencies.banners.tabRemoved(tabId);
    }

    /**
     * A generated password is about to stand in a form: the provider that made it keeps it from this moment on, whatever
     * becomes of the form. A document that hears that this failed fills nothing.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").GeneratedLogin} generated
     * @param {FrameContext} context
     */
    async keepGenerated(requester, { user: typed, password, session, passwordKind, provider, form }, { ancestorOrigins }) {
        if (requester.isPrivate) return {};
        // For the login that is changed, so that what is never sent is a question about it, and no second login.
        const { user, origin } = form !== "changePassword" ? { user: typed, origin: requester.origin }
            : await findAccountOwner({ submission: { form, user: typed, password }, requester, ancestorOrigins }, this.#dependencies);
        const request = requestOf(origin, { user, password, session }, "generatedPasswordFilled", passwordKind);
        const params = { request, provider };
        // Whose frame it is was confirmed when it was generated.
        const frame = { ancestorOrigins, acceptsFrame: true };
        try {
            await this.#dependencies.agent.call("save", { ...params, ...frame, mayAsk: false }, { isForPerson: true });
        } catch (thrown) {
            if (Failure.from(thrown).reason !== "interactionRequired") throw thrown;
            await this.#dependencies.requests.ask(requester, { ancestorOrigins, signal: neverAborted }, "save", params, { mustConfirm: false });
        }
        bounded(this.#generated, 100).add(session);
        // Of a form that names nobody the person may hear nothing more: it is not said to be a login when it is sent.
        if (user === "") this.#dependencies.banners.tell(requester, keptBanner(origin));
        return {};
    }

    /**
     * @param {Requester} requester
     * @param {import("../messages.js").Submission} submission
     * @param {FrameContext} context
     */
    submitted(requester, submission, { ancestorOrigins }) {
        if (requester.isPrivate) return;
        // What comes next is that of this try, and not of one before it.
        if (!this.#maySend.take(String(requester.tabId))) return this.#submissions.sentAgain(requester);
        const sent = { submission, requester, ancestorOrigins };
        const owner = findAccountOwner(sent, this.#dependencies);
        owner.catch(() => undefined);
        if (submission.password === "") return;
        bounded(this.#owners, 50).set(submission.session, owner);
        this.#submissions.submitted(sent);
    }

    /** @param {Sent} sent */
    async #failed({ submission, requester }) {
        const user = (await this.#owners.get(submission.session))?.user ?? submission.user;
        const isLogin = submission.form === "login" || submission.form === "twoStepLogin";
        if (isLogin && user !== "") this.#dependencies.memory.remember("failedUser", requester.tabId, requester.origin, user);
    }

    /** @param {Sent} sent */
    async #wentThrough(sent) {
        const { submission, requester } = sent;
        const { memory, neverSaved } = this.#dependencies;
        const found = await this.#owners.get(submission.session);
        this.#owners.delete(submission.session);
        const { user, offers, stored, origin } = found ??
            { user: submission.user, offers: undefined, stored: undefined, origin: requester.origin };
        memory.forget("failedUser", requester.tabId, requester.origin);
        if (user !== "") memory.remember("knownUser", requester.tabId, offers?.site ?? requester.origin, user);
        const digest = await memory.digest(user, submission.password);
        if (memory.recall("filled", requester.tabId, requester.origin) === digest) return;
        if (await neverSaved.has(new URL(requester.origin).hostname)) return;
        const wasGenerated = submission.wasGenerated || this.#generated.has(submission.session);
        const savers = offers?.providers.filter((each) => each.savesPasswords) ?? [];
        const saver = stored === undefined ? savers[0] : savers.find((each) => each.id === stored.provider);
        // Nobody can save it, or whoever has the login cannot, and another would have it twice.
        if (offers !== undefined && saver === undefined) return;
        const login = { user, password: submission.password, session: submission.session };
        const wish = { sent, login, provider: saver, isUpdate: stored !== undefined, origin, wasGenerated };
        // Another host's login is changed by nobody's word but the person's.
        const isOwn = origin === requester.origin;
        const site = offers?.site ?? requester.origin;
        const goesUnasked = isOwn && (wasGenerated || stored !== undefined && this.#mayGoUnasked.take(site));
        if (goesUnasked) return this.#saveQuietly(wish);
        this.#offer(wish);
    }

    /**
     * Saves what needs no question; what does is offered in the page first.
     *
     * @param {Wish} wish
     */
    async #saveQuietly(wish) {
        const { sent: { ancestorOrigins }, login, provider, origin, wasGenerated } = wish;
        const request = requestOf(origin, login, "formDidDisappear");
        const params = withoutMissing({ request, provider: provider?.id, ancestorOrigins, mayAsk: false });
        try {
            await this.#dependencies.agent.call("save", params);
        } catch (thrown) {
            const { reason } = Failure.from(thrown);
            if (reason === "interactionRequired" || reason === "otherSiteFrame") return this.#offer(wish);
            if (wasGenerated) this.#tell(wish, "failed");
            return;
        }
        await this.#saved(wish);
        // What the person typed and the provider knows by now is no news; what waits for its question is.
        if (await this.#dependencies.requests.isLocked()) this.#tell(wish, "waiting", { asksLater: !wasGenerated });
        else if (wasGenerated) this.#tell(wish, "saved");
    }

    /** @param {Wish} wish */
    #offer(wish) {
        const { requester } = wish.sent;
        this.#dependencies.banners.ask(requester, bannerOf(wish, "save"), (answer) => {
            if (answer === "save") return this.#saveForPerson(wish);
            if (answer === "never") return this.#dependencies.neverSaved.add(new URL(requester.origin).hostname);
            return undefined;
        });
    }

    /**
     * The person pressed Save: the provider adds the login, or gives the one that the banner named the new password. One
     * that the banner did not name, because nobody knew of it, is replaced only where the provider's own question says so.
     *
     * @param {Wish} wish
     */
    async #saveForPerson(wish) {
        const { sent: { requester, ancestorOrigins }, login, provider, isUpdate, origin } = wish;
        const request = requestOf(origin, login, isUpdate ? "userInitiated" : "formDidDisappear");
        const params = withoutMissing({ request, provider: provider?.id, mayAsk: true });
        const about = { user: login.user, mustConfirm: false };
        try {
            await this.#dependencies.requests.ask(requester, { ancestorOrigins, signal: neverAborted }, "save", params, about);
        } catch (thrown) {
            if (Failure.from(thrown).reason !== "userCanceled") this.#tell(wish, "failed");
            return;
        }
        await this.#saved(wish);
        this.#tell(wish, await this.#dependencies.requests.isLocked() ? "waiting" : "saved");
    }

    /** @param {Wish} wish */
    async #saved({ sent: { requester }, login }) {
        const { memory } = this.#dependencies;
        // The same login again, in the next step or on the next page, is no news.
        memory.remember("filled", requester.tabId, requester.origin, await memory.digest(login.user, login.password));
    }

    /**
     * @param {Wish} wish
     * @param {Banner["kind"]} kind
     * @param {{asksLater?: boolean}} [more]
     */
    #tell(wish, kind, more = {}) {
        this.#dependencies.banners.tell(wish.sent.requester, { ...bannerOf(wish, kind), ...more });
    }
}

/**
 * @typedef {object} Wish
 * @property {Sent} sent
 * @property {{user: string, password: string, session: string}} login
 * @property {import("../messages.js").ProviderAbilities | undefined} provider
 * @property {boolean} isUpdate the login is there, and has another password
 * @property {string} origin where the login belongs
 * @property {boolean} wasGenerated
 */

/**
 * @param {Wish} wish
 * @param {Banner["kind"]} kind
 * @returns {Banner}
 */
function bannerOf({ login, provider, isUpdate, origin }, kind) {
    const { host } = new URL(origin);
    return { id: crypto.randomUUID(), kind, user: login.user, host, providerName: provider?.name ?? "", isUpdate };
}

/**
 * @param {string} origin
 * @returns {Banner}
 */
function keptBanner(origin) {
    return { id: crypto.randomUUID(), kind: "kept", user: "", host: new URL(origin).host, providerName: "" };
}

/**
 * A save request (Schemas/common.json, SavePasswordRequest): for the origin of the form's frame, as the browser says it, or
 * for that of the login which the person used there.
 *
 * @param {string} origin
 * @param {{user: string, password: string, session: string}} login
 * @param {SaveEvent} event
 * @param {string} [passwordKind]
 */
function requestOf(origin, { user, password, session }, event, passwordKind) {
    const serviceIdentifier = { type: "URL", identifier: `${origin}/` };
    return withoutMissing({ serviceIdentifier, user, password, sessionID: session, event, passwordKind });
}

/**
 * A set or map from which the oldest goes when it is full.
 *
 * @template {Set<string> | Map<string, unknown>} Kept
 * @param {Kept} kept
 * @param {number} limit
 */
function bounded(kept, limit) {
    for (const key of kept.keys()) {
        if (kept.size < limit) break;
        kept.delete(key);
    }
    return kept;
}
