// Tracks the field that the user has focused, through shadow roots; focus by scripts does not count.

import { shadowRootOf } from "../../browser.js";
import { isCandidate } from "../../forms/candidates.js";
import { listenAlways } from "../windowListeners.js";
import { Intent } from "./focusIntent.js";

/** The deepest shadow root that is entered. */
const deepest = 16;

/** The focused element, also inside closed shadow roots. */
export function focused() {
    let element = document.activeElement;
    for (let depth = 0; element !== null && depth < deepest; depth++) {
        const inner = shadowRootOf(element)?.activeElement;
        if (!inner) break;
        element = inner;
    }
    return element;
}

/**
 * The field of an event's target, or of the label that it is in.
 *
 * @param {Event} event
 * @returns {HTMLInputElement | null}
 */
export function fieldOf(event) {
    let element = /** @type {unknown} */ (event.composedPath()[0]);
    for (let depth = 0; element instanceof Element && depth < deepest; depth++) {
        if (element.localName === "input") break;
        const root = shadowRootOf(element);
        const inner = event instanceof MouseEvent
            ? root?.elementFromPoint(event.clientX, event.clientY)
            : root?.activeElement;
        if (!inner || inner === element) break;
        element = inner;
    }
    if (!(element instanceof Element)) return null;
    const field = element.localName === "input" ? element : element.closest("label")?.control ?? null;
    return isCandidate(field) ? field : null;
}

/**
 * @typedef {object} FocusEvents
 * @property {(field: HTMLInputElement) => void} arrived the user has focused a field
 * @property {(field: Element) => void} typed a user typed into the focused field
 * @property {() => void} left the focus has left the field
 * @property {() => boolean} isLoading whether the overlay is loading
 * @property {(event: KeyboardEvent, field: Element) => boolean} key returns whether to keep the key from the page
 */

/** Listens to the user's presses and keys, and reports the field that they focus. */
export class FocusWatch {
    /** @type {Intent<HTMLInputElement>} */
    #intent = new Intent();
    /** @type {FocusEvents} */
    #events;
    /** Keys whose keydown the strip has used: their keyup and keypress are kept from the page too. @type {Set<string>} */
    #usedKeys = new Set();
    /** The field that was reported last. @type {Element | null} */
    #current = null;
    /** The shadow roots with listeners of their own. @type {WeakSet<ShadowRoot>} */
    #roots = new WeakSet();
    /** The focus event that was handled last: window and shadow roots report the same one. @type {Event | null} */
    #handled = null;

    /** @param {FocusEvents} events */
    constructor(events) {
        this.#events = events;
        const listen = (/** @type {string} */ type, /** @type {(event: never) => void} */ act) =>
            listenAlways(globalThis, type, act, { capture: true });
        listen("pointerdown", (/** @type {PointerEvent} */ event) => this.#pointer(event));
        listen("click", (/** @type {MouseEvent} */ event) => this.#click(event));
        listen("keydown", (/** @type {KeyboardEvent} */ event) => this.#keyDown(event));
        listen("keypress", (/** @type {KeyboardEvent} */ event) => this.#keyAfter(event));
        listen("keyup", (/** @type {KeyboardEvent} */ event) => this.#keyAfter(event));
        listen("focusin", (/** @type {FocusEvent} */ event) => this.#focus(event));
        listen("focusout", () => this.#left());
        listen("blur", (/** @type {FocusEvent} */ event) => {
            if (event.target === window) this.#usedKeys.clear();
        });
        listen("input", (/** @type {InputEvent} */ event) => this.#input(event));
    }

    /** @param {PointerEvent} event */
    #pointer(event) {
        if (!event.isTrusted || event.button !== 0) return;
        const field = fieldOf(event);
        this.#intent.press(field);
        // Pressing the focused field causes no focusin.
        if (field !== null && focused() === field) this.#arrive(field);
    }

    /**
     * Handles an interaction with a field from before this module was loaded.
     *
     * @param {HTMLInputElement} field
     */
    resume(field) {
        this.#enterRoots();
        this.#intent.press(field);
        if (focused() === field) this.#arrive(field);
    }

    /**
     * Follows a field that a command has focused, so that leaving it is reported.
     *
     * @param {HTMLElement} field
     */
    follow(field) {
        this.#enterRoots();
        this.#current = field;
    }

    /**
     * Whether the user, and no script, has focused a field.
     *
     * @param {HTMLInputElement} field
     */
    wasFocusedByUser(field) {
        return this.#current === field;
    }

    /**
     * Listens in the shadow roots around the focused element: a focus that moves inside a root does not leave it.
     */
    #enterRoots() {
        for (let root = focused()?.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
            if (this.#roots.has(root)) continue;
            this.#roots.add(root);
            root.addEventListener("focusin", (event) => this.#focus(/** @type {FocusEvent} */ (event)), { capture: true });
            root.addEventListener("focusout", () => this.#left(), { capture: true });
        }
    }

    /** @param {FocusEvent} event */
    #focus(event) {
        this.#enterRoots();
        const field = fieldOf(event);
        if (field === null || !event.isTrusted || event === this.#handled) return;
        this.#handled = event;
        if (this.#intent.focus(field, performance.now())) this.#arrive(field);
    }

    /** @param {KeyboardEvent} event */
    #keyDown(event) {
        if (!event.isTrusted) return;
        // Its last keyup may have gone to another window.
        this.#usedKeys.delete(event.code);
        // Not the event's own time: on a busy machine the event waits, and its focusin is late.
        this.#intent.key(event.key, performance.now());
        const field = focused();
        if (field === null || !this.#events.key(event, field)) return;
        this.#usedKeys.add(event.code);
        event.preventDefault();
        event.stopImmediatePropagation();
    }

    /** @param {MouseEvent} event */
    #click(event) {
        if (event.isTrusted) this.#intent.release();
    }

    /** @param {KeyboardEvent} event */
    #keyAfter(event) {
        if (!event.isTrusted || !this.#usedKeys.has(event.code)) return;
        if (event.type === "keyup") this.#usedKeys.delete(event.code);
        event.preventDefault();
        event.stopImmediatePropagation();
    }

    /** @param {HTMLInputElement} field */
    #arrive(field) {
        this.#current = field;
        this.#events.arrived(field);
    }

    #left() {
        // The focus may be moving to another field: check once it has arrived.
        queueMicrotask(() => {
            if (this.#current === null || focused() === this.#current) return;
            if (this.#restore(this.#current)) return;
            this.#current = null;
            this.#events.left();
        });
    }

    /**
     * Focuses a field in a frame again when the overlay took the focus: Chromium moves the focus to the parent page when a
     * frame of another process is created during the press (crbug.com/802156).
     *
     * @param {Element} field
     */
    #restore(field) {
        if (window === window.parent || !this.#events.isLoading() || focused() !== document.body) return false;
        /** @type {HTMLElement} */ (field).focus({ preventScroll: true });
        return focused() === field;
    }

    /** @param {InputEvent} event */
    #input(event) {
        const field = focused();
        if (!event.isTrusted || field === null) return;
        if (!isCandidate(field) || fieldOf(event) === field) this.#events.typed(field);
    }
}
