// Whether a field was focused by a user: a trusted press on it, or a key that moves the focus; never a script.
//
// A scripted focus() sends a focusin that is trusted too, so only what came before it tells the two apart.

/** How long after the key that moves the focus its focusin may come (ms). */
const keyReach = 100;

/**
 * The acts of a user that lead to a field. F is a field; T what stands for it.
 *
 * @template F
 */
export class Intent {
    /** @type {F | null} */
    #pressed = null;
    #movedAt = -Infinity;

    /**
     * A trusted press on a field, on its label, or on nothing of interest.
     *
     * @param {F | null} field
     */
    press(field) {
        this.#pressed = field;
        this.#movedAt = -Infinity;
    }

    /**
     * A trusted key.
     *
     * @param {string} key
     * @param {number} now
     */
    key(key, now) {
        this.#pressed = null;
        this.#movedAt = key === "Tab" ? now : -Infinity;
    }

    /**
     * The focus came to a field; whether a user brought it. An act counts once.
     *
     * @param {F} field
     * @param {number} now
     */
    focus(field, now) {
        const isByUser = this.#pressed === field || now - this.#movedAt <= keyReach;
        this.#movedAt = -Infinity;
        return isByUser;
    }

    /** The press that was under way is over. */
    release() {
        this.#pressed = null;
    }
}
