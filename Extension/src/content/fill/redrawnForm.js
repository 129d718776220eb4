// Finds the new copy of a form that its page has redrawn completely, as some pages do at each input.

import { classify, offers } from "../../forms/classify.js";
import { isAlike } from "./fillTargets.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */

/**
 * The form that replaces a form whose elements have all left the page: the only form of the same kind with all of its fields.
 * `null` if there is none or more than one.
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
