// Chooses the field for the user's act, and how it is used.

import { shadowRootOf } from "../browser.js";
import { isCandidate } from "../forms/candidates.js";
import { classify, classifyField, offers as mayBeOffered } from "../forms/classify.js";
import { fieldFor, isLogin, loginElement } from "./fieldChoice.js";
import { isEditable } from "./fill/formValues.js";
import { isWritable } from "./fill/insertText.js";
import { focused } from "./strip/focus.js";

/**
 * @import { Filled } from "../messages.js"
 * @import { ClassifiedField } from "../forms/types.js"
 * @import { FieldUse } from "./strip/strip.js"
 * @import { UseKind } from "./strip/stripRows.js"
 */

/**
 * How a field is used; `null` if nothing is offered there.
 *
 * @param {Element} element
 * @returns {FieldUse | null}
 */
export function useOf(element) {
    const { field } = classifyField(element, { shadowRootOf });
    return field === null || !mayBeOffered(field) ? null : useAs(field);
}

/**
 * @param {ClassifiedField} field
 * @returns {FieldUse}
 */
function useAs({ element, kind, form }) {
    const isUser = (/** @type {ClassifiedField} */ each) => each.kind === "username" || each.kind === "email";
    return { element, kind, goesOn: !form.fields.some((each) => isUser(each) && (each.element === element || isEditable(each))) };
}

/**
 * The field for a command: the focused one, else the first of a login on the page.
 *
 * @param {boolean} isToShow whether suggestions are shown; then any text field qualifies
 */
export function commandUse(isToShow) {
    const element = focused();
    if (isCandidate(element)) return pointedUse(element);
    if (isToShow && isWritable(element)) return { element, kind: /** @type {UseKind} */ ("text") };
    const first = classify(document, { shadowRootOf }).find((field) => mayBeOffered(field) && isLogin(field));
    return first === undefined ? null : useAs(first);
}

/**
 * The use of a field that the user points at, whatever it seems to be.
 *
 * @param {HTMLInputElement} element
 * @returns {FieldUse}
 */
export function pointedUse(element) {
    const kind = element.type === "password" ? "currentPassword" : "text";
    return useOf(element) ?? { element, kind, isPointed: true };
}

/**
 * The field for a value that was picked in the popup.
 *
 * @param {Filled["value"]["kind"]} kind
 * @returns {FieldUse | null}
 */
export function fillUse(kind) {
    const element = focused();
    if (kind === "text") return isCandidate(element) || isWritable(element) ? { element, kind } : null;
    const fields = classify(document, { shadowRootOf }).filter(mayBeOffered);
    if (kind === "password") {
        const chosen = loginElement(fields, element);
        return chosen === null ? null : pointedUse(chosen);
    }
    const field = fieldFor(fields, kind, element);
    return field === null ? null : { element: field.element, kind: field.kind };
}
