/** Words in a name or id that do not describe the field. Pure. */

/** Words that name the field's owner, unless they come last: `user_country`, `login_captcha`, `account-city`. */
const owners = new Set([
    "user",
    "usr",
    "login",
    "log in",
    "logon",
    "sign in",
    "signin",
    "account",
    "member",
    "uid",
    "nick",
    "konto",
    "compte",
    "cuenta",
    "utente",
    "usuario",
    "handle",
    "identifier",
]);

/**
 * Whether a phrase only names the field's owner.
 * @param {string} words
 * @param {{phrase: string}} hit
 */
export function isPrefix(words, hit) {
    if (!owners.has(hit.phrase)) return false;
    const rest = words.slice(words.lastIndexOf(hit.phrase) + hit.phrase.length);
    return rest.replace(/\b(?:id|name|no|nr|nm|field|input|txt|text|box|value|val|fmt|el|control|\d+)\b|\d+/g, "")
        .trim() !== "";
}

/**
 * Whether "pass" in an identifier means a passport, as in `pass_no`.
 * @param {string} words
 * @param {{phrase: string}} hit
 */
export const isPassport = (words, hit) => hit.phrase === "pass" && /\bpass (?:no|nr|num|number)\b/.test(words);

/**
 * Whether a word of an identifier names the part of the page around the field: `ctl00_MainContent_txtNumber`.
 * @param {string} words
 * @param {{phrase: string}} hit
 */
export const isContainer = (words, hit) => hit.phrase === "content" && !words.endsWith("content");
