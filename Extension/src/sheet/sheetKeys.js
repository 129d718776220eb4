// The sheet's keys: Escape, Enter for the default button, the Tab cycle, and typing that starts a search.

/**
 * @typedef {object} SheetKeys
 * @property {() => boolean} isEarly whether the sheet has just appeared, so that Enter may be meant for the page
 * @property {() => void} cancel
 * @property {(field: HTMLElement) => void} enter handles Enter in a field or without a focused element
 * @property {(event: KeyboardEvent) => boolean} handleInElement passes the key to the focused element
 * @property {() => HTMLElement | null} search the field that typing goes to
 */

/**
 * @param {HTMLElement} root
 * @param {SheetKeys} actions
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, actions, signal) {
    // On the document, for when no element has the focus.
    root.ownerDocument.addEventListener("keydown", (event) => {
        // During composition the keys belong to the input method.
        if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
        if (isUsed(root, event, actions)) event.preventDefault();
    }, { signal });
}

/**
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 * @param {SheetKeys} actions
 */
function isUsed(root, event, actions) {
    if (event.key === "Escape") {
        actions.cancel();
        return true;
    }
    if (event.key === "Tab") return wrapFocus(root, event.shiftKey);
    if (event.altKey || event.metaKey) return false;
    // A repeating Enter was pressed before the sheet appeared, or was used already.
    if (event.key === "Enter" && event.repeat) return true;
    const target = event.target instanceof HTMLElement ? event.target : root;
    const isEnter = event.key === "Enter" && !target.matches("button, select, a");
    if (isEnter && actions.isEarly()) return true;
    if (actions.handleInElement(event)) return true;
    if (isEnter) {
        actions.enter(target);
        return true;
    }
    if (event.ctrlKey || !isTyping(event, target)) return false;
    // The field receives the character once it has the focus.
    actions.search()?.focus();
    return false;
}

/**
 * Whether a key types a character outside of a field, which starts a search.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function isTyping(event, target) {
    if (target.matches("input, select, textarea")) return false;
    if (event.key === " ") return false;
    return event.key === "Backspace" || [...event.key].length === 1;
}

const focusable = "button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex]";

/**
 * The stops of the Tab key, in order.
 *
 * @param {HTMLElement} root
 * @returns {HTMLElement[]}
 */
export function tabStops(root) {
    return [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(focusable))]
        .filter((node) => node.tabIndex >= 0 && node.checkVisibility());
}

/**
 * Keeps the focus in the sheet: the last stop is followed by the first.
 *
 * @param {HTMLElement} root
 * @param {boolean} isBackward
 */
function wrapFocus(root, isBackward) {
    const stops = tabStops(root);
    const current = stops.indexOf(/** @type {HTMLElement} */ (root.ownerDocument.activeElement));
    const isAtEnd = isBackward ? current <= 0 : current === stops.length - 1;
    if (!isAtEnd) return false;
    stops.at(isBackward ? -1 : 0)?.focus();
    return true;
}
