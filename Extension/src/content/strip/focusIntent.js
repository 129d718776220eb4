// Whether the user focused a field: by a trusted press on it or a key that moves the focus, and not by a script.
//
// A scripted focus() sends a trusted focusin too, so only the preceding event distinguishes them.

/** How long (ms) after a key that moves the focus its focusin may follow. */
const keyReach = 100;

/**
 * The user's actions that focus a field. F is the type that represents a field.
 *
 * @template F
 */
export class Intent {
    /** @type {F | null} */
    #pressed = null;
    #movedAt = -Infinity;

    /**
     * A trusted press on a field or its label, or elsewhere (`null`).
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
     * A field has received the focus. Returns whether the user caused it; each action counts once.
     *
     * @param {F} field
     * @param {number} now
     */
    focus(field, now) {
        const isByUser = this.#pressed === field || now - this.#movedAt <= keyReach;
        this.#movedAt = -Infinity;
        return isByUser;
    }

    /** The current press has ended. */
    release() {
        this.#pressed = null;
    }
}
