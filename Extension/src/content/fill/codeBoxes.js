// Types a one-time code or a PIN into boxes, which usually take one character each.

import { activeElement, enter, nextTask, type } from "./fieldTyping.js";

/**
 * Types a code into its boxes piece by piece, as a user does, for pages whose boxes move the focus, listen for keys, or
 * become enabled only when the previous one is full. If pieces are missing afterwards, pastes the whole code into the first
 * box.
 *
 * @param {readonly HTMLInputElement[]} boxes the boxes of one code, in order
 * @param {readonly string[]} pieces the text for each box
 * @param {(box: HTMLInputElement) => boolean} [isFit] the last check before the insertion; no script of the page runs between
 *   them
 * @returns {Promise<"typed" | "rejected">}
 */
export async function typeCode(boxes, pieces, isFit = () => true) {
    for (const [index, piece] of pieces.entries()) {
        const box = boxes[index];
        // The page may submit or remove the form before the last box.
        if (box === undefined || !box.isConnected) break;
        if (activeElement(box) !== box) enter(box);
        if (!isFit(box)) return "rejected";
        if (!box.readOnly && !box.matches(":disabled")) type(box, piece, { asKey: piece.length === 1, isFit: () => isFit(box) });
        await nextTask();
    }
    if (holds(boxes, pieces)) return "typed";
    const [first] = boxes;
    if (first === undefined || !first.isConnected) return "typed";
    if (!isFit(first)) return "rejected";
    paste(first, pieces.join(""));
    await nextTask();
    return holds(boxes, pieces) ? "typed" : "rejected";
}

/**
 * @param {readonly HTMLInputElement[]} boxes
 * @param {readonly string[]} pieces
 */
function holds(boxes, pieces) {
    return pieces.every((piece, index) => {
        const box = boxes[index];
        return box !== undefined && (!box.isConnected || box.value === piece);
    });
}

/**
 * @param {HTMLInputElement} box
 * @param {string} code
 */
function paste(box, code) {
    enter(box);
    const init = { bubbles: true, cancelable: true, composed: true };
    // Firefox exposes only data that the constructor receives (dataType, data); Chromium does not know those members.
    const made = { ...init, dataType: "text/plain", data: code };
    let event = new ClipboardEvent("paste", made);
    if (event.clipboardData === null) {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", code);
        event = new ClipboardEvent("paste", { ...init, clipboardData });
    }
    box.dispatchEvent(event);
}
