/** Finds codes and PINs that are split into a row of boxes. Pure. */
import { has, isRead } from "./score.js";

/** @import { FieldFacts, FormFacts } from "./formFacts.js" */

const fewest = 4;
const most = 10;

/**
 * The rows of boxes in a form: four to ten adjacent text fields, each for one character.
 * @param {FormFacts} facts
 * @returns {number[][]}
 */
export function segmentsIn(facts) {
    return rowsIn(facts, mayBeBox, looksAlike).filter((run) => isCode(facts, run));
}

/**
 * The rows of concealed boxes for a whole PIN or password, one character each. A row that asks for only some characters is left
 * out, since a saved password does not fit in. It has locked or hidden boxes, or labels that do not count from one.
 * @param {FormFacts} facts
 * @returns {number[][]}
 */
export function secretRowsIn(facts) {
    const words = ["password", "newPassword", "currentPassword"];
    const isEntered = ["login", "changePassword", "newPassword", "forgot"].some((concept) =>
        ["button", "heading", "link"].some((place) => facts.found[concept]?.[place] !== undefined)
    );
    return rowsIn(facts, isSecretBox, isSameRow).filter((run) => {
        const fields = run.flatMap((index) => facts.fields[index] ?? []);
        if (fields.some((field) => field.locked || field.hidden || field.found["code"] !== undefined)) return false;
        if (["cardNumber", "cardCode", "coupon", "nationalId", "birth", "answer"].some((concept) => fields.some((field) => isRead(field, concept)))) {
            return false;
        }
        const isNamed = fields.some((field) => words.some((concept) => has(field, concept)) || has(field, "bareCode"));
        return isEntered && isNamed && fields.every((field, at) => field.ordinal === (fields[0]?.ordinal === -1 ? -1 : (fields[0]?.ordinal ?? 0) + at)) &&
            (fields[0]?.ordinal ?? -1) <= 1;
    });
}

/** @param {FieldFacts} field */
const isSecretBox = (field) => field.candidate && field.type === "password" && field.maxLength === 1;

/**
 * Whether two adjacent boxes belong to one row: a box with the number one begins the next row.
 * @param {FormFacts} facts
 * @param {number} first
 * @param {number} second
 */
const isSameRow = (facts, first, second) => {
    const [a, b] = [facts.fields[first], facts.fields[second]];
    if (a === undefined || b === undefined || second !== first + 1) return false;
    const stem = (/** @type {string} */ name) => name.replace(/\d+/g, "");
    return stem(a.identifier) === stem(b.identifier) && has(a, "repeat") === has(b, "repeat") && !(b.ordinal <= 1 && b.ordinal >= 0);
};

/**
 * The rows of four to ten adjacent fields that may be boxes and belong together.
 * @param {FormFacts} facts
 * @param {(field: FieldFacts) => boolean} isBox
 * @param {(facts: FormFacts, first: number, second: number) => boolean} isOneRow
 */
function rowsIn(facts, isBox, isOneRow) {
    /** @type {number[][]} */
    const rows = [];
    /** @type {number[]} */
    let row = [];
    const close = () => {
        if (row.length >= fewest && row.length <= most) rows.push(row);
        row = [];
    };
    facts.fields.forEach((field, index) => {
        const last = row.at(-1);
        if (!isBox(field) || (last !== undefined && !isOneRow(facts, last, index))) close();
        if (isBox(field)) row.push(index);
    });
    close();
    return rows;
}

/**
 * Whether a field may be a box: it takes one character; or the whole code, as a first box does for pasting; or any
 * number if a script moves the focus after each.
 * @param {FieldFacts} field
 */
function mayBeBox(field) {
    if (!field.candidate || field.type === "email" || field.hidden) return false;
    if (field.maxLength === 1) return true;
    const speaks = field.found["code"] !== undefined || field.found["bareCode"] !== undefined;
    return speaks && field.maxLength <= most;
}

/**
 * Whether two adjacent fields belong to one row: same type, and names that differ in a number only.
 * @param {FormFacts} facts
 * @param {number} first
 * @param {number} second
 */
function looksAlike(facts, first, second) {
    const [a, b] = [facts.fields[first], facts.fields[second]];
    if (a === undefined || b === undefined) return false;
    const stem = (/** @type {string} */ name) => name.replace(/\d+/g, "");
    return a.type === b.type && (stem(a.identifier) === stem(b.identifier) || a.maxLength === b.maxLength) &&
        (a.maxLength === 1 || b.maxLength === 1 || stem(a.identifier) === stem(b.identifier));
}

/**
 * Whether a row of boxes is a code, and not digits of a card or of a birth date.
 * @param {FormFacts} facts
 * @param {readonly number[]} run
 */
function isCode(facts, run) {
    const others = ["birth", "cardNumber", "cardCode", "postal", "coupon", "nationalId", "answer", "amount"];
    const asked = ["code", "verify"].some((concept) => facts.found[concept] !== undefined);
    // A code that was sent to a phone mentions the phone.
    if (!asked) others.push("phone");
    // Concealed boxes are the PIN of a profile or a card, unless they mention a code that was sent.
    const concealed = facts.fields[run[0] ?? -1]?.type === "password";
    if (concealed && !run.some((index) => facts.fields[index]?.found["code"] !== undefined)) return false;
    if (!asked && !isSpokenFor(facts, run)) return false;
    // "It expires in five minutes" may be near the first box; the code's own name must not mention another concept.
    /** @param {Record<string, string>} places @param {string} concept */
    const counts = (places, concept) =>
        !asked || concept === "coupon" || Object.keys(places).some((place) => place !== "near" && place !== "sentence");
    return !run.some((index) => {
        const found = facts.fields[index]?.found ?? {};
        return found["code"] === undefined && others.some((concept) => {
            const places = found[concept];
            return places !== undefined && counts(places, concept);
        });
    });
}

/**
 * Whether a row in a form without a word for a code may be one: it says so itself, takes digits, or is six boxes without
 * other fields. Other rows of letters are words and puzzles, and rows of a PIN belong to a profile.
 * @param {FormFacts} facts
 * @param {readonly number[]} run
 */
function isSpokenFor(facts, run) {
    const isPin = run.some((index) => {
        const found = facts.fields[index]?.found ?? {};
        const words = Object.values(found["bareCode"] ?? {});
        return found["code"] === undefined && words.some((phrase) => /\bpin\b/.test(phrase));
    });
    if (isPin) return false;
    const says = run.some((index) => {
        const field = facts.fields[index];
        if (field === undefined) return false;
        const named = field.found["code"] !== undefined || field.found["bareCode"] !== undefined;
        return named || (field.numeric && field.type !== "number");
    });
    return says || (run.length === 6 && facts.fields.filter((field) => field.candidate).length === 6);
}
