/** The languages of the tables, and the two sets of phrases made of them. English is loaded at once, others on request. */
import { PhraseIndex, Phrases } from "../phrases.js";
import { credentialConcepts, formConcepts, otherConcepts } from "./concepts.js";
import { en } from "./words/en.js";
import { identifiers } from "./words/identifiers.js";

/** @typedef {Readonly<Record<string, string>>} Words  phrases by concept, separated by "|" */

/** @type {Readonly<Record<string, () => Promise<Words>>>} */
const modules = {
    de: async () => (await import("./words/de.js")).de,
    fr: async () => (await import("./words/fr.js")).fr,
    es: async () => (await import("./words/es.js")).es,
    pt: async () => (await import("./words/pt.js")).pt,
    it: async () => (await import("./words/it.js")).it,
    nl: async () => (await import("./words/nl.js")).nl,
    pl: async () => (await import("./words/pl.js")).pl,
    ru: async () => (await import("./words/ru.js")).ru,
    tr: async () => (await import("./words/tr.js")).tr,
    ja: async () => (await import("./words/ja.js")).ja,
    zh: async () => (await import("./words/zh.js")).zh,
    ko: async () => (await import("./words/ko.js")).ko,
    ar: async () => (await import("./words/ar.js")).ar,
    bg: async () => (await import("./words/bg.js")).bg,
    ca: async () => (await import("./words/ca.js")).ca,
    cs: async () => (await import("./words/cs.js")).cs,
    da: async () => (await import("./words/da.js")).da,
    el: async () => (await import("./words/el.js")).el,
    et: async () => (await import("./words/et.js")).et,
    fa: async () => (await import("./words/fa.js")).fa,
    fi: async () => (await import("./words/fi.js")).fi,
    he: async () => (await import("./words/he.js")).he,
    hi: async () => (await import("./words/hi.js")).hi,
    hr: async () => (await import("./words/hr.js")).hr,
    hu: async () => (await import("./words/hu.js")).hu,
    id: async () => (await import("./words/id.js")).id,
    is: async () => (await import("./words/is.js")).is,
    lt: async () => (await import("./words/lt.js")).lt,
    lv: async () => (await import("./words/lv.js")).lv,
    ro: async () => (await import("./words/ro.js")).ro,
    sk: async () => (await import("./words/sk.js")).sk,
    sl: async () => (await import("./words/sl.js")).sl,
    sv: async () => (await import("./words/sv.js")).sv,
    th: async () => (await import("./words/th.js")).th,
    uk: async () => (await import("./words/uk.js")).uk,
    vi: async () => (await import("./words/vi.js")).vi,
    sr: async () => (await import("./words/sr.js")).sr,
    mk: async () => (await import("./words/mk.js")).mk,
    sq: async () => (await import("./words/sq.js")).sq,
    az: async () => (await import("./words/az.js")).az,
    kk: async () => (await import("./words/kk.js")).kk,
    hy: async () => (await import("./words/hy.js")).hy,
    ka: async () => (await import("./words/ka.js")).ka,
    bn: async () => (await import("./words/bn.js")).bn,
    ta: async () => (await import("./words/ta.js")).ta,
    ur: async () => (await import("./words/ur.js")).ur,
    eu: async () => (await import("./words/eu.js")).eu,
    sw: async () => (await import("./words/sw.js")).sw,
    tl: async () => (await import("./words/tl.js")).tl,
    gl: async () => (await import("./words/gl.js")).gl,
    af: async () => (await import("./words/af.js")).af,
    uz: async () => (await import("./words/uz.js")).uz,
    mn: async () => (await import("./words/mn.js")).mn,
    am: async () => (await import("./words/am.js")).am,
    be: async () => (await import("./words/be.js")).be,
    cy: async () => (await import("./words/cy.js")).cy,
    ga: async () => (await import("./words/ga.js")).ga,
    gu: async () => (await import("./words/gu.js")).gu,
    km: async () => (await import("./words/km.js")).km,
    kn: async () => (await import("./words/kn.js")).kn,
    ky: async () => (await import("./words/ky.js")).ky,
    lb: async () => (await import("./words/lb.js")).lb,
    lo: async () => (await import("./words/lo.js")).lo,
    ml: async () => (await import("./words/ml.js")).ml,
    mr: async () => (await import("./words/mr.js")).mr,
    mt: async () => (await import("./words/mt.js")).mt,
    my: async () => (await import("./words/my.js")).my,
    ne: async () => (await import("./words/ne.js")).ne,
    pa: async () => (await import("./words/pa.js")).pa,
    si: async () => (await import("./words/si.js")).si,
    te: async () => (await import("./words/te.js")).te,
};

/** Every language, in the order in which its phrases are found. */
export const languageCodes = Object.freeze(["en", ...Object.keys(modules)]);

/** The loaded languages. @type {Map<string, Words>} */
const loaded = new Map([["en", en]]);
/** @type {ReadonlySet<string>} */
let active = new Set(["en"]);

/** @type {PhraseIndex | null} */
let made = null;
const index = () => made ??= new PhraseIndex([...[...active].map(wordsOf), identifiers]);

/** Phrases near a field: its label, its name, its placeholder. */
export const fieldPhrases = new Phrases(index, new Set([...credentialConcepts, ...otherConcepts]));

/** Phrases of a form: its button, its heading, its links. */
export const formPhrases = new Phrases(index, new Set(formConcepts));

/** The languages whose phrases are found. */
export const activeLanguages = () => active;

/**
 * Makes both sets find the phrases of these languages, too. A language that cannot be loaded is left out.
 * @param {Iterable<string>} codes  codes of `languageCodes`; others are ignored
 */
export async function useLanguages(codes) {
    const wanted = new Set(codes);
    await Promise.all([...wanted].filter((code) => !loaded.has(code)).map(async (code) => {
        const words = await modules[code]?.().catch(() => undefined);
        if (words !== undefined) loaded.set(code, words);
    }));
    activate((code) => active.has(code) || wanted.has(code) && loaded.has(code));
}

/** Makes both sets find the phrases of English only, as in a new document. */
export function forgetLanguages() {
    activate((code) => code === "en");
}

/** @param {(code: string) => boolean} isActive */
function activate(isActive) {
    active = new Set(languageCodes.filter(isActive));
    made = null;
    fieldPhrases.forget();
    formPhrases.forget();
}

/**
 * The phrases of a loaded language, by concept.
 * @param {string} code
 * @returns {Words}
 */
export function wordsOf(code) {
    return loaded.get(code) ?? {};
}
