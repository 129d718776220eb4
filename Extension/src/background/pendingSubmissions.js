// Submitted forms whose outcome is not known yet.
//
// A failed login must not be offered for saving, and a successful one shows only in what follows: the form disappears, its
// frame is removed, or another document without such a form loads. Entries are in memory only, for at most two minutes,
// one per form session.

/**
 * @typedef {import("../messages.js").Submission} Submission
 *
 * @typedef {object} Sent a submission with its document
 * @property {Submission} submission
 * @property {import("./documents.js").Requester} requester
 * @property {string[]} ancestorOrigins
 *
 * @typedef {object} Seen the contents of a document that matter here
 * @property {string[]} passwords the visible password fields; see PasswordFields of messages.js
 * @property {boolean} complains whether it marks a field as wrong, or alerts the user
 * @property {boolean} [confirms] whether each of these is an alert that contains a success word and no error word
 * @property {boolean} [marksError] whether the class or id of a visible text calls it an error
 * @property {string[]} [errors] the visible texts that look like an error
 * @property {number} status the HTTP status of the document's response; 0 if unknown
 *
 * @typedef {object} SubmissionsDependencies
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {(tabId: number, frameId: number) => Promise<Seen | undefined>} inspectPage `undefined` without access
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 * @property {(sent: Sent, isDoubtful: boolean) => void} wentThrough isDoubtful: only the user knows whether it succeeded
 * @property {(sent: Sent) => void} failed
 */

/**
 * How long (ms) a submission is kept, also after an apparent failure: the page's text may not be an error, for example
 * "confirm on your phone". Further: how long a page gets to render, and a frame to be replaced.
 */
const times = { kept: 120_000, failed: 60_000, drawn: 500, replaced: 500 };

/** Transition types of a navigation that the user started, which says nothing about the form. */
const chosenByUser = new Set(
    ["typed", "auto_bookmark", "generated", "keyword", "keyword_generated", "start_page", "reload"]);

/** Transition qualifiers of such a navigation; going back has the transition type of the first visit. */
const chosenBeside = new Set(["forward_back", "from_address_bar"]);

/** Pending forms per tab; a user never has more. */
const limit = 8;

/**
 * @typedef {object} Waiting
 * @property {Sent} sent
 * @property {(() => void)[]} stops
 * @property {(() => void) | undefined} [cancelInspection]
 * @property {boolean} isReplaced whether another document has come since
 * @property {boolean} isLed whether a link or script opened the new document, so that it is not the form's response
 * @property {boolean} isSettled whether its document has reported that the form stays
 */

export class PendingSubmissions {
    #dependencies;
    /** @type {Map<string, Waiting>} by tab and session */
    #waiting = new Map();

    /** @param {SubmissionsDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /** @param {Sent} sent */
    submitted(sent) {
        const key = keyOf(sent.requester.tabId, sent.submission.session);
        this.#drop(key);
        this.sentAgain(sent.requester);
        const ofTab = [...this.#waiting].filter(([, each]) => each.sent.requester.tabId === sent.requester.tabId);
        const least = ofTab.find(([, each]) => !each.sent.submission.isByUser) ?? ofTab[0];
        if (ofTab.length >= limit && least !== undefined) this.#drop(least[0]);
        const frameGone = () => {
            waiting.stops.push(this.#dependencies.after(times.replaced, () => void this.#frameGone(key)));
        };
        sent.requester.gone.addEventListener("abort", frameGone);
        /** @type {Waiting} */
        const waiting = {
            sent,
            // The document may have been replaced before its message arrived.
            isReplaced: sent.requester.gone.aborted,
            isLed: false,
            isSettled: false,
            stops: [
                this.#dependencies.after(times.kept, () => this.#drop(key)),
                () => sent.requester.gone.removeEventListener("abort", frameGone),
            ],
        };
        this.#waiting.set(key, waiting);
    }

    /**
     * The document reports the outcome of its form.
     *
     * @param {import("./documents.js").Requester} requester
     * @param {string} session
     * @param {"gone" | "failed" | "doubtful" | "stays" | "left"} outcome
     */
    settled(requester, session, outcome) {
        const key = keyOf(requester.tabId, session);
        const waiting = this.#waiting.get(key);
        // A document may report only on its own forms.
        if (waiting === undefined || waiting.sent.requester.documentId !== requester.documentId) return;
        if (waiting.sent.requester.frameId !== requester.frameId) return;
        if (outcome === "gone" || outcome === "doubtful") return this.#through(key, outcome === "doubtful");
        // The user has left the form, so the next page says nothing about it.
        if (outcome === "left") return waiting.isReplaced ? undefined : this.#drop(key);
        waiting.isSettled = true;
        // A slow server looks the same, and a navigation may follow.
        if (outcome === "stays") return;
        waiting.stops.push(this.#dependencies.after(times.failed, () => !waiting.isReplaced && this.#drop(key)));
        this.#dependencies.failed(waiting.sent);
    }

    /**
     * A form was submitted again, so its earlier submission failed. This holds even if the new one is not examined.
     *
     * @param {import("./documents.js").Requester} requester
     */
    sentAgain({ tabId, frameId, documentId }) {
        for (const [key, { isSettled, sent }] of this.#waiting) {
            const isSame = sent.requester.documentId === documentId && sent.requester.frameId === frameId;
            if (isSettled && isSame && sent.requester.tabId === tabId) this.#drop(key);
        }
    }

    /**
     * A navigation started. In a chain of documents, the last one is judged.
     *
     * @param {WebExtension.NavigationDetails} details
     */
    committed(details) {
        const { transitionType, transitionQualifiers = [] } = details;
        const isChosen = chosenByUser.has(transitionType ?? "") || transitionQualifiers.some((each) => chosenBeside.has(each));
        for (const [key, waiting] of this.#concerned(details)) {
            if (waiting.isSettled && !waiting.isReplaced && isChosen) {
                this.#drop(key);
                continue;
            }
            const isLed = transitionType !== undefined && transitionType !== "form_submit";
            // Redirects after the form's response count as part of that response.
            waiting.isLed = isLed && (waiting.isLed || !waiting.isReplaced);
            waiting.isReplaced = true;
            waiting.cancelInspection?.();
            waiting.cancelInspection = undefined;
        }
    }

    /** @param {WebExtension.NavigationDetails} details */
    completed(details) {
        for (const [key, waiting] of this.#concerned(details)) {
            // A slow page may complete only now, with the same form in it.
            if (!waiting.isReplaced) continue;
            waiting.cancelInspection?.();
            waiting.cancelInspection = this.#dependencies.after(times.drawn, () => void this.#inspectPage(key, details));
        }
    }

    /**
     * A tab was closed. A pop-up window that closes itself while its form's outcome is open has done its work; one whose page
     * showed an error, or the form again, has not.
     *
     * @param {number} tabId
     * @param {boolean} wasOpened whether a page opened the tab, and may have closed it
     */
    tabRemoved(tabId, wasOpened) {
        for (const [key, { sent, isSettled, isReplaced }] of this.#waiting) {
            if (sent.requester.tabId !== tabId) continue;
            if (wasOpened && (isReplaced || !isSettled)) this.#through(key);
            else this.#drop(key);
        }
    }

    /**
     * The submissions whose frame or page now shows another document.
     *
     * @param {WebExtension.NavigationDetails} details
     */
    #concerned({ tabId, frameId, documentId, documentLifecycle }) {
        if (documentLifecycle !== undefined && documentLifecycle !== "active") return [];
        return [...this.#waiting].filter(([, { sent: { requester } }]) => {
            const isSame = documentId !== undefined && requester.documentId === documentId;
            return requester.tabId === tabId && (frameId === 0 || frameId === requester.frameId) && !isSame;
        });
    }

    /**
     * @param {string} key
     * @param {WebExtension.NavigationDetails} details
     */
    async #inspectPage(key, details) {
        const waiting = this.#waiting.get(key), inspection = waiting?.cancelInspection;
        if (waiting === undefined) return;
        const seen = await this.#dependencies.inspectPage(details.tabId, details.frameId);
        // If another document has replaced the page meanwhile, that document decides.
        if (this.#waiting.get(key) !== waiting || waiting.cancelInspection !== inspection) return;
        if (isThrough(waiting.sent, seen, details.url, waiting.isLed)) return this.#through(key);
        if (mayBeThrough(waiting.sent, seen, details.url)) return this.#through(key, true);
        this.#drop(key);
        this.#dependencies.failed(waiting.sent);
    }

    /** @param {string} key */
    async #frameGone(key) {
        const waiting = this.#waiting.get(key);
        if (waiting === undefined) return;
        const { tabId, frameId } = waiting.sent.requester;
        // A top document that is gone has navigated or was closed; a navigation is judged separately.
        if (frameId === 0) return;
        const frames = await this.#dependencies.framesOf(tabId).catch(() => []);
        const isClosed = frames.length > 0 && !frames.some((each) => each.frameId === frameId);
        if (isClosed && this.#waiting.get(key) === waiting) this.#through(key);
    }

    /** @param {string} key */
    #through(key, isDoubtful = false) {
        const sent = this.#waiting.get(key)?.sent;
        this.#drop(key);
        if (sent !== undefined) this.#dependencies.wentThrough(sent, isDoubtful);
    }

    /** @param {string} key */
    #drop(key) {
        const waiting = this.#waiting.get(key);
        this.#waiting.delete(key);
        waiting?.cancelInspection?.();
        waiting?.stops.forEach((stop) => stop());
    }
}

/**
 * @param {number} tabId
 * @param {string} session
 */
function keyOf(tabId, session) {
    return `${tabId} ${session}`;
}

/**
 * Whether the new document shows that a submission succeeded.
 *
 * @param {Sent} sent
 * @param {Seen | undefined} seen
 * @param {string} url of the document that came
 * @param {boolean} [isLed] whether a link or script opened the document, and not the form's submission
 */
export function isThrough({ submission, requester }, seen, url, isLed = false) {
    // A document that cannot be inspected, such as the browser's own page, has no form.
    if (seen === undefined) return true;
    if (seen.status >= 400) return false;
    const { own, beside } = submission.passwords ?? { own: [], beside: [] };
    const isElsewhere = !isSamePage(requester.url, url);
    const fields = without(seen.passwords, beside);
    // If only the next page asks for a password, the site has not changed the user name yet.
    if (submission.form === "updateEmail") return !showsNewError(submission, seen, url) && (own.length > 0 || fields.length === 0);
    // Forms that were beside the submitted one do not prove a failure, unless the page reports an error.
    if (fields.length === 0) return seen.passwords.length === 0 || isElsewhere && !seen.complains && !reportsError(url);
    if (isLed && isElsewhere) return true;
    switch (submission.form) {
        case "login":
        case "twoStepLogin":
            // After a successful login a site may ask for a new password, which has two fields or more. On the same page
            // it is a login form next to a sign-up form.
            return fields.length > 1 && isElsewhere;
        case "changePassword":
        case "signUp":
            // The account's page, with a form to change the password. A script may have changed the action of the sign-up form
            // itself.
            if (submission.form === "signUp" && isElsewhere && own.length > 0 && !own.some((each) => fields.includes(each)) &&
                !showsNewError(submission, seen, url)) return true;
            // More fields are the same form again; a single other field is the login that follows.
            return fields.length === 1 && (isElsewhere || own.length > 0 && !own.includes(fields[0] ?? "") && !seen.complains);
    }
}

/**
 * Whether a change of a password may have succeeded although its form is there again: many sites confirm the change above the
 * same form. No text proves that it succeeded, so the user is asked, unless a new text looks like an error.
 *
 * @param {Sent} sent
 * @param {Seen | undefined} seen
 * @param {string} url of the document that came
 */
export function mayBeThrough({ submission }, seen, url) {
    return submission.form === "changePassword" && seen !== undefined && !showsNewError(submission, seen, url);
}

/**
 * Whether a document shows an error that the page before it did not show.
 *
 * @param {Submission} submission
 * @param {Seen} seen
 * @param {string} url
 */
function showsNewError({ errors = [] }, seen, url) {
    const isNew = seen.errors?.some((text) => !errors.includes(text)) ?? false;
    const complains = seen.complains && seen.confirms !== true;
    return seen.status >= 400 || complains || seen.marksError === true || isNew || reportsError(url);
}

/** @param {string} url whether its path or query has a word of an error */
function reportsError(url) {
    const { pathname, search } = new URL(url);
    return /(?<![a-z])(?:error|fail(?:ed|ure)?|invalid|wrong|denied)(?![a-z])/i.test(pathname + search);
}

/**
 * @param {readonly string[]} all
 * @param {readonly string[]} known each entry removes one equal entry of `all`
 */
function without(all, known) {
    const left = [...known];
    return all.filter((each) => {
        const at = left.indexOf(each);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
    });
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSamePage(one, other) {
    if (!URL.canParse(one) || !URL.canParse(other)) return false;
    const [first, second] = [new URL(one), new URL(other)];
    return first.origin === second.origin && first.pathname === second.pathname;
}
