// Reads values from outside: returns a typed value, or throws UnreadableMessage with the member's name. The error never
// contains the value, which may be a secret.

/** A message has an invalid member. */
export class UnreadableMessage extends Error {
    /** @param {string} member */
    constructor(member) {
        super(`the message's ${member} is invalid`);
        this.name = "UnreadableMessage";
    }
}

/** The longest text of a page's field or of a provider. */
export const textLimit = 16_384;

/**
 * @param {unknown} value
 * @param {string} [name]
 * @returns {Record<string, unknown>}
 */
export function readObject(value, name = "parameters") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UnreadableMessage(name);
    return /** @type {Record<string, unknown>} */ (value);
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} key
 * @param {number} [limit]
 */
export function readText(object, key, limit = textLimit) {
    const value = object[key];
    if (typeof value !== "string" || value.length > limit) throw new UnreadableMessage(key);
    return value;
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} key
 * @param {number} [limit]
 */
export function readOptionalText(object, key, limit = textLimit) {
    return object[key] === undefined || object[key] === null ? undefined : readText(object, key, limit);
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} key
 * @param {boolean} [missing] the value of a missing member
 */
export function readFlag(object, key, missing) {
    const value = object[key] ?? missing;
    if (typeof value !== "boolean") throw new UnreadableMessage(key);
    return value;
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} key
 */
export function readInteger(object, key) {
    const value = object[key];
    if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new UnreadableMessage(key);
    return value;
}

/**
 * @template {string} Word
 * @param {Record<string, unknown>} object
 * @param {string} key
 * @param {readonly Word[]} words
 * @returns {Word}
 */
export function readWord(object, key, words) {
    const value = object[key];
    const word = words.find((each) => each === value);
    if (word === undefined) throw new UnreadableMessage(key);
    return word;
}

/**
 * @template Item
 * @param {Record<string, unknown>} object
 * @param {string} key
 * @param {(item: unknown) => Item} read
 * @param {number} [limit]
 * @returns {Item[]}
 */
export function readList(object, key, read, limit = 10_000) {
    const value = object[key];
    if (!Array.isArray(value) || value.length > limit) throw new UnreadableMessage(key);
    return value.map(read);
}

/**
 * Removes undefined members, which exactOptionalPropertyTypes forbids.
 *
 * @template {object} Type
 * @param {Type} object
 * @returns {{[Key in keyof Type]: Exclude<Type[Key], undefined>}}
 */
export function withoutMissing(object) {
    const members = Object.entries(object).filter(([, value]) => value !== undefined);
    const rest = /** @type {unknown} */ (Object.fromEntries(members));
    return /** @type {{[Key in keyof Type]: Exclude<Type[Key], undefined>}} */ (rest);
}
