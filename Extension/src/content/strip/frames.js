// What can be known of the frames around this one: whether they show what we draw.
//
// A frame may be transparent or covered in the page around it. Chromium's IntersectionObserver sees that across
// origins; elsewhere only frames of one's own origin can be looked at, and all others are unclear.

import { effectsOn } from "./ancestors.js";
import { clearOpacity, grid, leastOpacity } from "./guard.js";
import { coversUnseen, isInTransition } from "./topLayer.js";

/** @typedef {import("./place.js").Box} Box */

/**
 * What is known of the frames around a window for a box in it.
 *
 * @param {Window} window
 * @param {Box} box
 * @returns {"top" | "clear" | "unclear" | "hidden"}
 */
export function frameState(window, box) {
    /** @type {"top" | "clear" | "unclear"} */
    let state = "top";
    for (let inner = window; inner !== inner.parent; inner = inner.parent) {
        const frame = frameOf(inner);
        if (frame === null) return "unclear";
        const around = look(frame, box);
        if (around === null) return "hidden";
        state = state === "unclear" || !around.isClear ? "unclear" : "clear";
        box = around.box;
    }
    return state;
}

/**
 * The element of a frame, where the page around has the same origin.
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
 * A frame as the page around shows it: where the box is there, and whether it is certainly seen; null when it is not.
 *
 * @param {Element} frame
 * @param {Box} box
 */
function look(frame, box) {
    const rect = frame.getBoundingClientRect();
    const effects = effectsOn(frame);
    if (!effects.isShown || effects.opacity < leastOpacity || isInTransition(true, frame.ownerDocument)) return null;
    const moved = { left: box.left + rect.left + frame.clientLeft, top: box.top + rect.top + frame.clientTop,
        width: box.width, height: box.height };
    const root = /** @type {Document | ShadowRoot} */ (frame.getRootNode());
    const isHit = grid(moved, 24).every(([x, y]) => root.elementFromPoint(x, y) === frame);
    if (!isHit) return null;
    const isClear = effects.opacity >= clearOpacity && !effects.isDistorted &&
        !coversUnseen(frame.ownerDocument.documentElement, moved, frame, 4000);
    return { box: moved, isClear };
}
