// Watches the forms that a user types in, to detect when they are submitted.
//
// Values are read at that moment, leave the page only through the extension's port, and are dropped once the outcome is
// known, or ten seconds after a click that submitted nothing. A form counts as submitted on its submit event, on its button,
// on Enter, and when it disappears or its page is left soon after one of these: pages that submit by script, and frames
// that may not submit, have no submit event. A page that is left without such an action has submitted nothing. If the
// user turns to something else while a submitted form is still there, the form is reported as left: later events are no
// response to it.

import { attributeOf, contains, matches } from "../../forms/attributes.js";
import { candidates, isCandidate } from "../../forms/candidates.js";
import { listenAlways } from "../windowListeners.js";
import { classifyField } from "../../forms/classify.js";
import { parentOf } from "../../forms/walk.js";
import { accountNamedBy } from "./accountNamed.js";
import { focused } from "../strip/focus.js";
import { endSession, sessionOf } from "./formSession.js";
import { patience, pageBefore, watchOutcome } from "./formOutcome.js";
import { isSignUpStep, otherNamesIn, readForm } from "./formValues.js";
import { isChange } from "./pageErrors.js";
import { passwordFields } from "./passwordFields.js";
import { redrawnForm } from "./redrawnForm.js";
import { TypedUsers } from "./typedUsers.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { Submission, TypedUser } from "../../messages.js" */
/** @import { Outcome, OutcomeWatching, Patience, PageBefore } from "./formOutcome.js" */
/** @import { FormValues } from "./formValues.js" */

/**
 * @typedef {object} WatchOptions
 * @property {(submission: Submission) => void} submitted sends the message of the same name
 * @property {(note: {session: string, outcome: Outcome | "left"}) => void} settled sends the message
 *   of the same name
 * @property {(typed: TypedUser) => void} typedUser sends the message of the same name
 * @property {() => void} followedLink sends the message of the same name
 * @property {() => readonly string[]} [users] the users of the stored logins that were offered
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 * @property {Patience} [times]
 */

/**
 * A form in which the user has typed.
 *
 * @typedef {object} WatchedForm
 * @property {HTMLInputElement} field the one that was typed in last
 * @property {ClassifiedForm} form
 * @property {Armed | null} armed the values at the last click
 * @property {Sent | null} sent
 * @property {Event | null} submitting the last submit event; unless the page cancelled it, the browser submits the form
 *
 * @typedef {object} Sent a submission, until its form is gone or the user has turned to something else
 * @property {FormValues} values
 * @property {string} session
 * @property {OutcomeWatching | null} watching
 * @property {Outcome | null} outcome the reported outcome
 *
 * @typedef {object} Armed
 * @property {number} at
 * @property {FormValues} values
 * @property {PageBefore} before
 * @property {boolean} mayLeave whether a page that goes away now has sent the form
 * @property {Event} act the user's click or key
 * @property {() => void} stop
 */

/** How long (ms) after a click or key a page's end counts as caused by it. */
const actedFor = 3_000;
/** How long (ms) a field outside of relevant forms is not classified again. */
const unknownFor = 1_000;
/** The largest number of error texts of a page that are reported. */
const mostErrors = 20;
/** The longest text of a button, in characters. */
const longestButton = 40;
/** How many fields around a button or field are read. */
const mostFields = 8;
/** The kinds of form whose submission is reported. */
const watchedKinds = ["login", "twoStepLogin", "signUp", "changePassword", "updateEmail"];
/** Elements on which a click has an effect. */
const acting = "a,button,input,select,summary,label,[role=button],[role=link],[role=tab],[role=menuitem]";

/**
 * Starts watching a document.
 *
 * @param {WatchOptions} options
 * @returns {{filled: (field: HTMLInputElement) => void, stop: () => void}} filled: call it for each filled field
 */
export function watchSubmissions(options) {
    const watch = new SubmissionWatch(options);
    return { filled: (field) => watch.touch(field), stop: () => watch.stop() };
}

class SubmissionWatch {
    /** @type {Map<Element, WatchedForm>} */
    #forms = new Map();
    /** @type {WeakMap<Element, number>} */
    #unknown = new WeakMap();
    /** Fields that were empty at an act of the user near them. @type {WeakSet<HTMLInputElement>} */
    #wereEmpty = new WeakSet();
    /** @type {WeakSet<Node>} */
    #roots = new WeakSet();
    /** The value of a field when it first received the focus. @type {WeakMap<HTMLInputElement, string>} */
    #valuesBefore = new WeakMap();
    #ends = new AbortController();
    #options;
    #times;
    #typedUsers;
    /** The user's last click or key that has submitted a form. @type {Event | null} */
    #spentAct = null;

    /** @param {WatchOptions} options */
    constructor(options) {
        this.#options = options;
        this.#times = options.times ?? patience;
        this.#typedUsers = new TypedUsers(options.typedUser, options.shadowRootOf);
        const how = { capture: true, signal: this.#ends.signal };
        listenAlways(globalThis, "input", (/** @type {Event} */ event) => event.isTrusted && isByUser() && this.#onInput(event), how);
        listenAlways(globalThis, "click", (/** @type {MouseEvent} */ event) => event.isTrusted && this.#onClick(event), how);
        listenAlways(globalThis, "keydown", (/** @type {KeyboardEvent} */ event) => event.isTrusted && this.#onKey(event), how);
        listenAlways(globalThis, "focusin", (/** @type {Event} */ event) => this.#noteValue(this.#targetOf(event)), how);
        listenAlways(globalThis, "focusout", () => this.#typedUsers.flush(), how);
        listenAlways(globalThis, "pagehide", () => this.#onLeave(), how);
        this.#listenIn(globalThis);
        // Text that was typed before this module was loaded.
        const field = focused();
        this.#noteValue(field);
        if (isCandidate(field) && field.value !== "") this.touch(field);
    }

    stop() {
        this.#ends.abort();
        this.#typedUsers.stop();
        for (const watched of this.#forms.values()) {
            this.#disarm(watched);
            watched.sent?.watching?.stop();
        }
        this.#forms.clear();
    }

    /** @param {HTMLInputElement} field */
    touch(field) {
        this.#typedUsers.touched(field);
        const now = performance.now();
        for (const watched of this.#forms.values()) {
            if (!watched.form.fields.some((entry) => entry.element === field)) continue;
            watched.field = field;
            return;
        }
        if (now - (this.#unknown.get(field) ?? -Infinity) < unknownFor) return;
        const { form } = classifyField(field, this.#how());
        const isKnown = form !== null && watchedKinds.includes(form.kind);
        if (form === null || !(isKnown || isSignUpStep(form))) {
            this.#unknown.set(field, now);
            return;
        }
        const known = this.#forms.get(form.element);
        this.#forms.set(form.element, { armed: null, sent: null, submitting: null, ...known, field, form });
        const root = field.getRootNode();
        if (root instanceof ShadowRoot) this.#listenIn(root);
    }

    /**
     * Listens in a shadow root, which submit events do not leave.
     *
     * @param {typeof globalThis | ShadowRoot} root
     */
    #listenIn(root) {
        if (root instanceof ShadowRoot) {
            if (this.#roots.has(root)) return;
            this.#roots.add(root);
        }
        const onSubmit = (/** @type {Event} */ event) => this.#onSubmit(/** @type {SubmitEvent} */ (event));
        const how = { capture: true, signal: this.#ends.signal };
        if (root instanceof ShadowRoot) root.addEventListener("submit", onSubmit, how);
        else listenAlways(root, "submit", onSubmit, how);
    }

    /** @param {unknown} field */
    #noteValue(field) {
        if (isCandidate(field) && !this.#valuesBefore.has(field)) this.#valuesBefore.set(field, field.value.trim());
    }

    /** @param {Event} event */
    #onInput(event) {
        const target = this.#targetOf(event);
        if (isCandidate(target)) this.touch(target);
    }

    /**
     * An event's innermost target, also inside closed shadow roots.
     *
     * @param {Event} event
     */
    #targetOf(event) {
        let target = event.composedPath()[0];
        while (target instanceof Element && !isCandidate(target)) {
            const inner = this.#options.shadowRootOf?.(target)?.activeElement;
            if (inner === null || inner === undefined) break;
            target = inner;
        }
        return target;
    }

    /** @param {Event} event */
    #onSubmit(event) {
        this.#typedUsers.flush();
        const owner = event.composedPath()[0];
        for (const watched of this.#forms.values()) {
            if (watched.form.element !== owner && watched.field.form !== owner) continue;
            // A synthetic event counts only after a user's click or key.
            if (!event.isTrusted && !this.#isArmed(watched)) continue;
            if (event.isTrusted) watched.submitting = event;
            this.#send(watched, this.#read(watched) ?? watched.armed?.values);
        }
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const path = event.composedPath();
        if (path.some((target) => target instanceof Element && target.matches(acting))) this.#goOn(["failed"]);
        const button = path.find((target) => target instanceof Element && isButton(target));
        const target = button ?? this.#targetOf(event);
        if (target instanceof Element && (target === button || isCandidate(target))) this.#touchSetFields(target);
        this.#typedUsers.flush();
        let acts = false;
        const drawn = button === undefined ? drawnButton(this.#targetOf(event)) : null;
        for (const watched of this.#forms.values()) {
            const { element, submit } = watched.form;
            if (drawn !== null && submit === null && watched.field.form === null && isAfter(drawn, watched.field)) {
                this.#arm(watched, { sends: false, mayLeave: true }, event);
            }
            const isOwn = submit !== null && path.includes(submit) && !isLinkAway(submit);
            const isInside = button instanceof Element && contains(element, button);
            const isAlone = button instanceof Element && watched.field.form === null && button.closest("form") === null;
            if (!isOwn && !isInside && !isAlone) continue;
            acts = true;
            // If the submit button is known, another button does not submit the form by removing it, such as "show password".
            this.#arm(watched, { sends: isOwn, mayLeave: isOwn || (isInside && submit === null) }, event);
        }
        if (!acts && button === undefined) this.#onLink(event);
    }

    /**
     * A link leaves the page without submitting its forms.
     *
     * @param {MouseEvent} event
     */
    #onLink(event) {
        const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
        if (!(link instanceof HTMLAnchorElement)) return;
        for (const watched of this.#forms.values()) this.#disarm(watched);
        if (isLinkAway(link)) this.#options.followedLink();
        const opensAnother = link.target === "_blank" || event.ctrlKey || event.metaKey || event.shiftKey;
        if (!opensAnother) this.#goOn([null, "stays", "failed"]);
    }

    /**
     * The user turns to something else: later events are no response to a submitted form that is still there.
     *
     * @param {readonly (Outcome | null)[]} outcomes of which forms
     */
    #goOn(outcomes) {
        for (const watched of this.#forms.values()) {
            const { sent } = watched;
            if (sent === null || !outcomes.includes(sent.outcome) || sent.watching?.isAway()) continue;
            sent.watching?.stop();
            this.#options.settled({ session: sent.session, outcome: "left" });
            watched.sent = null;
        }
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        if (event.key !== "Enter" || event.isComposing || event.repeat) return;
        this.#goOn(["failed"]);
        const target = this.#targetOf(event);
        if (isCandidate(target)) this.#touchSetFields(target);
        this.#typedUsers.flush();
        for (const watched of this.#forms.values()) {
            if (!watched.form.fields.some((entry) => entry.element === target)) continue;
            this.#arm(watched, { sends: true, mayLeave: true }, event);
        }
    }

    /**
     * Treats the fields around a button or field as used if the browser filled them, or if they got a value since an earlier act
     * of the user around them: from another extension, a script that generates a password for the user, or the user's typing
     * before this module was loaded. A value that a script has set without such an act does not count.
     *
     * @param {Element} element
     */
    #touchSetFields(element) {
        /** @type {HTMLInputElement[]} */
        let fields = [];
        let around = element.closest("form") ?? parentOf(element);
        for (let steps = 0; steps < 6 && around !== null && fields.length === 0; steps++, around = parentOf(around)) {
            fields = candidates(around, this.#options.shadowRootOf, mostFields);
        }
        for (const field of fields) {
            if (field.value === "") this.#wereEmpty.add(field);
            else if (this.#wereEmpty.has(field) || matches(field, ":autofill")) this.touch(field);
        }
    }

    /**
     * Reads a form on a click or key that may submit it. If that probably submits it, the watch starts at once, so that the
     * cause is known when the page is left.
     *
     * @param {WatchedForm} watched
     * @param {{sends: boolean, mayLeave: boolean}} act sends: whether it is the submit button or Enter
     * @param {Event} event
     */
    #arm(watched, { sends, mayLeave }, event) {
        const values = this.#read(watched);
        if (values === null) return;
        this.#disarm(watched);
        const before = pageBefore(watched.form, this.#options.shadowRootOf);
        const { stop } = this.#watchOutcome(watched, values, { before, isSent: false }, (outcome) => {
            if (outcome === "gone" && watched.armed === armed) this.#send(watched, values);
        });
        /** @type {Armed} */
        const armed = { at: performance.now(), values, before, mayLeave, act: event, stop };
        watched.armed = armed;
        setTimeout(() => {
            if (watched.armed === armed) this.#disarm(watched);
        }, this.#times.whole);
        const owner = watched.field.form;
        setTimeout(() => {
            if (!sends || watched.armed !== armed) return;
            if (!event.defaultPrevented && isHeldBack(owner)) this.#disarm(watched);
            else this.#send(watched, values);
        });
    }

    /** @param {WatchedForm} watched */
    #disarm(watched) {
        watched.armed?.stop();
        watched.armed = null;
    }

    /**
     * @param {WatchedForm} watched
     * @param {FormValues} values
     * @param {{before: PageBefore, isSent: boolean}} how
     * @param {(outcome: Outcome) => void} report
     */
    #watchOutcome(watched, values, how, report) {
        const { shadowRootOf } = this.#options;
        return watchOutcome(watched.form, values,
            { ...how, report, times: this.#times, ...(shadowRootOf === undefined ? {} : { shadowRootOf }) });
    }

    /** @param {WatchedForm} watched */
    #isArmed(watched) {
        return watched.armed !== null && performance.now() - watched.armed.at < this.#times.whole;
    }

    /**
     * The values in a form now. Classifies it again, since the page may have revealed the password.
     *
     * @param {WatchedForm} watched
     */
    #read(watched) {
        const { field, form: { fields } } = watched, isThere = fields.some(({ element }) => element.isConnected);
        const form = field.isConnected ? classifyField(field, this.#how()).form : isThere ? null : redrawnForm(watched.form, this.#how());
        if (form !== null) watched.form = form;
        const valueBefore = (/** @type {HTMLInputElement} */ field) => this.#valuesBefore.get(field) ?? field.defaultValue;
        const values = readForm(watched.form, valueBefore), isNewName = values?.form === "updateEmail";
        if (values === null || values.password === "" && !isNewName) return values;
        const named = values.user === "" || isNewName ? accountNamedBy(watched.form, this.#options.users?.() ?? []) : "";
        const previous = isChange(values.form) ? otherNamesIn(watched.form, values.user, valueBefore) : [];
        const passwords = passwordFields(watched.form, this.#options.shadowRootOf);
        return { ...values, ...(named === "" ? {} : { named }), ...(previous.length === 0 ? {} : { previous }), passwords };
    }

    /**
     * @param {WatchedForm} watched
     * @param {FormValues | null | undefined} values
     */
    #send(watched, values) {
        // Texts that the page shows during the click already count as new.
        const before = watched.armed?.before ?? pageBefore(watched.form, this.#options.shadowRootOf);
        const act = watched.armed?.act ?? null;
        this.#disarm(watched);
        if (values === null || values === undefined) return;
        const { sent } = watched;
        if (sent?.outcome === null) {
            if (isSame(sent.values, values)) return;
            this.#settle(watched, "stays");
        }
        sent?.watching?.stop();
        const session = sessionOf(watched.form.element);
        const wasGenerated = session.generated !== null && session.generated === values.password;
        // One act submits one form; a page's script may submit others.
        const isByUser = act !== null && act !== this.#spentAct;
        if (isByUser) this.#spentAct = act;
        const errors = before.errors.slice(0, mostErrors);
        this.#options.submitted({ session: session.id, ...values, ...(errors.length === 0 ? {} : { errors }), wasGenerated, isByUser });
        watched.sent = { values, session: session.id, watching: null, outcome: null };
        watched.sent.watching = this.#watchOutcome(watched, values, { before, isSent: true }, (outcome) => this.#settle(watched, outcome));
    }

    /**
     * @param {WatchedForm} watched
     * @param {Outcome} outcome
     */
    #settle(watched, outcome) {
        const { sent } = watched;
        if (sent === null) return;
        // Later typing belongs to another submission.
        if (sent.outcome === null) endSession(watched.form.element);
        sent.outcome = outcome;
        this.#options.settled({ session: sent.session, outcome });
        if (outcome !== "gone" && outcome !== "doubtful") return;
        watched.sent = null;
        if (outcome === "doubtful") return;
        this.#forms.delete(watched.form.element);
    }

    /** The page is left: pending forms are submitted, and a form that a script removed before has succeeded. */
    #onLeave() {
        this.#typedUsers.flush();
        const now = performance.now();
        for (const watched of this.#forms.values()) {
            const { armed, sent, submitting } = watched;
            const isUnsent = sent === null || sent.outcome !== null;
            if (isUnsent && armed?.mayLeave && now - armed.at < actedFor) this.#send(watched, armed.values);
            else if (sent?.watching?.isAway() && submitting?.defaultPrevented !== false) this.#settle(watched, "gone");
            // The user may have closed the window because of it.
            else if (sent?.outcome === null && sent.watching?.complains()) this.#settle(watched, "failed");
            this.#disarm(watched);
            sent?.watching?.stop();
            watched.sent?.watching?.stop();
        }
        this.#forms.clear();
    }

    #how() {
        const { shadowRootOf } = this.#options;
        return shadowRootOf === undefined ? {} : { shadowRootOf };
    }
}

/** Whether the user has acted in the page within seconds: scripts can also cause trusted input events (`execCommand`). */
function isByUser() {
    return navigator.userActivation?.isActive ?? true;
}

/**
 * Whether the browser does not submit a form because a field is invalid.
 *
 * @param {HTMLFormElement | null} owner
 */
function isHeldBack(owner) {
    return owner !== null && attributeOf(owner, "novalidate") === null && matches(owner, ":invalid");
}

/**
 * @param {FormValues} one
 * @param {FormValues} other
 */
function isSame(one, other) {
    return one.user === other.user && one.password === other.password;
}

/**
 * Whether a click on an element may submit a form: a button, and no link to another page.
 *
 * @param {Element} element
 */
function isButton(element) {
    if (element instanceof HTMLAnchorElement) return !isLinkAway(element);
    return element.matches("button,input[type=submit],input[type=image],input[type=button],[role=button]");
}

/**
 * The clicked element, if it looks like a button although nothing but its cursor says so; else `null`.
 *
 * @param {unknown} target
 */
function drawnButton(target) {
    if (!(target instanceof Element) || isCandidate(target) || target.closest(acting) !== null) return null;
    const words = target.textContent?.trim() ?? "";
    return words !== "" && words.length <= longestButton && getComputedStyle(target).cursor === "pointer" ? target : null;
}

/**
 * Whether an element follows another one in the page.
 *
 * @param {Element} one
 * @param {Element} other
 */
function isAfter(one, other) {
    return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** @param {Element} element */
function isLinkAway(element) {
    const href = element.getAttribute("href") ?? "";
    return element instanceof HTMLAnchorElement && !/^(?:|#.*|javascript:.*)$/.test(href);
}
