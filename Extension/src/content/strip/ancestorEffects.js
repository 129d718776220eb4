// How an element's ancestors change its appearance.

import { drawnOpacity, drawnParent } from "../flatTree.js";
import { isDistorting, isHidingFilter, isShrinking } from "./guard.js";

/**
 * The parent for the host: the modal dialog, popover or full-screen element that contains the field, else the document
 * element. Elsewhere the host would be hidden or inert.
 *
 * @param {Element} field
 * @returns {Element}
 */
export function homeOf(field) {
    let slotted = /** @type {Element | null} */ (null);
    for (let node = /** @type {Element | null} */ (field); node !== null; node = drawnParent(node)) {
        if (node.matches(":modal, :popover-open, :fullscreen")) return slotted ?? node;
        const parent = drawnParent(node);
        if (parent?.localName === "slot" && node.parentNode !== parent && node !== field) slotted = node;
        else if (node.parentNode instanceof ShadowRoot) slotted = null;
    }
    return field.ownerDocument.documentElement;
}

/**
 * How an element and its ancestors change its appearance.
 *
 * @param {Element} element
 * @returns {import("./guard.js").Effects}
 */
export function effectsOn(element) {
    let isDistorted = false;
    for (let node = /** @type {Element | null} */ (element); node !== null; node = drawnParent(node)) {
        isDistorted ||= distorts(getComputedStyle(node));
    }
    return { opacity: drawnOpacity(element), isDistorted, isShown: isShown(element) };
}

/** @param {CSSStyleDeclaration} style */
function distorts(style) {
    return isHidingFilter(style.filter) || style.clipPath !== "none" || style.maskImage !== "none" ||
        style.mixBlendMode !== "normal" || isDistorting(style.transform) || style.rotate !== "none" ||
        isShrinking(style.scale) || style.offsetPath !== "none" || hasMaskBorder(style) ||
        Number.parseFloat(style.zoom || "1") < 0.5 || style.clip !== "auto";
}

/**
 * Whether Chromium's older mask property applies.
 *
 * @param {CSSStyleDeclaration} style
 */
function hasMaskBorder(style) {
    const source = style.getPropertyValue("-webkit-mask-box-image-source");
    return source !== "" && source !== "none";
}

/**
 * Whether an element is rendered: display, visibility and content-visibility do not hide it.
 *
 * @param {Element} element
 */
export function isShown(element) {
    return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}
