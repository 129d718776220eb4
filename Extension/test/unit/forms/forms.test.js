import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { browsers } from "../../score/browsers.mjs";
import { firstScoresTable } from "../../score/firstScores.mjs";
import { scoreFolder } from "../../score/scoreForms.mjs";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const forms = resolve(extension, "forms");

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(resolve(forms, name), "utf8"));

/**
 * Key of a mistake in `expectedFailures.json`.
 * @param {{page: string, label: string, kind: string}} mistake
 */
const keyOf = ({ page, label, kind }) => `${page}: ${label || "(no label)"} taken for ${kind || "nothing"}`;

/** Firefox scores the older pages only: the rules read no layout, so the browsers cannot differ much. */
const runs = /** @type {const} */ ([["chromium", undefined, 1100], ["firefox", /^batch-/, 500]]);

for (const [browser, without, fewest] of runs) {
    const { title, find } = browsers[browser];
    test(`classifies every field of the saved forms in ${title} except the expected failures`, {
        timeout: 240_000,
        skip: find() === null ? `no ${title} found` : false,
    }, async () => {
        const options = { folder: forms, seconds: 200, browser };
        const summary = await scoreFolder(without === undefined ? options : { ...options, without });
        const expected = Object.keys(read("expectedFailures.json")).filter((key) => !without?.test(key));
        assert.ok(summary.pages >= fewest);
        assert.deepEqual([...new Set(summary.mistakes.map(keyOf))].sort(), expected.sort());
    });
}

test("every set of pages has its first score, from before the rules learned from it", () => {
    const scores = read("firstScores.json");
    const folders = readdirSync(forms).filter((name) => name.startsWith("batch-"));
    assert.deepEqual(scores.map((/** @type {{set: string}} */ score) => score.set), folders.sort());
    for (const { set, pages, right, credentials, taken, others } of scores) {
        const files = readdirSync(resolve(forms, set)).filter((name) => name.endsWith(".html"));
        assert.equal(files.length, pages);
        assert.ok(right <= credentials && taken <= others);
    }
    console.log(firstScoresTable(scores));
});

test("every corrected label names an existing page and a reason", () => {
    for (const [page, reason] of Object.entries(read("correctedLabels.json"))) {
        assert.ok(existsSync(resolve(forms, page)) && reason !== "", page);
    }
});
