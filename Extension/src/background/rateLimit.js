// How often something may happen within a time: what a person does is never as often as what a script does.

export class RateLimit {
    #limit;
    #time;
    #after;
    /** @type {Map<string, number>} what is used of each */
    #used = new Map();

    /**
     * @param {number} limit
     * @param {number} time after which one that was taken is given back, in milliseconds
     * @param {(milliseconds: number, body: () => void) => () => void} after
     */
    constructor(limit, time, after) {
        this.#limit = limit;
        this.#time = time;
        this.#after = after;
    }

    /**
     * Takes one, where one is left.
     *
     * @param {string} name whose allowance it is
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
