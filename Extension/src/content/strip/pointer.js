// The pointer over the strip: presses, hovering and scrolling. The overlay takes no pointer events, so the host receives them.

/**
 * @import { Watch } from "./facts.js"
 * @import { StripView } from "./view.js"
 */

/** Events over the strip that the page must not receive. */
const hidden = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu",
    "touchstart", "touchend"];

/**
 * @param {HTMLElement} host
 * @param {StripView} view
 * @param {Watch} watch
 * @param {(row: number, isSteady: boolean) => void} take called for a press on a row
 * @param {AbortSignal} signal removes the listeners
 */
export function listenToPointer(host, view, watch, take, signal) {
    const rowAt = (/** @type {MouseEvent} */ event) => view.rowAt(event, host.getBoundingClientRect());
    host.addEventListener("pointerdown", (event) => {
        watch.held.drop();
        if (event.isTrusted && event.isPrimary && event.button === 0) {
            watch.press.down(event.pointerId, rowAt(event), watch.signature(), watch.isSteady());
        }
    }, { signal });
    host.addEventListener("pointerup", (event) => {
        if (!event.isTrusted || !event.isPrimary) return;
        const row = rowAt(event), isSteady = watch.isSteady();
        if (watch.press.up(event.pointerId, row, watch.signature(), isSteady)) take(row, isSteady);
    }, { signal });
    host.addEventListener("pointercancel", () => watch.press.cancel(), { signal });
    host.addEventListener("pointermove", (event) => {
        view.hover(rowAt(event));
        if (event.pointerType === "touch") view.scroll(-event.movementY);
    }, { signal });
    host.addEventListener("pointerleave", () => view.hover(-1), { signal });
    host.addEventListener("wheel", (event) => {
        event.preventDefault();
        view.scroll(event.deltaY);
        view.hover(rowAt(event));
    }, { signal, passive: false });
    for (const type of hidden) {
        host.addEventListener(type, (event) => {
            // The focus must stay in the field, and the page must not take the press for a click outside of its own popup.
            event.stopPropagation();
            if (type === "pointerdown" || type === "mousedown" || type === "contextmenu") event.preventDefault();
        }, { signal });
    }
}
