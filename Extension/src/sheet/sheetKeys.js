// The keys of the whole sheet: the ways out, the default button, the round of the Tab key, typing that begins a search.

/**
 * @typedef {object} SheetKeys
 * @property {() => boolean} isEarly whether the sheet has only just come: Enter may be meant for the page
 * @property {() => void} cancel
 * @property {(field: HTMLElement) => void} enter Enter in a field, or where nothing has the focus
 * @property {(event: KeyboardEvent) => boolean} handleInElement gives the key to the element that has the focus
 * @property {() => HTMLElement | null} search the field that typing goes to
 */

/**
 * @param {HTMLElement} root
 * @param {SheetKeys} actions
 * @param {AbortSignal} signal
 */
export function listenToKeys(root, actions, signal) {
    // On the document, for when nothing has the focus.
    root.ownerDocument.addEventListener("keydown", (event) => {
        // While a word is being composed, its keys are the input method's.
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
    // A key that is held down since before the sheet came, or since the last press, presses nothing.
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
    // The field takes the letter itself, once it has the focus.
    actions.search()?.focus();
    return false;
}

/**
 * Whether a key is a letter that nothing takes: it begins a search.
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
 * What the Tab key goes to, in its order.
 *
 * @param {HTMLElement} root
 * @returns {HTMLElement[]}
 */
export function tabStops(root) {
    return [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(focusable))]
        .filter((node) => node.tabIndex >= 0 && node.checkVisibility());
}

/**
 * Keeps the focus in the sheet: after the last stop comes the first.
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
