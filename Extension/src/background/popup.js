// What the toolbar's list may ask: for the page in front, and for what it shows. Nothing of it goes through the page.
//
// The popup closes as soon as a window of ours opens. So what is for the page goes on without it, and what is for the
// popup alone (a revealed password) ends with it.

import { Failure } from "../messages/failure.js";
import { parseFilled, parseGenerated, parseOffers } from "../messages/offers.js";
import { readFlag, readInteger, readObject, readOptionalText, readText, readWord, withoutMissing } from "../messages/reading.js";
import { placeOf } from "./frames.js";

/**
 * @typedef {import("../messages.js").Filled} Filled
 * @typedef {import("../messages.js").PopupPage} PopupPage
 *
 * @typedef {object} PopupWorld
 * @property {import("./agent.js").Agent} agent
 * @property {import("./requests.js").Requests} requests
 * @property {() => Promise<WebExtension.Tab | undefined>} activeTab
 * @property {() => Promise<boolean>} hasHostAccess
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 * @property {(tabId: number, message: object, frame: WebExtension.Frame) => Promise<unknown>} tell
 * @property {(tabId: number) => Promise<void>} loadContent
 */

/** @typedef {{tab: WebExtension.Tab | undefined, origin: string | undefined, url: string | undefined}} Front */

const unending = new AbortController().signal;

export class Popup {
    #world;

    /** @param {PopupWorld} world */
    constructor(world) {
        this.#world = world;
    }

    /**
     * Takes the popup's port; that it is a page of ours was checked.
     *
     * @param {WebExtension.Port} port
     */
    accept(port) {
        const closing = new AbortController();
        port.onDisconnect.addListener(() => closing.abort());
        port.onMessage.addListener((message) => void this.#take(message, port, closing.signal));
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
                await this.#world.agent.call("status", {}, { isForPerson: true, signal: closed });
                return { productVersion: this.#world.agent.state.productVersion ?? "" };
            }
            case "fill": {
                const suggestion = readText(params, "suggestion");
                const filled = await this.#ask(front, "fill", { suggestion, acceptsWarning: false }, unending);
                return this.#deliver(front, parseFilled(filled));
            }
            case "list":
                return this.#deliver(front, parseFilled(await this.#ask(front, "list", parseList(params), unending)));
            case "copy":
                return this.#copied(await this.#ask(front, "copy", parseCopy(params), unending));
            case "reveal": {
                const suggestion = readText(params, "suggestion");
                // Ends with the popup: nobody else is to see it.
                return parseFilled(await this.#ask(front, "fill", { suggestion, acceptsWarning: false }, closed)).value;
            }
            case "generate":
                return this.#generate(front, params, closed);
            default:
                throw new Failure("unknownMethod", "there is no such method");
        }
    }

    /** The page in front: the tab's own address, which the browser says. @returns {Promise<Front>} */
    async #front() {
        const tab = await this.#world.activeTab();
        const place = placeOf(tab?.url === undefined ? {} : { url: tab.url });
        return { tab, origin: place?.origin, url: place?.url };
    }

    /**
     * @param {Front} front
     * @param {AbortSignal} signal
     * @returns {Promise<PopupPage>}
     */
    async #page({ tab, origin, url }, signal) {
        const { agent, requests } = this.#world;
        const hasHostAccess = await this.#world.hasHostAccess();
        const page = { origin, isPrivate: tab?.incognito ?? false, hasHostAccess };
        if (origin === undefined || url === undefined) {
            const providers = await this.#providersAnywhere(signal);
            return withoutMissing({ ...page, suggestions: [], providers, locked: [], canFill: false });
        }
        const params = { url, kinds: ["password", "code"], explain: false, ancestorOrigins: [] };
        const [offers, quirks, canFill] = await Promise.all([
            agent.call("suggest", params, { signal, isForPerson: true }).then((result) => parseOffers(result, { origin, ancestorOrigins: [] })),
            requests.quirks(origin).catch(() => undefined),
            this.#fieldsOf(tab, origin).then((found) => found !== undefined),
        ]);
        const { suggestions, providers, locked } = offers;
        const changePassword = quirks?.changePasswordURL ?? quirks?.wellKnownChangePasswordURL;
        return withoutMissing({
            ...page, suggestions, providers, locked, canFill,
            changePassword: changePassword ?? (url.startsWith("https:") ? `${origin}/.well-known/change-password` : undefined),
        });
    }

    /**
     * The providers, where there is no page to ask for: what they can do is the same on any.
     *
     * @param {AbortSignal} signal
     */
    async #providersAnywhere(signal) {
        const params = { url: "https://latchkey.invalid/", kinds: [], explain: false, ancestorOrigins: [] };
        const result = await this.#world.agent.call("suggest", params, { signal, isForPerson: true });
        return parseOffers(result, { origin: "https://latchkey.invalid", ancestorOrigins: [] }).providers;
    }

    /**
     * Asks the agent for the page in front; without one for everything.
     *
     * @param {Front} front
     * @param {string} method
     * @param {object} params
     * @param {AbortSignal} signal
     */
    #ask({ tab, origin, url }, method, params, signal) {
        const page = { origin: origin ?? "https://latchkey.invalid", windowId: tab?.windowId };
        const all = withoutMissing({ ...params, url });
        return this.#world.requests.ask(page, { ancestorOrigins: [], signal }, method, all, { mustConfirm: false });
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
        const request = { serviceIdentifier: { type: "URL", identifier: front.url ?? "https://latchkey.invalid/" } };
        const wish = { request, withInterface: false, provider: readOptionalText(params, "provider", 256) };
        return parseGenerated(await this.#ask(front, "generate", withoutMissing(wish), signal));
    }

    /**
     * Puts what was picked into the page: into a document of the origin that it was picked for, and no other.
     *
     * @param {Front} front
     * @param {Filled} filled
     */
    async #deliver({ tab, origin }, filled) {
        const frame = origin === undefined ? undefined : await this.#fieldsOf(tab, origin);
        if (frame === undefined || tab?.id === undefined) throw new Failure("nothingFound", "the page has no field for it");
        await this.#world.tell(tab.id, { type: "fill", filled }, frame);
        return {};
    }

    /**
     * The frame of a page that has fields to fill, the page itself before its frames; nothing where there is none.
     *
     * @param {WebExtension.Tab | undefined} tab
     * @param {string} origin
     */
    async #fieldsOf(tab, origin) {
        if (tab?.id === undefined) return undefined;
        const frames = await this.#world.framesOf(tab.id).catch(() => []);
        const own = frames
            .filter((each) => placeOf(each)?.origin === origin && (each.documentLifecycle ?? "active") === "active")
            .toSorted((one, other) => one.frameId - other.frameId);
        for (const frame of own) if (await this.#hasFields(tab.id, frame)) return frame;
        return undefined;
    }

    /**
     * @param {number} tabId
     * @param {WebExtension.Frame} frame
     */
    async #hasFields(tabId, frame) {
        const look = () => this.#world.tell(tabId, { type: "look" }, frame);
        try {
            const found = await look().catch(async () => {
                // Without a content script there, the click on the toolbar lets us in.
                await this.#world.loadContent(tabId);
                return look();
            });
            return Object.values(readObject(found)).includes(true);
        } catch {
            return false;
        }
    }
}

/** @param {Record<string, unknown>} params */
function parseList(params) {
    return {
        kind: readWord(params, "kind", /** @type {const} */ (["password", "code"])),
        provider: readText(params, "provider", 256),
    };
}

/** @param {Record<string, unknown>} params */
function parseCopy(params) {
    return withoutMissing({
        part: readWord(params, "part", /** @type {const} */ (["user", "password", "code"])),
        suggestion: readOptionalText(params, "suggestion"),
        provider: readOptionalText(params, "provider", 256),
        acceptsWarning: false,
    });
}
