// One host element with a closed shadow root in the top layer: what strip and banner are drawn in.
//
// A page sees the host, never what is in it. It carries no attribute but popover: place and size are rules of the
// shadow's own sheet, whose !important wins over everything that a page may write, so any other attribute is tampering.

import { showOnTop, topLayerChanges } from "./topLayer.js";

/**
 * What makes the host immune: every property reset, and those that show it set again. What a page would have drawn
 * before and after its content lies in the host, above the strip, and takes hits in its name.
 */
const immune = `
:host::before, :host::after { content: none !important; display: none !important; }
:host { all: initial !important; display: none !important; }
:host(:popover-open) {
    display: block !important; position: fixed !important; inset: auto !important; margin: 0 !important;
    padding: 0 !important; border: 0 !important; overflow: visible !important; opacity: 1 !important;
    background: transparent !important; pointer-events: auto !important; user-select: none !important;
    color-scheme: light dark !important; contain: layout !important;
}`;

export class Host {
    /** @type {HTMLElement} */
    element;
    /** @type {ShadowRoot} */
    root;
    /** How often something went above and the host went back on top, since it was opened. */
    raised = 0;

    /** @type {CSSStyleRule} */
    #rule;
    /** @type {Node | null} */
    #parent = null;
    #zoom = 1;
    /** @type {import("./place.js").Box | null} */
    #box = null;
    /** The count of the top layer after our own last showing; null where it cannot be trusted. @type {number | null} */
    #mark = null;
    /** @type {Element | null} */
    #fullscreen = null;
    #watcher = new MutationObserver((records) => this.#lookForTampering(records));
    /** @type {() => void} */
    #onTampered;

    /**
     * @param {string} css the sheet of what is in it
     * @param {() => void} onTampered the page changed, moved or removed the host
     */
    constructor(css, onTampered) {
        this.#onTampered = onTampered;
        this.element = document.createElement("div");
        this.element.popover = "manual";
        this.root = this.element.attachShadow({ mode: "closed" });
        const base = new CSSStyleSheet();
        base.replaceSync(`${immune}\n:host(:popover-open) { left: 0; }`);
        this.#rule = /** @type {CSSStyleRule} */ (base.cssRules[base.cssRules.length - 1]);
        const drawn = new CSSStyleSheet();
        drawn.replaceSync(withOwnNames(css));
        this.root.adoptedStyleSheets = [base, drawn];
    }

    get isOpen() {
        return this.#parent !== null;
    }

    /**
     * Shows the host on top of everything, below a parent; it must be moved to its place in the same task.
     *
     * @param {Node} parent
     */
    open(parent) {
        this.#parent = parent;
        this.raised = 0;
        parent.appendChild(this.element);
        this.#show();
        this.#watcher.observe(this.element, { attributes: true });
        this.#watcher.observe(parent, { childList: true });
    }

    close() {
        this.#watcher.disconnect();
        this.#parent = null;
        this.#box = null;
        this.element.remove();
    }

    /**
     * Puts the host into its place.
     *
     * @param {import("./place.js").Box} box
     */
    move(box) {
        const old = this.#box;
        const zoom = /** @type {Element | null} */ (this.element.parentElement)?.currentCSSZoom ?? 1;
        // Setting a rule costs a style pass of the root, also where nothing changes.
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

    /** The height that it was given last. */
    get height() {
        return this.#box?.height ?? 0;
    }

    /** Whether something went into the top layer since the host did. */
    get isOvertaken() {
        const isOld = this.#mark !== null && topLayerChanges() !== this.#mark;
        return isOld || document.fullscreenElement !== this.#fullscreen;
    }

    /** Whether the order of the top layer is known for certain. */
    get knowsOrder() {
        return this.#mark !== null;
    }

    /** Goes back on top. */
    raise() {
        this.raised++;
        if (this.element.matches(":popover-open")) this.element.hidePopover();
        this.#show();
    }

    /** Whether the host is where and as we put it. */
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
        return this.element.attributes.length !== 1 || this.element.getAttribute("popover") !== "manual";
    }

    /** @param {MutationRecord[]} records */
    #lookForTampering(records) {
        if (this.#parent === null) return;
        // Also where it was put back in the same breath.
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

/**
 * A sheet whose custom properties have names that no page can guess: one that registers a name (`@property`) says for
 * every shadow root, too, which values it takes and which it has instead, such as `transparent`.
 *
 * @param {string} css
 */
function withOwnNames(css) {
    return css.replaceAll(/--(?=[a-z])/g, `--${own}-`);
}

const own = `k${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("")}`;
