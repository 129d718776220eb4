// Fields and forms without a DOM, for code that reads only their properties.

/** @import { ClassifiedField, ClassifiedForm } from "../../../src/forms/types.js" */

/**
 * @typedef {object} ElementDouble
 * @property {string} id
 * @property {string} name
 * @property {string} type
 * @property {string} value
 * @property {string} defaultValue
 * @property {boolean} readOnly
 * @property {boolean} isConnected
 * @property {(name: string) => string | null} getAttribute
 */

/**
 * @param {string} kind
 * @param {Partial<ElementDouble>} element
 * @param {ClassifiedField["element"] | null} [confirms]
 * @returns {ClassifiedField}
 */
export function field(kind, element, confirms = null) {
    const plain = { id: "", name: "", type: "text", value: "", defaultValue: "", readOnly: false, isConnected: true, getAttribute: () => null };
    const whole = { ...plain, ...element };
    return /** @type {ClassifiedField} */ (/** @type {unknown} */ ({ element: whole, kind, confirms, segment: null }));
}

/**
 * @param {ClassifiedField[]} fields
 * @param {string} [kind]
 * @returns {ClassifiedForm}
 */
export function form(fields, kind = "login") {
    return /** @type {ClassifiedForm} */ (/** @type {unknown} */ ({ kind, fields, explain: [] }));
}
