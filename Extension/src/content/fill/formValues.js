// Reads the login in a form's fields, only at the moment of submission.

/** @import { ClassifiedField, ClassifiedForm } from "../../forms/types.js" */

/**
 * @typedef {object} FormValues
 * @property {"login" | "signUp" | "changePassword" | "twoStepLogin" | "updateEmail"} form
 * @property {string} user "" if the form asks for none; the new one in a form that changes it
 * @property {string} [named] the account that the form names without asking for it
 * @property {string[]} [previous] other account names of the form's fields: one may be the account's previous name
 * @property {import("../../messages.js").PasswordFields} [passwords]
 * @property {string} password the new one for a sign-up or a password change; "" for a first step without a password, and for a
 *   change of the user name only
 */

/** The longest user name or password. */
const longest = 1024;
/** The largest number of account names that are reported beside the submitted one. */
const mostNames = 8;
/** Names of fields for card numbers and codes that hide their text like passwords. */
const noPassword = /(?:^|[^a-z])(?:cvv|cvc|cvn|csc|pin|otp|totp|mfa|2fa|tan|ssn)(?:\d|[^a-z]|$)/i;

/**
 * The login that a form would submit now; `null` if there is nothing to save: an empty password, new passwords that differ, a
 * form for codes, or a first step without a user name.
 *
 * @param {ClassifiedForm} form
 * @param {(field: HTMLInputElement) => string} [valueBefore] the value of a field before the user typed in it
 * @returns {FormValues | null}
 */
export function readForm(form, valueBefore = (field) => field.defaultValue) {
    // A read-only name in a sign-up comes from an earlier step.
    const user = userOf(form.fields.filter(form.kind === "signUp" ? isShown : isEditable));
    if (isSignUpStep(form)) return user === "" ? null : { form: "signUp", user, password: "" };
    if (form.kind === "login" || form.kind === "signUp" || form.kind === "changePassword") {
        const password = passwordOf(form);
        return password === null ? null : { form: form.kind, user, password };
    }
    if (form.kind === "updateEmail") {
        const name = newNameOf(form.fields, valueBefore);
        return name === "" ? null : { form: form.kind, user: name, password: "" };
    }
    return form.kind === "twoStepLogin" && user !== "" ? { form: "twoStepLogin", user, password: "" } : null;
}

/**
 * Whether the user can type in a field: it is shown, and neither read-only nor disabled.
 *
 * @param {ClassifiedField} field
 */
export function isEditable(field) {
    return !field.element.readOnly && isShown(field);
}

/**
 * Whether a field is visible and not disabled.
 *
 * @param {ClassifiedField} field
 */
function isShown({ element }) {
    return !element.disabled && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
}

/**
 * @param {string} text
 */
export function isAddress(text) {
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Whether a form is the first step of a sign-up that asks for the password next: an e-mail address alone, with words of
 * joining. The classifier does not call it a sign-up, so the strip offers nothing there.
 *
 * @param {ClassifiedForm} form
 */
export function isSignUpStep({ kind, fields, explain }) {
    if (fields.some((field) => field.kind === "currentPassword" || field.kind === "newPassword")) return false;
    if (!fields.some((field) => field.kind === "username" || field.kind === "email")) return false;
    const says = /** @param {string} rule */ (rule) => explain.some((each) => each.rule === rule);
    return kind === "signUp" || (kind === "other" && says("signUp: signUp") && !says("other: subscribe"));
}

/**
 * The user name in a form; "" for none. A user name has priority over an e-mail address.
 *
 * @param {readonly ClassifiedField[]} fields
 */
export function userOf(fields) {
    const values = /** @param {ClassifiedField["kind"]} kind */ (kind) => fields
        .filter((field) => field.kind === kind && field.confirms === null)
        .map((field) => field.element.value.trim())
        .find((value) => value !== "" && value.length <= longest);
    return values("username") ?? values("email") ?? "";
}

/**
 * The new user name in a form that changes it; "" for none, or if its repetition differs. The form may also ask for the
 * current one, which comes first.
 *
 * @param {readonly ClassifiedField[]} fields
 * @param {(field: HTMLInputElement) => string} valueBefore
 */
function newNameOf(fields, valueBefore) {
    const asked = fields.filter((field) => isName(field) && isEditable(field) && field.confirms === null && valueOf(field) !== "");
    const field = asked.findLast((each) => valueOf(each) !== valueBefore(each.element)) ?? asked.at(-1);
    if (field === undefined) return "";
    const repeats = fields.filter((each) => each.confirms === field.element);
    return repeats.every((each) => valueOf(each) === valueOf(field)) ? valueOf(field) : "";
}

/**
 * The account names that the fields of a form have or had, without the submitted one.
 *
 * @param {ClassifiedForm} form
 * @param {string} user the submitted one
 * @param {(field: HTMLInputElement) => string} valueBefore
 * @returns {string[]}
 */
export function otherNamesIn({ fields }, user, valueBefore) {
    // The user may have typed before this module was loaded.
    const names = fields.filter(isName).flatMap((field) =>
        [valueBefore(field.element).trim(), field.element.defaultValue.trim(), valueOf(field)]);
    return [...new Set(names)].filter((name) => name !== "" && name !== user && name.length <= longest).slice(0, mostNames);
}

/** @param {ClassifiedField} field */
function isName({ kind }) {
    return kind === "username" || kind === "email";
}

/**
 * The text of a field; "" if it is too long.
 *
 * @param {ClassifiedField} field
 */
function valueOf({ element }) {
    const value = element.value.trim();
    return value.length <= longest ? value : "";
}

/** @param {ClassifiedForm} form */
function passwordOf(form) {
    const passwords = form.fields.filter((field) => isPassword(field) && field.element.value !== "");
    const wanted = form.kind === "login" ? "currentPassword" : "newPassword";
    const chosen = passwords.find((field) => field.kind === wanted && field.confirms === null) ??
        passwords.find((field) => field.kind === wanted);
    // The form looks like a sign-up, but has one password field that is classified as the current one.
    const field = chosen ?? (form.kind === "signUp" ? passwords[0] : undefined);
    if (field === undefined || field.element.value.length > longest) return null;
    const repeats = form.fields.filter((entry) => entry.confirms === field.element && entry.kind === "newPassword");
    return repeats.every((entry) => entry.element.value === field.element.value) ? field.element.value : null;
}

/** @param {ClassifiedField} field */
function isPassword(field) {
    // A box contains only one character of a PIN.
    if (field.kind !== "currentPassword" && field.kind !== "newPassword" || field.segment !== null) return false;
    const { element } = field;
    const autocomplete = element.getAttribute("autocomplete") ?? "";
    if (/(?:^|\s)(?:cc-\S+|one-time-code)(?:\s|$)/i.test(autocomplete)) return false;
    if (/(?:current|new)-password/i.test(autocomplete)) return true;
    return !noPassword.test(element.name) && !noPassword.test(element.id);
}
