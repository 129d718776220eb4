// Summarizes a fill for the user who requested it.

/** @import { FieldKind } from "../../forms/types.js" */
/** @import { Refusal } from "./fillForm.js" */

/**
 * @typedef {object} Outcomes the part of a FillReport that decides
 * @property {readonly {kind: FieldKind | "text"}[]} filled
 * @property {readonly {kind: FieldKind | "text", reason: Refusal}[]} refused
 * @property {object | null} user the field that has the user name now
 */

/** How pages hide a field until its step. A covered field is not one of them: it is visible as soon as the cover is gone. */
/** @type {ReadonlySet<Refusal>} */
const outOfSight = new Set(["hidden", "transparent", "tiny", "offScreen", "clipped", "ariaHidden"]);

/**
 * Whether a refused field is the password field of a later step, which the user does not see yet.
 *
 * @param {Outcomes["refused"][number]} refused
 */
export function isOfNextStep({ kind, reason }) {
    return kind === "currentPassword" && outOfSight.has(reason);
}

/**
 * The refused fields that the user expects to be filled. At the first of two steps only the user name can be filled.
 *
 * @template {Outcomes["refused"][number]} Refused
 * @param {{refused: readonly Refused[], user: object | null}} report
 * @returns {Refused[]}
 */
export function unexpectedRefusals({ refused, user }) {
    return refused.filter((each) => user === null || !isOfNextStep(each));
}

/**
 * Whether a password field was left empty, so that the user is notified even when the user name was filled.
 *
 * @param {Outcomes} report
 */
export function isPasswordRefused(report) {
    return unexpectedRefusals(report).some(({ kind }) => kind === "currentPassword" || kind === "newPassword");
}

/**
 * Whether the picked value was filled. A user name that is there already counts at the first of two steps.
 *
 * @param {Outcomes} report
 */
export function isFilled(report) {
    const isNextStep = report.user !== null && report.refused.some(isOfNextStep);
    return (report.filled.length > 0 || isNextStep) && !isPasswordRefused(report);
}
