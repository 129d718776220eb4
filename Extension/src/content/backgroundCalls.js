// Calls from a document to the background. Each one settles once.
//
// The browser may stop the background at any time. A call that is open then is repeated once over a new port, so that a
// click is not lost. A call that has been open for longer is not repeated, because the user may have answered it.

import { documentPort } from "../messages.js";

/** @import { CallError, DocumentCalls, DocumentNotes } from "../messages.js" */

/** The age (ms) above which an open call is not repeated. */
const freshness = 3000;

/** The calls that are never repeated: a second one would create a second passkey. */
const once = new Set(["createPasskey"]);

/** A failed call, made from the error object that crosses the port. */
export class CallFailure extends Error {
    /** @param {CallError} error */
    constructor(error) {
        super(error.message);
        this.reason = error.reason;
        this.hint = error.hint;
        this.details = error.details ?? {};
    }
}

/**
 * @typedef {object} OpenCall
 * @property {string} method
 * @property {unknown} params
 * @property {(result: never) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {number} madeAt
 * @property {boolean} wasRepeated
 */

export class BackgroundCalls {
    /** @type {WebExtension.Port | null} */
    #port = null;
    /** @type {Map<number, OpenCall>} */
    #open = new Map();
    #lastId = 0;
    /** @type {(name: string) => WebExtension.Port} */
    #connect;
    /** @type {() => number} */
    #now;

    /**
     * @param {(name: string) => WebExtension.Port} connect
     * @param {() => number} now
     */
    constructor(connect, now = () => performance.now()) {
        this.#connect = connect;
        this.#now = now;
    }

    /**
     * Calls the background.
     *
     * @template {keyof DocumentCalls} M
     * @param {M} method
     * @param {Parameters<DocumentCalls[M]>[0]} params
     * @param {AbortSignal} [signal] cancels the call
     * @returns {Promise<ReturnType<DocumentCalls[M]>>} rejects with a CallFailure
     */
    call(method, params, signal) {
        return new Promise((resolve, reject) => {
            const id = ++this.#lastId;
            signal?.addEventListener("abort", () => this.#takeBack(id), { once: true });
            this.#send(id, { method, params, resolve, reject, madeAt: this.#now(), wasRepeated: false });
        });
    }

    /**
     * Sends the background a notification.
     *
     * @template {keyof DocumentNotes} M
     * @param {M} method
     * @param {Parameters<DocumentNotes[M]>[0]} params
     */
    note(method, params) {
        try {
            this.#usePort().postMessage({ method, params });
        } catch {
            // The extension was replaced; the new one starts when the page is loaded again.
        }
    }

    /** Opens the port before the first call, which wakes the background. */
    open() {
        try {
            this.#usePort();
        } catch {
            // See `note`.
        }
    }

    /** Closes the port and rejects open calls when the document is hidden for good or cached. */
    close() {
        const port = this.#port;
        this.#port = null;
        port?.disconnect();
        this.#rejectAll("gone", "the document has gone away");
    }

    /** @param {number} id */
    #takeBack(id) {
        const call = this.#open.get(id);
        if (call === undefined) return;
        this.#open.delete(id);
        try {
            this.#port?.postMessage({ method: "cancel", params: { id } });
        } catch {
            // The port has ended, and the call with it.
        }
        call.reject(new CallFailure({ reason: "gone", message: "the call was cancelled" }));
    }

    /**
     * @param {number} id
     * @param {OpenCall} call
     */
    #send(id, call) {
        this.#open.set(id, call);
        try {
            this.#usePort().postMessage({ id, method: call.method, params: call.params });
        } catch (error) {
            this.#open.delete(id);
            call.reject(new CallFailure({ reason: "gone", message: String(error) }));
        }
    }

    #usePort() {
        if (this.#port !== null) return this.#port;
        const port = this.#connect(documentPort);
        this.#port = port;
        port.onMessage.addListener((message) => this.#receive(message));
        port.onDisconnect.addListener(() => {
            if (this.#port === port) this.#reconnect();
        });
        return port;
    }

    #reconnect() {
        this.#port = null;
        const calls = [...this.#open];
        this.#open.clear();
        for (const [id, call] of calls) {
            if (call.wasRepeated || once.has(call.method) || this.#now() - call.madeAt > freshness) {
                call.reject(new CallFailure({ reason: "disconnected", message: "the background was stopped" }));
            } else {
                this.#send(id, { ...call, wasRepeated: true });
            }
        }
    }

    /** @param {unknown} message */
    #receive(message) {
        const answer = parseAnswer(message);
        const call = answer === null ? undefined : this.#open.get(answer.id);
        if (answer === null || call === undefined) return;
        this.#open.delete(answer.id);
        if (answer.error !== undefined) call.reject(new CallFailure(answer.error));
        else call.resolve(/** @type {never} */ (answer.result));
    }

    /**
     * @param {string} reason
     * @param {string} message
     */
    #rejectAll(reason, message) {
        const calls = [...this.#open.values()];
        this.#open.clear();
        for (const call of calls) call.reject(new CallFailure({ reason, message }));
    }
}

/**
 * @param {unknown} message
 * @returns {{id: number, result?: unknown, error?: CallError} | null}
 */
export function parseAnswer(message) {
    if (typeof message !== "object" || message === null) return null;
    const { id, result, error } = /** @type {Record<string, unknown>} */ (message);
    if (typeof id !== "number") return null;
    if (error === undefined || error === null) return { id, result };
    const { reason, message: text, hint, details } = /** @type {Record<string, unknown>} */ (error);
    return {
        id,
        error: {
            reason: typeof reason === "string" ? reason : "failed",
            message: typeof text === "string" ? text : "",
            ...(typeof hint === "string" ? { hint } : {}),
            ...(typeof details === "object" && details !== null
                ? { details: /** @type {Record<string, string>} */ (details) }
                : {}),
        },
    };
}
