// What leads from one sheet to another; it travels in the place of the whole.

/** @import { Difference, ListDifference, ListElement, Sheet, SheetElement } from "./sheetTypes.js" */
import { SheetMistake } from "./sheetParsing.js";

/**
 * The sheet that a difference leads to.
 *
 * Elements that have not changed are the same objects as before.
 *
 * @param {Sheet} sheet
 * @param {Difference} difference
 * @returns {Sheet}
 */
export function applying(sheet, difference) {
    let result = { ...sheet };
    for (const change of difference.changes) {
        switch (change.kind) {
            case "sheet": result = { ...change.sheet }; break;
            case "title": result.title = change.title; break;
            case "cancelTitle": result.cancelTitle = change.title; break;
            case "defaultButton": result.defaultButton = change.identifier; break;
            case "focus": result.focus = change.identifier; break;
            case "element": result.elements = setting(result.elements, change.element); break;
            case "window": {
                const old = result.elements.find((element) => element.id === change.identifier);
                if (old?.kind !== "list") throw new SheetMistake("window of no list");
                result.elements = setting(result.elements, moving(old, change.list));
                break;
            }
            case "order": result.elements = ordering(result.elements, change.order); break;
        }
    }
    return result;
}

/**
 * Replaces an element, or adds it at the end.
 *
 * @param {SheetElement[]} elements
 * @param {SheetElement} element
 */
export function setting(elements, element) {
    const index = elements.findIndex((old) => old.id === element.id);
    return index < 0 ? [...elements, element] : elements.with(index, element);
}

/**
 * @param {ListElement} old
 * @param {ListDifference} difference
 * @returns {ListElement}
 */
function moving(old, difference) {
    const { rowCount, offset, before, keptFrom, keptCount, after } = difference;
    if (keptCount > 0 && keptFrom + keptCount > old.rows.length) throw new SheetMistake("rows that are not there");
    const rows = [...before, ...(keptCount > 0 ? old.rows.slice(keptFrom, keptFrom + keptCount) : []), ...after];
    if (rows.length > 200 || offset + rows.length > rowCount) throw new SheetMistake("window outside the list");
    const sections = difference.sections ?? old.sections;
    return { id: old.id, kind: "list", rowCount, offset, rows, sections, emptyText: difference.emptyText };
}

/**
 * @param {SheetElement[]} elements
 * @param {string[]} order
 */
function ordering(elements, order) {
    const byIdentifier = new Map(elements.map((element) => [element.id, element]));
    return order.map((identifier) => {
        const element = byIdentifier.get(identifier);
        if (element === undefined) throw new SheetMistake("order of what is not there");
        byIdentifier.delete(identifier);
        return element;
    });
}
