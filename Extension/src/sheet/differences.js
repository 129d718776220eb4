// Applies differences between sheets, which are sent instead of whole sheets.

/** @import { Difference, ListDifference, ListElement, Sheet, SheetElement } from "./sheetTypes.js" */
import { SheetMistake } from "./sheetParsing.js";

/**
 * Applies a difference to a sheet.
 *
 * Elements that have not changed stay the same objects.
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
                if (old?.kind !== "list") throw new SheetMistake("a window for an element that is no list");
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
    if (keptCount > 0 && keptFrom + keptCount > old.rows.length) throw new SheetMistake("kept rows are out of range");
    const rows = [...before, ...(keptCount > 0 ? old.rows.slice(keptFrom, keptFrom + keptCount) : []), ...after];
    if (rows.length > 200 || offset + rows.length > rowCount) throw new SheetMistake("the window is out of the list's range");
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
        if (element === undefined) throw new SheetMistake("the order names an unknown element");
        byIdentifier.delete(identifier);
        return element;
    });
}
