// A one-time code in boxes of one character each.

import { activeElement, enter, nextTask, type } from "./typing.js";

/**
 * Types a code over its boxes, a character each, the way a person does: boxes that move the focus on, that take the
 * character on its key or that wake up only when the one before is full all get theirs. Where the page has lost some,
 * the whole code is offered to the first box as a paste.
 *
 * @param {readonly HTMLInputElement[]} boxes in order, all of one code
 * @param {string} code not longer than the boxes are many
 * @returns {Promise<"typed" | "rejected">}
 */
export async function typeCode(boxes, code) {
    const characters = [...code];
    for (const [index, character] of characters.entries()) {
        const box = boxes[index];
        // A page that has all it needs may send the form, or clear it away, before the last box.
        if (box === undefined || !box.isConnected) break;
        if (activeElement(box) !== box) enter(box);
        if (!box.readOnly && !box.matches(":disabled")) type(box, character, { asKey: true });
        await nextTask();
    }
    if (holds(boxes, characters)) return "typed";
    const [first] = boxes;
    if (first === undefined || !first.isConnected) return "typed";
    paste(first, code);
    await nextTask();
    return holds(boxes, characters) ? "typed" : "rejected";
}

/**
 * @param {readonly HTMLInputElement[]} boxes
 * @param {readonly string[]} characters
 */
function holds(boxes, characters) {
    return characters.every((character, index) => {
        const box = boxes[index];
        return box !== undefined && (!box.isConnected || box.value === character);
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
