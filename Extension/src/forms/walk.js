/** Traverses a page across shadow roots. */
import { allIn } from "./attributes.js";
import { isCandidate, mayHost } from "./candidates.js";

/** @typedef {(host: Element) => ShadowRoot | null} ShadowRootOf */

/** @param {Element} host */
export const openShadowRootOf = (host) => host.shadowRoot;

const deepest = 16;
const mostElements = 40_000;

/**
 * Visits every element below a node in document order, shadow roots included.
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 * @param {(element: Element) => void} visit
 */
export function walk(root, shadowRootOf, visit) {
    descend(root, shadowRootOf, visit, { left: mostElements }, 0);
}

/**
 * @param {ParentNode} root
 * @param {ShadowRootOf} shadowRootOf
 * @param {(element: Element) => void} visit
 * @param {{left: number}} budget
 * @param {number} depth
 */
function descend(root, shadowRootOf, visit, budget, depth) {
    for (const element of isElement(root) ? allIn(root, "*") : root.querySelectorAll("*")) {
        if (--budget.left < 0) return;
        visit(element);
        if (depth >= deepest || !mayHost(element)) continue;
        const shadow = shadowRootOf(element);
        if (shadow !== null) descend(shadow, shadowRootOf, visit, budget, depth + 1);
    }
}

/**
 * The parent element, or the host of a shadow root.
 * @param {Node} node
 * @returns {Element | null}
 */
export function parentOf(node) {
    const parent = Reflect.get(Node.prototype, "parentNode", node);
    if (parent === null || isElement(parent)) return parent;
    return "host" in parent ? /** @type {ShadowRoot} */ (parent).host : null;
}

/**
 * Uses the prototype's getter, since a form's field named "nodeType" would hide the property. The class cannot be tested,
 * since it differs between frames.
 * @param {Node | ParentNode} node
 * @returns {node is Element}
 */
function isElement(node) {
    return Reflect.get(Node.prototype, "nodeType", node) === 1;
}

/**
 * The form of a field: its own, or one around the shadow roots that contain it.
 * @param {Element} field
 * @returns {HTMLFormElement | null}
 */
export function formOf(field) {
    const own = /** @type {HTMLInputElement} */ (field).form;
    if (own) return own;
    let node = field;
    while (node.getRootNode().nodeType === 11) {
        const host = /** @type {ShadowRoot} */ (node.getRootNode()).host;
        if (!host) return null;
        const form = host.closest("form");
        if (form !== null) return /** @type {HTMLFormElement} */ (form);
        node = host;
    }
    return null;
}

/**
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field
 */

/**
 * Whether an element is a field that a user fills: a possible credential field, or one whose presence helps to classify
 * the others.
 * @param {Element} element
 * @returns {element is Field}
 */
export function isField(element) {
    if (element.localName === "input") {
        const type = /** @type {HTMLInputElement} */ (element).type;
        return isCandidate(element) || type === "checkbox" || type === "radio" || type === "date" || type === "month";
    }
    return element.localName === "select" || element.localName === "textarea";
}
