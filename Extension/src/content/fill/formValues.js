// Reads the login in a form's fields, only at the moment of submission.

/** @import { ClassifiedField, ClassifiedForm } from "../../forms/types.js" */

/**
 * @typedef {object} FormValues
 * @property {"login" | "signUp" | "changePassword" | "twoStepLogin"} form
 * @property {string} user "" when the form asks for none
 * @property {string} [named] the account that the form names without asking for it
 * @property {import("../../messages.js").PasswordFields} [passwords]
 * @property {string} password the new one for a sign-up or a change; "" for a first step without a password
 */

/** The longest user name or password. */
const longest = 1024;
/** Names of fields for card numbers and codes that hide their text like passwords. */
const noPassword = /(?:^|[^a-z])(?:cvv|cvc|cvn|csc|pin|otp|totp|mfa|2fa|tan|ssn)(?:\d|[^a-z]|$)/i;

/**
 * The login that a form would submit now; `null` if there is nothing to save: an empty password, new passwords that differ, a
 * form for codes, or a first step without a user name.
 *
 * @param {ClassifiedForm} form
 * @returns {FormValues | null}
 */
export function readForm(form) {
    const user = userOf(form.fields.filter(isEditable));
    if (isSignUpStep(form)) return user === "" ? null : { form: "signUp", user, password: "" };
    if (form.kind === "login" || form.kind === "signUp" || form.kind === "changePassword") {
        const password = passwordOf(form);
        return password === null ? null : { form: form.kind, user, password };
    }
    return form.kind === "twoStepLogin" && user !== "" ? { form: "twoStepLogin", user, password: "" } : null;
}

/**
 * Whether the user can type in a field: it is shown, and neither read-only nor disabled.
 *
 * @param {ClassifiedField} field
 */
export function isEditable({ element }) {
    return !element.readOnly && !element.disabled && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
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
    if (field.kind !== "currentPassword" && field.kind !== "newPassword") return false;
    const { element } = field;
    const autocomplete = element.getAttribute("autocomplete") ?? "";
    if (/(?:^|\s)(?:cc-\S+|one-time-code)(?:\s|$)/i.test(autocomplete)) return false;
    if (/(?:current|new)-password/i.test(autocomplete)) return true;
    return !noPassword.test(element.name) && !noPassword.test(element.id);
}
