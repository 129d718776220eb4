// Related origin requests (WebAuthn L3 §5.11): fetches `/.well-known/webauthn` of a relying party when the agent needs it.
//
// The agent has no network, so it names the address and validates the file. A page chooses the relying party, so a rate
// limit and a size limit apply. Nothing is parsed here.

import { Failure } from "../messages/failure.js";
import { RateLimit } from "./rateLimit.js";

/** The largest file, in bytes; the agent has the same limit. */
const byteLimit = 256 * 1024;
/** Timeout (ms) of the whole fetch. */
const patience = 5000;

/** @typedef {import("./documents.js").Requester} Requester */

/**
 * @param {number} milliseconds
 * @param {() => void} body
 */
function later(milliseconds, body) {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
}

export class RelatedOrigins {
    #fetch;
    #fetches;
    /** The last file that the agent accepted, per document. @type {WeakMap<Requester, {address: string, file: string}>} */
    #known = new WeakMap();

    /**
     * @param {(address: string, signal: AbortSignal) => Promise<string | undefined>} fetching returns the bytes in base64
     * @param {(milliseconds: number, body: () => void) => () => void} [after]
     */
    constructor(fetching, after = later) {
        this.#fetch = fetching;
        this.#fetches = new RateLimit(10, 60_000, after);
    }

    /**
     * Makes a call, and repeats it with the file if the agent asks for one.
     *
     * @template Result
     * @param {Requester} requester
     * @param {AbortSignal} signal
     * @param {(relatedOrigins: string | undefined) => Promise<Result>} call
     * @returns {Promise<Result>}
     */
    async with(requester, signal, call) {
        try {
            return await call(undefined);
        } catch (thrown) {
            const failure = Failure.from(thrown);
            const address = failure.details?.["url"];
            if (failure.reason !== "relatedOriginsNeeded" || address === undefined) throw failure;
            const file = await this.#file(requester, address, signal);
            const result = await call(file);
            this.#known.set(requester, { address, file });
            return result;
        }
    }

    /**
     * @param {Requester} requester
     * @param {string} address
     * @param {AbortSignal} signal
     */
    async #file(requester, address, signal) {
        const known = this.#known.get(requester);
        if (known?.address === address) return known.file;
        if (!this.#fetches.take(String(requester.tabId))) throw new Failure("busy", "the page has requested too many files");
        const file = await this.#fetch(address, signal);
        if (file === undefined) throw new Failure("securityError", "the relying party does not list this site as a related origin");
        return file;
    }
}

/**
 * Fetches the file, in base64. `undefined` if there is no valid response.
 *
 * Sends no cookies and no referrer. Follows no redirect: a page could send requests to the user's own network with one.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {typeof fetch} [fetching]
 * @returns {Promise<string | undefined>}
 */
export async function fetchRelatedOrigins(address, signal, fetching = fetch) {
    if (!isWellKnown(address)) return undefined;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    try {
        const response = await fetching(address, {
            credentials: "omit", referrerPolicy: "no-referrer", redirect: "error", cache: "no-store", signal: ending,
            headers: { Accept: "application/json" },
        });
        const isJSON = /^application\/json\s*(;|$)/iu.test(response.headers.get("Content-Type") ?? "");
        if (response.status !== 200 || !isJSON) {
            await response.body?.cancel();
            return undefined;
        }
        const bytes = await readAtMost(response, byteLimit);
        return bytes && base64Of(bytes);
    } catch {
        // No response, or it was cut off or timed out.
        return undefined;
    }
}

/** @param {string} address */
function isWellKnown(address) {
    if (!URL.canParse(address)) return false;
    const { protocol, pathname, search, username } = new URL(address);
    return protocol === "https:" && pathname === "/.well-known/webauthn" && search === "" && username === "";
}

/**
 * Reads a body up to a limit; `undefined` if it is longer, and the rest is not read.
 *
 * @param {Response} response
 * @param {number} limit
 */
async function readAtMost(response, limit) {
    const reader = response.body?.getReader();
    /** @type {Uint8Array[]} */
    const parts = [];
    let count = 0;
    for (;;) {
        const part = await reader?.read();
        if (part?.value === undefined) break;
        count += part.value.length;
        if (count > limit) {
            await reader?.cancel();
            return undefined;
        }
        parts.push(part.value);
    }
    const bytes = new Uint8Array(count);
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
    let text = "";
    // In chunks, since a call has a limited number of arguments.
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
}
