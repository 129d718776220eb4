/** Determines a form's kind by its words and its fields. Pure. */
import { isNameless } from "./promote.js";
import { has, isRead } from "./score.js";
import { weights as shipped } from "./tables/weights.js";

/** @import { FormFacts } from "./formFacts.js" */
/** @import { FieldGuess } from "./score.js" */
/** @import { Weights } from "./tables/weights.js" */
/** @import { Evidence, FormKind } from "./types.js" */

/**
 * @typedef {object} FormScores
 * @property {number} login
 * @property {number} signUp
 * @property {number} change
 * @property {number} other
 * @property {number} code
 * @property {number} updateEmail
 * @property {number} reset
 * @property {number} joining     the part of signUp that comes from words, without fields
 * @property {number} entering    the part of login that comes from words, without fields
 * @property {Evidence[]} evidence
 */

/**
 * The weight of a concept in a form.
 * @param {FormFacts} facts
 * @param {string} concept
 * @param {Weights} weights
 * @param {readonly string[]} places
 */
function said(facts, concept, weights, places) {
    const found = facts.found[concept];
    if (found === undefined) return 0;
    let total = 0;
    for (const place of places) {
        if (found[place] !== undefined) total += weights.form[/** @type {keyof Weights["form"]} */ (place)];
    }
    return total;
}

const strong = ["button", "heading", "caption", "attribute", "path", "title", "around"];
const everywhere = [...strong, "text"];
const spoken = ["button", "heading", "caption", "link", "text", "around"];

/**
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {Weights} [weights]
 * @returns {FormScores}
 */
export function scoreForm(facts, guesses, weights = shipped) {
    /** @type {FormScores} */
    const scores = {
        login: 0,
        signUp: 0,
        change: 0,
        other: 0,
        code: 0,
        updateEmail: 0,
        reset: 0,
        joining: 0,
        entering: 0,
        evidence: [],
    };
    /** @type {Add} */
    const add = (kind, rule, signal, weight) => {
        if (weight === 0) return;
        scores[kind] += weight;
        scores.evidence.push({ rule: `${kind}: ${rule}`, signal, weight });
    };
    addWords(facts, weights, add);
    scores.joining = scores.signUp;
    scores.entering = scores.login;
    addFields(facts, guesses, add);
    return scores;
}

/**
 * @typedef {Exclude<keyof FormScores, "evidence" | "joining" | "entering">} ScoredKind
 * @typedef {(kind: ScoredKind, rule: string, signal: string, weight: number) => void} Add
 */

/** @param {FormFacts} facts @param {Weights} weights @param {Add} add */
function addWords(facts, weights, add) {
    /** @param {string} concept @param {readonly string[]} places */
    const of = (concept, places) => said(facts, concept, weights, places);
    add("login", "login", "words", of("login", strong));
    add("login", "forgot", "link", of("forgot", spoken) > 0 ? 2.5 : 0);
    add("login", "remember", "link", of("remember", spoken) > 0 ? 2.5 : 0);
    add("login", "noAccount", "link", of("noAccount", spoken) > 0 ? 1.5 : 0);
    add("signUp", "signUp", "words", of("signUp", strong));
    const chosen = of("newPassword", ["button", "heading", "title"]);
    // Without a password field, a new password is set by a link that the site sends.
    add(facts.fields.some((field) => field.type === "password") ? "signUp" : "reset", "newPassword", "words", chosen);
    add("signUp", "terms", "link", of("terms", spoken) > 0 ? 1.5 : 0);
    add("signUp", "haveAccount", "link", of("haveAccount", spoken) > 0 ? 2 : 0);
    add("change", "changePassword", "words", of("changePassword", strong));
    add(
        "reset",
        "resetPassword",
        "words",
        of("resetPassword", strong) + of("forgot", ["heading", "attribute", "path"]),
    );
    add("code", "verify", "words", of("verify", [...strong, "text"]));
    add("login", "deleteAccount", "words", Math.max(of("deleteAccount", everywhere), of("unlock", everywhere)));
    add("code", "code", "words", of("code", [...strong, "text"]));
    add("updateEmail", "updateEmail", "words", of("updateEmail", [...strong, "text"]));
    add("other", "subscribe", "words", of("subscribe", [...strong, "text"]));
    add("other", "contact", "words", of("contact", strong));
    add("other", "checkout", "words", of("checkout", strong));
    add("other", "settings", "words", of("settings", ["button", "heading", "caption", "title"]));
    add("other", "search", "words", of("search", ["button", "attribute"]));
}

/** @param {FormFacts} facts @param {readonly FieldGuess[]} guesses @param {Add} add */
function addFields(facts, guesses, add) {
    const passwords = guesses.filter((guess) => guess.role === "password").length;
    const fields = facts.fields;
    if (passwords === 1) add("login", "one password", "fields", 1);
    if (passwords >= 2) add("signUp", "two passwords", "fields", 2);
    const places = fields.flatMap((field) => Object.keys(field.found["currentPassword"] ?? {}));
    if (places.some((place) => place !== "autocomplete")) add("login", "current password", "fields", 2);
    if (places.includes("autocomplete")) add("login", "autocomplete=current-password", "fields", 1);
    if (fields.some((field) => has(field, "newPassword"))) add("signUp", "new password", "fields", 2);
    const repeated = fields.some((field, at) => has(field, "repeat") && guesses[at]?.role === "email");
    if (repeated || (passwords >= 2 && fields.some((field) => has(field, "repeat")))) {
        add("signUp", "repeated", "fields", 2);
    }
    const personal = new Set(
        guesses.flatMap((guess) =>
            ["personName", "birth", "address", "postal", "phone"].includes(guess.other) && guess.role === "none"
                ? [guess.other]
                : []
        ),
    );
    // A name and a password are a login, and a number alone its first step, unless the form's words say otherwise.
    const texts = fields.filter((field) => field.candidate).length;
    if (texts > 1 + Math.min(1, passwords)) {
        add("signUp", "personal fields", "fields", Math.min(4, personal.size * 1.5));
    }
    const about = new Set(
        guesses.flatMap((guess) =>
            ["message", "cardNumber", "cardCode", "website", "amount"].includes(guess.other) && guess.role === "none"
                ? [guess.other]
                : []
        ),
    );
    add("other", "fields of orders and letters", "fields", about.size * 1.5);
    if (fields.some((field) => field.type === "textarea")) add("other", "textarea", "fields", 2);
    if (texts > 5) add("signUp", "many fields", "fields", 1.5);
    if (fields.some((field) => field.webauthn)) add("login", "autocomplete=webauthn", "fields", 3);
}

/**
 * The kind of a form.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 * @returns {FormKind}
 */
export function formKind(facts, guesses, scores) {
    const passwords = guesses.flatMap((guess, index) => guess.role === "password" ? [facts.fields[index]] : []);
    const change = Math.max(scores.change, scores.reset);
    const codes = guesses.filter((guess) => guess.role === "code").length;
    const names = guesses.filter((guess) => guess.role === "email" || guess.role === "username").length;
    if (passwords.length === 0) return kindWithoutPassword(guesses, scores, codes, names);
    const current = passwords.some((field) => field !== undefined && has(field, "currentPassword"));
    const fresh = passwords.some((field) => field !== undefined && (has(field, "newPassword") || has(field, "repeat")));
    // Fields alone make no sign-up of a form that asks for the current password: account settings also have a name.
    const joins = names > 0 && scores.signUp >= 6 && scores.joining > 0;
    if (passwords.length >= 2 && current && fresh && !joins) return "changePassword";
    // The password of the file that is chosen in the form.
    if (names === 0 && facts.found["file"] !== undefined && scores.entering <= 0) return "other";
    if (isOfMachines(facts, guesses, scores) || isSilent(facts, guesses, scores)) return "other";
    if (passwords.length >= 3 && (names === 0 || change > scores.signUp)) return "changePassword";
    if (change > 2 && fresh && names === 0) return "changePassword";
    if (changesEmail(facts, guesses, scores)) return "updateEmail";
    if (passwords.length >= 2 && names === 0 && change > scores.signUp - 5) {
        if (fresh || change > 0) return "changePassword";
        if (scores.login > 4) return "login";
        return hasNameless(facts, guesses) ? "signUp" : "changePassword";
    }
    if (names === 0 && isUnnamed(facts, guesses, scores)) return "other";
    if (isOfService(facts, guesses, scores)) return "other";
    // The password of a note, a share or a setting belongs to no account of this site.
    const alone = passwords.length === 1 && names === 0 && codes === 0 && !current && !fresh;
    if (alone && scores.login <= 1 && scores.other > scores.login && scores.signUp === 0) return "other";
    // A password beside a code confirms a payment or a new phone number, if no word says that the form signs up.
    if (passwords.length === 1 && codes > 0 && !fresh && scores.joining === 0) return "login";
    return scores.signUp > scores.login ? "signUp" : "login";
}

/**
 * Whether a form configures the access to a machine: a mail server, a database, a network. Its account belongs to the
 * machine. A form that logs in or connects at once is the machine's login.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 */
function isOfMachines(facts, guesses, scores) {
    const isNamed = guesses.some((guess) => guess.role === "username" || guess.role === "email");
    if (isNamed && facts.found["connect"]?.["button"] !== undefined) return false;
    // A new password to repeat is that of the machine's own account.
    const passwords = facts.fields.filter((_, at) => guesses[at]?.role === "password");
    const isRepeated = passwords.some((field) => isRead(field, "repeat"));
    const isChosen = passwords.filter((field) => field.found["newPassword"]?.["autocomplete"] !== undefined).length > 1;
    const isOwn = isChosen || passwords.some((field) => isRead(field, "newPassword") || /admin|root|owner/.test(field.identifier));
    const isCurrent = passwords.some((field) =>
        Object.keys(field.found["currentPassword"] ?? {}).some((place) => place !== "autocomplete")
    );
    if (isRepeated && isOwn || isCurrent) return false;
    const machines = facts.fields.filter((field, at) =>
        guesses[at]?.other === "machine" || has(field, "machine")
    ).length;
    const keys = guesses.filter((guess) => guess.role === "none" && guess.other === "key").length;
    const services = guesses.filter((guess) => guess.role === "none" && guess.other === "website").length;
    const { heading, button, caption } = facts.found["settings"] ?? {};
    const headed = heading ?? button ?? caption;
    // "Authentication" and "Registration" are words of machines, too, and no login has a button "Save".
    const isSaved = facts.found["save"]?.["button"] !== undefined;
    const most = machines >= 3 || isSaved ? 4 : 2;
    const isTitled = facts.found["machine"]?.["heading"] !== undefined;
    const isSure = headed !== undefined || isSaved || isTitled || [scores.entering, scores.joining, scores.change].every((score) => score <= 0);
    if (scores.entering >= most || scores.joining >= most) return false;
    // The address of a service, and the account there.
    if (isSure && services > 0 && !guesses.some((guess) => guess.role === "email")) return true;
    // A user name and a password below the machine's name may log in there.
    const texts = facts.fields.filter((field) => field.candidate && !field.unseen).length;
    const names = guesses.filter((guess) => guess.role === "username" || guess.role === "email").length;
    if (isTitled && (isSaved || texts > passwords.length + names)) return true;
    return machines > 0 && machines + keys >= (isSure ? 1 : 2);
}

/**
 * Whether a form with passwords has no word of an account, and is about something else: a payment, a setting.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 */
function isSilent(facts, guesses, scores) {
    if (scores.entering > 0 || scores.joining >= 2 || scores.change > 0 || scores.reset > 0) return false;
    const told = facts.fields.some((field, at) =>
        guesses[at]?.role === "password" && ["currentPassword", "newPassword"].some((concept) =>
            Object.keys(field.found[concept] ?? {}).some((place) => place !== "autocomplete")
        )
    );
    // A password among a person's name and address makes an account with the order.
    const ofPerson = scores.evidence.some(({ rule }) => rule === "signUp: personal fields") &&
        guesses.some((guess) => guess.role === "email") &&
        facts.fields.some((field, at) =>
            guesses[at]?.role === "password" && field.type === "password" && isRead(field, "password") &&
            ["name", "id"].some((place) => field.found["password"]?.[place] !== undefined)
        );
    // A checkbox makes an account with the order.
    const isChosen = facts.checkboxes > 0 && facts.found["signUp"]?.["link"] !== undefined &&
        guesses.some((guess) => guess.role === "email");
    return !told && !ofPerson && !isChosen && scores.other >= 3;
}

/**
 * Whether a field only conceals what is typed: nothing calls it a password, and nothing speaks of an account.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 */
function isUnnamed(facts, guesses, scores) {
    if (facts.fields.some((field) => isRead(field, "accountNumber"))) return false;
    if (scores.login > 1 || scores.joining > 0 || scores.reset > 0 || scores.change > 0) return false;
    return facts.fields.every((field, at) =>
        guesses[at]?.role !== "password" || (field.labelled &&
            !["newPassword", "currentPassword", "repeat", "code", "loginWord", "username"].some((concept) => has(field, concept)) &&
            Object.values(field.found["password"] ?? {}).every((phrase) => code.test(phrase)))
    );
}

/**
 * Whether a form stores the account of another service: it has further fields, a known button such as "Save", and no word
 * of logging in, of a new account or of changing a password.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 */
function isOfService(facts, guesses, scores) {
    if ([scores.entering, scores.joining, scores.reset, scores.change].some((score) => score > 0)) return false;
    const passwords = facts.fields.filter((_, at) => guesses[at]?.role === "password");
    if (passwords.some((field) => ["newPassword", "currentPassword", "repeat"].some((concept) => isRead(field, concept)))) {
        return false;
    }
    if (passwords.some((field) => field.found["currentPassword"] !== undefined)) return false;
    if (facts.found["connect"]?.["button"] !== undefined || guesses.some((guess) => guess.role === "code")) return false;
    // A name and an address beside it are those of a person.
    if (guesses.some((guess) => guess.role === "email" || guess.other === "personName")) return false;
    const further = facts.fields.filter((field, at) =>
        field.candidate && !field.unseen && guesses[at]?.role === "none" && field.labelled && !has(field, "decoy") &&
        !["captcha", "accountNumber", "nationalId", "phone", "answer"].includes(guesses[at]?.other ?? "")
    );
    // Without a known name, the field before the password is the name.
    const isNamed = guesses.some((guess) => guess.role === "username");
    return further.length > (isNamed ? 0 : 1) || facts.found["save"]?.["button"] !== undefined;
}

/** Names of passwords that are names of codes, too. */
const code = /\b(?:[ck]od\p{L}*|pin\p{L}*|clave)\b/u;

/**
 * Whether an unrecognized field precedes the first password.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 */
function hasNameless(facts, guesses) {
    return isNameless(facts, guesses, guesses.findIndex((guess) => guess.role === "password") - 1);
}

/**
 * Whether a form changes an e-mail address, and requests the password as confirmation.
 *
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 */
function changesEmail({ fields }, guesses, scores) {
    const passwords = fields.filter((_, index) => guesses[index]?.role === "password");
    const isRepeated = passwords.some((field) => has(field, "repeat"));
    // A single password field does not repeat another one: "Enter your password to confirm".
    const confirms = isRepeated && passwords.length === 1;
    if (passwords.some((field) => has(field, "newPassword")) || isRepeated && !confirms) return false;
    const names = fields.filter((_, index) => ["email", "username"].includes(guesses[index]?.role ?? ""));
    if (names.length === 0 || scores.updateEmail <= 0) return false;
    // No login repeats the address, or calls its password the current one.
    const isChosen = names.some((field) => has(field, "repeat")) || passwords.some((field) =>
        Object.keys(field.found["currentPassword"] ?? {}).some((place) => place !== "autocomplete")
    );
    const score = scores.updateEmail + (confirms ? 2.5 : 0) + (isChosen ? 6 : 0);
    return score > 2.5 && score > scores.login;
}

/**
 * @param {readonly FieldGuess[]} guesses
 * @param {FormScores} scores
 * @param {number} codes
 * @param {number} names
 * @returns {FormKind}
 */
function kindWithoutPassword(guesses, scores, codes, names) {
    if (guesses.some((guess) => guess.other === "key" && guess.against >= 4)) return "other";
    if (codes > 0) return names > 0 && scores.signUp > scores.login && scores.signUp > 2 ? "signUp" : "code";
    if (names === 0) return "other";
    if (scores.updateEmail > 2.5 && scores.updateEmail > scores.other) return "updateEmail";
    const login = Math.max(scores.login, scores.reset);
    const best = Math.max(login, scores.signUp, scores.other);
    // "New e-mail address" in a form that says nothing else.
    if (scores.updateEmail > 0 && best <= 0 && guesses.some(({ role }) => role === "email")) return "updateEmail";
    const plain = guesses.some((guess) => guess.role === "username" && guess.score >= 3);
    if (plain && best < 2 && scores.other < 1 && guesses.length <= 3) return scores.signUp > login ? "signUp" : "twoStepLogin";
    if (best < 1.5 || best === scores.other) return "other";
    if (scores.signUp > login && scores.joining < 1.5) return "other";
    if (scores.signUp > login) return guesses.length > 1 || scores.signUp > 3 ? "signUp" : "other";
    return "twoStepLogin";
}
