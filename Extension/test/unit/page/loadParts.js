// Loads scripts of the page's world one by one with unmodified built-in functions.

import { readFileSync } from "node:fs";

/** @import { Intrinsics, PageParts } from "../../../src/page/pageParts.js" */

const place = Symbol.for("latchkey.page");

/** @type {Intrinsics["bare"]} */
const bare = (value) => Object.setPrototypeOf(value, null);

/** @param {unknown} source */
function view(source) {
    const of = ArrayBuffer.isView(source) ? source : new DataView(/** @type {ArrayBuffer} */ (source));
    return { bytes: new Uint8Array(of.buffer, of.byteOffset, of.byteLength), length: of.byteLength };
}

/**
 * The parts that these scripts define.
 * @param {string[]} names
 * @param {Partial<Intrinsics>} more
 * @returns {PageParts}
 */
export function load(names, more = {}) {
    const intrinsics = {
        isGecko: false,
        bare,
        list: () => bare([]),
        ownKeys: Reflect.ownKeys,
        isArray: Array.isArray,
        getOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor,
        own: (/** @type {object} */ object, /** @type {string} */ key) =>
            Object.getOwnPropertyDescriptor(object, key)?.value,
        parse: JSON.parse,
        stringify: JSON.stringify,
        toWellFormed: (/** @type {string} */ text) => text.toWellFormed(),
        TypeError,
        exception: (/** @type {string} */ name, /** @type {string} */ message) => new DOMException(message, name),
        isActivated: () => true,
        signals: {
            isAborted: (/** @type {unknown} */ signal) => {
                if (!(signal instanceof AbortSignal)) throw new TypeError();
                return signal.aborted;
            },
        },
        buffers: {
            view,
            make: (/** @type {number} */ length) => {
                const buffer = new ArrayBuffer(length);
                return { bytes: new Uint8Array(buffer), buffer };
            },
        },
        ...more,
    };
    const parts = /** @type {PageParts} */ (/** @type {unknown} */ ({ intrinsics }));
    Object.defineProperty(globalThis, place, { value: parts, configurable: true });
    try {
        for (const name of names) {
            (0, eval)(readFileSync(new URL(`../../../src/page/${name}.js`, import.meta.url), "utf8"));
        }
    } finally {
        Reflect.deleteProperty(globalThis, place);
    }
    return parts;
}

/** The value with prototypes, after a round trip through JSON. @param {unknown} value */
export function plain(value) {
    return JSON.parse(JSON.stringify(value));
}
