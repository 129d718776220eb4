// The host and the overlay that draw the strip, loaded before they are needed and kept for the next strip.

import { Host } from "./host.js";
import { StripView } from "./stripView.js";

/**
 * @import { FromOverlay } from "../../overlay/overlayMessages.js"
 *
 * @typedef {{host: Host, view: StripView}} Panel
 */

/** How long an overlay that draws nothing is kept (ms). */
const idleTime = 20_000;

export class Panels {
    /** @type {Panel | null} */
    current = null;

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #idle;
    /** @type {() => void} */
    #onLost;
    /** @type {(message: FromOverlay) => void} */
    #take;

    /**
     * @param {() => void} onLost the page changed, moved or removed the host, or the overlay did not load
     * @param {(message: FromOverlay) => void} take called for each message of the overlay
     */
    constructor(onLost, take) {
        this.#onLost = onLost;
        this.#take = take;
    }

    get isLoading() {
        return this.current?.host.overlay.isReady === false;
    }

    /** Loads an overlay for a strip that may be opened soon. */
    prepare() {
        if (this.current === null) this.#loadIn(document.documentElement);
        this.#keepAwhile();
    }

    /**
     * Returns the current panel when this element is its parent, and a new one otherwise.
     *
     * @param {Element} home
     * @returns {Panel}
     */
    load(home) {
        clearTimeout(this.#idle);
        if (this.current?.host.parent === home) return this.current;
        this.unload();
        return this.#loadIn(home);
    }

    /** Hides the strip and clears its rows. */
    putAside() {
        this.current?.host.hide();
        this.current?.view.clear();
        this.#keepAwhile();
    }

    #keepAwhile() {
        clearTimeout(this.#idle);
        this.#idle = setTimeout(() => this.unload(), idleTime);
    }

    /** Unloads the overlay and reports that it is lost. */
    fail() {
        this.#onLost();
        this.unload();
    }

    unload() {
        clearTimeout(this.#idle);
        this.current?.host.close();
        this.current = null;
    }

    /**
     * @param {Element} home
     * @returns {Panel}
     */
    #loadIn(home) {
        const host = new Host(() => this.fail(), this.#take);
        // The Tab key must not move the focus from the field into the strip.
        host.overlay.element.tabIndex = -1;
        const panel = { host, view: new StripView((message) => host.overlay.tell(message)) };
        this.current = panel;
        host.attach(home);
        return panel;
    }
}
