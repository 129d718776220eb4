/** Tunes the weights on some sites and scores them on the sites left out. Seeded, so runs are repeatable. */
import { weights as shipped } from "../../src/forms/tables/weights.js";
import { verdict } from "./labels.mjs";

/** @import { FormFacts } from "../../src/forms/formFacts.js" */
/** @import { Weights } from "../../src/forms/tables/weights.js" */

/**
 * @typedef {{facts: FormFacts, labels: string[]}} Sample
 * @typedef {{credentials: number, right: number, others: number, falsePositives: number}} Count
 * @typedef {{index: number, kind: string, takesAddress: boolean}} Answer
 * @typedef {(facts: FormFacts, weights: Weights) => {answers: Answer[]}} Decide
 */

/** @param {number} seed @returns {() => number} numbers from 0 to 1 (mulberry32) */
function randomFrom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

/** @param {readonly Sample[]} samples @param {Weights} weights @param {Decide} decide @returns {Count} */
export function count(samples, weights, decide) {
    const total = { credentials: 0, right: 0, others: 0, falsePositives: 0 };
    for (const { facts, labels } of samples) {
        const answers = new Map(decide(facts, weights).answers.map((answer) => [answer.index, answer]));
        facts.fields.forEach((field, index) => {
            if (field.type === "checkbox" || field.type === "radio") return;
            const answer = answers.get(index);
            const result = verdict(labels[index] ?? "", answer?.kind ?? "", answer?.takesAddress ?? false);
            if (result === "quiet" || result === "falsePositive") total.others++;
            else total.credentials++;
            if (result === "right") total.right++;
            if (result === "falsePositive") total.falsePositives++;
        });
    }
    return total;
}

/**
 * Uniform weights: all weights of a group are equal. Tuning starts here, so that a fold learns nothing from the sites
 * that it leaves out.
 * @returns {Record<string, Record<string, number>>}
 */
function neutral() {
    return Object.fromEntries(
        Object.entries(shipped).map(([group, table]) => {
            const values = Object.values(table);
            const mean = values.reduce((total, value) => total + value, 0) / values.length;
            return [group, Object.fromEntries(Object.keys(table).map((name) => [name, mean]))];
        }),
    );
}

/** @param {Count} total  more is better: one false positive weighs as much as one miss */
const worth = (total) => total.right - total.falsePositives;

const factors = [0.3, 0.6, 0.8, 1.25, 1.6, 2.5];

/**
 * Hill climbing from uniform weights: changes one weight at a time in a seeded order while the training sites improve.
 * @param {readonly Sample[]} samples
 * @param {Decide} decide
 * @param {() => number} random
 * @returns {Weights}
 */
export function tune(samples, decide, random) {
    const current = neutral();
    const typed = /** @type {Weights} */ (/** @type {unknown} */ (current));
    const places = Object.entries(current).flatMap(([group, table]) =>
        Object.keys(table).map((name) => /** @type {const} */ ([group, name]))
    );
    for (let index = places.length - 1; index > 0; index--) {
        const other = Math.floor(random() * (index + 1));
        [places[index], places[other]] = [places[other] ?? ["", ""], places[index] ?? ["", ""]];
    }
    let best = worth(count(samples, typed, decide));
    for (const [group, name] of places) {
        const table = current[group] ?? {};
        const before = table[name] ?? 0;
        let kept = before;
        for (const factor of factors) {
            table[name] = before * factor;
            const got = worth(count(samples, typed, decide));
            if (got > best) [best, kept] = [got, before * factor];
        }
        table[name] = kept;
    }
    return typed;
}

/**
 * Scores ten folds of sites with weights tuned on the other nine folds, and with the shipped weights.
 * @param {readonly Sample[][]} pages
 * @param {readonly string[]} sites     of each page
 * @param {Decide} decide
 * @param {number} seed
 */
export function crossValidate(pages, sites, decide, seed) {
    const random = randomFrom(seed);
    const names = [...new Set(sites)].sort();
    /** @type {Map<string, number>} */
    const foldOf = new Map();
    names.map((name) => ({ name, order: random() })).sort((a, b) => a.order - b.order)
        .forEach(({ name }, index) => foldOf.set(name, index % 10));
    return Array.from({ length: Math.min(10, names.length) }, (_, fold) => {
        /** @param {boolean} inside */
        const part = (inside) =>
            pages.flatMap((page, index) => (foldOf.get(sites[index] ?? "") === fold) === inside ? page : []);
        const left = part(true);
        const tuned = tune(part(false), decide, random);
        return { fold, tuned: count(left, tuned, decide), shipped: count(left, shipped, decide) };
    });
}
