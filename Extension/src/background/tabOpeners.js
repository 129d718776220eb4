// Which tab opened which, so that a question about a pop-up window that has closed is asked in the tab behind it.

/** How long (ms) a closed tab is remembered. */
const kept = 2 * 60_000;

export class TabOpeners {
    #after;
    /** @type {Map<number, number>} the opener of each tab that a page has opened */
    #openers = new Map();
    /** @type {Set<number>} */
    #closed = new Set();

    /** @param {(milliseconds: number, body: () => void) => () => void} after */
    constructor(after) {
        this.#after = after;
    }

    /** @param {{tabId: number, sourceTabId: number}} details */
    opened({ tabId, sourceTabId }) {
        this.#openers.set(tabId, sourceTabId);
    }

    /** Whether a page opened a tab, whose script may then close it. @param {number} tabId */
    wasOpened(tabId) {
        return this.#openers.has(tabId);
    }

    /** @param {number} tabId */
    closed(tabId) {
        this.#closed.add(tabId);
        this.#after(kept, () => {
            this.#closed.delete(tabId);
            this.#openers.delete(tabId);
        });
    }

    /**
     * A tab, or the nearest opener that is still open; `undefined` if all have closed.
     *
     * @param {number} tabId
     * @returns {number | undefined}
     */
    living(tabId) {
        /** @type {number | undefined} */
        let tab = tabId;
        while (tab !== undefined && this.#closed.has(tab)) tab = this.#openers.get(tab);
        return tab;
    }
}
