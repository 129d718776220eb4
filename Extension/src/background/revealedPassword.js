// Shows a revealed password in the window that unlocked its provider, when the popup has closed.

import { message } from "../browser.js";
import { revealedFor } from "../messages.js";
import { ask } from "./confirmations.js";

/**
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {import("../messages.js").Filled} filled
 * @param {string} origin
 * @param {AbortSignal} signal
 * @param {(milliseconds: number, body: () => void) => () => void} after
 */
export async function showRevealed(userRequest, { value }, origin, signal, after) {
    if (value.kind !== "password") return;
    const ending = new AbortController();
    const stop = after(revealedFor * 1000, () => ending.abort());
    // A closed window or a timeout needs no handling.
    await ask(userRequest, sheetOf(value), origin, AbortSignal.any([signal, ending.signal])).catch(() => undefined);
    stop();
}

/** @param {{user: string, password: string}} value */
function sheetOf({ user, password }) {
    return {
        title: message("popup_secret"),
        cancelTitle: message("popup_revealed_done"),
        elements: [
            ...(user === "" ? [] : [{ id: "user", kind: "text", text: message("confirm_account", user), style: "body" }]),
            { id: "password", kind: "text", text: password, style: "monospaced" },
            { id: "note", kind: "text", text: message("popup_revealed_note", String(revealedFor)), style: "note" },
        ],
    };
}
