// Parses the agent's results about a page (Schemas/suggest.result.json, FilledCredential, GeneratedPassword).

import { readFlag, readInteger, readList, readObject, readOptionalText, readText, readWord, withoutMissing } from "./readValues.js";

/**
 * @typedef {import("../messages.js").Suggestion} Suggestion
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 * @typedef {import("../messages.js").Filled} Filled
 *
 * @typedef {object} AgentOffers
 * @property {string} site the registrable domain, or its substitute: the last of the service identifiers
 * @property {Suggestion[]} suggestions
 * @property {ProviderAbilities[]} providers
 * @property {{provider: string, name: string}[]} locked
 * @property {string[]} [unlocked] the unlocked providers; missing with an older agent
 * @property {{origin: string, topLevelOrigin: string, isOfOtherSite: boolean, otherOrigin?: string}} frame
 */

/**
 * @param {unknown} value
 * @param {{origin: string, ancestorOrigins: string[]}} asked the frame to assume if an older agent does not report it
 * @returns {AgentOffers}
 */
export function parseOffers(value, asked) {
    const object = readObject(value, "result");
    const identifiers = readList(object, "serviceIdentifiers", (each) => readText(readObject(each), "identifier"));
    return withoutMissing({
        site: identifiers.at(-1) ?? asked.origin,
        suggestions: readList(object, "suggestions", parseSuggestion),
        providers: object["providers"] === undefined ? [] : readList(object, "providers", parseAbilities),
        locked: object["locked"] === undefined ? [] : readList(object, "locked", parseLocked),
        unlocked: object["unlocked"] === undefined ? undefined : readList(object, "unlocked", readProvider),
        frame: parseFrame(object["frame"], asked),
    });
}

/**
 * Parses a search's logins (Schemas/search.result.json).
 *
 * @param {unknown} value
 * @returns {{logins: import("../messages.js").FoundLogin[], hasMore: boolean}}
 */
export function parseFound(value) {
    const object = readObject(value, "result");
    return { logins: readList(object, "logins", parseFoundLogin, 100), hasMore: readFlag(object, "hasMore") };
}

/**
 * @param {unknown} value
 * @returns {import("../messages.js").FoundLogin}
 */
function parseFoundLogin(value) {
    const object = readObject(value, "login");
    return withoutMissing({
        id: readText(object, "id"),
        kind: readWord(object, "kind", /** @type {const} */ (["password", "code"])),
        user: readText(object, "user"),
        service: readText(object, "service"),
        url: readText(object, "url"),
        provider: readText(object, "provider"),
        providerName: readText(object, "providerName"),
        detail: readOptionalText(object, "detail"),
    });
}

/** @param {unknown} value */
function readProvider(value) {
    return readText({ value }, "value");
}

/**
 * @param {unknown} value
 * @returns {Suggestion}
 */
function parseSuggestion(value) {
    const object = readObject(value, "suggestion");
    return withoutMissing({
        id: readText(object, "id"),
        kind: readWord(object, "kind", /** @type {const} */ (["password", "passkey", "code"])),
        user: readText(object, "user"),
        service: readText(object, "service"),
        grade: readWord(object, "grade", /** @type {const} */ (["exact", "site", "affiliated"])),
        provider: readText(object, "provider"),
        providerName: readText(object, "providerName"),
        rank: readInteger(object, "rank"),
        warning: readOptionalText(object, "warning"),
        isPreselectable: readFlag(object, "isPreselectable", false),
        record: readOptionalText(object, "record"),
        detail: readOptionalText(object, "detail"),
        displayName: readOptionalText(object, "displayName"),
        lastUse: object["lastUse"] === undefined ? undefined : readInteger(object, "lastUse"),
    });
}

/**
 * @param {unknown} value
 * @returns {ProviderAbilities}
 */
function parseAbilities(value) {
    const object = readObject(value, "provider");
    return {
        id: readText(object, "id"),
        name: readText(object, "name"),
        providesPasswords: readFlag(object, "providesPasswords", false),
        providesOneTimeCodes: readFlag(object, "providesOneTimeCodes", false),
        providesTextToInsert: readFlag(object, "providesTextToInsert", false),
        savesPasswords: readFlag(object, "savesPasswords", false),
        changesUserNames: readFlag(object, "changesUserNames", false),
        generatesPasswords: readFlag(object, "generatesPasswords", false),
        generatesWithUI: readFlag(object, "generatesWithUI", false),
        providesPasskeys: readFlag(object, "providesPasskeys", false),
        supportsConditionalPasskeyRegistration: readFlag(object, "supportsConditionalPasskeyRegistration", false),
    };
}

/** @param {unknown} value */
function parseLocked(value) {
    const object = readObject(value, "locked");
    return { provider: readText(object, "provider"), name: readText(object, "name") };
}

/**
 * @param {unknown} value
 * @param {{origin: string, ancestorOrigins: string[]}} asked
 */
function parseFrame(value, { origin, ancestorOrigins }) {
    if (value === undefined) {
        const topLevelOrigin = ancestorOrigins.at(-1) ?? origin;
        return { origin, topLevelOrigin, isOfOtherSite: ancestorOrigins.some((each) => each !== origin) };
    }
    const object = readObject(value, "frame");
    return withoutMissing({
        origin: readText(object, "origin"),
        topLevelOrigin: readText(object, "topLevelOrigin"),
        isOfOtherSite: readFlag(object, "isOfOtherSite"),
        otherOrigin: readOptionalText(object, "otherOrigin"),
    });
}

/**
 * @param {unknown} value
 * @returns {Filled}
 */
export function parseFilled(value) {
    const object = readObject(value, "result");
    return { provider: readText(object, "provider"), value: parseFilledValue(readObject(object["value"], "value")) };
}

/**
 * @param {Record<string, unknown>} value
 * @returns {Filled["value"]}
 */
function parseFilledValue(value) {
    const kind = readWord(value, "kind", /** @type {const} */ (["password", "code", "text"]));
    switch (kind) {
        case "password":
            return { kind, user: readText(value, "user"), password: readText(value, "password") };
        case "code": {
            const code = readText(value, "code", 64);
            return value["expiresIn"] === undefined ? { kind, code } : { kind, code, expiresIn: readInteger(value, "expiresIn") };
        }
        case "text":
            return { kind, text: readText(value, "text") };
    }
}

/** @param {unknown} value */
export function parseGenerated(value) {
    const object = readObject(value, "result");
    return {
        provider: readText(object, "provider"),
        passwords: readList(object, "passwords", (each) => {
            const password = readObject(each, "password");
            return { kind: readText(password, "kind"), value: readText(password, "value") };
        }, 64),
    };
}

/**
 * Parses a site's quirks (Schemas/quirks.site.result.json).
 *
 * @param {unknown} value
 */
export function parseQuirks(value) {
    const object = readObject(value, "result");
    return {
        passwordRules: readOptionalText(object, "passwordRules"),
        changePasswordURL: readOptionalText(object, "changePasswordURL"),
        wellKnownChangePasswordURL: readOptionalText(object, "wellKnownChangePasswordURL"),
    };
}
