// Gives the agent what a relying party says of other sites that are its own, where it needs that to judge a page.

import { Failure } from "../messages/failure.js";

/** @typedef {import("./documents.js").Asker} Asker */

export class Related {
    #fetch;
    /** @type {WeakMap<Asker, Map<string, string>>} by address; goes with the document */
    #known = new WeakMap();

    /** @param {(address: string, signal: AbortSignal) => Promise<string | undefined>} fetching gives the bytes in base64 */
    constructor(fetching) {
        this.#fetch = fetching;
    }

    /**
     * Makes a call, and makes it again with the file that it turns out to need.
     *
     * @template Result
     * @param {Asker} asker
     * @param {AbortSignal} signal
     * @param {(relatedOrigins: string | undefined) => Promise<Result>} call
     * @returns {Promise<Result>}
     */
    async with(asker, signal, call) {
        try {
            return await call(undefined);
        } catch (thrown) {
            const failure = Failure.from(thrown);
            const address = failure.details?.["url"];
            if (failure.reason !== "relatedOriginsNeeded" || address === undefined) throw failure;
            return await call(await this.#file(asker, address, signal));
        }
    }

    /**
     * @param {Asker} asker
     * @param {string} address
     * @param {AbortSignal} signal
     */
    async #file(asker, address, signal) {
        const known = this.#known.get(asker) ?? new Map();
        this.#known.set(asker, known);
        const file = known.get(address) ?? await this.#fetch(address, signal);
        if (file === undefined) throw new Failure("securityError", "the relying party does not name this site as its own");
        known.set(address, file);
        return file;
    }
}
