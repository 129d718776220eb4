// Fills a page with what the user picked in the popup or in a window. Offers to copy it when the page has no field.

import { message } from "../browser.js";
import { Failure } from "../messages/failure.js";
import { parseGeneratedAnswer } from "../messages/popupMessages.js";
import { readInteger, withoutMissing } from "../messages/readValues.js";
import { ask } from "./confirmations.js";
import { failureSheet } from "./passkeySheets.js";
import { deadline } from "./timeouts.js";

/**
 * @typedef {import("../messages.js").Filled} Filled
 *
 * @typedef {object} DeliveringDependencies
 * @property {(tabId: number, message: object, frame: WebExtension.Frame) => Promise<unknown>} tell
 * @property {import("./agent.js").Agent} agent
 * @property {(milliseconds: number, body: () => void) => () => void} after
 *
 * @typedef {object} Place
 * @property {number} tabId
 * @property {string} origin the only origin whose document may receive it
 * @property {string} url
 * @property {boolean} isPrivate
 * @property {WebExtension.Frame} frame
 */

/** How long (ms) a window confirms a copy. */
const saidFor = 8000;

/**
 * Fills a document of this origin. Returns whether it took the value.
 *
 * @param {DeliveringDependencies} dependencies
 * @param {Place} place
 * @param {Filled} filled
 * @param {unknown[]} confirmed the document's doubts that the user has confirmed
 * @returns {Promise<boolean>} whether the document took the value
 */
export async function deliver({ tell }, { tabId, origin, frame }, filled, confirmed) {
    // An address does not show whether a frame is sandboxed, so the document compares its own origin.
    const answer = await tell(tabId, { type: "fill", filled, origin, confirmed }, frame).catch(() => undefined);
    return typeof answer === "object" && answer !== null && Reflect.get(answer, "filled") === true;
}

/**
 * Fills a generated password into a document of this origin. Returns why it was not filled, or `undefined`.
 *
 * @param {DeliveringDependencies} dependencies
 * @param {Place} place
 * @param {{value: string, kind: string, provider: string}} made
 * @param {unknown[]} confirmed as for `deliver`
 * @returns {Promise<Failure | undefined>}
 */
export async function deliverGenerated({ tell }, { tabId, origin, frame }, made, confirmed) {
    const answer = parseGeneratedAnswer(await tell(tabId, { type: "fillGenerated", made, origin, confirmed }, frame).catch(() => null));
    if (answer.outcome === "filled") return undefined;
    if (answer.outcome === "unstored") return new Failure(answer.error.reason, answer.error.message, answer.error);
    return new Failure("nothingFound", message(answer.outcome === "unfitting" ? "popup_generate_unfitting" : "strip_refused"));
}

/**
 * The user name of a picked password.
 *
 * @param {Pick<Filled, "value">} filled
 */
export function userOf({ value }) {
    return value.kind === "password" ? value.user : undefined;
}

/**
 * Reports that nothing was filled, and offers to copy the value.
 *
 * @param {DeliveringDependencies} dependencies
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {Place} place
 * @param {Filled} filled
 * @param {AbortSignal} signal
 */
export async function offerCopy({ agent, after }, userRequest, { origin, url, isPrivate }, { provider, value }, signal) {
    const text = value.kind === "password" ? value.password : value.kind === "code" ? value.code : "";
    const part = value.kind === "code" ? "code" : "password";
    const canCopy = text !== "" && agent.knows("copyText");
    const event = await ask(userRequest, unfilledSheet(new URL(origin).host, part, value, canCopy), origin, signal);
    if (event["kind"] !== "pressed") return;
    try {
        const params = withoutMissing({ part, text, provider, url, isPrivate: isPrivate ? true : undefined });
        const result = await agent.call("copy", params, { signal, isForUser: true });
        await tellCopied(after, userRequest, readInteger(result, "clearsAfter"), origin, signal);
    } catch (thrown) {
        await showFailure(userRequest, Failure.from(thrown), origin, signal);
    }
}

/**
 * Shows a failure in a window, unless the user caused it.
 *
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {Failure} failure
 * @param {string} origin
 * @param {AbortSignal} signal
 */
export async function showFailure(userRequest, failure, origin, signal) {
    if (failure.reason === "userCanceled" || failure.reason === "gone") return;
    await ask(userRequest, failureSheet(failure), origin, signal);
}

/**
 * Confirms a copy for a while.
 *
 * @param {DeliveringDependencies["after"]} after
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {number} clearsAfter
 * @param {string} origin
 * @param {AbortSignal} signal
 */
async function tellCopied(after, userRequest, clearsAfter, origin, signal) {
    const limit = deadline(after, saidFor, signal);
    // A closed window or a timeout needs no handling.
    await ask(userRequest, copiedSheet(clearsAfter), origin, limit.signal).catch(() => undefined);
    limit.stop();
}

/**
 * @param {string} host
 * @param {"password" | "code"} part
 * @param {Filled["value"]} value
 * @param {boolean} canCopy
 */
function unfilledSheet(host, part, value, canCopy) {
    const user = userOf({ value }) ?? "";
    const isCode = part === "code";
    const title = message(isCode ? "unfilled_copy_code" : "unfilled_copy_password");
    const copy = { id: "copy", kind: "button", title, role: "normal", submits: false, isEnabled: true };
    return {
        title: message("unfilled_title"),
        cancelTitle: message("passkey_close"),
        elements: [
            { id: "why", kind: "message", level: "info", text: message(isCode ? "unfilled_code" : "unfilled_password", host) },
            ...(user === "" ? [] : [{ id: "user", kind: "text", text: message("confirm_account", user), style: "body" }]),
            ...(canCopy ? [copy] : []),
        ],
    };
}

/** @param {number} clearsAfter */
function copiedSheet(clearsAfter) {
    const text = message("popup_copied", String(clearsAfter));
    return {
        title: message("unfilled_copied"),
        cancelTitle: message("popup_revealed_done"),
        elements: [{ id: "copied", kind: "text", text, style: "body" }],
    };
}
