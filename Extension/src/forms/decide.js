/**
 * Decides what the fields of one form are. Pure: facts in, answers out, so that it can be tried and tuned without a
 * page.
 */
import { evidenceOf, has, lookOf, sum } from "./score.js";
import { formKind, scoreForm } from "./formKind.js";
import { segmentsIn } from "./segments.js";
import { weights as shipped } from "./tables/weights.js";

/** @import { FieldFacts, FormFacts } from "./facts.js" */
/** @import { FieldLook } from "./score.js" */
/** @import { Weights } from "./tables/weights.js" */
/** @import { Evidence, FieldKind, FormKind } from "./types.js" */

/**
 * @typedef {object} Answer
 * @property {number} index                 of the field in its form
 * @property {FieldKind} kind
 * @property {number} confirms              the index of the field that it repeats, or -1
 * @property {readonly number[] | null} run the boxes of a segmented code
 * @property {number} score
 * @property {Evidence[]} explain
 */

/**
 * @param {FormFacts} facts
 * @param {Weights} [weights]
 * @returns {{kind: FormKind, answers: Answer[], explain: Evidence[]}}
 */
export function decide(facts, weights = shipped) {
    const runs = segmentsIn(facts);
    const inRun = new Map(runs.flatMap((run) => run.map((index) => /** @type {const} */ ([index, run]))));
    const looks = facts.fields.map((field, index) => {
        if (inRun.has(index)) return /** @type {FieldLook} */ ({ look: "code", score: 5, against: 0, other: "" });
        return lookOf(field, weights);
    });
    const scores = scoreForm(facts, looks, weights);
    promoteBareCode(facts, looks, scores.code, weights);
    const kind = formKind(facts, looks, scores);
    if (kind === "login") promoteName(facts, looks);
    /** @type {Answer[]} */
    const answers = [];
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look === undefined || look.look === "none" || isDecoy(field, look)) return;
        const answer = answerOf(facts, looks, index, kind, weights);
        if (answer === null) return;
        answers.push({ ...answer, run: inRun.get(index) ?? null });
    });
    linkConfirmations(facts, answers);
    return { kind, answers, explain: scores.evidence };
}

/**
 * A field that no person sees and whose form has another one like it.
 * @param {FieldFacts} field
 * @param {FieldLook} look
 */
function isDecoy(field, look) {
    return field.hidden && look.score < 100;
}

/**
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {number} index
 * @param {FormKind} kind
 * @param {Weights} weights
 * @returns {Omit<Answer, "run"> | null}
 */
function answerOf(facts, looks, index, kind, weights) {
    const field = /** @type {FieldFacts} */ (facts.fields[index]);
    const look = /** @type {FieldLook} */ (looks[index]);
    /** @param {FieldKind} answer @param {readonly string[]} concepts */
    const make = (answer, concepts) => ({
        index,
        kind: answer,
        confirms: -1,
        score: look.score,
        explain: evidenceOf(field, concepts, weights),
    });
    switch (look.look) {
        case "email":
            return make("email", ["email"]);
        case "username":
            return kind === "other" ? null : make("username", ["username", "loginWord"]);
        case "code":
            return make("oneTimeCode", ["code", "bareCode"]);
        case "password": {
            const fresh = isNew(facts, looks, index, kind, weights);
            return fresh
                ? make("newPassword", ["newPassword", "password", "repeat"])
                : make("currentPassword", ["currentPassword", "password"]);
        }
        default:
            return null;
    }
}

/**
 * Whether a password is a new one: by its own words, else by its form and its place among the passwords.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {number} index
 * @param {FormKind} kind
 * @param {Weights} weights
 */
function isNew(facts, looks, index, kind, weights) {
    const field = /** @type {FieldFacts} */ (facts.fields[index]);
    const passwords = looks.flatMap((look, at) => look.look === "password" ? [at] : []);
    const fresh = sum(field, "newPassword", weights) + sum(field, "repeat", weights);
    const current = sum(field, "currentPassword", weights);
    if (fresh !== current && (fresh >= 3 || current >= 3)) {
        // Sites write new-password on a login to silence password managers.
        const silenced = kind === "login" && passwords.length === 1 && onlyAutocomplete(field);
        if (!silenced) return fresh > current;
    }
    if (kind === "signUp") return true;
    if (kind !== "changePassword") return false;
    return passwords.length <= 2 ? !hasCurrentBefore(facts, passwords, index) : passwords[0] !== index;
}

/** @param {FieldFacts} field */
function onlyAutocomplete(field) {
    const places = Object.keys(field.found["newPassword"] ?? {});
    return places.length === 1 && places[0] === "autocomplete" && !has(field, "repeat");
}

/** @param {FormFacts} facts @param {readonly number[]} passwords @param {number} index */
function hasCurrentBefore(facts, passwords, index) {
    if (passwords.length < 2) return false;
    const second = facts.fields[passwords[1] ?? -1];
    return passwords[0] === index && second !== undefined && !has(second, "repeat");
}

/**
 * A bare "code" is a one-time code where the form speaks of verifying and asks for nothing else.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 * @param {number} verify
 * @param {Weights} weights
 */
function promoteBareCode(facts, looks, verify, weights) {
    if (verify < 1.5 || looks.some((look) => look.look === "password" || look.look === "code")) return;
    const texts = facts.fields.filter((field) => field.candidate && !field.hidden);
    if (texts.length > 2) return;
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look === undefined || look.look !== "none" || !field.candidate) return;
        const bare = sum(field, "bareCode", weights);
        if (bare >= weights.threshold.bareCode && bare >= look.against) {
            looks[index] = { look: "code", score: bare, against: look.against, other: look.other };
        }
    });
}

/** Concepts that no user name hides behind. */
const never = new Set(["search", "captcha", "coupon", "amount", "message", "cardCode", "decoy", "answer", "key"]);

/**
 * A login without a user name has one that our words do not know: the field before its password.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
function promoteName(facts, looks) {
    if (looks.some((look) => look.look === "email" || look.look === "username")) return;
    const password = looks.findIndex((look) => look.look === "password");
    for (let index = password - 1; index >= 0; index--) {
        const field = facts.fields[index];
        const look = looks[index];
        if (field === undefined || look === undefined || !field.candidate || field.hidden) continue;
        if (look.look !== "none" || never.has(look.other)) continue;
        looks[index] = { ...look, look: "username", score: 3 };
        return;
    }
}

/**
 * Tells which field repeats which.
 * @param {FormFacts} facts
 * @param {Answer[]} answers
 */
function linkConfirmations(facts, answers) {
    for (const kind of /** @type {const} */ (["newPassword", "email"])) {
        const same = answers.filter((answer) => answer.kind === kind);
        const first = same[0];
        for (const answer of same.slice(1)) {
            const field = facts.fields[answer.index];
            const repeats = field !== undefined && has(field, "repeat");
            if (first !== undefined && (repeats || (kind === "newPassword" && same.length === 2))) {
                answer.confirms = first.index;
            }
        }
    }
}
