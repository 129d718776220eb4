import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { browsers } from "../../score/browsers.mjs";
import { scoreFolder } from "../../score/scoreForms.mjs";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const forms = resolve(extension, "forms");

/**
 * Key of a mistake in `expectedFailures.json`.
 * @param {{page: string, label: string, kind: string}} mistake
 */
const keyOf = ({ page, label, kind }) => `${page}: ${label || "(no label)"} taken for ${kind || "nothing"}`;

for (const browser of /** @type {const} */ (["chromium", "firefox"])) {
    const { title, find } = browsers[browser];
    test(`classifies every field of the saved forms in ${title} except the expected failures`, {
        timeout: 240_000,
        skip: find() === null ? `no ${title} found` : false,
    }, async () => {
        const summary = await scoreFolder({ folder: forms, seconds: 200, browser });
        /** @type {Record<string, string>} */
        const expected = JSON.parse(readFileSync(resolve(forms, "expectedFailures.json"), "utf8"));
        assert.ok(summary.pages >= 500);
        assert.deepEqual(summary.mistakes.map(keyOf).sort(), Object.keys(expected).sort());
    });
}
