// The frame of the extension's origin that draws strip and banner. Pages can neither read nor change its contents.
//
// The frame takes no pointer events. An event over it has the host as its target, so no property of the event gives a page
// a node of the shadow root, not even Firefox's `originalTarget`. A `src` would tell a page the extension's address.

import { runtime } from "../../browser.js";
import { greeting } from "../../overlay/overlayMessages.js";

/** @import { Envelope, FromOverlay, ToOverlay } from "../../overlay/overlayMessages.js" */

/** How long the frame may take to load (ms). */
const loadTimeout = 15_000;

export class OverlayFrame {
    element = document.createElement("iframe");
    /** Resolves once the frame accepts messages; rejects when it does not load in time. @type {Promise<void>} */
    ready;
    isReady = false;

    /** @type {MessagePort | null} */
    #port = null;
    /** How many messages that change the layout were sent. A layout for an earlier one is out of date. */
    #turn = 0;
    /** @type {(message: FromOverlay) => void} */
    #take;
    /** @type {() => void} */
    #settle = () => {};

    /** @param {(message: FromOverlay) => void} take called for each message of the frame */
    constructor(take) {
        this.#take = take;
        this.ready = new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error("the overlay did not load")), loadTimeout);
            this.#settle = () => {
                clearTimeout(timer);
                resolve();
            };
        });
        // A strip that closes earlier does not await it.
        this.ready.catch(() => {});
    }

    /** Loads the frame, which must be in the document. */
    load() {
        const address = runtime.getURL("src/overlay/overlay.html");
        // The initial blank document may have a load event of its own: it has another origin and does not get the port.
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
     * Posts a port of a new channel to the frame. The browser delivers it only to a document of the extension's origin.
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
