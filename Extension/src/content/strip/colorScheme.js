// Whether the strip is drawn light or dark: as what it lies on is.
//
// It belongs to a field of the page, so it looks like what is around that field. The browser's theme would be wrong on
// both kinds of page that do not ask for it: most are light whatever the browser is, and some are dark always. A page
// can choose nothing by this but one of two looks that both can be read.

import { drawnParent } from "../flatTree.js";
import { shadeOf } from "./colorLightness.js";

/** Less than this much of a colour, and what is below it shows. */
const leastAlpha = 0.5;

/**
 * Whether what is drawn beside an element stands on a dark ground.
 *
 * @param {Element} element
 */
export function isOnDark(element) {
    const first = drawnParent(element) ?? element;
    for (let at = /** @type {Element | null} */ (first); at !== null; at = drawnParent(at)) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        // What is in a picture nobody tells; what is written on it has to be read.
        if (backgroundImage !== "none") break;
        const ground = shadeOf(backgroundColor);
        if (ground !== null && ground.alpha >= leastAlpha) return ground.lightness < 0.5;
    }
    const ink = shadeOf(getComputedStyle(first).color);
    return ink !== null && ink.lightness > 0.5;
}
