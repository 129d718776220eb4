// Chooses the field for a value that was not picked at a field. Pure.

import { isCandidate } from "../forms/candidates.js";

/** @import { ClassifiedField } from "../forms/types.js" */
/** @import { Filled } from "../messages.js" */

/** Form kinds that take an existing password, those that sign in first. */
const signIns = ["login", "twoStepLogin"];

/** @param {ClassifiedField} field */
export function isLogin({ form: { kind } }) {
    return kind === "code" || signIns.includes(kind);
}

/**
 * The field that a value goes into: the focused one if it fits, else the first that fits.
 *
 * @param {readonly ClassifiedField[]} fields the document's fields that may be offered something
 * @param {Exclude<Filled["value"]["kind"], "text">} kind
 * @param {Element | null} focused
 * @returns {ClassifiedField | null}
 */
export function fieldFor(fields, kind, focused) {
    const fitting = fields.filter((field) => fits(field, kind));
    return fitting.find(({ element }) => element === focused) ??
        fitting.find(({ form }) => signIns.includes(form.kind)) ?? fitting[0] ?? null;
}

/**
 * The field of a login that was picked in the popup: the focused one if it fits or is a password field, even if it is not
 * recognised as a login field. Any other text field is used only on a page without a login.
 *
 * @param {readonly ClassifiedField[]} fields the document's fields that may be offered something
 * @param {Element | null} focused
 * @returns {HTMLInputElement | null}
 */
export function loginElement(fields, focused) {
    const field = fieldFor(fields, "password", focused);
    return isCandidate(focused) && (field === null || focused.type === "password") ? focused : field?.element ?? null;
}

/**
 * The new-password field that a generated password goes into: the focused one, else the first.
 *
 * @param {readonly ClassifiedField[]} fields the document's fields that may be offered something
 * @param {Element | null} focused
 * @returns {ClassifiedField | null}
 */
export function newPasswordFor(fields, focused) {
    const fitting = fields.filter(({ kind }) => kind === "newPassword");
    return fitting.find(({ element }) => element === focused) ?? fitting[0] ?? null;
}

/**
 * @param {ClassifiedField} field
 * @param {"password" | "code"} wanted
 */
function fits({ kind, form }, wanted) {
    if (wanted === "code") return kind === "oneTimeCode";
    if (kind === "currentPassword") return true;
    return (kind === "username" || kind === "email") && signIns.includes(form.kind);
}
