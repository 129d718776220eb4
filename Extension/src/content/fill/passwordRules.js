// What a new-password field says of the passwords that it takes, in the grammar of the passwordrules attribute. Pure.

import { digit, inRules, lower, upper } from "./characters.js";
import { readPattern } from "./pattern.js";

/** @import { Characters } from "./characters.js" */

/**
 * The attributes of a field as they stand; null where it has none. What `title` says is for people.
 *
 * @typedef {object} RuleAttributes
 * @property {string | null} passwordrules
 * @property {string | null} minlength
 * @property {string | null} maxlength
 * @property {string | null} pattern
 */

/** Rules longer than this are not the work of a user. */
const longestRules = 2000;
/** Longer lengths than this mean "any". */
const longestPassword = 1024;
/** What a pattern that takes anything gets, so that the ordinary shape of a strong password fits it. */
const ordinary = lower.union(upper).union(digit).union(new Set("-"));

/**
 * @param {Element} field
 * @returns {RuleAttributes}
 */
export function ruleAttributes(field) {
    const [passwordrules, minlength, maxlength, pattern] = ["passwordrules", "minlength", "maxlength", "pattern"]
        .map((name) => field.getAttribute(name));
    return { passwordrules: passwordrules ?? null, minlength: minlength ?? null, maxlength: maxlength ?? null,
        pattern: pattern ?? null };
}

/**
 * The rules of a field; "" when it has none that can be read. Where `passwordrules` is there, only the lengths beside
 * it count, too; otherwise what the pattern says for certain.
 *
 * @param {RuleAttributes} attributes
 * @returns {string}
 */
export function passwordRules(attributes) {
    const own = attributes.passwordrules?.trim() ?? "";
    const isTold = own !== "" && own.length <= longestRules;
    const pattern = isTold ? null : readPattern(attributes.pattern ?? "");
    const minimum = Math.max(lengthOf(attributes.minlength) ?? 0, pattern?.minimum ?? 0);
    const maximum = Math.min(lengthOf(attributes.maxlength) ?? Infinity, pattern?.maximum ?? Infinity);
    const rules = [];
    if (minimum <= maximum) {
        if (minimum > 1 && minimum <= longestPassword) rules.push(`minlength: ${minimum};`);
        if (maximum >= 1 && maximum <= longestPassword) rules.push(`maxlength: ${maximum};`);
    }
    if (isTold) rules.push(own);
    else if (pattern !== null) rules.push(...characterRules(pattern.required, pattern.allowed));
    return rules.join(" ");
}

/**
 * @param {readonly Characters[]} required
 * @param {Characters | null} allowed
 */
function characterRules(required, allowed) {
    const possible = required.map((one) => allowed === null ? one : one.intersection(allowed));
    // A pattern that wants what it forbids says nothing.
    if (possible.some((one) => one.size === 0)) return [];
    const rules = possible.map((one) => `required: ${inRules(one)};`);
    // Without a word about what is allowed, only what is required would be.
    const others = allowed ?? (required.length > 0 ? ordinary : null);
    if (others !== null && others.size > 0) rules.push(`allowed: ${inRules(others)};`);
    return rules;
}

/** @param {string | null} text */
function lengthOf(text) {
    const digits = /^\s*(\d{1,9})/.exec(text ?? "")?.[1];
    return digits === undefined ? null : Number(digits);
}

/**
 * Whether a field would take a password: its lengths and its pattern, as the browser judges them.
 *
 * @param {string} password
 * @param {RuleAttributes} attributes
 */
export function fits(password, attributes) {
    if (password.length < (lengthOf(attributes.minlength) ?? 0)) return false;
    if (password.length > (lengthOf(attributes.maxlength) ?? Infinity)) return false;
    if (attributes.pattern === null || attributes.pattern === "") return true;
    try {
        // A pattern that is no expression alone is none in a group, either.
        new RegExp(attributes.pattern, "v");
        return new RegExp(`^(?:${attributes.pattern})$`, "v").test(password);
    } catch {
        return true;
    }
}
