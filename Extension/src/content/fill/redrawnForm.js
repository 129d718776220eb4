// Finds a form that its page has drawn again as a whole, as some pages do at each input.

import { classify, offers } from "../../forms/classify.js";
import { isAlike } from "./fillTargets.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */

/**
 * The form that replaces a form of which nothing is left in the page: the only one of its kind that has all of its fields; `null`
 * for none or several.
 *
 * @param {ClassifiedForm} form
 * @param {{shadowRootOf?: (host: Element) => ShadowRoot | null}} how
 * @returns {ClassifiedForm | null}
 */
export function redrawnForm(form, how) {
    const forms = new Set(classify(document, how).filter(offers).map((field) => field.form));
    const found = [...forms].filter(({ kind, fields }) => kind === form.kind &&
        form.fields.every((field) => fields.some((each) => isAlike(each, field))));
    return found.length === 1 ? found[0] ?? null : null;
}
