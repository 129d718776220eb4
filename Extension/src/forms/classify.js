/**
 * Classifies the fields of a page. First version: by type and `autocomplete` only; the interface is final.
 */
import { candidates, isCandidate } from "./candidates.js";

/** @import { ClassifiedField, ClassifiedForm, ClassifyOptions, FieldKind, FormKind } from "./types.js" */

/**
 * The fields of a page, or of a part of it, that are for credentials, in document order.
 * @param {Document | ShadowRoot | Element} root
 * @param {ClassifyOptions} [options]
 * @returns {ClassifiedField[]}
 */
export function classify(root, options = {}) {
    /** @type {Map<Element, HTMLInputElement[]>} */
    const groups = new Map();
    for (const field of candidates(root, options.shadowRootOf)) {
        const owner = field.form ?? field.parentElement?.parentElement ?? field;
        const group = groups.get(owner) ?? [];
        group.push(field);
        groups.set(owner, group);
    }
    return [...groups].flatMap(([owner, fields]) => classifyGroup(owner, fields).fields);
}

/**
 * The field that a person focused: its form with all classified fields, and its own entry where it has one.
 * Costs work in the size of the field's form, not of the page.
 * @param {Element} element
 * @param {ClassifyOptions} [options]
 * @returns {{field: ClassifiedField | null, form: ClassifiedForm | null}}
 */
export function classifyField(element, options = {}) {
    if (!isCandidate(element)) return { field: null, form: null };
    const all = classify(element.form ?? element.ownerDocument, options);
    const field = all.find((entry) => entry.element === element) ?? null;
    return { field, form: field?.form ?? null };
}

/**
 * Whether an entry may be offered, filled or saved: not the e-mail address of a newsletter or an order.
 * @param {ClassifiedField} entry
 */
export function offers(entry) {
    return entry.form.kind !== "other";
}

/**
 * @param {Element} owner
 * @param {HTMLInputElement[]} elements
 * @returns {ClassifiedForm}
 */
function classifyGroup(owner, elements) {
    const passwords = elements.filter((element) => element.type === "password").length;
    /** @type {FormKind} */
    const kind = passwords === 0 ? "twoStepLogin" : passwords === 1 ? "login" : "signUp";
    /** @type {ClassifiedField[]} */
    const fields = [];
    const form = { kind, element: owner, fields, submit: owner.querySelector("button, input[type=submit]"), explain: [] };
    for (const element of elements) {
        const field = kindOf(element, passwords);
        if (field === null) continue;
        fields.push({ element, kind: field, form, confirms: null, segment: null, score: 4, explain: [] });
    }
    return form;
}

/**
 * @param {HTMLInputElement} element
 * @param {number} passwords
 * @returns {FieldKind | null}
 */
function kindOf(element, passwords) {
    const autocomplete = element.getAttribute("autocomplete") ?? "";
    if (autocomplete.includes("one-time-code")) return "oneTimeCode";
    if (element.type === "password") return passwords > 1 ? "newPassword" : "currentPassword";
    if (element.type === "email") return "email";
    return autocomplete.includes("username") || /user|login/i.test(element.name) ? "username" : null;
}
