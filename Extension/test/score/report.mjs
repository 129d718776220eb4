/** Counts the results that the browser posted, and formats them. */
import { rightAnswers, verdict } from "./labels.mjs";

/**
 * @typedef {{right: number, wrong: number, missed: number, falsePositive: number}} Tally
 * @typedef {{label: string, kind: string, form: string, tag: string, text: string, explain: string}} Judged
 * @typedef {Judged & {page: string, verdict: string}} Mistake
 * @typedef {object} Summary
 * @property {number} pages
 * @property {Record<string, Tally>} labels   by label; false positives by the kind that was given
 * @property {number} credentials
 * @property {number} right
 * @property {number} others
 * @property {number} falsePositives
 * @property {{others: number, falsePositives: number}} labelled  of those, fields that bear a label
 * @property {number} codes         false positives that were taken for one-time codes
 * @property {Mistake[]} mistakes
 * @property {({page: string} & Cost)[]} slowest
 * @property {{fold: number, tuned: Count, shipped: Count}[] | null} folds
 * @typedef {{milliseconds: number, fastest: number, fieldMilliseconds: number, elements: number}} Cost
 * @typedef {{credentials: number, right: number, others: number, falsePositives: number}} Count
 */

/**
 * The results that page.js posts.
 * @typedef {Judged & {takesAddress: boolean}} Scored
 * @typedef {{fields: Scored[]} & Cost} ScoredPage
 * @typedef {{error?: string, pages: ScoredPage[], folds: Summary["folds"]}} Result
 */

/**
 * @param {Result} result
 * @param {readonly string[]} names
 * @returns {Summary}
 */
export function summarise(result, names) {
    if (result.error !== undefined) throw new Error(result.error);
    /** @type {Summary} */
    const summary = {
        pages: names.length,
        labels: {},
        credentials: 0,
        right: 0,
        others: 0,
        falsePositives: 0,
        labelled: { others: 0, falsePositives: 0 },
        codes: 0,
        mistakes: [],
        slowest: [],
        folds: result.folds,
    };
    for (const label of Object.keys(rightAnswers)) summary.labels[label] = emptyTally();
    result.pages.forEach((page, index) => {
        const name = names[index] ?? "";
        for (const field of page.fields) add(summary, name, field);
        const { milliseconds, fastest, fieldMilliseconds, elements } = page;
        summary.slowest.push({ page: name, milliseconds, fastest, fieldMilliseconds, elements });
    });
    summary.slowest.sort((a, b) => b.fastest - a.fastest || b.elements - a.elements);
    summary.slowest.splice(5);
    return summary;
}

/** @returns {Tally} */
const emptyTally = () => ({ right: 0, wrong: 0, missed: 0, falsePositive: 0 });

/** @param {Summary} summary @param {string} page @param {Scored} field */
function add(summary, page, field) {
    const result = verdict(field.label, field.kind, field.takesAddress);
    if (result === "quiet" || result === "falsePositive") {
        summary.others++;
        if (field.label !== "") summary.labelled.others++;
    } else {
        summary.credentials++;
    }
    if (result === "right") summary.right++;
    if (result === "falsePositive") {
        summary.falsePositives++;
        if (field.label !== "") summary.labelled.falsePositives++;
        if (field.kind === "oneTimeCode") summary.codes++;
        (summary.labels[`taken for ${field.kind}`] ??= emptyTally()).falsePositive++;
    } else if (result !== "quiet") {
        (summary.labels[field.label] ??= emptyTally())[result]++;
    }
    if (result !== "right" && result !== "quiet") summary.mistakes.push({ page, verdict: result, ...field });
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => whole === 0 ? "–" : `${(100 * part / whole).toFixed(2)} %`;

/**
 * @param {Summary} summary
 * @param {boolean} errors
 */
export function report(summary, errors) {
    const lines = [
        `${summary.pages} pages`,
        "",
        `${"label".padEnd(28)}${"right".padStart(8)}${"wrong".padStart(8)}${"missed".padStart(8)}${
            "false +".padStart(9)
        }`,
    ];
    for (const [label, tally] of Object.entries(summary.labels)) {
        if (Object.values(tally).every((number) => number === 0)) continue;
        lines.push(
            label.padEnd(28) + String(tally.right).padStart(8) + String(tally.wrong).padStart(8) +
                String(tally.missed).padStart(8) + String(tally.falsePositive).padStart(9),
        );
    }
    const { right, credentials, falsePositives, others } = summary;
    lines.push(
        "",
        `credential fields right:  ${right} of ${credentials} (${percent(right, credentials)})`,
        `false positives:          ${falsePositives} of ${others} other fields (${percent(falsePositives, others)})`,
    );
    const { labelled, codes } = summary;
    const bare = { others: others - labelled.others, falsePositives: falsePositives - labelled.falsePositives };
    lines.push(
        `  with another label:     ${labelled.falsePositives} of ${labelled.others} (${
            percent(labelled.falsePositives, labelled.others)
        })`,
        `  without any label:      ${bare.falsePositives} of ${bare.others} (${
            percent(bare.falsePositives, bare.others)
        })`,
    );
    const totp = summary.labels["totp"];
    if (codes > 0 && totp !== undefined && Object.values(totp).every((number) => number === 0)) {
        const labelledCodes = summary.mistakes.filter((mistake) =>
            mistake.verdict === "falsePositive" && mistake.kind === "oneTimeCode" && mistake.label !== ""
        ).length;
        const rest = labelled.falsePositives - labelledCodes;
        lines.push(
            `  taken for codes:        ${codes}; no field here is labelled totp, so true codes are among them`,
            `  another label, no code: ${rest} of ${labelled.others} (${percent(rest, labelled.others)})`,
        );
    }
    if (summary.folds !== null) lines.push(...foldLines(summary.folds));
    if (summary.slowest.some((page) => page.milliseconds > 0)) {
        lines.push("", "slowest pages: whole page by the median of 15 (by the fastest), form of one field, elements");
        for (const page of summary.slowest) {
            lines.push(
                `  ${page.page}: ${page.milliseconds.toFixed(1)} ms (${page.fastest.toFixed(1)} ms), ${
                    page.fieldMilliseconds.toFixed(1)
                } ms, ${page.elements}`,
            );
        }
    }
    if (errors) {
        lines.push("");
        for (const mistake of summary.mistakes) {
            lines.push(
                `${mistake.verdict.padEnd(13)} ${mistake.page} ${mistake.text}`,
                `    ${mistake.label || "(no label)"} taken for ${
                    mistake.kind || "nothing"
                } ${mistake.form}: ${mistake.tag}`,
                ...(mistake.explain === "" ? [] : [`    ${mistake.explain}`]),
            );
        }
    }
    return `${lines.join("\n")}\n`;
}

/** @param {NonNullable<Summary["folds"]>} folds */
function foldLines(folds) {
    const lines = ["", "ten folds by site       tuned on the others          as shipped"];
    const totals = { tuned: emptyCount(), shipped: emptyCount() };
    for (const fold of folds) {
        lines.push(
            `  fold ${String(fold.fold + 1).padStart(2)}      ${countText(fold.tuned)}   ${countText(fold.shipped)}`,
        );
        for (const side of /** @type {const} */ (["tuned", "shipped"])) {
            for (const key of /** @type {const} */ (["credentials", "right", "others", "falsePositives"])) {
                totals[side][key] += fold[side][key];
            }
        }
    }
    lines.push(`  all          ${countText(totals.tuned)}   ${countText(totals.shipped)}`);
    return lines;
}

/** @returns {Count} */
const emptyCount = () => ({ credentials: 0, right: 0, others: 0, falsePositives: 0 });

/** @param {Count} count */
function countText(count) {
    return `${percent(count.right, count.credentials)} right, ${percent(count.falsePositives, count.others)} false`;
}
