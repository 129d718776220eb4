/**
 * Decides what the fields of one form are. Pure: facts in, answers out, so that it can be tried and tuned without a
 * page.
 */
import { evidenceOf, has, lookOf, sum } from "./score.js";
import { formKind, scoreForm } from "./formKind.js";
import {
    demoteCardCodes,
    demoteMachines,
    demotePins,
    demoteRepeatedKey,
    demoteWords,
    promoteBareCode,
    promoteCaller,
    promoteDigits,
    promoteName,
    promoteNewName,
    promoteNickname,
    promoteNumber,
    promotePhone,
    promoteResetCode,
} from "./promote.js";
import { segmentsIn } from "./segments.js";
import { weights as shipped } from "./tables/weights.js";

/** @import { FieldFacts, FormFacts } from "./formFacts.js" */
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
 * @property {boolean} takesAddress
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
    demotePins(facts, looks);
    demoteWords(facts, looks);
    demoteMachines(facts, looks);
    demoteCardCodes(facts, looks);
    demoteRepeatedKey(facts, looks);
    /** @param {FieldLook} look @param {number} index */
    const unlessDecoy = (look, index) =>
        isDecoy(facts, looks, index) || isReminder(facts, looks, index)
            ? /** @type {FieldLook} */ ({ ...look, look: "none" })
            : look;
    const scores = scoreForm(facts, looks.map(unlessDecoy), weights);
    promoteBareCode(facts, looks, scores, weights);
    promoteDigits(facts, looks, scores.code);
    promoteCaller(facts, looks, scores);
    let kind = formKind(facts, looks.map(unlessDecoy), scores);
    if (kind === "login" || (kind === "code" && scores.login > 4)) promoteNumber(facts, looks);
    else if (kind === "other" && scores.login > Math.max(2, scores.other) && promoteNumber(facts, looks)) {
        kind = "twoStepLogin";
    }
    if (kind === "login") promotePhone(facts, looks);
    if (kind === "login") promoteName(facts, looks, scores);
    if (kind === "signUp") promoteNickname(looks);
    if (kind === "signUp") promoteNewName(facts, looks);
    if (kind === "changePassword") promoteResetCode(facts, looks, weights);
    /** @type {Answer[]} */
    const answers = [];
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look === undefined || look.look === "none" || isTrap(facts, index)) return;
        const answer = answerOf(facts, looks, index, kind, weights);
        if (answer === null) return;
        answers.push({ ...answer, run: inRun.get(index) ?? null });
    });
    linkConfirmations(facts, answers);
    return { kind, answers, explain: scores.evidence };
}

/**
 * A field that its own markup hides, or that says nothing of itself, in a form that has a plain one like it. A form
 * that is hidden as a whole is one that is not yet shown.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {number} index
 */
function isDecoy(facts, looks, index) {
    const field = facts.fields[index];
    if (field === undefined || !(field.hidden || field.bare || has(field, "decoy"))) return false;
    const look = looks[index]?.look;
    return looks.some((other, at) => {
        const twin = facts.fields[at];
        return other.look === look && twin?.hidden === false && !twin.bare && !has(twin, "decoy");
    });
}

/**
 * A hidden user name beside passwords tells whose they are; the form does not ask for it.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {number} index
 */
function isReminder(facts, looks, index) {
    const named = looks[index]?.look === "username" || looks[index]?.look === "email";
    return named && facts.fields[index]?.hidden === true &&
        looks.filter((look, at) => look.look === "password" && facts.fields[at]?.hidden === false).length >= 2;
}

/**
 * A field that says of itself that it is a trap, or that says nothing of itself in a form that has such a field, or
 * that is out of reach and asks password managers to put a new password where a text goes.
 * @param {FormFacts} facts
 * @param {number} index
 */
function isTrap(facts, index) {
    const field = facts.fields[index];
    if (field === undefined || has(field, "decoy")) return true;
    const bait = field.type !== "password" && field.hidden &&
        field.found["newPassword"]?.["autocomplete"] !== undefined;
    return bait || field.bare && facts.fields.some((other) => has(other, "decoy"));
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
        takesAddress: look.look === "email",
        explain: evidenceOf(field, concepts, weights),
    });
    switch (look.look) {
        case "email":
            return logsIn(kind) ? make("username", ["email"]) : make("email", ["email"]);
        case "username":
            return kind === "other" ? null : make("username", ["username", "loginWord"]);
        case "code":
            return make("oneTimeCode", ["code", "bareCode"]);
        case "password": {
            if (kind === "other") return null;
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
    const fresh = sum(field, "newPassword", weights) + (passwords.length > 1 ? sum(field, "repeat", weights) : 0);
    const current = sum(field, "currentPassword", weights);
    if (fresh !== current && (fresh >= 3 || current >= 3)) {
        // Sites write new-password on a login to silence password managers.
        const wrong = fresh > current ? kind === "login" : kind === "signUp";
        const told = fresh > current ? "newPassword" : "currentPassword";
        if (!(wrong && passwords.length === 1 && onlyAutocomplete(field, told))) return fresh > current;
    }
    if (kind === "signUp") return true;
    if (kind !== "changePassword") return false;
    return passwords.length <= 2 ? !hasCurrentBefore(facts, passwords, index) : passwords[0] !== index;
}

/** @param {FieldFacts} field @param {string} concept */
function onlyAutocomplete(field, concept) {
    const places = Object.keys(field.found[concept] ?? {});
    return places.length === 1 && places[0] === "autocomplete" && !has(field, "repeat");
}

/** @param {FormFacts} facts @param {readonly number[]} passwords @param {number} index */
function hasCurrentBefore(facts, passwords, index) {
    if (passwords.length < 2) return false;
    const second = facts.fields[passwords[1] ?? -1];
    return passwords[0] === index && second !== undefined && !has(second, "repeat");
}

/** Concepts that no user name hides behind. */
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

/** @param {FormKind} kind  whether what names the account in such a form is what one logs in with */
const logsIn = (kind) => kind === "login" || kind === "twoStepLogin" || kind === "changePassword" || kind === "code";
