// What became of a form that went out and did not take its page with it: gone, or still there with its field.

import { classify, offers } from "../../forms/classify.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { FormValues } from "./snapshot.js" */

/** @typedef {"gone" | "stays"} Outcome */

/**
 * How long is waited, in milliseconds; tests shorten it.
 *
 * @typedef {object} Patience
 * @property {number} whole at the end what is there counts
 * @property {number} gone so long a field must have been away: a form that is being sent is often drawn anew
 * @property {number} emptied so long a password must have been empty before that says something
 * @property {number} batch mutations are looked at together
 */

/**
 * @typedef {object} OutcomeOptions
 * @property {(outcome: Outcome) => void} told
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 * @property {Patience} [times]
 */

/** @type {Patience} */
export const patience = { whole: 10_000, gone: 800, emptied: 1_500, batch: 100 };

/** The changes after which a form may be gone, or complain. */
const observed = {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ["class", "style", "hidden", "open", "aria-invalid", "aria-hidden"],
};

/**
 * Watches a form that went out until it is clear what came of it; tells once, unless stopped before.
 *
 * @param {ClassifiedForm} form
 * @param {FormValues} values what went out
 * @param {OutcomeOptions} options
 * @returns {() => void} stops it
 */
export function watchOutcome(form, values, options) {
    const times = options.times ?? patience;
    const start = performance.now();
    let fields = keyFields(form, values);
    /** What was wrong before it went out says nothing of how it went. */
    const complaints = new Set(complaintsIn(form, fields));
    /** @type {number | null} */
    let awaySince = null;
    /** @type {number | null} */
    let emptySince = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const observer = new MutationObserver(() => later(times.batch));
    const stop = () => {
        observer.disconnect();
        clearTimeout(timer);
        timer = undefined;
        isOver = true;
    };
    let isOver = false;
    /** @param {number} delay */
    const later = (delay) => {
        if (timer === undefined && !isOver) timer = setTimeout(look, delay);
    };
    /** @param {Outcome} outcome */
    const end = (outcome) => {
        stop();
        options.told(outcome);
    };
    const look = () => {
        timer = undefined;
        const now = performance.now();
        const isThere = fields.some(isShown);
        awaySince = isThere ? null : awaySince ?? now;
        const isEmpty = isThere && values.password !== "" && fields.every((field) => field.value === "");
        emptySince = isEmpty ? emptySince ?? now : null;
        if (isThere && complaintsIn(form, fields).some((one) => !complaints.has(one))) return end("stays");
        if (awaySince !== null && now - awaySince >= times.gone) {
            fields = drawnAnew(values, options.shadowRootOf);
            if (fields.length === 0) return end("gone");
            awaySince = null;
        }
        // A login that failed leaves an empty password behind; so does a change that went through.
        const emptied = values.form === "login" ? "stays" : "gone";
        if (emptySince !== null && now - emptySince >= times.emptied) return end(emptied);
        if (now - start >= times.whole) return end(fields.some(isShown) ? "stays" : "gone");
        const left = times.whole - (now - start);
        // That a field has been emptied is no mutation, so it is looked at now and then.
        later(Math.max(times.batch, Math.min(awaySince !== null ? times.gone : times.emptied, left)));
    };
    for (const root of rootsOf(form)) observer.observe(root, observed);
    later(times.batch);
    return stop;
}

/**
 * The fields whose leaving means that the form is gone.
 *
 * @param {ClassifiedForm} form
 * @param {FormValues} values
 * @returns {HTMLInputElement[]}
 */
function keyFields(form, values) {
    const isKey = values.password === ""
        ? /** @param {string} kind */ (kind) => kind === "username" || kind === "email"
        : /** @param {string} kind */ (kind) => kind === "currentPassword" || kind === "newPassword";
    return form.fields.filter((field) => isKey(field.kind)).map((field) => field.element).filter(isShown);
}

/**
 * The fields of a form of the same kind that stands there now: the one that went out, drawn again.
 *
 * @param {FormValues} values
 * @param {((host: Element) => ShadowRoot | null) | undefined} shadowRootOf
 */
function drawnAnew(values, shadowRootOf) {
    const fields = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf });
    const found = fields.find((field) => field.form.kind === values.form && offers(field) && isShown(field.element));
    return found === undefined ? [] : keyFields(found.form, values);
}

/** @param {Element} field */
function isShown(field) {
    return field.isConnected && field.checkVisibility({ visibilityProperty: true });
}

/**
 * What a form complains of: fields marked as invalid, and alerts in it or right beside it.
 *
 * @param {ClassifiedForm} form
 * @param {readonly HTMLInputElement[]} fields
 * @returns {string[]}
 */
function complaintsIn(form, fields) {
    const marked = form.fields.map((field, index) => ({ element: field.element, index }))
        .filter(({ element }) => element.getAttribute("aria-invalid") === "true").map(({ index }) => `field ${index}`);
    const around = fields[0]?.closest("form")?.parentElement ?? form.element;
    const alerts = [...around.querySelectorAll("[role=alert],[aria-live=assertive]")]
        .map((alert) => alert.textContent?.trim().slice(0, 200) ?? "").filter((text) => text !== "");
    return [...marked, ...alerts];
}

/**
 * @param {ClassifiedForm} form
 * @returns {Node[]}
 */
function rootsOf(form) {
    const root = form.element.getRootNode();
    return root === document ? [document] : [document, root];
}
