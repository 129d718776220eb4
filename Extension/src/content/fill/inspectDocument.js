// What a document shows: asked by the background for the toolbar's list, and to know a login that failed by the form
// that is back.

import { classify, offers } from "../../forms/classify.js";
import { focused } from "../strip/focus.js";
import { fieldFor } from "../fieldChoice.js";
import { doubtsAbout } from "./safety.js";

/** @import { Doubt } from "./safety.js" */

/**
 * Which kinds of fields a user can see in the document, and what speaks against filling the password of its login;
 * the answer to {type: "inspect"}.
 *
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 * @returns {{hasPassword: boolean, hasCode: boolean, hasUser: boolean, doubts: Doubt[]}}
 */
export function inspectDocument(shadowRootOf) {
    const offered = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf }).filter(offers);
    // The form that the toolbar's list would fill.
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
