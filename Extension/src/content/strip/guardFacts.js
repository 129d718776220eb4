// Collects the facts about strip, field, window and frames for the guard.

import { drawnParent } from "../flatTree.js";
import { effectsOn, isShown } from "./ancestorEffects.js";
import { frameState } from "./frameVisibility.js";
import { grid, Held, judge, Press, Steadiness, steadyDelay, Unsteady } from "./guard.js";
import { isInTransition, mayBeCovered } from "./topLayer.js";

/** The distance (px) of the hit test's points: at a pick, and at every observation. */
const fine = 14, coarse = 90;

/** The interval (ms) of observations; a user cannot see a shorter change. */
const checkInterval = 50;

/**
 * The interval (ms) between searches for covers in shadow roots: `cost` times the last search's duration, within the
 * limits. Users cannot see a cover that appears for a shorter time.
 */
const coverInterval = { least: 150, most: 400, cost: 20 };

/** Observes a host in each frame, and judges picks in it. */
export class GuardWatch {
    press = new Press();
    held = new Held();

    #unsteady = new Unsteady();
    #openedAt = performance.now();
    #wasSteady = false;

    #steadiness = new Steadiness();
    /** @type {import("./host.js").Host} */
    #host;
    /** @type {Element | null} */
    #field;
    /** @type {boolean} */
    #isCode;
    /** @type {boolean | null} */
    #observed = null;
    /** @type {IntersectionObserver | null} */
    #observer = null;
    #checkedAt = -Infinity;
    /** When an observation had a doubt last. */
    #doubtAt = -Infinity;
    /** The last search for covers of an observation. */
    #search = { isCovered: false, endedAt: -Infinity, duration: 0 };
    #hadFocus = document.hasFocus();
    /** @type {(event: Event) => void} */
    #restart = ({ type }) => {
        const [had, has] = [this.#hadFocus, document.hasFocus()];
        this.#hadFocus = has;
        // The focus moved between the page and one of its frames, as a press here does: the window kept the keyboard.
        if (!(had && has && (type === "focus" || type === "blur"))) this.#steadiness.restart();
    };

    /**
     * @param {import("./host.js").Host} host
     * @param {Element} drawn the element that the browser's visibility observer watches
     * @param {{element: Element, kind: string} | null} use the field that the host belongs to
     */
    constructor(host, drawn, use) {
        this.#host = host;
        this.#field = use?.element ?? null;
        this.#isCode = use?.kind === "oneTimeCode";
        // The window's own events; those of its elements do not bubble up to it.
        for (const type of ["focus", "blur", "resize"]) addEventListener(type, this.#restart);
        document.addEventListener("visibilitychange", this.#restart);
        if (!("trackVisibility" in IntersectionObserver.prototype)) return;
        this.#observer = new IntersectionObserver((entries) => this.#observe(entries),
            /** @type {IntersectionObserverInit} */ ({ threshold: [0, 0.99], trackVisibility: true, delay: 100 }));
        this.#observed = false;
        this.#observer.observe(drawn);
    }

    stop() {
        this.#observer?.disconnect();
        for (const type of ["focus", "blur", "resize"]) removeEventListener(type, this.#restart);
        document.removeEventListener("visibilitychange", this.#restart);
    }

    /**
     * Observes one frame: position and visibility. Raises the host if something covers it. A page can undo its changes
     * when the press begins. So picks are ignored for 500 ms after a refusal, and confirmed for 500 ms after a doubt.
     *
     * @param {boolean} [isNeeded] whether to observe even right after the last time
     */
    check(isNeeded = false) {
        const now = performance.now();
        if (!isNeeded && now - this.#checkedAt < checkInterval) return;
        this.#checkedAt = now;
        if (this.#host.isOvertaken) this.raise();
        this.#hadFocus = document.hasFocus();
        const { verdict } = judge(this.#facts(this.#observed, coarse, () => this.#wasCovered()));
        if (verdict === "confirm" && this.#observed !== false) this.#doubtAt = now;
        this.#steadiness.note(now, this.signature(), verdict !== "refuse" && this.#observed !== false);
        this.#wasSteady ||= this.#steadiness.isSteady(now, this.signature());
        if (this.held.isKept && !this.#isWellSoFar()) this.held.drop();
    }

    raise() {
        this.#host.raise();
        this.#steadiness.restart();
    }

    /** The positions and sizes that must not change. */
    signature() {
        const box = this.#box(), field = this.#field?.getBoundingClientRect();
        return [box.left, box.top, box.width, box.height, field?.left, field?.top, field?.width, field?.height,
            window.screenX, window.screenY, innerWidth, innerHeight].map((number) => Math.round(number ?? 0)).join(" ");
    }

    isSteady() {
        if (this.#host.isOvertaken) this.raise();
        this.#observe(this.#observer?.takeRecords() ?? []);
        return this.#steadiness.isSteady(performance.now(), this.signature());
    }

    /**
     * Whether a press in a strip that is not steady, or that the guard refuses, opens the question; otherwise it is ignored.
     *
     * @param {boolean} isRefused whether the strip is clearly hidden or covered; only a repeated press asks then
     */
    asksUnsteady(isRefused) {
        return this.#unsteady.asks(performance.now() - this.#openedAt, this.#wasSteady || isRefused);
    }

    /**
     * Keeps an early Enter if every fact is good already, except that the browser's visibility report may be missing.
     *
     * @param {number} row
     */
    hold(row) {
        if (!this.#isWellSoFar()) return;
        this.held.keep(row, performance.now(), this.signature(), this.#steadiness.disturbances);
    }

    /**
     * Whether the kept Enter takes effect now.
     *
     * @param {number} row the one that is chosen now
     */
    isDue(row) {
        const isSteady = this.isSteady();
        return this.held.isDue({ row, now: performance.now(), signature: this.signature(),
            disturbances: this.#steadiness.disturbances, isSteady });
    }

    /**
     * @param {boolean | null} [observed] the browser's visibility report
     * @returns {import("./guard.js").Judgement}
     */
    judge(observed = this.#observed) {
        const judgement = judge(this.#facts(observed, fine, () => this.#mayBeCovered()));
        const isPast = performance.now() - this.#doubtAt >= steadyDelay;
        if (judgement.verdict !== "take" || isPast) return judgement;
        return { verdict: "confirm", reason: "the page has just changed what is visible" };
    }

    /**
     * @param {boolean | null} observed
     * @param {number} step the distance of the hit test's points
     * @param {() => boolean} mayBeCovered
     * @returns {import("./guard.js").Facts}
     */
    #facts(observed, step, mayBeCovered) {
        const host = this.#host, box = this.#box();
        return {
            isOurs: host.isOurs(),
            isHit: this.#isHit(box, step),
            isInTransition: isInTransition(step === fine),
            hasFocus: document.hasFocus(),
            hasFloatingWindow: hasFloatingWindow(),
            host: effectsOn(host.element),
            field: this.#field === null ? null : fieldEffects(this.#field, this.#isCode),
            hasUnprovenCover: observed !== true && mayBeCovered(),
            raised: host.raised,
            observed,
            frame: frameState(window, box),
        };
    }

    #mayBeCovered() {
        return mayBeCovered(this.#host.element, this.#host.knowsOrder);
    }

    /** Whether the last search of an observation found a cover; searches again after an interval. */
    #wasCovered() {
        const begin = performance.now(), { least, most, cost } = coverInterval, last = this.#search;
        if (begin - last.endedAt >= Math.min(most, Math.max(least, cost * last.duration))) {
            const isCovered = this.#mayBeCovered(), endedAt = performance.now();
            this.#search = { isCovered, endedAt, duration: endedAt - begin };
        }
        return this.#search.isCovered;
    }

    /**
     * @param {import("./place.js").Box} box
     * @param {number} step
     */
    #isHit(box, step) {
        const root = /** @type {Document | ShadowRoot} */ (this.#host.element.getRootNode());
        return grid(box, step).every(([x, y]) => root.elementFromPoint(x, y) === this.#host.element);
    }

    #box() {
        return this.#host.element.getBoundingClientRect();
    }

    /** Whether nothing is to be refused or asked, apart from a missing visibility report. */
    #isWellSoFar() {
        return this.judge(this.#observed === true ? true : null).verdict === "take";
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #observe(entries) {
        for (const entry of entries) {
            const isVisible = /** @type {{isVisible?: boolean}} */ (/** @type {unknown} */ (entry)).isVisible;
            // A first report is no change; losing visibility is.
            if (this.#observed === true && isVisible !== true) this.#steadiness.restart();
            this.#observed = isVisible === true;
        }
    }
}

/** Whether the page shows a picture-in-picture window, of a document (Chromium) or a video. */
function hasFloatingWindow() {
    /** @type {{documentPictureInPicture?: {window: Window | null}}} */
    const { documentPictureInPicture } = /** @type {object} */ (globalThis);
    return (documentPictureInPicture?.window ?? null) !== null || (document.pictureInPictureElement ?? null) !== null;
}

/**
 * @param {Element} field
 * @param {boolean} isCode whether it is a code's field, which may be transparent behind its drawn boxes
 * @returns {import("./guard.js").Effects}
 */
function fieldEffects(field, isCode) {
    const effects = effectsOn(isCode ? drawnParent(field) ?? field : field);
    const rect = field.getBoundingClientRect();
    const isThere = rect.width >= 8 && rect.height >= 8 && rect.right > 0 && rect.bottom > 0 &&
        rect.left < innerWidth && rect.top < innerHeight;
    return { ...effects, isShown: isThere && isShown(field) };
}
