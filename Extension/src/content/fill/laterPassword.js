// Fills the password of a picked login when its step appears, so that the user need not pick a second time.
//
// Only if this is as safe as the pick: the same field of the same document, within a minute, after an act of the user, while
// the browser itself reports for half a second that nothing covers or moves the field. Firefox has no such report, so there
// the strip offers the account first instead.

import { listenAlways } from "../windowListeners.js";
import { isWritable } from "./insertText.js";

/** How long (ms) a password waits for its step. */
export const longestWait = 60_000;
/** How long (ms) the field must be visible and still. */
export const stillFor = 500;
/** The interval (ms) of observations. */
const interval = 50;
/** The share of the field's area from which it is completely visible. The browser rounds positions. */
const wholeArea = 0.99;
/** Inputs that a user presses on the way to the next step, such as "Next" and "Keep me signed in". */
const pressable = new Set(["button", "checkbox", "image", "radio", "reset", "submit"]);
/** Elements that take keys, beside inputs and editable elements. A frame may have a field of its own, such as a captcha's. */
const keyTakers = new Set(["embed", "frame", "iframe", "object", "select"]);

/**
 * Whether a focused element takes what the user types, so that the focus must stay there.
 *
 * @param {Element | null} element
 */
export function takesKeys(element) {
    if (element === null) return false;
    if (element.localName === "input") return !pressable.has(/** @type {HTMLInputElement} */ (element).type);
    return keyTakers.has(element.localName) || isWritable(element);
}

/**
 * @typedef {object} LaterFill
 * @property {HTMLInputElement} element the password field that was not visible at the pick
 * @property {() => boolean} isWanted whether the field is empty, the user name unchanged, and the focus in no other field
 * @property {() => Promise<void>} fill
 */

/** One password that waits for its step: pure. */
export class Waiting {
    #until;
    #hasActed = false;
    #isOver = false;
    /** @type {{since: number, place: string} | null} */
    #still = null;

    /** @param {number} now */
    constructor(now) {
        this.#until = now + longestWait;
    }

    /** Records that the user has pressed something or submitted a form. */
    act() {
        this.#hasActed = true;
    }

    /**
     * Records one observation of the field. A field that appears before the user has acted is not filled later either.
     *
     * @param {number} now
     * @param {{isVisible: boolean, place: string}} seen place: its position and size
     * @returns {"wait" | "fill" | "stop"}
     */
    see(now, { isVisible, place }) {
        if (this.#isOver || now > this.#until || isVisible && !this.#hasActed) {
            this.#isOver = true;
            return "stop";
        }
        if (!isVisible) this.#still = null;
        else if (this.#still?.place !== place) this.#still = { since: now, place };
        if (this.#still === null || now - this.#still.since < stillFor) return "wait";
        this.#isOver = true;
        return "fill";
    }
}

export class LaterPassword {
    /** @type {{later: LaterFill, waiting: Waiting, observer: IntersectionObserver, timer: ReturnType<typeof setInterval>} | null} */
    #current = null;
    #isVisible = false;

    constructor() {
        const act = (/** @type {Event} */ event) => {
            if (event.isTrusted) this.#current?.waiting.act();
        };
        for (const type of ["pointerdown", "keydown"]) listenAlways(globalThis, type, act, { capture: true, passive: true });
        // A cached document's timers do not run, so that its password would stay for longer than a minute.
        listenAlways(globalThis, "pagehide", () => this.stop(), { capture: true });
        listenAlways(document, "visibilitychange", () => {
            if (document.visibilityState === "hidden") this.stop();
        }, { capture: true });
    }

    /**
     * Waits for a password's step, only in a top-level document and only if the browser reports visibility.
     *
     * @param {LaterFill} later
     */
    wait(later) {
        this.stop();
        if (window !== window.parent || !("trackVisibility" in IntersectionObserver.prototype)) return;
        this.#isVisible = false;
        const observer = new IntersectionObserver((entries) => {
            const last = /** @type {(IntersectionObserverEntry & {isVisible?: boolean}) | undefined} */ (entries.at(-1));
            // `isVisible` is about what is painted over the field, and not about the parts that are outside of the window.
            this.#isVisible = last?.isVisible === true && last.intersectionRatio >= wholeArea;
            this.#look();
        }, /** @type {IntersectionObserverInit} */ ({ threshold: [0, wholeArea], trackVisibility: true, delay: 100 }));
        observer.observe(later.element);
        this.#current = { later, waiting: new Waiting(performance.now()), observer, timer: setInterval(() => this.#look(), interval) };
    }

    stop() {
        clearInterval(this.#current?.timer);
        this.#current?.observer.disconnect();
        this.#current = null;
    }

    #look() {
        const current = this.#current;
        if (current === null) return;
        const { later, waiting } = current, { element } = later;
        const { left, top, width, height } = element.getBoundingClientRect();
        const isVisible = this.#isVisible && document.hasFocus();
        const place = [left, top, width, height].map(Math.round).join(" ");
        const next = later.isWanted() ? waiting.see(performance.now(), { isVisible, place }) : "stop";
        if (next === "wait") return;
        this.stop();
        if (next === "fill") void later.fill();
    }
}
