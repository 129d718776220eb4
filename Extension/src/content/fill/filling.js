// Fills what a person has picked into the fields of the form that they picked it for, and into no others.
//
// Everything is judged again right before each field is written: what was true when the strip was drawn may not be now.

import { isCandidate } from "../../forms/candidates.js";
import { classifyField, offers } from "../../forms/classify.js";
import { doubtsAbout } from "./safety.js";
import { typeCode } from "./segments.js";
import { currentFields, targetsOf } from "./targets.js";
import { enter, nextTask, type } from "./typing.js";
import { whyUnseen } from "./visibility.js";

/** @import { ClassifiedField, ClassifiedForm, FieldKind } from "../../forms/types.js" */
/** @import { Filled, PasswordValue } from "../../messages.js" */
/** @import { Doubt } from "./safety.js" */
/** @import { Outcome } from "./typing.js" */
/** @import { Unseen } from "./visibility.js" */

/**
 * Why a field was not filled.
 * - one of `Unseen`: a person cannot see it
 * - `changed`: it is of another kind or type than when it was picked, or not of that form any more
 * - `readOnly`, `disabled`: nobody could type there
 * - `plainText`: a password would stand readable in a field that shows what is typed
 * - `unsafe`: the form would send the password elsewhere than it did when the person was asked (see `doubtsAbout`)
 * - `tooLong`: a code has more digits than there are boxes
 *
 * @typedef {Unseen | "changed" | "readOnly" | "disabled" | "plainText" | "unsafe" | "tooLong"} Refusal
 */

/**
 * What came of one field.
 *
 * @typedef {object} FieldReport
 * @property {HTMLInputElement} element
 * @property {FieldKind | "text"} kind
 * @property {Outcome} outcome
 */

/**
 * @typedef {object} FillReport
 * @property {FieldReport[]} filled in the order in which they were filled; the last one has the focus
 * @property {{element: HTMLInputElement, kind: FieldKind | "text", reason: Refusal}[]} refused
 */

/**
 * @typedef {object} FillOptions
 * @property {HTMLInputElement | null} focused the field that the person picked at; null for the toolbar's list
 * @property {readonly Doubt[]} [confirmed] what `doubtsAbout(form)` said when the person was asked (mustConfirm)
 * @property {(element: Element) => boolean} [isOurs] whether an element is the strip, which covers no field
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 */

/**
 * Fills a form. Of a password's value: the user name, and the current password; a form with no password field gets the
 * user name alone; new-password fields get nothing. Of a code: its field, or its boxes. Of a text: the focused field.
 *
 * @param {ClassifiedForm} form as it was classified when the person picked
 * @param {Filled} filled
 * @param {FillOptions} options
 * @returns {Promise<FillReport>}
 */
export async function fillForm(form, filled, options) {
    /** @type {FillReport} */
    const report = { filled: [], refused: [] };
    const value = filled.value;
    if (value.kind === "text") {
        if (options.focused !== null) fillField(options.focused, "text", value.text, options, report);
        return report;
    }
    const { fields, lost } = currentFields(form, freshForm(form, options));
    report.refused.push(...lost);
    if (value.kind === "code") {
        await fillCode(targetsOf(fields, "code", options.focused), value.code, options, report);
        return report;
    }
    for (const target of targetsOf(fields, "password", options.focused)) {
        fillLogin(form, target, value, options, report);
        await nextTask();
    }
    return report;
}

/**
 * Fills one field of a login, which what was filled before may have changed, or made the page draw anew.
 *
 * @param {ClassifiedForm} form
 * @param {ClassifiedField} target
 * @param {PasswordValue} value
 * @param {FillOptions} options
 * @param {FillReport} report
 */
function fillLogin(form, target, value, options, report) {
    const { kind } = target;
    const current = currentFields(form, freshForm(form, options)).fields.filter((field) => field.kind === kind);
    const same = current.find((field) => field.element === target.element);
    const element = (same ?? (target.element.isConnected ? undefined : current[0]))?.element;
    if (element === undefined) {
        const reason = target.element.isConnected ? "changed" : "gone";
        report.refused.push({ element: target.element, kind, reason });
        return;
    }
    const isPassword = kind === "currentPassword";
    const text = isPassword ? value.password : value.user;
    if (text === "" || !isPassword && element.value === text) return;
    if (isPassword && hasNewDoubt(form, options.confirmed ?? [])) {
        report.refused.push({ element, kind, reason: "unsafe" });
        return;
    }
    fillField(element, kind, text, options, report);
}

/**
 * The chosen form as it is now; null when it is none any more.
 *
 * @param {ClassifiedForm} form
 * @param {FillOptions} options
 * @returns {ClassifiedForm | null}
 */
export function freshForm(form, options) {
    const drawn = form.element.isConnected ? form.element.querySelectorAll("input") : [];
    const anchors = [options.focused, ...form.fields.map((field) => field.element), ...drawn];
    const at = anchors.find((element) => element?.isConnected === true && isCandidate(element));
    const how = options.shadowRootOf === undefined ? {} : { shadowRootOf: options.shadowRootOf };
    if (at === null || at === undefined) return null;
    const { field, form: fresh } = classifyField(at, how);
    if (fresh === null || field !== null && !offers(field)) return null;
    return fresh;
}

/**
 * @param {ClassifiedForm} form
 * @param {readonly Doubt[]} confirmed
 */
function hasNewDoubt(form, confirmed) {
    return doubtsAbout(form).some((doubt) =>
        !confirmed.some((old) => old.reason === doubt.reason && old.host === doubt.host));
}

/**
 * @param {readonly ClassifiedField[]} fields
 * @param {string} code
 * @param {FillOptions} options
 * @param {FillReport} report
 */
async function fillCode(fields, code, options, report) {
    const elements = fields.map((field) => field.element);
    const [first] = elements;
    if (first === undefined) return;
    if (elements.length === 1) {
        fillField(first, "oneTimeCode", code, options, report);
        return;
    }
    if ([...code].length > elements.length) {
        report.refused.push({ element: first, kind: "oneTimeCode", reason: "tooLong" });
        return;
    }
    /** @type {"oneTimeCode"} */
    const kind = "oneTimeCode";
    const unseen = elements.flatMap((element) => {
        const reason = whyNot(element, kind, options);
        return reason === null ? [] : [{ element, kind, reason }];
    });
    report.refused.push(...unseen);
    if (unseen.length > 0) return;
    const outcome = await typeCode(elements, code);
    report.filled.push(...elements.map((element) => ({ element, kind, outcome })));
}

/**
 * Checks one field, focuses it, checks what the page has made of it on focus, and types.
 *
 * @param {HTMLInputElement} element
 * @param {FieldKind | "text"} kind
 * @param {string} text
 * @param {FillOptions} options
 * @param {FillReport} report
 */
export function fillField(element, kind, text, options, report) {
    const before = whyNot(element, kind, options);
    if (before !== null) {
        report.refused.push({ element, kind, reason: before });
        return;
    }
    const wasPassword = element.type === "password";
    enter(element);
    const after = whyNotNow(element, wasPassword);
    if (after !== null) {
        report.refused.push({ element, kind, reason: after });
        return;
    }
    const outcome = type(element, text, { isFit: () => whyNotNow(element, wasPassword) === null });
    if (outcome !== "unfit") report.filled.push({ element, kind, outcome });
    else report.refused.push({ element, kind, reason: whyNotNow(element, wasPassword) ?? "changed" });
}

/**
 * Why a field may not be filled, before it is touched.
 *
 * @param {HTMLInputElement} element
 * @param {FieldKind | "text"} kind
 * @param {FillOptions} options
 * @returns {Unseen | null}
 */
function whyNot(element, kind, options) {
    const { focused, isOurs = () => false } = options;
    // Only the one real input behind a code's drawn boxes may be unseen, and only when the person is in it.
    const mayBeUnseen = kind === "oneTimeCode" && element === focused;
    return whyUnseen(element, { focused, mayBeUnseen, isOurs });
}

/**
 * Why a field may not be filled, now that its page knows that it has the focus.
 *
 * @param {HTMLInputElement} element
 * @param {boolean} wasPassword
 * @returns {Refusal | null}
 */
function whyNotNow(element, wasPassword) {
    if (!element.isConnected) return "gone";
    if (wasPassword && element.type !== "password") return "plainText";
    if (element.matches(":disabled")) return "disabled";
    return element.readOnly ? "readOnly" : null;
}
