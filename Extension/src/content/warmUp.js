// Makes ready what the first strip of a page needs, before a user is there: while the page is idle, and again when a
// person comes near a field.
//
// Work that runs for the first time makes a first strip slow: finding the form, opening the port, loading the overlay. So a
// page that has a field with suggestions finds its forms and opens the port early; other pages do neither. The port wakes
// the worker for its usual half minute. The native host, which keeps the worker awake, and the overlay are requested only
// when the pointer enters such a field or Tab is pressed: about a tenth of a second before they are needed.

import { isCandidate } from "../forms/candidates.js";

/**
 * @typedef {object} WarmingDependencies
 * @property {() => boolean} hasFields whether the page has a field that is offered something
 * @property {(field: HTMLInputElement) => boolean} isOffered
 * @property {() => void} open opens the document's port
 * @property {() => void} approach tells the background that a user is near
 * @property {() => void} prepare loads the overlay
 */

/** How long the page has to be idle in before it is done anyway (ms). */
const patience = 2000;
/** The background is told once in this time: it sleeps no sooner (ms). */
const between = 20_000;

/** @param {WarmingDependencies} dependencies */
export function warmUp(dependencies) {
    let toldAt = -Infinity, isReady = false;
    const approach = () => {
        dependencies.prepare();
        if (performance.now() - toldAt < between) return;
        toldAt = performance.now();
        dependencies.approach();
    };
    const prepare = () => {
        if (document.visibilityState !== "visible" || isReady || !dependencies.hasFields()) return;
        isReady = true;
        dependencies.open();
        // In a frame the overlay is loaded early: a frame that is created during the press may take the focus.
        if (window !== window.parent) dependencies.prepare();
    };
    const whenIdle = () => requestIdleCallback(prepare, { timeout: patience });
    addEventListener("pointerover", (event) => {
        const field = event.isTrusted ? event.composedPath()[0] : null;
        if (isCandidate(field) && dependencies.isOffered(field)) approach();
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
