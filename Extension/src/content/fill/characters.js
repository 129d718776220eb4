// Character sets of patterns and password rules: printable ASCII without the space, which generated passwords never contain.

/** @typedef {ReadonlySet<string>} Characters */

/**
 * @param {string} first
 * @param {string} last
 * @returns {Characters}
 */
export function range(first, last) {
    /** @type {Set<string>} */
    const found = new Set();
    for (let code = Math.max(first.charCodeAt(0), 0x21); code <= Math.min(last.charCodeAt(0), 0x7e); code += 1) {
        found.add(String.fromCharCode(code));
    }
    return found;
}

export const every = range("!", "~");
export const none = /** @type {Characters} */ (new Set());
export const lower = range("a", "z");
export const upper = range("A", "Z");
export const digit = range("0", "9");
export const word = lower.union(upper).union(digit).union(new Set("_"));

/**
 * The complement of a set.
 *
 * @param {Characters} characters
 * @returns {Characters}
 */
export function allBut(characters) {
    return every.difference(characters);
}

/**
 * A set in the password rules grammar: "lower, digit, [-.!]".
 *
 * @param {Characters} characters not empty
 */
export function inRules(characters) {
    const words = [];
    let rest = characters;
    for (const [name, named] of Object.entries({ lower, upper, digit })) {
        if (!named.isSubsetOf(characters)) continue;
        words.push(name);
        rest = rest.difference(named);
    }
    // In the grammar a hyphen must come first, and a closing bracket last.
    const ordinary = [...rest].filter((character) => character !== "-" && character !== "]").sort().join("");
    const bracketed = `${rest.has("-") ? "-" : ""}${ordinary}${rest.has("]") ? "]" : ""}`;
    if (bracketed !== "") words.push(`[${bracketed}]`);
    return words.join(", ");
}
