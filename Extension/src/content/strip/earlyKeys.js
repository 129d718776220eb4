// Keys that the user presses before the strip is drawn. Pure.

import { longestHold } from "./guard.js";
import { keyAct } from "./stripKeys.js";

export class EarlyKeys {
    /** How often the down arrow was pressed. */
    #down = 0;
    /** When Enter was pressed. @type {number | null} */
    #takenAt = null;

    forget() {
        this.#down = 0;
        this.#takenAt = null;
    }

    /**
     * Handles a trusted key at the field; returns whether to keep it from the page. The arrow also goes to the page, since
     * the strip may not appear. If the page opens its own list on it, the following keys go to the page too; otherwise a
     * following Enter does not, since it was not meant to submit the form. It is lost if no strip appears.
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
     * The row that the keys have chosen, -1 for none, and whether to take it. An old Enter is ignored.
     *
     * @param {number} count of rows
     * @param {number} now
     */
    result(count, now) {
        const isTaken = this.#takenAt !== null && now - this.#takenAt <= longestHold;
        return { chosen: Math.min(this.#down, count) - 1, isTaken };
    }
}
