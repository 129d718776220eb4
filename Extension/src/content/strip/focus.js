// Which field a user is in: through shadow roots, and by acts of a user only.

import { shadowRootOf } from "../../browser.js";
import { isCandidate } from "../../forms/candidates.js";
import { Intent } from "./focusIntent.js";

/** Shadow roots deeper than this are not entered. */
const deepest = 16;

/** The element that has the focus, in closed shadow roots too. */
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
 * The field that an event is about, or whose label it is about.
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
 * @property {(field: HTMLInputElement) => void} arrived a user came to a field
 * @property {(field: Element) => void} typed a user typed into the focused field
 * @property {() => void} left the focus is in no field, or in another one
 * @property {() => boolean} isLoading whether the overlay is loading
 * @property {(event: KeyboardEvent, field: Element) => boolean} key whether it is ours and not the page's
 */

/** Hears a user's presses and keys, and tells which field they lead to. */
export class FocusWatch {
    /** @type {Intent<HTMLInputElement>} */
    #intent = new Intent();
    /** @type {FocusEvents} */
    #events;
    /** Keys whose down was ours: their up and press are, too. @type {Set<string>} */
    #ours = new Set();
    /** The field that was told of last. @type {Element | null} */
    #current = null;

    /** @param {FocusEvents} events */
    constructor(events) {
        this.#events = events;
        const listen = (/** @type {string} */ type, /** @type {(event: never) => void} */ act) =>
            addEventListener(type, /** @type {EventListener} */ (act), true);
        listen("pointerdown", (/** @type {PointerEvent} */ event) => this.#pointer(event));
        listen("click", (/** @type {MouseEvent} */ event) => this.#click(event));
        listen("keydown", (/** @type {KeyboardEvent} */ event) => this.#keyDown(event));
        listen("keypress", (/** @type {KeyboardEvent} */ event) => this.#keyAfter(event));
        listen("keyup", (/** @type {KeyboardEvent} */ event) => this.#keyAfter(event));
        listen("focusin", (/** @type {FocusEvent} */ event) => this.#focus(event));
        listen("focusout", () => this.#left());
        listen("blur", (/** @type {FocusEvent} */ event) => {
            if (event.target === window) this.#ours.clear();
        });
        listen("input", (/** @type {InputEvent} */ event) => this.#input(event));
    }

    /** @param {PointerEvent} event */
    #pointer(event) {
        if (!event.isTrusted || event.button !== 0) return;
        const field = fieldOf(event);
        this.#intent.press(field);
        // A press on the field that has the focus already brings no focusin.
        if (field !== null && focused() === field) this.#arrive(field);
    }

    /**
     * An act of a user on a field, from before there was anybody to hear it.
     *
     * @param {HTMLInputElement} field
     */
    resume(field) {
        this.#intent.press(field);
        if (focused() === field) this.#arrive(field);
    }

    /**
     * A field that a command has chosen: it is told of when it is left.
     *
     * @param {HTMLElement} field
     */
    follow(field) {
        this.#current = field;
    }

    /**
     * Whether a user, and no script, brought the focus to a field.
     *
     * @param {HTMLInputElement} field
     */
    isPersonsIn(field) {
        return this.#current === field;
    }

    /** @param {FocusEvent} event */
    #focus(event) {
        const field = fieldOf(event);
        if (field === null || !event.isTrusted) return;
        if (this.#intent.focus(field, event.timeStamp)) this.#arrive(field);
    }

    /** @param {KeyboardEvent} event */
    #keyDown(event) {
        if (!event.isTrusted) return;
        // Its last up may have gone to another window.
        this.#ours.delete(event.code);
        this.#intent.key(event.key, event.timeStamp);
        const field = focused();
        if (field === null || !this.#events.key(event, field)) return;
        this.#ours.add(event.code);
        event.preventDefault();
        event.stopImmediatePropagation();
    }

    /** @param {MouseEvent} event */
    #click(event) {
        if (event.isTrusted) this.#intent.release();
    }

    /** @param {KeyboardEvent} event */
    #keyAfter(event) {
        if (!event.isTrusted || !this.#ours.has(event.code)) return;
        if (event.type === "keyup") this.#ours.delete(event.code);
        event.preventDefault();
        event.stopImmediatePropagation();
    }

    /** @param {HTMLInputElement} field */
    #arrive(field) {
        this.#current = field;
        this.#events.arrived(field);
    }

    #left() {
        // The focus may be on its way to another field: look once it is there.
        queueMicrotask(() => {
            if (this.#current === null || focused() === this.#current) return;
            if (this.#restore(this.#current)) return;
            this.#current = null;
            this.#events.left();
        });
    }

    /**
     * Gives a field in a frame its focus back when the overlay took it: Chromium moves the focus to the parent page when a
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
