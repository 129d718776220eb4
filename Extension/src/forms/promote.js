/**
 * Rules that correct a field's first classification by the form's other fields and words. Each rule changes the guesses in
 * place.
 */
import { has, isRead, sum } from "./score.js";

/** @import { FieldFacts, FormFacts } from "./formFacts.js" */
/** @import { FormScores } from "./formKind.js" */
/** @import { FieldGuess } from "./score.js" */
/** @import { Weights } from "./tables/weights.js" */

/**
 * Whether a button or heading states what the form does.
 * @param {FormFacts} facts
 * @param {string} concept
 */
function isSaid(facts, concept) {
    const places = facts.found[concept];
    return places?.["button"] !== undefined || places?.["heading"] !== undefined;
}

/**
 * The PIN of a gift card or a profile is no password: it is short, concealed, not called a password, and without a user
 * name or a word of logging in.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demotePins(facts, guesses) {
    if (guesses.some((guess) => guess.role === "email" || guess.role === "username")) return;
    const alone = facts.fields.filter((field) => field.candidate && field.type !== "password").length === 0;
    const numbered = guesses.some((guess) => guess.other === "cardNumber" || guess.other === "coupon");
    const entering = (isSaid(facts, "signUp") && !numbered) ||
        ["forgot", "remember"].some((concept) => facts.found[concept] !== undefined) ||
        Object.keys(facts.found["login"] ?? {}).some((place) => place !== "text" && place !== "link");
    // A shop's card may also be a login.
    const card = numbered && !(isSaid(facts, "login") && facts.found["forgot"] !== undefined);
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "password" || has(field, "password") || !has(field, "bareCode")) return;
        if (!card && !((alone || !entering) && field.maxLength > 0 && field.maxLength <= 6)) return;
        guesses[index] = { ...guess, role: "none", score: 0 };
    });
}

/**
 * The user name and password of a machine, a network or a provider are not those of this page, unless the page uses them
 * to log in.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteMachines(facts, guesses) {
    if (isSaid(facts, "login") || isSaid(facts, "signUp") || facts.found["forgot"] !== undefined) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "username" && guess?.role !== "password") return;
        if (!isRead(field, "machine") && !(guess.role === "username" && has(field, "key"))) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "machine" };
    });
}

/**
 * Next to a card number, a concealed field that is not called a password, or only a code, belongs to the card.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteCardCodes(facts, guesses) {
    if (facts.found["login"]?.["button"] !== undefined || facts.found["forgot"] !== undefined) return;
    const card = guesses.findIndex((guess) => guess.role === "none" && guess.other === "cardNumber");
    if (card < 0) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (index < card || (guess?.role !== "password" && guess?.role !== "code")) return;
        const named = ["password", "newPassword", "currentPassword", "repeat"].some((concept) => has(field, concept));
        const called = has(field, "code") || has(field, "bareCode") || has(field, "cardCode");
        const short = field.type === "password" || (field.maxLength >= 3 && field.maxLength <= 4);
        if (named || !called || (guess.role === "code" && !short && !has(field, "cardCode"))) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "cardCode" };
    });
}

/**
 * More passwords than a password change needs, none of them called a password, are the words of a recovery phrase.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteWords(facts, guesses) {
    const words = guesses.flatMap((guess, index) => guess.role === "password" ? [index] : []);
    const named = ["password", "newPassword", "currentPassword", "repeat"];
    if (words.length < 4) return;
    if (words.some((index) => named.some((concept) => facts.fields[index]?.found[concept] !== undefined))) return;
    for (const index of words) guesses[index] = { role: "none", score: 0, against: 0, other: "key" };
}

/**
 * The repetition of a file's passphrase is no password either.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteRepeatedKey(facts, guesses) {
    guesses.forEach((guess, index) => {
        const before = guesses[index - 1];
        const field = facts.fields[index];
        if (field?.type !== "password" || facts.fields[index - 1]?.type !== "password") return;
        if (guess.role !== "password" || !has(field, "repeat") || before?.role !== "none") return;
        if (before.other === "key") guesses[index] = { ...guess, role: "none", score: 0, other: "key" };
    });
}

/**
 * A "code" without details is a one-time code if the form speaks of verifying and has no other field.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {FormScores} scores
 * @param {Weights} weights
 */
export function promoteBareCode(facts, guesses, scores, weights) {
    const verify = scores.code;
    const settled = guesses.some((guess, index) =>
        guess.role === "code" || (guess.role === "password" && facts.fields[index]?.type === "password")
    );
    if (verify <= 0 || settled) return;
    const texts = facts.fields.filter((field) => field.candidate && !field.unseen);
    if (texts.length > 2) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess === undefined || !field.candidate || (guess.role !== "none" && guess.role !== "password")) return;
        if (verify < (takesDigits(field) && scores.other === 0 ? 0.7 : 1.5) || field.maxLength > longest) return;
        const bare = sum(field, "bareCode", weights);
        // "10 digit mobile number" is a phone number.
        const rival = guess.other === "phone" ? guess.against + 0.5 : guess.against;
        if (bare >= weights.threshold.bareCode && bare >= rival) {
            guesses[index] = { role: "code", score: bare, against: guess.against, other: guess.other };
        }
    });
}

/**
 * A code next to new passwords authorizes the password reset.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {Weights} weights
 */
export function promoteResetCode(facts, guesses, weights) {
    if (guesses.some((guess) => guess.role === "code")) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "none" || !field.candidate || field.unseen) return;
        const bare = sum(field, "bareCode", weights);
        if (bare < weights.threshold.bareCode || bare <= guess.against) return;
        guesses[index] = { ...guess, role: "code", score: bare };
    });
}

/**
 * A digit field without known words, in a form that speaks of a code and has no other field, is the code; so are two
 * halves.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {number} verify
 */
export function promoteDigits(facts, guesses, verify) {
    if (verify < 1.5 || guesses.some((guess) => guess.role !== "none")) return;
    const texts = facts.fields.flatMap((field, index) => field.candidate && !field.unseen ? [index] : []);
    const lengths = new Set(texts.map((index) => facts.fields[index]?.maxLength ?? -1));
    const length = texts.length * (facts.fields[texts[0] ?? -1]?.maxLength ?? -1);
    if (texts.length > 2 || lengths.size !== 1 || length < 4 || length > 8) return;
    const plain = texts.every((index) => {
        const field = facts.fields[index];
        if (field === undefined || !(texts.length === 1 ? field.numeric : field.maxLength > 2)) return false;
        return Object.entries(field.found).every(([concept, places]) =>
            mayNameCode.has(concept) && !["label", "aria", "placeholder"].some((place) => places[place] !== undefined)
        );
    });
    if (!plain) return;
    for (const index of texts) guesses[index] = { role: "code", score: 3, against: 0, other: "" };
}

/** The length above which a code is a product's or a card's. */
const longest = 12;

/** Other concepts that may name a code, and its destination. */
const mayNameCode = new Set(["bareCode", "password", "phone", "loginWord", "email"]);

/** @param {FieldFacts} field */
const takesDigits = (field) => field.numeric || (field.maxLength >= 4 && field.maxLength <= 8);

/**
 * A customer or member number is the user name if there is no other, or in a login only an e-mail address beside it; a
 * national id if it is the only field.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {boolean} [isLogin]
 */
export function promoteNumber(facts, guesses, isLogin = false) {
    const isBesideAddress = isLogin && guesses.some((guess) => guess.role === "password");
    if (guesses.some((guess) => guess.role === "username" || guess.role === "email" && !isBesideAddress)) return false;
    const alone = facts.fields.filter((field) => field.candidate && !field.unseen).length === 1;
    const numbers = alone ? ["accountNumber", "nationalId"] : ["accountNumber"];
    const index = guesses.findIndex((guess, at) =>
        guess.role === "none" && numbers.includes(guess.other) && guess.against >= 4 &&
        facts.fields[at]?.candidate === true
    );
    const guess = guesses[index];
    if (guess !== undefined) guesses[index] = { ...guess, role: "username", score: guess.against };
    return guess !== undefined;
}

/**
 * A field that names login and phone both takes a phone number as the user name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promotePhone(facts, guesses) {
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "none" || guess.other !== "phone") return;
        if (has(field, "username") || has(field, "loginWord")) {
            guesses[index] = { ...guess, role: "username", score: guess.against };
        }
    });
}

/**
 * A phone number is the user name if the form also has a code, or if it is the only field of the first step.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {FormScores} scores
 */
export function promoteCaller(facts, guesses, scores) {
    const sent = guesses.some((guess) => guess.role === "code");
    const texts = facts.fields.filter((field) => field.candidate && !field.unseen).length;
    const alone = texts === 1 && scores.login >= Math.max(scores.signUp - scores.joining, scores.other) &&
        (scores.login >= 4 || scores.code >= 1.5);
    if (sent ? scores.login < 3 : scores.login < 2.5 || !alone) return;
    if (guesses.some((guess) => !["none", "code"].includes(guess.role))) return;
    const index = guesses.findIndex((guess, at) => guess.other === "phone" && facts.fields[at]?.candidate === true);
    const guess = guesses[index];
    if (guess?.role === "none") guesses[index] = { ...guess, role: "username", score: Math.max(guess.against, 3.5) };
}

/**
 * In a sign-up without another name before its password, the nickname or the phone number is the user name.
 * @param {FieldGuess[]} guesses
 */
export function promoteNickname(guesses) {
    const password = guesses.findIndex((guess) => guess.role === "password");
    const names = guesses.flatMap((guess, index) => guess.role === "email" || guess.role === "username" ? [index] : []);
    if (names.some((index) => index < password || password < 0)) return;
    for (const concept of ["nickname", "phone", "accountNumber"]) {
        const index = guesses.findIndex((guess, at) =>
            guess.role === "none" && guess.other === concept && guess.against >= 4 && (at < password || names.length === 0)
        );
        const guess = guesses[index];
        if (guess === undefined) continue;
        guesses[index] = { ...guess, role: "username", score: guess.against };
        return;
    }
}

/**
 * In a sign-up in an unknown language, the field before the two passwords is the user name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteNewName(facts, guesses) {
    if (guesses.some((guess) => guess.role === "email" || guess.role === "username")) return;
    const index = guesses.findIndex((guess) => guess.role === "password") - 1;
    const guess = guesses[index];
    if (guesses.filter((other) => other.role === "password").length < 2) return;
    if (guess !== undefined && isNameless(facts, guesses, index)) guesses[index] = { ...guess, role: "username", score: 3 };
}

/**
 * Whether a field is a plain one without known words.
 * @param {FormFacts} facts
 * @param {readonly FieldGuess[]} guesses
 * @param {number} index
 */
export function isNameless(facts, guesses, index) {
    const field = facts.fields[index];
    return field !== undefined && field.candidate && !field.unseen && guesses[index]?.role === "none" &&
        guesses[index]?.other === "";
}

/** Concepts that never are a user name. */
const never = new Set(["search", "captcha", "coupon", "amount", "message", "cardCode", "decoy", "answer", "key"]);

/**
 * In a login without a known user name, the field before the password is the user name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {{login: number, other: number}} scores  the form's scores for a login and for other purposes
 */
export function promoteName(facts, guesses, { login, other }) {
    if (other > login) return;
    if (guesses.some((guess) => guess.role === "email" || guess.role === "username")) return;
    const password = guesses.findIndex((guess) => guess.role === "password");
    for (let index = password - 1; index >= 0; index--) {
        const field = facts.fields[index];
        const guess = guesses[index];
        if (field === undefined || guess === undefined || !field.candidate || field.unseen) continue;
        if (guess.role !== "none" || never.has(guess.other)) continue;
        if (guess.other === "cardNumber" && login < 3) continue;
        if (has(field, "answer")) continue;
        guesses[index] = { ...guess, role: "username", score: 3 };
        return;
    }
}
