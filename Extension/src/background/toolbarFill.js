// What a person picked in a window or a list of ours, and not at a field: it is put into the page's document, and where that
// has no place for it, the person gets to copy it.

import { message } from "../browser.js";
import { Failure } from "../messages/failure.js";
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
 * @property {string} origin whose document gets it, and no other
 * @property {string} url
 * @property {boolean} isPrivate
 * @property {WebExtension.Frame} frame
 */

/** Milliseconds for which a window says what was copied. */
const saidFor = 8000;

/**
 * Puts something into a document of this origin.
 *
 * @param {DeliveringDependencies} dependencies
 * @param {Place} place
 * @param {Filled} filled
 * @param {unknown[]} confirmed what its document said against it
 * @returns {Promise<boolean>} whether it stands there now
 */
export async function deliver({ tell }, { tabId, origin, frame }, filled, confirmed) {
    // A frame's address does not tell whether it is sandboxed: the document that is not of this origin drops it.
    const answer = await tell(tabId, { type: "fill", filled, origin, confirmed }, frame).catch(() => undefined);
    return typeof answer === "object" && answer !== null && Reflect.get(answer, "filled") === true;
}

/**
 * Whose password was picked.
 *
 * @param {Pick<Filled, "value">} filled
 */
export function userOf({ value }) {
    return value.kind === "password" ? value.user : undefined;
}

/**
 * Says that nothing was filled, and copies it where the person wants that.
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
        const wish = withoutMissing({ part, text, provider, url, isPrivate: isPrivate ? true : undefined });
        const result = await agent.call("copy", wish, { signal, isForPerson: true });
        await tellCopied(after, userRequest, readInteger(result, "clearsAfter"), origin, signal);
    } catch (thrown) {
        await ask(userRequest, failureSheet(Failure.from(thrown)), origin, signal);
    }
}

/**
 * Says for a while that something was copied.
 *
 * @param {DeliveringDependencies["after"]} after
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {number} clearsAfter
 * @param {string} origin
 * @param {AbortSignal} signal
 */
async function tellCopied(after, userRequest, clearsAfter, origin, signal) {
    const limit = deadline(after, saidFor, signal);
    // Closed, or over: there is nothing to be done about either.
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
