// Reports the account names that a user types or picks, since the step with the password often omits them.
//
// A step may have no form and no known word, and may be removed before it is submitted. So a field is reported while the user
// types: after a pause, and immediately on the next click or key.

import { classifyField } from "../../forms/classify.js";
import { groupOf } from "../../forms/group.js";
import { openShadowRootOf } from "../../forms/walk.js";
import { candidates, isCandidate } from "../../forms/candidates.js";
import { isAddress, isEditable, isSignUpStep } from "./formValues.js";

/** @import { ClassifiedField, ClassifiedForm } from "../../forms/types.js" */
/** @import { TypedUser } from "../../messages.js" */

/** How long (ms) the user must pause for a value to count as complete. */
const pause = 400;
/** Maximum length (characters) of a user name. */
const longest = 320;
/** Kinds of form whose user name belongs to the password of a later step. */
const certain = new Set(["login", "twoStepLogin", "signUp", "code", "changePassword"]);

export class TypedUsers {
    #report;
    #shadowRootOf;
    /** @type {HTMLInputElement | null} */
    #pending = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {WeakMap<HTMLInputElement, string>} */
    #reported = new WeakMap();

    /**
     * @param {(typed: TypedUser) => void} report
     * @param {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
     */
    constructor(report, shadowRootOf = openShadowRootOf) {
        this.#report = report;
        this.#shadowRootOf = shadowRootOf;
    }

    /** @param {HTMLInputElement} field in which the user has typed, or that was filled */
    touched(field) {
        if (field.type === "password") return;
        if (this.#pending !== field) this.flush();
        this.#pending = field;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#reportPending(true), pause);
    }

    /** Reports the field that the user typed in last, even if it was reported: the background may have dropped the report. */
    flush() {
        this.#reportPending(false);
    }

    /** @param {boolean} isOnce whether a value that was reported is not reported again */
    #reportPending(isOnce) {
        const field = this.#pending === null ? null : this.#currentOf(this.#pending);
        clearTimeout(this.#timer);
        this.#pending = null;
        if (field === null) return;
        const user = field.value.trim();
        if (user === "" || user.length > longest || isOnce && this.#reported.get(field) === user) return;
        const answer = this.#namesAccount(field, user);
        if (answer === "no") return;
        this.#reported.set(field, user);
        const isName = !isAddress(user) && !isPhoneNumber(user, field);
        this.#report({ user, field: (field.name || field.id || field.type).slice(0, 100), isName, isCertain: answer === "certainly" });
    }

    /**
     * The field itself, or its new copy if the page has redrawn itself; `null` if there is none.
     *
     * @param {HTMLInputElement} field
     */
    #currentOf(field) {
        if (field.isConnected) return field;
        const { type, name, id, value } = field;
        return candidates(document, this.#shadowRootOf).find((each) =>
            each.type === type && each.name === name && each.id === id && each.value === value) ?? null;
    }

    stop() {
        clearTimeout(this.#timer);
        this.#pending = null;
    }

    /**
     * Whether a field names an account whose password a later step asks for.
     *
     * @param {HTMLInputElement} field
     * @param {string} user
     * @returns {"certainly" | "possibly" | "no"}
     */
    #namesAccount(field, user) {
        const shadowRootOf = this.#shadowRootOf;
        const { field: entry, form } = classifyField(field, { shadowRootOf });
        if (form !== null && entry !== null) {
            if (entry.kind !== "username" && entry.kind !== "email") return "no";
            // A form that also asks for the password is probably not a first step.
            if (certain.has(form.kind) || isSignUpStep(form)) {
                return form.fields.some((each) => isPassword(each) && isEditable(each)) ? "possibly" : "certainly";
            }
            if (form.kind === "updateEmail" || isNewsletter(form)) return "no";
        }
        if (/(?:^|\s)username(?:\s|$)/i.test(field.getAttribute("autocomplete") ?? "")) return "certainly";
        // A step without a recognised label: one field, with an e-mail address or a phone number.
        const isAlone = groupOf(field, shadowRootOf).fields.filter(isCandidate).every((each) => each === field);
        return isAlone && (isAddress(user) || isPhoneNumber(user, field)) ? "possibly" : "no";
    }
}

/** @param {ClassifiedField} field */
function isPassword({ kind }) {
    return kind === "currentPassword" || kind === "newPassword";
}

/** @param {ClassifiedForm} form */
function isNewsletter({ explain }) {
    return explain.some((each) => each.rule === "other: subscribe");
}

/**
 * @param {string} text
 * @param {HTMLInputElement} field
 */
function isPhoneNumber(text, field) {
    if (!/^\+?[\d\s()./-]+$/.test(text)) return false;
    const { length } = text.replace(/\D/g, "");
    return length >= 7 && length <= 15 && (field.type === "tel" || text.startsWith("+"));
}
