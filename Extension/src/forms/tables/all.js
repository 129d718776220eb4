/** All languages of the tables, and the two sets of phrases made of them. */
import { Phrases } from "../phrases.js";
import { credentialConcepts, formConcepts, otherConcepts } from "./concepts.js";
import { ar } from "./words/ar.js";
import { cs } from "./words/cs.js";
import { da } from "./words/da.js";
import { de } from "./words/de.js";
import { el } from "./words/el.js";
import { en } from "./words/en.js";
import { es } from "./words/es.js";
import { fi } from "./words/fi.js";
import { fr } from "./words/fr.js";
import { he } from "./words/he.js";
import { hi } from "./words/hi.js";
import { hu } from "./words/hu.js";
import { id } from "./words/id.js";
import { it } from "./words/it.js";
import { ja } from "./words/ja.js";
import { ko } from "./words/ko.js";
import { nl } from "./words/nl.js";
import { pl } from "./words/pl.js";
import { pt } from "./words/pt.js";
import { ro } from "./words/ro.js";
import { ru } from "./words/ru.js";
import { sk } from "./words/sk.js";
import { sv } from "./words/sv.js";
import { th } from "./words/th.js";
import { tr } from "./words/tr.js";
import { uk } from "./words/uk.js";
import { vi } from "./words/vi.js";
import { zh } from "./words/zh.js";

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const languages = {
    en, de, fr, es, pt, it, nl, pl, ru, tr, ja, zh, ko,
    ar, cs, da, el, fi, he, hi, hu, id, ro, sk, sv, th, uk, vi,
};

/** Phrases beside a field: its label, its name, its placeholder. */
export const fieldPhrases = new Phrases(Object.values(languages), new Set([...credentialConcepts, ...otherConcepts]));

/** Phrases of a form: its button, its heading, its links. */
export const formPhrases = new Phrases(Object.values(languages), new Set(formConcepts));
