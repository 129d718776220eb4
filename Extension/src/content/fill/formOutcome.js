// What became of a form that went out and did not take its page with it: gone, refused, or just still there.

import { classify, offers } from "../../forms/classify.js";
import { complaintsIn, isProgress, textsNear } from "./pageErrors.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { FormValues } from "./formValues.js" */

/**
 * failed: it stays and the page seems to say so, which "gone" takes back; stays: nobody knows.
 *
 * @typedef {"gone" | "failed" | "stays"} Outcome
 */

/**
 * What a form and the page around it said before it went out: it says nothing of how it went.
 *
 * @typedef {object} Standing
 * @property {Set<string>} complaints
 * @property {Set<string>} texts
 * @property {string} button what its button says
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
 * @property {number} doubted so long a form that seems to have failed may vanish after all
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
export const patience = { whole: 10_000, gone: 800, emptied: 1_500, batch: 100, doubted: 60_000 };

/** The changes after which a form may be gone, or complain. */
const observed = {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ["class", "style", "hidden", "open", "disabled", "aria-invalid", "aria-hidden", "aria-busy"],
};

/**
 * What is to be told apart later from what a page answers.
 *
 * @param {ClassifiedForm} form
 * @returns {Standing}
 */
export function standing(form) {
    return { complaints: new Set(complaintsIn(form)), texts: new Set(textsNear(form)), button: wordsOf(form.submit) };
}

/**
 * Watches a form that went out until it is clear what came of it; tells once, unless stopped before.
 *
 * Of a form that seems to have failed it tells again where it vanishes after all: what a page says need be no complaint, some
 * empty a password that they have taken, and who is asked to agree on another device is asked beside the form. Whoever
 * listens stops it where the user has done something since, which may be why the form goes.
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
    #hasFailed = false;
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
        const { complaints, texts, button } = options.before;
        this.#before = { complaints: new Set(complaints), texts: new Set(texts), button };
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
        this.#timer = setTimeout(() => this.#check(), delay);
    }

    #check() {
        this.#timer = undefined;
        const outcome = this.#outcome(performance.now());
        if (outcome === "gone" || outcome === "stays") {
            this.stop();
            if (outcome === "gone" || !this.#hasFailed) this.#options.told(outcome);
            return;
        }
        if (outcome === "failed") {
            this.#hasFailed = true;
            this.#options.told(outcome);
            // Whoever was told may have stopped it.
            if (this.#isOver) return;
        }
        // That a field has been emptied is no mutation, so it is looked at now and then.
        const { batch, gone, emptied } = this.#times;
        const left = this.#end() - performance.now();
        this.#later(Math.max(batch, Math.min(this.#awaySince === null ? emptied : gone, left)));
    }

    #end() {
        return this.#start + (this.#hasFailed ? this.#times.doubted : this.#times.whole);
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
        if (isThere && !this.#hasFailed && this.#complains(now)) return "failed";
        if (this.#awaySince !== null && now - this.#awaySince >= this.#times.gone) {
            const anew = drawnAnew(this.#values, this.#options.shadowRootOf);
            if (anew === null) return "gone";
            this.#form = anew;
            this.#fields = keyFields(anew, this.#values);
            this.#awaySince = null;
        }
        // A login that failed leaves an empty password behind; so does a change that went through.
        if (!this.#hasFailed && this.#emptySince !== null && now - this.#emptySince >= this.#times.emptied) {
            return this.#values.form === "login" ? "failed" : "gone";
        }
        if (now < this.#end()) return null;
        return this.#fields.some(isShown) ? "stays" : "gone";
    }

    /**
     * Whether the page says that the form which still stands there did not go through.
     *
     * @param {number} now
     */
    #complains(now) {
        if (isNews(complaintsIn(this.#form), this.#before.complaints)) return true;
        // A word that is new near a login that can be sent again: that it is being sent is said by one that does not last.
        const isSaid = this.#values.form === "login" && !this.#isBusy() && isNews(textsNear(this.#form), this.#before.texts);
        this.#saidSince = isSaid ? this.#saidSince ?? now : null;
        return this.#saidSince !== null && now - this.#saidSince >= this.#times.emptied;
    }

    /** Whether the form says that its answer is still to come: fields or button that take nothing, or a button that says so. */
    #isBusy() {
        const { submit } = this.#form;
        if (this.#fields.some(isPending)) return true;
        if (submit === null || !submit.isConnected) return false;
        if (submit.matches(":disabled,[aria-disabled=true]") || submit.closest("[aria-busy=true]") !== null) return true;
        const words = wordsOf(submit);
        return isProgress(words) || (words === "" && this.#before.button !== "");
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

/** @param {Element | null} button */
function wordsOf(button) {
    return (button instanceof HTMLInputElement ? button.value : button?.textContent ?? "").trim();
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
