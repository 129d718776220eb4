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
    // An old and a new PIN are those of an account.
    const secrets = facts.fields.filter((field) => field.type === "password");
    if (secrets.length > 1 && secrets.some((field) => has(field, "currentPassword"))) return;
    if (secrets.length === 3 && secrets.every((field, at) => has(field, "repeat") === (at === 2))) return;
    // So is the PIN after the number of a member or an employee.
    if (facts.fields.some((field, at) => isRead(field, "accountNumber") && guesses[at]?.other === "accountNumber")) return;
    const alone = facts.fields.filter((field) => field.candidate && field.type !== "password").length === 0;
    const numbered = guesses.some((guess) => guess.other === "cardNumber" || guess.other === "coupon");
    const entering = (isSaid(facts, "signUp") && !numbered) ||
        ["forgot", "remember"].some((concept) => facts.found[concept] !== undefined) ||
        Object.keys(facts.found["login"] ?? {}).some((place) => place !== "text" && place !== "link");
    // A shop's card may also be a login.
    const card = numbered && !(isSaid(facts, "login") && facts.found["forgot"] !== undefined);
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        // `secretRowsIn` has already examined the words of a row of boxes.
        if (guess?.role !== "password" || has(field, "password") || !has(field, "bareCode") || field.maxLength === 1) return;
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
    if (facts.found["login"]?.["button"] !== undefined || facts.found["forgot"] !== undefined) return;
    const named = isSaid(facts, "login") || isSaid(facts, "signUp");
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess === undefined || !["username", "password", "email"].includes(guess.role)) return;
        if (guess.role === "email" && isRead(field, "email")) return;
        // A name such as `proxy_user` says whose account it is, whatever a heading says.
        if (["name", "id", "section"].some((place) => field.found["machine"]?.[place] !== undefined)) {
            guesses[index] = { ...guess, role: "none", score: 0, other: "machine" };
        }
        if (named || guess.role === "email") return;
        if (!isRead(field, "machine") && !(guess.role === "username" && has(field, "key"))) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "machine" };
    });
}

/**
 * A nickname that only its name calls a user name is none beside a real one.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteNicknames(facts, guesses) {
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "username" || guess.other !== "nickname" || isRead(field, "username")) return;
        if (!guesses.some((other, at) => at !== index && other.role === "username")) return;
        guesses[index] = { ...guess, role: "none", score: 0 };
    });
}

/**
 * A text field is a password only in a form with an account: some languages use one word for passwords and codes. The
 * password of a post or a shared link has no user name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demotePlainPasswords(facts, guesses) {
    const named = guesses.some((guess) => guess.role === "email" || guess.role === "username");
    if (named || facts.found["verify"] !== undefined) return;
    const entering = ["login", "signUp", "changePassword", "resetPassword", "forgot", "newPassword", "unlock", "deleteAccount"]
        .some((concept) => Object.keys(facts.found[concept] ?? {}).some((place) => !loose.has(place)));
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "password") return;
        const ofContent = /pass/.test(field.found["key"]?.["name"] ?? "");
        if (!ofContent && (field.type === "password" || entering || !field.labelled)) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "key" };
    });
}

/** Places whose words may concern something other than the form. */
const loose = new Set(["text", "link", "around"]);

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
        // The code of a payment that a message sends.
        if (guess.role === "code" && isRead(field, "code") && !has(field, "cardCode") && field.maxLength > 4) return;
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
 * A concealed field after two fields with `autocomplete=new-password` is another secret, such as a network's key.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteFurtherSecret(facts, guesses) {
    const chosen = facts.fields.flatMap((field, at) => field.found["newPassword"]?.["autocomplete"] === undefined ? [] : [at]);
    if (chosen.length !== 2) return;
    guesses.forEach((guess, index) => {
        const field = facts.fields[index];
        if (guess.role !== "password" || field === undefined || index < (chosen[1] ?? 0) || chosen.includes(index)) return;
        if (["newPassword", "currentPassword", "repeat"].some((concept) => has(field, concept))) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "key" };
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
    const concealed = guesses.some((guess, index) =>
        guess.role === "password" && facts.fields[index]?.type === "password"
    );
    if (verify <= 0 || guesses.some((guess) => guess.role === "code")) return;
    const texts = facts.fields.filter((field) => field.candidate && !field.unseen);
    // A code with a phone number collects a parcel or a ticket, unless a button sends it.
    const collects = guesses.some((guess) => guess.other === "phone") && facts.found["verify"]?.["button"] === undefined;
    const crowded = concealed || collects || texts.length > 2;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        // Beside other fields, it is named a code, takes as many characters, and was sent.
        const isNamed = field.found["bareCode"]?.["name"] !== undefined;
        const isSure = verify >= 5 && isRead(field, "bareCode") && texts.length < 4 || verify >= 3 && takesDigits(field) && isNamed;
        if (crowded && !(isSure && field.type !== "password")) return;
        if (field.labelled && !isRead(field, "bareCode") && field.type === "number") return;
        // A concealed field whose only known word is "PIN" takes a card's PIN, not a code that was sent.
        const isPin = Object.values(field.found["bareCode"] ?? {}).every((phrase) => /\bpin\b/.test(phrase));
        if (field.type === "password" && isPin && facts.found["code"] === undefined) return;
        // A recovery code.
        if (/code/.test(field.found["key"]?.["name"] ?? "")) return;
        if (guess === undefined || !field.candidate || (guess.role !== "none" && guess.role !== "password")) return;
        const isPlain = takesDigits(field) || texts.length === 1 && isNamed;
        if (verify < (isPlain && scores.other === 0 ? 0.7 : 1.5) || field.maxLength > longest) return;
        const bare = sum(field, "bareCode", weights);
        // "10 digit mobile number" is a phone number.
        const rival = guess.other === "phone"
            ? guess.against + 0.5
            : isRead(field, guess.other) || !crowded
            ? guess.against
            : 0;
        if (bare >= weights.threshold.bareCode && bare >= rival) {
            guesses[index] = { role: "code", score: bare, against: guess.against, other: guess.other };
        }
    });
}

/**
 * Some frameworks name the code of a text message "captcha". It is a code if its text calls it so, and a button sends it.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteSentCode(facts, guesses) {
    const { verify, code } = facts.found;
    const isSent = verify?.["button"] !== undefined ||
        (code?.["button"] !== undefined && guesses.some((guess) => guess.other === "phone"));
    if (!isSent || guesses.some((guess) => guess.role === "code")) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        const isNone = guess?.role === "none" && guess.other === "captcha";
        if (guess === undefined || !(isNone || (guess.role === "email" && has(field, "captcha"))) || !isRead(field, "code")) return;
        if (isRead(field, "captcha") || field.found["captcha"]?.["image"] !== undefined) return;
        guesses[index] = { ...guess, role: "code", score: 4 };
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
    if (verify <= 0 || guesses.some((guess) => guess.role !== "none")) return;
    const texts = facts.fields.flatMap((field, index) => field.candidate && !field.unseen ? [index] : []);
    if (texts.some((index) => facts.fields[index]?.shown)) return;
    const only = texts.length === 1 ? facts.fields[texts[0] ?? -1] : undefined;
    // A lone numeric field without any word needs less evidence.
    if (verify < 1.5 && !(only !== undefined && only.numeric && only.maxLength >= 4 && Object.keys(only.found).length === 0)) return;
    const lengths = new Set(texts.map((index) => facts.fields[index]?.maxLength ?? -1));
    const length = texts.length * (facts.fields[texts[0] ?? -1]?.maxLength ?? -1);
    // A lone field without any word needs no `maxlength` if the form is clearly about a code.
    const isBare = only !== undefined && only.maxLength < 0 && verify >= 5 && guesses[texts[0] ?? -1]?.other === "";
    if (texts.length > 2 || lengths.size !== 1 || !isBare && (length < 4 || length > 8)) return;
    const key = texts.length === 1 && verify >= 5 && facts.fields[texts[0] ?? -1]?.type === "password";
    const plain = key || texts.every((index) => {
        const field = facts.fields[index];
        if (field === undefined || !(texts.length === 1 ? field.numeric || verify >= 3 : field.maxLength > 2)) return false;
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
const mayNameCode = new Set(["bareCode", "password", "phone", "loginWord", "email", "address"]);

/** @param {FieldFacts} field */
const takesDigits = (field) => field.numeric || (field.maxLength >= 4 && field.maxLength <= 8);

/**
 * A second concealed field in a login, for a code and not called a password, takes the code of a device.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteSecondSecret(facts, guesses) {
    const secrets = guesses.flatMap((guess, index) => guess.role === "password" ? [index] : []);
    const last = secrets.at(-1) ?? -1, field = facts.fields[last], guess = guesses[last];
    if (secrets.length !== 2 || field === undefined || guess === undefined) return;
    const first = facts.fields[secrets[0] ?? -1];
    if (first === undefined || !(isRead(first, "password") || isRead(first, "bareCode"))) return;
    if (passwordWords.some((concept) => isRead(field, concept))) return;
    // For example "Token passcode" beside "Windows password", whatever the `name` attributes are.
    if (isRead(field, "code") && isRead(first, "password")) {
        guesses[last] = { ...guess, role: "code" };
        return;
    }
    if (passwordWords.some((concept) => has(field, concept)) || !isRead(field, "bareCode")) return;
    if (field.maxLength < 6 || field.maxLength > 8) return;
    if (/\bpin\b/.test(field.found["bareCode"]?.["label"] ?? field.found["bareCode"]?.["near"] ?? "")) return;
    guesses[last] = { ...guess, role: "code" };
}

/**
 * In a login, a short field after the user name and the password is for a device's code if both its text and its name contain
 * "code".
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteDeviceCode(facts, guesses) {
    const password = guesses.findIndex((guess) => guess.role === "password");
    if (guesses.some((guess) => guess.role === "code") || facts.fields[password]?.type !== "password") return;
    if (!guesses.slice(0, password).some((guess) => guess.role === "username" || guess.role === "email")) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index], named = field.found["bareCode"]?.["name"] ?? field.found["bareCode"]?.["id"];
        if (index < password || guess?.role !== "none" || guess.other !== "" || !field.candidate || field.unseen) return;
        if (field.maxLength < 4 || field.maxLength > 8 || !isRead(field, "bareCode") || named === undefined) return;
        guesses[index] = { ...guess, role: "code", score: 3 };
    });
}

/**
 * In a login, a phone number and a code after the user name and the password are in another tab: the phone number is a user
 * name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {FormScores} scores
 */
export function promoteTabOfPhone(facts, guesses, { entering }) {
    const password = guesses.findIndex((guess) => guess.role === "password");
    const isNamed = guesses.slice(0, password).some((guess) => guess.role === "username" || guess.role === "email");
    if (password < 0 || !isNamed || entering < 2.5) return;
    const index = guesses.findIndex((guess, at) =>
        at > password && guess.other === "phone" && facts.fields[at]?.candidate === true
    );
    const guess = guesses[index];
    if (guess?.role === "none" && guesses[index + 1]?.role === "code") {
        guesses[index] = { ...guess, role: "username", score: guess.against };
    }
}

/**
 * A concealed field for six to eight digits, whose only known word is "code", is for a device's code.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteGenerator(facts, guesses) {
    if (facts.found["forgot"] !== undefined || guesses.filter((guess) => guess.role === "password").length !== 1) return;
    const index = guesses.findIndex((guess) => guess.role === "password");
    const field = facts.fields[index], guess = guesses[index];
    if (field?.type !== "password" || guess === undefined || !field.numeric || field.maxLength < 6 || field.maxLength > 8) return;
    if (passwordWords.some((concept) => has(field, concept)) || !isRead(field, "bareCode")) return;
    if (Object.values(field.found["bareCode"] ?? {}).some((phrase) => /\bpin/.test(phrase))) return;
    if ((field.found["bareCode"]?.["name"] ?? field.found["bareCode"]?.["id"]) === undefined) return;
    guesses[index] = { ...guess, role: "code" };
}

/**
 * A lone field for six digits that is called a code, on a login page, is a code.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteLoneCode(facts, guesses) {
    const texts = facts.fields.flatMap((field, index) => field.candidate && !field.unseen ? [index] : []);
    const index = texts[0] ?? -1, field = facts.fields[index], guess = guesses[index];
    if (texts.length !== 1 || field === undefined || guess?.role !== "none" || facts.found["login"]?.["title"] === undefined) return;
    if (!field.numeric || field.maxLength !== 6 || field.found["bareCode"]?.["label"] === undefined) return;
    if (guess.other === "" || guess.other === "phone" && !isRead(field, "phone")) guesses[index] = { ...guess, role: "code", score: 3 };
}

/**
 * Of two concealed fields in a login, the one that is called a password is it. The other, with a text of its own, is a
 * memorable word or the answer to a question.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteOtherSecret(facts, guesses) {
    const secrets = guesses.flatMap((guess, index) => guess.role === "password" ? [index] : []);
    const named = secrets.filter((index) => passwordWords.some((concept) => isRead(/** @type {FieldFacts} */ (facts.fields[index]), concept)));
    if (secrets.length !== 2 || named.length !== 1) return;
    for (const index of secrets) {
        const field = facts.fields[index], guess = guesses[index];
        if (field === undefined || guess === undefined || named.includes(index) || !field.labelled) continue;
        if (["bareCode", "code", ...passwordWords].some((concept) => has(field, concept))) continue;
        guesses[index] = { ...guess, role: "none", score: 0, other: "answer" };
    }
}

/**
 * A concealed code that is entered twice is chosen: a PIN, not a code that was sent.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteChosenPin(facts, guesses) {
    facts.fields.forEach((field, index) => {
        const next = facts.fields[index + 1], guess = guesses[index];
        if (guess?.role !== "code" || field.type !== "password" || field.maxLength === 1) return;
        if (next?.type !== "password" || !has(next, "repeat")) return;
        guesses[index] = { ...guess, role: "password" };
        field.found["newPassword"] ??= { repeat: "" };
    });
}

/**
 * In a form that logs in, "six digits" at a concealed field after a user name is the length of a password.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteShortPassword(facts, guesses) {
    const { login, forgot, remember } = facts.found;
    const enters = forgot ?? remember ?? login?.["button"] ?? login?.["heading"];
    if (enters === undefined || guesses.some((guess) => guess.role === "password")) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "code" || field.type !== "password" || field.maxLength === 1) return;
        if (!Object.values(field.found["code"] ?? {}).every((phrase) => /^\p{Nd}/u.test(phrase))) return;
        const named = guesses.slice(0, index).some((other, at) =>
            ["email", "username"].includes(other.role) ||
            ["phone", "accountNumber", "nationalId"].includes(other.other) && facts.fields[at]?.candidate === true
        );
        if (named) guesses[index] = { ...guess, role: "password" };
    });
}

/**
 * In a form that saves a code that was not sent, "six digits" is the length of a door's or an alarm's code.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function demoteSavedCode(facts, guesses) {
    if (facts.found["save"]?.["button"] === undefined || facts.found["verify"] !== undefined) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "code" || field.maxLength === 1) return;
        if (!Object.values(field.found["code"] ?? {}).every((phrase) => /^\p{Nd}/u.test(phrase))) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "key" };
    });
}

/** Names that cards, letters and products have for a code, too. */
const securityCode = /secur|segur|sicur|sicherh|sikker|sakerh|turva|guvenlik|bezpec|bezpiec|sigurnos|безопас|biztons|安全|セキュリティ|보안/;

/**
 * A security code in a form with many other fields, of which nothing says that it was sent, is a letter's or a product's.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {FormScores} scores
 */
export function demoteCrowdedCodes(facts, guesses, scores) {
    if (scores.code >= 1.5 || facts.found["verify"] !== undefined) return;
    const isSearch = facts.found["search"]?.["button"] !== undefined;
    if (guesses.some((guess) => guess.role === "password")) return;
    const others = facts.fields.filter((field, at) => field.candidate && !field.unseen && guesses[at]?.role !== "code");
    if (others.length < 3) return;
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "code" || field.maxLength === 1 || field.found["code"]?.["autocomplete"] !== undefined) return;
        if (!isSearch && !Object.values(field.found["code"] ?? {}).every((phrase) => securityCode.test(phrase))) return;
        guesses[index] = { ...guess, role: "none", score: 0, other: "coupon" };
    });
}

/**
 * A customer or member number is the user name, and so is a national id: alone in its form, or before the password. Some
 * sites want two of them.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {FormScores} scores
 * @returns {boolean} whether one was found
 */
export function promoteNumber(facts, guesses, { login }) {
    const password = guesses.findIndex((guess) => guess.role === "password");
    const named = guesses.some((guess) => guess.role === "email" || guess.role === "username");
    const texts = facts.fields.flatMap((field, at) => field.candidate && !field.unseen ? [at] : []);
    const alone = texts.length === 1;
    // This number logs in together with a phone number, a date of birth or a code.
    const first = password < 0 && !named && login >= (facts.found["verify"]?.["button"] === undefined ? 5 : 2) &&
            texts.slice(1).every((at) => guesses[at]?.role === "code" || ["phone", "birth"].includes(guesses[at]?.other ?? ""))
        ? texts[0]
        : undefined;
    let found = false;
    guesses.forEach((guess, index) => {
        const field = facts.fields[index];
        if (guess.role !== "none" || guess.against < 3 || field?.candidate !== true || has(field, "repeat")) return;
        const before = (index < password || index === first) && isRead(field, guess.other);
        const may = guess.other === "accountNumber"
            ? !named && guess.against >= 4 || before
            : guess.other === "nationalId"
            ? alone || before
            : guess.other === "cardNumber" && before && !named && login >= 4;
        if (!may || (found && !before)) return;
        guesses[index] = { ...guess, role: "username", score: guess.against };
        found = true;
    });
    return found;
}

/**
 * Banks conceal the user name, too. It is the concealed field that its text calls so, before another concealed field.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteConcealedName(facts, guesses) {
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "password" || field.type !== "password") return;
        if (facts.fields.filter((other) => other.type === "password").length < 2) return;
        if (!isRead(field, "username") || passwordWords.some((concept) => has(field, concept))) return;
        guesses[index] = { ...guess, role: "username" };
    });
}

const passwordWords = ["password", "newPassword", "currentPassword", "repeat"];

/**
 * A field that names login and phone both takes a phone number as the user name; in a sign-up only if its text says so.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {boolean} entering  whether the form logs in
 */
export function promotePhone(facts, guesses, entering) {
    facts.fields.forEach((field, index) => {
        const guess = guesses[index];
        if (guess?.role !== "none" || guess.other !== "phone") return;
        if (["username", "loginWord"].some((concept) => entering ? has(field, concept) : isRead(field, concept))) {
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
    // If the code is the only other field, any word of logging in is enough.
    const isPair = texts === 2 && facts.found["login"] !== undefined && facts.found["save"] === undefined;
    if (sent ? scores.login < 3 && !isPair : scores.login < 2.5 || !alone) return;
    if (guesses.some((guess) => !["none", "code"].includes(guess.role))) return;
    const index = guesses.findIndex((guess, at) => guess.other === "phone" && facts.fields[at]?.candidate === true);
    const guess = guesses[index], { maxLength = -1, found = {} } = facts.fields[index] ?? {};
    // The last digits of a number only prove that one knows it.
    if ((maxLength >= 0 && maxLength <= 4) || found["nationalId"] !== undefined) return;
    if (guess?.role === "none") guesses[index] = { ...guess, role: "username", score: Math.max(guess.against, 3.5) };
}

/**
 * In a sign-up without another name before its password, the nickname or a number is the user name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteNickname(facts, guesses) {
    const password = guesses.findIndex((guess) => guess.role === "password");
    const names = guesses.flatMap((guess, index) => guess.role === "email" || guess.role === "username" ? [index] : []);
    if (names.some((index) => index < password || password < 0)) return;
    for (const concept of ["nickname", "nationalId", "accountNumber", "phone"]) {
        const index = guesses.findIndex((guess, at) =>
            guess.role === "none" && guess.other === concept && guess.against >= (concept === "nickname" ? 4 : 3) &&
            (at < password || names.length === 0)
        );
        if (concept === "nationalId" && index > 0) continue;
        // A field of an unknown kind before the phone number is more likely the name.
        const unknown = guesses.slice(0, index).some((other, at) =>
            other.role === "none" && other.other === "" && facts.fields[at]?.candidate === true
        );
        if (concept === "phone" && unknown) continue;
        const guess = guesses[index];
        if (guess === undefined) continue;
        guesses[index] = { ...guess, role: "username", score: guess.against };
        return;
    }
}

/**
 * In a sign-up without a name before the two passwords, the field before them is the user name if no known word says otherwise.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 */
export function promoteNewName(facts, guesses) {
    const before = guesses.slice(0, Math.max(0, guesses.findIndex((guess) => guess.role === "password")));
    if (before.some((guess, at) => ["email", "username"].includes(guess.role) && facts.fields[at]?.hidden === false)) return;
    const index = before.findLastIndex((_, at) => facts.fields[at]?.unseen === false);
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
    return field !== undefined && field.candidate && field.type !== "password" && !field.unseen && guesses[index]?.role === "none" &&
        guesses[index]?.other === "";
}

/** Concepts that never are a user name. */
const never = new Set(["search", "captcha", "coupon", "amount", "message", "cardCode", "decoy", "answer", "key"]);

/**
 * In a login without a known user name, the field before the password is the user name.
 * @param {FormFacts} facts
 * @param {FieldGuess[]} guesses
 * @param {FormScores} scores
 */
export function promoteName(facts, guesses, { login, other, entering }) {
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
        if (field.type === "password" && !["username", "nationalId", "accountNumber"].some((each) => isRead(field, each))) continue;
        // This form saves a profile, and a password confirms it.
        if (guess.other === "personName" && facts.found["save"]?.["button"] !== undefined) continue;
        // "Type DELETE to confirm."
        if (has(field, "repeat") || (field.labelled && facts.found["deleteAccount"] !== undefined)) continue;
        // In a known language, a text without a known word is the name only in a form that says that it logs in.
        const known = facts.fields[password];
        const isName = guess.other !== "" && guess.other !== "phone";
        if (field.labelled && !isName && entering <= 0 && known !== undefined && isRead(known, "currentPassword")) continue;
        guesses[index] = { ...guess, role: "username", score: 3 };
        return;
    }
}
