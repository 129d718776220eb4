// Makes nodes. Texts become text nodes, never markup, and no style is written into an attribute.

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
 * A text of a stranger in a line of ours: escaped, and with a direction of its own that changes nothing around it.
 *
 * @param {string} text
 * @param {string} [className]
 */
export function foreign(text, className) {
    return make("bdi", className === undefined ? {} : { class: className }, escaping(text));
}

/**
 * Shows another text of a stranger in a node, and does nothing where it is the same.
 *
 * @param {Element} node
 * @param {string} text
 */
export function setForeign(node, text) {
    const escaped = escaping(text);
    if (node.textContent !== escaped) node.textContent = escaped;
}

/**
 * One of our sentences with a node in the place of its `$1`, wherever a translation has put it.
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

/** No sentence of ours has it. */
const place = "\uE000";

/**
 * Sets an attribute, or takes it away.
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
 * An `id` that no other node has, for labels to point at.
 *
 * @param {string} prefix
 */
export function newIdentifier(prefix) {
    numbers += 1;
    return `${prefix}-${numbers}`;
}
