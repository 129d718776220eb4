/**
 * Decides the kinds of a form's fields. Pure, so that it can be tested and tuned without a page.
 */
import { evidenceOf, has, guessOf, isRead, sum } from "./score.js";
import { formKind, scoreForm } from "./formKind.js";
import {
    demoteCardCodes,
    demoteCrowdedCodes,
    demoteFurtherSecret,
    demoteMachines,
    demoteNicknames,
    demoteOtherSecret,
    demotePins,
    demotePlainPasswords,
    demoteRepeatedKey,
    demoteSavedCode,
    demoteWords,
    promoteBareCode,
    promoteCaller,
    promoteChosenPin,
    promoteConcealedName,
    promoteDeviceCode,
    promoteDigits,
    promoteGenerator,
    promoteLoneCode,
    promoteName,
    promoteNewName,
    promoteNickname,
    promoteNumber,
    promotePhone,
    promoteResetCode,
    promoteSecondSecret,
    promoteSentCode,
    promoteShortPassword,
    promoteTabOfPhone,
} from "./promote.js";
import { secretRowsIn, segmentsIn } from "./segments.js";
import { weights as shipped } from "./tables/weights.js";

/** @import { FieldFacts, FormFacts } from "./formFacts.js" */
/** @import { FieldGuess } from "./score.js" */
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
 * @returns {{kind: FormKind, answers: Answer[], explain: Evidence[], guesses: FieldGuess[], rules: string[][]}}
 *   the guess for each field and the names of the rules that changed it are for explanations
 */
export function decide(facts, weights = shipped) {
    const runs = segmentsIn(facts);
    const secrets = secretRowsIn(facts).filter((row) => !runs.some((run) => run.includes(row[0] ?? -1)));
    const inRun = new Map([...runs, ...secrets].flatMap((run) => run.map((index) => /** @type {const} */ ([index, run]))));
    const guesses = facts.fields.map((field, index) => {
        const secret = secrets.find((row) => row.includes(index));
        // Only the first box counts as a password, so that the rules see one password for the row.
        if (secret !== undefined) {
            return /** @type {FieldGuess} */ (secret[0] === index
                ? { role: "password", score: 5, against: 0, other: "" }
                : { role: "none", score: 0, against: 0, other: "box" });
        }
        if (inRun.has(index)) return /** @type {FieldGuess} */ ({ role: "code", score: 5, against: 0, other: "" });
        return guessOf(field, weights);
    });
    /** @type {string[][]} */
    const rules = facts.fields.map(() => []);
    /**
     * Applies a rule, and records it for the fields that it changes.
     * @template Result
     * @param {string} name
     * @param {() => Result} apply
     */
    const by = (name, apply) => {
        const before = [...guesses], result = apply();
        guesses.forEach((guess, index) => {
            if (guess !== before[index]) rules[index]?.push(name);
        });
        return result;
    };
    by("pins", () => demotePins(facts, guesses));
    by("words", () => demoteWords(facts, guesses));
    by("machines", () => demoteMachines(facts, guesses));
    by("cardCodes", () => demoteCardCodes(facts, guesses));
    by("nicknames", () => demoteNicknames(facts, guesses));
    by("plainPasswords", () => demotePlainPasswords(facts, guesses));
    by("repeatedKey", () => demoteRepeatedKey(facts, guesses));
    by("furtherSecret", () => demoteFurtherSecret(facts, guesses));
    by("chosenPin", () => promoteChosenPin(facts, guesses));
    by("concealedName", () => promoteConcealedName(facts, guesses));
    by("savedCode", () => demoteSavedCode(facts, guesses));
    by("shortPassword", () => promoteShortPassword(facts, guesses));
    /** @param {FieldGuess} guess @param {number} index */
    const unlessDecoy = (guess, index) =>
        isDecoy(facts, guesses, index) || isReminder(facts, guesses, index)
            ? /** @type {FieldGuess} */ ({ ...guess, role: "none" })
            : guess;
    const scores = scoreForm(facts, guesses.map(unlessDecoy), weights);
    by("crowdedCodes", () => demoteCrowdedCodes(facts, guesses, scores));
    by("loneCode", () => promoteLoneCode(facts, guesses));
    by("bareCode", () => promoteBareCode(facts, guesses, scores, weights));
    by("sentCode", () => promoteSentCode(facts, guesses));
    by("digits", () => promoteDigits(facts, guesses, scores.code));
    by("caller", () => promoteCaller(facts, guesses, scores));
    let kind = formKind(facts, guesses.map(unlessDecoy), scores);
    const entering = kind === "login" || kind === "twoStepLogin" || kind === "changePassword" || (kind === "code" && scores.login > 4);
    if (entering || (kind === "other" && scores.login > Math.max(2, scores.other))) {
        if (by("number", () => promoteNumber(facts, guesses, scores)) && !entering) kind = "twoStepLogin";
    }
    if (kind === "login") {
        by("phone", () => promotePhone(facts, guesses, true));
        by("otherSecret", () => demoteOtherSecret(facts, guesses));
        by("secondSecret", () => promoteSecondSecret(facts, guesses));
        by("generator", () => promoteGenerator(facts, guesses));
        by("deviceCode", () => promoteDeviceCode(facts, guesses));
        by("tabOfPhone", () => promoteTabOfPhone(facts, guesses, scores));
        by("name", () => promoteName(facts, guesses, scores));
    } else if (kind === "signUp") {
        by("phone", () => promotePhone(facts, guesses, false));
        by("nickname", () => promoteNickname(facts, guesses));
        by("newName", () => promoteNewName(facts, guesses));
    } else if (kind === "changePassword") {
        by("phone", () => promotePhone(facts, guesses, false));
        by("resetCode", () => promoteResetCode(facts, guesses, weights));
    }
    /** @type {Answer[]} */
    const answers = [];
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess === undefined || guess.role === "none" || isTrap(facts, index)) return;
        const answer = answerOf(facts, guesses, index, kind, weights, scores.joining > 0);
        if (answer === null) return;
        const run = inRun.get(index) ?? null;
        const boxes = run !== null && guess.role === "password" ? run : [index];
        for (const box of boxes) answers.push({ ...answer, index: box, run });
    });
    linkConfirmations(facts, guesses, answers);
    return { kind, answers, explain: scores.evidence, guesses, rules };
}

/**
 * Whether a field is a decoy: its own markup hides it or nothing names it, while the form has a visible field like it. If the
 * whole form is hidden, it is just not shown yet.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {number} index
 */
function isDecoy(facts, guesses, index) {
    const field = facts.fields[index];
    if (field === undefined || !(field.unseen || field.bare || has(field, "decoy"))) return false;
    const guess = guesses[index]?.role;
    return guesses.some((other, at) => {
        const twin = facts.fields[at];
        return other.role === guess && twin?.unseen === false && !twin.bare && !has(twin, "decoy");
    });
}

/**
 * Whether a field is a hidden user name next to passwords, which only identifies the account.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {number} index
 */
function isReminder(facts, guesses, index) {
    const named = guesses[index]?.role === "username" || guesses[index]?.role === "email";
    return named && facts.fields[index]?.hidden === true &&
        guesses.filter((guess, at) => guess.role === "password" && facts.fields[at]?.hidden === false).length >= 2;
}

/**
 * Whether a field is a trap for programs: its name says so, or it has no name in a form with such a field, or it is hidden
 * and asks password managers to put a new password into a text field.
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
 * @param {readonly FieldGuess[]} guesses
 * @param {number} index
 * @param {FormKind} kind
 * @param {Weights} weights
 * @param {boolean} joins  whether words say that the form creates an account
 * @returns {Omit<Answer, "run"> | null}
 */
function answerOf(facts, guesses, index, kind, weights, joins) {
    const field = /** @type {FieldFacts} */ (facts.fields[index]);
    const guess = /** @type {FieldGuess} */ (guesses[index]);
    /** @param {FieldKind} answer @param {readonly string[]} concepts */
    const make = (answer, concepts) => ({
        index,
        kind: answer,
        confirms: -1,
        score: guess.score,
        takesAddress: guess.role === "email",
        explain: evidenceOf(field, concepts, weights),
    });
    switch (guess.role) {
        case "email":
            if (kind === "other" && field.unseen && isDecoy(facts, guesses, index)) return null;
            return logsIn(kind) ? make("username", ["email"]) : make("email", ["email"]);
        case "username":
            // "ID" alone may be anything's.
            if ((kind === "signUp" || kind === "code") && isLoginWordOnly(guesses, field)) return null;
            return kind === "other" ? null : make("username", ["username", "loginWord"]);
        case "code":
            return make("oneTimeCode", ["code", "bareCode"]);
        case "password": {
            if (kind === "other") return null;
            // "Temporary password" is the new password of the account that the form creates.
            const only = guesses.filter(({ role }) => role === "password").length === 1;
            const isDeclaredCurrent = field.found["currentPassword"]?.["autocomplete"] !== undefined && isRead(field, "currentPassword");
            const fresh = joins && only && kind === "signUp" && !isDeclaredCurrent || isNew(facts, guesses, index, kind, weights);
            return fresh
                ? make("newPassword", ["newPassword", "password", "repeat"])
                : make("currentPassword", ["currentPassword", "password"]);
        }
        default:
            return null;
    }
}

/**
 * Whether a password is a new one: by its own words, else by its form and its position among the passwords.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {number} index
 * @param {FormKind} kind
 * @param {Weights} weights
 */
function isNew(facts, guesses, index, kind, weights) {
    const field = /** @type {FieldFacts} */ (facts.fields[index]);
    const passwords = guesses.flatMap((guess, at) => guess.role === "password" ? [at] : []);
    const fresh = sum(field, "newPassword", weights) + (passwords.length > 1 ? sum(field, "repeat", weights) : 0);
    const current = sum(field, "currentPassword", weights);
    if (fresh !== current && (fresh >= 3 || current >= 3)) {
        // Some sites set new-password on a login to stop password managers.
        const wrong = fresh > current ? kind === "login" : kind === "signUp";
        const [declared, other] = fresh > current ? ["newPassword", "currentPassword"] : ["currentPassword", "newPassword"];
        const shown = passwords.filter((at) => facts.fields[at]?.unseen === false);
        // If a hidden step has the other password, the `autocomplete` of this field is right.
        const isStep = passwords.map((at) => /** @type {FieldFacts} */ (facts.fields[at])).some((each) =>
            each !== field && has(each, other) && !has(each, "repeat"));
        const isWrong = wrong && !isStep && shown.length === 1 && shown[0] === index && onlyAutocomplete(field, declared);
        if (!isWrong) return fresh > current;
    }
    // A temporary password comes before the new one and its repetition.
    if (passwords.length >= 3 && passwords[0] === index && has(field, "currentPassword")) return false;
    if (kind === "signUp") return true;
    if (kind !== "changePassword") return false;
    return passwords.length <= 2 ? !hasCurrentBefore(facts, passwords, index) : passwords[0] !== index;
}

/**
 * Whether only a word such as "ID" or "account" calls a field a name, in a form with a better one or without a password.
 * @param {readonly FieldGuess[]} guesses
 * @param {FieldFacts} field
 */
const isLoginWordOnly = (guesses, field) =>
    has(field, "loginWord") && !isRead(field, "username") && !has(field, "phone") &&
    !Object.values(field.found["loginWord"] ?? {}).some((phrase) => /log|sign/.test(phrase)) &&
    (!guesses.some((guess) => guess.role === "password") ||
        guesses.filter((guess) => guess.role === "email" || guess.role === "username").length > 1);

/** @param {FieldFacts} field @param {string} concept */
function onlyAutocomplete(field, concept) {
    const places = Object.keys(field.found[concept] ?? {});
    return places.length === 1 && places[0] === "autocomplete" && !has(field, "repeat");
}

/** @param {FormFacts} facts @param {readonly number[]} passwords @param {number} index */
function hasCurrentBefore(facts, passwords, index) {
    if (passwords.length < 2) return false;
    const second = facts.fields[passwords[1] ?? -1];
    if (second === undefined || has(second, "repeat")) return false;
    // A form that says "Set a password" does not ask for an old one, unless only the second field is called new.
    const { button, heading } = facts.found["newPassword"] ?? {};
    return passwords[0] === index && ((button ?? heading) === undefined || has(second, "newPassword"));
}

/**
 * Links fields that repeat another one. A decoy before the first real field is never the repeated one.
 *
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {Answer[]} answers
 */
function linkConfirmations(facts, guesses, answers) {
    for (const kind of /** @type {const} */ (["newPassword", "email"])) {
        const all = answers.filter((answer) => answer.kind === kind);
        const real = all.findIndex(({ index }) => !isDecoy(facts, guesses, index));
        const same = all.slice(Math.max(0, real));
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

/** @param {FormKind} kind  whether the account's name in such a form is a user name to log in with */
const logsIn = (kind) => kind === "login" || kind === "twoStepLogin" || kind === "changePassword" || kind === "code";
