// What a document shows: asked by the background, to know a login that failed by the form that is back.

import { classify, offers } from "../../forms/classify.js";

/**
 * Which kinds of fields a person can see in the document; the answer to {type: "look"}.
 *
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 * @returns {{hasPassword: boolean, hasCode: boolean, hasUser: boolean}}
 */
export function look(shadowRootOf) {
    const fields = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf })
        .filter((field) => offers(field) && field.element.checkVisibility({ visibilityProperty: true }));
    const has = /** @param {string[]} kinds */ (...kinds) => fields.some((field) => kinds.includes(field.kind));
    return {
        hasPassword: has("currentPassword"),
        hasCode: has("oneTimeCode"),
        hasUser: has("username", "email"),
    };
}
