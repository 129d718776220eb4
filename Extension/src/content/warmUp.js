// Prepares a page's first strip while the page is idle, and again when the user comes near a field.
//
// The first strip is slow if form detection, the port and the overlay start only then. A page that has a field with
// suggestions therefore finds its forms and opens the port early; other pages do neither. The port wakes the worker for its
// usual half minute. The native host, which keeps the worker awake, and the overlay are requested only when the pointer
// enters such a field or Tab is pressed: about a tenth of a second before they are needed.

import { isCandidate } from "../forms/candidates.js";
import { listenAlways } from "./windowListeners.js";

/**
 * @typedef {object} WarmingDependencies
 * @property {() => boolean} hasFields whether the page has a field that is offered something
 * @property {(field: HTMLInputElement) => boolean} isOffered
 * @property {() => void} open opens the document's port
 * @property {() => void} approach notifies the background that the user is near a field
 * @property {() => void} prepare loads the overlay
 */

/** How long (ms) to wait for an idle period. */
const patience = 2000;
/** The minimum interval (ms) of notifications to the background, which stays awake for longer. */
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
    listenAlways(globalThis, "pointerover", (/** @type {PointerEvent} */ event) => {
        const field = event.isTrusted ? event.composedPath()[0] : null;
        if (isCandidate(field) && dependencies.isOffered(field)) approach();
    }, { capture: true, passive: true });
    listenAlways(globalThis, "keydown", (/** @type {KeyboardEvent} */ event) => {
        if (event.isTrusted && event.key === "Tab" && isReady) approach();
    }, { capture: true, passive: true });
    // A page that was hidden, prerendered or cached is prepared when it is shown.
    listenAlways(document, "visibilitychange", whenIdle);
    listenAlways(globalThis, "pageshow", (/** @type {PageTransitionEvent} */ { persisted }) => {
        // The port was closed when the page was cached.
        if (persisted) [isReady, toldAt] = [false, -Infinity];
        whenIdle();
    });
    whenIdle();
}
