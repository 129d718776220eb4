// The documents that ask: one port each, and an answer goes back over the very port that the call came by.
//
// A port lives as long as its document is shown: a navigation, the back/forward cache and a closed frame end it, and
// with it everything that the document had open. So no answer reaches a document that did not ask.

import { Failure } from "../messages/failure.js";
import { readObject, readText } from "../messages/readValues.js";
import { ancestorOrigins, frameOf, placeOf } from "./documentOrigin.js";

/**
 * A document that may ask.
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
 * @typedef {object} FrameContext what is looked up at the time of a call
 * @property {string[]} ancestorOrigins
 * @property {AbortSignal} signal aborted when the call is taken back, or its document goes
 */

/**
 * @typedef {object} DocumentsDependencies
 * @property {string} extensionId
 * @property {string} extensionURL where our own pages lie
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 */

/** Calls that one document may have open; the agent takes 64 of all together. */
const openLimit = 16;

export class Documents {
    #dependencies;
    #calls;
    #notes;
    /** @type {Map<Requester, () => void>} each with what ends its port */
    #requesters = new Map();

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
     * A frame shows another document: the one before gets nothing any more.
     *
     * Chromium ends the ports of a document that it puts aside; Firefox keeps them, and would hand an answer over when
     * the document comes back.
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
     * Takes a document's port, or ends it where its other end is no page's document.
     *
     * @param {WebExtension.Port} port
     */
    accept(port) {
        const sender = port.sender;
        if (sender?.tab?.id === undefined || !isPage(sender, this.#dependencies)) return port.disconnect();
        const place = placeOf(sender);
        const ending = new AbortController();
        const requester = place && requesterOf(sender, sender.tab, place, ending.signal);
        /** @type {Map<number, AbortController>} */
        const open = new Map();
        const end = () => {
            if (requester) this.#requesters.delete(requester);
            ending.abort();
            open.forEach((each) => each.abort());
            open.clear();
        };
        port.onDisconnect.addListener(end);
        if (requester) {
            // Our own disconnect raises no event at our end.
            this.#requesters.set(requester, () => {
                end();
                port.disconnect();
            });
        }
        // Looked up once where it cannot change any more: a frame never gets other ancestors.
        // One that is opaque may still be vouched for.
        const context = once(() => this.#ancestorsOf(sender), (found) => found !== undefined && !found.includes("null"));
        port.onMessage.addListener((message) => this.#take(message, port, requester, open, context));
    }

    /**
     * @param {unknown} value
     * @param {WebExtension.Port} port
     * @param {Requester | undefined} requester
     * @param {Map<number, AbortController>} open
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
            await note(requester, params, { ancestorOrigins: await this.#standing(ancestors), signal: requester.gone });
        } catch {
            // Nobody waits for what comes of a note; and what it said is not for a log.
        }
    }

    /**
     * @param {number} id
     * @param {string} method
     * @param {Record<string, unknown>} params
     * @param {WebExtension.Port} port
     * @param {Requester | undefined} requester
     * @param {Map<number, AbortController>} open
     * @param {() => Promise<string[] | undefined>} ancestors
     */
    async #takeCall(id, method, params, port, requester, open, ancestors) {
        // An id that is open already is not used again, and gets no second answer.
        if (open.has(id)) return;
        const control = new AbortController();
        open.set(id, control);
        /** @param {object} answer */
        const answer = (answer) => {
            // Answered once, and only while the document that asked is there.
            if (open.get(id) !== control) return;
            open.delete(id);
            port.postMessage({ id, ...answer });
        };
        try {
            const handler = this.#calls.get(method);
            if (handler === undefined) throw new Failure("unknownMethod", "there is no such method");
            if (open.size > openLimit) throw new Failure("busy", "too many calls of this page are open");
            if (requester === undefined) throw new Failure("notHere", "a page of no certain origin gets nothing");
            const context = { ancestorOrigins: await this.#standing(ancestors), signal: control.signal };
            answer({ result: await handler(requester, params, context) });
        } catch (thrown) {
            answer({ error: Failure.from(thrown).callError });
        }
    }

    /** @param {() => Promise<string[] | undefined>} ancestors */
    async #standing(ancestors) {
        const found = await ancestors();
        if (found === undefined) throw new Failure("gone", "the page that asked is not shown");
        return found;
    }

    /**
     * The origins above a document that is shown; nothing for one that is prerendered, put aside or replaced.
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
 * Whether the other end is our content script in a page, and not another extension or a page of our own.
 *
 * @param {WebExtension.MessageSender} sender
 * @param {DocumentsDependencies} dependencies
 */
function isPage(sender, dependencies) {
    const isOurs = sender.id === dependencies.extensionId;
    return isOurs && sender.frameId !== undefined && !sender.url?.startsWith(dependencies.extensionURL);
}

/**
 * A look-up that is not repeated once its answer is good.
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
