// Generated passwords that were filled into a form but are not saved in a login yet: for the login form that follows, and for
// the same form when the page shows it again.
//
// The provider stored them before they were filled, but suggestions do not search its inbox. They are kept in memory only, per
// tab, for ten minutes at most, and not after a lock.

/** How long (ms) a generated password is offered. */
const lifetime = 10 * 60_000;
/** Maximum number of passwords per tab. */
const most = 4;

/**
 * @typedef {object} GeneratedPassword
 * @property {string} id of its suggestion
 * @property {string} user "" if unknown
 * @property {string} password
 * @property {string} session of the form that received it
 * @property {string} provider
 * @property {string} origin of the form that received it
 * @property {string} site
 * @property {boolean} isChange whether it was generated for a change, so that the site may not have accepted it
 * @property {number} until
 * @property {() => void} stop stops the timer that removes it
 */

export class GeneratedPasswords {
    #now;
    #after;
    /** @type {Map<number, GeneratedPassword[]>} by tab, oldest first */
    #kept = new Map();

    /**
     * @param {() => number} now
     * @param {(milliseconds: number, body: () => void) => () => void} after
     */
    constructor(now, after) {
        this.#now = now;
        this.#after = after;
    }

    /**
     * Keeps a password for ten minutes. It replaces an earlier password of the same form, and an equal password.
     *
     * @param {number} tabId
     * @param {Omit<GeneratedPassword, "id" | "until" | "stop">} generated
     */
    keep(tabId, generated) {
        const others = this.#of(tabId)
            .filter(({ session, password }) => session !== generated.session && password !== generated.password);
        const id = `generated ${crypto.randomUUID()}`, until = this.#now() + lifetime;
        // The timer removes it from memory. `until` counts if the timer is late, because the computer has slept.
        const stop = this.#after(lifetime, () => this.#set(tabId, this.#of(tabId).filter((each) => each.id !== id)));
        this.#set(tabId, [...others, { ...generated, id, until, stop }].slice(-most));
    }

    /**
     * The passwords for a login of a site, newest first: of the same origin, or from another host to an encrypted page.
     *
     * @param {number} tabId
     * @param {string} site
     * @param {string} origin
     */
    offered(tabId, site, origin) {
        const mayMove = origin.startsWith("https:");
        return this.#of(tabId).filter((each) => each.origin === origin || mayMove && each.site === site).reverse();
    }

    /**
     * Sets the user name of a password, since users often type it after the password was generated.
     *
     * @param {number} tabId
     * @param {string} session
     * @param {string} user
     */
    name(tabId, session, user) {
        this.#set(tabId, this.#of(tabId).map((each) => each.session === session && user !== "" ? { ...each, user } : each));
    }

    /**
     * @param {number} tabId
     * @param {string} session
     */
    forget(tabId, session) {
        this.#set(tabId, this.#of(tabId).filter((each) => each.session !== session));
    }

    forgetAll() {
        for (const tabId of this.#kept.keys()) this.forgetTab(tabId);
    }

    /** @param {number} tabId */
    forgetTab(tabId) {
        this.#set(tabId, []);
    }

    /** @param {number} tabId */
    #of(tabId) {
        const now = this.#now();
        for (const [tab, kept] of this.#kept) this.#set(tab, kept.filter(({ until }) => until > now));
        return this.#kept.get(tabId) ?? [];
    }

    /**
     * Replaces the passwords of a tab. Stops the timers of the removed ones, which would keep them in memory.
     *
     * @param {number} tabId
     * @param {GeneratedPassword[]} kept
     */
    #set(tabId, kept) {
        for (const { id, stop } of this.#kept.get(tabId) ?? []) if (!kept.some((each) => each.id === id)) stop();
        if (kept.length === 0) this.#kept.delete(tabId);
        else this.#kept.set(tabId, kept);
    }
}
