// One connection to the agent: JSON-RPC 2.0 over one native port, from `connectNative` until it ends.

import { Failure } from "../messages/failure.js";
import { readObject } from "../messages/readValues.js";

/**
 * @typedef {object} LinkListener
 * @property {(method: string, params: Record<string, unknown>) => void} onNotification
 * @property {() => void} onMessage called before each message of the agent is read
 * @property {(failure: Failure) => void} onEnd
 *
 * @typedef {{resolve: (result: unknown) => void, reject: (failure: Failure) => void}} OpenCall
 */

/** The longest message, in bytes of JSON; the agent closes a connection that sends a longer one. */
const messageLimit = 1_048_576;

export class AgentConnection {
    #port;
    #listener;
    #endOf;
    /** @type {Map<number, OpenCall>} */
    #open = new Map();
    #lastId = 0;
    /** @type {Failure | undefined} the last error that the other side sent without a call's id */
    #lastWord;
    #hasSpoken = false;
    #isEnded = false;

    /**
     * @param {WebExtension.Port} port
     * @param {(port: WebExtension.Port) => string} endOf the browser's reason for the end of a port; valid while it ends
     * @param {LinkListener} listener
     */
    constructor(port, endOf, listener) {
        this.#port = port;
        this.#endOf = endOf;
        this.#listener = listener;
        port.onMessage.addListener((message) => this.#take(message));
        port.onDisconnect.addListener(() => this.#end(this.#reasonOfEnd()));
    }

    get isEnded() {
        return this.#isEnded;
    }

    get openCalls() {
        return this.#open.size;
    }

    /**
     * Sends a call. Aborting the signal cancels it: the agent is notified, and a late response is ignored.
     *
     * @param {string} method
     * @param {object} params
     * @param {AbortSignal} [signal]
     * @param {(id: number) => void} [onSend] receives the call's number just before it is sent
     * @returns {Promise<unknown>}
     */
    call(method, params, signal, onSend) {
        const id = ++this.#lastId;
        return new Promise((resolve, reject) => {
            if (signal?.aborted) return reject(gone());
            onSend?.(id);
            const cancel = () => {
                if (!this.#open.delete(id)) return;
                this.notify("$/cancelRequest", { id });
                reject(gone());
            };
            const settled = () => signal?.removeEventListener("abort", cancel);
            this.#open.set(id, {
                resolve: (result) => (settled(), resolve(result)),
                reject: (failure) => (settled(), reject(failure)),
            });
            signal?.addEventListener("abort", cancel);
            try {
                this.#post({ jsonrpc: "2.0", id, method, params });
            } catch (thrown) {
                this.#open.delete(id);
                settled();
                reject(Failure.from(thrown));
            }
        });
    }

    /**
     * @param {string} method
     * @param {object} params
     */
    notify(method, params) {
        try {
            this.#post({ jsonrpc: "2.0", method, params });
        } catch {
            // The port has ended; its open calls are rejected where that is detected.
        }
    }

    close() {
        this.#port.disconnect();
        // `disconnect` raises no event at the end that calls it.
        this.#end(new Failure("disconnected", "the connection to the agent was closed"));
    }

    /** @param {object} message */
    #post(message) {
        if (this.#isEnded) throw new Failure("disconnected", "the connection to the agent has ended");
        if (isTooLong(JSON.stringify(message))) {
            throw new Failure("invalidParameters", "the message is too long for the agent");
        }
        this.#port.postMessage(message);
    }

    /** @param {unknown} value */
    #take(value) {
        this.#hasSpoken = true;
        this.#listener.onMessage();
        try {
            const message = readObject(value, "message");
            const id = message["id"];
            if (typeof message["method"] === "string") return this.#takeCall(message, message["method"]);
            if (id === null && message["error"] !== undefined) {
                this.#lastWord = Failure.ofAgent(message["error"]);
            } else if (typeof id === "number") {
                this.#answer(id, message);
            }
        } catch {
            // Neither a call nor a response: ignored, and not logged.
        }
    }

    /**
     * Settles an open call. A response without an open call is ignored.
     *
     * @param {number} id
     * @param {Record<string, unknown>} message
     */
    #answer(id, message) {
        const call = this.#open.get(id);
        if (call === undefined) return;
        this.#open.delete(id);
        try {
            if (message["error"] !== undefined) call.reject(Failure.ofAgent(message["error"]));
            else call.resolve(readObject(message["result"], "result"));
        } catch (thrown) {
            call.reject(Failure.from(thrown));
        }
    }

    /**
     * @param {Record<string, unknown>} message
     * @param {string} method
     */
    #takeCall(message, method) {
        if (message["id"] !== undefined) {
            const data = { reason: "unknownMethod", message: "the extension has no such method" };
            this.#post({ jsonrpc: "2.0", id: message["id"], error: { code: -32601, message: data.message, data } });
            return;
        }
        this.#listener.onNotification(method, readObject(message["params"] ?? {}));
    }

    #reasonOfEnd() {
        const words = this.#endOf(this.#port);
        return this.#lastWord === undefined ? failureOfEnd(words, this.#hasSpoken) : failureOfHost(this.#lastWord);
    }

    /** @param {Failure} failure */
    #end(failure) {
        if (this.#isEnded) return;
        this.#isEnded = true;
        const calls = [...this.#open.values()];
        this.#open.clear();
        this.#listener.onEnd(failure);
        for (const call of calls) call.reject(failure);
    }
}

/**
 * Whether a text exceeds the limit. A UTF-16 unit takes at most three bytes of UTF-8, so short texts are not encoded.
 *
 * @param {string} text
 */
function isTooLong(text) {
    return text.length > messageLimit / 3 && new TextEncoder().encode(text).length > messageLimit;
}

/** The failure of a call whose requester has gone away. */
export function gone() {
    return new Failure("gone", "the page that made the request was closed");
}

/**
 * Converts the native host's last error, whose `details.nativeHost` says what happened to the agent.
 *
 * @param {Failure} failure
 */
export function failureOfHost(failure) {
    const { message, hint, details } = failure;
    const reasons = /** @type {Record<string, string>} */ ({ agentNotReached: "noAgent", agentLeft: "disconnected" });
    return new Failure(reasons[details?.["nativeHost"] ?? ""] ?? failure.reason, message, { hint, details });
}

/** The browsers' texts for a host that does not start, with the extension's reason for each. */
const ends = [
    { words: /host not found|no such native application|invalid native messaging host name/iu, reason: "noHost" },
    { words: /access to the specified native messaging host is forbidden|does not have permission/iu, reason: "hostRefused" },
    { words: /failed to start native messaging host/iu, reason: "noHost" },
];

/**
 * Converts the browser's text for the end of a native port. `hasSpoken` is `false` when the host never sent a message.
 *
 * @param {string} words
 * @param {boolean} hasSpoken
 */
export function failureOfEnd(words, hasSpoken) {
    const known = ends.find((each) => each.words.test(words))?.reason;
    if (known === "noHost" && !hasSpoken) {
        return new Failure("noHost", "Latchkey's program for browsers is not installed", {
            hint: 'run "latchkey browser install"',
        });
    }
    if (known === "hostRefused" && !hasSpoken) {
        return new Failure("hostRefused", "Latchkey's program for browsers does not accept this extension", {
            hint: 'run "latchkey browser install"',
        });
    }
    return new Failure("disconnected", "the connection to the agent has ended", {
        ...(hasSpoken ? {} : { hint: 'run "latchkey browser status" to see why' }),
    });
}
