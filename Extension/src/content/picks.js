// What follows when a person has picked a row: the call to the background, the fill, or why there was none.

import { message, shadowRootOf } from "../browser.js";
import { classifyField } from "../forms/classify.js";
import { CallFailure } from "./calls.js";
import { fillForm } from "./fill/filling.js";
import { doubtsAbout } from "./fill/safety.js";

/**
 * @import { Filled } from "../messages.js"
 * @import { ClassifiedForm } from "../forms/types.js"
 * @import { Connection } from "./connection.js"
 * @import { Doubt } from "./fill/safety.js"
 * @import { Row } from "./strip/rows.js"
 * @import { FieldUse, Strip } from "./strip/strip.js"
 */

/** Reasons that need no word: the person's own will, or a document that is not there any more. */
const silent = new Set(["userCanceled", "gone", "notHere"]);
/** Reasons that the person mends on this computer. */
const unconnected = new Set(["noHost", "hostRefused", "noAgent"]);

export class Picks {
    /** @type {Connection} */
    #connection;
    /** @type {Strip} */
    #strip;

    /**
     * @param {Connection} connection
     * @param {Strip} strip
     */
    constructor(connection, strip) {
        this.#connection = connection;
        this.#strip = strip;
    }

    /**
     * Does what a row says, and tells the person when it could not be done.
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
     * Fills the form of a field.
     *
     * @param {FieldUse} use
     * @param {Filled} filled
     * @param {readonly Doubt[]} [confirmed] what the person was asked about
     */
    async fill(use, filled, confirmed = []) {
        const form = formOf(use);
        if (form === null && filled.value.kind !== "text") return;
        const focused = use.element instanceof HTMLInputElement ? use.element : null;
        const report = await fillForm(form ?? emptyForm(use.element), filled, {
            focused, confirmed, shadowRootOf, isOurs: (element) => this.#strip.isHost(element),
        });
        if (report.filled.length === 0 && report.refused.length > 0) {
            this.#strip.tell(use, message("strip_refused"));
        }
    }

    /**
     * @param {Row} row
     * @param {FieldUse} use
     * @param {boolean} isUnjudged
     */
    async #take(row, use, isUnjudged) {
        // What the form does with a password is asked about in the same window.
        const form = formOf(use);
        const doubts = form === null || use.kind === "oneTimeCode" ? [] : doubtsAbout(form);
        const mustConfirm = isUnjudged || doubts.length > 0;
        const connection = this.#connection;
        switch (row.type) {
            case "suggestion": {
                const suggestion = row.suggestion.id;
                return this.fill(use, await connection.call("fill", { suggestion, mustConfirm }), doubts);
            }
            case "list": {
                const { kind, provider } = row;
                return this.fill(use, await connection.call("list", { kind, provider, mustConfirm }), doubts);
            }
            case "locked": {
                const { filled } = await connection.call("unlock", { provider: row.provider, mustConfirm });
                return filled === undefined ? this.#strip.open(use) : this.fill(use, filled, doubts);
            }
            case "insert": {
                const { provider } = row;
                return this.fill(use, await connection.call("insertText", { provider, mustConfirm: isUnjudged }));
            }
            case "generate": {
                const { provider, withInterface } = row;
                await connection.call("generate", { provider, withInterface });
            }
        }
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

/** @param {FieldUse} use */
function formOf(use) {
    return classifyField(use.element, { shadowRootOf }).form;
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
