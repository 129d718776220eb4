// A one-time code in boxes, mostly of one character each.

import { activeElement, enter, nextTask, type } from "./fieldTyping.js";

/**
 * Types a code over its boxes, a piece each, the way a user does: boxes that move the focus on, that take the
 * character on its key or that wake up only when the one before is full all get theirs. Where the page has lost some,
 * the whole code is offered to the first box as a paste.
 *
 * @param {readonly HTMLInputElement[]} boxes in order, all of one code
 * @param {readonly string[]} pieces what goes into each
 * @returns {Promise<"typed" | "rejected">}
 */
export async function typeCode(boxes, pieces) {
    for (const [index, piece] of pieces.entries()) {
        const box = boxes[index];
        // A page that has all it needs may send the form, or clear it away, before the last box.
        if (box === undefined || !box.isConnected) break;
        if (activeElement(box) !== box) enter(box);
        if (!box.readOnly && !box.matches(":disabled")) type(box, piece, { asKey: piece.length === 1 });
        await nextTask();
    }
    if (holds(boxes, pieces)) return "typed";
    const [first] = boxes;
    if (first === undefined || !first.isConnected) return "typed";
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
    // Firefox lets a page see only what stands in the event from its making (dataType, data), unknown to Chromium.
    const made = { ...init, dataType: "text/plain", data: code };
    let event = new ClipboardEvent("paste", made);
    if (event.clipboardData === null) {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", code);
        event = new ClipboardEvent("paste", { ...init, clipboardData });
    }
    box.dispatchEvent(event);
}
