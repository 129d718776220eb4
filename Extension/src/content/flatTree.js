// The flat tree: an element's ancestors as they are rendered.

import { shadowRootOf } from "../browser.js";
import { attributeOf } from "../forms/attributes.js";

/**
 * The parent in the flat tree, through slots and closed shadow roots.
 *
 * @param {Element} element
 * @returns {Element | null}
 */
export function drawnParent(element) {
    // Use the prototype's getter: a form's field named "parentNode" would hide the property.
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
 * @returns {Element | null} the slot in a closed root, which assignedSlot does not return
 */
function slotOf(element, parent) {
    if (parent.shadowRoot !== null) return null;
    const slots = shadowRootOf(parent)?.querySelectorAll("slot") ?? [];
    for (const slot of slots) if (slot.name === (attributeOf(element, "slot") ?? "")) return slot;
    return null;
}

/**
 * The opacity with which an element is rendered: the product of its own and its ancestors', with `filter: opacity()`.
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
