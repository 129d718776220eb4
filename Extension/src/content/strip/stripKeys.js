// The effect of a key at a field with a strip. All other keys go to the page.

/**
 * @typedef {"open" | "next" | "previous" | "first" | "last" | "none" | "take" | "close" | "pass"} KeyAct
 *   none: no row is chosen; pass: the key goes to the page
 *
 * @typedef {object} KeyState
 * @property {boolean} isOpen
 * @property {number} chosen the row that arrow keys have chosen, -1 for none
 * @property {number} count how many rows can be chosen
 * @property {boolean} isPagesOwn whether the page shows its own list at this field
 *
 * @typedef {Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing">} Stroke
 */

/**
 * The effect of a key. Enter takes a row only after an arrow key has chosen one.
 *
 * @param {Stroke} stroke
 * @param {KeyState} state
 * @returns {KeyAct}
 */
export function keyAct(stroke, state) {
    if (stroke.isComposing || stroke.altKey || stroke.ctrlKey || stroke.metaKey || stroke.shiftKey) return "pass";
    if (!state.isOpen) return stroke.key === "ArrowDown" && !state.isPagesOwn ? "open" : "pass";
    if (stroke.key === "Escape") return "close";
    if (stroke.key === "ArrowDown") return state.isPagesOwn || state.count === 0 ? "pass" : "next";
    if (state.chosen < 0) return "pass";
    switch (stroke.key) {
        case "ArrowUp": return state.chosen === 0 ? "none" : "previous";
        case "Home": return "first";
        case "End": return "last";
        case "Enter": return "take";
        default: return "pass";
    }
}

/**
 * The row after an act.
 *
 * @param {KeyAct} act
 * @param {number} chosen
 * @param {number} count
 */
export function chosenAfter(act, chosen, count) {
    switch (act) {
        case "next": return Math.min(chosen + 1, count - 1);
        case "previous": return Math.max(chosen - 1, 0);
        case "first": return 0;
        case "last": return count - 1;
        case "none": return -1;
        default: return chosen;
    }
}
