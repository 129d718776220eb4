// The strip as elements: a listbox of rows.

import { message } from "../browser.js";
import { element, line } from "./elements.js";
import { showShortened } from "../style/middleEllipsis.js";
import { icon } from "./overlayIcons.js";

/**
 * @import { DrawnRow, StripContent } from "./overlayMessages.js"
 * @import { RowText } from "../content/strip/stripRows.js"
 */

/** Placeholder for a generated password until it arrives. */
const shape = "••••••-••••••-••••••";

/** A strip that is narrower than this shows no icons (px). */
const narrow = 230;

export class StripDrawing {
    box = element("div", "box strip");
    content = element("div", "content");
    /** @type {HTMLElement[]} */
    parts;

    #live = element("div", "unseen");
    /** The titles of accounts with their whole text. @type {Map<HTMLElement, string>} */
    #names = new Map();

    /** @param {StripContent} content */
    constructor({ rows, note, isRightToLeft }) {
        this.box.dir = isRightToLeft ? "rtl" : "ltr";
        this.#live.setAttribute("role", "status");
        const list = element("div", "list");
        list.setAttribute("role", "listbox");
        list.setAttribute("aria-label", message("strip_label"));
        this.parts = rows.map((row, index) => {
            const drawn = drawRow(row, rows[index - 1]?.isLarge === true && !row.isLarge);
            const title = /** @type {HTMLElement | null} */ (drawn.querySelector(".title"));
            if (row.isLarge && title !== null) this.#names.set(title, row.text.title);
            drawn.setAttribute("aria-posinset", String(index + 1));
            drawn.setAttribute("aria-setsize", String(rows.length));
            return drawn;
        });
        list.append(...this.parts);
        if (note !== "") this.content.append(line("note", note));
        if (rows.length > 0) this.content.append(list);
        this.box.append(this.content);
    }

    /** The children of the document's body. */
    get elements() {
        return [this.box, this.#live];
    }

    /** @param {number} width of the strip, in CSS pixels */
    fit(width) {
        this.box.style.width = `${width}px`;
        this.box.classList.toggle("narrow", width < narrow);
        for (const [title, text] of this.#names) showShortened(title, text);
    }

    /** @param {number} part the row below the pointer, -1 for none */
    hover(part) {
        this.parts.forEach((row, index) => row.classList.toggle("hovered", index === part));
    }

    /** @param {number} part the row that the arrow keys have chosen, -1 for none */
    choose(part) {
        this.parts.forEach((row, index) => row.setAttribute("aria-selected", String(index === part)));
    }

    /**
     * Shows the password that a row will fill. A screen reader does not read it out.
     *
     * @param {number} part
     * @param {string} password
     */
    showMade(part, password) {
        const made = this.parts[part]?.querySelector(".made");
        if (!made) return;
        made.textContent = password;
        made.classList.remove("coming");
    }

    /**
     * Announces something to a screen reader while the focus stays in the page's field.
     *
     * @param {string} words
     */
    announce(words) {
        this.#live.textContent = words;
    }
}

/**
 * @param {DrawnRow} row
 * @param {boolean} isFirst the first of its kind after others
 */
function drawRow({ text, label, isLarge }, isFirst) {
    const row = element("div", ["row", isLarge ? "" : "small", isFirst ? "first" : "", text.isWarning ? "warning" : ""]
        .filter((name) => name !== "").join(" "));
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    row.setAttribute("aria-label", label);
    const tile = element("span", "tile");
    tile.append(icon(text.icon));
    const words = element("span", "words");
    const top = element("span", "top");
    top.append(line("title", text.title));
    if (text.mark !== "") top.append(line("mark", text.mark));
    words.append(top, ...(isLarge ? [lowerLine(text)] : text.subtitle === "" ? [] : [line("subtitle", text.subtitle)]));
    row.append(tile, words);
    return row;
}

/**
 * The line below a title, with the login's place at its end.
 *
 * @param {RowText} text
 */
function lowerLine(text) {
    const bottom = element("span", "bottom");
    if (text.isMade) bottom.append(line("made coming", shape), line("subtitle", text.subtitle));
    else bottom.append(line("subtitle", text.subtitle));
    if (text.place !== "") bottom.append(line("mark", text.place));
    return bottom;
}
