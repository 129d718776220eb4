// The pointer over the strip or the banner: presses, hovering and scrolling. The overlay takes no pointer events, so the
// host receives them. A page can dispatch events at the host, too: only trusted ones count.

/**
 * @import { GuardWatch } from "./guardFacts.js"
 *
 * @typedef {object} Surface the drawn rows or buttons
 * @property {(x: number, y: number) => number} partAt the row or button at a point of the host, in CSS pixels; -1 for none
 * @property {(part: number) => void} hover shows that the pointer is over a part, or over none
 * @property {(by: number) => void} [scroll] by CSS pixels
 */

/** Tracks the pointer's position while a strip opens. */
export class PointerPlace {
    /** In CSS pixels of the window; `null` until the pointer is pressed or moved. @type {{x: number, y: number} | null} */
    at = null;
    /** Whether a mouse button or a finger is down. */
    isPressed = false;
    #listening = new AbortController();

    start() {
        this.stop();
        this.#listening = new AbortController();
        for (const type of /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel"])) {
            addEventListener(type, ({ isTrusted, clientX, clientY, buttons }) => {
                if (!isTrusted) return;
                this.at = { x: clientX, y: clientY };
                this.isPressed = buttons !== 0;
            }, { capture: true, passive: true, signal: this.#listening.signal });
        }
    }

    stop() {
        this.#listening.abort();
        this.at = null;
        this.isPressed = false;
    }
}

/** Events over the host that the page's listeners on its elements must not receive. */
const hidden = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu",
    "touchstart", "touchend"];

/**
 * @param {HTMLElement} host
 * @param {Surface} surface
 * @param {GuardWatch} watch
 * @param {(part: number, isSteady: boolean) => void} take called for a press on a part; -1 for one beside all parts
 * @param {AbortSignal} signal removes the listeners
 */
export function listenToPointer(host, surface, watch, take, signal) {
    const partAt = (/** @type {MouseEvent} */ { clientX, clientY }) => {
        const { left, top } = host.getBoundingClientRect();
        return surface.partAt(clientX - left, clientY - top);
    };
    /**
     * @template {keyof HTMLElementEventMap} Type
     * @param {Type} type
     * @param {(event: HTMLElementEventMap[Type]) => void} act
     */
    const listen = (type, act) => host.addEventListener(type, (event) => {
        if (event.isTrusted) act(event);
    }, { signal, passive: false });
    listen("pointerdown", (event) => {
        watch.held.drop();
        if (event.isPrimary && event.button === 0) {
            watch.press.down(event.pointerId, partAt(event), watch.signature(), watch.isSteady());
        }
    });
    listen("pointerup", (event) => {
        if (!event.isPrimary) return;
        const part = partAt(event), isSteady = watch.isSteady();
        const press = watch.press.up(event.pointerId, part, watch.signature(), isSteady);
        if (press !== null) take(part, press === "steady");
    });
    listen("pointercancel", () => watch.press.cancel());
    listen("pointermove", (event) => {
        surface.hover(partAt(event));
        if (event.pointerType === "touch") surface.scroll?.(-event.movementY);
    });
    listen("pointerleave", () => surface.hover(-1));
    listen("wheel", (event) => {
        event.preventDefault();
        surface.scroll?.(event.deltaY);
        surface.hover(partAt(event));
    });
    for (const type of hidden) {
        host.addEventListener(type, (event) => {
            // The focus stays in the field, and elements that close on a click elsewhere stay open.
            event.stopPropagation();
            if (type === "pointerdown" || type === "mousedown" || type === "contextmenu") event.preventDefault();
        }, { signal });
    }
}
