// Explains the colour and the word above a sheet, the first time.

import { make } from "./dom.js";

/**
 * @param {(key: string, ...values: string[]) => string} text
 * @param {() => void} explained
 */
export function markNote(text, explained) {
    const done = make("button", { class: "button", type: "button" }, text("sheet_mark_understood"));
    const note = make("aside", { class: "mark-note", "aria-label": text("sheet_mark_label") },
        make("p", {}, text("sheet_mark_text")), done);
    done.addEventListener("click", () => {
        const hadFocus = note.contains(document.activeElement);
        const next = note.nextElementSibling;
        note.remove();
        explained();
        // Move the focus on to the sheet.
        if (hadFocus) /** @type {HTMLElement | null} */ (next?.querySelector("input, button"))?.focus();
    });
    return note;
}
