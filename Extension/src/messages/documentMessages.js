// Parses calls and notifications from documents (DocumentCalls and DocumentNotes of messages.js).

import { parseRequest } from "./passkeyMessages.js";
import { readFlag, readList, readObject, readOptionalText, readText, readWord, textLimit, withoutMissing } from "./readValues.js";

const kinds = /** @type {const} */ (["password", "passkey", "code"]);
const doubtReasons = /** @type {const} */ (["otherOrigin", "insecure", "inAddress"]);
/** Maximum number of doubts in a message; the content script sends fewer. */
export const doubtLimit = 8;
/** The longest session id, which the content script makes, and the unit for other names. */
const nameLimit = 128;

/** @param {Record<string, unknown>} params */
export function parseSuggest(params) {
    return withoutMissing({
        kinds: readList(params, "kinds", (each) => readWord({ kind: each }, "kind", kinds), kinds.length),
        passkeyRequest: params["passkeyRequest"] === undefined ? undefined : parseRequest(params["passkeyRequest"]),
    });
}

/** @param {Record<string, unknown>} params */
export function parseFill(params) {
    return { suggestion: readText(params, "suggestion"), mustConfirm: readFlag(params, "mustConfirm"), doubts: parseDoubts(params) };
}

/**
 * @param {Record<string, unknown>} params
 * @returns {import("../messages.js").Doubt[]}
 */
export function parseDoubts(params) {
    if (params["doubts"] === undefined) return [];
    return readList(params, "doubts", parseDoubt, doubtLimit);
}

/**
 * @param {unknown} value
 * @returns {import("../messages.js").Doubt}
 */
export function parseDoubt(value) {
    const doubt = readObject(value, "doubt");
    return { reason: readWord(doubt, "reason", doubtReasons), host: readText(doubt, "host", 300) };
}

/** @param {Record<string, unknown>} params */
export function parseList(params) {
    return {
        kind: readWord(params, "kind", /** @type {const} */ (["password", "code"])),
        provider: readOptionalText(params, "provider", nameLimit * 2),
        mustConfirm: readFlag(params, "mustConfirm"),
        doubts: parseDoubts(params),
    };
}

/** @param {Record<string, unknown>} params */
export function parseInsertText(params) {
    return { provider: readOptionalText(params, "provider", nameLimit * 2), mustConfirm: readFlag(params, "mustConfirm") };
}

/**
 * @param {Record<string, unknown>} params
 * @returns {import("../messages.js").GenerateParameters}
 */
export function parseGenerate(params) {
    return withoutMissing({
        passwordRules: readOptionalText(params, "passwordRules"),
        confirmRules: readOptionalText(params, "confirmRules"),
        provider: readOptionalText(params, "provider", nameLimit * 2),
        withInterface: readFlag(params, "withInterface"),
        isAhead: readFlag(params, "isAhead", false),
    });
}

/** @param {Record<string, unknown>} params */
export function parseProvider(params) {
    return { provider: readText(params, "provider", nameLimit * 2) };
}

/** @param {Record<string, unknown>} params */
export function parseUnlock(params) {
    return { ...parseProvider(params), mustConfirm: readFlag(params, "mustConfirm", false), doubts: parseDoubts(params) };
}

/** @param {Record<string, unknown>} params */
export function parseKeepGenerated(params) {
    return {
        ...parseProvider(params),
        user: readText(params, "user"),
        password: readText(params, "password"),
        session: readText(params, "session", nameLimit),
        passwordKind: readText(params, "passwordKind", nameLimit),
        form: readText(params, "form", nameLimit),
    };
}

/**
 * @param {Record<string, unknown>} params
 * @returns {import("../messages.js").TypedUser}
 */
export function parseTypedUser(params) {
    return {
        user: readText(params, "user"),
        field: readText(params, "field", nameLimit),
        isName: readFlag(params, "isName"),
        isCertain: readFlag(params, "isCertain"),
    };
}

/**
 * @param {Record<string, unknown>} params
 * @returns {import("../messages.js").Submission}
 */
export function parseSubmission(params) {
    return withoutMissing({
        session: readText(params, "session", nameLimit),
        form: readWord(params, "form", /** @type {const} */ (["login", "signUp", "changePassword", "twoStepLogin", "updateEmail"])),
        user: readText(params, "user", textLimit),
        named: readOptionalText(params, "named"),
        previous: params["previous"] === undefined ? undefined : readList(params, "previous", (each) => readText({ each }, "each"), 8),
        password: readText(params, "password", textLimit),
        wasGenerated: readFlag(params, "wasGenerated"),
        isByUser: readFlag(params, "isByUser", false),
        passwords: params["passwords"] === undefined ? undefined : parsePasswordFields(params["passwords"]),
        errors: params["errors"] === undefined ? undefined : readList(params, "errors", (each) => readText({ each }, "each", 200), 20),
    });
}

/** @param {unknown} value */
function parsePasswordFields(value) {
    const fields = readObject(value, "passwords");
    const list = (/** @type {string} */ name) => readList(fields, name, (each) => readText({ each }, "each", 500), 8);
    return { own: list("own"), beside: list("beside") };
}

/** @param {Record<string, unknown>} params */
export function parseSettled(params) {
    return {
        session: readText(params, "session", nameLimit),
        outcome: readWord(params, "outcome", /** @type {const} */ (["gone", "failed", "doubtful", "stays", "left"])),
    };
}

/** @param {Record<string, unknown>} params */
export function parseBannerAnswer(params) {
    return {
        id: readText(params, "id", nameLimit),
        answer: readWord(params, "answer", /** @type {const} */ (["save", "never", "notNow"])),
        mustConfirm: readFlag(params, "mustConfirm", false),
    };
}
