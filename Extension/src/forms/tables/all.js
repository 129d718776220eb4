/** All languages of the tables, and the two sets of phrases made of them. */
import { Phrases } from "../phrases.js";
import { credentialConcepts, formConcepts, otherConcepts } from "./concepts.js";
import { de } from "./words/de.js";
import { en } from "./words/en.js";
import { es } from "./words/es.js";
import { fr } from "./words/fr.js";
import { it } from "./words/it.js";
import { ja } from "./words/ja.js";
import { ko } from "./words/ko.js";
import { nl } from "./words/nl.js";
import { pl } from "./words/pl.js";
import { pt } from "./words/pt.js";
import { ru } from "./words/ru.js";
import { tr } from "./words/tr.js";
import { zh } from "./words/zh.js";

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const languages = { en, de, fr, es, pt, it, nl, pl, ru, tr, ja, zh, ko };

/** Phrases beside a field: its label, its name, its placeholder. */
export const fieldPhrases = new Phrases(Object.values(languages), new Set([...credentialConcepts, ...otherConcepts]));

/** Phrases of a form: its button, its heading, its links. */
export const formPhrases = new Phrases(Object.values(languages), new Set(formConcepts));
