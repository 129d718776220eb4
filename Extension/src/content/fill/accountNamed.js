// Finds the account that a form names without asking for it, as the second step of a login often does.

import { allIn } from "../../forms/attributes.js";
import { isAddress, isEditable, userOf } from "./formValues.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */

/** Maximum number of characters to read from a form's text. */
const mostText = 2_000;
/** Contact addresses of a site, which are no accounts. */
const helpdesk = /^(?:support|help|helpdesk|info|contact|service|admin|privacy|kontakt|hilfe|no-?reply)@/i;
/** Names of hidden inputs that hold a user name. */
const userNames = /^(?:.*[^a-z])?(?:user_?(?:name|id)?|login(?:_?id)?|identifier|e-?mail(?:_?address)?|account(?:_?name)?)$/i;

/**
 * The account that a form names without asking for it: in a hidden or read-only field, or in its text as an e-mail address
 * or the user of a stored login; "" for none or several.
 *
 * @param {ClassifiedForm} form
 * @param {readonly string[]} users the users of stored logins
 */
export function accountNamedBy(form, users) {
    const shown = userOf(form.fields.filter((field) => !isEditable(field)));
    if (shown !== "") return shown;
    const hidden = new Set([...allIn(form.element, "input[type=hidden i]")]
        .map((each) => /** @type {HTMLInputElement} */ (each))
        .filter((each) => userNames.test(each.name) || userNames.test(each.id) || each.autocomplete === "username")
        .map((each) => each.value.trim()).filter((value) => isAddress(value) || users.includes(value)));
    if (hidden.size > 0) return hidden.size === 1 ? [...hidden][0] ?? "" : "";
    // A removed form has no layout, so the words of adjacent elements would be joined.
    if (!form.element.isConnected) return "";
    const found = new Set(wordsNear(form.element).filter((word) => isAddress(word) && !helpdesk.test(word) || users.includes(word)));
    return found.size === 1 ? [...found][0] ?? "" : "";
}

/**
 * The visible words in a form and directly before it.
 *
 * @param {Element} form
 */
function wordsNear(form) {
    const { parentElement: parent, previousElementSibling: before } = form;
    const parts = parent === null || parent === document.body ? [before, form] : [parent];
    const text = parts.map((part) => part instanceof HTMLElement ? part.innerText.slice(0, mostText) : "").join(" ");
    return text.split(/[\s,;:!?"“”„«»()<>]+/u).map((word) => word.replace(/[.'’]+$/u, ""));
}
