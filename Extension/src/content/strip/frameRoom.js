// The part of a frame that the user can see: the frame may reach below the window, or be clipped by elements around it.
//
// An intersection observer without a root clips its targets by every frame and element around them, also across origins.
// Where it cuts a target, the visible part ends there. The strip itself is a target: beyond the document's element, only what
// is drawn there shows where the visible part ends.

import { visibleRoom } from "./anchor.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Edges */

/** The interval (ms) of observations: documents around the frame may scroll at any time. */
const interval = 100;
/** The tolerance (px) when edges are compared. */
const tolerance = 0.5;

/** No known limit in any direction. @type {Readonly<Edges>} */
export const endless = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

export class FrameRoom {
    #own = endless;
    /** Where the strip was cut; kept while it is open, so that it does not move back and forth. */
    #strip = endless;
    /** @type {IntersectionObserver | null} */
    #observer = null;
    /** @type {Element[]} */
    #targets = [];
    #observedAt = -Infinity;

    /** Begins to observe, in a frame only. */
    start() {
        this.stop();
        if (window === window.parent) return;
        this.#observer = new IntersectionObserver((entries) => this.#take(entries));
        this.#targets = [document.documentElement];
        this.#observe(performance.now());
    }

    /** Observes the drawn strip, too. @param {Element} strip */
    add(strip) {
        if (this.#observer !== null && !this.#targets.includes(strip)) this.#targets.push(strip);
        this.#observedAt = -Infinity;
    }

    stop() {
        this.#observer?.disconnect();
        this.#observer = null;
        this.#targets = [];
        [this.#own, this.#strip] = [endless, endless];
    }

    /** The visible part of the window, which documents around it may clip. @returns {Box} */
    get box() {
        const now = performance.now();
        if (this.#observer !== null && now - this.#observedAt >= interval) this.#observe(now);
        return clipped(visibleRoom(), [this.#own, this.#strip]);
    }

    /** @param {number} now */
    #observe(now) {
        this.#observedAt = now;
        for (const target of this.#targets) {
            // Observing a target again reports it once.
            this.#observer?.unobserve(target);
            this.#observer?.observe(target);
        }
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #take(entries) {
        for (const { target, boundingClientRect, intersectionRect } of entries) {
            const edges = cuts(boundingClientRect, intersectionRect);
            if (target === document.documentElement) this.#own = edges;
            else this.#strip = closer(this.#strip, edges);
        }
    }
}

/**
 * Where the visible part of an element ends inside it. An element of which nothing is visible, such as one that has just been
 * hidden, tells nothing.
 *
 * @param {Edges & {width: number, height: number}} whole
 * @param {Edges & {width: number, height: number}} visible
 * @returns {Edges}
 */
export function cuts(whole, visible) {
    if (visible.width === 0 || visible.height === 0) return endless;
    return {
        left: visible.left > whole.left + tolerance ? visible.left : -Infinity,
        top: visible.top > whole.top + tolerance ? visible.top : -Infinity,
        right: visible.right < whole.right - tolerance ? visible.right : Infinity,
        bottom: visible.bottom < whole.bottom - tolerance ? visible.bottom : Infinity,
    };
}

/**
 * @param {Edges} one
 * @param {Edges} other
 * @returns {Edges}
 */
function closer(one, other) {
    return { left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom) };
}

/**
 * @param {Box} box
 * @param {readonly Edges[]} ends
 * @returns {Box}
 */
export function clipped({ left, top, width, height }, ends) {
    const edges = ends.reduce(closer, { left, top, right: left + width, bottom: top + height });
    return { left: edges.left, top: edges.top, width: Math.max(0, edges.right - edges.left), height: Math.max(0, edges.bottom - edges.top) };
}
