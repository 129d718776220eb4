import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import process from "node:process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { browsers } from "../../score/browsers.mjs";
import { scoreFolder } from "../../score-forms.mjs";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const own = resolve(extension, "forms");
const corpora = process.env["LATCHKEY_CORPORA"] ?? resolve(extension, "../../shared/corpora");
const corpus = resolve(corpora, "forms");

/**
 * A name for a mistake that stays the same while the page does.
 * @param {{page: string, label: string, kind: string}} mistake
 */
const nameOf = ({ page, label, kind }) => `${page}: ${label || "(no label)"} taken for ${kind || "nothing"}`;

for (const browser of /** @type {const} */ (["chromium", "firefox"])) {
    const { title, find } = browsers[browser];
    test(`our own saved forms are known in ${title}, but for the expected failures`, {
        timeout: 240_000,
        skip: find() === null ? `no ${title} found` : false,
    }, async () => {
        const summary = await scoreFolder({ folder: own, seconds: 200, browser });
        /** @type {Record<string, string>} */
        const expected = JSON.parse(readFileSync(resolve(own, "expectedFailures.json"), "utf8"));
        assert.ok(summary.pages >= 500);
        assert.deepEqual(summary.mistakes.map(nameOf).sort(), Object.keys(expected).sort());
    });
}

test("the pages that others labelled stay as well known as they were", {
    timeout: 400_000,
    skip: existsSync(corpus) ? false : `no labelled pages in ${corpus}; LATCHKEY_CORPORA names their folder`,
}, async () => {
    const summary = await scoreFolder({ folder: corpus, seconds: 350 });
    assert.ok(summary.right / summary.credentials >= 0.989, `${summary.right} of ${summary.credentials} right`);
    // Fields that bear another label; those without any are mostly credential fields that nobody labelled, and the
    // key knows no codes.
    const mistaken = summary.mistakes.filter((mistake) =>
        mistake.verdict === "falsePositive" && mistake.label !== "" && mistake.kind !== "oneTimeCode"
    );
    assert.ok(mistaken.length / summary.labelled.others < 0.005, mistaken.map(nameOf).join("\n"));
});
