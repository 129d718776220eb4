// Places the strip below its field, or above it if there is more space; never over the field or outside the window.

/**
 * @typedef {{left: number, top: number, width: number, height: number}} Box in CSS pixels of the window
 *
 * @typedef {object} Place
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} maxHeight the height above which the strip scrolls
 * @property {boolean} isAbove
 */

/** The strip's widths (px); a narrow window makes it narrower. */
const widest = 440;
const comfortable = 320;
/** The gap (px) between the strip and its field, and between the strip and the window's edge. */
const gap = 4;
/** The least height (px) of a strip, one row, and of a strip that moves to the other side because of the pointer. */
const lowest = 44, lowestAside = 96;

/**
 * The strip's place at a field; `null` if it would cover the field.
 *
 * @param {Box} field
 * @param {Box} room the visible part of the window
 * @param {number} height how high the strip would like to be
 * @param {boolean} isRightToLeft
 * @param {boolean} [mustBeAbove] whether it was placed above before
 * @returns {Place | null}
 */
export function place(field, room, height, isRightToLeft, mustBeAbove) {
    if (!touches(field, room)) return null;
    const below = room.top + room.height - (field.top + field.height) - 2 * gap;
    const above = field.top - room.top - 2 * gap;
    const isAbove = mustBeAbove ?? (below < height && above > below);
    const maxHeight = Math.floor(Math.min(height, isAbove ? above : below));
    if (maxHeight < Math.min(lowest, height)) return null;
    const width = Math.floor(Math.min(Math.max(field.width, comfortable), widest, room.width - 2 * gap));
    const start = isRightToLeft ? field.left + field.width - width : field.left;
    const left = Math.min(Math.max(start, room.left + gap), room.left + room.width - gap - width);
    const top = isAbove ? field.top - gap - maxHeight : field.top + field.height + gap;
    return { left: Math.round(left), top: Math.round(top), width, maxHeight, isAbove };
}

/**
 * Chooses the side of the field at which a strip opens. It avoids the pointer, since the user may be about to press something
 * that the strip would cover.
 *
 * @param {Box} field
 * @param {Box} room
 * @param {number} height
 * @param {boolean} isRightToLeft
 * @param {{x: number, y: number} | null} pointer `null` if its place is not known
 * @returns {{mustBeAbove?: boolean, isUnderPointer: boolean}} isUnderPointer: the strip opens under the pointer, since the
 *   other side has no room
 */
export function sideAtOpening(field, room, height, isRightToLeft, pointer) {
    const usual = place(field, room, height, isRightToLeft);
    if (usual === null || pointer === null || !contains(usual, pointer)) return { isUnderPointer: false };
    const mustBeAbove = !usual.isAbove, other = place(field, room, height, isRightToLeft, mustBeAbove);
    if (other === null || other.maxHeight < Math.min(height, lowestAside)) return { isUnderPointer: true };
    return { mustBeAbove, isUnderPointer: false };
}

/**
 * @param {Place} place
 * @param {{x: number, y: number}} point
 */
function contains({ left, top, width, maxHeight }, { x, y }) {
    return x >= left && x < left + width && y >= top && y < top + maxHeight;
}

/**
 * Whether any part of a field is visible in the window.
 *
 * @param {Box} field
 * @param {Box} room
 */
export function touches(field, room) {
    return field.width > 0 && field.height > 0 && field.left < room.left + room.width &&
        field.left + field.width > room.left && field.top < room.top + room.height &&
        field.top + field.height > room.top;
}
