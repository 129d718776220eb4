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
    const watch = new OutcomeWatch(form, values, options);
    return () => watch.stop();
}

class OutcomeWatch {
    #form;
    #values;
    #options;
    #times;
    #start = performance.now();
    #fields;
    /** What was wrong before it went out says nothing of how it went. */
    #complaints;
    /** @type {number | null} */
    #awaySince = null;
    /** @type {number | null} */
    #emptySince = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #due = Infinity;
    #isOver = false;
    #observer = new MutationObserver(() => this.#later(this.#times.batch));

    /**
     * @param {ClassifiedForm} form
     * @param {FormValues} values
     * @param {OutcomeOptions} options
     */
    constructor(form, values, options) {
        this.#form = form;
        this.#values = values;
        this.#options = options;
        this.#times = options.times ?? patience;
        this.#fields = keyFields(form, values);
        this.#complaints = new Set(complaintsIn(form, this.#fields));
        for (const root of rootsOf(form)) this.#observer.observe(root, observed);
        this.#later(this.#times.batch);
    }

    stop() {
        this.#isOver = true;
        this.#observer.disconnect();
        clearTimeout(this.#timer);
    }

    /** @param {number} delay */
    #later(delay) {
        if (this.#isOver) return;
        const due = performance.now() + delay;
        if (this.#timer !== undefined && this.#due <= due) return;
        clearTimeout(this.#timer);
        this.#due = due;
        this.#timer = setTimeout(() => this.#look(), delay);
    }

    #look() {
        this.#timer = undefined;
        const outcome = this.#outcome(performance.now());
        if (outcome !== null) {
            this.stop();
            this.#options.told(outcome);
            return;
        }
        // That a field has been emptied is no mutation, so it is looked at now and then.
        const { batch, gone, emptied, whole } = this.#times;
        const left = this.#start + whole - performance.now();
        this.#later(Math.max(batch, Math.min(this.#awaySince === null ? emptied : gone, left)));
    }

    /**
     * @param {number} now
     * @returns {Outcome | null} null while nothing is certain
     */
    #outcome(now) {
        const isThere = this.#fields.some(isShown);
        this.#awaySince = isThere ? null : this.#awaySince ?? now;
        const isEmpty = isThere && this.#values.password !== "" && this.#fields.every((field) => field.value === "");
        this.#emptySince = isEmpty ? this.#emptySince ?? now : null;
        if (isThere && complaintsIn(this.#form, this.#fields).some((one) => !this.#complaints.has(one))) return "stays";
        if (this.#awaySince !== null && now - this.#awaySince >= this.#times.gone) {
            this.#fields = drawnAnew(this.#values, this.#options.shadowRootOf);
            if (this.#fields.length === 0) return "gone";
            this.#awaySince = null;
        }
        // A login that failed leaves an empty password behind; so does a change that went through.
        if (this.#emptySince !== null && now - this.#emptySince >= this.#times.emptied) {
            return this.#values.form === "login" ? "stays" : "gone";
        }
        if (now - this.#start < this.#times.whole) return null;
        return this.#fields.some(isShown) ? "stays" : "gone";
    }
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
