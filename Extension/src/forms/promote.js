/**
 * What a form's other fields and its words say of a field that does not tell by itself. Each rule takes looks and
 * corrects them in place.
 */
import { has, isRead, sum } from "./score.js";

/** @import { FieldFacts, FormFacts } from "./formFacts.js" */
/** @import { FormScores } from "./formKind.js" */
/** @import { FieldLook } from "./score.js" */
/** @import { Weights } from "./tables/weights.js" */

/**
 * Whether a form says plainly what it does.
 * @param {FormFacts} facts
 * @param {string} concept
 */
function isSaid(facts, concept) {
    const places = facts.found[concept];
    return places?.["button"] !== undefined || places?.["heading"] !== undefined;
}

/**
 * The PIN of a gift card is no password, nor that of a profile: short, hidden as one, never called one, and without a
 * user name beside it or a word of logging in.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function demotePins(facts, looks) {
    if (looks.some((look) => look.look === "email" || look.look === "username")) return;
    const alone = facts.fields.filter((field) => field.candidate && field.type !== "password").length === 0;
    const numbered = looks.some((look) => look.other === "cardNumber" || look.other === "coupon");
    const entering = (isSaid(facts, "signUp") && !numbered) ||
        ["forgot", "remember"].some((concept) => facts.found[concept] !== undefined) ||
        Object.keys(facts.found["login"] ?? {}).some((place) => place !== "text" && place !== "link");
    // One logs in with the card of a shop, too.
    const card = numbered && !(isSaid(facts, "login") && facts.found["forgot"] !== undefined);
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look?.look !== "password" || has(field, "password") || !has(field, "bareCode")) return;
        if (!card && !((alone || !entering) && field.maxLength > 0 && field.maxLength <= 6)) return;
        looks[index] = { ...look, look: "none", score: 0 };
    });
}

/**
 * The user name and password of a machine, a network or a provider are not those of this page, unless it says that one
 * logs in with them.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function demoteMachines(facts, looks) {
    if (isSaid(facts, "login") || isSaid(facts, "signUp") || facts.found["forgot"] !== undefined) return;
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look?.look !== "username" && look?.look !== "password") return;
        if (!isRead(field, "machine") && !(look.look === "username" && has(field, "key"))) return;
        looks[index] = { ...look, look: "none", score: 0, other: "machine" };
    });
}

/**
 * Beside the number of a card, what is concealed and not called a password, or is called only a code, is the card's.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function demoteCardCodes(facts, looks) {
    if (facts.found["login"]?.["button"] !== undefined || facts.found["forgot"] !== undefined) return;
    const card = looks.findIndex((look) => look.look === "none" && look.other === "cardNumber");
    if (card < 0) return;
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (index < card || (look?.look !== "password" && look?.look !== "code")) return;
        const named = ["password", "newPassword", "currentPassword", "repeat"].some((concept) => has(field, concept));
        const called = has(field, "code") || has(field, "bareCode") || has(field, "cardCode");
        const short = field.type === "password" || (field.maxLength >= 3 && field.maxLength <= 4);
        if (named || !called || (look.look === "code" && !short && !has(field, "cardCode"))) return;
        looks[index] = { ...look, look: "none", score: 0, other: "cardCode" };
    });
}

/**
 * More passwords than a change of one asks for, none of which is called one, are the words of a recovery phrase.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function demoteWords(facts, looks) {
    const words = looks.flatMap((look, index) => look.look === "password" ? [index] : []);
    const named = ["password", "newPassword", "currentPassword", "repeat"];
    if (words.length < 4) return;
    if (words.some((index) => named.some((concept) => facts.fields[index]?.found[concept] !== undefined))) return;
    for (const index of words) looks[index] = { look: "none", score: 0, against: 0, other: "key" };
}

/**
 * What repeats the passphrase of a file is no password either.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function demoteRepeatedKey(facts, looks) {
    looks.forEach((look, index) => {
        const before = looks[index - 1];
        const field = facts.fields[index];
        if (field?.type !== "password" || facts.fields[index - 1]?.type !== "password") return;
        if (look.look !== "password" || !has(field, "repeat") || before?.look !== "none") return;
        if (before.other === "key") looks[index] = { ...look, look: "none", score: 0, other: "key" };
    });
}

/**
 * A bare "code" is a one-time code where the form speaks of verifying and asks for nothing else.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 * @param {FormScores} scores
 * @param {Weights} weights
 */
export function promoteBareCode(facts, looks, scores, weights) {
    const verify = scores.code;
    const settled = looks.some((look, index) =>
        look.look === "code" || (look.look === "password" && facts.fields[index]?.type === "password")
    );
    if (verify <= 0 || settled) return;
    const texts = facts.fields.filter((field) => field.candidate && !field.unseen);
    if (texts.length > 2) return;
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look === undefined || !field.candidate || (look.look !== "none" && look.look !== "password")) return;
        if (verify < (takesDigits(field) && scores.other === 0 ? 0.7 : 1.5) || field.maxLength > longest) return;
        const bare = sum(field, "bareCode", weights);
        // "10 digit mobile number" is a number.
        const rival = look.other === "phone" ? look.against + 0.5 : look.against;
        if (bare >= weights.threshold.bareCode && bare >= rival) {
            looks[index] = { look: "code", score: bare, against: look.against, other: look.other };
        }
    });
}

/**
 * The code that lets one choose a new password stands beside the new passwords.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 * @param {Weights} weights
 */
export function promoteResetCode(facts, looks, weights) {
    if (looks.some((look) => look.look === "code")) return;
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look?.look !== "none" || !field.candidate || field.unseen) return;
        const bare = sum(field, "bareCode", weights);
        if (bare < weights.threshold.bareCode || bare <= look.against) return;
        looks[index] = { ...look, look: "code", score: bare };
    });
}

/**
 * Digits that no word names, in a form that speaks of a code and asks for nothing else, are the code; in one field, or
 * in two halves.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 * @param {number} verify
 */
export function promoteDigits(facts, looks, verify) {
    if (verify < 1.5 || looks.some((look) => look.look !== "none")) return;
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
    for (const index of texts) looks[index] = { look: "code", score: 3, against: 0, other: "" };
}

/** What takes more characters is the code of a product or of a card. */
const longest = 12;

/** What a code is called for short, and what it was sent to. */
const mayNameCode = new Set(["bareCode", "password", "phone", "loginWord", "email"]);

/** @param {FieldFacts} field */
const takesDigits = (field) => field.numeric || (field.maxLength >= 4 && field.maxLength <= 8);

/**
 * The number of a customer or a member is what one logs in with, where nothing else is; that of a citizen where it is
 * all that is asked for.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function promoteNumber(facts, looks) {
    if (looks.some((look) => look.look === "email" || look.look === "username")) return false;
    const alone = facts.fields.filter((field) => field.candidate && !field.unseen).length === 1;
    const numbers = alone ? ["accountNumber", "nationalId"] : ["accountNumber"];
    const index = looks.findIndex((look, at) =>
        look.look === "none" && numbers.includes(look.other) && look.against >= 4 &&
        facts.fields[at]?.candidate === true
    );
    const look = looks[index];
    if (look !== undefined) looks[index] = { ...look, look: "username", score: look.against };
    return look !== undefined;
}

/**
 * Where one logs in by phone number beside other names, the field says login and phone both.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function promotePhone(facts, looks) {
    facts.fields.forEach((field, index) => {
        const look = looks[index];
        if (look?.look !== "none" || look.other !== "phone") return;
        if (has(field, "username") || has(field, "loginWord")) {
            looks[index] = { ...look, look: "username", score: look.against };
        }
    });
}

/**
 * Where one logs in by phone number and a code that is sent to it, the number is the user name; also where it is all
 * that the first step asks for.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 * @param {FormScores} scores
 */
export function promoteCaller(facts, looks, scores) {
    const sent = looks.some((look) => look.look === "code");
    const texts = facts.fields.filter((field) => field.candidate && !field.unseen).length;
    const alone = texts === 1 && scores.login >= Math.max(scores.signUp - scores.joining, scores.other) &&
        (scores.login >= 4 || scores.code >= 1.5);
    if (sent ? scores.login < 3 : scores.login < 2.5 || !alone) return;
    if (looks.some((look) => !["none", "code"].includes(look.look))) return;
    const index = looks.findIndex((look, at) => look.other === "phone" && facts.fields[at]?.candidate === true);
    const look = looks[index];
    if (look?.look === "none") looks[index] = { ...look, look: "username", score: Math.max(look.against, 3.5) };
}

/**
 * A sign-up that asks for no other name before its password takes the nickname or the phone number for it.
 * @param {FieldLook[]} looks
 */
export function promoteNickname(looks) {
    const password = looks.findIndex((look) => look.look === "password");
    const names = looks.flatMap((look, index) => look.look === "email" || look.look === "username" ? [index] : []);
    if (names.some((index) => index < password || password < 0)) return;
    for (const concept of ["nickname", "phone", "accountNumber"]) {
        const index = looks.findIndex((look, at) =>
            look.look === "none" && look.other === concept && look.against >= 4 && (at < password || names.length === 0)
        );
        const look = looks[index];
        if (look === undefined) continue;
        looks[index] = { ...look, look: "username", score: look.against };
        return;
    }
}

/**
 * A sign-up in a language that we do not know takes what stands before its two passwords for its name.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 */
export function promoteNewName(facts, looks) {
    if (looks.some((look) => look.look === "email" || look.look === "username")) return;
    const index = looks.findIndex((look) => look.look === "password") - 1;
    const look = looks[index];
    if (looks.filter((other) => other.look === "password").length < 2) return;
    if (look !== undefined && isNameless(facts, looks, index)) looks[index] = { ...look, look: "username", score: 3 };
}

/**
 * Whether a field is a plain one of which nothing is known.
 * @param {FormFacts} facts
 * @param {readonly FieldLook[]} looks
 * @param {number} index
 */
export function isNameless(facts, looks, index) {
    const field = facts.fields[index];
    return field !== undefined && field.candidate && !field.unseen && looks[index]?.look === "none" &&
        looks[index]?.other === "";
}

/** Concepts that no user name hides behind. */
const never = new Set(["search", "captcha", "coupon", "amount", "message", "cardCode", "decoy", "answer", "key"]);

/**
 * A login without a user name has one that our words do not know: the field before its password.
 * @param {FormFacts} facts
 * @param {FieldLook[]} looks
 * @param {{login: number, other: number}} scores  how much the form speaks of logging in, and of other things
 */
export function promoteName(facts, looks, { login, other }) {
    if (other > login) return;
    if (looks.some((look) => look.look === "email" || look.look === "username")) return;
    const password = looks.findIndex((look) => look.look === "password");
    for (let index = password - 1; index >= 0; index--) {
        const field = facts.fields[index];
        const look = looks[index];
        if (field === undefined || look === undefined || !field.candidate || field.unseen) continue;
        if (look.look !== "none" || never.has(look.other)) continue;
        if (look.other === "cardNumber" && login < 3) continue;
        if (has(field, "answer")) continue;
        looks[index] = { ...look, look: "username", score: 3 };
        return;
    }
}
