/**
 * Finds the phrases of all languages in a text, the longest first.
 *
 * A prefix tree: the cost depends on the text's length, and not on the number of phrases and languages. Phrases are added to
 * it when a text first contains their first three letters, so a page pays only for its own words. Until then they stay joined
 * in one text, since indexing all ten thousand took most of the time of the first load.
 */
import { otherConcepts } from "./tables/concepts.js";
import { normalise } from "./text.js";

/**
 * @typedef {{next: Map<number, Node>, concepts: string[] | null, length: number}} Node
 * @typedef {{next: Map<number, Branch>, pairs: string[]}} Branch  phrase and concept in turn, of the phrases that begin with
 *   the branch's letters
 * @typedef {{concept: string, phrase: string}} Hit
 */

/** The depth of the branches: the first three letters of a phrase select its branch, or all letters of a short one. */
const depth = 3;

/** @returns {Node} */
const makeNode = () => ({ next: new Map(), concepts: null, length: 0 });

/** @returns {Branch} */
const makeBranch = () => ({ next: new Map(), pairs: [] });

/** A text that normalization does not change. */
const plain = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Scripts that use no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}ー]/u;
const letter = /\p{L}/u;

/** @param {string} text @param {number} index */
function isLetterAt(text, index) {
    const code = text.charCodeAt(index);
    if (code < 128) return code >= 97 && code <= 122;
    return !Number.isNaN(code) && letter.test(text.charAt(index));
}

/** @param {string} text @param {number} index */
const isDigitAt = (text, index) => text.charCodeAt(index) >= 48 && text.charCodeAt(index) <= 57;

/** @param {string} text @param {number} index */
const isUnspacedAt = (text, index) => text.charCodeAt(index) > 0xe00 && unspaced.test(text.charAt(index));

/** Letters that normalization keeps in their own script, so that a text in Latin letters needs none of them. */
const ofOtherScripts = "\u0370-\u1cff\u3040-\u31ff\u3400-\ud7a3", firstOfOtherScripts = 0x370;

/**
 * The phrases of all languages, as one text in which a phrase is found by its beginning. Only phrases whose first letter was
 * needed are normalized.
 */
export class PhraseIndex {
    /** Every phrase after a "|", with one more "|" at the end. */
    #text;
    /** The places in the text where the phrases of the next concept begin. @type {number[]} */
    #starts = [];
    /** @type {string[]} */
    #concepts = [];
    /** How phrases begin, with their "|", by the first letter after normalization. @type {Map<number, string[]>} */
    #beginnings = new Map();
    /** The places of the phrases in other scripts, by the first letter. @type {Map<number, number[]>} */
    #otherPlaces = new Map();
    #hasOtherScripts = false;
    /** The first letters that were needed. @type {Set<number>} */
    #grown = new Set();
    #root = makeBranch();

    /** @param {Iterable<Readonly<Record<string, string>>>} languages */
    constructor(languages) {
        const parts = [];
        let length = 0;
        for (const words of languages) {
            for (const [concept, phrases] of Object.entries(words)) {
                parts.push(phrases);
                this.#concepts.push(concept);
                this.#starts.push(length);
                length += phrases.length + 1;
            }
        }
        this.#text = `|${parts.join("|")}|`;
        this.#findBeginnings();
    }

    /**
     * The branch of a first letter; `undefined` if no phrase begins with it.
     * @param {number} code
     */
    branch(code) {
        this.#grow(code);
        return this.#root.next.get(code);
    }

    /** @param {number} code  the first letter whose phrases are needed */
    #grow(code) {
        if (this.#grown.has(code)) return;
        this.#grown.add(code);
        if (code >= firstOfOtherScripts && !this.#hasOtherScripts) this.#findOtherScripts();
        const places = new Set(this.#beginnings.get(code)?.flatMap((beginning) => this.#placesOf(beginning)));
        for (const place of this.#otherPlaces.get(code) ?? []) places.add(place);
        let entry = 0;
        for (const place of [...places].sort((one, other) => one - other)) {
            while ((this.#starts[entry + 1] ?? Infinity) <= place) entry++;
            const phrase = this.#phraseAt(place);
            this.#take(plain.test(phrase) ? phrase : normalise(phrase), this.#concepts[entry] ?? "");
        }
    }

    /** @param {string} phrase @param {string} concept */
    #take(phrase, concept) {
        this.#insert(phrase, concept);
        // Joined words have another branch if the first word is short.
        const space = phrase.indexOf(" ");
        if (space >= 0 && space < depth) this.#insert(phrase.replaceAll(" ", ""), concept);
    }

    /** @param {string} phrase @param {string} concept */
    #insert(phrase, concept) {
        let branch = this.#root;
        for (let index = 0; index < depth && index < phrase.length; index++) {
            const code = phrase.charCodeAt(index);
            let next = branch.next.get(code);
            if (next === undefined) branch.next.set(code, next = makeBranch());
            branch = next;
        }
        branch.pairs.push(phrase, concept);
    }

    /** Finds the phrases in other scripts, which have too many first letters to search for each. */
    #findOtherScripts() {
        this.#hasOtherScripts = true;
        for (const { index, 1: letter = "" } of this.#text.matchAll(new RegExp(`\\|([${ofOtherScripts}])`, "g"))) {
            const code = normalise(letter).charCodeAt(0), places = this.#otherPlaces.get(code);
            if (places === undefined) this.#otherPlaces.set(code, [index]);
            else places.push(index);
        }
    }

    #findBeginnings() {
        for (const beginning of new Set(this.#text.match(new RegExp(`\\|[^|${ofOtherScripts}]`, "g")))) {
            const letter = normalise(beginning.charAt(1));
            if (letter !== "") this.#add(letter, beginning);
            // A sign does not determine the letter after it.
            else for (const place of this.#placesOf(beginning)) this.#noteSign(place);
        }
    }

    /** @param {number} place  of a phrase that begins with a sign */
    #noteSign(place) {
        const phrase = this.#phraseAt(place);
        this.#add(normalise(phrase), `|${phrase}`);
    }

    /** @param {string} normalised @param {string} beginning */
    #add(normalised, beginning) {
        const code = normalised.charCodeAt(0), known = this.#beginnings.get(code);
        if (known === undefined) this.#beginnings.set(code, [beginning]);
        else known.push(beginning);
    }

    /** @param {number} place  of a "|" */
    #phraseAt(place) {
        return this.#text.slice(place + 1, this.#text.indexOf("|", place + 1));
    }

    /** @param {string} beginning */
    #placesOf(beginning) {
        const text = this.#text, places = [];
        for (let place = text.indexOf(beginning); place >= 0; place = text.indexOf(beginning, place + 1)) places.push(place);
        return places;
    }
}

/** A set of phrases, each of which stands for one concept or more. */
export class Phrases {
    #root = makeNode();
    /** The branches whose phrases are in the tree. @type {Set<Branch>} */
    #grown = new Set();
    /** @type {Map<string, readonly Hit[]>} */
    #known = new Map();
    #index;
    #concepts;

    /**
     * @param {() => PhraseIndex} index  called by the first search
     * @param {ReadonlySet<string>} concepts  those to find
     */
    constructor(index, concepts) {
        this.#index = index;
        this.#concepts = concepts;
    }

    /** Forgets what was found: the index has other phrases from now on. */
    forget() {
        this.#root = makeNode();
        this.#grown.clear();
        this.#known.clear();
    }

    /**
     * Adds the phrases that the next letters of a text may begin.
     * @param {string} text
     * @param {number} start
     */
    #grow(text, start) {
        let branch = this.#index().branch(text.charCodeAt(start));
        for (let index = start + 1; branch !== undefined; index++) {
            if (branch.pairs.length > 0 && !this.#grown.has(branch)) {
                this.#grown.add(branch);
                this.#addAll(branch.pairs);
            }
            branch = branch.next.get(text.charCodeAt(index));
        }
    }

    /** @param {readonly string[]} pairs  phrase and concept in turn */
    #addAll(pairs) {
        for (let index = 1; index < pairs.length; index += 2) {
            const phrase = pairs[index - 1] ?? "", concept = pairs[index] ?? "";
            if (!this.#concepts.has(concept)) continue;
            this.#insert(phrase, concept);
            // The index has joined words of another branch there.
            if (phrase.indexOf(" ") >= depth) this.#insert(phrase.replaceAll(" ", ""), concept);
        }
    }

    /** @param {string} phrase @param {string} concept */
    #insert(phrase, concept) {
        let node = this.#root;
        for (let index = 0; index < phrase.length; index++) {
            const code = phrase.charCodeAt(index);
            let next = node.next.get(code);
            if (next === undefined) {
                next = makeNode();
                node.next.set(code, next);
            }
            node = next;
        }
        node.concepts ??= [];
        node.length = phrase.length;
        if (!node.concepts.includes(concept)) node.concepts.push(concept);
    }

    /**
     * The phrases in a normalised text, from left to right, without overlaps.
     * @param {string} text
     * @param {boolean} [identifier]  whether words may be joined, as in `txtusername`
     * @returns {readonly Hit[]}
     */
    find(text, identifier = false) {
        if (text === "") return [];
        const key = identifier ? `#${text}` : text;
        const known = this.#known.get(key);
        if (known !== undefined) return known;
        const hits = this.#search(text, identifier);
        if (this.#known.size > 2000) this.#known.clear();
        this.#known.set(key, hits);
        return hits;
    }

    /** @param {string} text @param {boolean} identifier @returns {Hit[]} */
    #search(text, identifier) {
        /** @type {Hit[]} */
        const hits = [];
        let index = 0, end = 0;
        while (index < text.length) {
            const inside = index > 0 &&
                (isLetterAt(text, index)
                    ? isLetterAt(text, index - 1)
                    : isDigitAt(text, index) && isDigitAt(text, index - 1));
            const free = !inside || isUnspacedAt(text, index);
            const node = free || identifier ? this.#longest(text, index, identifier, inside, index === end) : null;
            if (node === null) {
                index++;
                continue;
            }
            const phrase = text.slice(index, index + node.length);
            for (const concept of node.concepts ?? []) hits.push({ concept, phrase });
            end = index += node.length;
        }
        return hits;
    }

    /**
     * @param {string} text
     * @param {number} start
     * @param {boolean} identifier
     * @param {boolean} inside  whether a letter precedes
     * @param {boolean} follows  whether another phrase ends directly before it
     * @returns {Node | null}
     */
    #longest(text, start, identifier, inside, follows) {
        this.#grow(text, start);
        /** @type {Node | null} */
        let best = null;
        /** @type {Node | undefined} */
        let node = this.#root;
        for (let index = start; index < text.length; index++) {
            node = node.next.get(text.charCodeAt(index));
            if (node === undefined) break;
            if (node.concepts === null || !mayEnd(text, start, index, identifier, inside)) continue;
            if (inside && node.length === shortest && !follows && endsByChance(text, start, node.concepts)) continue;
            best = node;
        }
        return best;
    }
}

/** The least length of a phrase that may be the end of a word in an identifier. */
const shortest = 4;
/** @type {ReadonlySet<string>} */
const others = new Set(otherConcepts.filter((concept) => concept !== "personName"));
/** Prefixes that pages put before the word in an identifier. */
const prefix = /(?:^|[^a-z])(?:smtp|imap|pop|ftp|mail|db|http|ssh|sql|ldap|txt|tx|tb|edt?|inp|input|fld|field|frm|form|str|cust|usr|user|in|new|my|[a-z])$/;

/**
 * Whether a short word ends a longer one by chance, as "port" does in "support".
 * @param {string} text
 * @param {number} start
 * @param {readonly string[]} concepts
 */
const endsByChance = (text, start, concepts) =>
    concepts.every((concept) => others.has(concept)) && !prefix.test(text.slice(0, start)) &&
    !isUnspacedAt(text, start);

/**
 * Whether a phrase may end here: at the end of a word, anywhere in scripts without spaces, and in identifiers also if the
 * phrase is too long to be part of another word.
 * @param {string} text
 * @param {number} start
 * @param {number} last
 * @param {boolean} identifier
 * @param {boolean} inside
 */
function mayEnd(text, start, last, identifier, inside) {
    const length = last - start + 1;
    const open = isLetterAt(text, last + 1);
    if (isUnspacedAt(text, last)) return length > 1 || (!open && !inside);
    if (!open) return !inside || (identifier && length >= shortest);
    return identifier && length >= 5;
}
