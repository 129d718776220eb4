// Fills a generated password into the form's new-password field and the field that repeats it.

import { fillField, freshForm, hasNewDoubt, locate, whyNot } from "./fillForm.js";
import { fits, passwordRules, ruleAttributes } from "./passwordRules.js";
import { sessionOf } from "./formSession.js";
import { userOf } from "./formValues.js";
import { currentFields } from "./fillTargets.js";
import { commit } from "./fieldTyping.js";

/** @import { ClassifiedField, ClassifiedForm } from "../../forms/types.js" */
/** @import { GeneratedLogin, GenerateParameters } from "../../messages.js" */
/** @import { FillOptions, FillReport } from "./fillForm.js" */

/**
 * @typedef {object} GeneratedOptions
 * @property {(params: GenerateParameters) => Promise<{provider: string, passwords: {kind: string, value: string}[]}>} generate
 * @property {(login: GeneratedLogin) => Promise<unknown>} keep stores the password before it is filled, so that none is
 *   lost (keepGenerated)
 * @property {string} [provider]
 * @property {boolean} [withInterface] the user asked for the provider's own generator
 *
 * @typedef {{value: string, kind: string, provider: string}} Made
 */

/**
 * - `filled`: the fields contain the password
 * - `unfitting`: the fields accept none of five passwords; nothing was filled
 * - `refused`: the fields may not be filled; see the report
 *
 * @typedef {{outcome: "filled" | "unfitting" | "refused", report: FillReport}} GeneratedReport
 */

/** How many passwords are tried until the fields accept one. */
const tries = 5;

/**
 * The rules of a form's new-password fields, for `generate`.
 *
 * @param {ClassifiedForm} form
 * @param {Element | null} focused
 * @returns {{passwordRules?: string, confirmRules?: string}}
 */
export function rulesOfForm(form, focused) {
    const [first, second] = newPasswords(form.fields, focused);
    const rules = first === undefined ? "" : passwordRules(ruleAttributes(first.element));
    const confirm = second === undefined ? "" : passwordRules(ruleAttributes(second.element));
    return { ...(rules === "" ? {} : { passwordRules: rules }), ...(confirm === "" ? {} : { confirmRules: confirm }) };
}

/**
 * Requests passwords until the fields accept one, stores it, and fills it. If storing fails, nothing is filled. With
 * `confirmed`, a form with another doubt is not filled.
 *
 * @param {ClassifiedForm} form as it was classified when the user picked
 * @param {FillOptions & GeneratedOptions} options
 * @param {Made | null} [shown] the password that the strip has shown; used if the fields still accept it
 * @returns {Promise<GeneratedReport>}
 * @throws errors of `generate` and `keep`
 */
export async function fillGenerated(form, options, shown = null) {
    const isGood = shown !== null && fieldsToFit(form, options).every((field) => fits(shown.value, field));
    const made = isGood ? shown : await fittingPassword(form, options);
    /** @type {FillReport} */
    const report = { filled: [], refused: [], user: null };
    if (made === null) return { outcome: "unfitting", report };
    const { fields, lost } = currentFields(form, freshForm(form, options));
    report.refused.push(...lost.filter((field) => field.kind === "newPassword"));
    const session = sessionOf(form.element);
    const targets = newPasswords(fields, options.focused);
    const [own] = targets;
    if (own === undefined) return { outcome: "refused", report };
    /** @returns {"unsafe" | null} */
    const doubt = () => options.confirmed !== undefined && hasNewDoubt(form, options.confirmed, options) ? "unsafe" : null;
    // If neither the password's own field nor the field at which the user picked may be filled, the password is not stored.
    const refusals = targets.flatMap(({ element, kind }) => {
        const reason = doubt() ?? whyNot(element, kind, options);
        return reason === null ? [] : [{ element, kind, reason }];
    });
    const isRefused = (/** @type {Element} */ chosen) => refusals.some(({ element }) => element === chosen);
    const isPicked = targets.some(({ element }) => element === options.focused && !isRefused(element));
    if (isRefused(own.element) && !isPicked) {
        report.refused.push(...refusals);
        return { outcome: "refused", report };
    }
    const { value: password, kind: passwordKind, provider } = made;
    await options.keep({ user: userOf(fields), password, session: session.id, passwordKind, provider, form: form.kind });
    session.generated = password;
    for (const target of targets) {
        const { element, kind } = target;
        const find = () => locate(form, target, options);
        await fillField({ element, kind, text: password, locate: find, doubt }, options, report);
    }
    for (const { element } of report.filled) commit(element);
    return { outcome: report.filled.length > 0 ? "filled" : "refused", report };
}

/**
 * Requests passwords until the fields of a form accept one; `null` after five.
 *
 * @param {ClassifiedForm} form
 * @param {Pick<FillOptions, "focused"> & Omit<GeneratedOptions, "keep">} options
 * @returns {Promise<Made | null>}
 * @throws errors of `generate`
 */
export async function fittingPassword(form, options) {
    const fields = fieldsToFit(form, options);
    const params = {
        ...rulesOfForm(form, options.focused),
        ...(options.provider === undefined ? {} : { provider: options.provider }),
        withInterface: options.withInterface ?? false,
    };
    for (let tried = 0; tried < tries; tried += 1) {
        const { provider, passwords } = await options.generate(params);
        const fitting = passwords.find(({ value }) => fields.every((field) => fits(value, field)));
        if (fitting !== undefined) return { ...fitting, provider };
    }
    return null;
}

/**
 * @param {ClassifiedForm} form
 * @param {Pick<FillOptions, "focused">} options
 */
function fieldsToFit(form, { focused }) {
    return newPasswords(form.fields, focused).map((field) => ruleAttributes(field.element));
}

/**
 * The new-password field that the user is in, else the first one, with the field that repeats it.
 *
 * @param {readonly ClassifiedField[]} fields
 * @param {Element | null} focused
 * @returns {ClassifiedField[]}
 */
function newPasswords(fields, focused) {
    const all = fields.filter((field) => field.kind === "newPassword" && field.segment === null);
    const picked = all.find((field) => field.element === focused);
    const first = all.find((field) => field.element === picked?.confirms) ??
        (picked?.confirms === null ? picked : undefined) ?? all.find((field) => field.confirms === null) ?? all[0];
    if (first === undefined) return [];
    return [first, ...all.filter((field) => field.confirms === first.element)];
}
