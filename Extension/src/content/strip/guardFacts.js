// Looks at strip, field, window and frames, and gives the guard what it judges by.

import { drawnParent } from "../flatTree.js";
import { effectsOn, isShown } from "./ancestorEffects.js";
import { frameState } from "./frameVisibility.js";
import { grid, Held, judge, Press, Steadiness } from "./guard.js";
import { isInTransition, mayBeCovered } from "./topLayer.js";

/** Between two points of the hit test (px): at a pick, and at every frame between. */
const fine = 14, coarse = 90;

/** Between two looks (ms): what is shown for less nobody sees. */
const lookEvery = 50;

/** Watches what a host shows, from frame to frame, and judges what is picked in it. */
export class Watch {
    press = new Press();
    held = new Held();

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
    #lookedAt = -Infinity;
    #hadFocus = document.hasFocus();
    /** @type {(event: Event) => void} */
    #restart = ({ type }) => {
        const [had, has] = [this.#hadFocus, document.hasFocus()];
        this.#hadFocus = has;
        // From a frame of the page into the page, or back: the window had the keyboard all along. A press here does just that.
        if (!(had && has && (type === "focus" || type === "blur"))) this.#steadiness.restart();
    };

    /**
     * @param {import("./host.js").Host} host
     * @param {Element} drawn what is drawn in it, for the browser's own observer
     * @param {{element: Element, kind: string} | null} use the field that the host belongs to
     */
    constructor(host, drawn, use) {
        this.#host = host;
        this.#field = use?.element ?? null;
        this.#isCode = use?.kind === "oneTimeCode";
        // Of the window itself: those of its elements do not bubble up to here.
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
     * One frame: is it still where it was, and clear? Goes back on top where something went above.
     *
     * @param {boolean} [isNeeded] even if the last look was just before
     */
    observe(isNeeded = false) {
        const now = performance.now();
        if (!isNeeded && now - this.#lookedAt < lookEvery) return;
        this.#lookedAt = now;
        if (this.#host.isOvertaken) this.raise();
        const box = this.#box();
        this.#hadFocus = document.hasFocus();
        this.#steadiness.note(now, this.signature(), this.#host.isOurs() && this.#isHit(box, coarse) &&
            !isInTransition(false) && this.#hadFocus && this.#observed !== false);
        if (this.held.isKept && !this.#isWellSoFar()) this.held.drop();
    }

    raise() {
        this.#host.raise();
        this.#steadiness.restart();
    }

    /** Everything that must be still. */
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
     * Keeps an Enter that came before the half second was over, where everything that can be looked at is well already:
     * only the browser's own word for it may still be to come.
     *
     * @param {number} row
     */
    hold(row) {
        if (!this.#isWellSoFar()) return;
        this.held.keep(row, performance.now(), this.signature(), this.#steadiness.disturbances);
    }

    /**
     * Whether the Enter that was kept may be done now.
     *
     * @param {number} row the one that is chosen now
     */
    isDue(row) {
        const isSteady = this.isSteady();
        return this.held.isDue({ row, now: performance.now(), signature: this.signature(),
            disturbances: this.#steadiness.disturbances, isSteady });
    }

    /**
     * @param {boolean | null} [observed] what the browser says
     * @returns {import("./guard.js").Judgement}
     */
    judge(observed = this.#observed) {
        const host = this.#host, box = this.#box();
        return judge({
            isOurs: host.isOurs(),
            isHit: this.#isHit(box, fine),
            isInTransition: isInTransition(true),
            hasFocus: document.hasFocus(),
            host: effectsOn(host.element),
            field: this.#field === null ? null : fieldEffects(this.#field, this.#isCode),
            hasUnprovenCover: observed !== true && mayBeCovered(host.element, host.knowsOrder),
            raised: host.raised,
            observed,
            frame: frameState(window, box),
        });
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

    /** Whether there is nothing to refuse or ask about; that the browser has said nothing yet is none of it. */
    #isWellSoFar() {
        return this.judge(this.#observed === true ? true : null).verdict === "take";
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #observe(entries) {
        for (const entry of entries) {
            const isVisible = /** @type {{isVisible?: boolean}} */ (/** @type {unknown} */ (entry)).isVisible;
            // Not yet is no change; not any more is.
            if (this.#observed === true && isVisible !== true) this.#steadiness.restart();
            this.#observed = isVisible === true;
        }
    }
}

/**
 * @param {Element} field
 * @param {boolean} isCode the one real field of a code may be see-through, behind its drawn boxes
 * @returns {import("./guard.js").Effects}
 */
function fieldEffects(field, isCode) {
    const effects = effectsOn(isCode ? drawnParent(field) ?? field : field);
    const rect = field.getBoundingClientRect();
    const isThere = rect.width >= 8 && rect.height >= 8 && rect.right > 0 && rect.bottom > 0 &&
        rect.left < innerWidth && rect.top < innerHeight;
    return { ...effects, isShown: isThere && isShown(field) };
}
