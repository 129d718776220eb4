// Summarizes a fill for the user who requested it.

/** @import { FieldKind } from "../../forms/types.js" */
/** @import { Refusal } from "./fillForm.js" */

/**
 * @typedef {object} Outcomes the part of a FillReport that decides
 * @property {readonly {kind: FieldKind | "text"}[]} filled
 * @property {readonly {kind: FieldKind | "text", reason: Refusal}[]} refused
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
 * Whether a password field was left empty, so that the user is notified even when the user name was filled. At the first of
 * two steps only the user name can be filled.
 *
 * @param {Outcomes} report
 */
export function isPasswordRefused({ filled, refused }) {
    const isFirstStep = filled.some(({ kind }) => kind === "username" || kind === "email");
    return refused.some((each) =>
        (each.kind === "currentPassword" || each.kind === "newPassword") && !(isFirstStep && isOfNextStep(each)));
}

/**
 * Whether the picked value was filled.
 *
 * @param {Outcomes} report
 */
export function isFilled(report) {
    return report.filled.length > 0 && !isPasswordRefused(report);
}
