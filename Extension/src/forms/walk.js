/** Ways through a page: down into shadow roots, up out of them. */
import { allIn } from "./attributes.js";
import { isCandidate, mayHost } from "./candidates.js";

/** @typedef {(host: Element) => ShadowRoot | null} ShadowRootOf */

/** @param {Element} host */
export const openShadowRootOf = (host) => host.shadowRoot;

const deepest = 16;
const mostElements = 40_000;

/**
 * Every element below a node in the order of the page, shadow roots included.
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
 * The parent in the page as it is drawn: out of a shadow root to its host.
 * @param {Node} node
 * @returns {Element | null}
 */
export function parentOf(node) {
    const parent = Reflect.get(Node.prototype, "parentNode", node);
    if (parent === null || isElement(parent)) return parent;
    return "host" in parent ? /** @type {ShadowRoot} */ (parent).host : null;
}

/**
 * Not asked of the node itself: of a form, a field by the name of "nodeType" would answer. Nor of its class, which is
 * another in another frame.
 * @param {Node | ParentNode} node
 * @returns {node is Element}
 */
function isElement(node) {
    return Reflect.get(Node.prototype, "nodeType", node) === 1;
}

/**
 * The form that a field belongs to: its own, or one around the shadow roots that it is in.
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
 * Whether an element is a field that a user fills: one that may be for credentials, or one that tells by its
 * company what the others are.
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
