// "Never for this site": the hosts where nothing is offered for saving. All that storage holds of ours beside settings.

import { storage } from "../browser.js";

const key = "neverSaved";

/** The hosts, in the order of the alphabet. */
export async function neverSavedHosts() {
    const stored = (await storage.local.get(key))[key];
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").toSorted() : [];
}

/** @param {string} host */
export async function isNeverSaved(host) {
    return (await neverSavedHosts()).includes(host);
}

/** @param {string} host */
export async function neverSave(host) {
    const hosts = await neverSavedHosts();
    if (!hosts.includes(host)) await storage.local.set({ [key]: [...hosts, host] });
}

/** @param {string} host */
export async function saveAgain(host) {
    const hosts = await neverSavedHosts();
    await storage.local.set({ [key]: hosts.filter((each) => each !== host) });
}
