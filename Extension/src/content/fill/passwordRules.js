// A new-password field's requirements, in the grammar of the passwordrules attribute. Pure.

import { digit, inRules, lower, upper } from "./characters.js";
import { readPattern } from "./pattern.js";

/** @import { Characters } from "./characters.js" */

/**
 * The attributes of a field; `null` for a missing one. `title` is not used: it is text for the user.
 *
 * @typedef {object} RuleAttributes
 * @property {string | null} passwordrules
 * @property {string | null} minlength
 * @property {string | null} maxlength
 * @property {string | null} pattern
 */

/** The longest rules that are read. */
const longestRules = 2000;
/** A length above this means no limit. */
const longestPassword = 1024;
/** The characters for a pattern that allows everything, so that a strong password of the usual shape is possible. */
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
 * The rules of a field; "" if there are none. With `passwordrules`, only the length attributes count in addition; otherwise
 * the certain parts of the pattern count.
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
    // The pattern requires characters that it forbids.
    if (possible.some((one) => one.size === 0)) return [];
    const rules = possible.map((one) => `required: ${inRules(one)};`);
    // Without `allowed`, only the required characters would be allowed.
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
 * Whether a field accepts a password, by its lengths and its pattern, as the browser checks them.
 *
 * @param {string} password
 * @param {RuleAttributes} attributes
 */
export function fits(password, attributes) {
    if (password.length < (lengthOf(attributes.minlength) ?? 0)) return false;
    if (password.length > (lengthOf(attributes.maxlength) ?? Infinity)) return false;
    if (attributes.pattern === null || attributes.pattern === "") return true;
    try {
        // A pattern that is invalid alone must not become valid inside the group.
        new RegExp(attributes.pattern, "v");
        return new RegExp(`^(?:${attributes.pattern})$`, "v").test(password);
    } catch {
        return true;
    }
}
