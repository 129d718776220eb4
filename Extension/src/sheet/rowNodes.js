// The DOM nodes of visible rows, recycled while the list scrolls.

/** @import { Row } from "./sheetTypes.js" */
/** @import { ListLayout } from "./listLayout.js" */
import { showShortened } from "../style/middleEllipsis.js";
import { escaping } from "./displayText.js";
import { foreign, make, newIdentifier, setAttribute } from "./dom.js";
import { icon, isRowIcon } from "./sheetIcons.js";

/**
 * @typedef {object} RowActions
 * @property {(key: string, ...values: string[]) => string} text
 * @property {(index: number) => void} choose
 * @property {(index: number) => void} pressAccessory
 *
 * @typedef {{node: HTMLElement, row: Row | null | undefined}} Drawn row: `null` before the first drawing, `undefined` for a
 *   row that is not loaded
 * @typedef {{node: HTMLElement, title: HTMLElement | null, text: string, top: number}} Group text: the whole title
 */

export class RowNodes {
    /**
     * @param {HTMLElement} canvas
     * @param {RowActions} actions
     */
    constructor(canvas, actions) {
        this.canvas = canvas;
        this.actions = actions;
        /** @type {Map<number, Drawn>} by their indices in the whole list */
        this.drawn = new Map();
        /** @type {Map<number, Group>} by first row; -1 for rows without a section */
        this.groups = new Map();
        this.probe = this.makeProbe();
        canvas.addEventListener("click", (event) => this.clicked(event));
        // The search field keeps the focus while rows are clicked.
        canvas.addEventListener("pointerdown", (event) => event.preventDefault());
        canvas.addEventListener("mousedown", (event) => event.preventDefault());
    }

    /** A hidden row and title, to measure their heights. */
    makeProbe() {
        const row = make("div", { class: "option" });
        fill(row, { identifier: "-", title: "X", subtitle: "X" }, (key) => key);
        const title = make("div", { class: "section" }, "X");
        this.canvas.append(make("div", { class: "probe", "aria-hidden": "true", role: "presentation" }, title, row));
        return { row, title };
    }

    measure() {
        return { row: this.probe.row.offsetHeight || 52, title: this.probe.title.offsetHeight || 28 };
    }

    /**
     * The `id` of a row's node; `null` if it is not in view.
     *
     * @param {number} index
     */
    identifier(index) {
        return this.drawn.get(index)?.node.id ?? null;
    }

    /**
     * Draws exactly these rows.
     *
     * @param {{index: number, row: Row | undefined}[]} rows
     * @param {ListLayout} layout
     * @param {number} shift from heights in the whole list to drawn ones
     * @param {number} selection
     */
    draw(rows, layout, shift, selection) {
        const wanted = new Set(rows.map(({ index }) => index));
        const free = [...this.drawn].filter(([index]) => !wanted.has(index));
        for (const [index] of free) this.drawn.delete(index);
        /** @type {Set<Group>} */
        const groups = new Set();
        const changed = [];
        for (const { index, row } of rows) {
            const group = this.group(index, layout);
            if (!groups.has(group)) placeGroup(group, index, layout, shift);
            groups.add(group);
            const drawn = this.drawn.get(index) ?? free.pop()?.[1] ?? this.makeRow();
            this.drawn.set(index, drawn);
            if (drawn.row !== row) changed.push(drawn);
            this.drawRow(drawn, index, row, layout.rowCount, index === selection);
            drawn.node.style.insetBlockStart = `${layout.top(index) + shift - group.top}px`;
            // In list order, for screen readers.
            if (drawn.node.parentNode !== group.node || isOutOfOrder(drawn.node, index)) {
                group.node.insertBefore(drawn.node, nodeAfter(group.node, index));
            }
        }
        for (const [, { node }] of free) node.remove();
        for (const [firstRow, group] of this.groups) {
            if (groups.has(group)) continue;
            group.node.remove();
            this.groups.delete(firstRow);
        }
        changed.forEach(shorten);
    }

    /** Shortens the texts again after the list's width has changed. */
    resize() {
        for (const drawn of this.drawn.values()) shorten(drawn);
        for (const { title, text } of this.groups.values()) if (title !== null) showShortened(title, text);
    }

    /**
     * The section of a row.
     *
     * @param {number} index
     * @param {ListLayout} layout
     * @returns {Group}
     */
    group(index, layout) {
        const section = layout.sections[layout.sectionsUpTo(index) - 1];
        const firstRow = section?.firstRow ?? -1;
        let group = this.groups.get(firstRow);
        if (group === undefined) {
            group = this.makeGroup(section !== undefined);
            this.groups.set(firstRow, group);
            const later = [...this.groups].filter(([other]) => other > firstRow).sort(([one], [other]) => one - other);
            this.canvas.insertBefore(group.node, later[0]?.[1].node ?? null);
        }
        if (group.title !== null && section) {
            const text = escaping(section.title);
            if (group.text !== text) {
                group.text = text;
                setAttribute(group.node, "aria-label", text);
                showShortened(group.title, text);
            }
        }
        return group;
    }

    /**
     * @param {boolean} hasTitle
     * @returns {Group}
     */
    makeGroup(hasTitle) {
        if (!hasTitle) return { node: make("div", { class: "group", role: "presentation" }), title: null, text: "", top: 0 };
        const title = make("div", { class: "section", role: "presentation", dir: "auto" });
        return { node: make("div", { class: "group", role: "group" }, title), title, text: "", top: 0 };
    }

    /** @returns {Drawn} */
    makeRow() {
        return { node: make("div", { class: "option", role: "option", id: newIdentifier("row") }), row: null };
    }

    /**
     * @param {Drawn} drawn
     * @param {number} index
     * @param {Row | undefined} row
     * @param {number} rowCount
     * @param {boolean} isChosen
     */
    drawRow(drawn, index, row, rowCount, isChosen) {
        const { node } = drawn;
        node.dataset.index = String(index);
        setAttribute(node, "aria-posinset", String(index + 1));
        setAttribute(node, "aria-setsize", String(rowCount));
        setAttribute(node, "aria-selected", String(isChosen));
        if (drawn.row === row) return;
        drawn.row = row;
        node.classList.toggle("missing", row === undefined);
        setAttribute(node, "aria-label", row ? null : this.actions.text("sheet_row_missing"));
        setAttribute(node, "aria-checked", row?.accessory === "checkmark" ? "true" : null);
        setAttribute(node, "aria-description", row?.accessory === "details" ? this.actions.text("sheet_row_details") : null);
        if (row) fill(node, row, this.actions.text);
        else node.replaceChildren(make("span", { class: "words" }, make("span"), make("span")));
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const target = /** @type {Element} */ (event.target);
        const index = Number(target.closest(".option")?.getAttribute("data-index") ?? NaN);
        if (!Number.isInteger(index)) return;
        if (target.closest(".details-button")) this.actions.pressAccessory(index);
        else this.actions.choose(index);
    }
}

/** The distance (px) from a row beyond which its group's height may be wrong: browsers do not draw that far. */
const far = 20_000;

/**
 * Gives a group the height of its rows, so that its title can stick to the list's upper edge.
 *
 * @param {Group} group
 * @param {number} index its first row that is drawn
 * @param {ListLayout} layout
 * @param {number} shift
 */
function placeGroup(group, index, layout, shift) {
    const count = layout.sectionsUpTo(index);
    const section = layout.sections[count - 1];
    const next = layout.sections[count];
    const start = section ? layout.top(section.firstRow) - layout.titleHeight : 0;
    const end = next ? layout.top(next.firstRow) - layout.titleHeight : layout.height;
    const near = Math.floor(layout.top(index) / far) * far;
    group.top = Math.max(start, near - far) + shift;
    group.node.style.insetBlockStart = `${group.top}px`;
    group.node.style.blockSize = `${Math.min(end, near + 3 * far) + shift - group.top}px`;
}

/**
 * @param {HTMLElement} node
 * @param {Row} row
 * @param {(key: string, ...values: string[]) => string} text
 */
function fill(node, row, text) {
    const parts = [];
    const name = row.iconName;
    if (name !== undefined && isRowIcon(name)) parts.push(make("span", { class: "tile", "data-icon": name }, icon(name)));
    const words = make("span", { class: "words" }, make("span", { class: "title", dir: "auto" }, escaping(row.title)));
    if (row.subtitle) words.append(make("span", { class: "subtitle", dir: "auto" }, escaping(row.subtitle)));
    parts.push(words);
    if (row.badge) parts.push(foreign(row.badge, "badge"));
    if (row.accessory === "details") {
        parts.push(make("span", { class: "details-button", title: text("sheet_row_details_title") }, icon("details")));
    } else if (row.accessory) {
        parts.push(icon(row.accessory));
    }
    node.replaceChildren(...parts);
}

/**
 * Shortens a row's texts in their middle. A screen reader reads the whole ones.
 *
 * @param {Drawn} drawn
 */
function shorten({ node, row }) {
    if (!row) return;
    const texts = [row.title, row.subtitle ?? ""].map(escaping);
    const parts = /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(".title, .subtitle"));
    const isWhole = [...parts].map((part, index) => showShortened(part, texts[index] ?? "")).every((each) => each);
    const label = [...texts, escaping(row.badge ?? "")].filter((text) => text !== "").join(" ");
    setAttribute(node, "aria-label", isWhole ? null : label);
}

/** @param {Element | null} node */
function place(node) {
    return Number(node?.getAttribute("data-index") ?? NaN);
}

/**
 * @param {HTMLElement} node
 * @param {number} index
 */
function isOutOfOrder(node, index) {
    return place(node.previousElementSibling) > index || place(node.nextElementSibling) < index;
}

/**
 * @param {HTMLElement} group
 * @param {number} index
 */
function nodeAfter(group, index) {
    for (const child of group.children) if (place(child) > index) return child;
    return null;
}
