// Which view draws which kind of element.

/** @import { ElementView, SheetElement, Surroundings } from "./sheetTypes.js" */
import { buttonView, pickerView, toggleView } from "./choices.js";
import { displayView } from "./displays.js";
import { searchFieldView, secureFieldView, textFieldView } from "./fields.js";
import { listView } from "./listView.js";

/**
 * @param {SheetElement} element
 * @param {Surroundings} surroundings
 * @returns {ElementView}
 */
export function makeView(element, surroundings) {
    const display = displayView(element, surroundings);
    if (display) return display;
    switch (element.kind) {
        case "textField": return textFieldView(element, surroundings);
        case "secureField": return secureFieldView(element, surroundings);
        case "searchField": return searchFieldView(element, surroundings);
        case "list": return listView(element, surroundings);
        case "toggle": return toggleView(element, surroundings);
        case "picker": return pickerView(element, surroundings);
        default: return buttonView(element, surroundings);
    }
}
