/**
 * Classifies the fields of a page: user names, passwords, one-time codes. See types.js for the interface.
 *
 * Reads the DOM, without state and without changing it: a page that adds its fields late is classified again. Never
 * reads what the user has typed.
 */
import { isCandidate } from "./candidates.js";
import { decide } from "./decide.js";
import { factsOf } from "./formFacts.js";
import { groupOf, groupsIn } from "./group.js";
import { openShadowRootOf } from "./walk.js";

/** @import { Group } from "./group.js" */
/** @import { Labels } from "./labels.js" */
/** @import { ClassifiedField, ClassifiedForm, ClassifyOptions } from "./types.js" */

/**
 * The credential fields of a page or a part of it, form by form in document order.
 * @param {Document | ShadowRoot | Element} root
 * @param {ClassifyOptions} [options]
 * @returns {ClassifiedField[]}
 */
export function classify(root, options = {}) {
    const groups = groupsIn(root, options.shadowRootOf ?? openShadowRootOf);
    const labels = new Map();
    return groups.flatMap((group) => classifyGroup(group, options, labels).fields);
}

/**
 * A focused field: its form with all classified fields, and its own entry if it has one. The cost depends on the size of
 * the form, not of the page.
 * @param {Element} element
 * @param {ClassifyOptions} [options]
 * @returns {{field: ClassifiedField | null, form: ClassifiedForm | null}}
 */
export function classifyField(element, options = {}) {
    if (!isCandidate(element)) return { field: null, form: null };
    const form = classifyGroup(groupOf(element, options.shadowRootOf ?? openShadowRootOf), options, new Map());
    const field = form.fields.find((entry) => entry.element === element) ?? null;
    return { field, form: form.fields.length > 0 ? form : null };
}

/**
 * Whether an entry may be offered, filled or saved. The e-mail address of a newsletter or an order may not, and neither may the
 * boxes of a new PIN, which no generated password fits.
 * @param {ClassifiedField} entry
 */
export function offers(entry) {
    return entry.form.kind !== "other" && !(entry.kind === "newPassword" && entry.segment !== null);
}

/**
 * @param {Group} group
 * @param {ClassifyOptions} options
 * @param {Labels} labels
 * @returns {ClassifiedForm}
 */
function classifyGroup(group, options, labels) {
    const { facts, submit } = factsOf(group, {
        shadowRootOf: options.shadowRootOf ?? openShadowRootOf,
        path: options.path ?? group.owner.ownerDocument.location?.pathname ?? null,
        labels,
    });
    const { kind, answers, explain } = decide(facts);
    /** @type {ClassifiedField[]} */
    const fields = [];
    const form = { kind, element: group.owner, fields, submit, explain };
    /** @param {number} index */
    const elementAt = (index) => /** @type {HTMLInputElement} */ (group.fields[index]);
    for (const answer of answers) {
        const run = answer.run;
        fields.push({
            element: elementAt(answer.index),
            kind: answer.kind,
            form,
            confirms: answer.confirms < 0 ? null : elementAt(answer.confirms),
            segment: run === null
                ? null
                : { index: run.indexOf(answer.index), count: run.length, elements: run.map(elementAt) },
            takesAddress: answer.takesAddress,
            score: answer.score,
            explain: answer.explain,
        });
    }
    return form;
}
