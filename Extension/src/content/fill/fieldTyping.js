// Typing into a field, as near to a user's as a program gets.
//
// Where the browser allows it the text goes in by its own editing command (insertText): its beforeinput and input
// events are trusted, maxlength holds, Ctrl+Z takes it back, and what a framework keeps of the old value is not
// touched, so that React sees the change. The command needs the field to be its document's active element; where it
// does nothing, the value is set by the browser's own setter (never one that a framework laid over the field) with the
// same events made by us. The keys around it are those of a screen keyboard ("Unidentified", 229), which pages know
// from Android and for which no keypress is due; a code's characters are sent as real keys, for which boxes listen.

import { putBack, scrolledAround } from "./visibility.js";

/**
 * What a field has made of a text: it was cut at maxlength as typing is, the page has put blanks or dashes into it, or
 * has taken it out again.
 *
 * @typedef {"typed" | "shortened" | "reformatted" | "rejected"} Outcome
 */

/** The one true setter of a field's value. */
const valueOf = /** @type {PropertyDescriptor & {set: (value: string) => void}} */ (
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value"));

/**
 * The element that has the focus, inside shadow roots too.
 *
 * @param {Element} near an element whose shadow roots, closed ones too, are entered
 * @returns {Element | null}
 */
export function activeElement(near) {
    const root = near.getRootNode();
    return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/**
 * Moves the focus to a field. Where the window is not focused the browser withholds the events; they are made here.
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
 * Types a text into a field that has the focus, in place of what is there.
 *
 * @param {HTMLInputElement} field
 * @param {string} text
 * @param {object} [options]
 * @param {boolean} [options.asKey] the text is one character, sent as the key of it
 * @param {() => boolean} [options.isFit] asked at the last moment, when no code of the page runs any more before the
 *   text is in the field
 * @returns {Outcome | "unfit"} what the field has made of it
 */
export function type(field, text, options = {}) {
    const line = text.replace(/[\r\n]/g, "");
    const fitting = field.maxLength >= 0 ? line.slice(0, field.maxLength) : line;
    const key = options.asKey === true ? keyOf(line) : { key: "Unidentified", code: "", keyCode: 229 };
    const goesOn = press(field, "keydown", key);
    if (options.asKey === true && goesOn) press(field, "keypress", key);
    // A box that has put the digit in by itself, on the key, has had its digit.
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

/** Fields that were typed in and have not told of a change: the browser lets them when the focus leaves. */
const owed = /** @type {WeakSet<Element>} */ (new WeakSet());

/**
 * Lets a field tell of its change now, when the focus stays in it or the browser has not done so. (It may do so again
 * when the user goes on: its own mark of the change is out of reach.)
 *
 * @param {Element} field
 */
export function commit(field) {
    if (owed.delete(field)) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * What is left of a text when a page has put blanks and dashes into it or changed its case.
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
 * @returns {boolean} false when the page wants nothing more to come of the key
 */
function press(field, type, key) {
    const init = { ...key, which: key.keyCode, bubbles: true, cancelable: true, composed: true };
    return field.dispatchEvent(new KeyboardEvent(type, init));
}

/**
 * Announces a text and puts it in. The command announces nothing in Chromium, so that we do; where a browser does it
 * too, the page gets to see one.
 *
 * @param {HTMLInputElement} field
 * @param {string} text
 * @param {() => boolean} isFit
 * @returns {"typed" | "set" | "unfit"} unfit: the field had ceased to be fit
 */
function put(field, text, isFit) {
    const init = { inputType: "insertText", data: text, bubbles: true, composed: true };
    const goesOn = field.dispatchEvent(new InputEvent("beforeinput", { ...init, cancelable: true }));
    if (!isFit()) return "unfit";
    // A page that puts the text in by itself forbids the browser to.
    if (!goesOn) return "set";
    let isTaken = false;
    const ends = new AbortController();
    const how = { capture: true, signal: ends.signal };
    field.addEventListener("input", () => isTaken = true, how);
    addEventListener("beforeinput", (event) => event.stopImmediatePropagation(), how);
    const isDone = command(field, text);
    ends.abort();
    // What the page then made of the text is its own affair; only where the command did nothing is it set.
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
        // Firefox scrolls to what was edited at the beginning of the next frame, before this.
        if (kept.length > 0) requestAnimationFrame(() => putBack(kept));
    }
}

/** Lets the page's own tasks and microtasks run; not slowed down in windows behind others, as timers are. */
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
