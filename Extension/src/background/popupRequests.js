// Requests of the popup, for the active page and for the logins that it shows. None of them passes through the page.
//
// The popup closes when a window of the extension opens, for example to unlock. The request then continues without the
// popup, and the window shows a password that the popup would have revealed.

import { message } from "../browser.js";
import { Failure } from "../messages/failure.js";
import { parseFilled, parseFound, parseGenerated, parseOffers } from "../messages/offers.js";
import { readFlag, readInteger, readObject, readOptionalText, readText, withoutMissing } from "../messages/readValues.js";
import { generatedQuestion } from "./confirmations.js";
import { deliver, deliverGenerated, offerCopy, showFailure } from "./toolbarFill.js";
import { isInsecure, placeOf } from "./documentOrigin.js";
import { PopupLogins } from "./popupLogins.js";
import { neverAborted } from "./timeouts.js";
import { showRevealed } from "./revealedPassword.js";
import { findTarget, findTargets } from "./toolbarTarget.js";
import { parseChosenPassword, parseCopy, parseList, parsePasskeyPick, validDoubts } from "../messages/popupMessages.js";

/**
 * @typedef {import("../messages.js").Filled} Filled
 * @typedef {import("../messages.js").FoundLogin} FoundLogin
 * @typedef {import("../messages.js").Suggestion} Suggestion
 * @typedef {import("../messages.js").PopupPage} PopupPage
 *
 * @typedef {PopupParts & import("./toolbarTarget.js").TargetsDependencies} PopupDependencies
 * @typedef {{site: string | undefined, picked?: Suggestion | undefined, closed: AbortSignal}} Shown the page's site, the picked login, and
 *   whether the popup has closed
 *
 * @typedef {object} PopupParts
 * @property {import("./agent.js").Agent} agent
 * @property {import("./requests.js").Requests} requests
 * @property {import("./sheets.js").Sheets} sheets
 * @property {() => Promise<WebExtension.Tab | undefined>} activeTab
 * @property {() => Promise<boolean>} hasHostAccess
 * @property {(milliseconds: number, body: () => void) => () => void} after
 */

/**
 * @typedef {{tab: WebExtension.Tab | undefined, origin: string | undefined, url: string | undefined}} ActivePage
 * @typedef {import("./toolbarTarget.js").Target} Target
 */

/** Maximum number of search results in the popup; for more, the user refines the search. */
const searchLimit = 50;

export class PopupRequests {
    #dependencies;
    #listed = new PopupLogins();
    /** @type {Set<WebExtension.Port>} */
    #open = new Set();

    /** @param {PopupDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /**
     * Accepts the popup's port. The caller has checked that the sender is a page of the extension.
     *
     * @param {WebExtension.Port} port
     */
    accept(port) {
        const closing = new AbortController();
        this.#open.add(port);
        port.onDisconnect.addListener(() => {
            this.#open.delete(port);
            closing.abort();
        });
        port.onMessage.addListener((message) => void this.#take(message, port, closing.signal));
    }

    /** A provider was locked, or locks are no longer reported: the popup hides revealed passwords. */
    locked() {
        for (const port of this.#open) port.postMessage({ locked: true });
    }

    /**
     * @param {unknown} value
     * @param {WebExtension.Port} port
     * @param {AbortSignal} closed
     */
    async #take(value, port, closed) {
        /** @type {number} */
        let id;
        try {
            id = readInteger(readObject(value, "message"), "id");
        } catch {
            return;
        }
        /** @type {object} */
        let answer;
        try {
            const message = readObject(value);
            answer = { id, result: await this.#perform(readText(message, "method", 64), readObject(message["params"] ?? {}), closed) };
        } catch (thrown) {
            answer = { id, error: Failure.from(thrown).callError };
        }
        if (!closed.aborted) port.postMessage(answer);
    }

    /**
     * @param {string} method
     * @param {Record<string, unknown>} params
     * @param {AbortSignal} closed
     * @returns {Promise<object>}
     */
    async #perform(method, params, closed) {
        const active = await this.#activePage();
        switch (method) {
            case "page":
                return this.#page(active, closed);
            case "status": {
                await this.#dependencies.agent.call("status", {}, { isForUser: true, signal: closed });
                return { productVersion: this.#dependencies.agent.state.productVersion ?? "" };
            }
            case "search":
                return this.#search(readText(params, "text", 256), closed);
            case "lock":
                return this.#lock(closed);
            case "unlock":
                return this.#unlock(active, readText(params, "provider", 256), closed);
            case "fill": {
                const suggestion = readText(params, "suggestion");
                const found = this.#listed.ofOtherSite(suggestion);
                if (found !== undefined) return this.#fillOther(active, found, closed);
                return this.#fill(active, "fill", { suggestion, acceptsWarning: false }, closed, this.#listed.own(suggestion));
            }
            case "list": {
                const call = parseList(params);
                return this.#fill(active, "list", call, closed);
            }
            case "passkey":
                return this.#passkey(active, readText(params, "suggestion"));
            case "copy": {
                const call = parseCopy(params);
                const about = { mustConfirm: false, purpose: /** @type {const} */ ("copy") };
                return this.#copied(await this.#ask(this.#requestedPage(active, call.suggestion), "copy", call, neverAborted, about));
            }
            case "reveal":
                return this.#reveal(active, readText(params, "suggestion"), closed);
            case "generate":
                return this.#generate(active, params, closed);
            case "fillGenerated":
                return this.#fillGenerated(active, parseChosenPassword(params), closed);
            default:
                throw new Failure("unknownMethod", "the method is unknown");
        }
    }

    /** The active page, by the tab's address. @returns {Promise<ActivePage>} */
    async #activePage() {
        const tab = await this.#dependencies.activeTab();
        const place = placeOf(tab?.url === undefined ? {} : { url: tab.url });
        return { tab, origin: place?.origin, url: place?.url };
    }

    /**
     * @param {ActivePage} active
     * @param {AbortSignal} signal
     * @returns {Promise<PopupPage>}
     */
    async #page({ tab, origin, url }, signal) {
        const { agent, requests } = this.#dependencies;
        this.#listed.begin();
        const hasHostAccess = await this.#dependencies.hasHostAccess();
        const page = { origin, isPrivate: tab?.incognito ?? false, hasHostAccess };
        if (origin === undefined || url === undefined) {
            const { providers, locked, unlocked } = await this.#offersAnywhere(signal);
            const isUnlocked = unlocked && unlocked.length > 0;
            return withoutMissing({
                ...page, ...this.#abilities(), suggestions: [], providers, locked, isUnlocked,
                canFill: false, canFillGenerated: false,
            });
        }
        const params = { url, kinds: ["password", "passkey", "code"], explain: false, ancestorOrigins: [] };
        const [offers, quirks, targets] = await Promise.all([
            agent.call("suggest", params, { signal, isForUser: true }).then((result) => parseOffers(result, { origin, ancestorOrigins: [] })),
            requests.quirks(origin).catch(() => undefined),
            findTargets(this.#dependencies, { tab, origin }),
        ]);
        const { suggestions, providers, locked } = offers;
        this.#listed.showOwn(offers);
        const isUnlocked = offers.unlocked && offers.unlocked.length > 0;
        const changePassword = quirks?.changePasswordURL ?? quirks?.wellKnownChangePasswordURL;
        return withoutMissing({
            ...page, ...this.#abilities(), suggestions, providers, locked, isUnlocked,
            canFill: targets.login !== undefined, canFillGenerated: targets.newPassword !== undefined,
            changePassword: changePassword ?? (url.startsWith("https:") ? `${origin}/.well-known/change-password` : undefined),
        });
    }

    /**
     * Answers the page's conditional request with a passkey. Throws if the page has none.
     *
     * @param {ActivePage} active
     * @param {string} suggestion
     */
    async #passkey({ tab, origin }, suggestion) {
        const { framesOf, tell } = this.#dependencies;
        const frame = tab?.id === undefined ? undefined : (await framesOf(tab.id)).find(({ frameId }) => frameId === 0);
        if (tab?.id === undefined || frame === undefined || this.#listed.own(suggestion)?.kind !== "passkey") {
            throw new Failure("gone", "the page has changed");
        }
        const answer = parsePasskeyPick(await tell(tab.id, { type: "passkey", suggestion, origin }, frame).catch(() => null));
        if (answer.error !== undefined) throw new Failure(answer.error.reason, answer.error.message, answer.error);
        if (!answer.isWaiting) throw new Failure("nothingFound", message("popup_passkey_not_waiting"));
        return {};
    }

    /** Features of the agent that the popup depends on; known once the agent has answered a call. */
    #abilities() {
        const { agent } = this.#dependencies;
        return { canSearch: agent.knows("search"), canLock: agent.knows("lock"), canCopyText: agent.knows("copyText") };
    }

    /**
     * The providers, when there is no page: their abilities do not depend on it.
     *
     * @param {AbortSignal} signal
     */
    async #offersAnywhere(signal) {
        const params = { url: "https://latchkey.invalid/", kinds: [], explain: false, ancestorOrigins: [] };
        const result = await this.#dependencies.agent.call("suggest", params, { signal, isForUser: true });
        return parseOffers(result, { origin: "https://latchkey.invalid", ancestorOrigins: [] });
    }

    /**
     * Searches the logins of every site and provider, except those of the page.
     *
     * @param {string} text
     * @param {AbortSignal} signal
     */
    async #search(text, signal) {
        const result = await this.#dependencies.agent.call("search", { text, limit: searchLimit }, { signal, isForUser: true });
        const { logins, hasMore } = parseFound(result);
        return { logins: this.#listed.showFound(logins), hasMore };
    }

    /**
     * Locks everything, and hides revealed passwords.
     *
     * @param {AbortSignal} signal
     */
    async #lock(signal) {
        await this.#dependencies.agent.call("lock", {}, { isForUser: true, signal });
        this.#dependencies.sheets.endRevealed();
        return {};
    }

    /**
     * Unlocks a provider by showing its list, which stays open if the page has a field to fill.
     *
     * @param {ActivePage} active
     * @param {string} provider
     * @param {AbortSignal} closed
     */
    async #unlock(active, provider, closed) {
        const call = { kind: /** @type {const} */ ("password"), provider };
        const hasFields = await findTarget(this.#dependencies, active) !== undefined;
        if (hasFields) return this.#fill(active, "list", call, closed);
        const about = { mustConfirm: false, purpose: /** @type {const} */ ("copy") };
        return this.#copied(await this.#ask(active, "copy", { part: "password", provider, acceptsWarning: false }, neverAborted, about));
    }

    /**
     * The page for which a login is requested: the active one, or the login's own page if it is of another site.
     *
     * @param {ActivePage} active
     * @param {string | undefined} suggestion
     * @returns {ActivePage}
     */
    #requestedPage(active, suggestion) {
        const found = this.#listed.ofOtherSite(suggestion);
        return found === undefined ? active : { ...active, url: found.url, origin: new URL(found.url).origin };
    }

    /**
     * Reveals a password: in the popup, or in the window that unlocked the provider, since the popup has closed by then.
     * Without such a window the user closed the popup, and the password is not shown.
     *
     * The popup's end does not cancel the call: the window that unlocks takes the focus, which closes the popup.
     *
     * @param {ActivePage} active
     * @param {string} suggestion
     * @param {AbortSignal} closed
     */
    async #reveal(active, suggestion, closed) {
        const call = { suggestion, acceptsWarning: false, purpose: "reveal" };
        const asked = this.#requestedPage(active, suggestion);
        const result = await this.#ask(asked, "fill", call, neverAborted, {
            mustConfirm: false,
            purpose: "reveal",
            afterwards: async (userRequest, answer, signal) => {
                if (!closed.aborted || !userRequest.hasShown) return;
                await showRevealed(userRequest, parseFilled(answer), asked.origin ?? "", signal, this.#dependencies.after);
            },
        });
        return parseFilled(result).value;
    }

    /**
     * Fills a login of another site into the active page after a confirmation. The request names the page as an ancestor, so
     * that the agent's log contains both.
     *
     * @param {ActivePage} active
     * @param {FoundLogin} found
     * @param {AbortSignal} closed
     */
    async #fillOther(active, found, closed) {
        const target = await findTarget(this.#dependencies, active);
        // A code belongs to a login that is in progress on its own site.
        if (target === undefined || found.kind !== "password") throw new Failure("nothingFound", "the page has no field for it");
        const doubts = validDoubts(target.said);
        const page = { origin: new URL(found.url).origin, ...tabOf(active) };
        const context = { ancestorOrigins: [target.origin], signal: neverAborted };
        const params = { url: found.url, suggestion: found.id, acceptsWarning: false };
        const about = {
            user: found.user, mustConfirm: doubts.length < target.said.length, doubts, into: target.origin,
            afterwards: this.#deliver(target, { site: this.#listed.site, closed }),
        };
        await this.#dependencies.requests.ask(page, context, "fill", params, about);
        return {};
    }

    /**
     * Calls the agent for the active page, or without a page.
     *
     * @param {ActivePage} active
     * @param {string} method
     * @param {object} params
     * @param {AbortSignal} signal
     * @param {import("./requests.js").About} [about]
     */
    #ask({ tab, origin, url }, method, params, signal, about = { mustConfirm: false }) {
        const page = { origin: origin ?? "https://latchkey.invalid", ...tabOf({ tab }) };
        const all = withoutMissing({ ...params, url });
        return this.#dependencies.requests.ask(page, { ancestorOrigins: [], signal }, method, all, about);
    }

    /** @param {Record<string, unknown>} result */
    #copied(result) {
        return { clearsAfter: readInteger(result, "clearsAfter"), isMarkedAsSecret: readFlag(result, "isMarkedAsSecret", false) };
    }

    /**
     * @param {ActivePage} active
     * @param {Record<string, unknown>} params
     * @param {AbortSignal} signal
     */
    async #generate(active, params, signal) {
        const length = params["length"] === undefined ? undefined : readInteger(params, "length");
        const request = withoutMissing({
            serviceIdentifier: { type: "URL", identifier: active.url ?? "https://latchkey.invalid/" },
            // The same form as a page's rules; the provider decides how to apply them.
            passwordFieldPasswordRules: length === undefined ? undefined : `minlength: ${length}; maxlength: ${length};`,
        });
        const call = { request, withInterface: false, provider: readOptionalText(params, "provider", 256) };
        return parseGenerated(await this.#ask(active, "generate", withoutMissing(call), signal));
    }

    /**
     * Fills a generated password into the page's new-password fields, after a confirmation if the page has doubts or is not
     * encrypted. The document stores the password with its provider before it fills it.
     *
     * @param {ActivePage} active
     * @param {{value: string, kind: string, provider: string}} chosen
     * @param {AbortSignal} closed
     */
    async #fillGenerated(active, chosen, closed) {
        const target = (await findTargets(this.#dependencies, active)).newPassword;
        if (target === undefined) throw new Failure("nothingFound", "the page has no new-password field");
        const { tab, origin, url, frame, said } = target;
        const doubts = validDoubts(said);
        // A doubt that cannot be read counts as one.
        const asked = await this.#dependencies.requests.doubtsToAsk(origin, doubts);
        const question = generatedQuestion(origin, doubts.length < said.length, asked, isInsecure(origin));
        const place = { tabId: tab.id, origin, url, isPrivate: tab.incognito, frame };
        const page = { origin, ...tabOf(active), tabId: tab.id };
        await this.#dependencies.requests.perform(page, question, async (userRequest, signal) => {
            userRequest.releaseFocus();
            const failure = await deliverGenerated(this.#dependencies, place, chosen, said);
            if (failure === undefined) return;
            if (!closed.aborted) throw failure;
            if (failure.reason !== "nothingFound") return showFailure(userRequest, failure, origin, signal);
            const value = { kind: /** @type {const} */ ("password"), user: "", password: chosen.value };
            await offerCopy(this.#dependencies, userRequest, place, { provider: chosen.provider, value }, signal);
        });
        return {};
    }

    /**
     * Fills the page with the picked login, after a confirmation if the page has doubts.
     *
     * @param {ActivePage} active
     * @param {"fill" | "list"} method
     * @param {{kind?: string, suggestion?: string, provider?: string, acceptsWarning?: boolean}} params
     * @param {AbortSignal} closed
     * @param {Suggestion} [picked] the picked login if it is one of the page's own
     */
    async #fill(active, method, params, closed, picked) {
        // The popup may show another list by the time the provider is unlocked.
        const { site } = this.#listed;
        const target = await findTarget(this.#dependencies, active);
        if (target === undefined) throw new Failure("nothingFound", "the page has no field for it");
        const said = (picked?.kind ?? params.kind) === "code" ? [] : target.said;
        const doubts = validDoubts(said);
        // A doubt that cannot be read counts as one.
        const about = {
            user: picked?.user, mustConfirm: doubts.length < said.length, doubts,
            afterwards: this.#deliver({ ...target, said }, { site, picked, closed }),
        };
        // The agent decides for the document that is filled: it may be a frame with another path than the page.
        await this.#ask({ ...active, url: target.url }, method, params, neverAborted, about).catch(async (thrown) => {
            const failure = Failure.from(thrown);
            if (closed.aborted && failure.reason === "nothingFound") await this.#showAfterwards(active, target, failure);
            throw failure;
        });
        return {};
    }

    /**
     * Shows in a window that the agent refused a fill, since the popup closed when the window with the question opened.
     *
     * @param {ActivePage} active
     * @param {Target} target
     * @param {Failure} failure
     */
    async #showAfterwards(active, { tab, origin }, failure) {
        const page = { origin, ...tabOf(active), tabId: tab.id };
        await this.#dependencies.requests.perform(page, undefined, (userRequest, signal) =>
            showFailure(userRequest, failure, origin, signal));
    }

    /**
     * Returns the function that fills the result into the document that was inspected, if it still has the same origin. If
     * the document takes none of it, the popup reports that; if the popup has closed, a window offers to copy it.
     *
     * @param {Target} target
     * @param {Shown} shown
     * @returns {NonNullable<import("./requests.js").About["afterwards"]>}
     */
    #deliver({ tab, origin, url, frame, said }, { site, picked, closed }) {
        const place = { tabId: tab.id, origin, url, isPrivate: tab.incognito, frame };
        return async (userRequest, result, signal) => {
            const filled = parseFilled(result);
            userRequest.releaseFocus();
            const takeBack = await this.#dependencies.requests.remember(place, site, filled, picked);
            if (await deliver(this.#dependencies, place, filled, said)) return;
            takeBack();
            if (!closed.aborted) throw new Failure("nothingFound", "the page did not take it");
            await offerCopy(this.#dependencies, userRequest, place, filled, signal);
        };
    }
}

/** @param {Pick<ActivePage, "tab">} active */
function tabOf({ tab }) {
    return { windowId: tab?.windowId, tabId: tab?.id, isPrivate: tab?.incognito ?? false };
}
