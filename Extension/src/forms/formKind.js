/** What a form does, by its words and by what its fields look like. Pure. */
import { isNameless } from "./promote.js";
import { has, isRead } from "./score.js";
import { weights as shipped } from "./tables/weights.js";

/** @import { FormFacts } from "./formFacts.js" */
/** @import { FieldLook } from "./score.js" */
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
 * @property {number} joining     the part of signUp that words say, without what fields say
 * @property {number} entering    the part of login that words say, without what fields say
 * @property {Evidence[]} evidence
 */

/**
 * What was found of a concept in a form.
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

const strong = ["button", "heading", "attribute", "path", "title"];
const spoken = ["button", "heading", "link", "text"];

/**
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {Weights} [weights]
 * @returns {FormScores}
 */
export function scoreForm(facts, looks, weights = shipped) {
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
    addFields(facts, looks, add);
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
    // A new password that is not asked for here is sent.
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
    add("login", "deleteAccount", "words", of("deleteAccount", [...strong, "text"]));
    add("code", "code", "words", of("code", [...strong, "text"]));
    add("updateEmail", "updateEmail", "words", of("updateEmail", [...strong, "text"]));
    add("other", "subscribe", "words", of("subscribe", [...strong, "text"]));
    add("other", "contact", "words", of("contact", strong));
    add("other", "checkout", "words", of("checkout", strong));
    add("other", "settings", "words", of("settings", ["button", "heading", "title"]));
    add("other", "search", "words", of("search", ["button", "attribute"]));
}

/** @param {FormFacts} facts @param {readonly FieldLook[]} looks @param {Add} add */
function addFields(facts, looks, add) {
    const passwords = looks.filter((look) => look.look === "password").length;
    const fields = facts.fields;
    if (passwords === 1) add("login", "one password", "fields", 1);
    if (passwords >= 2) add("signUp", "two passwords", "fields", 2);
    const places = fields.flatMap((field) => Object.keys(field.found["currentPassword"] ?? {}));
    if (places.some((place) => place !== "autocomplete")) add("login", "current password", "fields", 2);
    if (places.includes("autocomplete")) add("login", "autocomplete=current-password", "fields", 1);
    if (fields.some((field) => has(field, "newPassword"))) add("signUp", "new password", "fields", 2);
    const repeated = fields.some((field, at) => has(field, "repeat") && looks[at]?.look === "email");
    if (repeated || (passwords >= 2 && fields.some((field) => has(field, "repeat")))) {
        add("signUp", "repeated", "fields", 2);
    }
    const personal = new Set(
        looks.flatMap((look) =>
            ["personName", "birth", "address", "postal", "phone"].includes(look.other) && look.look === "none"
                ? [look.other]
                : []
        ),
    );
    // A name and a password are a login, and a number alone its first step, unless the words of the form say otherwise.
    const texts = fields.filter((field) => field.candidate).length;
    if (texts > 1 + Math.min(1, passwords)) {
        add("signUp", "personal fields", "fields", Math.min(4, personal.size * 1.5));
    }
    const about = new Set(
        looks.flatMap((look) =>
            ["message", "cardNumber", "cardCode", "website", "amount"].includes(look.other) && look.look === "none"
                ? [look.other]
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
 * @param {readonly FieldLook[]} looks
 * @param {FormScores} scores
 * @returns {FormKind}
 */
export function formKind(facts, looks, scores) {
    const passwords = looks.flatMap((look, index) => look.look === "password" ? [facts.fields[index]] : []);
    const change = Math.max(scores.change, scores.reset);
    const codes = looks.filter((look) => look.look === "code").length;
    const names = looks.filter((look) => look.look === "email" || look.look === "username").length;
    if (passwords.length === 0) return kindWithoutPassword(looks, scores, codes, names);
    const current = passwords.some((field) => field !== undefined && has(field, "currentPassword"));
    const fresh = passwords.some((field) => field !== undefined && (has(field, "newPassword") || has(field, "repeat")));
    if (passwords.length >= 2 && current && fresh && (names === 0 || scores.signUp < 6)) return "changePassword";
    if (isOfMachines(facts, looks, scores) || isSilent(facts, looks, scores)) return "other";
    if (passwords.length >= 3 && (names === 0 || change > scores.signUp)) return "changePassword";
    if (change > 2 && fresh && names === 0) return "changePassword";
    if (changesEmail(facts, looks, scores)) return "updateEmail";
    if (passwords.length >= 2 && names === 0 && change > scores.signUp - 5) {
        if (fresh || change > 0) return "changePassword";
        if (scores.login > 4) return "login";
        return hasNameless(facts, looks) ? "signUp" : "changePassword";
    }
    // The password of a note, a share or a setting: nobody has an account there.
    const alone = passwords.length === 1 && names === 0 && !current && !fresh;
    if (alone && scores.login <= 1 && scores.other > scores.login && scores.signUp === 0) return "other";
    return scores.signUp > scores.login ? "signUp" : "login";
}

/**
 * Whether a form asks how a machine is reached: a mail server, a database, a network. The account it asks for is the
 * machine's. One that speaks of logging in or connects at once is the login of that machine.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {FormScores} scores
 */
function isOfMachines(facts, looks, scores) {
    if (facts.found["connect"]?.["button"] !== undefined) return false;
    const machines = facts.fields.filter((field, at) =>
        looks[at]?.look === "none" && (looks[at]?.other === "machine" || isRead(field, "machine"))
    ).length;
    const headed = facts.found["settings"]?.["heading"] ?? facts.found["settings"]?.["button"];
    return machines >= (headed === undefined ? 2 : 1) && scores.entering < 2 && scores.joining < 2;
}

/**
 * Whether a form has passwords but no word of an account, and is plainly about something else: a payment, a setting.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {FormScores} scores
 */
function isSilent(facts, looks, scores) {
    if (scores.entering > 0 || scores.joining >= 2 || scores.change > 0 || scores.reset > 0) return false;
    const told = facts.fields.some((field, at) =>
        looks[at]?.look === "password" && ["currentPassword", "newPassword", "repeat"].some((concept) =>
            Object.keys(field.found[concept] ?? {}).some((place) => place !== "autocomplete")
        )
    );
    return !told && scores.other >= 3;
}

/**
 * Whether a field that our words do not know stands before the first password.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 */
function hasNameless(facts, looks) {
    return isNameless(facts, looks, looks.findIndex((look) => look.look === "password") - 1);
}

/**
 * Whether a form changes an e-mail address, and asks for the password to confirm that.
 *
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {FormScores} scores
 */
function changesEmail({ fields }, looks, scores) {
    const passwords = fields.filter((_, index) => looks[index]?.look === "password");
    const isRepeated = passwords.some((field) => has(field, "repeat"));
    // A single password field does not repeat another one: "Enter your password to confirm".
    const confirms = isRepeated && passwords.length === 1;
    if (passwords.some((field) => has(field, "newPassword")) || isRepeated && !confirms) return false;
    if (!looks.some(({ look }) => look === "email" || look === "username")) return false;
    const score = scores.updateEmail + (confirms && scores.updateEmail > 0 ? 2.5 : 0);
    return score > 2.5 && score > scores.login;
}

/**
 * @param {readonly FieldLook[]} looks
 * @param {FormScores} scores
 * @param {number} codes
 * @param {number} names
 * @returns {FormKind}
 */
function kindWithoutPassword(looks, scores, codes, names) {
    if (looks.some((look) => look.other === "key" && look.against >= 4)) return "other";
    if (codes > 0) return names > 0 && scores.signUp > scores.login && scores.signUp > 2 ? "signUp" : "code";
    if (names === 0) return "other";
    if (scores.updateEmail > 2.5 && scores.updateEmail > scores.other) return "updateEmail";
    const login = Math.max(scores.login, scores.reset);
    const best = Math.max(login, scores.signUp, scores.other);
    const plain = looks.some((look) => look.look === "username" && look.score >= 3.5);
    if (plain && best < 2 && looks.length <= 3) return scores.signUp > login ? "signUp" : "twoStepLogin";
    if (best < 1.5 || best === scores.other) return "other";
    if (scores.signUp > login && scores.joining < 1.5) return "other";
    if (scores.signUp > login) return looks.length > 1 || scores.signUp > 3 ? "signUp" : "other";
    return "twoStepLogin";
}
