// Types into a field as a user would.
//
// Uses the browser's editing command (insertText) where possible: its beforeinput and input events are trusted, maxlength
// applies, Ctrl+Z undoes it, and a framework's copy of the old value stays untouched, so React sees the change. The command
// requires the field to be the document's active element. If it has no effect, the browser's own value setter (never one
// that a framework installed) sets the value, with synthetic events. The key events are those of a screen keyboard
// ("Unidentified", 229), which pages know from Android and which need no keypress. A code's characters are sent as real
// keys, since its boxes listen for them.

import { putBack, scrolledAround } from "./visibility.js";

/**
 * The result of typing: maxlength cut the text, the page added spaces or dashes, or the page removed the text.
 *
 * @typedef {"typed" | "shortened" | "reformatted" | "rejected"} Outcome
 */

/** The browser's own setter of a field's value. */
const valueOf = /** @type {PropertyDescriptor & {set: (value: string) => void}} */ (
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value"));

/**
 * The focused element, inside shadow roots too.
 *
 * @param {Element} near an element in the tree to look at; its closed shadow roots are entered too
 * @returns {Element | null}
 */
export function activeElement(near) {
    const root = near.getRootNode();
    return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/**
 * Focuses a field. In an unfocused window the browser sends no focus events, so they are dispatched here.
 *
 * @param {HTMLElement} field
 */
export function enter(field) {
    const before = activeElement(field);
    if (before === field) return;
    const left = before instanceof HTMLElement && before !== document.body ? before : null;
    const seen = new Set();
    /** @param {Event} event */
    const note = (event) => seen.add(event.type);
    const ends = new AbortController();
    const how = { capture: true, signal: ends.signal };
    for (const type of ["focus", "focusin"]) field.addEventListener(type, note, how);
    for (const type of ["blur", "focusout"]) left?.addEventListener(type, note, how);
    field.focus({ preventScroll: true });
    ends.abort();
    if (left !== null && left.isConnected) {
        commit(left);
        for (const type of ["blur", "focusout"]) if (!seen.has(type)) dispatchFocus(left, type, field);
    }
    for (const type of ["focus", "focusin"]) if (!seen.has(type)) dispatchFocus(field, type, left);
}

/**
 * @param {HTMLElement} element
 * @param {string} type
 * @param {HTMLElement | null} relatedTarget
 */
function dispatchFocus(element, type, relatedTarget) {
    const bubbles = type === "focusin" || type === "focusout";
    element.dispatchEvent(new FocusEvent(type, { bubbles, composed: true, relatedTarget }));
}

/**
 * Types a text into the focused field and replaces its value.
 *
 * @param {HTMLInputElement} field
 * @param {string} text
 * @param {object} [options]
 * @param {boolean} [options.asKey] whether the text is one character that is sent as its key
 * @param {() => boolean} [options.isFit] a last check; no code of the page runs between it and the insertion
 * @returns {Outcome | "unfit"}
 */
export function type(field, text, options = {}) {
    const line = text.replace(/[\r\n]/g, "");
    const fitting = field.maxLength >= 0 ? line.slice(0, field.maxLength) : line;
    const key = options.asKey === true ? keyOf(line) : { key: "Unidentified", code: "", keyCode: 229 };
    const goesOn = press(field, "keydown", key);
    if (options.asKey === true && goesOn) press(field, "keypress", key);
    // A box may insert the digit itself when it receives the key.
    const hasIt = options.asKey === true && !goesOn && field.value === fitting;
    const way = hasIt ? "set" : put(field, fitting, options.isFit ?? (() => true));
    if (way === "unfit") return way;
    press(field, "keyup", key);
    owed.add(field);
    if (way === "set") commit(field);
    else field.addEventListener("change", () => owed.delete(field), { capture: true, once: true });
    if (field.value === fitting) return fitting === line ? "typed" : "shortened";
    return essence(field.value) === essence(fitting) ? "reformatted" : "rejected";
}

/** Fields that were typed in without a `change` event yet; the browser sends it when the focus leaves. */
const owed = /** @type {WeakSet<Element>} */ (new WeakSet());

/**
 * Dispatches a field's `change` event now if it is still due, since the focus may stay in the field. The browser may send
 * its own later, which cannot be prevented.
 *
 * @param {Element} field
 */
export function commit(field) {
    if (owed.delete(field)) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * A text without the spaces, dashes and case changes that a page may apply.
 *
 * @param {string} text
 */
function essence(text) {
    return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** @param {string} character */
function keyOf(character) {
    const isDigit = /^[0-9]$/.test(character);
    const code = isDigit ? `Digit${character}` : `Key${character.toUpperCase()}`;
    return { key: character, code, keyCode: character.toUpperCase().charCodeAt(0) };
}

/**
 * @param {HTMLInputElement} field
 * @param {"keydown" | "keypress" | "keyup"} type
 * @param {{key: string, code: string, keyCode: number}} key
 * @returns {boolean} `false` if the page cancelled the event
 */
function press(field, type, key) {
    const init = { ...key, which: key.keyCode, bubbles: true, cancelable: true, composed: true };
    return field.dispatchEvent(new KeyboardEvent(type, init));
}

/**
 * Dispatches beforeinput and inserts a text. Chromium's command sends no beforeinput, so it is synthetic; a browser's own
 * is stopped, so that the page receives one.
 *
 * @param {HTMLInputElement} field
 * @param {string} text
 * @param {() => boolean} isFit
 * @returns {"typed" | "set" | "unfit"} unfit: `isFit` returned false
 */
function put(field, text, isFit) {
    const init = { inputType: "insertText", data: text, bubbles: true, composed: true };
    const goesOn = field.dispatchEvent(new InputEvent("beforeinput", { ...init, cancelable: true }));
    if (!isFit()) return "unfit";
    // A page that inserts the text itself cancels the event.
    if (!goesOn) return "set";
    let isTaken = false;
    const ends = new AbortController();
    const how = { capture: true, signal: ends.signal };
    field.addEventListener("input", () => isTaken = true, how);
    addEventListener("beforeinput", (event) => event.stopImmediatePropagation(), how);
    const isDone = command(field, text);
    ends.abort();
    // The page may change the text afterwards; set the value only if the command had no effect.
    if (isDone && isTaken) return "typed";
    valueOf.set.call(field, text);
    field.dispatchEvent(new InputEvent("input", init));
    return "set";
}

/**
 * @param {HTMLInputElement} field
 * @param {string} text
 */
function command(field, text) {
    if (activeElement(field) !== field) return false;
    const { left, top, right, bottom } = field.getBoundingClientRect();
    const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const kept = isInView ? [] : scrolledAround(field);
    field.select();
    try {
        return text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
    } catch {
        return false;
    } finally {
        putBack(kept);
        // Firefox scrolls to the edited position at the start of the next frame, before this callback.
        if (kept.length > 0) requestAnimationFrame(() => putBack(kept));
    }
}

/** Lets the page's tasks and microtasks run. Unlike timers, it is not throttled in background windows. */
export function nextTask() {
    return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            resolve(undefined);
        };
        port2.postMessage(null);
    });
}
