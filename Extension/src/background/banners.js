// Questions and notices about saving, in a tab's top document. A window of the extension asks if the page takes no banner.

import { message } from "../browser.js";
import { ask } from "./confirmations.js";

/**
 * @typedef {import("./documents.js").Requester} Requester
 * @typedef {import("../messages.js").Banner} Banner
 * @typedef {"save" | "never" | "notNow"} Answer
 *
 * @typedef {object} BannersDependencies
 * @property {import("./sheets.js").Sheets} sheets
 * @property {(tabId: number, message: object) => Promise<unknown>} tellTop rejects without a content script
 * @property {(tabId: number) => number | undefined} livingTab the tab, or its opener if it has closed
 * @property {() => Promise<number | undefined>} frontTab the active tab of the window in front; `undefined` for a private one
 * @property {(milliseconds: number, body: () => void) => () => void} after
 *
 * @typedef {object} Question
 * @property {Banner} banner
 * @property {Requester} requester
 * @property {(answer: Answer, requester: Requester) => unknown} answer called at most once; the requester is of the tab that
 *   shows the question
 * @property {boolean} isByUser whether the user, and not a script, submitted the form
 * @property {() => Promise<boolean>} [isNeeded] whether it must still be asked, after another question was answered
 *
 * @typedef {object} OpenState
 * @property {number} shows how often it may still be shown again
 * @property {boolean} isShown whether the current document shows it
 * @property {AbortController | undefined} showing while a window asks instead of the page
 * @property {() => void} stop
 *
 * @typedef {Question & OpenState} Open
 */

/** How long (ms) a question and its password are kept. Users read a new account's pages before they answer. */
const lifetime = 10 * 60_000;
/** How long (ms) a message about a save is shown before the next question replaces it. */
const messageTime = 4000;
/** How long (ms) to wait for the next page before a window asks instead. */
const coming = 1500;
/** How often a question is shown again on the following pages: logins often redirect several times. */
const shows = 3;
/** Transition types (webNavigation.TransitionType) of a navigation that the user started. */
const chosenByUser = new Set(["typed", "auto_bookmark", "generated", "keyword", "keyword_generated", "start_page"]);

export class Banners {
    #dependencies;
    /** @type {Map<number, Open>} one question a tab */
    #open = new Map();
    /** The question that follows the open one. @type {Map<number, {question: Question, stop: () => void}>} */
    #next = new Map();
    /** @type {Set<string>} ids of answered questions, newest last */
    #answered = new Set();

    /** @param {BannersDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /**
     * Asks a question in its tab, in place of the open one. If only one of the two is about a form that the user submitted,
     * neither replaces the other: the user's is asked first, the other one next.
     *
     * @param {Question} question
     */
    ask(question) {
        const { requester, isByUser } = question;
        const tabId = this.#dependencies.livingTab(requester.tabId);
        if (tabId === undefined) {
            this.#dependencies.frontTab().then((front) => {
                if (front !== undefined) this.ask({ ...question, requester: { ...requester, tabId: front } });
            }, () => undefined);
            return;
        }
        const here = { ...question, requester: { ...requester, tabId } }, open = this.#open.get(tabId);
        if (open === undefined || open.isByUser === isByUser) return this.#ask(here);
        if (!isByUser) return this.#setNext(here);
        if (!isAboutSame(open.banner, here.banner)) this.#setNext(open);
        this.#ask(here);
    }

    /** @param {Question} question */
    #ask(question) {
        const { requester } = question;
        this.#takeBack(requester.tabId);
        const stop = this.#dependencies.after(lifetime, () => {
            this.#takeBack(requester.tabId);
            void this.#askNext(requester.tabId);
        });
        /** @type {Open} */
        const open = { ...question, shows, isShown: false, showing: undefined, stop };
        this.#open.set(requester.tabId, open);
        this.#show(open).catch(() => {
            // No document receives messages between two pages.
            this.#dependencies.after(coming, () => {
                if (this.#open.get(requester.tabId) !== open || open.isShown) return;
                this.#show(open).catch(() => this.#askInWindow(open));
            });
        });
    }

    /**
     * Keeps a question until the open one is answered or expires. It replaces an earlier kept one.
     *
     * @param {Question} question
     */
    #setNext(question) {
        const { tabId } = question.requester;
        this.#forgetNext(tabId);
        this.#next.set(tabId, { question, stop: this.#dependencies.after(lifetime, () => this.#next.delete(tabId)) });
    }

    /** @param {number} tabId */
    #forgetNext(tabId) {
        this.#next.get(tabId)?.stop();
        this.#next.delete(tabId);
    }

    /** @param {number} tabId */
    async #askNext(tabId) {
        const next = this.#next.get(tabId);
        if (next === undefined || this.#open.has(tabId)) return;
        const isNeeded = await next.question.isNeeded?.() ?? true;
        if (this.#next.get(tabId) !== next || this.#open.has(tabId)) return;
        this.#forgetNext(tabId);
        if (isNeeded) this.#ask(next.question);
    }

    /**
     * Ends older questions about an account after its newer password was saved without a question, since their answers would
     * replace that password. A form that a script submitted does not end a question about a form that the user submitted.
     *
     * @param {number} submittedIn the tab
     * @param {Pick<Banner, "user" | "host">} account
     * @param {boolean} isByUser whether the user submitted the newer password
     */
    endOlder(submittedIn, account, isByUser) {
        const tabId = this.#dependencies.livingTab(submittedIn);
        if (tabId === undefined) return;
        const isOlder = (/** @type {Question | undefined} */ question) => question !== undefined &&
            isAboutSame(question.banner, account) && (isByUser || !question.isByUser);
        if (isOlder(this.#next.get(tabId)?.question)) this.#forgetNext(tabId);
        if (!isOlder(this.#open.get(tabId))) return;
        this.#takeBack(tabId);
        this.#dependencies.after(messageTime, () => void this.#askNext(tabId));
    }

    /**
     * @param {Requester} requester
     * @param {Banner} banner
     */
    tell(requester, banner) {
        const tabId = this.#dependencies.livingTab(requester.tabId);
        if (tabId === undefined) return;
        // A notice does not justify a window when the page cannot show it.
        this.#dependencies.tellTop(tabId, { type: "banner", banner }).catch(() => undefined);
    }

    /**
     * @param {Requester} requester
     * @param {{id: string, answer: Answer, mustConfirm: boolean}} answered
     */
    async answered(requester, { id, answer, mustConfirm }) {
        // Only the top document shows the banner.
        if (!requester.isTop) return;
        const open = this.#open.get(requester.tabId);
        if (open === undefined || open.banner.id !== id) return this.#tooLate(requester, id, answer);
        if (open.showing !== undefined) return;
        if (mustConfirm && answer !== "notNow") await this.#askInWindow(open);
        else await this.#answer(open, answer);
    }

    /**
     * Answers a press on a question that is closed, for example after a restart of the background: reports a failure.
     *
     * @param {Requester} requester
     * @param {string} id
     * @param {Answer} answer
     */
    #tooLate(requester, id, answer) {
        if (answer === "notNow" || this.#answered.has(id)) return;
        const host = new URL(requester.origin).host;
        this.tell(requester, { id: crypto.randomUUID(), kind: "failed", user: "", host, providerName: message("extension_name") });
    }

    /**
     * A navigation replaces the page that showed a question.
     *
     * @param {WebExtension.NavigationDetails} details
     */
    committed({ tabId, frameId, documentLifecycle, transitionType, url }) {
        const open = this.#open.get(tabId);
        if (frameId !== 0 || (documentLifecycle ?? "active") !== "active" || open === undefined) return;
        open.isShown = false;
        // A login may redirect through other hosts. A user who types another address has left the login.
        const isElsewhere = URL.canParse(url) && new URL(url).host !== open.banner.host;
        if (isElsewhere && chosenByUser.has(transitionType ?? "")) open.shows = 0;
    }

    /** @param {WebExtension.NavigationDetails} details */
    completed({ tabId, frameId }) {
        const open = this.#open.get(tabId);
        // Shown once per document: a redrawn banner ignores clicks for a moment.
        if (frameId !== 0 || open === undefined || open.isShown || open.shows === 0 || open.showing !== undefined) return;
        open.shows -= 1;
        this.#show(open).catch(() => undefined);
    }

    /**
     * A tab was closed: the tab behind it asks its question.
     *
     * @param {number} tabId
     * @param {boolean} wasOpened whether a page opened the tab, and may have closed it
     */
    tabRemoved(tabId, wasOpened) {
        const open = this.#open.get(tabId), next = this.#next.get(tabId)?.question;
        this.#forget(tabId);
        this.#forgetNext(tabId);
        for (const question of [open, next]) if (question !== undefined && wasOpened) this.ask(question);
    }

    /** @param {Open} open */
    async #show(open) {
        open.isShown = true;
        try {
            await this.#dependencies.tellTop(open.requester.tabId, { type: "banner", banner: open.banner });
        } catch (thrown) {
            open.isShown = false;
            throw thrown;
        }
    }

    /**
     * @param {Open} open
     * @param {Answer} answer
     */
    async #answer(open, answer) {
        if (this.#open.get(open.requester.tabId) !== open) return;
        this.#forget(open.requester.tabId);
        const [oldest] = this.#answered;
        if (this.#answered.size >= 100 && oldest !== undefined) this.#answered.delete(oldest);
        this.#answered.add(open.banner.id);
        const { tabId } = open.requester;
        try {
            await open.answer(answer, open.requester);
        } finally {
            if (answer === "save") this.#dependencies.after(messageTime, () => void this.#askNext(tabId));
            else void this.#askNext(tabId);
        }
    }

    /**
     * Closes an unanswered question, also in the page, where a press would have no effect.
     *
     * @param {number} tabId
     */
    #takeBack(tabId) {
        const open = this.#open.get(tabId);
        if (open === undefined) return;
        this.#forget(tabId);
        this.#gone(open);
    }

    /** @param {Open} open */
    #gone({ requester, banner }) {
        this.#dependencies.tellTop(requester.tabId, { type: "bannerGone", id: banner.id }).catch(() => undefined);
    }

    /** @param {number} tabId */
    #forget(tabId) {
        const open = this.#open.get(tabId);
        this.#open.delete(tabId);
        open?.stop();
        open?.showing?.abort();
    }

    /** @param {Open} open */
    async #askInWindow(open) {
        if (this.#open.get(open.requester.tabId) !== open) return;
        const control = new AbortController();
        open.showing = control;
        const { windowId, tabId } = open.requester;
        const userRequest = this.#dependencies.sheets.begin(windowId, open.banner.host, { tabId });
        try {
            const event = await ask(userRequest, sheetOf(open.banner), open.requester.origin, control.signal);
            this.#gone(open);
            await this.#answer(open, answerOf(event));
        } catch (thrown) {
            // The question was withdrawn while the window was open.
            if (!control.signal.aborted) throw thrown;
        } finally {
            userRequest.end();
        }
    }
}

/**
 * @param {Pick<Banner, "user" | "host">} one
 * @param {Pick<Banner, "user" | "host">} other
 */
function isAboutSame(one, other) {
    return one.user === other.user && one.host === other.host;
}

/** @param {Record<string, unknown>} event */
function answerOf(event) {
    return event["element"] === "save" || event["element"] === "never" ? event["element"] : "notNow";
}

/** @param {Banner} banner */
function sheetOf({ user, host, providerName, isUpdate, previousUser, changesPassword }) {
    /** @type {(id: string, title: string, role: string) => object} */
    const button = (id, title, role) => ({ id, kind: "button", title, role, submits: false, isEnabled: true });
    const provider = providerName === "" ? []
        : [{ id: "provider", kind: "text", text: message("background_save_in", providerName), style: "note" }];
    if (previousUser !== undefined) return {
        title: message("background_rename_title"),
        cancelTitle: message("background_save_not_now"),
        elements: [
            { id: "question", kind: "text", text: message("background_rename_question", previousUser, host, user), style: "body" },
            ...(changesPassword ? [{ id: "password", kind: "text", text: message("background_rename_password"), style: "note" }] : []),
            ...provider, button("save", message("background_rename"), "normal"),
        ],
    };
    const question = user === ""
        ? message("background_save_question_no_user", host)
        : message(isUpdate ? "background_update_question" : "background_save_question", user, host);
    return {
        title: message("background_save_title"),
        cancelTitle: message("background_save_not_now"),
        elements: [
            { id: "question", kind: "text", text: question, style: "body" },
            ...provider,
            button("save", message("background_save"), "normal"),
            button("never", message("background_save_never"), "normal"),
        ],
    };
}
