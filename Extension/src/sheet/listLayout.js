// The positions of the rows of a long list, of which only a window is loaded.

/** @import { Section } from "./sheetTypes.js" */

/** Browsers cannot draw elements higher than about 17 million pixels; a longer list is scrolled in steps. */
const highest = 15_000_000;

/** Rows of equal height, with the titles of the known sections between them. */
export class ListLayout {
    rowCount = 0;
    rowHeight = 52;
    titleHeight = 28;
    /** The height of the visible part. */
    viewHeight = 0;
    /** @type {Section[]} by their first rows */
    sections = [];

    /** The height of the whole list. */
    get height() {
        return this.rowCount * this.rowHeight + this.sections.length * this.titleHeight;
    }

    /** The height of the scrollable element. */
    get drawnHeight() {
        return Math.min(this.height, highest);
    }

    /** How far the list moves for each drawn pixel. */
    get ratio() {
        const drawn = this.drawnHeight - this.viewHeight;
        return drawn <= 0 ? 1 : (this.height - this.viewHeight) / drawn;
    }

    /** The largest scroll position. */
    get lowest() {
        return Math.max(0, this.height - this.viewHeight);
    }

    /**
     * The number of sections that begin at or before a row.
     *
     * @param {number} row
     */
    sectionsUpTo(row) {
        let low = 0;
        let high = this.sections.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if ((this.sections[middle]?.firstRow ?? 0) <= row) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /**
     * The upper edge of a row.
     *
     * @param {number} row
     */
    top(row) {
        return row * this.rowHeight + this.sectionsUpTo(row) * this.titleHeight;
    }

    /**
     * The row at a position, or the one below the title there.
     *
     * @param {number} y
     */
    rowAt(y) {
        let low = 0;
        let high = Math.max(0, this.rowCount - 1);
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.top(middle) + this.rowHeight <= y) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /**
     * Updates the sections from a window, and keeps those outside of it.
     *
     * @param {Section[]} seen
     * @param {number} start
     * @param {number} end
     */
    learn(seen, start, end) {
        const kept = this.sections.filter(({ firstRow }) =>
            firstRow < this.rowCount && (firstRow < start || firstRow >= end)
            && !seen.some((section) => section.firstRow === firstRow)
        );
        const valid = seen.filter(({ firstRow }) => firstRow < this.rowCount);
        this.sections = [...kept, ...valid].sort((one, other) => one.firstRow - other.firstRow);
    }
}

/** Rows to request beyond those in view, on each side. */
const margin = 50;
/** How close (rows) to the window's end more rows are requested. */
const reserve = 15;
/** Maximum number of rows in a window. */
const windowRows = 200;

/**
 * The rows to request if some in view, or soon in view, are not loaded; `null` if none are missing.
 *
 * @param {{start: number, end: number}} inView
 * @param {{start: number, end: number}} carried
 * @param {number} rowCount
 * @returns {{offset: number, count: number} | null}
 */
export function missingRows(inView, carried, rowCount) {
    const start = Math.max(0, inView.start - reserve);
    const end = Math.min(rowCount, inView.end + reserve);
    if (start >= end || (carried.start <= start && end <= carried.end)) return null;
    const offset = Math.max(0, inView.start - margin);
    const count = Math.min(windowRows, inView.end - inView.start + 2 * margin, rowCount - offset);
    return { offset, count };
}
