// Text that a user picked, put into a text area or an editor where their caret is, as if typed there.
//
// What is there stays, but for what is selected. Editors of pages keep their own account of the text and hear of it by
// beforeinput; one that takes the text from there forbids the browser to put it in again.

import { activeElement, nextTask } from "./fieldTyping.js";
import { whyUnseen } from "./visibility.js";

/**
 * Whether a user can write into an element that is no field of one line.
 *
 * @param {unknown} element
 * @returns {element is HTMLElement}
 */
export function isWritable(element) {
    if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.matches(":disabled");
    return element instanceof HTMLElement && element.isContentEditable;
}

/**
 * Inserts a text; whether it is there now.
 *
 * @param {HTMLElement} element
 * @param {string} text
 * @param {(element: Element) => boolean} isOurs whether an element is the strip, which covers nothing
 * @returns {Promise<boolean>}
 */
export async function insertText(element, text, isOurs) {
    const isFit = () => isWritable(element) && whyUnseen(element, { focused: element, isOurs }) === null;
    if (!isFit()) return false;
    if (activeElement(element) !== element) element.focus({ preventScroll: true });
    await nextTask();
    if (!isFit() || activeElement(element) !== element) return false;
    const init = { inputType: "insertText", data: text, bubbles: true, composed: true, cancelable: true };
    if (!element.dispatchEvent(new InputEvent("beforeinput", init))) return true;
    if (!isFit()) return false;
    const ends = new AbortController(), before = contentOf(element);
    // One was enough; Chromium sends none, Firefox another.
    addEventListener("beforeinput", (event) => event.stopImmediatePropagation(), { capture: true, signal: ends.signal });
    try {
        document.execCommand("insertText", false, text);
    } catch {
        return false;
    } finally {
        ends.abort();
    }
    return contentOf(element) !== before;
}

/** @param {HTMLElement} element */
function contentOf(element) {
    return element instanceof HTMLTextAreaElement ? element.value : element.innerHTML;
}
