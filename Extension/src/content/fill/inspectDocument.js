// Inspects the document for the background: for the popup, and to detect a failed login whose form is shown again.

import { classify, offers } from "../../forms/classify.js";
import { focused } from "../strip/focus.js";
import { fieldFor } from "../fieldChoice.js";
import { doubtsAbout } from "./safety.js";

/** @import { Doubt } from "./safety.js" */

/**
 * The kinds of fields that the user can see, and the doubts about filling the document's login; the response to
 * {type: "inspect"}.
 *
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 * @returns {{hasPassword: boolean, hasCode: boolean, hasUser: boolean, doubts: Doubt[]}}
 */
export function inspectDocument(shadowRootOf) {
    const offered = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf }).filter(offers);
    // The form that the popup would fill.
    const login = fieldFor(offered, "password", focused());
    const fields = offered.filter((field) => field.element.checkVisibility({ visibilityProperty: true }));
    const has = /** @param {string[]} kinds */ (...kinds) => fields.some((field) => kinds.includes(field.kind));
    return {
        hasPassword: has("currentPassword"),
        hasCode: has("oneTimeCode"),
        hasUser: has("username", "email"),
        doubts: login === null ? [] : doubtsAbout(login.form),
    };
}
