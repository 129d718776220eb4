// Questions that the extension itself asks, in its own window, as sheets.

import { message } from "../browser.js";
import { Failure } from "../messages/failure.js";
import { withoutMissing } from "../messages/readValues.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} origin the page or frame that the question is about; the window shows it
 * @property {string[]} warnings
 * @property {string[]} facts
 * @property {string} confirmTitle
 */

/**
 * Asks the user to confirm. Throws `userCanceled` unless the user presses the confirm button.
 *
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {Question} question
 * @param {AbortSignal} signal
 */
export async function confirm(userRequest, question, signal) {
    const answer = await ask(userRequest, sheetOf(question), question.origin, signal);
    if (answer["kind"] !== "pressed") throw new Failure("userCanceled", "the user cancelled");
}

/**
 * Shows a sheet of the extension until the user answers or closes it.
 *
 * @param {import("./userRequest.js").UserRequest} userRequest
 * @param {object} sheet
 * @param {string} origin
 * @param {AbortSignal} signal
 * @param {{alternatives?: readonly import("./userRequest.js").Alternative[] | undefined, topOrigin?: string | undefined}} [more] further parts of the window
 * @returns {Promise<Record<string, unknown>>} the event: a press, a chosen row, submitted values, or cancelled
 */
export function ask(userRequest, sheet, origin, signal, more = {}) {
    return new Promise((resolve, reject) => {
        const abort = () => {
            userRequest.sheetClosed();
            reject(new Failure("gone", "the page that made the request was closed"));
        };
        if (signal.aborted) return abort();
        signal.addEventListener("abort", abort, { once: true });
        userRequest.show({
            frame: withoutMissing({
                providerName: message("extension_name"), requester: { kind: "site", name: origin }, isOwn: true, ...more,
            }),
            sheet,
            onEvent: (event) => {
                if (!ending.has(String(event["kind"]))) return;
                signal.removeEventListener("abort", abort);
                userRequest.sheetClosed();
                resolve(event);
            },
        });
    });
}

/** The events that answer a question; typing and scrolling do not. */
const ending = new Set(["pressed", "submitted", "rowChosen", "cancelled"]);

/** @param {Question} question */
function sheetOf(question) {
    return {
        title: question.title,
        cancelTitle: message("confirm_cancel"),
        elements: [
            ...question.warnings.map((text, index) => ({ id: `warning${index}`, kind: "message", level: "warning", text })),
            ...question.facts.map((text, index) => ({ id: `fact${index}`, kind: "text", text, style: "body" })),
            // No default button: an Enter that was meant for the page must not confirm a warning.
            { id: "confirm", kind: "button", title: question.confirmTitle, role: "normal", submits: false, isEnabled: true },
        ],
    };
}

/**
 * Asks about a fill with doubts about the page: something may cover or hide what the user clicked, or the form sends the
 * values somewhere unsafe. Names the other origins too if the page is a frame.
 *
 * @param {string} origin
 * @param {string | undefined} user
 * @param {boolean} isUnjudged
 * @param {readonly import("../messages.js").Doubt[]} doubts
 * @param {readonly string[]} others the other origins around it
 * @returns {Question}
 */
export function pageQuestion(origin, user, isUnjudged, doubts, others) {
    const speaking = against(origin, isUnjudged, doubts);
    if (others.length > 0) {
        const question = frameQuestion(origin, others.join(", "), user);
        return { ...question, warnings: [...question.warnings, ...speaking] };
    }
    return {
        title: message("confirm_hidden_title"),
        origin,
        warnings: speaking,
        facts: account(user),
        confirmTitle: message("confirm_fill"),
    };
}

/**
 * @param {string} origin
 * @param {boolean} isUnjudged
 * @param {readonly import("../messages.js").Doubt[]} doubts
 */
function against(origin, isUnjudged, doubts) {
    return [
        ...(isUnjudged ? [message("confirm_hidden_warning", origin)] : []),
        ...doubts.map(({ reason, host }) => message(doubtWarnings[reason], host)),
    ];
}

/**
 * Asks about a passkey that was picked while something may have covered or hidden the strip.
 *
 * @param {string} origin
 * @returns {Question}
 */
export function passkeyQuestion(origin) {
    return {
        title: message("passkey_confirm_title"),
        origin,
        warnings: [message("passkey_confirm_warning", origin)],
        facts: [],
        confirmTitle: message("passkey_confirm"),
    };
}

/**
 * Asks about filling a login that is not for the page, picked in the popup. Names both sites if it is of another site. The
 * origins are equal if the rule of the login's address does not allow the page.
 *
 * @param {string} origin the login's origin
 * @param {string} into the page's origin
 * @param {string | undefined} user
 * @param {boolean} isUnjudged
 * @param {readonly import("../messages.js").Doubt[]} doubts
 * @param {boolean} isInsecure whether the page is insecure; the question covers that too
 * @returns {Question}
 */
export function otherLoginQuestion(origin, into, user, isUnjudged, doubts, isInsecure) {
    const insecure = isInsecure ? [message("confirm_insecure_warning", into)] : [];
    const isSameOrigin = origin === into;
    const warning = isSameOrigin
        ? message("confirm_other_page_warning", new URL(into).host)
        : message("confirm_other_warning", origin, into);
    return {
        title: message(isSameOrigin ? "confirm_other_page_title" : "confirm_other_title"),
        origin: into,
        warnings: [warning, ...insecure, ...against(into, isUnjudged, doubts)],
        facts: account(user),
        confirmTitle: message("confirm_frame_fill", into),
    };
}

/**
 * Asks about filling a generated password into a page with doubts, or without encryption; `undefined` if there is nothing to
 * ask.
 *
 * @param {string} origin
 * @param {boolean} isUnjudged
 * @param {readonly import("../messages.js").Doubt[]} doubts
 * @param {boolean} isInsecure
 * @returns {Question | undefined}
 */
export function generatedQuestion(origin, isUnjudged, doubts, isInsecure) {
    const question = pageQuestion(origin, undefined, isUnjudged, doubts, []);
    if (!isInsecure) return question.warnings.length === 0 ? undefined : question;
    const warnings = [message("confirm_insecure_warning", origin), ...question.warnings];
    return { ...question, title: message("confirm_insecure_title"), warnings, confirmTitle: message("confirm_fill_anyway") };
}

/**
 * Asks about a fill into a frame whose ancestor belongs to another site; names both.
 *
 * @param {string} origin
 * @param {string} other
 * @param {string | undefined} user
 * @returns {Question}
 */
export function frameQuestion(origin, other, user) {
    return {
        title: message("confirm_frame_title"),
        origin,
        warnings: [message("confirm_frame_warning", origin, other)],
        facts: account(user),
        confirmTitle: message("confirm_frame_fill", origin),
    };
}

/**
 * Asks about filling a login of a secure page into an insecure one.
 *
 * @param {string} origin
 * @param {string} warning the agent's warning; "" for none
 * @param {string | undefined} user
 * @returns {Question}
 */
export function insecureQuestion(origin, warning, user) {
    return {
        title: message("confirm_insecure_title"),
        origin,
        warnings: [message("confirm_insecure_warning", origin), ...(warning === "" ? [] : [warning])],
        facts: account(user),
        confirmTitle: message("confirm_fill_anyway"),
    };
}

const doubtWarnings = {
    otherOrigin: "confirm_doubt_other_origin",
    insecure: "confirm_doubt_insecure",
    inAddress: "confirm_doubt_in_address",
};

/** @param {string | undefined} user */
function account(user) {
    return user === undefined || user === "" ? [] : [message("confirm_account", user)];
}
