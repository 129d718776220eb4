/**
 * Finds the phrases of all languages in a text, the longest first.
 *
 * A prefix tree: the cost depends on the text's length, and not on the number of phrases and languages. The branch of a
 * first letter is built when a text first contains that letter, so a page pays only for its own scripts.
 */
import { normalise } from "./text.js";

/**
 * @typedef {{next: Map<number, Node>, concepts: string[] | null, length: number}} Node
 * @typedef {{concept: string, phrase: string}} Hit
 */

/** @returns {Node} */
const makeNode = () => ({ next: new Map(), concepts: null, length: 0 });

/** Scripts that use no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
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

/** @type {Map<string, number>} */
const firsts = new Map();

/**
 * The first letter of a phrase after normalization.
 * @param {string} phrase
 */
function firstLetter(phrase) {
    const letter = phrase.charAt(0);
    const known = firsts.get(letter);
    if (known !== undefined) return known;
    const folded = normalise(letter);
    // A sign does not determine the letter after it.
    if (folded === "") return normalise(phrase).charCodeAt(0);
    firsts.set(letter, folded.charCodeAt(0));
    return folded.charCodeAt(0);
}

/** A set of phrases, each of which stands for one concept or more. */
export class Phrases {
    #root = makeNode();
    /**
     * Phrases that are not in the tree yet, by first letter: concept and phrase in turn.
     * @type {Map<number, string[]>}
     */
    #waiting = new Map();
    /** @type {Map<string, readonly Hit[]>} */
    #known = new Map();

    /**
     * @param {Iterable<Readonly<Record<string, string>>>} languages
     * @param {ReadonlySet<string>} concepts  those to take of each language
     */
    constructor(languages, concepts) {
        for (const words of languages) {
            for (const [concept, phrases] of Object.entries(words)) {
                if (!concepts.has(concept)) continue;
                for (const phrase of phrases.split("|")) {
                    const first = firstLetter(phrase);
                    const waiting = this.#waiting.get(first);
                    if (waiting === undefined) this.#waiting.set(first, [concept, phrase]);
                    else waiting.push(concept, phrase);
                }
            }
        }
    }

    /** @param {number} code  the first letter whose branch is needed */
    #grow(code) {
        const waiting = this.#waiting.get(code);
        if (waiting === undefined) return;
        this.#waiting.delete(code);
        for (let index = 1; index < waiting.length; index += 2) {
            this.#add(normalise(waiting[index] ?? ""), waiting[index - 1] ?? "");
        }
    }

    /** @param {string} phrase @param {string} concept */
    #add(phrase, concept) {
        if (phrase === "") return;
        this.#insert(phrase, concept);
        const joined = phrase.replaceAll(" ", "");
        if (joined !== phrase) this.#insert(joined, concept);
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
        let index = 0;
        while (index < text.length) {
            const inside = index > 0 &&
                (isLetterAt(text, index)
                    ? isLetterAt(text, index - 1)
                    : isDigitAt(text, index) && isDigitAt(text, index - 1));
            const free = !inside || isUnspacedAt(text, index);
            const node = free || identifier ? this.#longest(text, index, identifier, inside) : null;
            if (node === null) {
                index++;
                continue;
            }
            const phrase = text.slice(index, index + node.length);
            for (const concept of node.concepts ?? []) hits.push({ concept, phrase });
            index += node.length;
        }
        return hits;
    }

    /**
     * @param {string} text
     * @param {number} start
     * @param {boolean} identifier
     * @param {boolean} inside  whether a letter precedes
     * @returns {Node | null}
     */
    #longest(text, start, identifier, inside) {
        this.#grow(text.charCodeAt(start));
        /** @type {Node | null} */
        let best = null;
        /** @type {Node | undefined} */
        let node = this.#root;
        for (let index = start; index < text.length; index++) {
            node = node.next.get(text.charCodeAt(index));
            if (node === undefined) break;
            if (node.concepts !== null && mayEnd(text, start, index, identifier, inside)) best = node;
        }
        return best;
    }
}

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
    if (!open) return !inside || (identifier && length >= 4);
    return identifier && length >= 5;
}
