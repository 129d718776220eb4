// Arranges a sheet's elements: most in a column, the buttons that end the sheet in a row at its lower edge.

/** @import { ButtonElement, Frame, ListElement, Sheet, SheetElement } from "./sheetTypes.js" */

/**
 * @typedef {"only" | "first" | "middle" | "last"} Run an element's position in a card
 *
 * @typedef {object} Places
 * @property {string[]} body
 * @property {string[]} aside a single further button, at the start of the row
 * @property {string[]} waysOut buttons of the cancel role
 * @property {string[]} main the default button, or the only one
 * @property {Map<string, Run>} runs
 */

/**
 * The default button and the cancelling buttons are in the lower row, and a single further button beside them; several
 * further ones stay in the column.
 *
 * @param {Sheet} sheet
 * @param {string | null} defaultButton
 * @returns {Places}
 */
export function arrange(sheet, defaultButton) {
    const buttons = sheet.elements.filter((element) => element.kind === "button");
    const waysOut = buttons.filter(({ id, role }) => role === "cancel" && id !== defaultButton).map(({ id }) => id);
    const others = buttons.map(({ id }) => id).filter((id) => id !== defaultButton && !waysOut.includes(id));
    const single = others.length === 1 ? others : [];
    // Without a default button, a single button is the main one.
    const [aside, main] = defaultButton === null ? [[], single] : [single, [defaultButton]];
    const below = new Set([...waysOut, ...aside, ...main]);
    const body = sheet.elements.filter(({ id }) => !below.has(id));
    return { body: body.map(({ id }) => id), aside, waysOut, main, runs: runs(body) };
}

/**
 * The button that Enter presses: the one that the sheet names, else the first of the default role.
 *
 * @param {Sheet} sheet
 * @returns {ButtonElement | null}
 */
export function defaultButtonOf(sheet) {
    const buttons = sheet.elements.filter((element) => element.kind === "button");
    return buttons.find(({ id }) => id === sheet.defaultButton) ?? buttons.find(({ role }) => role === "default") ?? null;
}

/**
 * Whether the extension adds a Cancel button: always if the provider has no such button.
 *
 * @param {Sheet} sheet
 */
export function needsCancel(sheet) {
    return sheet.cancelTitle !== undefined || !sheet.elements.some(isWayOut);
}

/** Maximum number of rows in a short list. */
const fewRows = 6;

/**
 * Whether a list is a short choice of the extension itself: it is as high as its rows. A provider's list changes with the
 * search, and fills the available height.
 *
 * @param {Frame} frame
 * @param {ListElement} list
 */
export function isShortList(frame, { rowCount }) {
    return frame.isOwn === true && rowCount > 0 && rowCount <= fewRows;
}

/**
 * Whether an element is the button that the runtime presses for Esc.
 *
 * @param {SheetElement} element
 */
export function isWayOut(element) {
    return element.kind === "button" && element.role === "cancel" && element.isEnabled && !element.submits;
}

/**
 * Adjacent fields, toggles and pickers form a card, and so do adjacent buttons.
 *
 * @param {SheetElement[]} elements
 */
function runs(elements) {
    /** @type {Map<string, Run>} */
    const result = new Map();
    elements.forEach((element, index) => {
        const card = cards[element.kind];
        if (card === undefined) return;
        const continues = cards[elements[index - 1]?.kind ?? ""] === card;
        const goesOn = cards[elements[index + 1]?.kind ?? ""] === card;
        result.set(element.id, continues ? (goesOn ? "middle" : "last") : goesOn ? "first" : "only");
    });
    return result;
}

/** @type {Readonly<Record<string, string | undefined>>} */
const cards = { textField: "fields", secureField: "fields", toggle: "fields", picker: "fields", button: "buttons" };
