// The banner as elements: a question with its answers, or a notice.

import { message } from "../browser.js";
import { element, line } from "./elements.js";
import { icon } from "./overlayIcons.js";

/** @import { Answer, BannerContent, FromOverlay } from "./overlayMessages.js" */

/** The length of a word above which it may break at punctuation. */
const longWord = 22;
/** A key answers only after the banner has had the focus for this long (ms): an earlier one may be meant for the page. */
const settling = 500;

export class BannerDrawing {
    /** @type {HTMLElement} */
    box;
    content = element("div", "content");
    /** @type {HTMLButtonElement[]} */
    parts;

    #focusedAt = Infinity;
    /** @type {HTMLElement} */
    #words;
    /** @type {(message: FromOverlay) => void} */
    #tell;

    /**
     * @param {BannerContent} content
     * @param {(message: FromOverlay) => void} tell
     */
    constructor({ kind, title, subtitle, buttons }, tell) {
        this.#tell = tell;
        this.box = element("div", `box banner ${kind}`);
        const head = element("div", "head"), tile = element("span", "tile"), words = element("span", "words");
        tile.append(icon(kind === "save" ? "password" : kind === "failed" ? "warning" : "saved"));
        for (const [name, text] of /** @type {const} */ ([["title", title], ["subtitle", subtitle]])) {
            const part = element("span", name);
            part.append(...breakable(text));
            words.append(part);
        }
        this.#words = words;
        head.append(tile, words);
        this.content.append(head);
        this.box.append(this.content);
        // The banner has the direction of the browser's language.
        this.box.dir = message("@@bidi_dir");
        this.box.setAttribute("role", buttons.length > 0 ? "alertdialog" : "status");
        this.box.setAttribute("aria-label", `${title} ${subtitle}`);
        this.parts = buttons.map(({ answer, label }, index) => this.#button(answer, label, index === buttons.length - 1));
        if (this.parts.length > 0) {
            const row = element("div", "buttons");
            row.append(...this.parts);
            this.content.append(row);
        }
        addEventListener("focus", () => this.#focusedAt = performance.now());
        addEventListener("keydown", (event) => {
            if (event.isTrusted && event.key === "Escape") tell({ type: "escape" });
        });
    }

    /** The children of the document's body. */
    get elements() {
        return [this.box];
    }

    /** @param {number} width of the banner, in CSS pixels */
    fit(width) {
        this.box.style.width = `${width}px`;
    }

    /** @param {number} part the button below the pointer, -1 for none */
    hover(part) {
        this.parts.forEach((button, index) => button.classList.toggle("hovered", index === part));
    }

    /** Moves the focus to the main button. */
    focus() {
        this.parts.at(-1)?.focus();
    }

    /** Says below the question that a press came too early. */
    pressAgain() {
        this.#words.querySelector(".again")?.remove();
        const again = line("again", message("banner_pressAgain"));
        again.setAttribute("role", "alert");
        this.#words.append(again);
    }

    /**
     * @param {Answer} answer
     * @param {string} label
     * @param {boolean} isMain
     */
    #button(answer, label, isMain) {
        const button = document.createElement("button");
        button.textContent = label;
        if (isMain) button.className = "main";
        // This document gets no pointer events, so a click comes from a key.
        button.addEventListener("click", (event) => {
            if (!event.isTrusted) return;
            if (performance.now() - this.#focusedAt >= settling) this.#tell({ type: "answer", answer });
            else this.pressAgain();
        });
        return button;
    }
}

/**
 * Splits a text so that its long words, which are addresses, break after punctuation only.
 *
 * @param {string} text
 */
function breakable(text) {
    return text.split(/(\s+)/).flatMap((word) => word.length <= longWord ? [word]
        : word.split(/(?<=[@.-])/).flatMap((piece) => [piece, document.createElement("wbr")]));
}
