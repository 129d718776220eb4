// The frame of the extension's own origin that draws strip and banner: no page can read or change what is in it.
//
// The frame takes no pointer events. So an event over it has the host as its target, and leads no page into our shadow
// root, not even by Firefox's `originalTarget`. The frame has no `src` either, which would tell a page the extension's address.

import { runtime } from "../../browser.js";
import { greeting } from "../../overlay/overlayMessages.js";

/** @import { Envelope, FromOverlay, ToOverlay } from "../../overlay/overlayMessages.js" */

/** How long the frame may take to load (ms). */
const patience = 15_000;

export class OverlayFrame {
    element = document.createElement("iframe");
    /** Resolves once the frame draws what it is told; rejects when it does not load in time. @type {Promise<void>} */
    ready;
    isReady = false;

    /** @type {MessagePort | null} */
    #port = null;
    /** How many messages were sent that change the layout: the layouts before the last one are out of date. */
    #turn = 0;
    /** @type {(message: FromOverlay) => void} */
    #take;
    /** @type {() => void} */
    #settle = () => {};

    /** @param {(message: FromOverlay) => void} take what the frame says */
    constructor(take) {
        this.#take = take;
        this.ready = new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error("the overlay did not load")), patience);
            this.#settle = () => {
                clearTimeout(timer);
                resolve();
            };
        });
        // A strip that is closed before awaits it no more.
        this.ready.catch(() => {});
    }

    /** Loads the frame, which must be in the document. */
    load() {
        const address = runtime.getURL("src/overlay/overlay.html");
        // The initial blank document may have a load event of its own: it does not get the port, being of another origin.
        this.element.addEventListener("load", () => this.#offer(new URL(address).origin));
        this.element.contentWindow?.location.replace(address);
    }

    /** @param {ToOverlay} message */
    tell(message) {
        if (message.type === "fit" || message.type === "drawStrip" || message.type === "drawBanner" ||
            message.type === "clear") this.#turn++;
        this.#port?.postMessage({ ...message, turn: this.#turn });
    }

    close() {
        this.#port?.close();
        this.#port = null;
        this.#settle();
    }

    /**
     * Hands the frame's document its end of a channel. The browser gives it to a document of the extension's origin alone.
     *
     * @param {string} origin
     */
    #offer(origin) {
        if (this.#port !== null) return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
            if (data === greeting) {
                this.#port ??= port1;
                this.isReady = true;
                this.#settle();
            } else if (this.#port === port1) {
                const message = /** @type {FromOverlay & Envelope} */ (data);
                if (message.type !== "layout" || message.turn === this.#turn) this.#take(message);
            }
        };
        this.element.contentWindow?.postMessage(greeting, origin, [port2]);
    }
}
