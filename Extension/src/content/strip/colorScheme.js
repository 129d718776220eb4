// Chooses the strip's light or dark scheme after the background that it is drawn on.
//
// The browser's theme would be wrong for pages that ignore it: most are always light, some always dark. A page can only
// choose between two readable schemes this way.

import { drawnParent } from "../flatTree.js";
import { shadeOf } from "./colorLightness.js";

/** The alpha below which the colour behind shows through. */
const leastAlpha = 0.5;

/**
 * Whether the strip at an element has a dark background.
 *
 * @param {Element} element
 */
export function isOnDark(element) {
    const first = drawnParent(element) ?? element;
    for (let at = /** @type {Element | null} */ (first); at !== null; at = drawnParent(at)) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        // A picture's colour is unknown; the page's text on it must be readable anyway.
        if (backgroundImage !== "none") break;
        const ground = shadeOf(backgroundColor);
        if (ground !== null && ground.alpha >= leastAlpha) return ground.lightness < 0.5;
    }
    const ink = shadeOf(getComputedStyle(first).color);
    return ink !== null && ink.lightness > 0.5;
}
