// The rectangle that the strip is placed at, and the field's writing direction.

import { language } from "../../browser.js";
import { drawnParent } from "../flatTree.js";

/** Above this height (px) an element is a large text area, where the strip is placed at the caret's line. */
const highest = 160, line = 28;

/**
 * The anchor of the strip: the field, or in a large text area the caret's line if it is known, else the first line.
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
 * Whether a field is right-to-left, by the page around it: the field itself may only take left-to-right names.
 *
 * @param {Element} field
 */
export function isRightToLeft(field) {
    for (let node = drawnParent(field); node !== null; node = drawnParent(node)) {
        if (node.localName !== "slot") return getComputedStyle(node).direction === "rtl";
    }
    return /^(?:ar|fa|he|ur)\b/.test(language());
}

/** The visible part of the window, also while it is pinch-zoomed. */
export function visibleRoom() {
    const sight = visualViewport;
    return { left: sight?.offsetLeft ?? 0, top: sight?.offsetTop ?? 0,
        width: Math.min(sight?.width ?? innerWidth, document.documentElement.clientWidth || innerWidth),
        height: sight?.height ?? innerHeight };
}
