// Fills a picked value into the fields of the form that the user picked it for, and no others.
//
// Every check runs again right before each field is written, since the page may have changed since the strip was drawn.

import { allIn } from "../../forms/attributes.js";
import { isCandidate } from "../../forms/candidates.js";
import { classifyField, offers } from "../../forms/classify.js";
import { doubtsAbout } from "./safety.js";
import { typeCode } from "./codeBoxes.js";
import { currentFields, formWith, isAlike, piecesOf, targetsOf } from "./fillTargets.js";
import { commit, enter, nextTask, type } from "./fieldTyping.js";
import { redrawnForm } from "./redrawnForm.js";
import { whyUnseen } from "./visibility.js";

/** @import { ClassifiedField, ClassifiedForm, FieldKind } from "../../forms/types.js" */
/** @import { CodeValue, Filled, PasswordValue } from "../../messages.js" */
/** @import { Doubt } from "./safety.js" */
/** @import { Outcome } from "./fieldTyping.js" */
/** @import { Unseen } from "./visibility.js" */

/**
 * Why a field was not filled.
 * - one of `Unseen`: the user cannot see the field
 * - `changed`: its kind or type has changed since the pick, or it belongs to another form now
 * - `readOnly`, `disabled`: a user could not type there
 * - `plainText`: the field would show the password
 * - `unsafe`: the form would send the password somewhere else than when the user was asked (see `doubtsAbout`)
 * - `tooLong`: a code has more digits than there are boxes, or the number of a PIN's characters is not the number of boxes
 *
 * @typedef {Unseen | "changed" | "readOnly" | "disabled" | "plainText" | "unsafe" | "tooLong"} Refusal
 */

/**
 * The result for one field.
 *
 * @typedef {object} FieldReport
 * @property {HTMLInputElement} element
 * @property {FieldKind | "text"} kind
 * @property {Outcome} outcome
 */

/**
 * @typedef {object} FillReport
 * @property {FieldReport[]} filled in the order of filling; the last one has the focus
 * @property {{element: HTMLInputElement, kind: FieldKind | "text", reason: Refusal}[]} refused
 * @property {HTMLInputElement | null} user the field that has the user name now, also if the user had typed it before
 */

/**
 * @typedef {object} FillOptions
 * @property {HTMLInputElement | null} focused the field at which the user picked; `null` for a pick in the popup
 * @property {readonly Doubt[]} [confirmed] the doubts that the user has confirmed (mustConfirm)
 * @property {FieldKind | null} [pointedAs] the kind of the focused field instead of the classifier's, if the user means this field
 * @property {(element: Element) => boolean} [isOurs] whether an element is the strip, which may cover a field
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 */

/**
 * Fills a form. A password value fills the user name and the current password; a form without a password field gets the
 * user name only, and new-password fields get nothing. A code fills its field or boxes. A text fills the focused field.
 *
 * @param {ClassifiedForm} form as it was classified when the user picked
 * @param {Filled} filled
 * @param {FillOptions} options
 * @returns {Promise<FillReport>}
 */
export async function fillForm(form, filled, options) {
    /** @type {FillReport} */
    const report = { filled: [], refused: [], user: null };
    if (filled.value.kind !== "text") await fillFields(form, filled.value, options, report);
    else if (options.focused !== null) {
        await fillField({ element: options.focused, kind: "text", text: filled.value.text }, options, report);
    }
    for (const { element } of report.filled) commit(element);
    return report;
}

/**
 * @param {ClassifiedForm} form
 * @param {PasswordValue | CodeValue} value
 * @param {FillOptions} options
 * @param {FillReport} report
 */
async function fillFields(form, value, options, report) {
    const { fields, lost } = currentFields(form, freshForm(form, options));
    report.refused.push(...lost);
    if (value.kind === "code") {
        await fillCode(targetsOf(fields, "code", options.focused), value.code, options, report);
        return;
    }
    const isPointed = (options.pointedAs ?? null) !== null;
    const targets = targetsOf(withoutDecoys(fields, options), "password", options.focused, form.kind, value.user, isPointed);
    for (const target of targets) await fillLogin(form, target, value, options, report);
    const written = report.filled.find(({ kind }) => kind !== "currentPassword");
    const named = targets.find(({ element, kind }) => kind !== "currentPassword" && element.value !== "" && element.value === value.user);
    report.user = written?.element ?? named?.element ?? null;
}

/**
 * Drops invisible password fields if another one is visible: pages add them to detect programs.
 *
 * @param {readonly ClassifiedField[]} fields
 * @param {FillOptions} options
 */
function withoutDecoys(fields, options) {
    const passwords = fields.filter((field) => field.kind === "currentPassword");
    if (passwords.length < 2) return fields;
    const unseen = new Set(passwords.filter((field) => whyNot(field.element, field.kind, options) !== null));
    return unseen.size === passwords.length ? fields : fields.filter((field) => !unseen.has(field));
}

/**
 * Fills one field of a login. Filling an earlier one may have changed or redrawn it.
 *
 * @param {ClassifiedForm} form
 * @param {ClassifiedField} target
 * @param {PasswordValue} value
 * @param {FillOptions} options
 * @param {FillReport} report
 * @param {() => HTMLInputElement | null} [locateNow]
 */
async function fillLogin(form, target, value, options, report, locateNow = () => locate(form, target, options)) {
    const { element, kind } = target;
    const isPassword = kind === "currentPassword";
    const text = isPassword ? value.password : value.user;
    if (text === "" || !isPassword && element.value === text) return;
    if (target.segment !== null) {
        await fillBoxes(form, target.segment.elements, text, options, report);
        return;
    }
    const doubt = () => isPassword && hasNewDoubt(form, options.confirmed ?? [], options) ? "unsafe" : null;
    await fillField({ element, kind, text, doubt, locate: locateNow }, options, report);
}

/**
 * Fills a PIN into all of its boxes, one character each, or into none: a bank that asks for only some characters locks the
 * other boxes. Before each character, it repeats the checks whose result the page can change.
 *
 * @param {ClassifiedForm} form
 * @param {readonly HTMLInputElement[]} boxes
 * @param {string} text
 * @param {FillOptions} options
 * @param {FillReport} report
 */
async function fillBoxes(form, boxes, text, options, report) {
    /** @type {"currentPassword"} */
    const kind = "currentPassword";
    const pieces = [...text];
    const doubt = () => hasNewDoubt(form, options.confirmed ?? [], options) ? "unsafe" : null;
    /** @param {HTMLInputElement} box @returns {Refusal | null} */
    const whyNotBox = (box) => whyNot(box, kind, options) ?? whyNotNow(box, true) ?? doubt();
    const refusals = boxes.flatMap((element) => {
        const reason = pieces.length === boxes.length ? whyNotBox(element) : "tooLong";
        return reason === null ? [] : [{ element, kind, reason }];
    });
    report.refused.push(...refusals);
    if (refusals.length > 0) return;
    const outcome = await typeCode(boxes, pieces, (box) => whyNotNow(box, true) === null && doubt() === null);
    report.filled.push(...boxes.map((element) => ({ element, kind, outcome })));
}

/**
 * Fills the password of a login whose user name was filled in the step before, with every check of a fill. A redrawn field
 * gets nothing, since the browser has reported only the chosen one as visible.
 *
 * @param {ClassifiedForm} form as it was classified when the user picked
 * @param {ClassifiedField} target
 * @param {string} password
 * @param {FillOptions} options
 * @returns {Promise<FillReport>}
 */
export async function fillLaterPassword(form, target, password, options) {
    /** @type {FillReport} */
    const report = { filled: [], refused: [], user: null };
    const locateSame = () => locate(form, target, options) === target.element ? target.element : null;
    await fillLogin(form, target, { kind: "password", user: "", password }, options, report, locateSame);
    for (const { element } of report.filled) commit(element);
    return report;
}

/**
 * The current version of a form's field; `null` if it is gone or has another kind.
 *
 * @param {ClassifiedForm} form
 * @param {ClassifiedField} target
 * @param {FillOptions} options
 * @returns {HTMLInputElement | null}
 */
export function locate(form, target, options) {
    const current = currentFields(form, freshForm(form, options)).fields.filter((field) => field.kind === target.kind);
    const same = current.find((field) => field.element === target.element);
    const redrawn = target.element.isConnected ? undefined : current.find((field) => isAlike(field, target));
    return (same ?? redrawn)?.element ?? null;
}

/**
 * The current version of the chosen form; `null` if it is gone.
 *
 * @param {ClassifiedForm} form
 * @param {FillOptions} options
 * @returns {ClassifiedForm | null}
 */
export function freshForm(form, options) {
    const anchors = [options.focused, ...form.fields.map((field) => field.element), ...allIn(form.element, "input")];
    const at = anchors.find((element) => element?.isConnected === true && isCandidate(element));
    const how = options.shadowRootOf === undefined ? {} : { shadowRootOf: options.shadowRootOf };
    if (at === null || at === undefined) return redrawnForm(form, how);
    const { field, form: fresh } = classifyField(at, how);
    if (options.pointedAs && options.focused !== null && at === options.focused) {
        return formWith(fresh, options.focused, options.pointedAs);
    }
    if (fresh === null || field !== null && !offers(field)) return null;
    return fresh;
}

/**
 * Whether a form, as it is in the page now, has a doubt that the user has not confirmed.
 *
 * @param {ClassifiedForm} form
 * @param {readonly Doubt[]} confirmed
 * @param {FillOptions} options
 */
export function hasNewDoubt(form, confirmed, options) {
    const isThere = form.fields.some(({ element }) => element.isConnected);
    return doubtsAbout(isThere ? form : freshForm(form, options) ?? form).some((doubt) =>
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
        await fillField({ element: first, kind: "oneTimeCode", text: code }, options, report);
        return;
    }
    const pieces = piecesOf(elements, code);
    if (pieces === null) {
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
    const outcome = await typeCode(elements, pieces);
    report.filled.push(...elements.map((element) => ({ element, kind, outcome })));
}

/**
 * A field to fill.
 *
 * @typedef {object} Filling
 * @property {HTMLInputElement} element as it was when the user picked
 * @property {FieldKind | "text"} kind
 * @property {string} text
 * @property {() => HTMLInputElement | null} [locate] finds the field's current version; `null` if it is gone
 * @property {() => Refusal | null} [doubt] a further check
 */

/**
 * Focuses a field, lets the page react, repeats every check, and types. After the last check only the page's key listeners
 * run, and what they can change is checked again.
 *
 * @param {Filling} filling
 * @param {FillOptions} options
 * @param {FillReport} report
 */
export async function fillField(filling, options, report) {
    const { element: chosen, kind, text, locate: find = () => chosen, doubt = () => null } = filling;
    const refuse = (/** @type {Refusal} */ reason) => report.refused.push({ element: chosen, kind, reason });
    const lost = () => chosen.isConnected ? "changed" : "gone";
    const first = find();
    const before = first === null ? lost() : whyNot(first, kind, options) ?? doubt();
    if (first === null || before !== null) return refuse(before ?? lost());
    const wasPassword = first.type === "password";
    enter(first);
    await nextTask();
    const element = find();
    if (element === null) return refuse(lost());
    enter(element);
    const unfit = () => whyNotNow(element, wasPassword) ?? doubt();
    const after = whyNot(element, kind, options) ?? unfit();
    if (after !== null) return refuse(after);
    const outcome = type(element, text, { isFit: () => unfit() === null });
    if (outcome === "unfit") return refuse(unfit() ?? "changed");
    return report.filled.push({ element, kind, outcome });
}

/**
 * Why a field may not be filled, before it is focused; `null` if it may.
 *
 * @param {HTMLInputElement} element
 * @param {FieldKind | "text"} kind
 * @param {FillOptions} options
 * @returns {Unseen | null}
 */
export function whyNot(element, kind, options) {
    const { focused, isOurs = () => false } = options;
    // Only the real input behind a code's drawn boxes may be invisible, and only if it has the focus.
    const mayBeUnseen = kind === "oneTimeCode" && element === focused;
    return whyUnseen(element, { focused, mayBeUnseen, isOurs });
}

/**
 * Why a field may not be filled, after its page has received the focus events; `null` if it may.
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
