// Saves logins after a successful submission: decides what is known, asks the user, and notifies the provider.
//
// Nothing is saved or remembered in private windows. A banner in the page offers a new login or an update, which it names:
// the provider's own sheet would open a window without a user's action, since a page can submit a form itself. A generated
// password goes to the provider at once.

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
 * @property {import("./tabOpeners.js").TabOpeners} openers
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {import("./pendingSubmissions.js").SubmissionsDependencies["inspectPage"]} inspectPage
 * @property {import("./pendingSubmissions.js").SubmissionsDependencies["framesOf"]} framesOf
 */

/**
 * Submissions per tab and minute that are examined. A page can submit a form itself after the user has typed in it, so these
 * have a limit of their own and do not use up the user's.
 */
const submissionLimit = { byPage: 8, byUser: 60, time: 60_000 };
/**
 * Pauses (ms) before further attempts to find the account of a change, or of a form without a user name, while the agent does
 * not answer. Each is shorter than the time after which the browser stops an idle worker.
 */
const ownerPauses = [1000, 2000, 4000, 8000];
/** How long (ms) the end of a tab takes. */
const closing = 500;
/** Saves per site and ten minutes without a question: the inbox, where they wait while it is locked, is bounded. */
const unaskedLimit = { count: 5, time: 10 * 60_000 };

export class Saving {
    #dependencies;
    #submissions;
    /** @type {Map<string, Promise<import("./accountOwner.js").AccountOwner>>} the account of each form session */
    #owners = new Map();
    /** Submissions that went through and are still being handled. @type {Set<ThroughSubmission>} */
    #through = new Set();
    /** @type {Set<string>} sessions in which a generated password was filled */
    #generated = new Set();
    #mayPageSend;
    #mayUserSend;
    #mayGoUnasked;

    /** @param {SavingDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
        const { byPage, byUser, time } = submissionLimit;
        this.#mayPageSend = new RateLimit(byPage, time, dependencies.after);
        this.#mayUserSend = new RateLimit(byUser, time, dependencies.after);
        this.#mayGoUnasked = new RateLimit(unaskedLimit.count, unaskedLimit.time, dependencies.after);
        this.#submissions = new PendingSubmissions({
            after: dependencies.after,
            inspectPage: dependencies.inspectPage,
            framesOf: dependencies.framesOf,
            wentThrough: (sent, isDoubtful) => this.#handleThrough(sent, isDoubtful),
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
            typedUser: (requester, params, context) => this.#typedUser(requester, calls.parseTypedUser(params), context),
            followedLink: ({ tabId }) => this.#dependencies.memory.doubtSteps(tabId),
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
        const { openers, banners, memory, requests, after } = this.#dependencies;
        const wasOpened = openers.wasOpened(tabId);
        openers.closed(tabId);
        banners.tabRemoved(tabId, wasOpened);
        // The last messages of the tab's documents may arrive after its end.
        after(closing, () => {
            this.#submissions.tabRemoved(tabId, wasOpened);
            // Submissions that went through still need this memory while the agent is slow.
            const forget = () => {
                memory.forgetTab(tabId);
                requests.generated.forgetTab(tabId);
            };
            after(closing, () => {
                const through = [...this.#through].filter(({ sent }) => sent.requester.tabId === tabId);
                if (through.length === 0) forget();
                else void Promise.all(through.map(({ end }) => end)).then(forget);
            });
        });
    }

    /**
     * Stores a generated password with its provider before it is filled, whatever happens to the form. If this fails, the
     * document fills nothing.
     *
     * @param {Requester} requester
     * @param {import("../messages.js").GeneratedLogin} generated
     * @param {FrameContext} context
     */
    async keepGenerated(requester, { user: typed, password, session, passwordKind, provider, form }, { ancestorOrigins }) {
        if (requester.isPrivate) return {};
        // Store it for the login that changes: an abandoned form then leaves a question about it, and no second login.
        const { memory, requests } = this.#dependencies;
        const site = await requests.siteOf(requester, { ancestorOrigins, signal: neverAborted });
        const chosen = typed !== "" ? typed : memory.chosenUser(requester.tabId, site) ?? "";
        const { user, origin } = form !== "changePassword" ? { user: chosen, origin: requester.origin }
            : await findAccountOwner({ submission: { form, user: typed, password }, requester, ancestorOrigins }, this.#dependencies);
        const request = requestOf(origin, { user, password, session }, "generatedPasswordFilled", passwordKind);
        const params = { request, provider };
        // The user confirmed the frame when the password was generated.
        const frame = { ancestorOrigins, acceptsFrame: true };
        try {
            await this.#dependencies.agent.call("save", { ...params, ...frame, mayAsk: false }, { isForUser: true });
        } catch (thrown) {
            if (Failure.from(thrown).reason !== "interactionRequired") throw thrown;
            await requests.ask(requester, { ancestorOrigins, signal: neverAborted }, "save", params, { mustConfirm: false });
        }
        const isChange = form === "changePassword";
        requests.generated.keep(requester.tabId, { user, password, session, provider, origin, site, isChange });
        bounded(this.#generated, 100).add(session);
        // Forms without a user name may never be reported as a login, so the banner must not wait for them.
        if (user === "") this.#dependencies.banners.tell(requester, keptBanner(origin));
        return {};
    }

    /**
     * @param {Requester} requester
     * @param {import("../messages.js").TypedUser} typed
     * @param {FrameContext} context
     */
    async #typedUser(requester, { field, ...typed }, { ancestorOrigins }) {
        if (requester.isPrivate) return;
        const { memory } = this.#dependencies, turns = memory.turns(requester.tabId);
        // The next step may replace the document before the agent answers.
        const site = await this.#dependencies.requests.siteOf(requester, { ancestorOrigins, signal: neverAborted });
        const isCertain = typed.isCertain && memory.turns(requester.tabId) === turns;
        memory.rememberStep(requester.tabId, site, { ...typed, isCertain, place: `${requester.url} ${field}` });
    }

    /**
     * @param {Requester} requester
     * @param {import("../messages.js").Submission} submission
     * @param {FrameContext} context
     */
    submitted(requester, submission, { ancestorOrigins }) {
        if (requester.isPrivate) return;
        // The following events belong to this submission, and not to an earlier one.
        const limit = submission.isByUser ? this.#mayUserSend : this.#mayPageSend;
        if (!limit.take(String(requester.tabId))) return this.#submissions.sentAgain(requester);
        if (submission.password === "" && submission.form !== "updateEmail") return;
        const sent = { submission, requester, ancestorOrigins };
        const owner = findAccountOwner(sent, this.#dependencies);
        owner.catch(() => undefined);
        bounded(this.#owners, 50).set(submission.session, owner);
        owner.then(({ user }) => this.#dependencies.requests.generated.name(requester.tabId, submission.session, user), () => undefined);
        this.#submissions.submitted(sent);
    }

    /** @param {Sent} sent */
    async #failed({ submission, requester }) {
        const user = (await this.#owners.get(submission.session))?.user ?? submission.user;
        const isLogin = submission.form === "login" || submission.form === "twoStepLogin";
        if (isLogin && user !== "") this.#dependencies.memory.remember("failedUser", requester.tabId, requester.origin, user);
    }

    /**
     * @param {Sent} sent
     * @param {boolean} isDoubtful whether only the user knows that it went through
     */
    #handleThrough(sent, isDoubtful) {
        // An older submission that waits for a slow agent must not replace this newer password.
        for (const older of this.#through) older.isReplaced ||= replaces(sent, older.sent);
        /** @type {ThroughSubmission} */
        const through = { sent, isDoubtful, isReplaced: false, end: Promise.resolve() };
        this.#through.add(through);
        through.end = this.#wentThrough(through).catch(() => undefined).finally(() => this.#through.delete(through));
    }

    /** @param {ThroughSubmission} through */
    async #wentThrough(through) {
        const { sent, isDoubtful } = through, { submission, requester } = sent;
        const { memory, neverSaved, requests } = this.#dependencies;
        const found = await this.#ownerOf(sent);
        if (through.isReplaced) return;
        if (found?.isRenamed) return this.#offerRename(sent, found);
        // The address is no login's user name, or the provider cannot change it.
        if (submission.form === "updateEmail") return;
        const { user, offers, stored, origin } = found ??
            { user: submission.user, offers: undefined, stored: undefined, origin: requester.origin };
        memory.forget("failedUser", requester.tabId, requester.origin);
        const site = offers?.site ?? requester.origin;
        if (user !== "") memory.remember("knownUser", requester.tabId, site, user);
        memory.forgetSteps(requester.tabId, site);
        const kept = requests.generated.offered(requester.tabId, site, requester.origin).find((each) => each.password === submission.password);
        const digest = await memory.digest(user, submission.password);
        if (kept === undefined && memory.recall("filled", requester.tabId, requester.origin) === digest) return;
        if (await neverSaved.has(new URL(requester.origin).hostname)) return;
        const wasGenerated = submission.wasGenerated || kept !== undefined || this.#generated.has(submission.session);
        const savers = offers?.providers.filter((each) => each.savesPasswords) ?? [];
        const saver = stored === undefined ? savers[0] : savers.find((each) => each.id === stored.provider);
        // No provider can save it, or the login's own provider cannot and another would duplicate it.
        if (offers !== undefined && saver === undefined) return;
        // A login with a sign-up's generated password completes that sign-up.
        const login = { user, password: submission.password, session: kept?.session ?? submission.session };
        const place = stored === undefined ? kept?.origin ?? origin : origin;
        const save = { sent, login, provider: saver, isUpdate: stored !== undefined, origin: place, wasGenerated };
        // Changing another host's login always needs the user's confirmation.
        const isOwn = origin === requester.origin;
        const needsNoQuestion = isOwn && !isDoubtful && (wasGenerated || stored !== undefined && this.#mayGoUnasked.take(site));
        if (needsNoQuestion) return this.#saveQuietly(save);
        this.#offer(save);
    }

    /**
     * The account of a submitted form. A change of an account, and a form without a user name, wait for a slow agent: only its
     * suggestions show to which account the password belongs.
     *
     * @param {Sent} sent
     */
    async #ownerOf(sent) {
        const { submission } = sent;
        let owner = await this.#owners.get(submission.session);
        this.#owners.delete(submission.session);
        const isChange = submission.form === "changePassword" || submission.form === "updateEmail";
        for (const pause of ownerPauses) {
            const isComplete = owner === undefined || owner.user !== "" && !isChange;
            if (isComplete || !owner?.mayAnswerLater) break;
            await new Promise((resolve) => void this.#dependencies.after(pause, () => resolve(undefined)));
            owner = await findAccountOwner(sent, this.#dependencies);
        }
        return owner;
    }

    /**
     * Asks whether the stored login gets the new user name, and the new password if the form changed both.
     *
     * @param {Sent} sent
     * @param {import("./accountOwner.js").AccountOwner} owner
     */
    async #offerRename(sent, { user, offers, stored, origin }) {
        const { submission: { password, session, wasGenerated }, requester } = sent;
        if (stored === undefined || await this.#dependencies.neverSaved.has(new URL(requester.origin).hostname)) return;
        const provider = offers?.providers.find((each) => each.id === stored.provider);
        this.#offer({ sent, login: { user, password, session }, provider, isUpdate: true, origin, wasGenerated, previousUser: stored.user });
    }

    /**
     * Saves without a question; if the provider needs one, the page offers the save first.
     *
     * @param {PendingSave} save
     */
    async #saveQuietly(save) {
        const { sent: { requester, submission, ancestorOrigins }, login, provider, origin, wasGenerated } = save;
        const request = requestOf(origin, login, "formDidDisappear");
        const params = withoutMissing({ request, provider: provider?.id, ancestorOrigins, mayAsk: false });
        try {
            await this.#dependencies.agent.call("save", params);
        } catch (thrown) {
            const { reason } = Failure.from(thrown);
            if (reason === "interactionRequired" || reason === "otherSiteFrame") return this.#offer(save);
            if (wasGenerated) this.#tell(save, "failed");
            return;
        }
        this.#dependencies.banners.endOlder(requester.tabId, { user: login.user, host: new URL(origin).host }, submission.isByUser);
        // The user knows what they typed; a save that waits for an unlock is news.
        if (await this.#saved(save) === "waiting") this.#tell(save, "waiting", { asksLater: !wasGenerated });
        else if (wasGenerated) this.#tell(save, "saved");
    }

    /** @param {PendingSave} save */
    #offer(save) {
        const { sent: { requester, submission }, login } = save;
        const { banners, memory, neverSaved } = this.#dependencies, { hostname } = new URL(requester.origin);
        banners.ask({
            requester,
            banner: bannerOf(save, "save"),
            answer: (answer, at) => {
                if (answer === "save") return this.#saveForUser({ ...save, sent: { ...save.sent, requester: at } });
                if (answer === "never") return neverSaved.add(hostname);
                return undefined;
            },
            isByUser: submission.isByUser,
            isNeeded: async () => memory.recall("filled", requester.tabId, requester.origin) !==
                await memory.digest(login.user, login.password) && !await neverSaved.has(hostname),
        });
    }

    /**
     * The user pressed Save: the provider adds the login, or updates the one that the banner named. A stored login that the
     * banner did not name is replaced only after the provider's own question.
     *
     * @param {PendingSave} save
     */
    async #saveForUser(save) {
        const { sent: { requester, ancestorOrigins }, login, provider, isUpdate, origin, previousUser } = save;
        const request = requestOf(origin, login, isUpdate ? "userInitiated" : "formDidDisappear");
        const params = withoutMissing({ request, provider: provider?.id, mayAsk: true, previousUser });
        const about = { user: login.user, mustConfirm: false };
        try {
            await this.#dependencies.requests.ask(requester, { ancestorOrigins, signal: neverAborted }, "save", params, about);
        } catch (thrown) {
            if (Failure.from(thrown).reason !== "userCanceled") this.#tell(save, "failed");
            return;
        }
        this.#tell(save, previousUser === undefined ? await this.#saved(save) : await this.#renamed(save));
    }

    /**
     * Remembers the new user name, for later forms that do not ask for one.
     *
     * @param {PendingSave} save
     * @returns {Promise<"saved">}
     */
    async #renamed(save) {
        const { sent: { requester, ancestorOrigins }, login } = save, { memory, requests } = this.#dependencies;
        await this.#saved(save);
        const site = await requests.siteOf(requester, { ancestorOrigins, signal: neverAborted });
        memory.forgetSteps(requester.tabId, site);
        memory.forget("usedLogin", requester.tabId, site);
        memory.remember("knownUser", requester.tabId, site, login.user);
        return "saved";
    }

    /**
     * @param {PendingSave} save
     * @returns {Promise<"saved" | "waiting">} waiting: for the next unlock
     */
    async #saved({ sent: { requester }, login }) {
        const { memory, requests } = this.#dependencies;
        // The same login in the next step or on the next page needs no banner.
        memory.remember("filled", requester.tabId, requester.origin, await memory.digest(login.user, login.password));
        if (await requests.isLocked()) return "waiting";
        // From now on the login is suggested.
        requests.generated.forget(requester.tabId, login.session);
        return "saved";
    }

    /**
     * @param {PendingSave} save
     * @param {Banner["kind"]} kind
     * @param {{asksLater?: boolean}} [more]
     */
    #tell(save, kind, more = {}) {
        this.#dependencies.banners.tell(save.sent.requester, { ...bannerOf(save, kind), ...more });
    }
}

/**
 * @typedef {object} ThroughSubmission
 * @property {Sent} sent
 * @property {boolean} isDoubtful whether only the user knows that it went through
 * @property {boolean} isReplaced whether a newer submission of its account went through
 * @property {Promise<void>} end of its handling
 */

/**
 * Whether a newer submission replaces an older one of the same account in the same tab. A submission by a script does not
 * replace one by the user.
 *
 * @param {Sent} newer
 * @param {Sent} older
 */
function replaces(newer, older) {
    const isSame = newer.requester.tabId === older.requester.tabId && newer.requester.origin === older.requester.origin &&
        newer.submission.user === older.submission.user;
    // A change of the user name has no password.
    const isRename = (/** @type {Sent} */ { submission }) => submission.form === "updateEmail";
    return isSame && isRename(newer) === isRename(older) && (newer.submission.isByUser || !older.submission.isByUser);
}

/**
 * @typedef {object} PendingSave
 * @property {Sent} sent
 * @property {{user: string, password: string, session: string}} login
 * @property {import("../messages.js").ProviderAbilities | undefined} provider
 * @property {boolean} isUpdate whether the login is already stored, with another password or user name
 * @property {string} origin the origin of the login's site
 * @property {boolean} wasGenerated
 * @property {string} [previousUser] the stored user name, if the user name changes
 */

/**
 * @param {PendingSave} save
 * @param {Banner["kind"]} kind
 * @returns {Banner}
 */
function bannerOf({ login, provider, isUpdate, origin, previousUser }, kind) {
    const { host } = new URL(origin);
    const banner = { id: crypto.randomUUID(), kind, user: login.user, host, providerName: provider?.name ?? "", isUpdate };
    return previousUser === undefined ? banner : { ...banner, previousUser, changesPassword: login.password !== "" };
}

/**
 * @param {string} origin
 * @returns {Banner}
 */
function keptBanner(origin) {
    return { id: crypto.randomUUID(), kind: "kept", user: "", host: new URL(origin).host, providerName: "" };
}

/**
 * Builds a save request (Schemas/common.json, SavePasswordRequest) for the frame's origin as the browser reports it, or for
 * the origin of the login that the user filled there.
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
 * Evicts the oldest entry of a full set or map.
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
