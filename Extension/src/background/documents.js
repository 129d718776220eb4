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
 * @typedef {object} Asker
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
 * @typedef {(asker: Asker, params: Record<string, unknown>, around: Around) => Promise<object>} CallHandler
 * @typedef {(asker: Asker, params: Record<string, unknown>, around: Around) => void | Promise<void>} NoteHandler
 *
 * @typedef {object} Around what is looked up at the time of a call
 * @property {string[]} ancestorOrigins
 * @property {AbortSignal} signal aborted when the call is taken back, or its document goes
 */

/**
 * @typedef {object} DocumentsWorld
 * @property {string} extensionId
 * @property {string} extensionURL where our own pages lie
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 */

/** Calls that one document may have open; the agent takes 64 of all together. */
const openLimit = 16;

export class Documents {
    #world;
    #calls;
    #notes;
    /** @type {Map<Asker, () => void>} each with what ends its port */
    #askers = new Map();

    /**
     * @param {DocumentsWorld} world
     * @param {Record<string, CallHandler>} calls
     * @param {Record<string, NoteHandler>} notes
     */
    constructor(world, calls, notes) {
        this.#world = world;
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
        for (const [asker, end] of this.#askers) {
            const isThere = asker.tabId === tabId && (frameId === 0 || asker.frameId === frameId);
            const isItself = documentId !== undefined && asker.documentId === documentId;
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
        if (sender?.tab?.id === undefined || !isPage(sender, this.#world)) return port.disconnect();
        const place = placeOf(sender);
        const ending = new AbortController();
        const asker = place && askerOf(sender, sender.tab, place, ending.signal);
        /** @type {Map<number, AbortController>} */
        const open = new Map();
        const end = () => {
            if (asker) this.#askers.delete(asker);
            ending.abort();
            open.forEach((each) => each.abort());
            open.clear();
        };
        port.onDisconnect.addListener(end);
        if (asker) {
            // Our own disconnect raises no event at our end.
            this.#askers.set(asker, () => {
                end();
                port.disconnect();
            });
        }
        // Looked up once where it cannot change any more: a frame never gets other ancestors.
        // One that is opaque may still be vouched for.
        const around = once(() => this.#ancestorsOf(sender), (found) => found !== undefined && !found.includes("null"));
        port.onMessage.addListener((message) => this.#take(message, port, asker, open, around));
    }

    /**
     * @param {unknown} value
     * @param {WebExtension.Port} port
     * @param {Asker | undefined} asker
     * @param {Map<number, AbortController>} open
     * @param {() => Promise<string[] | undefined>} ancestors
     */
    async #take(value, port, asker, open, ancestors) {
        let message, method, params;
        try {
            message = readObject(value, "message");
            method = readText(message, "method", 64);
            params = readObject(message["params"] ?? {});
        } catch {
            return;
        }
        const id = message["id"];
        if (typeof id === "number") return this.#takeCall(id, method, params, port, asker, open, ancestors);
        if (id !== undefined) return;
        if (method === "cancel") return open.get(Number(params["id"]))?.abort();
        const note = this.#notes.get(method);
        if (asker === undefined || note === undefined) return;
        try {
            await note(asker, params, { ancestorOrigins: await this.#standing(ancestors), signal: asker.gone });
        } catch {
            // Nobody waits for what comes of a note; and what it said is not for a log.
        }
    }

    /**
     * @param {number} id
     * @param {string} method
     * @param {Record<string, unknown>} params
     * @param {WebExtension.Port} port
     * @param {Asker | undefined} asker
     * @param {Map<number, AbortController>} open
     * @param {() => Promise<string[] | undefined>} ancestors
     */
    async #takeCall(id, method, params, port, asker, open, ancestors) {
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
            if (asker === undefined) throw new Failure("notHere", "a page of no certain origin gets nothing");
            const around = { ancestorOrigins: await this.#standing(ancestors), signal: control.signal };
            answer({ result: await handler(asker, params, around) });
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
        const frames = await this.#world.framesOf(sender.tab?.id ?? -1);
        const frame = frameOf(frames, sender);
        if (frame === undefined) return undefined;
        if (frame.documentLifecycle !== undefined && frame.documentLifecycle !== "active") return undefined;
        return ancestorOrigins(frames, frame, ({ frameId, documentId }) => {
            const standsThere = (/** @type {Asker} */ each) => each.tabId === sender.tab?.id && each.frameId === frameId &&
                each.documentId === documentId;
            return [...this.#askers.keys()].find(standsThere)?.origin;
        });
    }
}

/**
 * @param {WebExtension.MessageSender} sender
 * @param {WebExtension.Tab} tab
 * @param {import("./documentOrigin.js").Place} place
 * @param {AbortSignal} gone
 * @returns {Asker}
 */
function askerOf(sender, tab, place, gone) {
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
 * @param {DocumentsWorld} world
 */
function isPage(sender, world) {
    const isOurs = sender.id === world.extensionId;
    return isOurs && sender.frameId !== undefined && !sender.url?.startsWith(world.extensionURL);
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
