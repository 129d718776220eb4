// What stands in a form, in the words of a login: read when it goes out, never before.

/** @import { ClassifiedField, ClassifiedForm } from "../../forms/types.js" */

/**
 * @typedef {object} FormValues
 * @property {"login" | "signUp" | "changePassword" | "twoStepLogin"} form
 * @property {string} user "" when the form has none
 * @property {string} password the new one of a sign-up or a change; "" for the first step of two, of a sign-up too
 */

/** Longer values are no passwords, and no names. */
const longest = 1024;
/** What the names of fields say that hide numbers of cards and codes, not passwords. */
const noPassword = /(?:^|[^a-z])(?:cvv|cvc|cvn|csc|pin|otp|totp|mfa|2fa|tan|ssn)(?:\d|[^a-z]|$)/i;

/**
 * What would go out of a form now; null when it has nothing to save: an empty password, new passwords that differ, a
 * form of codes, or a first step without a name.
 *
 * @param {ClassifiedForm} form
 * @returns {FormValues | null}
 */
export function readForm(form) {
    const user = userOf(form.fields);
    if (isSignUpStep(form)) return user === "" ? null : { form: "signUp", user, password: "" };
    if (form.kind === "login" || form.kind === "signUp" || form.kind === "changePassword") {
        const password = passwordOf(form);
        return password === null ? null : { form: form.kind, user, password };
    }
    return form.kind === "twoStepLogin" && user !== "" ? { form: "twoStepLogin", user, password: "" } : null;
}

/**
 * Whether a form is the first step of a sign-up, whose password is asked for next: an address alone, beside words of joining.
 * Such a form is no sign-up to the strip, which offers nothing at it.
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
 * The user name that stands in a form; "" for none. A sign-up may have an e-mail address beside it.
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
    // A sign-up that was taken for one, but asks for a password once and calls it the current one.
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
