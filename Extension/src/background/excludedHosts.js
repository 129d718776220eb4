// "Never for this site": hosts that the person has excluded from something. All that storage holds of ours beside settings.

import { storage } from "../browser.js";

class Hosts {
    #key;

    /** @param {string} key under which they are stored */
    constructor(key) {
        this.#key = key;
    }

    /** In the order of the alphabet. */
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

/** Where nothing is offered for saving. */
export const neverSaved = new Hosts("neverSaved");
/** Where passkeys are the browser's own affair. */
export const neverPasskeys = new Hosts("neverPasskeys");
