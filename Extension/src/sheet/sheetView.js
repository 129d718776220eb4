// Draws a provider's sheet, and reports the user's actions. Uses no extension API.

/** @import { Difference, ElementView, Frame, ListView, Sheet, SheetElement, SheetEvent, SubmittedValue, ViewContext } from "./sheetTypes.js" */
import { Announcements } from "./announcements.js";
import { applying, setting } from "./differences.js";
import { escaping } from "./displayText.js";
import { setAttribute } from "./dom.js";
import { takeNothingEarly } from "./earlyInput.js";
import { makeView } from "./elementViews.js";
import { frameHeader } from "./frameHeader.js";
import { markNote } from "./markNote.js";
import { arrange, defaultButtonOf, isShortList, isWayOut, needsCancel } from "./sheetLayout.js";
import { isInView, settle, sheetNodes, showAbove } from "./sheetNodes.js";
import { listenToKeys, tabStops } from "./sheetKeys.js";
import { alternativeButtons } from "./alternativeButtons.js";

/**
 * @typedef {object} SheetOptions
 * @property {Frame} frame
 * @property {Sheet} sheet
 * @property {(event: SheetEvent) => void} send
 * @property {(key: string, ...values: string[]) => string} text returns a string of `_locales`
 * @property {(hasText: boolean) => void} [typed] called when a secure field's text changes
 * @property {(() => void) | undefined} [explained] set if color and word need an explanation; called when the user has
 *   read it
 *
 * @typedef {object} SheetView
 * @property {(difference: Difference) => void} apply applies a difference; focus, caret and scroll position stay
 * @property {(difference: Difference) => boolean} takesSecret whether a change takes away a field with a secret in it that was
 *   not sent yet
 * @property {() => void} close clears typed text and removes the sheet
 */

/**
 * Shows a sheet in an empty element.
 *
 * @param {HTMLElement} root
 * @param {SheetOptions} options
 * @returns {SheetView}
 */
export function createSheetView(root, options) {
    const drawing = new SheetDrawing(root, options);
    return {
        apply: (difference) => drawing.apply(difference),
        takesSecret: (difference) => drawing.takesSecret(difference),
        close: () => drawing.close(),
    };
}

class SheetDrawing {
    /** @type {Map<string, {kind: string, view: ElementView}>} */
    views = new Map();
    ending = new AbortController();

    /**
     * @param {HTMLElement} root
     * @param {SheetOptions} options
     */
    constructor(root, options) {
        this.root = root;
        this.options = options;
        this.sheet = options.sheet;
        this.text = options.text;
        this.nodes = sheetNodes(options.text);
        this.announcements = new Announcements(this.nodes.announcers);
        const { main, announcers, cancelButton } = this.nodes;
        cancelButton.addEventListener("click", () => this.cancel());
        this.nodes.alternatives.append(...alternativeButtons(options.frame, options.text, (alternative) => this.send({ kind: "alternative", alternative })));
        const note = options.explained && options.frame.word ? [markNote(options.text, options.explained)] : [];
        root.replaceChildren(frameHeader(options.frame, options.text), ...note, main, announcers.status, announcers.alert);
        root.classList.add("sheet-window");
        const isEarly = takeNothingEarly(root, (target) => this.isWayOut(target), this.ending.signal);
        this.draw(null);
        listenToKeys(root, {
            isEarly,
            cancel: () => this.cancel(),
            enter: (target) => this.enter(target),
            handleInElement: (event) => this.handleKey(event),
            search: () => this.first("searchField")?.view.target ?? null,
        }, this.ending.signal);
    }

    /** @param {Difference} difference */
    apply(difference) {
        const old = this.sheet;
        this.sheet = applying(old, difference);
        this.draw(old);
    }

    /** @param {Difference} difference */
    takesSecret(difference) {
        const stay = new Set(applying(this.sheet, difference).elements.filter(isSecure).map(({ id }) => id));
        return this.sheet.elements.some(({ id }) => !stay.has(id) && this.views.get(id)?.view.hasSecret?.() === true);
    }

    close() {
        this.ending.abort();
        for (const { view } of this.views.values()) view.close?.();
        this.views.clear();
        this.root.replaceChildren();
    }

    // MARK: Drawing

    /** @param {Sheet | null} old */
    draw(old) {
        const { sheet } = this;
        const focused = document.activeElement;
        const wasInView = old === null || isInView(focused, this.nodes.footer);
        this.drawTitle();
        const present = new Set(sheet.elements.map(({ id }) => id));
        for (const [id, { kind, view }] of this.views) {
            if (present.has(id) && sheet.elements.some((element) => element.id === id && element.kind === kind)) continue;
            view.close?.();
            view.node.remove();
            this.views.delete(id);
            // Remove announcements of a message that is no longer shown.
            if (kind === "message") this.announcements.silence();
        }
        const before = new Map(old?.elements.map((element) => [element.id, element]));
        for (const element of sheet.elements) {
            const view = this.view(element);
            if (before.get(element.id) !== element) view.update(element);
        }
        this.place();
        this.linkSearch();
        this.moveFocus(old, focused);
        // A message may push the focused field below the buttons; if the user had scrolled it away, it stays there.
        if (wasInView) showAbove(document.activeElement, this.nodes.footer);
    }

    drawTitle() {
        const title = escaping(this.sheet.title);
        this.nodes.title.textContent = title;
        this.nodes.title.hidden = title === "";
        // The extension's words come first, so that a provider's title cannot replace them.
        document.title = this.text("sheet_window_title", title === "" ? escaping(this.options.frame.providerName) : title);
        this.nodes.cancelTitle.textContent = escaping(this.sheet.cancelTitle ?? this.text("sheet_cancel"));
    }

    /** Moves each element to its place, without moving those already there. */
    place() {
        const defaultButton = this.defaultButton();
        const places = arrange(this.sheet, defaultButton?.id ?? null);
        const nodes = (/** @type {string[]} */ identifiers) =>
            identifiers.flatMap((identifier) => this.views.get(identifier)?.view.node ?? []);
        const way = needsCancel(this.sheet) ? [this.nodes.cancel] : [];
        settle(this.nodes.body, nodes(places.body));
        const alternatives = this.nodes.alternatives.childElementCount > 0 ? [this.nodes.alternatives] : [];
        settle(this.nodes.footer, [...alternatives, ...nodes(places.aside), ...nodes(places.waysOut), ...way, ...nodes(places.main)]);
        if (way.length === 0) this.nodes.cancel.remove();
        for (const element of this.sheet.elements) {
            const node = this.views.get(element.id)?.view.node;
            if (!node) continue;
            setAttribute(node, "data-run", places.runs.get(element.id) ?? null);
            node.classList.toggle("is-default", element.id === defaultButton?.id);
            node.classList.toggle("aside", places.aside.includes(element.id));
        }
        this.root.classList.toggle("has-list", this.sheet.elements.some((element) => element.kind === "list" && !this.isShort(element)));
    }

    /** @param {Extract<SheetElement, {kind: "list"}>} list */
    isShort(list) {
        const isShort = isShortList(this.options.frame, list);
        const node = this.views.get(list.id)?.view.node;
        node?.classList.toggle("short", isShort);
        node?.style.setProperty("--rows", String(list.rowCount));
        return isShort;
    }

    /** Connects the search field with the list that its arrow keys move in. */
    linkSearch() {
        const input = this.first("searchField")?.view.target;
        const list = this.searchedList();
        if (!input) return;
        const isTied = list !== null && list.rowCount() > 0;
        setAttribute(input, "role", "combobox");
        setAttribute(input, "aria-autocomplete", "list");
        setAttribute(input, "aria-expanded", String(isTied));
        setAttribute(input, "aria-controls", isTied ? list.listbox.id : null);
        const follow = () => setAttribute(input, "aria-activedescendant", isTied ? list.activeDescendant() : null);
        list?.onSelection(follow);
        follow();
    }

    /**
     * Moves the focus to the sheet's `focus` element if that is new; otherwise keeps it.
     *
     * @param {Sheet | null} old
     * @param {Element | null} focused
     */
    moveFocus(old, focused) {
        const { focus } = this.sheet;
        const wanted = focus === undefined || focus === old?.focus ? null : this.target(focus);
        if (wanted) return wanted.focus();
        if (document.activeElement === focused && focused !== null && this.root.contains(focused)) return;
        if (focused instanceof HTMLElement && this.root.contains(focused) && focused.checkVisibility()) {
            return focused.focus();
        }
        this.firstTarget()?.focus();
    }

    /** The first focus. Only the default button may receive it, so that an Enter meant for a page presses no other. */
    firstTarget() {
        const button = this.defaultButton();
        const candidates = [
            ...this.sheet.elements.filter(({ kind }) => kind !== "button").map(({ id }) => this.target(id)),
            button && this.target(button.id),
            ...this.sheet.elements.filter(isWayOut).map(({ id }) => this.target(id)),
            this.nodes.cancelButton.isConnected ? this.nodes.cancelButton : null,
            ...tabStops(this.root),
        ];
        return candidates.find((target) => target !== null);
    }

    /**
     * The node that takes the focus for an element; `null` if it is disabled or hidden.
     *
     * @param {string} identifier
     */
    target(identifier) {
        const target = this.views.get(identifier)?.view.target;
        return target && target.checkVisibility() && target.getAttribute("aria-disabled") !== "true" ? target : null;
    }

    // MARK: The elements

    /**
     * @param {SheetElement} element
     * @returns {ElementView}
     */
    view(element) {
        const known = this.views.get(element.id);
        if (known) return known.view;
        const view = makeView(element, this.context);
        view.node.dataset.element = element.id;
        this.views.set(element.id, { kind: element.kind, view });
        return view;
    }

    /** @type {ViewContext} */
    get context() {
        return {
            send: (event) => this.send(event),
            text: this.text,
            keep: (identifier, change) => this.keep(identifier, change),
            press: (identifier) => this.press(identifier),
            announce: (words, isUrgent = false) => this.announcements.say(words, isUrgent),
            searchedList: () => this.searchedList(),
            typed: (hasText) => this.options.typed?.(hasText),
            searched: () => {
                for (const { kind, view } of this.views.values()) {
                    if (kind === "list") /** @type {ListView} */ (view).restart();
                }
            },
        };
    }

    /** @param {SheetEvent} event */
    send(event) {
        if (!this.ending.signal.aborted) this.options.send(event);
    }

    /**
     * @param {string} identifier
     * @param {Partial<SheetElement>} change
     */
    keep(identifier, change) {
        const element = this.sheet.elements.find(({ id }) => id === identifier);
        if (!element) return;
        const changed = /** @type {SheetElement} */ ({ ...element, ...change });
        this.sheet = { ...this.sheet, elements: setting(this.sheet.elements, changed) };
    }

    /** @param {SheetElement["kind"]} kind */
    first(kind) {
        const element = this.sheet.elements.find((element) => element.kind === kind);
        return element && this.views.get(element.id);
    }

    /** @returns {ListView | null} */
    searchedList() {
        const list = this.sheet.elements.find((element) => element.kind === "list" && element.rowCount > 0);
        return list ? /** @type {ListView | undefined} */ (this.views.get(list.id)?.view) ?? null : null;
    }

    // MARK: User actions

    cancel() {
        this.send({ kind: "cancelled" });
    }

    defaultButton() {
        return defaultButtonOf(this.sheet);
    }

    /** @param {HTMLElement} target */
    enter(target) {
        const button = this.defaultButton();
        if (button) return this.press(button.id);
        const submitting = this.sheet.elements.find((element) =>
            element.kind === "button" && element.submits && element.isEnabled
        );
        if (submitting) return this.press(submitting.id);
        const field = this.elementAt(target);
        if (field?.kind === "textField" || field?.kind === "secureField") this.submit(field.id);
    }

    /** @param {string} identifier */
    press(identifier) {
        const button = this.sheet.elements.find(({ id }) => id === identifier);
        if (button?.kind !== "button" || !button.isEnabled) return;
        if (button.submits) this.submit(identifier);
        else this.send({ kind: "pressed", element: identifier });
    }

    /**
     * Submits the values of all fields; secure fields are cleared.
     *
     * @param {string} identifier
     */
    submit(identifier) {
        const values = this.sheet.elements.flatMap((element) => this.submitted(element));
        for (const { view } of this.views.values()) view.submitted?.();
        this.send({ kind: "submitted", element: identifier, values });
    }

    /**
     * @param {SheetElement} element
     * @returns {SubmittedValue[]}
     */
    submitted(element) {
        const { id } = element;
        switch (element.kind) {
            case "textField": return [{ element: id, kind: "text", text: element.value }];
            case "secureField":
                return [{ element: id, kind: "secure", text: this.views.get(id)?.view.takeSecret?.() ?? "" }];
            case "toggle": return [{ element: id, kind: "toggle", isOn: element.isOn }];
            case "picker": return element.selection === undefined
                ? [{ element: id, kind: "choice" }]
                : [{ element: id, kind: "choice", option: element.selection }];
            default: return [];
        }
    }

    /** @param {Element} target */
    isWayOut(target) {
        if (this.nodes.cancel.contains(target)) return true;
        const element = this.elementAt(target);
        return element !== undefined && isWayOut(element);
    }

    /** @param {KeyboardEvent} event */
    handleKey(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        const element = this.elementAt(target);
        const view = element && this.views.get(element.id)?.view;
        // A button inside an element handles its own keys.
        if (!view || target !== view.target) return false;
        return view.handleKey?.(event) ?? false;
    }

    /** @param {Element} target */
    elementAt(target) {
        const identifier = target.closest("[data-element]")?.getAttribute("data-element");
        return this.sheet.elements.find(({ id }) => id === identifier);
    }
}

/** @param {SheetElement} element */
function isSecure({ kind }) {
    return kind === "secureField";
}
