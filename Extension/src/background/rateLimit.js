// Limits how often something may happen in a period, so that scripts cannot repeat it without end.

export class RateLimit {
    #limit;
    #time;
    #after;
    /** @type {Map<string, number>} used slots by key */
    #used = new Map();

    /**
     * @param {number} limit
     * @param {number} time milliseconds after which a used slot is free again
     * @param {(milliseconds: number, body: () => void) => () => void} after
     */
    constructor(limit, time, after) {
        this.#limit = limit;
        this.#time = time;
        this.#after = after;
    }

    /**
     * Takes a slot, if one is free.
     *
     * @param {string} name the key of the limit, such as a tab
     * @returns {boolean}
     */
    take(name) {
        const used = this.#used.get(name) ?? 0;
        if (used >= this.#limit) return false;
        this.#used.set(name, used + 1);
        this.#after(this.#time, () => {
            const left = (this.#used.get(name) ?? 1) - 1;
            if (left === 0) this.#used.delete(name);
            else this.#used.set(name, left);
        });
        return true;
    }
}
