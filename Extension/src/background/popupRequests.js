// What the toolbar's list may ask: for the page in front, and for what it shows. Nothing of it goes through the page.
//
// The popup closes as soon as a window of ours opens, such as one to unlock. So whatever was begun goes on without it, and
// what was for the popup alone (a revealed password) is then shown in that window.

import { Failure } from "../messages/failure.js";
import { parseFilled, parseFound, parseGenerated, parseOffers } from "../messages/offers.js";
import { readFlag, readInteger, readObject, readOptionalText, readText, withoutMissing } from "../messages/readValues.js";
import { deliver, offerCopy } from "./toolbarFill.js";
import { placeOf } from "./documentOrigin.js";
import { PopupLogins } from "./popupLogins.js";
import { neverAborted } from "./timeouts.js";
import { showRevealed } from "./revealedPassword.js";
import { findTarget } from "./toolbarTarget.js";
import { parseCopy, parseList, readDoubts } from "../messages/popupMessages.js";

/**
 * @typedef {import("../messages.js").Filled} Filled
 * @typedef {import("../messages.js").FoundLogin} FoundLogin
 * @typedef {import("../messages.js").Suggestion} Suggestion
 * @typedef {import("../messages.js").PopupPage} PopupPage
 *
 * @typedef {PopupParts & import("./toolbarTarget.js").TargetsDependencies} PopupDependencies
 * @typedef {{site: string | undefined, picked?: Suggestion | undefined, closed: AbortSignal}} Shown the page's site, which of its logins it
 *   is, and whether the list that showed it is gone
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
 * @typedef {{tab: WebExtension.Tab | undefined, origin: string | undefined, url: string | undefined}} Front
 * @typedef {import("./toolbarTarget.js").Target} Target
 */

/** As many as one looks through; who sees more types another word. */
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
     * Takes the popup's port; that it is a page of ours was checked.
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

    /** Something was locked, or nobody tells of it any more: the list takes away what it shows of passwords. */
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
        const front = await this.#front();
        switch (method) {
            case "page":
                return this.#page(front, closed);
            case "status": {
                await this.#dependencies.agent.call("status", {}, { isForPerson: true, signal: closed });
                return { productVersion: this.#dependencies.agent.state.productVersion ?? "" };
            }
            case "search":
                return this.#search(readText(params, "text", 256), closed);
            case "lock":
                return this.#lock(closed);
            case "unlock":
                return this.#unlock(front, readText(params, "provider", 256), closed);
            case "fill": {
                const suggestion = readText(params, "suggestion");
                const found = this.#listed.ofOtherSite(suggestion);
                if (found !== undefined) return this.#fillOther(front, found, closed);
                return this.#fill(front, "fill", { suggestion, acceptsWarning: false }, closed, this.#listed.own(suggestion));
            }
            case "list": {
                const wish = parseList(params);
                return this.#fill(front, "list", wish, closed);
            }
            case "copy": {
                const wish = parseCopy(params);
                const about = { mustConfirm: false, purpose: /** @type {const} */ ("copy") };
                return this.#copied(await this.#ask(this.#frontOf(front, wish.suggestion), "copy", wish, neverAborted, about));
            }
            case "reveal":
                return this.#reveal(front, readText(params, "suggestion"), closed);
            case "generate":
                return this.#generate(front, params, closed);
            default:
                throw new Failure("unknownMethod", "there is no such method");
        }
    }

    /** The page in front: the tab's own address, which the browser says. @returns {Promise<Front>} */
    async #front() {
        const tab = await this.#dependencies.activeTab();
        const place = placeOf(tab?.url === undefined ? {} : { url: tab.url });
        return { tab, origin: place?.origin, url: place?.url };
    }

    /**
     * @param {Front} front
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
            return withoutMissing({ ...page, ...this.#abilities(), suggestions: [], providers, locked, canFill: false, isUnlocked });
        }
        const params = { url, kinds: ["password", "code"], explain: false, ancestorOrigins: [] };
        const [offers, quirks, canFill] = await Promise.all([
            agent.call("suggest", params, { signal, isForPerson: true }).then((result) => parseOffers(result, { origin, ancestorOrigins: [] })),
            requests.quirks(origin).catch(() => undefined),
            findTarget(this.#dependencies, { tab, origin }).then((found) => found !== undefined),
        ]);
        const { suggestions, providers, locked } = offers;
        this.#listed.showOwn(offers);
        const isUnlocked = offers.unlocked && offers.unlocked.length > 0;
        const changePassword = quirks?.changePasswordURL ?? quirks?.wellKnownChangePasswordURL;
        return withoutMissing({
            ...page, ...this.#abilities(), suggestions, providers, locked, canFill, isUnlocked,
            changePassword: changePassword ?? (url.startsWith("https:") ? `${origin}/.well-known/change-password` : undefined),
        });
    }

    /** What an agent of before does not know, the list does not show; once it was asked something, it has said. */
    #abilities() {
        const { agent } = this.#dependencies;
        return { canSearch: agent.knows("search"), canLock: agent.knows("lock") };
    }

    /**
     * The providers, where there is no page to ask for: what they can do is the same on any.
     *
     * @param {AbortSignal} signal
     */
    async #offersAnywhere(signal) {
        const params = { url: "https://latchkey.invalid/", kinds: [], explain: false, ancestorOrigins: [] };
        const result = await this.#dependencies.agent.call("suggest", params, { signal, isForPerson: true });
        return parseOffers(result, { origin: "https://latchkey.invalid", ancestorOrigins: [] });
    }

    /**
     * Looks through the logins of every site and provider; those that are listed for the page already are left out.
     *
     * @param {string} text
     * @param {AbortSignal} signal
     */
    async #search(text, signal) {
        const result = await this.#dependencies.agent.call("search", { text, limit: searchLimit }, { signal, isForPerson: true });
        const { logins, hasMore } = parseFound(result);
        return { logins: this.#listed.showFound(logins), hasMore };
    }

    /**
     * Locks everything, and takes away what is shown of it.
     *
     * @param {AbortSignal} signal
     */
    async #lock(signal) {
        await this.#dependencies.agent.call("lock", {}, { isForPerson: true, signal });
        this.#dependencies.sheets.endRevealed();
        return {};
    }

    /**
     * Opens a provider by its list, which stays for who wants to fill or copy.
     *
     * @param {Front} front
     * @param {string} provider
     * @param {AbortSignal} closed
     */
    async #unlock(front, provider, closed) {
        const wish = { kind: /** @type {const} */ ("password"), provider };
        const hasFields = await findTarget(this.#dependencies, front) !== undefined;
        if (hasFields) return this.#fill(front, "list", wish, closed);
        const about = { mustConfirm: false, purpose: /** @type {const} */ ("copy") };
        return this.#copied(await this.#ask(front, "copy", { part: "password", provider, acceptsWarning: false }, neverAborted, about));
    }

    /**
     * The page that a login is asked for on: the one in front, or, for one of another site, one of its own.
     *
     * @param {Front} front
     * @param {string | undefined} suggestion
     * @returns {Front}
     */
    #frontOf(front, suggestion) {
        const found = this.#listed.ofOtherSite(suggestion);
        return found === undefined ? front : { ...front, url: found.url, origin: new URL(found.url).origin };
    }

    /**
     * Shows a password: in the list, or in the window that it was unlocked in, since the list closed for that. Where there
     * was none, the person closed the list, and wants to see nothing.
     *
     * Not ended by the list's end: the window to unlock takes the focus from it, and would be gone with it.
     *
     * @param {Front} front
     * @param {string} suggestion
     * @param {AbortSignal} closed
     */
    async #reveal(front, suggestion, closed) {
        const wish = { suggestion, acceptsWarning: false, purpose: "reveal" };
        const asked = this.#frontOf(front, suggestion);
        const result = await this.#ask(asked, "fill", wish, neverAborted, {
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
     * Fills a login of another site into the page in front, once the person has confirmed that. For agent and provider the
     * page is around it, as one around a frame is; so the log names both.
     *
     * @param {Front} front
     * @param {FoundLogin} found
     * @param {AbortSignal} closed
     */
    async #fillOther(front, found, closed) {
        const target = await findTarget(this.#dependencies, front);
        // A code stands for a login that is under way on its own site.
        if (target === undefined || found.kind !== "password") throw new Failure("nothingFound", "the page has no field for it");
        const doubts = readDoubts(target.said);
        const page = { origin: new URL(found.url).origin, ...tabOf(front) };
        const standing = { ancestorOrigins: [target.origin], signal: neverAborted };
        const params = { url: found.url, suggestion: found.id, acceptsWarning: false };
        const about = {
            user: found.user, mustConfirm: doubts.length < target.said.length, doubts, into: target.origin,
            afterwards: this.#deliver(front, target, { site: this.#listed.site, closed }),
        };
        await this.#dependencies.requests.ask(page, standing, "fill", params, about);
        return {};
    }

    /**
     * Asks the agent for the page in front; without one for everything.
     *
     * @param {Front} front
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
     * @param {Front} front
     * @param {Record<string, unknown>} params
     * @param {AbortSignal} signal
     */
    async #generate(front, params, signal) {
        const length = params["length"] === undefined ? undefined : readInteger(params, "length");
        const request = withoutMissing({
            serviceIdentifier: { type: "URL", identifier: front.url ?? "https://latchkey.invalid/" },
            // As a page would say it: what is made of it is the provider's.
            passwordFieldPasswordRules: length === undefined ? undefined : `minlength: ${length}; maxlength: ${length};`,
        });
        const wish = { request, withInterface: false, provider: readOptionalText(params, "provider", 256) };
        return parseGenerated(await this.#ask(front, "generate", withoutMissing(wish), signal));
    }

    /**
     * Fills the page with what is picked; what the page says against it is asked about first.
     *
     * @param {Front} front
     * @param {"fill" | "list"} method
     * @param {{kind?: string, suggestion?: string, provider?: string, acceptsWarning?: boolean}} params
     * @param {AbortSignal} closed
     * @param {Suggestion} [picked] where it is one of the page's own
     */
    async #fill(front, method, params, closed, picked) {
        // Another list may be shown by the time that it is unlocked.
        const { site } = this.#listed;
        const target = await findTarget(this.#dependencies, front);
        if (target === undefined) throw new Failure("nothingFound", "the page has no field for it");
        const said = (picked?.kind ?? params.kind) === "code" ? [] : target.said;
        const doubts = readDoubts(said);
        // What cannot be read is a doubt all the same.
        const about = {
            user: picked?.user, mustConfirm: doubts.length < said.length, doubts,
            afterwards: this.#deliver(front, { ...target, said }, { site, picked, closed }),
        };
        await this.#ask(front, method, params, neverAborted, about);
        return {};
    }

    /**
     * What puts what was picked into the document that was looked at before: of the origin that it was picked for, and no
     * other. Where that takes none of it, the list says so; and where it has closed, a window that offers to copy it.
     *
     * @param {Front} front
     * @param {Target} target
     * @param {Shown} shown
     * @returns {NonNullable<import("./requests.js").About["afterwards"]>}
     */
    #deliver(front, { tab, origin, frame, said }, { site, picked, closed }) {
        const place = { tabId: tab.id, origin, url: front.url ?? origin, isPrivate: tab.incognito, frame };
        return async (userRequest, result, signal) => {
            const filled = parseFilled(result);
            userRequest.stepAside();
            const takeBack = await this.#dependencies.requests.remember(place, site, filled, picked);
            if (await deliver(this.#dependencies, place, filled, said)) return;
            takeBack();
            if (!closed.aborted) throw new Failure("nothingFound", "the page did not take it");
            await offerCopy(this.#dependencies, userRequest, place, filled, signal);
        };
    }
}

/** @param {Pick<Front, "tab">} front */
function tabOf({ tab }) {
    return { windowId: tab?.windowId, tabId: tab?.id, isPrivate: tab?.incognito ?? false };
}
