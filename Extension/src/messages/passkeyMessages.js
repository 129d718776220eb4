// Parses documents' passkey calls (DocumentCalls of messages.js), and the agent's results.
//
// The options come from the page. Only their size and the members that the background uses are checked here; the agent
// validates them.

import { parseFilled } from "./offers.js";
import { readFlag, readObject, readOptionalText, readText, readWord, UnreadableMessage, withoutMissing } from "./readValues.js";

/**
 * @typedef {import("../messages.js").PasskeyCaller} PasskeyCaller
 * @typedef {import("../messages.js").PasskeyOutcome} PasskeyOutcome
 * @typedef {import("../messages.js").PasskeyRequest} PasskeyRequest
 */

/** The longest options, in characters of JSON: room for a long list of credentials and a large blob. */
const optionsLimit = 300_000;
const mediations = /** @type {const} */ (["modal", "immediate", "conditional"]);
const signals = /** @type {const} */ (["unknownCredential", "allAcceptedCredentials", "currentUserDetails"]);

/**
 * @param {unknown} value
 * @returns {PasskeyRequest}
 */
export function parseRequest(value) {
    const options = readObject(readObject(value, "request")["options"], "options");
    if (JSON.stringify(options).length > optionsLimit) throw new UnreadableMessage("options");
    return { options };
}

/**
 * @param {Record<string, unknown>} params
 * @returns {PasskeyCaller}
 */
function parseCaller(params) {
    const isPermitted = params["isPermitted"] === undefined ? undefined : readFlag(params, "isPermitted");
    return withoutMissing({ isPermitted, isActive: readFlag(params, "isActive"), isFocused: readFlag(params, "isFocused") });
}

/** @param {Record<string, unknown>} params */
export function parseGet(params) {
    return { ...parseRequest(params), ...parseCaller(params), mediation: readWord(params, "mediation", mediations) };
}

/**
 * @param {Record<string, unknown>} params
 * @returns {PasskeyRequest & PasskeyCaller & {suggestion?: string, provider?: string, mustConfirm: boolean}}
 */
export function parsePick(params) {
    return withoutMissing({
        ...parseRequest(params),
        ...parseCaller(params),
        suggestion: readOptionalText(params, "suggestion"),
        provider: readOptionalText(params, "provider", 256),
        mustConfirm: readFlag(params, "mustConfirm"),
    });
}

/** @param {Record<string, unknown>} params */
export function parseCreate(params) {
    return { ...parseRequest(params), ...parseCaller(params), isConditional: readFlag(params, "isConditional") };
}

/** @param {Record<string, unknown>} params */
export function parseSignal(params) {
    return { ...parseRequest(params), signal: readWord(params, "signal", signals) };
}

/**
 * Parses the agent's result of getPasskey or createPasskey.
 *
 * @param {unknown} value
 * @returns {PasskeyOutcome & {provider: string}}
 */
export function parseAnswer(value) {
    const object = readObject(value, "result");
    const provider = readText(object, "provider");
    if (object["credential"] !== undefined) return { provider, outcome: "done", credential: readObject(object["credential"], "credential") };
    return { provider, outcome: "filled", filled: parseFilled(object["password"]) };
}

/**
 * The options that the background uses; an invalid member counts as missing.
 *
 * @param {Record<string, unknown>} options
 */
export function glance(options) {
    const { rp, user, rpId, timeout, hints, allowCredentials, authenticatorSelection } = options;
    return {
        relyingParty: text(rpId) ?? text(members(rp)["id"]),
        user: text(members(user)["name"]),
        timeout: typeof timeout === "number" && Number.isFinite(timeout) ? timeout : undefined,
        /** Whether the page requests a security key or a phone, and no passkey of this computer. */
        isForOtherDevice: isForOtherDevice(hints, members(authenticatorSelection)["authenticatorAttachment"]),
        namesCredentials: Array.isArray(allowCredentials) && allowCredentials.length > 0,
        /** Whether every listed credential is on a device that is plugged in or held to the reader. */
        isOfOtherDevices: Array.isArray(allowCredentials) && allowCredentials.length > 0 && allowCredentials.every(isOfOtherDevice),
    };
}

/**
 * The first known hint takes precedence over the attachment (WebAuthn L3 §5.8.7).
 *
 * @param {unknown} hints
 * @param {unknown} attachment
 */
function isForOtherDevice(hints, attachment) {
    const known = Array.isArray(hints) ? hints.find((each) => ["security-key", "client-device", "hybrid"].includes(each)) : undefined;
    return known === undefined ? attachment === "cross-platform" : known !== "client-device";
}

/** @param {unknown} descriptor */
function isOfOtherDevice(descriptor) {
    const { transports } = members(descriptor);
    return Array.isArray(transports) && transports.length > 0 && !transports.some((each) => each === "internal" || each === "hybrid");
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function members(value) {
    return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
}

/** @param {unknown} value */
function text(value) {
    return typeof value === "string" ? value : undefined;
}
