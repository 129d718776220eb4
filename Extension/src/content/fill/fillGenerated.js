// Fills a password that was made for the form: into its new-password field and the one that repeats it.

import { fillField, freshForm, locate } from "./fillForm.js";
import { fits, passwordRules, ruleAttributes } from "./passwordRules.js";
import { sessionOf } from "./formSession.js";
import { userOf } from "./formValues.js";
import { currentFields } from "./fillTargets.js";
import { commit } from "./fieldTyping.js";

/** @import { ClassifiedField, ClassifiedForm } from "../../forms/types.js" */
/** @import { GeneratedLogin, GenerateWish } from "../../messages.js" */
/** @import { FillOptions, FillReport } from "./fillForm.js" */

/**
 * @typedef {object} GeneratedOptions
 * @property {(wish: GenerateWish) => Promise<{provider: string, passwords: {kind: string, value: string}[]}>} generate
 * @property {(login: GeneratedLogin) => Promise<unknown>} keep waited for before the password stands in any field, so
 *   that none is ever lost (keepGenerated)
 * @property {string} [provider]
 * @property {boolean} [withInterface] the user asked for the provider's own generator
 *
 * @typedef {{value: string, kind: string, provider: string}} Made
 */

/**
 * - `filled`: it stands in the fields
 * - `unfitting`: none of five tries gave one that the fields take; nothing was filled
 * - `refused`: the fields may not be filled; see the report
 *
 * @typedef {{outcome: "filled" | "unfitting" | "refused", report: FillReport}} GeneratedReport
 */

/** How often another password is asked for when the field would not take it. */
const tries = 5;

/**
 * The rules of a form's new-password fields, for the call that generates.
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
 * Asks for a password until the fields take it, has it kept, and fills it. What could not be kept is not filled.
 *
 * @param {ClassifiedForm} form as it was classified when the user picked
 * @param {FillOptions & GeneratedOptions} options
 * @param {Made | null} [shown] the one that the user saw before; taken where the fields still take it
 * @returns {Promise<GeneratedReport>}
 * @throws what `generate` and `keep` throw
 */
export async function fillGenerated(form, options, shown = null) {
    const isGood = shown !== null && fieldsToFit(form, options).every((field) => fits(shown.value, field));
    const made = isGood ? shown : await fittingPassword(form, options);
    /** @type {FillReport} */
    const report = { filled: [], refused: [] };
    if (made === null) return { outcome: "unfitting", report };
    const { fields, lost } = currentFields(form, freshForm(form, options));
    report.refused.push(...lost.filter((field) => field.kind === "newPassword"));
    const session = sessionOf(form.element);
    const targets = newPasswords(fields, options.focused);
    if (targets.length === 0) return { outcome: "refused", report };
    const { value: password, kind: passwordKind, provider } = made;
    await options.keep({ user: userOf(fields), password, session: session.id, passwordKind, provider, form: form.kind });
    session.generated = password;
    for (const target of targets) {
        const { element, kind } = target;
        const find = () => locate(form, target, options);
        await fillField({ element, kind, text: password, locate: find }, options, report);
    }
    for (const { element } of report.filled) commit(element);
    return { outcome: report.filled.length > 0 ? "filled" : "refused", report };
}

/**
 * Asks for a password until the fields of a form take it.
 *
 * @param {ClassifiedForm} form
 * @param {Pick<FillOptions, "focused"> & Omit<GeneratedOptions, "keep">} options
 * @returns {Promise<Made | null>}
 * @throws what `generate` throws
 */
export async function fittingPassword(form, options) {
    const fields = fieldsToFit(form, options);
    const wish = {
        ...rulesOfForm(form, options.focused),
        ...(options.provider === undefined ? {} : { provider: options.provider }),
        withInterface: options.withInterface ?? false,
    };
    for (let tried = 0; tried < tries; tried += 1) {
        const { provider, passwords } = await options.generate(wish);
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
 * The new-password field that the user is in, or the first, and the one that repeats it.
 *
 * @param {readonly ClassifiedField[]} fields
 * @param {Element | null} focused
 * @returns {ClassifiedField[]}
 */
function newPasswords(fields, focused) {
    const all = fields.filter((field) => field.kind === "newPassword");
    const picked = all.find((field) => field.element === focused);
    const first = all.find((field) => field.element === picked?.confirms) ??
        (picked?.confirms === null ? picked : undefined) ?? all.find((field) => field.confirms === null) ?? all[0];
    if (first === undefined) return [];
    return [first, ...all.filter((field) => field.confirms === first.element)];
}
