// Chooses the view for an element's kind.

/** @import { ElementView, SheetElement, ViewContext } from "./sheetTypes.js" */
import { buttonView, pickerView, toggleView } from "./choices.js";
import { displayView } from "./displays.js";
import { searchFieldView, secureFieldView, textFieldView } from "./fields.js";
import { listView } from "./listView.js";

/**
 * @param {SheetElement} element
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function makeView(element, context) {
    const display = displayView(element, context);
    if (display) return display;
    switch (element.kind) {
        case "textField": return textFieldView(element, context);
        case "secureField": return secureFieldView(element, context);
        case "searchField": return searchFieldView(element, context);
        case "list": return listView(element, context);
        case "toggle": return toggleView(element, context);
        case "picker": return pickerView(element, context);
        default: return buttonView(element, context);
    }
}
