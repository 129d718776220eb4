// The elements around an element as they are drawn, and what they do to how it looks.

import { shadowRootOf } from "../../browser.js";
import { isDistorting, isHidingFilter } from "./guard.js";

/**
 * The parent in the flat tree, through slots and closed shadow roots.
 *
 * @param {Element} element
 * @returns {Element | null}
 */
export function drawnParent(element) {
    if (element.assignedSlot) return element.assignedSlot;
    const parent = element.parentNode;
    if (parent instanceof ShadowRoot) return parent.host;
    if (!(parent instanceof Element)) return null;
    return slotOf(element, parent) ?? parent;
}

/**
 * @param {Element} element
 * @param {Element} parent
 * @returns {Element | null} the slot of a closed root, which assignedSlot does not tell
 */
function slotOf(element, parent) {
    if (parent.shadowRoot !== null) return null;
    const slots = shadowRootOf(parent)?.querySelectorAll("slot") ?? [];
    for (const slot of slots) if (slot.name === element.slot) return slot;
    return null;
}

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
    let opacity = 1, isDistorted = false;
    for (let node = /** @type {Element | null} */ (element); node !== null; node = drawnParent(node)) {
        const style = getComputedStyle(node);
        const own = Number.parseFloat(style.opacity);
        opacity *= Number.isFinite(own) ? own : 1;
        isDistorted ||= distorts(style);
    }
    return { opacity, isDistorted, isShown: isShown(element) };
}

/** @param {CSSStyleDeclaration} style */
function distorts(style) {
    return isHidingFilter(style.filter) || style.clipPath !== "none" || style.maskImage !== "none" ||
        style.mixBlendMode !== "normal" || isDistorting(style.transform) || style.rotate !== "none" ||
        Number.parseFloat(style.zoom || "1") < 0.5 || style.clip !== "auto";
}

/**
 * Whether nothing takes an element away: display, visibility, content-visibility.
 *
 * @param {Element} element
 */
export function isShown(element) {
    return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}
