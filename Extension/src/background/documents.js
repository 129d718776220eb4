// One port per document. A response goes back over the port that its call came by.
//
// A port lives as long as its document is shown: a navigation, the back/forward cache and a removed frame end it, and
// cancel every open call of the document. So no response reaches another document.

import { Failure } from "../messages/failure.js";
import { readObject, readText } from "../messages/readValues.js";
import { ancestorOrigins, frameOf, placeOf } from "./documentOrigin.js";

/**
 * A document that may make requests.
 *
 * @typedef {object} Requester
 * @property {number} tabId
 * @property {number} frameId
 * @property {string | undefined} documentId
 * @property {number} windowId
 * @property {boolean} isPrivate
 * @property {boolean} isTop
 * @property {string} origin
 * @property {string} url origin and path
 * @property {AbortSignal} gone aborted when the document is
 *
 * @typedef {(requester: Requester, params: Record<string, unknown>, around: FrameContext) => Promise<object>} CallHandler
 * @typedef {(requester: Requester, params: Record<string, unknown>, around: FrameContext) => void | Promise<void>} NoteHandler
 *
 * @typedef {object} FrameContext the call's ancestors and its cancellation
 * @property {string[]} ancestorOrigins
 * @property {AbortSignal} signal aborted when the call is cancelled or the document goes away
 */

/**
 * @typedef {object} DocumentsDependencies
 * @property {string} extensionId
 * @property {string} extensionURL the base address of the extension's own pages
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 * @property {(tabId: number) => Promise<boolean>} isActive whether a tab is the one that its window shows
 */

/**
 * Open calls of a port, by id. Each is aborted when the page cancels it or its document goes away.
 *
 * @typedef {Map<number, AbortController>} OpenCalls
 */

/** Open calls per document, per tab with all its frames, and of all tabs. The agent accepts 64, also from the popup. */
const openLimit = 16, tabLimit = 32, totalLimit = 48;

export class Documents {
    #dependencies;
    #calls;
    #notes;
    /** @type {Map<Requester, () => void>} each with the function that ends its port */
    #requesters = new Map();
    /** The open calls of each port. @type {Map<OpenCalls, {tab: number, port: WebExtension.Port}>} */
    #ports = new Map();

    /**
     * @param {DocumentsDependencies} dependencies
     * @param {Record<string, CallHandler>} calls
     * @param {Record<string, NoteHandler>} notes
     */
    constructor(dependencies, calls, notes) {
        this.#dependencies = dependencies;
        this.#calls = new Map(Object.entries(calls));
        this.#notes = new Map(Object.entries(notes));
    }

    /**
     * A frame has navigated: ends the ports of its previous document.
     *
     * Chromium ends the ports of a document in the back/forward cache. Firefox keeps them, and would deliver a response
     * when the document is restored.
     *
     * @param {{tabId: number, frameId: number, documentId?: string, documentLifecycle?: string}} details
     */
    navigated({ tabId, frameId, documentId, documentLifecycle }) {
        if (documentLifecycle !== undefined && documentLifecycle !== "active") return;
        for (const [requester, end] of this.#requesters) {
            const isThere = requester.tabId === tabId && (frameId === 0 || requester.frameId === frameId);
            const isItself = documentId !== undefined && requester.documentId === documentId;
            if (isThere && !isItself) end();
        }
    }

    /**
     * Accepts a document's port. Disconnects it if the sender is not the content script of a page.
     *
     * @param {WebExtension.Port} port
     */
    accept(port) {
        const sender = port.sender;
        if (sender?.tab?.id === undefined || !isPage(sender, this.#dependencies)) return port.disconnect();
        const place = placeOf(sender);
        const ending = new AbortController();
        const requester = place && requesterOf(sender, sender.tab, place, ending.signal);
        /** @type {OpenCalls} */
        const open = new Map();
        const end = () => {
            if (requester) this.#requesters.delete(requester);
            ending.abort();
            open.forEach((each) => each.abort());
            open.clear();
            this.#ports.delete(open);
        };
        this.#ports.set(open, { tab: sender.tab.id, port });
        port.onDisconnect.addListener(end);
        if (requester) {
            // `disconnect` raises no event at the end that calls it.
            this.#requesters.set(requester, () => {
                end();
                port.disconnect();
            });
        }
        // Looked up once, since a frame's ancestors never change. An opaque ancestor may get a known origin later,
        // so that result is not kept.
        const context = once(() => this.#ancestorsOf(sender), (found) => found !== undefined && !found.includes("null"));
        port.onMessage.addListener((message) => this.#take(message, port, requester, open, context));
    }

    /**
     * @param {unknown} value
     * @param {WebExtension.Port} port
     * @param {Requester | undefined} requester
     * @param {OpenCalls} open
     * @param {() => Promise<string[] | undefined>} ancestors
     */
    async #take(value, port, requester, open, ancestors) {
        let message, method, params;
        try {
            message = readObject(value, "message");
            method = readText(message, "method", 64);
            params = readObject(message["params"] ?? {});
        } catch {
            return;
        }
        const id = message["id"];
        if (typeof id === "number") return this.#takeCall(id, method, params, port, requester, open, ancestors);
        if (id !== undefined) return;
        if (method === "cancel") return open.get(Number(params["id"]))?.abort();
        const note = this.#notes.get(method);
        if (requester === undefined || note === undefined) return;
        try {
            await note(requester, params, { ancestorOrigins: await this.#shownAncestors(ancestors), signal: requester.gone });
        } catch {
            // A notification has no response, and its contents must not be logged.
        }
    }

    /**
     * @param {number} id
     * @param {string} method
     * @param {Record<string, unknown>} params
     * @param {WebExtension.Port} port
     * @param {Requester | undefined} requester
     * @param {OpenCalls} open
     * @param {() => Promise<string[] | undefined>} ancestors
     */
    async #takeCall(id, method, params, port, requester, open, ancestors) {
        // Ignore a repeated id: each call has one response.
        if (open.has(id)) return;
        const control = new AbortController();
        open.set(id, control);
        /** @param {object} answer */
        const answer = (answer) => {
            // Respond once, and only while the call is open.
            if (open.get(id) !== control) return;
            open.delete(id);
            port.postMessage({ id, ...answer });
        };
        try {
            const handler = this.#calls.get(method);
            if (handler === undefined) throw new Failure("unknownMethod", "the method is unknown");
            if (open.size > openLimit || this.#openIn(this.#ports.get(open)?.tab) > tabLimit) {
                throw new Failure("busy", "the page has too many open calls");
            }
            if (this.#total > totalLimit) await this.#makeRoom(this.#ports.get(open)?.tab);
            if (requester === undefined) throw new Failure("notHere", "the page's origin is opaque or not supported");
            const context = { ancestorOrigins: await this.#shownAncestors(ancestors), signal: control.signal };
            answer({ result: await handler(requester, params, context) });
        } catch (thrown) {
            answer({ error: Failure.from(thrown).callError });
        }
    }

    /** The number of open calls in a tab. @param {number | undefined} tab */
    #openIn(tab) {
        let count = 0;
        for (const [open, where] of this.#ports) if (where.tab === tab) count += open.size;
        return count;
    }

    /** The number of open calls in all tabs. */
    get #total() {
        let count = 0;
        for (const open of this.#ports.keys()) count += open.size;
        return count;
    }

    /**
     * Ends the newest call of the hidden tab that has the most, so that hidden tabs cannot use up the agent's calls.
     * Throws `busy` for a hidden tab, and if no other tab has a call to end.
     *
     * @param {number | undefined} tab
     */
    async #makeRoom(tab) {
        const full = new Failure("busy", "too many calls of pages are open");
        if (tab === undefined || !await this.#dependencies.isActive(tab)) throw full;
        const tabs = [...new Set([...this.#ports.values()].map((each) => each.tab))].filter((each) => each !== tab);
        for (const each of tabs.toSorted((one, other) => this.#openIn(other) - this.#openIn(one))) {
            if (await this.#dependencies.isActive(each)) continue;
            for (const [open, { port }] of [...this.#ports].reverse()) {
                const last = [...open].at(-1);
                if (this.#ports.get(open)?.tab !== each || last === undefined) continue;
                const [id, control] = last;
                open.delete(id);
                control.abort();
                return port.postMessage({ id, error: full.callError });
            }
        }
        throw full;
    }

    /** @param {() => Promise<string[] | undefined>} ancestors */
    async #shownAncestors(ancestors) {
        const found = await ancestors();
        if (found === undefined) throw new Failure("gone", "the page that made the request is not shown");
        return found;
    }

    /**
     * The origins of a document's ancestors; `undefined` if it is prerendered, cached or replaced.
     *
     * @param {WebExtension.MessageSender} sender
     * @returns {Promise<string[] | undefined>}
     */
    async #ancestorsOf(sender) {
        const isShown = sender.documentLifecycle === undefined || sender.documentLifecycle === "active";
        if (sender.frameId === 0 && isShown) return [];
        const frames = await this.#dependencies.framesOf(sender.tab?.id ?? -1);
        const frame = frameOf(frames, sender);
        if (frame === undefined) return undefined;
        if (frame.documentLifecycle !== undefined && frame.documentLifecycle !== "active") return undefined;
        return ancestorOrigins(frames, frame, ({ frameId, documentId }) => {
            const standsThere = (/** @type {Requester} */ each) => each.tabId === sender.tab?.id && each.frameId === frameId &&
                each.documentId === documentId;
            return [...this.#requesters.keys()].find(standsThere)?.origin;
        });
    }
}

/**
 * @param {WebExtension.MessageSender} sender
 * @param {WebExtension.Tab} tab
 * @param {import("./documentOrigin.js").Place} place
 * @param {AbortSignal} gone
 * @returns {Requester}
 */
function requesterOf(sender, tab, place, gone) {
    return {
        tabId: tab.id ?? -1,
        frameId: sender.frameId ?? -1,
        documentId: sender.documentId,
        windowId: tab.windowId,
        isPrivate: tab.incognito,
        isTop: sender.frameId === 0,
        ...place,
        gone,
    };
}

/**
 * Whether the sender is the extension's content script, and not another extension or one of the extension's pages.
 *
 * @param {WebExtension.MessageSender} sender
 * @param {DocumentsDependencies} dependencies
 */
function isPage(sender, dependencies) {
    const isOurs = sender.id === dependencies.extensionId;
    return isOurs && sender.frameId !== undefined && !sender.url?.startsWith(dependencies.extensionURL);
}

/**
 * Caches an asynchronous look-up once its result is good.
 *
 * @template Value
 * @param {() => Promise<Value>} look
 * @param {(value: Value) => boolean} isGood
 * @returns {() => Promise<Value>}
 */
function once(look, isGood) {
    /** @type {Promise<Value> | undefined} */
    let found;
    return async () => {
        found ??= look();
        const mine = found;
        try {
            const value = await mine;
            if (!isGood(value) && found === mine) found = undefined;
            return value;
        } catch (thrown) {
            if (found === mine) found = undefined;
            throw thrown;
        }
    };
}
