// The elements around an element as they are drawn, and what they do to how it looks.

import { drawnOpacity, drawnParent } from "../flatTree.js";
import { isDistorting, isHidingFilter, isShrinking } from "./guard.js";

/**
 * What must hold our host so that it is shown and takes clicks: the modal dialog, popover or full-screen element that
 * the field is drawn in, else the page itself.
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
 * What an element and all that are around it do to how it looks.
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
 * Chromium's older way to mask.
 *
 * @param {CSSStyleDeclaration} style
 */
function hasMaskBorder(style) {
    const source = style.getPropertyValue("-webkit-mask-box-image-source");
    return source !== "" && source !== "none";
}

/**
 * Whether nothing takes an element away: display, visibility, content-visibility.
 *
 * @param {Element} element
 */
export function isShown(element) {
    return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}
