// What is said to a screen reader, when it has time or at once.

import { make } from "./dom.js";

/** What comes with the region itself is not said: so much later (ms). */
const delay = 50;
/** More than these are not left for who reads the page from top to bottom. */
const mostKept = 4;

export class Announcements {
    #regions;
    /** @type {Set<ReturnType<typeof setTimeout>>} alerts that are about to be said */
    #alerts = new Set();

    /** @param {{status: HTMLElement, alert: HTMLElement}} regions */
    constructor(regions) {
        this.#regions = regions;
    }

    /**
     * @param {string} words
     * @param {boolean} isUrgent
     */
    say(words, isUrgent) {
        const region = this.#regions[isUrgent ? "alert" : "status"];
        const timer = setTimeout(() => {
            region.append(make("p", { dir: "auto" }, words));
            if (region.childElementCount > mostKept) region.firstElementChild?.remove();
        }, delay);
        if (isUrgent) this.#alerts.add(timer);
    }

    /** Takes back what was urgent, said or about to be: what it was about is no longer shown. */
    silence() {
        for (const timer of this.#alerts) clearTimeout(timer);
        this.#alerts.clear();
        this.#regions.alert.replaceChildren();
    }
}
