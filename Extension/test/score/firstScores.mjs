/** Formats the first scores of each set of pages: those of rules that had learned nothing from it. */

/**
 * @typedef {object} FirstScore
 * @property {string} set
 * @property {number} pages
 * @property {string} date
 * @property {string} learned      the sets that the rules had learned from
 * @property {number} right        credential fields with the right kind
 * @property {number} credentials
 * @property {number} taken        other fields that were taken for credential fields
 * @property {number} others
 */

/** @param {number} part @param {number} whole */
const percent = (part, whole) => `${(100 * part / whole).toFixed(1)} %`;

/** @param {readonly FirstScore[]} scores */
export function firstScoresTable(scores) {
    const rows = scores.map(({ set, pages, date, learned, right, credentials, taken, others }) =>
        `| ${set} | ${date} | ${learned} | ${pages} | ${right} of ${credentials} (${percent(right, credentials)}) | ${taken} of ${others} (${percent(taken, others)}) |`
    );
    return [
        "| set | first scored | rules learned from | pages | right | taken wrongly |",
        "| --- | --- | --- | --- | --- | --- |",
        ...rows,
    ].join("\n");
}
