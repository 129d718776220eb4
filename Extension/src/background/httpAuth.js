// HTTP authentication: answers a server's challenge with a login that the user picks in the extension's window.
//
// Only for a tab's document, or for a frame whose ancestors all have its origin; never for subresources or a proxy. Each
// request is answered once: a second challenge means that the password was wrong. Then, and after Cancel or a timeout,
// the browser shows its own dialog.

import { message } from "../browser.js";
import { parseFilled, parseOffers } from "../messages/offers.js";
import { readObject } from "../messages/readValues.js";
import { ask } from "./confirmations.js";
import { webOrigin } from "./documentOrigin.js";

/**
 * @typedef {object} HttpAuthDependencies
 * @property {import("./agent.js").Agent} agent
 * @property {import("./sheets.js").Sheets} sheets
 * @property {import("./requests.js").Requests} requests
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 * @property {(tabId: number) => Promise<number | undefined>} windowOf
 * @property {(tabId: number) => Promise<boolean>} isPrivate
 * @property {(milliseconds: number, body: () => void) => () => void} after
 */

/** How long (ms) the user may take to answer. */
const patience = 60_000;

export class HttpAuth {
    #dependencies;
    /** @type {Set<string>} ids of requests that were answered before, newest last */
    #seen = new Set();
    /** @type {Map<AbortController, number>} open questions, with the id of the tab */
    #open = new Map();

    /** @param {HttpAuthDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /**
     * The response to a challenge: a login, or an empty object, which makes the browser ask.
     *
     * @param {WebExtension.AuthChallenge} challenge
     * @returns {Promise<WebExtension.BlockingResponse>}
     */
    async answer(challenge) {
        if (challenge.isProxy || this.#seen.has(challenge.requestId)) return {};
        this.#remember(challenge.requestId);
        const origin = webOrigin(challenge.url);
        const ending = new AbortController();
        this.#open.set(ending, challenge.tabId);
        const stop = this.#dependencies.after(patience, () => ending.abort());
        try {
            if (origin === undefined || !await this.#isOfPage(challenge, origin)) return {};
            const credentials = await this.#pick(challenge, origin, ending.signal);
            return credentials === undefined ? {} : { authCredentials: credentials };
        } catch {
            // Cancelled, timed out, or no agent: the browser shows its dialog.
            return {};
        } finally {
            stop();
            this.#open.delete(ending);
        }
    }

    /**
     * A tab was closed: cancels its open questions.
     *
     * @param {number} tabId
     */
    tabRemoved(tabId) {
        for (const [ending, challengedTab] of this.#open) if (challengedTab === tabId) ending.abort();
    }

    /** @param {string} requestId */
    #remember(requestId) {
        const [oldest] = this.#seen;
        if (this.#seen.size >= 500 && oldest !== undefined) this.#seen.delete(oldest);
        this.#seen.add(requestId);
    }

    /**
     * Whether the challenge is for a tab's document, or for a frame whose ancestors all have its origin.
     *
     * @param {WebExtension.AuthChallenge} challenge
     * @param {string} origin
     */
    async #isOfPage({ type, tabId, frameId, initiator, originUrl, documentUrl, parentFrameId }, origin) {
        if (tabId < 0) return false;
        if (type === "main_frame") return true;
        if (type !== "sub_frame") return false;
        // Chromium reports the initiator; Firefox reports the addresses of the requesting and the enclosing document.
        const around = initiator ?? documentUrl ?? originUrl;
        if (around === undefined || webOrigin(around) !== origin) return false;
        const frames = await this.#dependencies.framesOf(tabId);
        const byId = new Map(frames.map((each) => [each.frameId, each]));
        let parent = byId.get(byId.get(frameId)?.parentFrameId ?? parentFrameId ?? -1);
        for (let depth = 0; parent !== undefined && depth < 64; depth += 1) {
            if (webOrigin(parent.url) !== origin) return false;
            if (parent.parentFrameId < 0) return true;
            parent = byId.get(parent.parentFrameId);
        }
        return false;
    }

    /**
     * @param {WebExtension.AuthChallenge} challenge
     * @param {string} origin
     * @param {AbortSignal} signal
     */
    async #pick(challenge, origin, signal) {
        const { agent, sheets, requests, windowOf, isPrivate } = this.#dependencies;
        const context = { ancestorOrigins: [], signal };
        const url = origin + new URL(challenge.url).pathname;
        const result = await agent.call("suggest", { url, kinds: ["password"], explain: false, ancestorOrigins: [] }, { signal });
        const offers = parseOffers(result, { origin, ancestorOrigins: [] });
        const windowId = await windowOf(challenge.tabId);
        const userRequest = sheets.begin(windowId, new URL(origin).host);
        /** @type {Record<string, unknown>} */
        let event;
        try {
            event = await ask(userRequest, sheetOf(offers, origin, challenge.realm ?? ""), origin, signal);
        } finally {
            userRequest.end();
        }
        const page = { origin, windowId, isPrivate: await isPrivate(challenge.tabId) };
        const row = typeof event["row"] === "string" ? event["row"] : "";
        const suggestion = event["kind"] === "rowChosen" ? offers.suggestions.find((each) => each.id === row) : undefined;
        if (suggestion !== undefined) {
            const params = { url, suggestion: suggestion.id, acceptsWarning: false };
            return credentialsOf(await requests.ask(page, context, "fill", params, { user: suggestion.user, mustConfirm: false }));
        }
        const provider = event["kind"] === "rowChosen" && row.startsWith("list ") ? row.slice(5) : undefined;
        if (provider === undefined) return undefined;
        const params = { kind: "password", url, provider };
        return credentialsOf(await requests.ask(page, context, "list", params, { mustConfirm: false }));
    }
}

/** @param {unknown} result */
function credentialsOf(result) {
    const { value } = parseFilled(readObject(result));
    return value.kind === "password" ? { username: value.user, password: value.password } : undefined;
}

/**
 * A sheet with the origin, the realm and the logins of exactly this host; the provider's list has the site's others.
 *
 * @param {import("../messages/offers.js").AgentOffers} offers
 * @param {string} origin
 * @param {string} realm
 */
function sheetOf(offers, origin, realm) {
    const logins = offers.suggestions
        .filter((each) => each.kind === "password" && each.grade === "exact")
        .slice(0, 100)
        .map(({ id, user, service, providerName, detail }) => ({
            identifier: id,
            title: user === "" ? message("background_no_user") : user,
            subtitle: [detail, message("background_login_of", service, providerName)].filter((part) => part !== undefined).join(" — "),
            iconName: "key",
        }));
    const lists = offers.providers
        .filter((each) => each.providesPasswords)
        .map(({ id, name }) => ({ identifier: `list ${id}`, title: message("background_passwords_of", name), iconName: "folder" }));
    const rows = [...logins, ...lists];
    return {
        title: message("background_auth_title"),
        cancelTitle: message("background_auth_cancel"),
        elements: [
            { id: "site", kind: "text", text: message("background_auth_site", origin), style: "body" },
            // The realm is the server's text: shown as a quote, and shortened.
            ...(realm === "" ? [] : [{ id: "realm", kind: "text", text: message("background_auth_realm", realm.slice(0, 200)), style: "note" }]),
            {
                id: "logins", kind: "list", rowCount: rows.length, offset: 0, rows, sections: [],
                emptyText: message("background_auth_none"),
            },
        ],
    };
}
