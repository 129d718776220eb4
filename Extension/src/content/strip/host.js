// A host element in the top layer with a closed shadow root, which contains the overlay that draws strip or banner.
//
// The page sees the host, but not its contents. Position and size are !important rules in the shadow root's style sheet,
// which override the page's rules. So an attribute that the host did not set is tampering.

import { hostStyle } from "./hostStyle.js";
import { OverlayFrame } from "./overlayFrame.js";
import { showOnTop, topLayerChanges } from "./topLayer.js";

/** The host's attributes. The empty title keeps the tooltip of a page's `<html title>` from covering it. */
const attributes = { popover: "manual", title: "" };

export class Host {
    /** @type {HTMLElement} */
    element;
    /** How often the host was raised because something covered it, since it was opened. */
    raised = 0;

    /** @type {OverlayFrame} */
    overlay;

    /** @type {CSSStyleRule} */
    #rule;
    /** @type {Node | null} */
    #parent = null;
    #zoom = 1;
    /** @type {import("./place.js").Box | null} */
    #box = null;
    /** The top-layer count after the host was shown last; `null` if the count is unreliable. @type {number | null} */
    #mark = null;
    /** @type {Element | null} */
    #fullscreen = null;
    #watcher = new MutationObserver((records) => this.#detectTampering(records));
    /** @type {() => void} */
    #onTampered;

    /**
     * @param {() => void} onTampered the page changed, moved or removed the host
     * @param {(message: import("../../overlay/overlayMessages.js").FromOverlay) => void} take called for each message of the overlay
     */
    constructor(onTampered, take) {
        this.#onTampered = onTampered;
        this.element = document.createElement("div");
        for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(name, value);
        const root = this.element.attachShadow({ mode: "closed" });
        this.overlay = new OverlayFrame(take);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(hostStyle);
        const rules = /** @type {CSSStyleRule[]} */ ([...sheet.cssRules]);
        this.#rule = /** @type {CSSStyleRule} */ (rules.findLast(({ selectorText }) => selectorText === ":host(:popover-open)"));
        root.adoptedStyleSheets = [sheet];
        root.append(this.overlay.element);
    }

    /**
     * Adds the host to a parent element, hidden, and loads the overlay.
     *
     * @param {Node} parent
     */
    attach(parent) {
        this.#parent = parent;
        parent.appendChild(this.element);
        this.overlay.load();
        this.#watcher.observe(this.element, { attributes: true });
        this.#watcher.observe(parent, { childList: true });
    }

    /**
     * Shows the host on top of everything. The caller must move it to its place in the same task.
     *
     * @param {{isDark: boolean, takesPresses: boolean}} how takesPresses: whether the host takes presses, or the page below it
     */
    open({ isDark, takesPresses }) {
        this.overlay.element.className = isDark ? "dark" : "";
        this.letPressesThrough(!takesPresses);
        this.raise();
        this.raised = 0;
    }

    /** @param {boolean} isThrough whether the page below the host receives the presses */
    letPressesThrough(isThrough) {
        this.#set("pointer-events", isThrough ? "none" : "auto");
    }

    /** Hides the host; it can be opened again. */
    hide() {
        this.#box = null;
        if (this.element.matches(":popover-open")) this.element.hidePopover();
    }

    /** The host's parent element; `null` once it is closed. */
    get parent() {
        return this.#parent;
    }

    close() {
        this.#watcher.disconnect();
        this.#parent = null;
        this.#box = null;
        this.overlay.close();
        this.element.remove();
    }

    /**
     * Moves the host.
     *
     * @param {import("./place.js").Box} box
     */
    move(box) {
        const old = this.#box;
        const zoom = /** @type {Element | null} */ (this.element.parentElement)?.currentCSSZoom ?? 1;
        // Setting a rule restyles the root even if its value is the same.
        if (zoom !== this.#zoom) this.#set("zoom", String(1 / zoom));
        this.#zoom = zoom;
        if (old !== null && old.left === box.left && old.top === box.top && old.width === box.width &&
            old.height === box.height) return;
        this.#set("left", `${box.left}px`);
        this.#set("top", `${box.top}px`);
        this.#set("width", `${box.width}px`);
        this.#set("height", `${box.height}px`);
        this.#box = box;
    }

    /** Whether an element entered the top layer after the host. */
    get isOvertaken() {
        const isOld = this.#mark !== null && topLayerChanges() !== this.#mark;
        return isOld || document.fullscreenElement !== this.#fullscreen;
    }

    /** Whether the order of the top layer is certain. */
    get knowsOrder() {
        return this.#mark !== null;
    }

    /** Raises the host to the top. */
    raise() {
        this.raised++;
        if (this.element.matches(":popover-open")) this.element.hidePopover();
        this.#show();
    }

    /** Whether the host is in its place and unchanged. */
    isOurs() {
        const box = this.#box;
        if (box === null || this.element.parentNode !== this.#parent || !this.element.isConnected) return false;
        if (!this.element.matches(":popover-open") || this.#hasForeignAttribute()) return false;
        const rect = this.element.getBoundingClientRect();
        const isThere = Math.abs(rect.left - box.left) < 1.5 && Math.abs(rect.top - box.top) < 1.5 &&
            Math.abs(rect.width - box.width) < 1.5 && Math.abs(rect.height - box.height) < 1.5;
        const style = getComputedStyle(this.element);
        return isThere && style.opacity === "1" && style.filter === "none" && style.transform === "none" &&
            style.clipPath === "none" && style.mixBlendMode === "normal" && style.visibility === "visible" &&
            style.pointerEvents === "auto" && style.position === "fixed";
    }

    #show() {
        this.#mark = showOnTop(this.element);
        this.#fullscreen = document.fullscreenElement;
    }

    #hasForeignAttribute() {
        return this.element.attributes.length !== Object.keys(attributes).length ||
            Object.entries(attributes).some(([name, value]) => this.element.getAttribute(name) !== value);
    }

    /** @param {MutationRecord[]} records */
    #detectTampering(records) {
        if (this.#parent === null) return;
        // Also if it was removed and added again in the same task.
        const wasRemoved = records.some(({ removedNodes }) => [...removedNodes].includes(this.element));
        if (wasRemoved || this.#hasForeignAttribute() || this.element.parentNode !== this.#parent) this.#onTampered();
    }

    /**
     * @param {string} property
     * @param {string} value
     */
    #set(property, value) {
        this.#rule.style.setProperty(property, value, "important");
    }
}
