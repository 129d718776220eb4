// Short-lived memory per tab: chosen accounts, failed accounts, and digests of filled passwords.
//
// In memory only, and passwords only as a keyed digest, so that the profile stores none. A private window leaves only the
// digest and the account of a two-step login in progress.

import { isAccountName, userOfSteps, withStep } from "./signInSteps.js";

/** @import { Step } from "./signInSteps.js" */

/**
 * Lifetime of each topic, in milliseconds. Per site, `knownUser` is the account that logged in last and `usedLogin` the stored
 * login that the user picked last; both identify the login of a later password change. Per origin, `filledLogin` is the
 * account and provider of the last filled password, for a passkey upgrade: users may publish content on a site's other hosts.
 */
const lifetimes = {
    failedUser: 10 * 60_000, filled: 10 * 60_000, knownUser: 60 * 60_000, usedLogin: 60 * 60_000,
    filledLogin: 5 * 60_000,
};

/** @typedef {keyof typeof lifetimes} Topic */

/** How long (ms) the account names of a login in several steps are kept. */
const stepLifetime = 10 * 60_000;

export class TabMemory {
    #now;
    /** @type {Map<string, {value: string, until: number}>} */
    #entries = new Map();
    /** @type {Map<string, readonly Step[]>} */
    #steps = new Map();
    /** The number of `doubtSteps` calls, by tab. @type {Map<number, number>} */
    #turns = new Map();
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
     * Remembers an account name that the user typed or picked in a step of a login or sign-up.
     *
     * @param {number} tabId
     * @param {string} site
     * @param {Omit<Step, "until">} step
     */
    rememberStep(tabId, site, step) {
        this.#forgetOld();
        const name = key("step", tabId, site);
        this.#steps.set(name, withStep(this.#steps.get(name) ?? [], { ...step, until: this.#now() + stepLifetime }));
    }

    /**
     * The account name of the previous steps.
     *
     * @param {number} tabId
     * @param {string} site
     */
    chosenUser(tabId, site) {
        this.#forgetOld();
        return userOfSteps(this.#steps.get(key("step", tabId, site)) ?? []);
    }

    /**
     * How often `doubtSteps` was called for a tab. A step that is remembered later than it was typed is as doubtful as one that
     * was remembered at once.
     *
     * @param {number} tabId
     */
    turns(tabId) {
        return this.#turns.get(tabId) ?? 0;
    }

    /**
     * Marks earlier steps as uncertain when the user follows a link: they count only if no other account name is typed.
     *
     * @param {number} tabId
     */
    doubtSteps(tabId) {
        this.#turns.set(tabId, this.turns(tabId) + 1);
        for (const [name, steps] of this.#steps) {
            if (isOfTab(name, tabId)) this.#steps.set(name, steps.map((step) => ({ ...step, isCertain: false })));
        }
    }

    /**
     * @param {number} tabId
     * @param {string} site
     */
    forgetSteps(tabId, site) {
        this.#steps.delete(key("step", tabId, site));
    }

    /**
     * Returns a function that restores the current values of the topics, and the steps of a site.
     *
     * @param {number} tabId
     * @param {readonly (readonly [Topic, string])[]} topics each with its place
     * @param {string | undefined} site
     */
    snapshot(tabId, topics, site) {
        const were = topics.map(([topic, place]) => key(topic, tabId, place)).map((name) => ({ name, entry: this.#entries.get(name) }));
        const steps = key("step", tabId, site ?? ""), before = this.#steps.get(steps);
        return () => {
            for (const { name, entry } of were) restore(this.#entries, name, entry);
            restore(this.#steps, steps, before);
        };
    }

    /** @param {number} tabId */
    forgetTab(tabId) {
        this.#turns.delete(tabId);
        for (const kept of [this.#entries, this.#steps]) {
            for (const name of kept.keys()) if (isOfTab(name, tabId)) kept.delete(name);
        }
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
        for (const [name, steps] of this.#steps) {
            const left = steps.filter((step) => step.until > now);
            if (left.length === 0) this.#steps.delete(name);
            else this.#steps.set(name, left);
        }
    }
}

/**
 * @template Value
 * @param {Map<string, Value>} kept
 * @param {string} name
 * @param {Value | undefined} value
 */
function restore(kept, name, value) {
    if (value === undefined) kept.delete(name);
    else kept.set(name, value);
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
    const ofSite = site === undefined ? [] : [/** @type {const} */ (["usedLogin", site])];
    const takeBack = memory.snapshot(tabId, [["filled", origin], ["filledLogin", origin], ...ofSite], site);
    if (value.kind !== "password") return takeBack;
    if (site !== undefined && value.user !== "") {
        memory.rememberStep(tabId, site, { user: value.user, place: "", isName: isAccountName(value.user), isCertain: true });
    }
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
 * @param {Topic | "step"} topic
 * @param {number} tabId
 * @param {string} place
 */
function key(topic, tabId, place) {
    return `${topic} ${tabId} ${place}`;
}

/**
 * @param {string} name a key
 * @param {number} tabId
 */
function isOfTab(name, tabId) {
    return name.split(" ")[1] === String(tabId);
}
