// Parses the popup's calls, and the doubts that a document reports to the background.

import { parseDoubt } from "./documentMessages.js";
import { readOptionalText, readText, readWord, withoutMissing } from "./readValues.js";

/** @param {Record<string, unknown>} params */
export function parseList(params) {
    return {
        kind: readWord(params, "kind", /** @type {const} */ (["password", "code"])),
        provider: readText(params, "provider", 256),
    };
}

/** @param {Record<string, unknown>} params */
export function parseCopy(params) {
    return withoutMissing({
        part: readWord(params, "part", /** @type {const} */ (["user", "password", "code"])),
        suggestion: readOptionalText(params, "suggestion"),
        text: readOptionalText(params, "text", 1024),
        provider: readOptionalText(params, "provider", 256),
        acceptsWarning: false,
    });
}

/**
 * The valid doubts of a document; others are dropped.
 *
 * @param {unknown[]} said
 * @returns {import("../messages.js").Doubt[]}
 */
export function validDoubts(said) {
    return said.flatMap((each) => {
        try {
            return [parseDoubt(each)];
        } catch {
            return [];
        }
    });
}
