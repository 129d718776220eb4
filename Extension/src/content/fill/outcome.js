// What a fill has come to, for the person who asked for it.

/** @import { FieldKind } from "../../forms/types.js" */

/**
 * @typedef {object} Outcomes the part of a FillReport that says it
 * @property {readonly {kind: FieldKind | "text"}[]} filled
 * @property {readonly {kind: FieldKind | "text"}[]} refused
 */

/**
 * Whether a password field was left empty: the person is told, also where the user name stands there now.
 *
 * @param {Outcomes} report
 */
export function isPasswordRefused({ refused }) {
    return refused.some(({ kind }) => kind === "currentPassword" || kind === "newPassword");
}

/**
 * Whether what was picked stands there now.
 *
 * @param {Outcomes} report
 */
export function hasComeThrough(report) {
    return report.filled.length > 0 && !isPasswordRefused(report);
}
