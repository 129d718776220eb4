// The elements around an element as they are drawn: for the strip, and for what is filled.

import { shadowRootOf } from "../browser.js";
import { attributeOf } from "../forms/attributes.js";

/**
 * The parent in the flat tree, through slots and closed shadow roots.
 *
 * @param {Element} element
 * @returns {Element | null}
 */
export function drawnParent(element) {
    // Not asked of the element itself: of a form, a field by the name of "parentNode" would answer.
    const slot = Reflect.get(Element.prototype, "assignedSlot", element);
    if (slot) return slot;
    const parent = Reflect.get(Node.prototype, "parentNode", element);
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
    for (const slot of slots) if (slot.name === (attributeOf(element, "slot") ?? "")) return slot;
    return null;
}

/**
 * The opacity with which an element is drawn: its own times that of all around it, `filter: opacity()` included.
 *
 * @param {Element} element
 */
export function drawnOpacity(element) {
    let opacity = 1;
    for (let at = /** @type {Element | null} */ (element); at !== null; at = drawnParent(at)) {
        const style = getComputedStyle(at);
        const own = Number.parseFloat(style.opacity);
        opacity *= Number.isFinite(own) ? own : 1;
        for (const [, number, percent] of style.filter.matchAll(/opacity\(([\d.e-]+)(%?)\)/g)) {
            opacity *= Number(number) / (percent === "%" ? 100 : 1);
        }
    }
    return opacity;
}
