/** All languages of the tables, and the two sets of phrases made of them. */
import { PhraseIndex, Phrases } from "../phrases.js";
import { credentialConcepts, formConcepts, otherConcepts } from "./concepts.js";
import { af } from "./words/af.js";
import { ar } from "./words/ar.js";
import { az } from "./words/az.js";
import { bg } from "./words/bg.js";
import { bn } from "./words/bn.js";
import { ca } from "./words/ca.js";
import { cs } from "./words/cs.js";
import { da } from "./words/da.js";
import { de } from "./words/de.js";
import { el } from "./words/el.js";
import { en } from "./words/en.js";
import { es } from "./words/es.js";
import { et } from "./words/et.js";
import { eu } from "./words/eu.js";
import { fa } from "./words/fa.js";
import { fi } from "./words/fi.js";
import { fr } from "./words/fr.js";
import { gl } from "./words/gl.js";
import { he } from "./words/he.js";
import { hi } from "./words/hi.js";
import { hr } from "./words/hr.js";
import { hu } from "./words/hu.js";
import { hy } from "./words/hy.js";
import { id } from "./words/id.js";
import { is } from "./words/is.js";
import { it } from "./words/it.js";
import { ja } from "./words/ja.js";
import { ka } from "./words/ka.js";
import { kk } from "./words/kk.js";
import { ko } from "./words/ko.js";
import { lt } from "./words/lt.js";
import { lv } from "./words/lv.js";
import { mk } from "./words/mk.js";
import { mn } from "./words/mn.js";
import { nl } from "./words/nl.js";
import { pl } from "./words/pl.js";
import { pt } from "./words/pt.js";
import { ro } from "./words/ro.js";
import { ru } from "./words/ru.js";
import { sk } from "./words/sk.js";
import { sl } from "./words/sl.js";
import { sq } from "./words/sq.js";
import { sr } from "./words/sr.js";
import { sv } from "./words/sv.js";
import { sw } from "./words/sw.js";
import { ta } from "./words/ta.js";
import { th } from "./words/th.js";
import { tl } from "./words/tl.js";
import { tr } from "./words/tr.js";
import { uk } from "./words/uk.js";
import { ur } from "./words/ur.js";
import { uz } from "./words/uz.js";
import { vi } from "./words/vi.js";
import { zh } from "./words/zh.js";

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const languages = {
    en,
    de,
    fr,
    es,
    pt,
    it,
    nl,
    pl,
    ru,
    tr,
    ja,
    zh,
    ko,
    ar,
    bg,
    ca,
    cs,
    da,
    el,
    et,
    fa,
    fi,
    he,
    hi,
    hr,
    hu,
    id,
    is,
    lt,
    lv,
    ro,
    sk,
    sl,
    sv,
    th,
    uk,
    vi,
    sr,
    mk,
    sq,
    az,
    kk,
    hy,
    ka,
    bn,
    ta,
    ur,
    eu,
    sw,
    tl,
    gl,
    af,
    uz,
    mn,
};

/** @type {PhraseIndex | null} */
let made = null;
const index = () => made ??= new PhraseIndex(Object.values(languages));

/** Phrases near a field: its label, its name, its placeholder. */
export const fieldPhrases = new Phrases(index, new Set([...credentialConcepts, ...otherConcepts]));

/** Phrases of a form: its button, its heading, its links. */
export const formPhrases = new Phrases(index, new Set(formConcepts));
