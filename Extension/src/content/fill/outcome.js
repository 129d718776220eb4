// What a fill has come to, for the person who asked for it.

/** @import { FieldKind } from "../../forms/types.js" */
/** @import { Refusal } from "./filling.js" */

/**
 * @typedef {object} Outcomes the part of a FillReport that says it
 * @property {readonly {kind: FieldKind | "text"}[]} filled
 * @property {readonly {kind: FieldKind | "text", reason: Refusal}[]} refused
 */

/** How pages keep a field out of sight until its step comes; one that something covers is in sight as soon as that goes. */
/** @type {ReadonlySet<Refusal>} */
const outOfSight = new Set(["hidden", "transparent", "tiny", "offScreen", "clipped", "ariaHidden"]);

/**
 * Whether what was refused is the password of a step that has not come yet: a person does not see its field.
 *
 * @param {Outcomes["refused"][number]} refused
 */
export function isOfNextStep({ kind, reason }) {
    return kind === "currentPassword" && outOfSight.has(reason);
}

/**
 * Whether a password field was left empty: the person is told, also where the user name stands there now. At the first of
 * two steps the user name is all there is to fill.
 *
 * @param {Outcomes} report
 */
export function isPasswordRefused({ filled, refused }) {
    const isFirstStep = filled.some(({ kind }) => kind === "username" || kind === "email");
    return refused.some((each) =>
        (each.kind === "currentPassword" || each.kind === "newPassword") && !(isFirstStep && isOfNextStep(each)));
}

/**
 * Whether what was picked stands there now.
 *
 * @param {Outcomes} report
 */
export function hasComeThrough(report) {
    return report.filled.length > 0 && !isPasswordRefused(report);
}
