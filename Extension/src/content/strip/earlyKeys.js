// What keys choose before there is anything to choose from, while the answer is under way. Pure.

import { longestHold } from "./guard.js";
import { keyAct } from "./stripKeys.js";

export class EarlyKeys {
    /** How far down the arrow went. */
    #down = 0;
    /** When Enter followed. @type {number | null} */
    #takenAt = null;

    forget() {
        this.#down = 0;
        this.#takenAt = null;
    }

    /**
     * A trusted key at the field; whether it is the strip's. The arrow stays the page's, since nobody knows yet whether a
     * strip comes, and where the page opens a list of its own on it, everything after it does. Else an Enter after it does
     * not: it was not meant to send the form. It is lost where no strip comes after all: by then it cannot be given back.
     *
     * @param {import("./stripKeys.js").Stroke & {repeat: boolean}} stroke
     * @param {{isPagesOwn: boolean, keepsEnter: boolean, now: number}} at
     */
    key(stroke, { isPagesOwn, keepsEnter, now }) {
        const act = isPagesOwn ? "pass" : keyAct(stroke, { isOpen: true, chosen: this.#down - 1, count: Infinity, isPagesOwn });
        if (act === "take") {
            if (keepsEnter && !stroke.repeat) this.#takenAt ??= now;
        } else if (act === "next") {
            this.#down++;
            // A later key cancels an Enter that was pressed before the strip was drawn.
            this.#takenAt = null;
        } else {
            this.forget();
        }
        return act === "take";
    }

    /**
     * The row that is chosen now that there are rows, -1 for none, and whether it is to be taken: not on an Enter that a
     * person has long forgotten.
     *
     * @param {number} count of rows
     * @param {number} now
     */
    result(count, now) {
        const isTaken = this.#takenAt !== null && now - this.#takenAt <= longestHold;
        return { chosen: Math.min(this.#down, count) - 1, isTaken };
    }
}
