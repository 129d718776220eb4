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
    // A scroll position is a whole number of px.
    return field !== null && hiddenBelow(field, footer) <= 1;
}

/**
 * Scrolls a field of the body above the buttons.
 *
 * @param {Element | null} field
 * @param {HTMLElement} footer
 */
export function showAbove(field, footer) {
    if (!(field instanceof HTMLInputElement) || field.closest(".body") === null) return;
    // In a low window, everything scrolls except the buttons.
    for (const scroller of [field.closest(".content"), field.closest(".sheet-window")]) {
        scroller?.scrollBy(0, Math.max(0, hiddenBelow(field, footer)));
    }
}

/**
 * @param {Element} field
 * @param {HTMLElement} footer
 */
function hiddenBelow(field, footer) {
    const row = (field.closest(".element") ?? field).getBoundingClientRect();
    const edge = Math.min(footer.getBoundingClientRect().top, innerHeight);
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
