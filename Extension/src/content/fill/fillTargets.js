// Chooses the fields of a form that a picked value goes into. Pure: reads no layout.

/** @import { ClassifiedField, ClassifiedForm, FieldKind, FormKind } from "../../forms/types.js" */

/**
 * @typedef {object} CurrentFields
 * @property {ClassifiedField[]} fields the chosen form's fields that have not changed
 * @property {{element: HTMLInputElement, kind: FieldKind, reason: "changed" | "gone"}[]} lost
 */

/**
 * The current version of the fields of a chosen form. A field that a framework has redrawn is the same field if kind, type,
 * name and id match. Fields that are new since then get nothing.
 *
 * @param {ClassifiedForm} chosen
 * @param {ClassifiedForm | null} fresh the same form, classified again
 * @returns {CurrentFields}
 */
export function currentFields(chosen, fresh) {
    const now = fresh?.fields ?? [];
    const known = new Set(chosen.fields.map((field) => field.element));
    /** @type {CurrentFields} */
    const found = { fields: [], lost: [] };
    for (const field of chosen.fields) {
        const { element, kind } = field;
        const same = now.find((entry) => entry.element === element);
        const redrawn = now.find((entry) => !known.has(entry.element) && isAlike(entry, field));
        if (same?.kind === kind) {
            found.fields.push(same);
        } else if (!element.isConnected && redrawn !== undefined) {
            known.add(redrawn.element);
            found.fields.push(redrawn);
        } else {
            found.lost.push({ element, kind, reason: element.isConnected ? "changed" : "gone" });
        }
    }
    return found;
}

/**
 * A classified form in which the field that the user points at has the given kind instead of the classifier's.
 *
 * @param {ClassifiedForm | null} form the field's form; `null` if it has no classified field
 * @param {HTMLInputElement} element
 * @param {FieldKind} kind
 * @returns {ClassifiedForm}
 */
export function formWith(form, element, kind) {
    /** @type {ClassifiedField[]} */
    const fields = [];
    /** @type {ClassifiedForm} */
    const made = { kind: kind === "newPassword" ? "signUp" : "login", element: form?.element ?? element.form ?? element, fields,
        submit: form?.submit ?? null, explain: [] };
    const own = { element, kind, form: made, confirms: null, segment: null, takesAddress: false, score: 1, explain: [] };
    const others = (form?.fields ?? []).filter((field) => field.element !== element);
    const isBefore = (/** @type {ClassifiedField} */ field) =>
        (element.compareDocumentPosition(field.element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    fields.push(...others.filter(isBefore), own, ...others.filter((field) => !isBefore(field)));
    return made;
}

/**
 * Whether one field may be the redrawn version of another.
 *
 * @param {ClassifiedField} one
 * @param {ClassifiedField} other
 */
export function isAlike(one, other) {
    return one.kind === other.kind && one.element.type === other.element.type &&
        one.element.name === other.element.name && one.element.id === other.element.id;
}

/**
 * The fields that a value goes into, in filling order.
 *
 * @param {readonly ClassifiedField[]} fields
 * @param {"password" | "code"} what
 * @param {Element | null} focused
 * @param {FormKind} [form] the kind of their form
 * @param {string} [name] the user name to fill
 * @param {boolean} [isPointed] whether the user means the focused field, whatever it seems to take
 * @returns {ClassifiedField[]}
 */
export function targetsOf(fields, what, focused, form, name = "", isPointed = false) {
    if (what === "code") return codeTargets(fields, focused);
    const targets = loginTargets(fields, focused, name, isPointed);
    // The form's e-mail field takes the new address, which no saved login has.
    if (form === "updateEmail") return targets.filter((field) => field.kind === "currentPassword");
    // An account's settings have the address next to the passwords: the page's old one, or a new one that the user typed.
    const isKept = (/** @type {ClassifiedField} */ { element }) => element !== focused && element.value !== "";
    return form === "changePassword" ? targets.filter((field) => field.kind === "currentPassword" || !isKept(field)) : targets;
}

/**
 * @param {readonly ClassifiedField[]} fields
 * @param {Element | null} focused
 */
function codeTargets(fields, focused) {
    const codes = fields.filter((field) => field.kind === "oneTimeCode");
    const chosen = codes.find((field) => field.element === focused) ?? codes[0];
    if (chosen === undefined) return [];
    if (chosen.segment === null) return partsOf(codes, chosen);
    const { elements } = chosen.segment;
    const boxes = codes.filter((field) => elements.includes(field.element));
    return boxes.sort((one, other) => (one.segment?.index ?? 0) - (other.segment?.index ?? 0));
}

/**
 * The fields of a code that is split into parts, such as two times three digits; else the chosen field alone.
 *
 * @param {readonly ClassifiedField[]} codes
 * @param {ClassifiedField} chosen
 */
function partsOf(codes, chosen) {
    const length = chosen.element.maxLength;
    const parts = codes.filter((field) => field.segment === null && field.element.maxLength === length);
    const isInParts = length > 1 && parts.length > 1 && length * parts.length <= 10;
    return isInParts ? parts : [chosen];
}

/**
 * The text for each box: one character, or several if there are fewer boxes. `null` if the code does not fit.
 *
 * @param {readonly {maxLength: number}[]} boxes
 * @param {string} code
 * @returns {string[] | null}
 */
export function piecesOf(boxes, code) {
    const characters = [...code];
    if (characters.length <= boxes.length) return characters;
    const each = characters.length / boxes.length;
    if (boxes.some((box) => box.maxLength !== each)) return null;
    return boxes.map((_, index) => characters.slice(index * each, (index + 1) * each).join(""));
}

/**
 * One user name and one password: those with the focus, else the first password and the user name before it. In a form
 * with an e-mail address and a customer number, an address goes into the one and any other name into the other, except into a
 * field that the user points at.
 *
 * @param {readonly ClassifiedField[]} fields
 * @param {Element | null} focused
 * @param {string} name
 * @param {boolean} isPointed
 */
function loginTargets(fields, focused, name, isPointed) {
    const isFocused = /** @param {ClassifiedField} field */ (field) => field.element === focused;
    const currents = fields.filter((field) => field.kind === "currentPassword");
    const hiding = currents.filter((field) => field.element.type === "password");
    const passwords = hiding.length > 0 ? hiding : currents;
    const password = passwords.find(isFocused) ?? passwords[0];
    const all = fields.filter((field) => (field.kind === "username" || field.kind === "email") && field.confirms === null);
    const pointed = isPointed ? all.find(isFocused) : undefined;
    const users = pointed === undefined ? fittingUsers(all, name) : [pointed];
    const names = users.filter((field) => field.kind === "username");
    const before = (names.length > 0 ? names : users).filter((field) =>
        password === undefined || fields.indexOf(field) < fields.indexOf(password));
    const user = users.find(isFocused) ?? before.at(password === undefined ? 0 : -1) ?? names[0] ?? users[0];
    return [user, password].filter((field) => field !== undefined);
}

/**
 * The fields that take a user name: only e-mail fields for an address, and only others for any other name, if a form has both.
 *
 * @param {ClassifiedField[]} users
 * @param {string} name
 */
function fittingUsers(users, name) {
    const isForAddress = (/** @type {ClassifiedField} */ { element, kind }) => kind === "email" || element.type === "email";
    const numbers = users.filter((field) => !isForAddress(field) && !field.takesAddress);
    const addresses = users.filter(isForAddress);
    if (name === "" || numbers.length === 0 || addresses.length === 0) return users;
    return name.includes("@") ? addresses : numbers;
}
