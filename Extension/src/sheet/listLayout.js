// Where the rows of a long list stand, of which only a window is known.

/** @import { Section } from "./sheetTypes.js" */

/** Browsers cannot draw elements higher than some 17 million pixels; a list longer than this is scrolled in steps. */
const highest = 15_000_000;

/** Rows of one height, with the titles of the sections that were seen so far between them. */
export class ListLayout {
    rowCount = 0;
    rowHeight = 52;
    titleHeight = 28;
    /** The height of what is in view. */
    viewHeight = 0;
    /** @type {Section[]} by their first rows */
    sections = [];

    /** The height of the whole list. */
    get height() {
        return this.rowCount * this.rowHeight + this.sections.length * this.titleHeight;
    }

    /** The height that the browser is told. */
    get drawnHeight() {
        return Math.min(this.height, highest);
    }

    /** How far the list moves for each drawn pixel. */
    get ratio() {
        const drawn = this.drawnHeight - this.viewHeight;
        return drawn <= 0 ? 1 : (this.height - this.viewHeight) / drawn;
    }

    /** The farthest that the list can be scrolled. */
    get lowest() {
        return Math.max(0, this.height - this.viewHeight);
    }

    /**
     * How many sections begin at a row or before it.
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
     * The row at a height, or the one below the title that stands there.
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
     * Takes in what a window says of its sections, and keeps what others said.
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

/** Rows that are asked for beyond those in view, on each side. */
const margin = 50;
/** So near to the window's end the next rows are asked for. */
const reserve = 15;
/** As many rows as a window carries at most. */
const windowRows = 200;

/**
 * The rows to ask for, where some in view or soon in view are not in the window.
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
