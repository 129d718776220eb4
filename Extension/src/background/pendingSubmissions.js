// What went out of forms, until it is known whether it went through.
//
// A login that failed must not be offered for saving, and one that went through shows itself only by what comes after: the
// form goes away in its document, its frame goes, or another document comes that has no such form. In memory only, for
// two minutes at most, and one of each form's session.

/**
 * @typedef {import("../messages.js").Submission} Submission
 *
 * @typedef {object} Sent a submission and where it came from
 * @property {Submission} submission
 * @property {import("./documents.js").Requester} requester
 * @property {string[]} ancestorOrigins
 *
 * @typedef {object} Seen what a document shows
 * @property {number} passwords visible password fields
 * @property {number} status of the document's response; 0 where that is not said
 *
 * @typedef {object} SubmissionsDependencies
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {(tabId: number, frameId: number) => Promise<Seen | undefined>} inspectPage nothing where there is nothing to see
 * @property {(tabId: number) => Promise<readonly WebExtension.Frame[]>} framesOf
 * @property {(sent: Sent) => void} wentThrough
 * @property {(sent: Sent) => void} failed
 */

/**
 * How long a submission is kept, and one that seems to have failed: what a page says may be no complaint, such as that
 * another device must agree. A page is left to draw itself, and a frame to be replaced.
 */
const times = { kept: 120_000, failed: 60_000, drawn: 500, replaced: 500 };

/** How the browsers call a page that a person went to by themselves, whatever the one before showed. */
const chosenByPerson = new Set(
    ["typed", "auto_bookmark", "generated", "keyword", "keyword_generated", "start_page", "reload"]);

/** What browsers say beside of such a page: one gone back to has the type of its first visit, mostly that of a link. */
const chosenBeside = new Set(["forward_back", "from_address_bar"]);

/** Forms of one tab that wait at once; more are no person's. */
const limit = 8;

/**
 * @typedef {object} Waiting
 * @property {Sent} sent
 * @property {(() => void)[]} stops
 * @property {(() => void) | undefined} [stopLooking]
 * @property {boolean} isReplaced whether another document has come since
 * @property {boolean} isLed whether that one is where a link or script led, and not the answer to the form
 * @property {boolean} isSettled whether its document has said that it stays
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
        if (ofTab.length >= limit && ofTab[0] !== undefined) this.#drop(ofTab[0][0]);
        const frameGone = () => {
            waiting.stops.push(this.#dependencies.after(times.replaced, () => void this.#frameGone(key)));
        };
        sent.requester.gone.addEventListener("abort", frameGone);
        /** @type {Waiting} */
        const waiting = {
            sent,
            // Its document may have been faster than what it said.
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
     * The document says what became of its form.
     *
     * @param {import("./documents.js").Requester} requester
     * @param {string} session
     * @param {"gone" | "failed" | "stays" | "left"} outcome
     */
    settled(requester, session, outcome) {
        const key = keyOf(requester.tabId, session);
        const waiting = this.#waiting.get(key);
        // A document speaks for its own forms.
        if (waiting === undefined || waiting.sent.requester.documentId !== requester.documentId) return;
        if (waiting.sent.requester.frameId !== requester.frameId) return;
        if (outcome === "gone") return this.#through(key);
        // What comes next is where the person goes, and says nothing of the form.
        if (outcome === "left") return waiting.isReplaced ? undefined : this.#drop(key);
        waiting.isSettled = true;
        // A slow server looks like this too: a navigation may still come.
        if (outcome === "stays") return;
        waiting.stops.push(this.#dependencies.after(times.failed, () => !waiting.isReplaced && this.#drop(key)));
        this.#dependencies.failed(waiting.sent);
    }

    /**
     * Whoever sends a form again says that the try before did not go through, whether or not the new one is looked at.
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
     * Another document comes; what is judged is the last of those that follow each other.
     *
     * @param {WebExtension.NavigationDetails} details
     */
    committed(details) {
        const { transitionType, transitionQualifiers = [] } = details;
        const isChosen = chosenByPerson.has(transitionType ?? "") || transitionQualifiers.some((each) => chosenBeside.has(each));
        for (const [key, waiting] of this.#concerned(details)) {
            if (waiting.isSettled && !waiting.isReplaced && isChosen) {
                this.#drop(key);
                continue;
            }
            const isLed = transitionType !== undefined && transitionType !== "form_submit";
            // What follows the answer to a form belongs to that answer.
            waiting.isLed = isLed && (waiting.isLed || !waiting.isReplaced);
            waiting.isReplaced = true;
            waiting.stopLooking?.();
        }
    }

    /** @param {WebExtension.NavigationDetails} details */
    completed(details) {
        for (const [key, waiting] of this.#concerned(details)) {
            // A slow page that is complete only now, with the very form in it, says nothing.
            if (!waiting.isReplaced) continue;
            waiting.stopLooking?.();
            waiting.stopLooking = this.#dependencies.after(times.drawn, () => void this.#inspectPage(key, details));
        }
    }

    /** @param {number} tabId */
    tabRemoved(tabId) {
        for (const [key, waiting] of this.#waiting) if (waiting.sent.requester.tabId === tabId) this.#drop(key);
    }

    /**
     * Those whose own frame, or whose whole page, shows another document.
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
        const waiting = this.#waiting.get(key);
        if (waiting === undefined) return;
        const seen = await this.#dependencies.inspectPage(details.tabId, details.frameId);
        if (this.#waiting.get(key) !== waiting) return;
        if (isThrough(waiting.sent, seen, details.url, waiting.isLed)) return this.#through(key);
        this.#drop(key);
        this.#dependencies.failed(waiting.sent);
    }

    /** @param {string} key */
    async #frameGone(key) {
        const waiting = this.#waiting.get(key);
        if (waiting === undefined) return;
        const { tabId, frameId } = waiting.sent.requester;
        // A page that is gone has navigated, which is judged by what came, or was closed.
        if (frameId === 0) return;
        const frames = await this.#dependencies.framesOf(tabId).catch(() => []);
        const isClosed = frames.length > 0 && !frames.some((each) => each.frameId === frameId);
        if (isClosed && this.#waiting.get(key) === waiting) this.#through(key);
    }

    /** @param {string} key */
    #through(key) {
        const sent = this.#waiting.get(key)?.sent;
        this.#drop(key);
        if (sent !== undefined) this.#dependencies.wentThrough(sent);
    }

    /** @param {string} key */
    #drop(key) {
        const waiting = this.#waiting.get(key);
        this.#waiting.delete(key);
        waiting?.stopLooking?.();
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
 * Whether the document that came shows that a form went through.
 *
 * @param {Sent} sent
 * @param {Seen | undefined} seen
 * @param {string} url of the document that came
 * @param {boolean} [isLed] whether a link or script led there: the browser did not send the form for it
 */
export function isThrough({ submission, requester }, seen, url, isLed = false) {
    // Where nothing can be seen, such as a page of the browser's own, there is no form any more.
    if (seen === undefined || seen.passwords === 0) return seen === undefined || seen.status < 400;
    if (isLed && seen.status < 400 && !isSamePage(requester.url, url)) return true;
    switch (submission.form) {
        case "login":
        case "twoStepLogin":
            // Two and more fields are a new password that the site wants, after a login that was good.
            // On the same page it is a login form beside one to sign up.
            return seen.passwords > 1 && seen.status < 400 && !isSamePage(requester.url, url);
        case "changePassword":
        case "signUp":
            // The same form again; a single field elsewhere is the login that follows.
            return seen.passwords === 1 && seen.status < 400 && !isSamePage(requester.url, url);
    }
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
