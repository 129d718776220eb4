// Narrows what the toolbar's list and the document in front say.

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
        provider: readOptionalText(params, "provider", 256),
        acceptsWarning: false,
    });
}

/**
 * Those doubts of a document that can be asked about by name.
 *
 * @param {unknown[]} said
 * @returns {import("../messages.js").Doubt[]}
 */
export function readDoubts(said) {
    return said.flatMap((each) => {
        try {
            return [parseDoubt(each)];
        } catch {
            return [];
        }
    });
}
