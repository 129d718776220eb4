// The banner: asks whether to save, or reports a save, in the upper corner of the top document.
//
// It survives navigations inside the page, is answered once, and is guarded like the strip.

import { message } from "../../browser.js";
import { GuardWatch } from "./guardFacts.js";
import { pressed } from "./guard.js";
import { Host } from "./host.js";
import { listenToPointer } from "./pointer.js";
import { isolate } from "./stripRows.js";
import { isOnDark } from "./colorScheme.js";
import { partAt } from "./stripView.js";

/**
 * @import { Banner } from "../../messages.js"
 * @import { Answer, FromOverlay, Layout } from "../../overlay/overlayMessages.js"
 */

/** How long (ms) a report is shown, and how often a banner returns after the page removed it. */
const statusTime = 4000;
const mostReturns = 3;
const widest = 360, edge = 12;

export class BannerView {
    /** @type {(id: string, answer: Answer, mustConfirm: boolean) => void} */
    #answered;
    /** @type {{banner: Banner, host: Host, watch: GuardWatch | null, layout: Layout | null, listening: AbortController} | null} */
    #drawn = null;
    #frame = 0;
    #width = 0;
    #returns = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {Element | null} */
    #before = null;
    /** The question that a message covers until the message ends. @type {Banner | null} */
    #covered = null;

    /**
     * @param {(id: string, answer: Answer, mustConfirm: boolean) => void} answered mustConfirm: the guard could not
     *   judge what the page shows, so the extension's window asks
     */
    constructor(answered) {
        this.#answered = answered;
    }

    /**
     * Shows a banner in place of the previous one. A question replaces an open one, which counts as "not now". A message only
     * covers it for a while.
     *
     * @param {Banner} banner
     */
    show(banner) {
        const question = this.#drawn?.banner.kind === "save" ? this.#drawn.banner : this.#covered;
        this.#covered = banner.kind === "save" ? null : question;
        if (question !== null && banner.kind === "save" && question.id !== banner.id) this.#answered(question.id, "notNow", false);
        this.#returns = 0;
        this.#draw(banner);
        clearTimeout(this.#timer);
        if (banner.kind !== "save") this.#timer = setTimeout(() => this.#uncover(), statusTime);
    }

    /** Ends a message, and shows the covered question again. */
    #uncover() {
        this.close();
        if (this.#covered !== null) this.show(this.#covered);
    }

    /** Moves the focus into the banner; `false` if there is nothing to answer. */
    focus() {
        const drawn = this.#drawn;
        if (drawn === null || !drawn.layout?.parts.length) return false;
        this.#before = document.activeElement;
        drawn.host.overlay.element.focus();
        drawn.host.overlay.tell({ type: "focus" });
        return true;
    }

    /**
     * Closes a banner whose question is withdrawn, without an answer.
     *
     * @param {string} id
     */
    takeBack(id) {
        if (this.#covered?.id === id) this.#covered = null;
        if (this.#drawn?.banner.id === id) this.close();
    }

    close() {
        const drawn = this.#drawn;
        this.#drawn = null;
        cancelAnimationFrame(this.#frame);
        drawn?.watch?.stop();
        drawn?.listening.abort();
        drawn?.host.close();
    }

    /** @param {Banner} banner */
    #draw(banner) {
        this.close();
        const host = new Host(() => this.#comeBack(banner), (message) => this.#onMessage(message));
        const drawn = this.#drawn = { banner, host, watch: null, layout: null, listening: new AbortController() };
        host.attach(document.documentElement);
        host.overlay.ready.then(() => {
            if (this.#drawn === drawn) this.#show(host, banner);
        }, () => {
            // Without an overlay the page cannot show the question.
            if (this.#drawn === drawn) this.close();
        });
    }

    /**
     * @param {Host} host
     * @param {Banner} banner
     */
    #show(host, banner) {
        const drawn = this.#drawn;
        if (drawn === null) return;
        const isDark = isOnDark(document.body ?? document.documentElement);
        host.open({ isDark, takesPresses: true });
        drawn.watch = new GuardWatch(host, host.overlay.element, null);
        listenToPointer(host.element, {
            partAt: (x, y) => partAt(drawn.layout?.parts ?? [], x, y),
            hover: (part) => host.overlay.tell({ type: "hover", part }),
        }, drawn.watch, (button, isSteady) => this.#judge(answersTo(banner)[button], isSteady), drawn.listening.signal);
        this.#place();
        host.overlay.tell({ type: "drawBanner", content: { ...contentOf(banner), isDark }, width: widthNow() });
        this.#follow();
    }

    /** @param {FromOverlay} message */
    #onMessage(message) {
        const drawn = this.#drawn;
        if (drawn === null) return;
        switch (message.type) {
            case "layout":
                drawn.layout = message.layout;
                return this.#place();
            case "answer": return this.#answerByKey(message.answer);
            case "escape": return this.#leave("notNow");
            default:
        }
    }

    /** @param {Banner} banner */
    #comeBack(banner) {
        if (++this.#returns > mostReturns) this.close();
        else this.#draw(banner);
    }

    #follow() {
        const drawn = this.#drawn;
        if (drawn === null || drawn.watch === null) return;
        drawn.watch.check();
        this.#frame = requestAnimationFrame(() => {
            if (this.#drawn !== drawn) return;
            if (!drawn.host.element.matches(":popover-open")) return this.#comeBack(drawn.banner);
            this.#place();
            this.#follow();
        });
    }

    /** Moves the banner to the window's upper corner; it is one pixel high until its content is laid out. */
    #place() {
        const drawn = this.#drawn;
        if (drawn === null) return;
        const width = widthNow(), left = document.documentElement.clientWidth - width - edge;
        if (width !== this.#width) drawn.host.overlay.tell({ type: "fit", width });
        this.#width = width;
        const height = Math.min(drawn.layout?.height ?? 1, innerHeight - 2 * edge);
        drawn.host.move({ left, top: edge, width, height });
    }

    /** @param {Answer} answer */
    #answerByKey(answer) {
        this.#judge(answer, this.#drawn?.watch?.isSteady() === true);
    }

    /**
     * Accepts an answer if the banner was visible; otherwise the banner says that the user must press again.
     *
     * @param {Answer | undefined} answer `undefined` for a press outside of the buttons
     * @param {boolean} isSteady
     */
    #judge(answer, isSteady) {
        const drawn = this.#drawn;
        if (!drawn?.watch || answer === undefined) return;
        const told = isSteady ? pressed(drawn.watch.judge().verdict, answer) : null;
        if (told !== null) this.#leave(told.answer, told.mustConfirm);
        else drawn.host.overlay.tell({ type: "pressAgain" });
    }

    /**
     * @param {Answer} answer
     * @param {boolean} [mustConfirm]
     */
    #leave(answer, mustConfirm) {
        if (this.#before instanceof HTMLElement) this.#before.focus();
        this.#before = null;
        this.#answer(answer, mustConfirm);
    }

    /**
     * @param {Answer} answer
     * @param {boolean} [mustConfirm]
     */
    #answer(answer, mustConfirm = false) {
        const banner = this.#drawn?.banner;
        this.close();
        if (banner?.kind === "save") this.#answered(banner.id, answer, mustConfirm);
    }
}

/** The banner's width for the current window (px). */
function widthNow() {
    return Math.min(widest, innerWidth - 2 * edge);
}

/** @type {Record<Answer, string>} */
const labels = { never: "banner_answerNever", notNow: "banner_answerNotNow", save: "banner_answerSave" };

/**
 * The answers that a banner offers, the main one last.
 *
 * @param {Banner} banner
 * @returns {Answer[]}
 */
function answersTo({ kind, isUpdate = false }) {
    if (kind !== "save") return [];
    // An update concerns a site whose logins are saved, so it does not offer "never".
    return isUpdate ? ["notNow", "save"] : ["never", "notNow", "save"];
}

/** @param {Banner} banner */
function contentOf(banner) {
    const save = banner.previousUser !== undefined ? "banner_answerRename" : banner.isUpdate ? "banner_answerUpdate" : labels.save;
    const buttons = answersTo(banner).map((answer) => ({ answer, label: message(answer === "save" ? save : labels[answer]) }));
    return { kind: banner.kind, ...textOfBanner(banner), buttons };
}

/**
 * The texts of a banner.
 *
 * @param {Banner} banner
 */
export function textOfBanner({ kind, user, host, providerName, isUpdate = false, previousUser, changesPassword = false, asksLater = false }) {
    const [who, where, name] = [isolate(user), isolate(host), isolate(providerName)];
    if (previousUser !== undefined && kind === "save") return {
        title: message("banner_rename", isolate(previousUser), who),
        subtitle: message(changesPassword ? "banner_renameWithPassword" : "banner_renameIn", where, name),
    };
    switch (kind) {
        case "save": return {
            title: who === "" ? message("banner_saveNoUser", where)
                : message(isUpdate ? "banner_update" : "banner_save", who, where),
            subtitle: message("banner_saveIn", name),
        };
        case "saved": return {
            title: message(previousUser !== undefined ? "banner_renamed" : isUpdate ? "banner_updated" : "banner_saved"),
            subtitle: who === "" ? message("banner_savedInNoUser", where, name) : message("banner_savedIn", who, where, name),
        };
        case "kept": return { title: message("banner_waiting"), subtitle: message("banner_keptFor", where) };
        case "waiting": return {
            title: message("banner_waiting"),
            subtitle: !asksLater ? message("banner_waitingIn", name)
                : who === "" ? message("banner_waitingAsksNoUser", where, name) : message("banner_waitingAsks", who, where, name),
        };
        case "upgraded": return {
            title: who === "" ? message("banner_upgradedNoUser") : message("banner_upgraded", who),
            subtitle: message("banner_upgradedIn", where, name),
        };
        case "failed": return {
            title: message(previousUser !== undefined ? "banner_renameFailed" : "banner_failed"),
            subtitle: who === "" ? message("banner_failedInNoUser", where, name) : message("banner_failedIn", who, where, name),
        };
    }
}
