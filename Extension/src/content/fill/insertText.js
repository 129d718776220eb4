// Inserts a picked text at the caret of a text area or editor, as if typed.
//
// It replaces the selection only. A page's editor keeps its own copy of the text and updates it on beforeinput; if it
// inserts the text itself, it cancels that event.

import { activeElement, nextTask } from "./fieldTyping.js";
import { whyUnseen } from "./visibility.js";

/**
 * Whether a user can write into an element that is not an input field.
 *
 * @param {unknown} element
 * @returns {element is HTMLElement}
 */
export function isWritable(element) {
    if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.matches(":disabled");
    return element instanceof HTMLElement && element.isContentEditable;
}

/**
 * Inserts a text. Returns whether it is there now.
 *
 * @param {HTMLElement} element
 * @param {string} text
 * @param {(element: Element) => boolean} isOurs whether an element is the strip, which may cover a field
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
    // The page must receive one beforeinput: Chromium's command sends none, Firefox's a second one.
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
