// Whether the frames around this one show the strip.
//
// A frame may be transparent or covered in its parent page. Chromium's IntersectionObserver detects that across origins.
// Without it, same-origin frames can be proved hidden but never visible: anything in the parent page may paint a cover
// that takes no hits.

import { effectsOn } from "./ancestorEffects.js";
import { grid, leastOpacity } from "./guard.js";
import { isInTransition } from "./topLayer.js";

/** @typedef {import("./place.js").Box} Box */

/**
 * The state of the frames around a window, for a box in it.
 *
 * @param {Window} window
 * @param {Box} box
 * @returns {"top" | "unclear" | "hidden"}
 */
export function frameState(window, box) {
    for (let inner = window; inner !== inner.parent; inner = inner.parent) {
        const frame = frameOf(inner);
        if (frame === null) return "unclear";
        const around = boxAround(frame, box);
        if (around === null) return "hidden";
        box = around;
    }
    return window === window.parent ? "top" : "unclear";
}

/**
 * A window's frame element, if the parent has the same origin.
 *
 * @param {Window} window
 * @returns {Element | null}
 */
function frameOf(window) {
    try {
        return window.frameElement;
    } catch {
        return null;
    }
}

/**
 * A frame's box in the coordinates of the parent page; `null` when the frame is not visible there.
 *
 * @param {Element} frame
 * @param {Box} box
 * @returns {Box | null}
 */
function boxAround(frame, box) {
    const rect = frame.getBoundingClientRect();
    const effects = effectsOn(frame);
    if (!effects.isShown || effects.opacity < leastOpacity || isInTransition(true, frame.ownerDocument)) return null;
    const moved = { left: box.left + rect.left + frame.clientLeft, top: box.top + rect.top + frame.clientTop,
        width: box.width, height: box.height };
    const root = /** @type {Document | ShadowRoot} */ (frame.getRootNode());
    return grid(moved, 24).every(([x, y]) => root.elementFromPoint(x, y) === frame) ? moved : null;
}
