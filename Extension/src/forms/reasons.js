/** Explains in words why a field has its kind, or has none. For people who work on the rules; the extension does not load it. */
import { decide } from "./decide.js";
import { sum } from "./score.js";

/** @import { FormFacts } from "./formFacts.js" */

/** What each rule of `decide.js` means. @type {Readonly<Record<string, string>>} */
const rules = {
    pins: "a short PIN without a user name is no password",
    words: "many concealed fields are the words of a recovery phrase",
    machines: "the account of a machine is not this site's",
    cardCodes: "beside a card number it is the card's code",
    nicknames: "beside a real user name it is only a nickname",
    plainPasswords: "a text field, or the password of a post, is no password without an account",
    repeatedKey: "it repeats the passphrase of a file",
    chosenPin: "a code that is entered twice is chosen",
    concealedName: "a concealed field that is called a user name, beside another concealed field",
    savedCode: "the form saves the code, and no text says that it was sent",
    shortPassword: "the number of digits is the length of a password, after a user name",
    crowdedCodes: "a security code among many other fields was not sent",
    bareCode: "a code, in a form that speaks of one that was sent",
    sentCode: "a button sends it, although its name says captcha",
    digits: "digits without a name, in a form that speaks of a code",
    caller: "the phone number that gets the code, or logs in alone",
    number: "the number of a customer, a member or a person logs in",
    phone: "a phone number that is called a login",
    otherSecret: "the other concealed field is called the password",
    secondSecret: "the second concealed field of a login takes the code of a device",
    furtherSecret: "another secret after a new password and its repetition",
    generator: "a concealed field for digits that is called a code, and never a password",
    loneCode: "a lone field for digits that is called a code, on a login page",
    deviceCode: "a code after the user name and the password of a login",
    tabOfPhone: "a phone number before a code, in another tab of a login",
    name: "the field before the password of a login",
    nickname: "the only name of a sign-up",
    newName: "the field before the passwords of a sign-up",
    resetCode: "a code beside new passwords",
};

/**
 * The reasons for the kind of a field, in words.
 * @param {FormFacts} facts
 * @param {number} index  of the field in its form
 * @returns {string[]}
 */
export function reasonsOf(facts, index) {
    const { kind, answers, explain, guesses, rules: applied } = decide(facts);
    const field = facts.fields[index], guess = guesses[index];
    const answer = answers.find((each) => each.index === index);
    if (field === undefined || guess === undefined) return [];
    const looks = guess.role === "none" ? guess.other === "" ? "nothing known" : guess.other : guess.role;
    return [
        `it is ${answer?.kind ?? "no credential"} in a form of kind ${kind}`,
        ...Object.entries(field.found).map(([concept, places]) => {
            const said = Object.entries(places).map(([place, phrase]) => `${place} "${phrase}"`).join(", ");
            return `says ${concept}: ${said} (${round(sum(field, concept))})`;
        }),
        ...(field.type === "text" ? [] : [`its type is ${field.type}`]),
        ...(field.unseen ? ["it is hidden"] : []),
        `so it looks like ${looks} (${round(guess.score)}; against it ${round(guess.against)})`,
        ...(applied[index] ?? []).map((rule) => `rule: ${rules[rule] ?? rule}`),
        ...explain.map(({ rule, signal, weight }) => `the form, ${rule} (${signal}, ${round(weight)})`),
    ];
}

/** @param {number} weight */
const round = (weight) => Math.round(weight * 10) / 10;
