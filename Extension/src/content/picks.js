// What follows when a user has picked a row: the call to the background, the fill, or why there was none.

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
 * @import { Filled, GenerateWish } from "../messages.js"
 * @import { ClassifiedForm } from "../forms/types.js"
 * @import { Made } from "./fill/fillGenerated.js"
 * @import { Connection } from "./connection.js"
 * @import { Doubt } from "./fill/safety.js"
 * @import { FillReport } from "./fill/fillForm.js"
 * @import { GenerateRow, Row } from "./strip/stripRows.js"
 * @import { FieldUse, Strip } from "./strip/strip.js"
 *
 * @typedef {{isThere: boolean, words: string}} Came whether what was picked stands there now, and what there is to say; "" for nothing
 */

/** Reasons that need no word here: the user's own will, a document that is not there any more, or what a window has said. */
const silent = new Set(["userCanceled", "gone", "notHere", "told"]);
/** Reasons that the user mends on this computer. */
const unconnected = new Set(["noHost", "hostRefused", "noAgent"]);

export class Picks {
    /** What is known of the site's password rules; the field's own come first. @type {string | undefined} */
    siteRules;

    /** @type {Connection} */
    #connection;
    /** @type {Strip} */
    #strip;
    /** @type {(field: HTMLInputElement) => void} */
    #filled;
    /** The password that is shown at a field before it is picked. @type {{at: Element, made: Promise<Made | null>} | null} */
    #shown = null;

    /**
     * @param {Connection} connection
     * @param {Strip} strip
     * @param {(field: HTMLInputElement) => void} filled told of every field that was filled
     */
    constructor(connection, strip, filled) {
        this.#connection = connection;
        this.#strip = strip;
        this.#filled = filled;
    }

    /**
     * Does what a row says, and tells the user when it could not be done.
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
     * Fills the form of a field with what was picked elsewhere than in the strip: there the user is told what came of it.
     *
     * @param {FieldUse} use
     * @param {Filled} filled
     * @param {readonly Doubt[]} confirmed what the user was asked about
     * @returns {Promise<boolean>} whether what was picked stands there now
     */
    async fill(use, filled, confirmed) {
        const { isThere } = await this.#fill(use, filled, formOf(use), confirmed, focusedIn(use));
        return isThere;
    }

    /**
     * @param {FieldUse} use
     * @param {Filled} filled
     * @param {ClassifiedForm | null} form as it was when the user picked: what has changed since gets nothing
     * @param {readonly Doubt[]} confirmed what the user was asked about
     * @param {HTMLInputElement | null} at the field that the user was in when they picked
     * @returns {Promise<Came>}
     */
    async #fill(use, filled, form, confirmed, at) {
        const { value } = filled;
        if (value.kind === "text" && !(use.element instanceof HTMLInputElement)) {
            const isThere = await insertText(use.element, value.text, (each) => this.#strip.isHost(each));
            return { isThere, words: isThere ? "" : message("strip_refused") };
        }
        if (form === null && value.kind !== "text") return { isThere: false, words: message("strip_refused") };
        return this.#came(await fillForm(form ?? emptyForm(use.element), filled, { ...this.#options(at), confirmed }));
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
     * @returns {Came}
     */
    #came(report) {
        const { filled, refused } = report, isThere = isFilled(report);
        for (const { element } of filled) this.#filled(element);
        if (filled.length === 0 && refused.length > 0) return { isThere, words: message("strip_refused") };
        return { isThere, words: isPasswordRefused(report) ? message("strip_passwordRefused") : "" };
    }

    /**
     * Says in the strip what was not filled, and has the background forget that it was.
     *
     * @param {FieldUse} use
     * @param {Came} came
     */
    #tellCame(use, { words }) {
        if (words === "") return;
        this.#strip.tell(use, words);
        this.#connection.note("unfilled", {});
    }

    /**
     * Makes the password that a row will fill, so that the user sees it before. Kept nowhere until it is picked. Nobody
     * has asked for it: where it is refused, the row shows none, and what is to be asked is asked once it is picked.
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
        // Its process has ended; the next one keeps what was picked.
        this.#connection.note("startAhead", { provider: row.provider });
        return value;
    }

    /**
     * The one that was shown, once: no password is used for two accounts.
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
     * @param {boolean} [isAhead] nobody has picked it yet
     */
    #generator({ provider, withInterface }, isAhead = false) {
        const rules = { ...(this.siteRules === undefined ? {} : { passwordRules: this.siteRules }),
            ...(isAhead ? { isAhead } : {}) };
        return { provider, withInterface,
            generate: (/** @type {GenerateWish} */ wish) => this.#connection.call("generate", { ...rules, ...wish }) };
    }

    /**
     * Makes a password and fills it; the background keeps it before it stands in any field.
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
        // No fill is taken back by it: it was kept, and not handed over.
        const { words } = this.#came(report);
        if (words !== "") this.#strip.tell(use, words);
        if (outcome === "unfitting") this.#strip.tell(use, message("strip_unfitting"));
    }

    /**
     * @param {Row} row
     * @param {FieldUse} use
     * @param {boolean} mustConfirm
     */
    async #take(row, use, mustConfirm) {
        // What the form does with a password is asked about in the same window.
        const form = formOf(use);
        const doubts = form === null || use.kind === "oneTimeCode" ? [] : doubtsAbout(form);
        const connection = this.#connection;
        const at = focusedIn(use);
        const fill = async (/** @type {Filled} */ filled) =>
            this.#tellCame(use, await this.#fill(use, filled, form, doubts, at));
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
     * What the user picks in a provider's list, in which the passkeys of the waiting request are, too.
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
 * Whether the provider of a row may answer the request that waits in the page.
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
 * The field itself where the focus is in it: only there may a code's field be unseen.
 *
 * @param {FieldUse} use
 */
function focusedIn({ element }) {
    return element instanceof HTMLInputElement && element === focused() ? element : null;
}

/**
 * The form of a field that is in none: text goes into the field alone.
 *
 * @param {Element} element
 * @returns {ClassifiedForm}
 */
function emptyForm(element) {
    return { kind: "other", element, fields: [], submit: null, explain: [] };
}
