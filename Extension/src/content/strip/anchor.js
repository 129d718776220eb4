// Where the strip goes at a field, and which way its writing runs.

import { language } from "../../browser.js";
import { drawnParent } from "../flatTree.js";

/** More than this (px) is no field beside which a strip can stand, but a place to write in. */
const highest = 160, line = 28;

/**
 * What the strip stands beside: the field, or in a large place to write in the line with the caret, where that is known,
 * else the first.
 *
 * @param {Element} element
 * @returns {import("./place.js").Box}
 */
export function anchorOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (element instanceof HTMLInputElement || height <= highest) return { left, top, width, height };
    const caret = caretIn(element);
    const at = Math.min(Math.max(caret?.top ?? top, top, 0), top + height - line);
    return { left, top: at, width, height: Math.max(caret?.height ?? 0, line) };
}

/** @param {Element} element */
function caretIn(element) {
    const selection = getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
    return range !== null && element.contains(range.startContainer) ? range.getClientRects()[0] ?? null : null;
}

/**
 * Whether a field is written from right to left, or the page around it where the field only takes names.
 *
 * @param {Element} field
 */
export function isRightToLeft(field) {
    for (let node = drawnParent(field); node !== null; node = drawnParent(node)) {
        if (node.localName !== "slot") return getComputedStyle(node).direction === "rtl";
    }
    return /^(?:ar|fa|he|ur)\b/.test(language());
}

/** The visible part of the window, also while the user pinch-zooms. */
export function visibleRoom() {
    const sight = visualViewport;
    return { left: sight?.offsetLeft ?? 0, top: sight?.offsetTop ?? 0,
        width: Math.min(sight?.width ?? innerWidth, document.documentElement.clientWidth || innerWidth),
        height: sight?.height ?? innerHeight };
}
