/**
 * Which languages a page needs, so that it loads only their phrases.
 *
 * English is always there. Another language is needed if the page declares it, if the page uses its script, or if most
 * words of the page are unknown: pages often declare English and are in another language.
 */
import { candidates } from "./candidates.js";
import { activeLanguages, languageCodes, useLanguages, wordsOf } from "./tables/all.js";
import { normalise, textOf } from "./text.js";

/** Languages by script. A script without an entry has no language in the tables. */
const scripts = /** @type {const} */ ([
    [/\p{Script=Cyrillic}/gu, ["ru", "uk", "bg", "sr", "mk", "kk", "mn", "uz", "be", "ky"]],
    [/\p{Script=Arabic}/gu, ["ar", "fa", "ur"]],
    [/\p{Script=Han}/gu, ["zh", "ja"]],
    [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, ["ja"]],
    [/\p{Script=Hangul}/gu, ["ko"]],
    [/\p{Script=Greek}/gu, ["el"]],
    [/\p{Script=Hebrew}/gu, ["he"]],
    [/\p{Script=Devanagari}/gu, ["hi", "mr", "ne"]],
    [/\p{Script=Bengali}/gu, ["bn"]],
    [/\p{Script=Tamil}/gu, ["ta"]],
    [/\p{Script=Telugu}/gu, ["te"]],
    [/\p{Script=Malayalam}/gu, ["ml"]],
    [/\p{Script=Kannada}/gu, ["kn"]],
    [/\p{Script=Gujarati}/gu, ["gu"]],
    [/\p{Script=Gurmukhi}/gu, ["pa"]],
    [/\p{Script=Sinhala}/gu, ["si"]],
    [/\p{Script=Khmer}/gu, ["km"]],
    [/\p{Script=Lao}/gu, ["lo"]],
    [/\p{Script=Myanmar}/gu, ["my"]],
    [/\p{Script=Ethiopic}/gu, ["am"]],
    [/\p{Script=Thai}/gu, ["th"]],
    [/\p{Script=Georgian}/gu, ["ka"]],
    [/\p{Script=Armenian}/gu, ["hy"]],
]);

/** Languages of other scripts that are written in Latin letters, too. */
const inBothScripts = ["sr", "uz"];
/** @type {ReadonlySet<string>} */
const inOtherScripts = new Set(scripts.flatMap(([, codes]) => [...codes]));
const inLatinScript = languageCodes.filter((code) => !inOtherScripts.has(code) || inBothScripts.includes(code));

/** Codes that pages use for a language of the tables. */
const aliases = new Map([["nb", "da"], ["nn", "da"], ["no", "da"], ["ms", "id"], ["in", "id"], ["iw", "he"], ["fil", "tl"],
    ["bs", "hr"], ["sh", "sr"]]);

/** The share of a page's letters that makes a script count: a menu of languages has fewer. */
const leastShare = 0.05;
/** The share of words that are known on a page in English, and on one that declares its language. */
const knownInEnglish = 0.5, knownAsDeclared = 0.2;

/** Frequent English words that are not in the tables. */
const english = "about accept access account after all already and any are back been before below but can change check choose click " +
    "close company contact continue cookies could customer details did does don each every find first for free from get had has " +
    "have help here home how inc into its just keep know language last learn let like log look make manage may menu more most my " +
    "need new next not now off one only open other our out over page people policy privacy problem products read request rights " +
    "reserved safe secure see select send service services settings shall she should sign site skip some start store support take " +
    "team terms than that the their them then there these they this through time today too trouble try two under use used using " +
    "very view want was way welcome well were what when where which who why will with work would yes you your";

/** The words of a language's phrases, by its code. @type {Map<string, ReadonlySet<string>>} */
const vocabularies = new Map();

/** @param {string} code */
function vocabularyOf(code) {
    let words = vocabularies.get(code);
    if (words === undefined) {
        const phrases = Object.values(wordsOf(code)).join("|").concat(code === "en" ? ` ${english}` : "");
        words = new Set(normalise(phrases).split(" "));
        vocabularies.set(code, words);
    }
    return words;
}

/**
 * The languages that a text needs besides English.
 * @param {string} text
 * @param {readonly string[]} declared  the languages that its page declares, English excluded
 * @returns {ReadonlySet<string>}
 */
export function languagesOfText(text, declared) {
    const needed = new Set(declared);
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    for (const [script, codes] of scripts) {
        if ((text.match(script)?.length ?? 0) > letters * leastShare) for (const code of codes) needed.add(code);
    }
    const latin = declared.filter((code) => inLatinScript.includes(code));
    // Which words of a declared language are known is clear after it is loaded.
    if (latin.some((code) => !activeLanguages().has(code))) return needed;
    const known = ["en", ...latin].map(vocabularyOf);
    const words = normalise(text).split(" ").filter((word) => /^[a-z]{3,}$/.test(word));
    const count = words.filter((word) => known.some((vocabulary) => vocabulary.has(word))).length;
    const share = latin.length > 0 ? knownAsDeclared : knownInEnglish;
    if (count < words.length * share) for (const code of inLatinScript) needed.add(code);
    needed.delete("en");
    return needed;
}

/** Languages that could not be loaded, since the extension was replaced. @type {Set<string>} */
const unavailable = new Set();

/**
 * Loads the languages that a page or a field's form needs. Returns `null` if it has them already.
 * @param {Document | Element} root
 * @param {(host: Element) => ShadowRoot | null} shadowRootOf
 * @returns {Promise<void> | null}
 */
export function prepareLanguages(root, shadowRootOf) {
    const needed = languagesOfText(sampleOf(root, shadowRootOf), declaredBy(root));
    const missing = [...needed].filter((code) => !activeLanguages().has(code) && !unavailable.has(code));
    if (missing.length === 0) return null;
    return useLanguages(missing).then(() => {
        for (const code of missing) if (!activeLanguages().has(code)) unavailable.add(code);
        // The words of a declared language are known now.
        return prepareLanguages(root, shadowRootOf) ?? undefined;
    });
}

/** @param {Document | Element} root @returns {string[]} languages of the tables that the page declares, English excluded */
function declaredBy(root) {
    const elements = root instanceof Element
        ? [root.closest("[lang]")]
        : [root.documentElement, root.body?.closest("[lang]"), ...[...root.querySelectorAll("form[lang], main[lang], dialog[lang]")].slice(0, 8)];
    const codes = elements.map((element) => (element?.getAttribute("lang") ?? "").toLowerCase().split(/[-_]/)[0] ?? "");
    return [...new Set(codes.map((code) => aliases.get(code) ?? code))].filter((code) => code !== "en" && languageCodes.includes(code));
}

/** Fields, characters of the page and of each form that are read: enough to know the language. */
const mostFields = 40, mostOfPage = 3000, mostOfForm = 1000;

/** @param {Document | Element} root @param {(host: Element) => ShadowRoot | null} shadowRootOf @returns {string} */
function sampleOf(root, shadowRootOf) {
    const fields = root instanceof Element ? [root] : candidates(root, shadowRootOf, mostFields);
    const forms = new Set(fields.map(surroundingsOf));
    const labels = fields.map((field) => `${field.getAttribute("placeholder") ?? ""} ${field.getAttribute("aria-label") ?? ""}`);
    const page = root instanceof Element ? [] : [root.title, root.body === null ? "" : textOf(root.body, mostOfPage)];
    return [...page, ...[...forms].map((form) => textOf(form, mostOfForm)), ...labels].join(" ");
}

/** @param {Element} field @returns {Node} its form, or the part of the page around it */
function surroundingsOf(field) {
    const form = /** @type {HTMLInputElement} */ (field).form;
    if (form) return form;
    let around = field;
    for (let depth = 0; depth < 4 && around.parentElement !== null; depth++) around = around.parentElement;
    return around;
}
