// The popup's port to the background. Open calls fail when the background stops.

import { runtime } from "../browser.js";
import { popupPort } from "../messages.js";
import { readInteger, readObject, readOptionalText, readText } from "../messages/readValues.js";
import { Failure } from "../messages/failure.js";

export class BackgroundPort {
    /** @type {Map<number, {resolve: (result: Record<string, unknown>) => void, reject: (failure: Failure) => void}>} */
    #open = new Map();
    #lastId = 0;
    /** @type {WebExtension.Port | undefined} */
    #port;
    #locked;

    /** @param {() => void} [locked] called after a lock, or when locks are no longer reported */
    constructor(locked = () => {}) {
        this.#locked = locked;
    }

    /**
     * @param {string} method
     * @param {object} [params]
     * @returns {Promise<Record<string, unknown>>}
     */
    call(method, params = {}) {
        this.#lastId += 1;
        const id = this.#lastId;
        return new Promise((resolve, reject) => {
            this.#open.set(id, { resolve, reject });
            this.#usePort().postMessage({ id, method, params });
        });
    }

    #usePort() {
        if (this.#port !== undefined) return this.#port;
        const port = runtime.connect({ name: popupPort });
        this.#port = port;
        port.onMessage.addListener((message) => this.#take(message));
        port.onDisconnect.addListener(() => {
            this.#port = undefined;
            const calls = [...this.#open.values()];
            this.#open.clear();
            this.#locked();
            for (const call of calls) call.reject(new Failure("disconnected", "the background was stopped"));
        });
        return port;
    }

    /** @param {unknown} value */
    #take(value) {
        const message = readObject(value, "message");
        if (message["locked"] === true) return this.#locked();
        const id = readInteger(message, "id");
        const call = this.#open.get(id);
        this.#open.delete(id);
        if (message["error"] === undefined) return call?.resolve(readObject(message["result"], "result"));
        const error = readObject(message["error"], "error");
        const hint = readOptionalText(error, "hint");
        call?.reject(new Failure(readText(error, "reason", 128), readText(error, "message"), { hint }));
    }
}
