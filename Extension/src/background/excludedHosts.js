// Hosts that the user has excluded ("Never for This Site"). Apart from settings, the only stored data.

import { storage } from "../browser.js";

class Hosts {
    #key;

    /** @param {string} key under which they are stored */
    constructor(key) {
        this.#key = key;
    }

    /** The hosts in alphabetical order. */
    async all() {
        const stored = (await storage.local.get(this.#key))[this.#key];
        return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").toSorted() : [];
    }

    /** @param {string} host */
    async has(host) {
        return (await this.all()).includes(host);
    }

    /** @param {string} host */
    async add(host) {
        const hosts = await this.all();
        if (!hosts.includes(host)) await storage.local.set({ [this.#key]: [...hosts, host] });
    }

    /** @param {string} host */
    async remove(host) {
        const hosts = await this.all();
        await storage.local.set({ [this.#key]: hosts.filter((each) => each !== host) });
    }
}

/** Hosts on which saving is never offered. */
export const neverSaved = new Hosts("neverSaved");
/** Hosts on which the browser handles passkeys. */
export const neverPasskeys = new Hosts("neverPasskeys");
