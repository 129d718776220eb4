/** The texts that describe a field: its labels, and the text next to it. */
import { textOf } from "./text.js";
import { parentOf } from "./walk.js";

/** @import { Field } from "./walk.js" */

/**
 * The labels of each tree, by the id of their field: the browser's own look-up walks the whole page each time.
 * @typedef {Map<Node, Map<string, Element[]>>} Labels
 */

/**
 * The text that labels a field: an enclosing or referring `<label>`, and the elements of `aria-labelledby`.
 * @param {Field} field
 * @param {Labels} labels
 */
export function labelOf(field, labels) {
    const root = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    /** @type {string[]} */
    const parts = [];
    const around = field.closest("label");
    if (around !== null) parts.push(textOf(around, 160));
    for (const label of labelsIn(root, labels).get(field.id) ?? []) {
        if (label !== around) parts.push(textOf(label, 160));
    }
    const named = field.getAttribute("aria-labelledby");
    if (named !== null) {
        for (const id of named.split(/\s+/).slice(0, 4)) {
            const element = id === "" || !("getElementById" in root) ? null : root.getElementById(id);
            if (element !== null) parts.push(textOf(element, 160));
        }
    }
    const text = parts.join(" ").trim();
    if (text !== "") return text;
    // The host often labels a field in its own shadow root.
    const host = "host" in root ? /** @type {ShadowRoot} */ (root).host : null;
    if (host === null) return "";
    return host.getAttribute("label") ?? host.getAttribute("aria-label") ?? host.getAttribute("placeholder") ?? "";
}

/** @param {Document | ShadowRoot} root @param {Labels} labels */
function labelsIn(root, labels) {
    const known = labels.get(root);
    if (known !== undefined) return known;
    /** @type {Map<string, Element[]>} */
    const found = new Map();
    for (const label of "querySelectorAll" in root ? root.querySelectorAll("label[for]") : []) {
        const target = label.getAttribute("for") ?? "";
        const list = found.get(target);
        if (target === "") continue;
        if (list === undefined) found.set(target, [label]);
        else list.push(label);
    }
    labels.set(root, found);
    return found;
}

/**
 * The text next to a field without a label: the text before it, else the text after it.
 * @param {Field} field
 */
export function textNear(field) {
    /** @type {Element | null} */
    let node = field;
    for (let level = 0; node !== null && level < 4; level++, node = parentOf(node)) {
        let sibling = node.previousSibling;
        for (let count = 0; sibling !== null && count < 6; count++, sibling = sibling.previousSibling) {
            if (sibling.nodeType === 1 && hasField(/** @type {Element} */ (sibling))) return textAbove(node);
            const text = sibling.nodeType === 8 ? "" : textOf(sibling, 100).trim();
            if (text !== "" && /\p{L}/u.test(text)) return text;
        }
        if (level === 0) {
            const next = node.nextElementSibling;
            if (next !== null && (next.localName === "label" || next.localName === "span") && !hasField(next)) {
                const text = textOf(next, 60).trim();
                if (text !== "") return text;
            }
        }
        const above = textAbove(node);
        if (above !== "") return above;
        if (node.localName === "form" || node.localName === "body") return "";
    }
    return "";
}

/**
 * The text of the table cell above a cell: some tables have a row of labels above a row of fields.
 * @param {Element} cell
 */
function textAbove(cell) {
    if (cell.localName !== "td") return "";
    const row = /** @type {HTMLTableRowElement | null} */ (cell.parentElement?.previousElementSibling ?? null);
    const above = row?.localName === "tr" ? row.cells[/** @type {HTMLTableCellElement} */ (cell).cellIndex] : undefined;
    return above === undefined || hasField(above) ? "" : textOf(above, 100).trim();
}

/** @param {Element} element */
function hasField(element) {
    return /^(input|select|textarea|button|form)$/.test(element.localName) ||
        element.querySelector("input:not([type=hidden]), select, textarea") !== null;
}
