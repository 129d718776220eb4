// Draws the rows of the strip into its closed root, by DOM calls alone.
//
// The words stand in inert elements: a page's window.find() reads closed shadow roots, but not what is inert. What a
// screen reader says is each row's label.

import { message } from "../../browser.js";
import { icon } from "./icons.js";
import { textOf } from "./rows.js";

/** A cut this near to the edge of a row (px) does not show that it is one. Less room than the second is used up. */
const clear = 8, lowest = 60;

/** What stands where a generated password will be, until it is there. */
const shape = "••••••-••••••-••••••";

/** @import { Row, RowText } from "./rows.js" */

/** Narrower than this, only the words of a row are left (px). */
const narrow = 230;

export class StripView {
    /** What fills the host; it scrolls when there is less room than rows. */
    box = element("div", "box");

    #content = element("div", "content");
    #note = element("div", "note");
    #list = element("div", "list");
    #live = element("div", "hidden");
    /** @type {HTMLElement[]} */
    #rows = [];

    /** @param {ShadowRoot} root */
    constructor(root) {
        this.#list.setAttribute("role", "listbox");
        this.#list.setAttribute("aria-label", message("strip_label"));
        this.#note.inert = true;
        this.#live.setAttribute("role", "status");
        this.#content.append(this.#note, this.#list);
        this.box.append(this.#content);
        root.append(this.box, this.#live);
    }

    /**
     * Draws the rows.
     *
     * @param {Row[]} rows
     * @param {string} note a line above them; "" for none
     * @param {{isRightToLeft: boolean, isDark: boolean}} around how the page is where the field is
     */
    draw(rows, note, { isRightToLeft, isDark }) {
        this.box.dir = isRightToLeft ? "rtl" : "ltr";
        this.box.classList.toggle("dark", isDark);
        this.#note.textContent = note;
        this.#note.hidden = note === "";
        this.#note.style.display = note === "" ? "none" : "";
        let wasSuggestion = false;
        this.#rows = rows.map((row, index) => {
            const isSuggestion = row.type === "suggestion" || row.type === "generate" && !row.withInterface;
            const drawn = drawRow(textOf(row, message), isSuggestion, wasSuggestion && !isSuggestion);
            drawn.setAttribute("aria-posinset", String(index + 1));
            drawn.setAttribute("aria-setsize", String(rows.length));
            wasSuggestion = isSuggestion;
            return drawn;
        });
        this.#list.replaceChildren(...this.#rows);
        this.box.scrollTop = 0;
    }

    /**
     * Shows the password that a row will fill; a screen reader does not say it aloud.
     *
     * @param {number} index
     * @param {string} password
     */
    showMade(index, password) {
        const made = this.#rows[index]?.querySelector(".made");
        if (!made) return;
        made.textContent = password;
        made.classList.remove("coming");
    }

    /** How high the rows would like the strip to be. */
    get height() {
        return Math.ceil(this.#content.getBoundingClientRect().height);
    }

    /**
     * How much of a room for less than all of the rows is used: a row that is cut shows that there are more.
     *
     * @param {number} room
     */
    cut(room) {
        const top = this.box.getBoundingClientRect().top + this.box.clientTop - this.box.scrollTop;
        const isBetween = this.#rows.some((row) => Math.abs(row.getBoundingClientRect().bottom - top - room) < clear);
        return isBetween && room > lowest ? room - 2 * clear : room;
    }

    /** @param {number} width the strip's */
    fit(width) {
        this.box.classList.toggle("narrow", width < narrow);
    }

    /**
     * Marks the row that the arrow keys have chosen; -1 for none.
     *
     * @param {number} chosen
     */
    choose(chosen) {
        this.#rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === chosen)));
        this.#rows[chosen]?.scrollIntoView({ block: "nearest", behavior: "instant" });
    }

    /**
     * The row at a point of an event inside the root, -1 for none.
     *
     * @param {Event} event
     */
    rowOf(event) {
        const target = event.target instanceof Element ? event.target.closest(".row") : null;
        return this.#rows.findIndex((row) => row === target);
    }

    /**
     * Says something to a screen reader, without the focus leaving the field.
     *
     * @param {string} words
     */
    announce(words) {
        // ariaNotify leaves no words in the document; the live region is for browsers without it.
        const speaker = /** @type {{ariaNotify?: (words: string, options?: object) => void}} */ (
            /** @type {unknown} */ (this.box));
        if (speaker.ariaNotify) speaker.ariaNotify(words, { priority: "high" });
        else this.#live.textContent = words;
    }

    /** @param {number} index */
    labelOf(index) {
        return this.#rows[index]?.getAttribute("aria-label") ?? "";
    }
}

/**
 * @param {RowText} text
 * @param {boolean} isLarge a suggestion, not one of the ways on
 * @param {boolean} isFirst the first of its kind after others
 */
function drawRow(text, isLarge, isFirst) {
    const row = element("div", ["row", isLarge ? "" : "small", isFirst ? "first" : "", text.isWarning ? "warning" : ""]
        .filter((name) => name !== "").join(" "));
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    row.setAttribute("aria-label", [text.title, text.subtitle, text.mark, text.place].filter((part) => part !== "").join(", "));
    const tile = element("span", "tile");
    tile.append(icon(text.icon));
    const words = element("span", "words");
    const top = element("span", "top");
    top.append(line("title", text.title));
    if (text.mark !== "") top.append(line("mark", text.mark));
    words.append(top, ...(isLarge ? [lowerLine(text)] : text.subtitle === "" ? [] : [line("subtitle", text.subtitle)]));
    row.append(tile, words);
    // Inert takes the words from window.find() and from selections; a press on them is one on the row.
    for (const part of row.children) /** @type {HTMLElement} */ (part).inert = true;
    return row;
}

/**
 * What stands below a title, and on its other side what it is from.
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

/**
 * @param {string} name
 * @param {string} text
 */
function line(name, text) {
    const span = element("span", name);
    span.textContent = text;
    return span;
}

/**
 * @param {"div" | "span"} tag
 * @param {string} name
 */
function element(tag, name) {
    const made = document.createElement(tag);
    made.className = name;
    return made;
}
