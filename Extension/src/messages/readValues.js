// Reading values that come from outside: unknown becomes a type, or UnreadableMessage is thrown with the member's name.
// The value itself is never in the error, since it may be a secret.

/** A message that is not of the form it should have. */
export class UnreadableMessage extends Error {
    /** @param {string} member */
    constructor(member) {
        super(`the message's ${member} cannot be used`);
        this.name = "UnreadableMessage";
    }
}

/** The longest text that a page's field or a provider may send; longer ones are no credentials. */
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
 * @param {boolean} [missing] what a missing one stands for
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
 * An object without the members that are undefined, as exactOptionalPropertyTypes and JSON want it.
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
