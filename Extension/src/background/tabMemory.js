// Short-lived memory per tab: chosen accounts, failed accounts, and digests of filled passwords.
//
// In memory only, and passwords only as a keyed digest, so that the profile stores none. A private window leaves only the
// digest and the account of a two-step login in progress.

/**
 * Lifetime of each topic, in milliseconds. Per site, `knownUser` is the account that logged in last and `usedLogin` the stored
 * login that the user picked last; both identify the login of a later password change. Per origin, `filledLogin` is the
 * account and provider of the last filled password, for a passkey upgrade: users may publish content on a site's other hosts.
 */
const lifetimes = {
    chosenUser: 5 * 60_000, failedUser: 10 * 60_000, filled: 10 * 60_000, knownUser: 60 * 60_000, usedLogin: 60 * 60_000,
    filledLogin: 5 * 60_000,
};

/** @typedef {keyof typeof lifetimes} Topic */

export class TabMemory {
    #now;
    /** @type {Map<string, {value: string, until: number}>} */
    #entries = new Map();
    /** @type {Promise<CryptoKey> | undefined} */
    #key;

    /** @param {() => number} now */
    constructor(now) {
        this.#now = now;
    }

    /**
     * @param {Topic} topic
     * @param {number} tabId
     * @param {string} place a site or an origin
     * @param {string} value
     */
    remember(topic, tabId, place, value) {
        this.#forgetOld();
        this.#entries.set(key(topic, tabId, place), { value, until: this.#now() + lifetimes[topic] });
    }

    /**
     * @param {Topic} topic
     * @param {number} tabId
     * @param {string} place
     */
    recall(topic, tabId, place) {
        const entry = this.#entries.get(key(topic, tabId, place));
        return entry !== undefined && entry.until > this.#now() ? entry.value : undefined;
    }

    /**
     * @param {Topic} topic
     * @param {number} tabId
     * @param {string} place
     */
    forget(topic, tabId, place) {
        this.#entries.delete(key(topic, tabId, place));
    }

    /**
     * Returns a function that restores the current values of the topics.
     *
     * @param {number} tabId
     * @param {readonly (readonly [Topic, string])[]} topics each with its place
     */
    snapshot(tabId, topics) {
        const were = topics.map(([topic, place]) => key(topic, tabId, place)).map((name) => ({ name, entry: this.#entries.get(name) }));
        return () => {
            for (const { name, entry } of were) {
                if (entry === undefined) this.#entries.delete(name);
                else this.#entries.set(name, entry);
            }
        };
    }

    /** @param {number} tabId */
    forgetTab(tabId) {
        for (const name of this.#entries.keys()) if (name.split(" ")[1] === String(tabId)) this.#entries.delete(name);
    }

    /**
     * A keyed digest of a user's password, valid while this worker lives.
     *
     * @param {string} user
     * @param {string} password
     */
    async digest(user, password) {
        this.#key ??= crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
        const bytes = new TextEncoder().encode(JSON.stringify([user, password]));
        const digest = new Uint8Array(await crypto.subtle.sign("HMAC", await this.#key, bytes));
        return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }

    #forgetOld() {
        const now = this.#now();
        for (const [name, entry] of this.#entries) if (entry.until <= now) this.#entries.delete(name);
    }
}

/**
 * Records what is about to be filled, so that submitting it does not offer to save it.
 *
 * @param {TabMemory} memory
 * @param {{tabId: number, origin: string, isPrivate: boolean}} place
 * @param {string | undefined} site
 * @param {import("../messages.js").Filled} filled
 * @param {import("../messages.js").Suggestion} [picked]
 * @returns {Promise<() => void>} undoes the change
 */
export async function rememberFill(memory, { tabId, origin, isPrivate }, site, { provider, value }, picked) {
    const ofSite = /** @type {const} */ (["chosenUser", "usedLogin"]);
    const takeBack = memory.snapshot(tabId, [
        ["filled", origin], ["filledLogin", origin],
        ...(site === undefined ? [] : ofSite.map((topic) => /** @type {const} */ ([topic, site]))),
    ]);
    if (value.kind !== "password") return takeBack;
    if (site !== undefined) memory.remember("chosenUser", tabId, site, value.user);
    memory.remember("filled", tabId, origin, await memory.digest(value.user, value.password));
    if (isPrivate) return takeBack;
    memory.remember("filledLogin", tabId, origin, JSON.stringify([provider, value.user]));
    if (site === undefined) return takeBack;
    if (picked?.user !== value.user) memory.forget("usedLogin", tabId, site);
    else memory.remember("usedLogin", tabId, site, loginName(picked));
    return takeBack;
}

/**
 * An identifier of a stored login, independent of the host that it is offered on.
 *
 * @param {{provider: string, service: string, user: string}} login
 */
export function loginName({ provider, service, user }) {
    return JSON.stringify([provider, service, user]);
}

/**
 * @param {Topic} topic
 * @param {number} tabId
 * @param {string} place
 */
function key(topic, tabId, place) {
    return `${topic} ${tabId} ${place}`;
}
