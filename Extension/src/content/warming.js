// Makes ready what the first strip of a page needs, before a person is there: while the page is idle, and again when a
// person comes near a field.
//
// What runs for the first time costs most of a first strip: finding the form, the port, the overlay. So forms are looked
// for and the port is opened where a page has a field that is offered something, and nowhere else. The port wakes the
// worker for its usual half minute. The native host, which keeps it awake, and the overlay are only asked for once a
// pointer comes over such a field, or the Tab key moves among them: a tenth of a second before they are needed.

import { isCandidate } from "../forms/candidates.js";

/**
 * @typedef {object} WarmingWorld
 * @property {() => boolean} hasFields whether the page has a field that is offered something
 * @property {(field: HTMLInputElement) => boolean} isOffered
 * @property {() => void} open opens the document's port
 * @property {() => void} approach tells the background that a person is near
 * @property {() => void} prepare loads the overlay
 */

/** How long the page has to be idle in before it is done anyway (ms). */
const patience = 2000;
/** The background is told once in this time: it sleeps no sooner (ms). */
const between = 20_000;

/** @param {WarmingWorld} world */
export function warmUp(world) {
    let toldAt = -Infinity, isReady = false;
    const approach = () => {
        world.prepare();
        if (performance.now() - toldAt < between) return;
        toldAt = performance.now();
        world.approach();
    };
    const prepare = () => {
        if (document.visibilityState !== "visible" || isReady || !world.hasFields()) return;
        isReady = true;
        world.open();
        // In a frame it is loaded before a person comes: the focus may get lost to a frame that comes up with the press.
        if (window !== window.parent) world.prepare();
    };
    const whenIdle = () => requestIdleCallback(prepare, { timeout: patience });
    addEventListener("pointerover", (event) => {
        const field = event.isTrusted ? event.composedPath()[0] : null;
        if (isCandidate(field) && world.isOffered(field)) approach();
    }, { capture: true, passive: true });
    addEventListener("keydown", (event) => {
        if (event.isTrusted && event.key === "Tab" && isReady) approach();
    }, { capture: true, passive: true });
    // One that was behind others, or prerendered, or put aside, is made ready once it is seen.
    document.addEventListener("visibilitychange", whenIdle);
    addEventListener("pageshow", ({ persisted }) => {
        // Its port was closed when it was put aside.
        if (persisted) [isReady, toldAt] = [false, -Infinity];
        whenIdle();
    });
    whenIdle();
}
