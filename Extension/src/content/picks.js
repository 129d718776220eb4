// Handles a picked row: calls the background and fills, or reports why not.

import { message, shadowRootOf } from "../browser.js";
import { classifyField } from "../forms/classify.js";
import { CallFailure } from "./backgroundCalls.js";
import { fillForm } from "./fill/fillForm.js";
import { fillGenerated, fittingPassword } from "./fill/fillGenerated.js";
import { insertText } from "./fill/insertText.js";
import { doubtsAbout } from "./fill/safety.js";
import { isFilled, isPasswordRefused } from "./fill/fillOutcome.js";
import { askElsewhere, pickPasskey, waitingRequest } from "./passkeyBridge.js";
import { focused } from "./strip/focus.js";

/**
 * @import { Filled, GenerateParameters } from "../messages.js"
 * @import { ClassifiedForm } from "../forms/types.js"
 * @import { GeneratedReport, Made } from "./fill/fillGenerated.js"
 * @import { Connection } from "./connection.js"
 * @import { Doubt } from "./fill/safety.js"
 * @import { FillReport } from "./fill/fillForm.js"
 * @import { GenerateRow, Row } from "./strip/stripRows.js"
 * @import { FieldUse, Strip } from "./strip/strip.js"
 *
 * @typedef {{isThere: boolean, words: string}} FillResult whether the value was filled, and the message to show; "" for none
 */

/** Reasons without a message here: the user cancelled, the document is gone, or a window has reported the failure. */
const silent = new Set(["userCanceled", "gone", "notHere", "told"]);
/** Reasons that the user can fix on this computer. */
const unconnected = new Set(["noHost", "hostRefused", "noAgent"]);

export class Picks {
    /** The site's password rules from its quirks; the field's own rules have priority. @type {string | undefined} */
    siteRules;

    /** @type {Connection} */
    #connection;
    /** @type {Strip} */
    #strip;
    /** @type {(field: HTMLInputElement) => void} */
    #filled;
    /** The generated password that the strip shows. @type {{at: Element, made: Promise<Made | null>} | null} */
    #shown = null;

    /**
     * @param {Connection} connection
     * @param {Strip} strip
     * @param {(field: HTMLInputElement) => void} filled called for every filled field
     */
    constructor(connection, strip, filled) {
        this.#connection = connection;
        this.#strip = strip;
        this.#filled = filled;
    }

    /**
     * Performs a row's action, and shows a message if it fails.
     *
     * @param {Row} row
     * @param {FieldUse} use
     * @param {boolean} mustConfirm
     */
    async take(row, use, mustConfirm) {
        try {
            await this.#take(row, use, mustConfirm);
        } catch (error) {
            this.#tell(use, error);
        }
    }

    /**
     * Fills a value that was picked outside of the strip, which reports the result itself.
     *
     * @param {FieldUse} use
     * @param {Filled} filled
     * @param {readonly Doubt[]} confirmed the doubts that the user has confirmed
     * @returns {Promise<boolean>} whether the value was filled
     */
    async fill(use, filled, confirmed) {
        const { isThere } = await this.#fill(use, filled, formOf(use), confirmed, focusedIn(use));
        return isThere;
    }

    /**
     * Fills a generated password that was picked in the popup, which reports the result itself. The background stores the
     * password first.
     *
     * @param {FieldUse} use
     * @param {Made} made
     * @param {readonly Doubt[]} confirmed the doubts that the user has confirmed
     * @returns {Promise<GeneratedReport["outcome"]>}
     * @throws {CallFailure} if the password was not stored
     */
    async fillMade(use, made, confirmed) {
        const form = formOf(use);
        if (form === null) return "refused";
        const { outcome, report } = await fillGenerated(form, {
            ...this.#options(focusedIn(use)), confirmed,
            // The user has seen this password, so no other one is filled.
            generate: async () => ({ provider: made.provider, passwords: [made] }),
            keep: (login) => this.#connection.call("keepGenerated", login),
        });
        this.#resultOf(report);
        return outcome;
    }

    /**
     * @param {FieldUse} use
     * @param {Filled} filled
     * @param {ClassifiedForm | null} form the form at the time of the pick; parts that have changed get nothing
     * @param {readonly Doubt[]} confirmed the doubts that the user has confirmed
     * @param {HTMLInputElement | null} at the field that the user was in when they picked
     * @returns {Promise<FillResult>}
     */
    async #fill(use, filled, form, confirmed, at) {
        const { value } = filled;
        if (value.kind === "text" && !(use.element instanceof HTMLInputElement)) {
            const isThere = await insertText(use.element, value.text, (each) => this.#strip.isHost(each));
            return { isThere, words: isThere ? "" : message("strip_refused") };
        }
        if (form === null && value.kind !== "text") return { isThere: false, words: message("strip_refused") };
        return this.#resultOf(await fillForm(form ?? emptyForm(use.element), filled, { ...this.#options(at), confirmed }));
    }

    /** @param {HTMLInputElement | null} at */
    #options(at) {
        return {
            focused: at,
            shadowRootOf,
            isOurs: (/** @type {Element} */ each) => this.#strip.isHost(each),
        };
    }

    /**
     * @param {FillReport} report
     * @returns {FillResult}
     */
    #resultOf(report) {
        const { filled, refused } = report, isThere = isFilled(report);
        for (const { element } of filled) this.#filled(element);
        if (filled.length === 0 && refused.length > 0) return { isThere, words: message("strip_refused") };
        return { isThere, words: isPasswordRefused(report) ? message("strip_passwordRefused") : "" };
    }

    /**
     * Shows a fill's message in the strip, and makes the background forget the fill.
     *
     * @param {FieldUse} use
     * @param {FillResult} result
     */
    #reportResult(use, { words }) {
        if (words === "") return;
        this.#strip.tell(use, words);
        this.#connection.note("unfilled", {});
    }

    /**
     * Generates the password that a row will fill, so that the user can see it first. It is stored only when it is picked. On
     * failure the row shows none, and questions are asked at the pick.
     *
     * @param {GenerateRow} row
     * @param {FieldUse} use
     * @returns {Promise<string>}
     */
    async make(row, use) {
        const form = formOf(use);
        if (form === null) return "";
        const made = fittingPassword(form, { focused: focusedIn(use), ...this.#generator(row, true) });
        this.#shown = { at: use.element, made };
        const { value } = await made ?? { value: "" };
        // The provider's process has ended; its next one stores the picked password.
        this.#connection.note("startAhead", { provider: row.provider });
        return value;
    }

    /**
     * The shown password, once: a password is never used for two accounts.
     *
     * @param {FieldUse} use
     * @param {boolean} withInterface
     */
    async #takeShown(use, withInterface) {
        const shown = this.#shown;
        this.#shown = null;
        if (withInterface || shown?.at !== use.element) return null;
        return shown.made.catch(() => null);
    }

    /**
     * @param {GenerateRow} row
     * @param {boolean} [isAhead] whether the user has not picked the row yet
     */
    #generator({ provider, withInterface }, isAhead = false) {
        const rules = { ...(this.siteRules === undefined ? {} : { passwordRules: this.siteRules }),
            ...(isAhead ? { isAhead } : {}) };
        return { provider, withInterface,
            generate: (/** @type {GenerateParameters} */ params) => this.#connection.call("generate", { ...rules, ...params }) };
    }

    /**
     * Generates a password and fills it. The background stores it first.
     *
     * @param {FieldUse} use
     * @param {GenerateRow} row
     */
    async #generate(use, row) {
        const form = formOf(use);
        if (form === null) return;
        const at = focusedIn(use);
        const shown = await this.#takeShown(use, row.withInterface);
        const { outcome, report } = await fillGenerated(form, {
            ...this.#options(at), ...this.#generator(row),
            keep: (login) => this.#connection.call("keepGenerated", login),
        }, shown);
        // Nothing is undone: the password is stored, and no login was handed out.
        const { words } = this.#resultOf(report);
        if (words !== "") this.#strip.tell(use, words);
        if (outcome === "unfitting") this.#strip.tell(use, message("strip_unfitting"));
    }

    /**
     * @param {Row} row
     * @param {FieldUse} use
     * @param {boolean} mustConfirm
     */
    async #take(row, use, mustConfirm) {
        // Doubts about the form are part of the same question.
        const form = formOf(use);
        const doubts = form === null || use.kind === "oneTimeCode" ? [] : doubtsAbout(form);
        const connection = this.#connection;
        const at = focusedIn(use);
        const fill = async (/** @type {Filled} */ filled) =>
            this.#reportResult(use, await this.#fill(use, filled, form, doubts, at));
        switch (row.type) {
            case "suggestion": {
                const suggestion = row.suggestion.id;
                if (row.suggestion.kind === "passkey") return pickPasskey({ suggestion, mustConfirm });
                return fill(await connection.call("fill", { suggestion, mustConfirm, doubts }));
            }
            case "list": {
                const { kind, provider } = row;
                if (kind === "password" && hasPasskeys(row)) return this.#pickIn(provider, mustConfirm, doubts, fill);
                return fill(await connection.call("list", { kind, provider, mustConfirm, doubts }));
            }
            case "locked": {
                if (hasPasskeys(row)) return this.#pickIn(row.provider, mustConfirm, doubts, fill);
                const { filled } = await connection.call("unlock", { provider: row.provider, mustConfirm, doubts });
                return filled === undefined ? this.#strip.open(use) : fill(filled);
            }
            case "insert": {
                const { provider } = row;
                return fill(await connection.call("insertText", { provider, mustConfirm }));
            }
            case "generate":
                return this.#generate(use, row);
            case "elsewhere":
                return askElsewhere();
        }
    }

    /**
     * Shows a provider's list, which may also contain passkeys for the waiting request.
     *
     * @param {string} provider
     * @param {boolean} mustConfirm
     * @param {Doubt[]} doubts
     * @param {(filled: Filled) => Promise<void>} fill
     */
    async #pickIn(provider, mustConfirm, doubts, fill) {
        const filled = await pickPasskey({ provider, mustConfirm, doubts });
        if (filled !== undefined) await fill(filled);
    }

    /**
     * @param {FieldUse} use
     * @param {unknown} error
     */
    #tell(use, error) {
        const { reason, message: words } = error instanceof CallFailure ? error
            : { reason: "failed", message: String(error) };
        if (silent.has(reason)) return;
        if (unconnected.has(reason)) this.#strip.tell(use, message("strip_noHost"));
        else this.#strip.tell(use, words === "" ? message("strip_problemShort") : message("strip_problem", words));
    }
}

/**
 * Whether a row's provider may answer the page's waiting request.
 *
 * @param {{providesPasskeys: boolean}} row
 */
function hasPasskeys({ providesPasskeys }) {
    return providesPasskeys && waitingRequest() !== undefined;
}

/** @param {FieldUse} use */
function formOf(use) {
    return classifyField(use.element, { shadowRootOf }).form;
}

/**
 * The field itself if it has the focus: only then a code's field may be invisible.
 *
 * @param {FieldUse} use
 */
function focusedIn({ element }) {
    return element instanceof HTMLInputElement && element === focused() ? element : null;
}

/**
 * The form of a field without a form: text goes into the field alone.
 *
 * @param {Element} element
 * @returns {ClassifiedForm}
 */
function emptyForm(element) {
    return { kind: "other", element, fields: [], submit: null, explain: [] };
}
