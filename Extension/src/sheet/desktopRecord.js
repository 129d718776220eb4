// What a window of the extension measures about the desktop, so that the next one opens with the right size. The frame of a
// window differs between desktops, scales and browsers. The record contains nothing about sites or the user.

/**
 * @typedef {object} Desktop
 * @property {number} extraWidth the requested width of a window minus that of its content (px)
 * @property {number} extraHeight
 * @property {number} zoom the zoom of the extension's pages
 * @property {number} letters the user's size of letters, as a factor
 * @property {number} screenWidth the largest window (px)
 * @property {number} screenHeight
 */

/** The largest frame (px); a larger difference has another cause, such as a small screen. */
const largestFrame = 120;

/** Space (px) for panels and for a frame that the window manager adds. */
export const screenReserve = 40;

/**
 * The requested size of a window minus the size of its content (px), rounded up. At a scale such as 150 %, the content is a
 * fraction of a pixel smaller than expected, and a window without the rounding would be too low.
 *
 * @param {number} requested
 * @param {number} own the content's size in CSS pixels
 * @param {number} zoom
 */
export function extraSize(requested, own, zoom) {
    // 0.1 is less than a device pixel: it absorbs errors of the computation.
    return Math.ceil(requested - own * zoom - 0.1);
}

/** Until a window was measured: room for a title bar inside the window. @type {Desktop} */
export const unknownDesktop = { extraWidth: 0, extraHeight: 40, zoom: 1, letters: 1, screenWidth: 10_000, screenHeight: 10_000 };

/**
 * A record if it is plausible.
 *
 * @param {unknown} value
 * @returns {Desktop | undefined}
 */
export function parseDesktop(value) {
    if (typeof value !== "object" || value === null) return undefined;
    const desktop = /** @type {Desktop} */ (value);
    const isIn = (/** @type {unknown} */ number, /** @type {number} */ low, /** @type {number} */ high) =>
        typeof number === "number" && number >= low && number <= high;
    const isPlausible = [desktop.extraWidth, desktop.extraHeight].every((each) => isIn(each, -largestFrame, largestFrame))
        && isIn(desktop.zoom, 0.25, 5) && isIn(desktop.letters, 0.5, 4)
        && [desktop.screenWidth, desktop.screenHeight].every((each) => isIn(each, 160, 100_000));
    return isPlausible ? desktop : undefined;
}
