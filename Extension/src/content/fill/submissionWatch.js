// Watches the forms that a user types in for the moment at which they go out.
//
// Values are read at that moment, leave the page only by the extension's port, and are forgotten when it is clear what
// came of them, or ten seconds after a click that sent nothing. A form counts as sent on its submit event, on its button,
// on Enter, and when it vanishes or its page goes away soon after one of these: pages that send by script, and frames that
// may not submit, have no submit event. A page that goes away without such an act has sent nothing. A form that was sent and
// is still there when the user goes on to something else is told as left: what comes then is no answer to it.

import { attributeOf, contains, matches } from "../../forms/attributes.js";
import { isCandidate } from "../../forms/candidates.js";
import { classifyField } from "../../forms/classify.js";
import { focused } from "../strip/focus.js";
import { endSession, sessionOf } from "./formSession.js";
import { patience, standing, watchOutcome } from "./formOutcome.js";
import { isSignUpStep, readForm } from "./formValues.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */
/** @import { Submission } from "../../messages.js" */
/** @import { Outcome, OutcomeWatching, Patience, Standing } from "./formOutcome.js" */
/** @import { FormValues } from "./formValues.js" */

/**
 * @typedef {object} WatchOptions
 * @property {(submission: Submission) => void} submitted the note of the same name
 * @property {(note: {session: string, outcome: Outcome | "left"}) => void} settled the note of the same name
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf] as for classify
 * @property {Patience} [times]
 */

/**
 * A form that somebody has typed in.
 *
 * @typedef {object} WatchedForm
 * @property {HTMLInputElement} field the one that was typed in last
 * @property {ClassifiedForm} form
 * @property {Armed | null} armed what stood there at the last click
 * @property {Sent | null} sent
 * @property {Event | null} submitting the last submit event: unless the page held it back, the browser sends the form
 *
 * @typedef {object} Sent what went out, until it is gone or the user has gone on
 * @property {FormValues} values
 * @property {string} session
 * @property {OutcomeWatching | null} watching
 * @property {Outcome | null} outcome what was told of it
 *
 * @typedef {object} Armed
 * @property {number} at
 * @property {FormValues} values
 * @property {Standing} before
 * @property {boolean} mayLeave whether a page that goes away now has sent the form
 * @property {() => void} stop
 */

/** So long after a click or key a page that goes away has gone because of it. */
const actedFor = 3_000;
/** A field in no form that matters is not classified again for so long. */
const unknownFor = 1_000;
/** What a click on does something. */
const acting = "a,button,input,select,summary,label,[role=button],[role=link],[role=tab],[role=menuitem]";

/**
 * Starts to watch a document.
 *
 * @param {WatchOptions} options
 * @returns {{filled: (field: HTMLInputElement) => void, stop: () => void}} filled: tell it of a field that was filled
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
    /** @type {WeakSet<Node>} */
    #heard = new WeakSet();
    #ends = new AbortController();
    #options;
    #times;

    /** @param {WatchOptions} options */
    constructor(options) {
        this.#options = options;
        this.#times = options.times ?? patience;
        const how = { capture: true, signal: this.#ends.signal };
        addEventListener("input", (event) => event.isTrusted && this.#onInput(event), how);
        addEventListener("click", (event) => event.isTrusted && this.#onClick(event), how);
        addEventListener("keydown", (event) => event.isTrusted && this.#onKey(event), how);
        addEventListener("pagehide", () => this.#onLeave(), how);
        this.#hear(globalThis);
        // What was typed before this was loaded.
        const field = focused();
        if (isCandidate(field) && field.value !== "") this.touch(field);
    }

    stop() {
        this.#ends.abort();
        for (const watched of this.#forms.values()) {
            this.#disarm(watched);
            watched.sent?.watching?.stop();
        }
        this.#forms.clear();
    }

    /** @param {HTMLInputElement} field */
    touch(field) {
        const now = performance.now();
        for (const watched of this.#forms.values()) {
            if (!watched.form.fields.some((entry) => entry.element === field)) continue;
            watched.field = field;
            return;
        }
        if (now - (this.#unknown.get(field) ?? -Infinity) < unknownFor) return;
        const { form } = classifyField(field, this.#how());
        const isKnown = form !== null && ["login", "twoStepLogin", "signUp", "changePassword"].includes(form.kind);
        if (form === null || !(isKnown || isSignUpStep(form))) {
            this.#unknown.set(field, now);
            return;
        }
        const known = this.#forms.get(form.element);
        this.#forms.set(form.element, { armed: null, sent: null, submitting: null, ...known, field, form });
        const root = field.getRootNode();
        if (root instanceof ShadowRoot) this.#hear(root);
    }

    /**
     * Submit events do not leave a shadow root.
     *
     * @param {typeof globalThis | ShadowRoot} root
     */
    #hear(root) {
        if (root instanceof ShadowRoot) {
            if (this.#heard.has(root)) return;
            this.#heard.add(root);
        }
        root.addEventListener("submit", (event) => this.#onSubmit(event), { capture: true, signal: this.#ends.signal });
    }

    /** @param {Event} event */
    #onInput(event) {
        const target = this.#targetOf(event);
        if (isCandidate(target)) this.touch(target);
    }

    /**
     * The element that an event is about, inside closed shadow roots too.
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
        const owner = event.composedPath()[0];
        for (const watched of this.#forms.values()) {
            if (watched.form.element !== owner && watched.field.form !== owner) continue;
            // An event of the page's own making counts only on a user's click or key.
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
        let acts = false;
        for (const watched of this.#forms.values()) {
            const { element, submit } = watched.form;
            const isOwn = submit !== null && path.includes(submit) && !isLinkAway(submit);
            const isInside = button instanceof Element && contains(element, button);
            const isAlone = button instanceof Element && watched.field.form === null && button.closest("form") === null;
            if (!isOwn && !isInside && !isAlone) continue;
            acts = true;
            // Of a form whose button is known, another one, as to show the password, does not send it by leaving.
            this.#arm(watched, { sends: isOwn, mayLeave: isOwn || (isInside && submit === null) }, event);
        }
        if (!acts && button === undefined) this.#onLink(event);
    }

    /**
     * A link leads away without sending what stands in the forms.
     *
     * @param {MouseEvent} event
     */
    #onLink(event) {
        const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
        if (!(link instanceof HTMLAnchorElement)) return;
        for (const watched of this.#forms.values()) this.#disarm(watched);
        const opensAnother = link.target === "_blank" || event.ctrlKey || event.metaKey || event.shiftKey;
        if (!opensAnother) this.#goOn([null, "stays", "failed"]);
    }

    /**
     * The user goes on to something else: what was sent, and is still there, is not answered by what comes now.
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
        for (const watched of this.#forms.values()) {
            if (!watched.form.fields.some((entry) => entry.element === target)) continue;
            this.#arm(watched, { sends: true, mayLeave: true }, event);
        }
    }

    /**
     * Reads a form on a click or key that may send it. Where that sends it for all we know, it is told at once, so that
     * a page which goes away is known to have gone for that reason.
     *
     * @param {WatchedForm} watched
     * @param {{sends: boolean, mayLeave: boolean}} act sends: whether it is the form's own button, or Enter
     * @param {Event} event
     */
    #arm(watched, { sends, mayLeave }, event) {
        const values = this.#read(watched);
        if (values === null) return;
        this.#disarm(watched);
        const before = standing(watched.form);
        const { stop } = this.#watchOutcome(watched, values, before, (outcome) => {
            if (outcome === "gone" && watched.armed === armed) this.#send(watched, values);
        });
        /** @type {Armed} */
        const armed = { at: performance.now(), values, before, mayLeave, stop };
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
     * @param {Standing} before
     * @param {(outcome: Outcome) => void} told
     */
    #watchOutcome(watched, values, before, told) {
        const { shadowRootOf } = this.#options;
        return watchOutcome(watched.form, values,
            { told, before, times: this.#times, ...(shadowRootOf === undefined ? {} : { shadowRootOf }) });
    }

    /** @param {WatchedForm} watched */
    #isArmed(watched) {
        return watched.armed !== null && performance.now() - watched.armed.at < this.#times.whole;
    }

    /**
     * What stands in a form now, classified again: a page may have shown its password since.
     *
     * @param {WatchedForm} watched
     */
    #read(watched) {
        if (watched.field.isConnected) {
            const { form } = classifyField(watched.field, this.#how());
            if (form !== null) watched.form = form;
        }
        return readForm(watched.form);
    }

    /**
     * @param {WatchedForm} watched
     * @param {FormValues | null | undefined} values
     */
    #send(watched, values) {
        // What the page says at once, on the very click, is new.
        const before = watched.armed?.before ?? standing(watched.form);
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
        this.#options.submitted({ session: session.id, ...values, wasGenerated });
        watched.sent = { values, session: session.id, watching: null, outcome: null };
        watched.sent.watching = this.#watchOutcome(watched, values, before, (outcome) => this.#settle(watched, outcome));
    }

    /**
     * @param {WatchedForm} watched
     * @param {Outcome} outcome
     */
    #settle(watched, outcome) {
        const { sent } = watched;
        if (sent === null) return;
        // What is typed after the first word of it is another.
        if (sent.outcome === null) endSession(watched.form.element);
        sent.outcome = outcome;
        this.#options.settled({ session: sent.session, outcome });
        if (outcome !== "gone") return;
        watched.sent = null;
        this.#forms.delete(watched.form.element);
    }

    /** The page goes: what was about to be sent has been, and a form that a script took away before has gone through. */
    #onLeave() {
        const now = performance.now();
        for (const watched of this.#forms.values()) {
            const { armed, sent, submitting } = watched;
            const isUnsent = sent === null || sent.outcome !== null;
            if (isUnsent && armed?.mayLeave && now - armed.at < actedFor) this.#send(watched, armed.values);
            else if (sent?.watching?.isAway() && submitting?.defaultPrevented !== false) this.#settle(watched, "gone");
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

/**
 * Whether the browser would not send a form, because a field says that its value is wrong.
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
 * Whether a click on an element may send a form: a button of some sort, not a link to elsewhere.
 *
 * @param {Element} element
 */
function isButton(element) {
    if (element instanceof HTMLAnchorElement) return !isLinkAway(element);
    return element.matches("button,input[type=submit],input[type=image],input[type=button],[role=button]");
}

/** @param {Element} element */
function isLinkAway(element) {
    const href = element.getAttribute("href") ?? "";
    return element instanceof HTMLAnchorElement && !/^(?:|#.*|javascript:.*)$/.test(href);
}
