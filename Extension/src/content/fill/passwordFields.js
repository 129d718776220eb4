// Describes the password fields of a page, so that they are recognised on the next page.

import { attributeOf } from "../../forms/attributes.js";
import { candidates } from "../../forms/candidates.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { PasswordFields } from "../../messages.js" */

/** Fields that are described. */
const most = 8;

/**
 * The visible password fields of a submitted form, and those of the page's other forms that differ from them.
 *
 * @param {ClassifiedForm} form
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 * @returns {PasswordFields}
 */
export function passwordFields(form, shadowRootOf) {
    const fields = form.fields.map(({ element }) => element).filter(({ type }) => type === "password");
    const own = fields.slice(0, most).map(describe);
    const beside = candidates(document, shadowRootOf)
        .filter((field) => field.type === "password" && !fields.includes(field) && field.checkVisibility({ visibilityProperty: true }))
        .slice(0, most).map(describe).filter((text) => !own.includes(text));
    return { own, beside };
}

/**
 * As in inspectPage of background/browserAdapter.js, which describes the fields of the next page.
 *
 * @param {HTMLInputElement} field
 */
function describe(field) {
    const form = field.form;
    const parts = [form && attributeOf(form, "action"), form && attributeOf(form, "id"), field.name, field.id];
    return parts.map((part) => (part ?? "").slice(0, 100)).join(" ");
}
