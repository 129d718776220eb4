// Gives the agent what a relying party says of other sites that are its own, where it needs that to judge a page.

// A page names whose file is fetched, so that there is an end to what it has fetched and kept.

import { Failure } from "../messages/failure.js";
import { Allowance } from "./allowance.js";

/** @typedef {import("./documents.js").Asker} Asker */

/**
 * @param {number} milliseconds
 * @param {() => void} body
 */
function later(milliseconds, body) {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
}

export class Related {
    #fetch;
    #fetches;
    /** The last file that the agent has made use of; goes with the document. @type {WeakMap<Asker, {address: string, file: string}>} */
    #known = new WeakMap();

    /**
     * @param {(address: string, signal: AbortSignal) => Promise<string | undefined>} fetching gives the bytes in base64
     * @param {(milliseconds: number, body: () => void) => () => void} [after]
     */
    constructor(fetching, after = later) {
        this.#fetch = fetching;
        this.#fetches = new Allowance(10, 60_000, after);
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
            const file = await this.#file(asker, address, signal);
            const result = await call(file);
            this.#known.set(asker, { address, file });
            return result;
        }
    }

    /**
     * @param {Asker} asker
     * @param {string} address
     * @param {AbortSignal} signal
     */
    async #file(asker, address, signal) {
        const known = this.#known.get(asker);
        if (known?.address === address) return known.file;
        if (!this.#fetches.take(String(asker.tabId))) throw new Failure("busy", "the page has had too many files fetched");
        const file = await this.#fetch(address, signal);
        if (file === undefined) throw new Failure("securityError", "the relying party does not name this site as its own");
        return file;
    }
}
