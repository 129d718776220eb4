// The content script's model of the drawn strip: the boxes of its rows and its scroll position.

/**
 * @import { Layout, StripContent, ToOverlay } from "../../overlay/overlayMessages.js"
 * @import { Box } from "./place.js"
 */

/** If a cut is this close (px) to the edge of a row, the user cannot see that more rows follow. */
const clear = 8;
/** The lowest height (px) that is cut. */
const lowest = 60;
/** How many rows are shown at once. */
const mostRows = 7;

/** Rows, their places and the scroll position of a strip. */
export class StripView {
    #height = 0;
    /** @type {readonly Box[]} */
    #parts = [];
    /** @type {(message: ToOverlay) => void} */
    #tell;
    #width = 0;
    #room = 0;
    #scrolled = 0;
    #hovered = -1;

    /** @param {(message: ToOverlay) => void} tell sends a message to the overlay */
    constructor(tell) {
        this.#tell = tell;
    }

    /**
     * Sends the rows to the overlay. Until it reports their boxes, the strip keeps its height and contains no row.
     *
     * @param {StripContent} content
     */
    draw(content) {
        this.#parts = [];
        this.#scrolled = 0;
        this.#hovered = -1;
        this.#tell({ type: "drawStrip", content, width: this.#width });
    }

    /** Clears the rows of a closed strip. */
    clear() {
        if (this.#width === 0) return;
        this.#parts = [];
        this.#width = 0;
        this.#tell({ type: "clear" });
    }

    /** @param {Layout} layout as the overlay has drawn */
    take({ height, parts }) {
        this.#height = height;
        this.#parts = parts;
    }

    /** The height that the strip needs (px): that of all rows, or of the first ones if there are many. */
    get height() {
        const last = this.#parts.length > mostRows ? this.#parts[mostRows - 1] : undefined;
        return last === undefined ? this.#height : Math.ceil(last.top + last.height) + clear / 2;
    }

    /** @param {number} width of the strip (px) */
    fit(width) {
        if (width === this.#width) return;
        this.#width = width;
        this.#tell({ type: "fit", width });
    }

    /**
     * The height to use of a space that is too low for all rows: less than the space if that shows that more rows follow.
     *
     * @param {number} room the available height (px)
     */
    cut(room) {
        const isBetween = this.#parts.some(({ top, height }) => Math.abs(top + height - room) < clear);
        return isBetween && room > lowest ? room - 2 * clear : room;
    }

    /** @param {number} room the strip's height (px) */
    show(room) {
        this.#room = room;
        this.scroll(0);
    }

    /** @param {number} by (px) */
    scroll(by) {
        this.#scrollTo(this.#scrolled + by);
    }

    /** @param {number} row -1 for none */
    choose(row) {
        this.#tell({ type: "choose", part: row });
        const part = this.#parts[row];
        if (part === undefined) return;
        if (part.top < this.#scrolled) this.#scrollTo(part.top - clear);
        else if (part.top + part.height > this.#scrolled + this.#room) this.#scrollTo(part.top + part.height + clear - this.#room);
    }

    /** @param {number} row below the pointer, -1 for none */
    hover(row) {
        if (row === this.#hovered) return;
        this.#hovered = row;
        this.#tell({ type: "hover", part: row });
    }

    /**
     * Shows the password that a row will fill.
     *
     * @param {number} row
     * @param {string} password
     */
    showMade(row, password) {
        this.#tell({ type: "showMade", part: row, password });
    }

    /** @param {string} words for a screen reader */
    announce(words) {
        this.#tell({ type: "announce", words });
    }

    /**
     * The row at a point of the strip, -1 for none.
     *
     * @param {number} x in CSS pixels, from the strip's left edge
     * @param {number} y from its top edge
     */
    partAt(x, y) {
        return partAt(this.#parts, x, y + this.#scrolled);
    }

    /** @param {number} top */
    #scrollTo(top) {
        const scrolled = Math.max(0, Math.min(top, this.#height - this.#room));
        if (scrolled === this.#scrolled) return;
        this.#scrolled = scrolled;
        this.#tell({ type: "scroll", top: scrolled });
    }
}

/**
 * The index of the part that contains a point, -1 for none.
 *
 * @param {readonly Box[]} parts
 * @param {number} x
 * @param {number} y
 */
export function partAt(parts, x, y) {
    return parts.findIndex(({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height);
}
