// What the toolbar's list may ask: for the page in front, and for what it shows. Nothing of it goes through the page.
//
// The popup closes as soon as a window of ours opens, such as one to unlock. So whatever was begun goes on without it; what
// was for the popup alone (a revealed password) is then shown to nobody, and is asked for again when it opens next.

import { doubtLimit, parseDoubt } from "../messages/calls.js";
import { Failure } from "../messages/failure.js";
import { parseFilled, parseGenerated, parseOffers } from "../messages/offers.js";
import { readFlag, readInteger, readList, readObject, readOptionalText, readText, readWord, withoutMissing } from "../messages/reading.js";
import { ancestorOrigins, placeOf } from "./frames.js";

/**
 * @typedef {import("../messages.js").Doubt} Doubt
 * @typedef {import("../messages.js").Filled} Filled
 * @typedef {import("../messages.js").Suggestion} Suggestion
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

/**
 * @typedef {{tab: WebExtension.Tab | undefined, origin: string | undefined, url: string | undefined}} Front
 *
 * @typedef {object} Target a document to fill
 * @property {WebExtension.Tab & {id: number}} tab
 * @property {string} origin
 * @property {WebExtension.Frame} frame
 * @property {unknown[]} said the document's own words for what speaks against filling its login
 */

const unending = new AbortController().signal;

export class Popup {
    #world;
    /** @type {{site: string, suggestions: Suggestion[]} | undefined} what was shown last */
    #shown;

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
                return this.#fill(front, "fill", { suggestion, acceptsWarning: false }, this.#shownAs(suggestion));
            }
            case "list": {
                const wish = parseList(params);
                return this.#fill(front, "list", wish, wish);
            }
            case "copy":
                return this.#copied(await this.#ask(front, "copy", parseCopy(params), unending));
            case "reveal": {
                const suggestion = readText(params, "suggestion");
                // Not ended by the popup's end: the window to unlock takes the focus from it, and would be gone with it.
                const wish = { suggestion, acceptsWarning: false, purpose: "reveal" };
                return parseFilled(await this.#ask(front, "fill", wish, unending)).value;
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
            this.#target({ tab, origin, url }).then((found) => found !== undefined),
        ]);
        const { suggestions, providers, locked } = offers;
        this.#shown = offers;
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
     * @param {{user?: string | undefined, mustConfirm: boolean, doubts?: Doubt[]}} [about]
     */
    #ask({ tab, origin, url }, method, params, signal, about = { mustConfirm: false }) {
        const page = { origin: origin ?? "https://latchkey.invalid", windowId: tab?.windowId };
        const all = withoutMissing({ ...params, url });
        return this.#world.requests.ask(page, { ancestorOrigins: [], signal }, method, all, about);
    }

    /** @param {string} suggestion */
    #shownAs(suggestion) {
        return this.#shown?.suggestions.find((each) => each.id === suggestion);
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
     * Fills the page with what is picked; what the page says against it is asked about first.
     *
     * @param {Front} front
     * @param {"fill" | "list"} method
     * @param {object} params
     * @param {{kind?: string, user?: string} | undefined} picked as far as it is known before
     */
    async #fill(front, method, params, picked) {
        const target = await this.#target(front);
        if (target === undefined) throw new Failure("nothingFound", "the page has no field for it");
        const said = picked?.kind === "code" ? [] : target.said;
        const doubts = readDoubts(said);
        // What cannot be read is a doubt all the same.
        const about = { user: picked?.user, mustConfirm: doubts.length < said.length, doubts };
        const filled = parseFilled(await this.#ask(front, method, params, unending, about));
        return this.#deliver({ ...target, said }, filled);
    }

    /**
     * Puts what was picked into the document that was looked at before: of the origin that it was picked for, and no other.
     *
     * @param {Target} target
     * @param {Filled} filled
     */
    async #deliver({ tab, origin, frame, said }, filled) {
        await this.#world.requests.remember({ tabId: tab.id, origin }, this.#shown?.site, filled);
        // A frame's address does not tell whether it is sandboxed: the document that is not of this origin drops it.
        const answer = await this.#world.tell(tab.id, { type: "fill", filled, origin, confirmed: said }, frame);
        const isDropped = typeof answer === "object" && answer !== null && Reflect.get(answer, "filled") === false;
        if (isDropped) throw new Failure("nothingFound", "the page took none of it");
        return {};
    }

    /**
     * The document of a page that has fields to fill, the page itself before its frames; nothing where there is none.
     *
     * Of frames only those that stand in nothing but their own origin: for any other the person picks at the field.
     *
     * @param {Front} front
     * @returns {Promise<Target | undefined>}
     */
    async #target({ tab, origin }) {
        if (tab?.id === undefined || origin === undefined) return undefined;
        const frames = await this.#world.framesOf(tab.id).catch(() => []);
        const own = frames
            .filter((each) => (each.documentLifecycle ?? "active") === "active")
            .filter((each) => placeOf({ url: each.url })?.origin === origin)
            .filter((each) => ancestorOrigins(frames, each)?.every((around) => around === origin))
            .toSorted((one, other) => one.frameId - other.frameId);
        for (const frame of own) {
            const said = await this.#look(tab.id, frame);
            if (said !== undefined) return { tab: { ...tab, id: tab.id }, origin, frame, said };
        }
        return undefined;
    }

    /**
     * What a document says against filling it, where it has something to fill.
     *
     * @param {number} tabId
     * @param {WebExtension.Frame} frame
     * @returns {Promise<unknown[] | undefined>}
     */
    async #look(tabId, frame) {
        const look = () => this.#world.tell(tabId, { type: "look" }, frame);
        try {
            const found = readObject(await look().catch(async (thrown) => {
                // A page without a content script: the click on the toolbar lets us in, and into its frames as well.
                if (frame.frameId !== 0) throw thrown;
                await this.#world.loadContent(tabId);
                return look();
            }));
            if (![found["hasPassword"], found["hasCode"], found["hasUser"]].includes(true)) return undefined;
            return readList({ doubts: [], ...found }, "doubts", (each) => each, doubtLimit);
        } catch {
            return undefined;
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

/**
 * Those doubts of a document that can be asked about by name.
 *
 * @param {unknown[]} said
 * @returns {Doubt[]}
 */
function readDoubts(said) {
    return said.flatMap((each) => {
        try {
            return [parseDoubt(each)];
        } catch {
            return [];
        }
    });
}
