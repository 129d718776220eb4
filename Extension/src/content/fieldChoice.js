// Which field something is for that was picked elsewhere than at a field. Pure.

/** @import { ClassifiedField } from "../forms/types.js" */
/** @import { Filled } from "../messages.js" */

/** The forms in which a password that is there already belongs, those to sign in with first. */
const signIns = ["login", "twoStepLogin"];

/** @param {ClassifiedField} field */
export function isLogin({ form: { kind } }) {
    return kind === "code" || signIns.includes(kind);
}

/**
 * The field that a value goes into: the one that has the focus where it fits, else the first that does.
 *
 * @param {readonly ClassifiedField[]} fields those that may be offered, of the whole document
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
 * @param {ClassifiedField} field
 * @param {"password" | "code"} wanted
 */
function fits({ kind, form }, wanted) {
    if (wanted === "code") return kind === "oneTimeCode";
    if (kind === "currentPassword") return true;
    return (kind === "username" || kind === "email") && signIns.includes(form.kind);
}
