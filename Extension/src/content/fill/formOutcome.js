// Detects the outcome of a submitted form whose page stays: gone, failed, or still there.

import { candidates } from "../../forms/candidates.js";
import { classify, offers } from "../../forms/classify.js";
import { focused } from "../strip/focus.js";
import { complaintsIn, isChange, isProgress, textsNear, textsOfPage } from "./pageErrors.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { FormValues } from "./formValues.js" */

/**
 * failed: the form stays and the page seems to report an error; a later "gone" revokes this. doubtful: the form of a change
 * stays, the page has responded, and only the user knows whether the change succeeded. stays: unknown.
 *
 * @typedef {"gone" | "failed" | "doubtful" | "stays"} Outcome
 */

/**
 * The state of the page before the submission. The same texts and fields on it afterwards prove nothing.
 *
 * @typedef {object} PageBefore
 * @property {Set<string>} complaints
 * @property {Set<string>} texts
 * @property {string} button the text of its button
 * @property {Set<Element>} others the fields of other forms
 * @property {Set<string>} pageTexts all visible texts, for a change of password; empty for other forms
 * @property {string[]} errors the texts among `pageTexts` that look like an error
 * @property {Element | null} focused
 *
 * @typedef {object} OutcomeWatching
 * @property {() => void} stop
 * @property {() => boolean} isAway whether its fields are currently missing
 * @property {() => boolean} complains whether the page shows something new that may be an error
 */

/**
 * Waiting times, in milliseconds; tests shorten them.
 *
 * @typedef {object} Patience
 * @property {number} whole how long a form is watched
 * @property {number} gone how long a field must be missing: pages often redraw a form while they submit it
 * @property {number} emptied how long a password must be empty, a text must be shown, or a response must be past, before it
 *   counts
 * @property {number} doubted how long an apparently failed form may still disappear
 * @property {number} batch how long mutations are collected
 */

/**
 * @typedef {object} OutcomeOptions
 * @property {(outcome: Outcome) => void} report
 * @property {PageBefore} before
 * @property {boolean} isSent whether the form counts as sent; otherwise only its disappearance matters
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 * @property {Patience} [times]
 */

/** @type {Patience} */
export const patience = { whole: 10_000, gone: 800, emptied: 1_500, batch: 100, doubted: 60_000 };

/** Mutations after which a form may be gone or show an error. */
const observed = {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ["class", "style", "hidden", "open", "disabled", "aria-invalid", "aria-hidden", "aria-busy"],
};

/**
 * Records the page before a submission.
 *
 * @param {ClassifiedForm} form
 * @param {(host: Element) => ShadowRoot | null} [shadowRootOf]
 * @returns {PageBefore}
 */
export function pageBefore(form, shadowRootOf) {
    const own = new Set(form.fields.map((field) => field.element));
    const { texts, errors } = isChange(form.kind) ? textsOfPage(form) : { texts: [], errors: [] };
    return {
        pageTexts: new Set(texts), errors, focused: focused(),
        complaints: new Set(complaintsIn(form)), texts: new Set(textsNear(form)), button: wordsOf(form.submit),
        others: new Set(candidates(document, shadowRootOf).filter((field) => !own.has(field) && isShown(field))),
    };
}

/**
 * Watches a submitted form until its outcome is clear, and reports it once.
 *
 * After "failed" it reports "gone" if the form disappears after all: the text may not be an error, some pages empty a
 * password that they have accepted, and a request to confirm on another device appears next to the form. The caller stops
 * the watch when the user has acted since, which may be why the form disappears.
 *
 * @param {ClassifiedForm} form
 * @param {FormValues} values the submitted values
 * @param {OutcomeOptions} options
 * @returns {OutcomeWatching}
 */
export function watchOutcome(form, values, options) {
    const watch = new OutcomeWatch(form, values, options);
    return { stop: () => watch.stop(), isAway: () => watch.isAway(), complains: () => watch.complains() };
}

class OutcomeWatch {
    #form;
    #values;
    #options;
    #times;
    #start = performance.now();
    #fields;
    /** @type {PageBefore} */
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
    #mayDoubt;
    /** The texts of the page, read once per check. @type {ReturnType<typeof textsOfPage> | null} */
    #page = null;
    #wasBusy = false;
    /** @type {number | null} */
    #respondedSince = null;
    /** @type {number | null} */
    #askedAgainSince = null;
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
        this.#mayDoubt = options.isSent && isChange(values.form);
        const { complaints, texts, errors } = options.before;
        this.#before = { ...options.before, complaints: new Set(complaints), texts: new Set(texts), errors: [...errors] };
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
        return this.#redrawnForm() === null;
    }

    complains() {
        if (this.#isOver || !this.#fields.some(isShown)) return false;
        this.#page = null;
        return isNews(complaintsIn(this.#form), this.#before.complaints) ||
            this.#values.form === "login" && isNews(textsNear(this.#form), this.#before.texts) ||
            isChange(this.#values.form) && this.#showsError();
    }

    #textsOfPage() {
        return this.#page ??= textsOfPage(this.#form);
    }

    /** Whether the page of a change shows a new text that looks like an error. */
    #showsError() {
        return this.#textsOfPage().errors.some((text) => !this.#before.errors.includes(text));
    }

    /** Whether the page asks for the current password again: it emptied or focused that field, while the new password stays. */
    #asksAgain() {
        const { fields } = this.#form;
        const current = fields.filter(({ kind, element }) => kind === "currentPassword" && isShown(element));
        const isNewThere = fields.some(({ kind, element }) => kind === "newPassword" && element.value !== "");
        const at = focused();
        return isNewThere && current.some(({ element }) => element.value === "" || element === at && at !== this.#before.focused);
    }

    /**
     * Whether the page has responded to a change without an error: with a new text, such as a toast, or by enabling the
     * form again.
     *
     * @param {number} now
     */
    #hasResponded(now) {
        const isBusy = this.#isBusy();
        this.#wasBusy ||= isBusy;
        if (isBusy) this.#respondedSince = null;
        // A toast counts even if it has disappeared at the next check.
        else if (this.#respondedSince === null && (this.#wasBusy || this.#showsNewText())) this.#respondedSince = now;
        return this.#respondedSince !== null && now - this.#respondedSince >= this.#times.emptied;
    }

    /** Whether the page of a change shows a new text. */
    #showsNewText() {
        return this.#textsOfPage().texts.some((text) => !this.#before.pageTexts.has(text) && !isProgress(text));
    }

    /** A form of the same kind that is there now and was not there before: the submitted form, redrawn. */
    #redrawnForm() {
        const { shadowRootOf } = this.#options, values = this.#values;
        const isNew = (/** @type {HTMLInputElement} */ field) => !this.#before.others.has(field) && isShown(field);
        const fields = classify(document, shadowRootOf === undefined ? {} : { shadowRootOf });
        const found = fields.find((field) => field.form.kind === values.form && offers(field) &&
            keyFields(field.form, values).some(isNew));
        return found?.form ?? null;
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
        this.#page = null;
        const outcome = this.#outcome(performance.now());
        if (outcome === "gone" || outcome === "doubtful" || outcome === "stays") {
            this.stop();
            if (outcome === "gone" || !this.#hasFailed) this.#options.report(outcome);
            return;
        }
        if (outcome === "failed") {
            this.#hasFailed = true;
            this.#options.report(outcome);
            // `report` may have stopped the watch.
            if (this.#isOver) return;
        }
        // Emptying a field is no mutation, so poll for it.
        const { batch, gone, emptied } = this.#times;
        const left = this.#end() - performance.now();
        this.#later(Math.max(batch, Math.min(this.#awaySince === null ? emptied : gone, left)));
    }

    #end() {
        return this.#start + (this.#hasFailed ? this.#times.doubted : this.#times.whole);
    }

    /**
     * @param {number} now
     * @returns {Outcome | null} `null` while it is uncertain
     */
    #outcome(now) {
        const isThere = this.#fields.some(isShown);
        this.#awaySince = isThere ? null : this.#awaySince ?? now;
        // The first step of a login may empty its field before the next step.
        const mayEmpty = this.#values.password !== "" || this.#values.form === "updateEmail";
        const isEmpty = isThere && mayEmpty && this.#fields.every((field) => field.value === "");
        this.#emptySince = isEmpty ? this.#emptySince ?? now : null;
        if (isThere && !this.#hasFailed && this.#complains(now)) return "failed";
        if (this.#awaySince !== null && now - this.#awaySince >= this.#times.gone) {
            const redrawn = this.#redrawnForm();
            if (redrawn === null) return "gone";
            this.#form = redrawn;
            this.#fields = keyFields(redrawn, this.#values);
            this.#awaySince = null;
        }
        // Both a failed login and a successful password change may empty the password field.
        if (!this.#hasFailed && this.#emptySince !== null && now - this.#emptySince >= this.#times.emptied) {
            if (this.#values.form === "login") return "failed";
            return this.#mayDoubt && this.#showsNewText() ? "doubtful" : "gone";
        }
        if (isThere && !isEmpty && !this.#hasFailed && this.#mayDoubt && this.#hasResponded(now)) return "doubtful";
        if (now < this.#end()) return null;
        return this.#fields.some(isShown) ? "stays" : "gone";
    }

    /**
     * Whether the page reports an error while the form is still there.
     *
     * @param {number} now
     */
    #complains(now) {
        if (isNews(complaintsIn(this.#form), this.#before.complaints)) return true;
        if (isChange(this.#values.form)) {
            this.#askedAgainSince = this.#asksAgain() ? this.#askedAgainSince ?? now : null;
            return this.#showsError() || this.#askedAgainSince !== null && now - this.#askedAgainSince >= this.#times.emptied;
        }
        // A new text near a login form that can be submitted again. A progress text disappears soon.
        const isSaid = this.#values.form === "login" && !this.#isBusy() && isNews(textsNear(this.#form), this.#before.texts);
        this.#saidSince = isSaid ? this.#saidSince ?? now : null;
        return this.#saidSince !== null && now - this.#saidSince >= this.#times.emptied;
    }

    /** Whether the form is still being processed: disabled fields or button, or a progress text on the button. */
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
 * The fields whose disappearance means that the form is gone.
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


/** @param {Element} field */
function isShown(field) {
    return field.isConnected && field.checkVisibility({ visibilityProperty: true });
}

/**
 * Whether a text is new. A text that disappears counts as new when it returns.
 *
 * @param {readonly string[]} shown
 * @param {Set<string>} known
 */
function isNews(shown, known) {
    for (const text of known) if (!shown.includes(text)) known.delete(text);
    return shown.some((text) => !known.has(text));
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
