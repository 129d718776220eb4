/** Scores a single field before its form is known. Pure. */
import { otherConcepts } from "./tables/concepts.js";
import { weights as shipped } from "./tables/weights.js";

/** @import { FieldFacts } from "./formFacts.js" */
/** @import { Weights } from "./tables/weights.js" */
/** @import { Evidence } from "./types.js" */

/**
 * The first guess for a field.
 * @typedef {object} FieldGuess
 * @property {"email" | "username" | "password" | "code" | "none"} role
 * @property {number} score       of the guess
 * @property {number} against     of the strongest concept that is not for credentials
 * @property {string} other       that concept, or ""
 */

/**
 * The weight of a concept near a field.
 * @param {FieldFacts} field
 * @param {string} concept
 * @param {Weights} [weights]
 */
export function sum(field, concept, weights = shipped) {
    const places = field.found[concept];
    if (places === undefined) return 0;
    let total = 0;
    for (const place in places) total += weightAt(field, place, weights);
    return total;
}

/** @param {FieldFacts} field @param {string} place @param {Weights} weights */
function weightAt(field, place, weights) {
    const weight = weights.field[/** @type {keyof Weights["field"]} */ (place)] ?? 0;
    return field.spoken && identifiers.has(place) ? weight * weights.hushed.identifier : weight;
}

const identifiers = new Set(["name", "id", "other"]);

/** @param {FieldFacts} field @param {string} concept */
export const has = (field, concept) => field.found[concept] !== undefined;

/**
 * @param {FieldFacts} field
 * @param {Weights} [weights]
 * @returns {FieldGuess}
 */
export function guessOf(field, weights = shipped) {
    if (!field.candidate) return { role: "none", score: 0, against: 0, other: "" };
    const { other, against } = strongestOther(field, weights);
    if (field.type === "password") {
        // A concealed "Mobile token" is no phone number.
        const isToken = other === "phone" && isRead(field, "code");
        return passwordGuess(field, weights, isToken ? "" : other, isToken ? 0 : against);
    }
    const words = wordsOfPassword(field, weights);
    const code = codeScore(field, weights);
    const email = sum(field, "email", weights) + (field.type === "email" ? weights.type.email : 0);
    const username = sum(field, "username", weights) + 0.7 * sum(field, "loginWord", weights) +
        (field.webauthn ? 2 : 0);
    // "Token response" is a code, "answer" alone is none.
    const asked = (code > against || isSecretKey(field, other) || (other === "answer" && isRead(field, "code"))) &&
        !isPartOfNumber(field) && !isRead(field, "key", /code/);
    if (
        code >= weights.threshold.code && asked && !has(field, "captcha") && code >= words &&
        code > Math.max(email, username) * 0.8
    ) {
        return { role: "code", score: code, against, other };
    }
    // "E-mail verification" with "6 digits" inside is no address.
    if (field.type !== "email" && isRead(field, "email") && /\d|digit/.test(field.found["code"]?.["placeholder"] ?? "")) {
        return { role: "code", score: code, against, other };
    }
    // For "code from the e-mail", the field's name decides between code and address.
    if (
        field.type !== "email" && isRead(field, "email") && isRead(field, "bareCode") &&
        isNamed(field, "bareCode") && !isNamed(field, "email")
    ) {
        return { role: "none", score: 0, against: 0, other: "" };
    }
    if (words >= weights.threshold.plainPassword && words > against && words > Math.max(email, username)) {
        return { role: "password", score: words, against, other };
    }
    // "E-mail or phone" is an e-mail field, whatever its type.
    const spoken = isRead(field, "email");
    // A concept that only the placeholder mentions is one example of several.
    const example = onlyIn(field, "email", "placeholder");
    const rival = (other === "phone" && spoken) || isMail(field, other) ? 0 : against * (other === "company" && isRead(field, "company") ? 1.3 : example ? 1 : 0.8);
    const isCalled = email > 0 && onlyIdentifiers(field, "username") && !isRead(field, "loginWord") &&
        (spoken || field.found["email"]?.["value"] !== undefined);
    if (email >= weights.threshold.email && (email >= username * 0.9 || isCalled) && email >= rival) {
        return { role: "email", score: email, against, other };
    }
    const told = field.found["nickname"]?.["autocomplete"] !== undefined;
    if (told) {
        return {
            role: "none",
            score: 0,
            against: Math.max(against, sum(field, "nickname", weights)),
            other: "nickname",
        };
    }
    // "Member number", named `username`.
    const isNumber = other === "accountNumber" || other === "nationalId" || isRead(field, "accountNumber");
    const numbered = isNumber && (field.found["username"]?.["name"] ?? field.found["username"]?.["label"]) !== undefined;
    if (numbered) return { role: "username", score: against, against, other };
    const named = other === "nickname" && has(field, "username");
    if (username >= weights.threshold.username && (named || username >= against * 0.9)) {
        return { role: "username", score: username, against, other };
    }
    return { role: "none", score: 0, against, other };
}

/**
 * @param {FieldFacts} field
 * @param {Weights} weights
 * @param {string} other
 * @param {number} against
 * @returns {FieldGuess}
 */
function passwordGuess(field, weights, other, against) {
    const base = weights.type.password;
    const password = base + wordsOfPassword(field, weights);
    const code = codeScore(field, weights);
    if (field.maxLength === 1) return { role: "none", score: 0, against, other };
    const short = field.maxLength > 0 && field.maxLength <= 4;
    const words = password - base;
    const another = isOtherSecret(field, other);
    const limit = short ? 0.3 : another ? 0.4 : words === 0 ? 0.5 : 0.75;
    if (other === "answer" && isRead(field, "code") && words === 0) return { role: "code", score: code, against, other };
    // A concealed "parola chiave" is a password; elsewhere it is a search term.
    const isPublic = publicConcepts.has(other) && field.found[other]?.["column"] === undefined;
    // A field that is called another secret stays one, even if autocomplete says password.
    const stronger = against > words || (another && onlyBy(field, "autocomplete"));
    if (against > 0 && stronger && !isPublic && against >= base * limit) return { role: "none", score: 0, against, other };
    // A concealed PIN is a password unless its form says that it was sent.
    const needed = has(field, "code") ? (words === 0 ? 0.4 : 0.7) : Infinity;
    if (code > words && code >= base * needed) return { role: "code", score: code, against, other };
    return { role: "password", score: password, against, other };
}

/** Concepts of texts that pages do not conceal. */
const publicConcepts = new Set(["search", "message", "personName", "company", "website"]);

const otherSecrets = new Set(["key", "coupon", "cardCode", "captcha", "nationalId", "answer"]);

/**
 * Whether a visible text calls a concealed field another secret, and only its name and id call it a password.
 * @param {FieldFacts} field
 * @param {string} other
 */
function isOtherSecret(field, other) {
    return otherSecrets.has(other) && isRead(field, other) &&
        !["password", "newPassword", "currentPassword", "repeat"].some((concept) => isRead(field, concept));
}

/** @param {FieldFacts} field @param {Weights} weights */
function wordsOfPassword(field, weights) {
    // Sites set autocomplete=new-password on text fields to keep browsers from filling them.
    if (field.type !== "password" && !has(field, "password") && onlyBy(field, "autocomplete")) return 0;
    return Math.max(
        sum(field, "password", weights),
        sum(field, "newPassword", weights),
        sum(field, "currentPassword", weights),
        has(field, "password") || has(field, "newPassword")
            ? sum(field, "password", weights) + 0.7 * sum(field, "newPassword", weights) +
                0.7 * sum(field, "currentPassword", weights)
            : 0,
    );
}

/** @param {FieldFacts} field @param {string} place */
const onlyBy = (field, place) =>
    ["newPassword", "currentPassword"].every((concept) =>
        Object.keys(field.found[concept] ?? {}).every((found) => found === place)
    );

/** @param {FieldFacts} field @param {string} concept @param {string} place */
const onlyIn = (field, concept, place) => {
    const places = Object.keys(field.found[concept] ?? {});
    return places.length === 1 && places[0] === place;
};

/**
 * Whether a visible text near a field mentions a concept.
 * @param {FieldFacts} field
 * @param {string} concept
 * @param {RegExp} [words]  that the found phrase must match
 */
export const isRead = (field, concept, words = /(?:)/) =>
    texts.some((place) => field.found[concept]?.[place] !== undefined && words.test(field.found[concept]?.[place] ?? ""));

/** @param {FieldFacts} field @param {string} concept  that no visible text mentions */
const onlyIdentifiers = (field, concept) =>
    Object.keys(field.found[concept] ?? {}).every((place) => identifiers.has(place) || place === "autocomplete");

/**
 * Whether "six digits" are a part of another number, as in "The first six digits of your card".
 * @param {FieldFacts} field
 */
const isPartOfNumber = (field) =>
    ["cardNumber", "nationalId", "accountNumber"].some((concept) => isRead(field, concept)) &&
    Object.values(field.found["code"] ?? {}).every((phrase) => /^\p{Nd}/u.test(phrase));

/**
 * Whether an "address" or "reply to" is an e-mail address, by the field's type or name.
 * @param {FieldFacts} field
 * @param {string} other
 */
const isMail = (field, other) =>
    (field.type === "email" && (other === "message" || other === "address")) ||
    (other === "address" && /^e-?mail(?: |$)/.test(field.identifier));

/** @param {FieldFacts} field @param {string} concept */
const isNamed = (field, concept) => ["name", "id", "other"].some((place) => field.found[concept]?.[place] !== undefined);

const texts = ["label", "aria", "placeholder", "near", "section"];

/**
 * Whether only `autocomplete` says "code" while the visible text says otherwise: sites set one-time-code on a login to
 * stop password managers.
 * @param {FieldFacts} field
 */
function isSilenced(field) {
    if (Object.keys(field.found["code"] ?? {}).some((place) => place !== "autocomplete")) return false;
    if (isRead(field, "coupon") && field.found["code"] !== undefined) return true;
    if (has(field, "bareCode")) return false;
    if (isRead(field, "key") && Object.values(field.found["key"] ?? {}).some((phrase) => /code/.test(phrase))) return true;
    return ["email", "username", "password", "currentPassword", "newPassword"].some((concept) =>
        texts.some((place) => field.found[concept]?.[place] !== undefined)
    );
}

/**
 * Whether a field that is called a secret key takes a code.
 * @param {FieldFacts} field
 * @param {string} other
 */
const isSecretKey = (field, other) =>
    other === "key" && field.found["code"]?.["autocomplete"] !== undefined &&
    !Object.values(field.found["key"] ?? {}).some((phrase) => /code/.test(phrase));

/** @param {FieldFacts} field @param {Weights} weights */
function codeScore(field, weights) {
    if (isSilenced(field) || field.shown) return 0;
    const plain = sum(field, "code", weights);
    const bare = 0.4 * sum(field, "bareCode", weights);
    const shape = plain > 0 && (field.numeric || (field.maxLength >= 4 && field.maxLength <= 10)) ? 1 : 0;
    return plain + (plain > 0 ? bare : bare * 0.7) + shape;
}

/** @param {FieldFacts} field @param {Weights} weights */
function strongestOther(field, weights) {
    let other = "";
    let against = 0;
    for (const concept of otherConcepts) {
        let total = sum(field, concept, weights);
        if (concept === "phone" && field.type === "tel") total += weights.type.tel;
        if (concept === "website" && field.type === "url") total += weights.type.url;
        if (concept === "search") total = total * 1.3 + (field.type === "search" ? weights.type.search : 0);
        if (concept === "amount" && field.type === "number") total += weights.type.number;
        if (total > against) [other, against] = [concept, total];
    }
    return { other, against };
}

/**
 * The evidence for a field's kind: every phrase of these concepts, with its weight.
 * @param {FieldFacts} field
 * @param {readonly string[]} concepts
 * @param {Weights} [weights]
 * @returns {Evidence[]}
 */
export function evidenceOf(field, concepts, weights = shipped) {
    /** @type {Evidence[]} */
    const evidence = [];
    const byType = weights.type[/** @type {keyof Weights["type"]} */ (field.type)];
    if (byType !== undefined) evidence.push({ rule: `type=${field.type}`, signal: "type", weight: byType });
    for (const concept of concepts) {
        for (const [signal, text] of Object.entries(field.found[concept] ?? {})) {
            evidence.push({ rule: concept, signal, weight: weightAt(field, signal, weights), text });
        }
    }
    return evidence;
}
