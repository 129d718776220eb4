// The parts of the window that every sheet has.

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
    const ways = make("div", { class: "ways" });
    const announcers = {
        status: make("div", { class: "unseen", role: "status" }),
        alert: make("div", { class: "unseen", role: "alert" }),
    };
    return { title, body, footer, main, cancelTitle, cancelButton, cancel, ways, announcers };
}

/**
 * Lets a parent have these children in this order; those that are in place are not touched.
 *
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} nodes
 */
export function settle(parent, nodes) {
    nodes.forEach((node, index) => {
        if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
    });
}
