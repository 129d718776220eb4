// Screen reader announcements, polite or assertive.

import { make } from "./dom.js";

/** Delay (ms) after the live region appears, since its initial contents are not announced. */
const delay = 50;
/** Maximum number of announcements that stay in the region for users who read the page from top to bottom. */
const mostKept = 4;

export class Announcements {
    #regions;
    /** @type {Set<ReturnType<typeof setTimeout>>} timers of pending alerts */
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

    /** Removes assertive announcements, since their message is no longer shown. */
    silence() {
        for (const timer of this.#alerts) clearTimeout(timer);
        this.#alerts.clear();
        this.#regions.alert.replaceChildren();
    }
}
