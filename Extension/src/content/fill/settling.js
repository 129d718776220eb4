// What became of a form that went out and did not take its page with it: gone, refused, or just still there.

import { classify, offers } from "../../forms/classify.js";
import { complaintsIn, textsNear } from "./complaints.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { FormValues } from "./snapshot.js" */

/** @typedef {"gone" | "failed" | "stays"} Outcome failed: it stays and the page says so; stays: nobody knows */

/**
 * What a form and the page around it said before it went out: it says nothing of how it went.
 *
 * @typedef {object} Standing
 * @property {Set<string>} complaints
 * @property {Set<string>} texts
 *
 * @typedef {object} OutcomeWatching
 * @property {() => void} stop
 * @property {() => boolean} isAway whether its fields are not there at this moment
 */

/**
 * How long is waited, in milliseconds; tests shorten it.
 *
 * @typedef {object} Patience
 * @property {number} whole at the end what is there counts
 * @property {number} gone so long a field must have been away: a form that is being sent is often drawn anew
 * @property {number} emptied so long a password must have been empty, or a text have stood there, to say something
 * @property {number} batch mutations are looked at together
 */

/**
 * @typedef {object} OutcomeOptions
 * @property {(outcome: Outcome) => void} told
 * @property {Standing} before
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
 * What is to be told apart later from what a page answers.
 *
 * @param {ClassifiedForm} form
 * @returns {Standing}
 */
export function standing(form) {
    return { complaints: new Set(complaintsIn(form)), texts: new Set(textsNear(form)) };
}

/**
 * Watches a form that went out until it is clear what came of it; tells once, unless stopped before.
 *
 * @param {ClassifiedForm} form
 * @param {FormValues} values what went out
 * @param {OutcomeOptions} options
 * @returns {OutcomeWatching}
 */
export function watchOutcome(form, values, options) {
    const watch = new OutcomeWatch(form, values, options);
    return { stop: () => watch.stop(), isAway: () => watch.isAway() };
}

class OutcomeWatch {
    #form;
    #values;
    #options;
    #times;
    #start = performance.now();
    #fields;
    /** @type {Standing} */
    #before;
    /** @type {number | null} */
    #awaySince = null;
    /** @type {number | null} */
    #emptySince = null;
    /** @type {number | null} */
    #saidSince = null;
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
        this.#before = { complaints: new Set(options.before.complaints), texts: new Set(options.before.texts) };
        for (const root of rootsOf(form)) this.#observer.observe(root, observed);
        this.#later(this.#times.batch);
    }

    stop() {
        this.#isOver = true;
        this.#observer.disconnect();
        clearTimeout(this.#timer);
    }

    isAway() {
        if (this.#isOver || this.#fields.some(isShown)) return false;
        return drawnAnew(this.#values, this.#options.shadowRootOf) === null;
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
        if (isThere && isNews(complaintsIn(this.#form), this.#before.complaints)) return "failed";
        // A word that is new near a login that stays: that it is being sent is said by one that does not last.
        const isSaid = isThere && this.#values.form === "login" && !this.#fields.some(isPending) &&
            isNews(textsNear(this.#form), this.#before.texts);
        this.#saidSince = isSaid ? this.#saidSince ?? now : null;
        if (this.#saidSince !== null && now - this.#saidSince >= this.#times.emptied) return "failed";
        if (this.#awaySince !== null && now - this.#awaySince >= this.#times.gone) {
            const anew = drawnAnew(this.#values, this.#options.shadowRootOf);
            if (anew === null) return "gone";
            this.#form = anew;
            this.#fields = keyFields(anew, this.#values);
            this.#awaySince = null;
        }
        // A login that failed leaves an empty password behind; so does a change that went through.
        if (this.#emptySince !== null && now - this.#emptySince >= this.#times.emptied) {
            return this.#values.form === "login" ? "failed" : "gone";
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
 * A form of the same kind that stands there now: the one that went out, drawn again.
 *
 * @param {FormValues} values
 * @param {((host: Element) => ShadowRoot | null) | undefined} shadowRootOf
 */
function drawnAnew(values, shadowRootOf) {
    const fields = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf });
    const found = fields.find((field) => field.form.kind === values.form && offers(field) && isShown(field.element));
    return found === undefined || keyFields(found.form, values).length === 0 ? null : found.form;
}

/** @param {Element} field */
function isShown(field) {
    return field.isConnected && field.checkVisibility({ visibilityProperty: true });
}

/**
 * Whether something is said that was not before; what is no longer said is news when it comes back.
 *
 * @param {readonly string[]} said
 * @param {Set<string>} before
 */
function isNews(said, before) {
    for (const one of before) if (!said.includes(one)) before.delete(one);
    return said.some((one) => !before.has(one));
}

/** @param {HTMLInputElement} field */
function isPending(field) {
    return field.disabled || field.readOnly || field.closest("[aria-busy=true]") !== null;
}

/**
 * @param {ClassifiedForm} form
 * @returns {Node[]}
 */
function rootsOf(form) {
    const root = form.element.getRootNode();
    return root === document ? [document] : [document, root];
}
