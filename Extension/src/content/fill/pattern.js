// Reads the subset of regular expressions in which sites write password rules.
//
// Each lookahead at the start is a separate condition: those that can be read are used, and the finished password is tested
// against the others. Uncertain parts are left out, since a wrong rule makes passwords worse or impossible.

import { allBut, digit, every, none, range, word } from "./characters.js";

/** @import { Characters } from "./characters.js" */

/**
 * The requirements of a pattern.
 *
 * @typedef {object} PatternRules
 * @property {number} minimum
 * @property {number} maximum Infinity without a limit
 * @property {Characters | null} allowed null for any
 * @property {Characters[]} required a set twice when two of it are wanted
 */

/**
 * One step of a pattern: a repeated character set, or a repeated group.
 *
 * @typedef {{characters: Characters, least: number, most: number}} Run
 * @typedef {{steps: Run[], least: number, most: number}} Group
 * @typedef {Run | Group} Step
 */

/** The longest pattern that is read. */
const longest = 1000;

/**
 * The readable parts of a pattern; `null` if there are none.
 *
 * @param {string} pattern as the attribute has it
 * @returns {PatternRules | null}
 */
export function readPattern(pattern) {
    if (pattern.length > longest) return null;
    /** @type {PatternRules} */
    const rules = { minimum: 0, maximum: Infinity, allowed: null, required: [] };
    let rest = withoutAnchors(pattern);
    for (;;) {
        const inner = groupAtStart(rest);
        if (inner === null || !/^\?[=!]/.test(inner)) break;
        if (inner.startsWith("?=")) readLookahead(inner.slice(2), rules);
        rest = rest.slice(inner.length + 2);
    }
    if (hasTopLevelChoice(rest)) return null;
    const steps = readSteps(unwrapped(rest));
    if (steps !== null) readBody(steps, rules);
    return rules;
}

/** @param {string} pattern */
function withoutAnchors(pattern) {
    const start = pattern.startsWith("^") ? pattern.slice(1) : pattern;
    return start.endsWith("$") && !start.endsWith("\\$") ? start.slice(0, -1) : start;
}

/**
 * The contents of a body that is a single group without a quantifier.
 *
 * @param {string} body
 */
function unwrapped(body) {
    const inner = groupAtStart(body);
    if (inner === null || inner.length + 2 !== body.length || hasTopLevelChoice(inner)) return body;
    return withoutAnchors(inner.replace(/^\?:/, ""));
}

/**
 * The contents of the parentheses at the start of a text; `null` without parentheses.
 *
 * @param {string} text
 */
function groupAtStart(text) {
    if (!text.startsWith("(")) return null;
    let depth = 0;
    for (const [index, character] of outsideOfClasses(text)) {
        if (character === "(") depth += 1;
        if (character === ")") depth -= 1;
        if (depth === 0) return text.slice(1, index);
    }
    return null;
}

/** @param {string} text */
function hasTopLevelChoice(text) {
    let depth = 0;
    for (const [, character] of outsideOfClasses(text)) {
        if (character === "(") depth += 1;
        if (character === ")") depth -= 1;
        if (character === "|" && depth === 0) return true;
    }
    return false;
}

/**
 * The characters with a meaning and their indexes: neither escaped nor in brackets.
 *
 * @param {string} text
 * @returns {Generator<[number, string]>}
 */
function* outsideOfClasses(text) {
    let inClass = false;
    for (let index = 0; index < text.length; index += 1) {
        const character = text.charAt(index);
        if (character === "\\") index += 1;
        else if (inClass) inClass = character !== "]";
        else if (character === "[") inClass = true;
        else yield [index, character];
    }
}

/**
 * @param {Step[]} steps the pattern after its lookaheads
 * @param {PatternRules} rules
 */
function readBody(steps, rules) {
    if (steps.length === 0 || !steps.every((step) => "characters" in step)) return;
    const runs = /** @type {Run[]} */ (steps);
    // A text of a fitting length matches if every step accepts all of its characters.
    const common = runs.reduce((all, run) => all.intersection(run.characters), every);
    narrow(rules, runs.reduce((sum, run) => sum + run.least, 0), runs.reduce((sum, run) => sum + run.most, 0), common);
}

/**
 * @param {PatternRules} rules
 * @param {number} least
 * @param {number} most
 * @param {Characters} allowed
 */
function narrow(rules, least, most, allowed) {
    rules.minimum = Math.max(rules.minimum, least);
    rules.maximum = Math.min(rules.maximum, most);
    if (allowed.size === 0 || allowed.size === every.size) return;
    rules.allowed = rules.allowed === null ? allowed : rules.allowed.intersection(allowed);
}

/**
 * @param {string} inner a lookahead's pattern
 * @param {PatternRules} rules
 */
function readLookahead(inner, rules) {
    if (hasTopLevelChoice(inner)) return;
    const isWhole = inner.endsWith("$") && !inner.endsWith("\\$");
    const steps = readSteps(withoutAnchors(inner));
    const [first, second] = steps ?? [];
    if (steps === null || first === undefined) return;
    if (second === undefined && "characters" in first) {
        if (isWhole) narrow(rules, first.least, first.most, first.characters);
        else if (first.characters.size === every.size) narrow(rules, first.least, Infinity, every);
        return;
    }
    const tail = steps.slice("steps" in first ? 1 : 2);
    if (!tail.every((step) => "characters" in step && step.least === 0 && step.characters.size === every.size)) return;
    if ("steps" in first) {
        const [skipped, wanted] = first.steps;
        if (first.steps.length === 2) requireOf(skipped, wanted, first.least, rules);
    } else if (second !== undefined && "characters" in second) {
        requireOf(first, second, second.least, rules);
    }
}

/**
 * Reads "anything, then one of these" as a required character set.
 *
 * @param {Run | undefined} skipped
 * @param {Run | undefined} wanted
 * @param {number} count
 * @param {PatternRules} rules
 */
function requireOf(skipped, wanted, count, rules) {
    if (skipped === undefined || wanted === undefined || skipped.least !== 0 || skipped.most !== Infinity) return;
    if (wanted.least === 0 || wanted.characters.size === 0 || wanted.characters.size === every.size) return;
    if (!allBut(wanted.characters).isSubsetOf(skipped.characters)) return;
    for (let one = 0; one < Math.min(count, 8); one += 1) rules.required.push(wanted.characters);
}

/**
 * The steps of a pattern. `null` if it has lookaheads, or alternatives that are longer than one character.
 *
 * @param {string} text
 * @returns {Step[] | null}
 */
function readSteps(text) {
    /** @type {Step[]} */
    const steps = [];
    let at = 0;
    while (at < text.length) {
        const step = readAtom(text, at) ?? readGroup(text, at);
        if (step === null) return null;
        const count = readCount(text, step.end);
        if (count === null) return null;
        const { least, most } = count;
        steps.push("steps" in step ? { steps: step.steps, least, most } : { characters: step.characters, least, most });
        at = count.end;
    }
    return steps;
}

/**
 * A group: one of several characters, or "anything, then one of these".
 *
 * @param {string} text
 * @param {number} at
 * @returns {{steps: Run[], end: number} | {characters: Characters, end: number} | null}
 */
function readGroup(text, at) {
    const whole = groupAtStart(text.slice(at));
    if (whole === null || /^\?[^:]/.test(whole)) return null;
    const end = at + whole.length + 2;
    const inner = whole.replace(/^\?:/, "");
    if (inner.includes("(")) return null;
    const choices = hasTopLevelChoice(inner) ? inner.split("|") : [inner];
    const characters = choices.map((choice) => {
        const atom = readAtom(choice, 0);
        return atom !== null && atom.end === choice.length ? atom.characters : null;
    });
    if (characters.every((one) => one !== null)) {
        return { characters: characters.reduce((all, one) => all.union(one), none), end };
    }
    const steps = choices.length === 1 ? readSteps(inner) : null;
    return steps === null ? null : { steps: /** @type {Run[]} */ (steps), end };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{least: number, most: number, end: number} | null}
 */
function readCount(text, at) {
    const found = /^(?:([*+?])|\{(\d{1,4})(,(\d{1,4})?)?\})\??/.exec(text.slice(at));
    if (found === null) return { least: 1, most: 1, end: at };
    const [all, sign, least, comma, most] = found;
    const end = at + all.length;
    if (sign !== undefined) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity, end };
    const low = Number(least);
    const high = comma === undefined ? low : most === undefined ? Infinity : Number(most);
    return low <= high ? { least: low, most: high, end } : null;
}

/** @type {Record<string, Characters>} */
const classes = { d: digit, D: allBut(digit), w: word, W: allBut(word), s: none, S: every };

/**
 * @param {string} text
 * @param {number} at
 * @returns {{characters: Characters, end: number} | null}
 */
function readAtom(text, at) {
    const character = text.charAt(at);
    if (character === ".") return { characters: every, end: at + 1 };
    if (character === "\\") return readEscape(text, at);
    if (character === "[") return readClass(text, at);
    if (character === "" || "()|*+?{}^$]".includes(character)) return null;
    return { characters: range(character, character), end: at + 1 };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{characters: Characters, end: number} | null}
 */
function readEscape(text, at) {
    const name = text.charAt(at + 1);
    const named = classes[name];
    if (named !== undefined) return { characters: named, end: at + 2 };
    if (name === "" || /[A-Za-z0-9]/.test(name)) return null;
    return { characters: range(name, name), end: at + 2 };
}

/**
 * A class in brackets; `null` for nested sets (flag v).
 *
 * @param {string} text
 * @param {number} at
 * @returns {{characters: Characters, end: number} | null}
 */
function readClass(text, at) {
    let place = at + 1;
    const isNegated = text.charAt(place) === "^";
    if (isNegated) place += 1;
    /** @type {Characters} */
    let characters = none;
    while (text.charAt(place) !== "]") {
        const one = readMember(text, place);
        if (one === null) return null;
        place = one.end;
        if (text.charAt(place) !== "-" || text.charAt(place + 1) === "]" || one.character === null) {
            characters = characters.union(one.characters);
            continue;
        }
        const last = readMember(text, place + 1);
        if (last === null || last.character === null || last.character < one.character) return null;
        characters = characters.union(range(one.character, last.character));
        place = last.end;
    }
    return { characters: isNegated ? allBut(characters) : characters, end: place + 1 };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{characters: Characters, character: string | null, end: number} | null} character: for a single character
 */
function readMember(text, at) {
    const character = text.charAt(at);
    if (character === "\\") {
        const escape = readEscape(text, at);
        const isClass = text.charAt(at + 1) in classes;
        return escape === null ? null : { ...escape, character: isClass ? null : text.charAt(at + 1) };
    }
    const pair = text.slice(at, at + 2);
    if (character === "" || character === "[" || pair === "&&" || pair === "--") return null;
    return { characters: range(character, character), character, end: at + 1 };
}
