// Handles a picked row: calls the background and fills, or reports why not.

import { message, shadowRootOf } from "../browser.js";
import { classifyField } from "../forms/classify.js";
import { CallFailure } from "./backgroundCalls.js";
import { fillForm, fillLaterPassword } from "./fill/fillForm.js";
import { insertText } from "./fill/insertText.js";
import { doubtsAbout } from "./fill/safety.js";
import { isFilled, isOfNextStep, isPasswordRefused, unexpectedRefusals } from "./fill/fillOutcome.js";
import { LaterPassword, takesKeys } from "./fill/laterPassword.js";
import { formWith } from "./fill/fillTargets.js";
import { askElsewhere, pickPasskey, waitingRequest } from "./passkeyBridge.js";
import { focused } from "./strip/focus.js";

/**
 * @import { Filled, GenerateParameters } from "../messages.js"
 * @import { ClassifiedForm, FieldKind } from "../forms/types.js"
 * @import { GeneratedReport, Made } from "./fill/fillGenerated.js"
 * @import { Connection } from "./connection.js"
 * @import { Doubt } from "./fill/safety.js"
 * @import { FillOptions, FillReport } from "./fill/fillForm.js"
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
    #later = new LaterPassword();

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
            this.report(use, error);
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
        const as = filled.value.kind === "password" ? loginKindAt(use) : null;
        const { isThere } = await this.#fill(use, filled, { form: formOf(use, as), confirmed, at: focusedIn(use), as });
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
        const { outcome } = await this.#fillMade(use, made, confirmed);
        return outcome;
    }

    /**
     * @param {FieldUse} use
     * @param {Made} made
     * @param {readonly Doubt[]} confirmed
     * @returns {Promise<{outcome: GeneratedReport["outcome"], words: string}>} words: the message to show; "" for none
     */
    async #fillMade(use, made, confirmed) {
        const form = formOf(use);
        if (form === null) return { outcome: "refused", words: message("strip_refused") };
        const { fillGenerated } = await loadGenerator();
        return this.#resultOfGenerated(await fillGenerated(form, {
            ...this.#options(focusedIn(use), null), confirmed,
            // The user has chosen this password, so no other one is filled.
            generate: async () => ({ provider: made.provider, passwords: [made] }),
            keep: (login) => this.#connection.call("keepGenerated", login),
        }));
    }

    /** @param {GeneratedReport} generated */
    #resultOfGenerated({ outcome, report }) {
        const { words } = this.#resultOf(report);
        return { outcome, words: outcome === "unfitting" ? message("strip_unfitting") : words };
    }

    /**
     * @param {FieldUse} use
     * @param {Filled} filled
     * @param {object} pick
     * @param {ClassifiedForm | null} pick.form the form at the time of the pick; parts that have changed get nothing
     * @param {readonly Doubt[]} pick.confirmed the doubts that the user has confirmed
     * @param {HTMLInputElement | null} pick.at the field that the user was in when they picked
     * @param {FieldKind | null} pick.as the kind of the field at which the user picked, instead of the classifier's
     * @returns {Promise<FillResult>}
     */
    async #fill(use, filled, { form, confirmed, at, as }) {
        const { value } = filled;
        if (value.kind === "text" && !(use.element instanceof HTMLInputElement)) {
            const isThere = await insertText(use.element, value.text, (each) => this.#strip.isHost(each));
            return { isThere, words: isThere ? "" : message("strip_refused") };
        }
        if (form === null && value.kind !== "text") return { isThere: false, words: message("strip_refused") };
        this.#later.stop();
        const options = { ...this.#options(at, as), confirmed }, report = await fillForm(form ?? emptyForm(use.element), filled, options);
        if (form !== null && value.kind === "password") this.#fillLater(form, value.password, report, options);
        return this.#resultOf(report);
    }

    /**
     * Fills the password when its step appears, if the form has only the user name now.
     *
     * @param {ClassifiedForm} form
     * @param {string} password
     * @param {FillReport} report
     * @param {FillOptions} options
     */
    #fillLater(form, password, { refused, user }, options) {
        const hidden = refused.find(isOfNextStep)?.element;
        const target = form.fields.find(({ element }) => element === hidden);
        // The browser would report the visibility of only one of the PIN's boxes.
        if (user === null || target === undefined || target.segment !== null) return;
        const name = user.value, { element } = target;
        this.#later.wait({
            element,
            isWanted: () => {
                const at = focused(), isElsewhere = at !== user && at !== element && takesKeys(at);
                const isEmpty = element.isConnected && element.type === "password" && element.value === "";
                return isEmpty && (!user.isConnected || user.value === name) && !isElsewhere;
            },
            fill: async () => {
                this.#strip.close();
                for (const each of (await fillLaterPassword(form, target, password, { ...options, focused: null })).filled) this.#filled(each.element);
            },
        });
    }

    /**
     * @param {HTMLInputElement | null} at
     * @param {FieldKind | null} as
     */
    #options(at, as) {
        return {
            focused: at,
            pointedAs: as,
            shadowRootOf,
            isOurs: (/** @type {Element} */ each) => this.#strip.isHost(each),
        };
    }

    /**
     * @param {FillReport} report
     * @returns {FillResult}
     */
    #resultOf(report) {
        const { filled } = report, isThere = isFilled(report);
        for (const { element } of filled) this.#filled(element);
        if (filled.length === 0 && unexpectedRefusals(report).length > 0) return { isThere, words: message("strip_refused") };
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
        const form = formOf(use, newKindAt(use));
        if (form === null) return "";
        const made = loadGenerator().then(({ fittingPassword }) =>
            fittingPassword(form, { focused: focusedIn(use), ...this.#generator(row, true) }));
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
        const as = newKindAt(use), form = formOf(use, as);
        if (form === null) return;
        const at = focusedIn(use);
        const shown = await this.#takeShown(use, row.withInterface);
        const { fillGenerated } = await loadGenerator();
        const { words } = this.#resultOfGenerated(await fillGenerated(form, {
            ...this.#options(at, as), ...this.#generator(row),
            keep: (login) => this.#connection.call("keepGenerated", login),
        }, shown));
        // Nothing is undone: the password is stored, and no login was handed out.
        if (words !== "") this.#strip.tell(use, words);
    }

    /**
     * @param {Row} row
     * @param {FieldUse} use
     * @param {boolean} mustConfirm
     */
    async #take(row, use, mustConfirm) {
        // Doubts about the form are part of the same question.
        const isLogin = row.type === "locked" || row.type === "list" && row.kind === "password" ||
            row.type === "suggestion" && row.suggestion.kind === "password";
        const as = isLogin ? loginKindAt(use) : null, form = formOf(use, as);
        const doubts = form === null || use.kind === "oneTimeCode" ? [] : doubtsAbout(form);
        const connection = this.#connection;
        const at = focusedIn(use);
        const fill = async (/** @type {Filled} */ filled) =>
            this.#reportResult(use, await this.#fill(use, filled, { form, confirmed: doubts, at, as }));
        switch (row.type) {
            case "suggestion": {
                const { id: suggestion, kind, wasGenerated = false } = row.suggestion;
                if (kind === "passkey") return pickPasskey({ suggestion, mustConfirm });
                const filled = await connection.call("fill", { suggestion, mustConfirm, doubts });
                const { provider, value } = filled;
                if (!wasGenerated || use.kind !== "newPassword" || value.kind !== "password") return fill(filled);
                // As a new password, it also goes into the field that repeats it, and never into a current-password field.
                const { words } = await this.#fillMade(use, { provider, kind: "strong", value: value.password }, doubts);
                if (words !== "") this.#strip.tell(use, words);
                return;
            }
            case "list": {
                const { kind, provider } = row;
                if (kind === "password" && hasPasskeys(row)) return this.#pickIn(provider, mustConfirm, doubts, fill);
                return fill(await connection.call("list", { kind, provider, mustConfirm, doubts }));
            }
            case "locked": {
                if (hasPasskeys(row)) return this.#pickIn(row.provider, mustConfirm, doubts, fill);
                const { filled } = await connection.call("unlock", { provider: row.provider, mustConfirm, doubts });
                return filled === undefined ? this.#strip.open(use, { isAsked: as !== null }) : fill(filled);
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
     * Shows at a field why an action of the user failed.
     *
     * @param {FieldUse} use
     * @param {unknown} error
     */
    report(use, error) {
        const { reason, message: words } = error instanceof CallFailure ? error
            : { reason: "failed", message: String(error) };
        if (silent.has(reason)) return;
        if (unconnected.has(reason)) this.#strip.tell(use, message("strip_noHost"));
        else this.#strip.tell(use, words === "" ? message("strip_problemShort") : message("strip_problem", words));
    }
}

/** Loads the password generator, which most pages do not need. */
const loadGenerator = () => import("./fill/fillGenerated.js");

/**
 * Whether a row's provider may answer the page's waiting request.
 *
 * @param {{providesPasskeys: boolean}} row
 */
function hasPasskeys({ providesPasskeys }) {
    return providesPasskeys && waitingRequest() !== undefined;
}

/**
 * @param {FieldUse} use
 * @param {FieldKind | null} [as] the kind of the field instead of the classifier's
 */
function formOf({ element }, as = null) {
    const { form } = classifyField(element, { shadowRootOf });
    return as !== null && element instanceof HTMLInputElement ? formWith(form, element, as) : form;
}

/**
 * The kind as which a field takes its part of a login that the user picked there; `null` for the classifier's kind. A
 * new-password field takes the password if no other field of its form does.
 *
 * @param {FieldUse} use
 * @returns {FieldKind | null}
 */
function loginKindAt({ element, kind, isPointed = false }) {
    if (!(element instanceof HTMLInputElement)) return null;
    if (kind === "newPassword" && !isPointed) {
        const { form } = classifyField(element, { shadowRootOf });
        return form?.fields.some((field) => field.kind === "currentPassword") === true ? null : "currentPassword";
    }
    if (!isPointed && kind !== "text") return null;
    return element.type === "password" || kind === "newPassword" || kind === "currentPassword" ? "currentPassword" : "username";
}

/**
 * The kind as which a field takes a generated password; `null` for the classifier's kind.
 *
 * @param {FieldUse} use
 * @returns {FieldKind | null}
 */
function newKindAt({ kind }) {
    return kind === "newPassword" ? null : "newPassword";
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
