// The nodes that every sheet's window has.

import { make, newIdentifier } from "./dom.js";

/**
 * @typedef {ReturnType<typeof sheetNodes>} SheetNodes
 */

/** @param {(key: string, ...values: string[]) => string} text */
export function sheetNodes(text) {
    const title = make("h1", { id: newIdentifier("title"), dir: "auto" });
    const body = make("div", { class: "body" });
    const footer = make("div", { class: "footer", role: "group", "aria-label": text("sheet_buttons") });
    const main = make("main", { class: "sheet", "aria-labelledby": title.id },
        make("div", { class: "content" }, title, body), footer);
    const cancelTitle = make("bdi");
    const cancelButton = make("button", { type: "button", class: "button" }, cancelTitle);
    const cancel = make("div", { class: "element action", "data-role": "cancel" }, cancelButton);
    const alternatives = make("div", { class: "alternatives" });
    const announcers = {
        status: make("div", { class: "unseen", role: "status" }),
        alert: make("div", { class: "unseen", role: "alert" }),
    };
    return { title, body, footer, main, cancelTitle, cancelButton, cancel, alternatives, announcers };
}

/**
 * Whether a focused field is visible and not covered by the buttons.
 *
 * @param {Element | null} field
 * @param {HTMLElement} footer
 */
export function isInView(field, footer) {
    return field !== null && hiddenBelow(field, footer) <= 0;
}

/**
 * Scrolls a field of the body above the buttons.
 *
 * @param {Element | null} field
 * @param {HTMLElement} footer
 */
export function showAbove(field, footer) {
    if (!(field instanceof HTMLInputElement) || field.closest(".body") === null) return;
    const hidden = hiddenBelow(field, footer);
    if (hidden > 0) scrollBy(0, hidden);
}

/**
 * @param {Element} field
 * @param {HTMLElement} footer
 */
function hiddenBelow(field, footer) {
    const row = (field.closest(".element") ?? field).getBoundingClientRect();
    // In a low window the buttons scroll with the rest.
    const edge = getComputedStyle(footer).position === "sticky" ? footer.getBoundingClientRect().top : innerHeight;
    return Math.min(row.bottom + 8 - edge, row.top);
}

/**
 * Gives a parent these children in this order, without moving those in place.
 *
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} nodes
 */
export function settle(parent, nodes) {
    nodes.forEach((node, index) => {
        if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
    });
}
