// Parses sheets, frames and differences from the background. The limits are those of SheetLimits.

/** @import { Change, Difference, Frame, ListDifference, Option, Row, Section, Sheet, SheetElement } from "./sheetTypes.js" */

/** A message is no valid sheet, frame or difference. */
export class SheetMistake extends Error {}

const title = 512;
const paragraph = 8192;
const line = 16384;
const longestList = 10_000_000;
const elementName = /^([0-9]{1,9}\/)?[A-Za-z0-9._:-]{1,128}$/;

/**
 * @param {unknown} value
 * @returns {Frame}
 */
export function parseFrame(value) {
    const frame = object(value);
    const requester = object(frame.requester);
    return {
        providerName: text(frame.providerName, title),
        requester: { kind: oneOf(requester.kind, /** @type {const} */ (["site", "program"])), name: text(requester.name, paragraph) },
        // An invalid icon or colour is dropped, and the sheet is still shown.
        icon: isPNG(frame.icon) ? frame.icon : undefined,
        color: typeof frame.color === "string" && /^#[0-9a-fA-F]{6}$/.test(frame.color) ? frame.color : undefined,
        word: optional(frame.word, title),
        purpose: frame.purpose === "copy" || frame.purpose === "reveal" ? frame.purpose : undefined,
        isOwn: frame.isOwn === true,
        topOrigin: optional(frame.topOrigin, paragraph),
        alternatives: frame.alternatives === undefined ? undefined : array(frame.alternatives, 2, (each) => oneOf(each, /** @type {const} */ (["elsewhere", "never"]))),
    };
}

/**
 * @param {unknown} value
 * @returns {Sheet}
 */
export function parseSheet(value) {
    const sheet = object(value);
    const elements = array(sheet.elements, 256, parseElement);
    if (new Set(elements.map((element) => element.id)).size !== elements.length) throw new SheetMistake("duplicate identifier");
    return {
        title: text(sheet.title, title),
        elements,
        cancelTitle: optional(sheet.cancelTitle, title),
        defaultButton: sheet.defaultButton === undefined ? undefined : identifier(sheet.defaultButton),
        focus: sheet.focus === undefined ? undefined : identifier(sheet.focus),
    };
}

/**
 * @param {unknown} value
 * @returns {Difference}
 */
export function parseDifference(value) {
    return { changes: array(object(value).changes, 264, parseChange) };
}

/**
 * @param {unknown} value
 * @returns {Change}
 */
function parseChange(value) {
    const change = object(value);
    switch (change.kind) {
        case "sheet": return { kind: "sheet", sheet: parseSheet(change.sheet) };
        case "title": return { kind: "title", title: text(change.title, title) };
        case "cancelTitle": return { kind: "cancelTitle", title: optional(change.title, title) };
        case "defaultButton":
        case "focus": {
            const name = change.identifier === undefined ? undefined : identifier(change.identifier);
            return { kind: change.kind, identifier: name };
        }
        case "element": return { kind: "element", element: parseElement(change.element) };
        case "window":
            return { kind: "window", identifier: identifier(change.identifier), list: parseListDifference(change.list) };
        case "order": return { kind: "order", order: array(change.order, 256, identifier) };
        default: throw new SheetMistake("change");
    }
}

/**
 * @param {unknown} value
 * @returns {ListDifference}
 */
function parseListDifference(value) {
    const list = object(value);
    return {
        rowCount: integer(list.rowCount, longestList),
        offset: integer(list.offset, longestList),
        before: array(list.before, 200, parseRow),
        keptFrom: integer(list.keptFrom, longestList),
        keptCount: integer(list.keptCount, longestList),
        after: array(list.after, 200, parseRow),
        sections: list.sections === undefined ? undefined : array(list.sections, 200, parseSection),
        emptyText: optional(list.emptyText, paragraph),
    };
}

/**
 * @param {unknown} value
 * @returns {SheetElement}
 */
export function parseElement(value) {
    const element = object(value);
    const id = identifier(element.id);
    return parseDisplay(id, element) ?? parseControl(id, element);
}

/**
 * Parses a read-only element.
 *
 * @param {string} id
 * @param {Record<string, unknown>} element
 * @returns {SheetElement | undefined}
 */
function parseDisplay(id, element) {
    switch (element.kind) {
        case "message": {
            const level = oneOf(element.level, /** @type {const} */ (["info", "warning", "error"]));
            return { id, kind: "message", level, text: text(element.text, paragraph) };
        }
        case "header": return { id, kind: "header", title: text(element.title, title) };
        case "text": {
            const style = oneOf(element.style, /** @type {const} */ (["body", "note", "monospaced"]));
            return { id, kind: "text", text: text(element.text, paragraph), style };
        }
        case "progress": return {
            id, kind: "progress", label: text(element.label, title), counter: integer(element.counter, 0xFFFFFFFF),
            fraction: element.fraction === undefined ? undefined : number(element.fraction, 1),
        };
        case "code": return {
            id, kind: "code", label: text(element.label, title), code: text(element.code, title),
            period: element.period === undefined ? undefined : Math.max(1, integer(element.period, 86_400)),
            timeLeft: element.timeLeft === undefined ? undefined : number(element.timeLeft, 86_400),
        };
        case "strength":
            return { id, kind: "strength", score: integer(element.score, 4), label: text(element.label, title) };
        default: return undefined;
    }
}

/**
 * Parses a control.
 *
 * @param {string} id
 * @param {Record<string, unknown>} element
 * @returns {SheetElement}
 */
function parseControl(id, element) {
    switch (element.kind) {
        case "textField": return {
            id, kind: "textField", label: text(element.label, title), value: text(element.value, line),
            purpose: oneOf(
                element.purpose,
                /** @type {const} */ (["plain", "userName", "url", "email", "number", "oneTimeCode"]),
            ),
            reportsChanges: boolean(element.reportsChanges), placeholder: optional(element.placeholder, title),
        };
        case "secureField": return {
            id, kind: "secureField", label: text(element.label, title),
            placeholder: optional(element.placeholder, title),
        };
        case "searchField": return {
            id, kind: "searchField", value: text(element.value, line),
            placeholder: optional(element.placeholder, title),
        };
        case "list": return parseList(id, element);
        case "toggle":
            return { id, kind: "toggle", label: text(element.label, title), isOn: boolean(element.isOn) };
        case "picker": return {
            id, kind: "picker", label: text(element.label, title), options: array(element.options, 200, parseOption),
            selection: element.selection === undefined ? undefined : item(element.selection),
        };
        case "button": return {
            id, kind: "button", title: text(element.title, title),
            role: oneOf(element.role, /** @type {const} */ (["normal", "default", "destructive", "cancel"])),
            submits: boolean(element.submits), isEnabled: boolean(element.isEnabled),
        };
        default: throw new SheetMistake("element");
    }
}

/**
 * @param {string} id
 * @param {Record<string, unknown>} element
 * @returns {SheetElement}
 */
function parseList(id, element) {
    const rowCount = integer(element.rowCount, longestList);
    const offset = integer(element.offset, rowCount);
    const rows = array(element.rows, 200, parseRow);
    if (rows.length > rowCount - offset) throw new SheetMistake("window");
    return {
        id, kind: "list", rowCount, offset, rows, sections: array(element.sections, 200, parseSection),
        emptyText: optional(element.emptyText, paragraph),
    };
}

/**
 * @param {unknown} value
 * @returns {Row}
 */
function parseRow(value) {
    const row = object(value);
    return {
        identifier: item(row.identifier),
        title: text(row.title, title),
        subtitle: optional(row.subtitle, title),
        iconName: optional(row.iconName, title),
        badge: optional(row.badge, title),
        accessory: row.accessory === undefined
            ? undefined
            : oneOf(row.accessory, /** @type {const} */ (["disclosure", "details", "checkmark"])),
    };
}

/**
 * @param {unknown} value
 * @returns {Section}
 */
function parseSection(value) {
    const section = object(value);
    return { title: text(section.title, title), firstRow: integer(section.firstRow, longestList) };
}

/**
 * @param {unknown} value
 * @returns {Option}
 */
function parseOption(value) {
    const option = object(value);
    return { identifier: item(option.identifier), title: text(option.title, title) };
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
function isPNG(value) {
    // The first six bytes of a PNG, and no character that would end the data: address.
    return typeof value === "string" && value.length <= 90_000 && /^iVBORw0K[A-Za-z0-9+/]+={0,2}$/.test(value);
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function object(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SheetMistake("object");
    return /** @type {Record<string, unknown>} */ (value);
}

/**
 * @template Item
 * @param {unknown} value
 * @param {number} limit
 * @param {(value: unknown) => Item} parse
 * @returns {Item[]}
 */
function array(value, limit, parse) {
    if (!Array.isArray(value) || value.length > limit) throw new SheetMistake("array");
    return value.map((member) => parse(member));
}

/**
 * @param {unknown} value
 * @param {number} limit
 */
function text(value, limit) {
    // A text has at least as many UTF-8 bytes as UTF-16 units.
    if (typeof value !== "string" || value.length > limit) throw new SheetMistake("text");
    return value;
}

/**
 * @param {unknown} value
 * @param {number} limit
 */
function optional(value, limit) {
    return value === undefined || value === null ? undefined : text(value, limit);
}

/** @param {unknown} value */
function identifier(value) {
    if (typeof value !== "string" || !elementName.test(value)) throw new SheetMistake("identifier");
    return value;
}

/** @param {unknown} value */
function item(value) {
    if (typeof value !== "string" || value.length === 0 || value.length > 256) throw new SheetMistake("item");
    return value;
}

/** @param {unknown} value */
function boolean(value) {
    if (typeof value !== "boolean") throw new SheetMistake("boolean");
    return value;
}

/**
 * @param {unknown} value
 * @param {number} limit
 */
function number(value, limit) {
    if (typeof value !== "number" || !(value >= 0 && value <= limit)) throw new SheetMistake("number");
    return value;
}

/**
 * @param {unknown} value
 * @param {number} limit
 */
function integer(value, limit) {
    if (!Number.isInteger(value)) throw new SheetMistake("integer");
    return number(value, limit);
}

/**
 * @template {string} Choice
 * @param {unknown} value
 * @param {readonly Choice[]} choices
 * @returns {Choice}
 */
function oneOf(value, choices) {
    const choice = choices.find((known) => known === value);
    if (choice === undefined) throw new SheetMistake("choice");
    return choice;
}
