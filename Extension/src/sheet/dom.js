// Creates nodes. Texts become text nodes and never markup; inline styles are not used.

import { escaping } from "./displayText.js";

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

/**
 * An untrusted text: escaped and isolated, so that its direction does not affect the text around it.
 *
 * @param {string} text
 * @param {string} [className]
 */
export function foreign(text, className) {
    return make("bdi", className === undefined ? {} : { class: className }, escaping(text));
}

/**
 * Updates an untrusted text in a node, if it has changed.
 *
 * @param {Element} node
 * @param {string} text
 */
export function setForeign(node, text) {
    const escaped = escaping(text);
    if (node.textContent !== escaped) node.textContent = escaped;
}

/**
 * A localized sentence with a node in place of its `$1`.
 *
 * @param {(key: string, ...values: string[]) => string} text
 * @param {string} key
 * @param {Node} node
 * @returns {(Node | string)[]}
 */
export function sentence(text, key, node) {
    const [before = "", after = ""] = text(key, place).split(place);
    return [before, node, after].filter((part) => part !== "");
}

/** A private-use character that no sentence contains. */
const place = "\uE000";

/**
 * Sets an attribute, or removes it for `null`.
 *
 * @param {Element} node
 * @param {string} name
 * @param {string | null} value
 */
export function setAttribute(node, name, value) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

let numbers = 0;

/**
 * An unused `id`, for labels to refer to.
 *
 * @param {string} prefix
 */
export function newIdentifier(prefix) {
    numbers += 1;
    return `${prefix}-${numbers}`;
}
