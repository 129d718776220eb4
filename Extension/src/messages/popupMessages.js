// Parses the popup's calls, and the doubts that a document reports to the background.

import { parseDoubt } from "./documentMessages.js";
import { readObject, readOptionalText, readText, readWord, withoutMissing } from "./readValues.js";

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

/** @param {Record<string, unknown>} params */
export function parseChosenPassword(params) {
    return { value: readText(params, "value", 1024), kind: readText(params, "kind", 128), provider: readText(params, "provider", 256) };
}

/**
 * A document's response to a generated password. One that cannot be read counts as "refused".
 *
 * @param {unknown} value
 * @returns {import("../messages.js").FillGeneratedAnswer}
 */
export function parseGeneratedAnswer(value) {
    try {
        const answer = readObject(value);
        const outcome = readWord(answer, "outcome", /** @type {const} */ (["filled", "unfitting", "refused", "unstored"]));
        if (outcome !== "unstored") return { outcome };
        return { outcome, error: parseError(answer["error"]) };
    } catch {
        return { outcome: "refused" };
    }
}

/**
 * A document's answer to a passkey that was picked in the popup; without a valid one it has no request.
 *
 * @param {unknown} value
 * @returns {import("../messages.js").PasskeyPickAnswer}
 */
export function parsePasskeyPick(value) {
    try {
        const answer = readObject(value);
        const error = answer["error"] === undefined ? undefined : parseError(answer["error"]);
        return withoutMissing({ isWaiting: answer["isWaiting"] === true, error });
    } catch {
        return { isWaiting: false };
    }
}

/** @param {unknown} value */
function parseError(value) {
    const error = readObject(value);
    return withoutMissing({
        reason: readText(error, "reason", 128), message: readText(error, "message"), hint: readOptionalText(error, "hint"),
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
