/** Finds codes that are typed into a row of boxes. Pure. */

/** @import { FormFacts } from "./facts.js" */

const fewest = 4;
const most = 10;

/**
 * The rows of boxes of a form: four to ten text fields one after the other, each for one character.
 * @param {FormFacts} facts
 * @returns {number[][]}
 */
export function segmentsIn(facts) {
    /** @type {number[][]} */
    const runs = [];
    /** @type {number[]} */
    let run = [];
    const close = () => {
        if (run.length >= fewest && run.length <= most && isCode(facts, run)) runs.push(run);
        run = [];
    };
    facts.fields.forEach((field, index) => {
        const box = field.candidate && field.type !== "email" && !field.hidden &&
            (field.maxLength === 1 || (run.length > 0 && looksAlike(facts, run[0] ?? index, index)));
        if (!box) close();
        else run.push(index);
    });
    close();
    return runs;
}

/**
 * Whether a further field is a box like the first of a row: the first box often takes the whole code when pasted.
 * @param {FormFacts} facts
 * @param {number} first
 * @param {number} index
 */
function looksAlike(facts, first, index) {
    const [a, b] = [facts.fields[first], facts.fields[index]];
    if (a === undefined || b === undefined || a.maxLength !== 1) return false;
    const stem = (/** @type {string} */ name) => name.replace(/\d+/g, "");
    return b.maxLength <= 1 && a.type === b.type && stem(a.identifier) === stem(b.identifier);
}

/**
 * A row of boxes is a code unless it says that it is something else, such as digits of a card or of a birth date.
 * @param {FormFacts} facts
 * @param {readonly number[]} run
 */
function isCode(facts, run) {
    const others = ["birth", "cardNumber", "cardCode", "phone", "postal", "coupon", "nationalId", "answer"];
    // Boxes that hide what is typed are the PIN of a profile or a card, unless they speak of a code that was sent.
    const concealed = facts.fields[run[0] ?? -1]?.type === "password";
    if (concealed && !run.some((index) => facts.fields[index]?.found["code"] !== undefined)) return false;
    return !run.some((index) => {
        const found = facts.fields[index]?.found ?? {};
        return found["code"] === undefined && others.some((concept) => found[concept] !== undefined);
    });
}
