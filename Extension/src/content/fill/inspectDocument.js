// Inspects the document for the background: for the popup, and to detect a failed login whose form is shown again.

import { isCandidate } from "../../forms/candidates.js";
import { classify, classifyField, offers } from "../../forms/classify.js";
import { focused } from "../strip/focus.js";
import { loginElement, newPasswordFor } from "../fieldChoice.js";
import { formWith } from "./fillTargets.js";
import { doubtsAbout } from "./safety.js";

/** @import { Doubt } from "./safety.js" */

/**
 * The kinds of fields that the user can see, and the doubts about filling the document's login or a new password; the
 * response to {type: "inspect"}. isInNewPassword: whether the user was last in a new-password field; isInText: whether in any
 * field that takes text, which the popup may fill even if it is not recognised as a login field.
 *
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 * @returns {{hasPassword: boolean, hasCode: boolean, hasUser: boolean, hasNewPassword: boolean, isInNewPassword: boolean,
 *   isInText: boolean, doubts: Doubt[], newPasswordDoubts: Doubt[]}}
 */
export function inspectDocument(shadowRootOf) {
    const offered = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf }).filter(offers);
    // The forms that the popup would fill.
    const at = focused(), login = loginElement(offered, at), created = newPasswordFor(offered, at);
    const fields = offered.filter((field) => field.element.checkVisibility({ visibilityProperty: true }));
    const has = /** @param {string[]} kinds */ (...kinds) => fields.some((field) => kinds.includes(field.kind));
    return {
        hasPassword: has("currentPassword"),
        hasCode: has("oneTimeCode"),
        hasUser: has("username", "email"),
        hasNewPassword: has("newPassword"),
        isInNewPassword: created !== null && created.element === at,
        isInText: isCandidate(at) && at.checkVisibility({ visibilityProperty: true }),
        doubts: login === null ? [] : doubtsAbout(formAt(login, shadowRootOf)),
        newPasswordDoubts: created === null ? [] : doubtsAbout(created.form),
    };
}

/**
 * The form of a field, even if the field is not recognised as a login field.
 *
 * @param {HTMLInputElement} element
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 */
function formAt(element, shadowRootOf) {
    const { field, form } = classifyField(element, shadowRootOf === undefined ? {} : { shadowRootOf });
    if (field !== null && offers(field) && form !== null) return form;
    return formWith(form, element, element.type === "password" ? "currentPassword" : "username");
}
