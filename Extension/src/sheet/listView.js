// A list that draws only the rows in view, and loads only a window of them.

/** @import { ListElement, ListView, Row, ViewContext } from "./sheetTypes.js" */
import { escaping, lines } from "./displayText.js";
import { make, newIdentifier, setAttribute } from "./dom.js";
import { ListLayout, missingRows } from "./listLayout.js";
import { RowNodes } from "./rowNodes.js";

/** Rows that are drawn beyond those in view, on each side. */
const overscan = 6;
/** How long (ms) to wait for rows before they are requested again. */
const patience = 150;
/** How long (ms) Enter waits for a search's result, since the old first row is not meant. */
const searchPatience = 300;

/**
 * @param {ListElement} first
 * @param {ViewContext} context
 * @returns {ListView}
 */
export function listView(first, context) {
    const list = new VirtualList(first, context);
    return {
        node: list.node,
        target: list.listbox,
        listbox: list.listbox,
        update: (element) => {
            if (element.kind === "list") list.update(element);
        },
        handleKey: (event) => list.handleKey(event),
        close: () => list.close(),
        rowCount: () => list.element.rowCount,
        restart: () => list.restart(),
        onSelection: (listener) => list.selectionChanged = listener,
        activeDescendant: () => list.rows.identifier(list.selection),
    };
}

/** The list's state: selection, scroll position, and requested rows. */
class VirtualList {
    /**
     * @param {ListElement} first
     * @param {ViewContext} context
     */
    constructor(first, context) {
        this.element = first;
        this.context = context;
        this.layout = new ListLayout();
        this.selection = 0;
        /** The scroll position, in list pixels and in drawn pixels. */
        this.top = 0;
        this.drawnTop = 0;
        this.askedAt = -Infinity;
        /** @type {{offset: number, count: number} | null} */
        this.asked = null;
        this.isDue = false;
        this.searchedAt = -Infinity;
        this.isChoiceDue = false;
        this.selectionChanged = () => {};
        const { text } = context;
        this.canvas = make("div", { class: "canvas", role: "presentation" });
        this.listbox = make("div", {
            class: "listbox", role: "listbox", tabindex: "0", id: newIdentifier("list"), "aria-label": text("sheet_list"),
        }, this.canvas);
        this.empty = make("div", { class: "empty" });
        this.node = make("div", { class: "element list" }, this.listbox, this.empty);
        this.rows = new RowNodes(this.canvas, {
            text,
            choose: (index) => this.choose(index),
            pressAccessory: (index) => this.pressAccessory(index),
        });
        this.listbox.addEventListener("scroll", () => this.scrolled(), { passive: true });
        this.resizing = new ResizeObserver(() => this.measure());
        this.resizing.observe(this.listbox);
    }


    /** @param {ListElement} element */
    update(element) {
        const old = this.element;
        const isOther = old.rowCount !== element.rowCount;
        const anchor = this.anchor();
        this.element = element;
        this.asked = null;
        this.layout.rowCount = element.rowCount;
        if (isOther) this.layout.sections = [];
        const end = element.offset + element.rows.length;
        this.layout.learn(element.sections, element.offset, end);
        this.selection = Math.min(this.selection, Math.max(0, element.rowCount - 1));
        this.showEmptiness();
        if (isOther && old !== element) this.tellCount();
        this.resize();
        this.scrollTo(anchor === null ? this.top : this.layout.top(anchor.row) + anchor.inset);
        this.draw();
        this.searchedAt = -Infinity;
        this.chooseIfDue();
    }

    /** The first row in view, which keeps its position when sections above it become known. */
    anchor() {
        if (this.top <= 0 || this.layout.rowCount === 0) return null;
        const row = this.layout.rowAt(this.top);
        return { row, inset: this.top - this.layout.top(row) };
    }

    showEmptiness() {
        const isEmpty = this.element.rowCount === 0;
        this.listbox.hidden = isEmpty;
        this.empty.hidden = !isEmpty;
        const words = this.element.emptyText ?? this.context.text("sheet_list_empty");
        this.empty.replaceChildren(...lines(words).map((line) => make("p", { dir: "auto" }, line)));
    }

    tellCount() {
        const { text, announce } = this.context;
        const { rowCount, emptyText } = this.element;
        if (rowCount > 0) announce(text("sheet_list_count", String(rowCount)));
        else announce(escaping(emptyText ?? text("sheet_list_empty")));
    }

    /** Returns to the first row, since another search has started. */
    restart() {
        this.selection = 0;
        this.asked = null;
        this.searchedAt = performance.now();
        this.isChoiceDue = false;
        this.scrollTo(0);
        this.draw();
    }

    close() {
        this.isChoiceDue = false;
        this.resizing.disconnect();
    }

    measure() {
        const height = this.listbox.clientHeight;
        if (height === 0) return;
        const sizes = this.rows.measure();
        const { layout } = this;
        const anchor = this.anchor();
        layout.viewHeight = height;
        layout.rowHeight = sizes.row;
        layout.titleHeight = sizes.title;
        this.resize();
        if (anchor !== null) this.scrollTo(layout.top(anchor.row) + anchor.inset);
        this.draw();
        this.rows.resize();
    }

    resize() {
        this.canvas.style.blockSize = `${this.layout.drawnHeight}px`;
    }

    scrolled() {
        const drawnTop = this.listbox.scrollTop;
        // Our own scroll position is more exact than the rounded one of the browser.
        if (Math.abs(drawnTop - this.drawnTop) > 1) {
            this.drawnTop = drawnTop;
            this.top = Math.min(drawnTop * this.layout.ratio, this.layout.lowest);
        }
        if (this.isDue) return;
        this.isDue = true;
        requestAnimationFrame(() => {
            this.isDue = false;
            this.draw();
        });
    }

    /** @param {number} top */
    scrollTo(top) {
        this.top = Math.min(Math.max(top, 0), this.layout.lowest);
        this.drawnTop = this.top / this.layout.ratio;
        if (Math.abs(this.listbox.scrollTop - this.drawnTop) > 0.5) this.listbox.scrollTop = this.drawnTop;
    }

    draw() {
        const { layout, element } = this;
        if (layout.viewHeight === 0 || element.rowCount === 0) return this.rows.draw([], layout, 0, -1);
        const start = layout.rowAt(this.top);
        const end = Math.min(element.rowCount, layout.rowAt(this.top + layout.viewHeight) + 1);
        /** @type {{index: number, row: Row | undefined}[]} */
        const drawn = [];
        for (let index = Math.max(0, start - overscan); index < Math.min(element.rowCount, end + overscan); index += 1) {
            drawn.push({ index, row: this.row(index) });
        }
        this.rows.draw(drawn, layout, this.drawnTop - this.top, this.selection);
        this.tellSelection();
        this.ask(start, end);
    }

    /** @param {number} index */
    row(index) {
        return this.element.rows[index - this.element.offset];
    }

    tellSelection() {
        setAttribute(this.listbox, "aria-activedescendant", this.rows.identifier(this.selection));
        this.selectionChanged();
    }

    /**
     * Requests missing rows, one request at a time while the user scrolls.
     *
     * @param {number} start
     * @param {number} end
     */
    ask(start, end) {
        const { element } = this;
        const carried = { start: element.offset, end: element.offset + element.rows.length };
        const missing = missingRows({ start, end }, carried, element.rowCount);
        if (missing === null) return;
        const { asked } = this;
        if (asked !== null) {
            if (asked.offset <= start && end <= asked.offset + asked.count) return;
            const waited = performance.now() - this.askedAt;
            if (waited < patience) return void setTimeout(() => this.draw(), patience - waited);
        }
        this.asked = missing;
        this.askedAt = performance.now();
        this.context.send({ kind: "scrolled", element: element.id, ...missing });
    }

    /** @param {number} index */
    choose(index) {
        this.select(index);
        const row = this.row(index);
        if (row) this.context.send({ kind: "rowChosen", element: this.element.id, row: row.identifier });
    }

    /** Chooses the first result of a search when it arrives; an unchanged result sends no message, so wait briefly. */
    chooseSoon() {
        const wait = this.searchedAt + searchPatience - performance.now();
        if (wait <= 0) return this.choose(this.selection);
        this.isChoiceDue = true;
        setTimeout(() => this.chooseIfDue(), wait);
    }

    chooseIfDue() {
        if (!this.isChoiceDue) return;
        this.isChoiceDue = false;
        this.choose(this.selection);
    }

    /** @param {number} index */
    pressAccessory(index) {
        this.select(index);
        const row = this.row(index);
        if (row?.accessory !== "details") return;
        this.context.send({ kind: "accessoryPressed", element: this.element.id, row: row.identifier });
    }

    /**
     * Selects a row and scrolls it into view.
     *
     * @param {number} index
     */
    select(index) {
        const { layout } = this;
        this.selection = Math.min(Math.max(index, 0), Math.max(0, this.element.rowCount - 1));
        const top = layout.top(this.selection);
        // The sticky section title would cover the row.
        const above = layout.sections.length > 0 ? layout.titleHeight : 0;
        if (top - above < this.top) this.scrollTo(this.selection === 0 ? 0 : top - above);
        else if (top + layout.rowHeight > this.top + layout.viewHeight) {
            this.scrollTo(top + layout.rowHeight - layout.viewHeight);
        }
        this.draw();
    }

    /**
     * The list's keys, pressed in it or in its search field.
     *
     * @param {KeyboardEvent} event
     */
    handleKey(event) {
        if (event.key !== "Enter") this.isChoiceDue = false;
        const page = Math.max(1, Math.floor(this.layout.viewHeight / this.layout.rowHeight) - 1);
        switch (event.key) {
            case "ArrowUp": this.select(this.selection - 1); return true;
            case "ArrowDown": this.select(this.selection + 1); return true;
            case "PageUp": this.select(this.selection - page); return true;
            case "PageDown": this.select(this.selection + page); return true;
            case "Home": this.select(0); return true;
            case "End": this.select(this.element.rowCount - 1); return true;
            case "Enter": this.chooseSoon(); return true;
            case "ArrowRight":
                if (this.row(this.selection)?.accessory !== "details") return false;
                this.pressAccessory(this.selection);
                return true;
            default: return false;
        }
    }
}
