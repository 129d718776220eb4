// Views of text fields. A secret's value exists only in its input, until it is submitted.

/** @import { ElementView, Purpose, SheetElement, ViewContext } from "./sheetTypes.js" */
import { escaping } from "./displayText.js";
import { make, newIdentifier, setAttribute, setForeign } from "./dom.js";
import { icon } from "./sheetIcons.js";

/** Maximum number of UTF-16 units that always fit into the 16 384 bytes of an event. */
const longestValue = "5461";

/** The keyboard and completion hints for each purpose. */
/** @type {Readonly<Record<Purpose, {type?: string, mode?: string, completion?: string}>>} */
const purposes = {
    plain: {},
    userName: { completion: "username" },
    url: { type: "url", mode: "url" },
    // A field of type "email" has no caret position, and "number" drops invalid text.
    email: { mode: "email", completion: "email" },
    number: { mode: "numeric" },
    oneTimeCode: { mode: "numeric", completion: "one-time-code" },
};

/** @param {Record<string, string>} attributes */
function makeInput(attributes) {
    return make("input", {
        type: "text", spellcheck: "false", autocapitalize: "off", autocorrect: "off", autocomplete: "off",
        maxlength: longestValue, ...attributes,
    });
}

/**
 * Sets a placeholder, unless it repeats the label.
 *
 * @param {HTMLInputElement} input
 * @param {string | undefined} placeholder
 * @param {string} label
 */
function setPlaceholder(input, placeholder, label) {
    const letters = (/** @type {string} */ text) => text.toLowerCase().replace(/[^\p{L}]/gu, "");
    const says = placeholder !== undefined && letters(placeholder) !== letters(label);
    setAttribute(input, "placeholder", says ? escaping(placeholder) : null);
}

/**
 * Sets an input's value and keeps the caret's position.
 *
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function setValue(input, value) {
    if (input.value === value) return;
    const { selectionStart, selectionEnd } = input;
    const wasAtEnd = selectionStart === input.value.length;
    input.value = value;
    if (document.activeElement !== input || selectionStart === null || selectionEnd === null) return;
    if (wasAtEnd) input.setSelectionRange(value.length, value.length);
    else input.setSelectionRange(Math.min(selectionStart, value.length), Math.min(selectionEnd, value.length));
}

/**
 * @param {SheetElement} first
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function textFieldView(first, { send, keep }) {
    const identifier = first.id;
    const input = makeInput({ id: newIdentifier("field"), dir: "auto" });
    const label = make("label", { for: input.id, dir: "auto" });
    const node = make("div", { class: "element row field" }, label, input);
    let reportsChanges = false;
    /** The provider's last value: typed text is replaced only when it changes. */
    let known = "";
    input.addEventListener("input", () => {
        const text = input.value.toWellFormed();
        keep(identifier, { value: text });
        if (!reportsChanges) return;
        known = text;
        send({ kind: "textChanged", element: identifier, text });
    });
    return {
        node, target: input,
        submitted: () => known = input.value.toWellFormed(),
        update(element) {
            if (element.kind !== "textField") return;
            reportsChanges = element.reportsChanges;
            setForeign(label, element.label);
            setPlaceholder(input, element.placeholder, element.label);
            const purpose = purposes[element.purpose];
            setAttribute(input, "type", purpose.type ?? "text");
            setAttribute(input, "inputmode", purpose.mode ?? null);
            setAttribute(input, "autocomplete", purpose.completion ?? "off");
            if (element.value === known) return keep(identifier, { value: input.value.toWellFormed() });
            known = element.value;
            setValue(input, element.value);
        },
    };
}

/**
 * A field for a secret: hidden, never filled or stored by the browser, and empty after it is submitted.
 *
 * @param {SheetElement} _first
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function secureFieldView(_first, { text, typed }) {
    const input = makeInput({ id: newIdentifier("field"), type: "password" });
    const label = make("label", { for: input.id, dir: "auto" });
    const reveal = make("button", { type: "button", class: "glyph reveal", "aria-pressed": "false" }, icon("eye"));
    const node = make("div", { class: "element row field secure" }, label, input, reveal);

    /** @param {boolean} isShown */
    function show(isShown) {
        const { selectionStart, selectionEnd } = input;
        input.type = isShown ? "text" : "password";
        if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd);
        reveal.setAttribute("aria-pressed", String(isShown));
        reveal.replaceChildren(icon(isShown ? "eyeOff" : "eye"));
    }

    function forget() {
        input.value = "";
        show(false);
        typed(false);
    }

    input.addEventListener("input", () => typed(input.value !== ""));

    reveal.addEventListener("click", () => show(input.type === "password"));
    // The field keeps the focus, so that the user can continue typing.
    reveal.addEventListener("pointerdown", (event) => event.preventDefault());
    return {
        node, target: input, close: forget,
        hasSecret: () => input.value !== "",
        takeSecret() {
            const secret = input.value.toWellFormed();
            forget();
            return secret;
        },
        update(element) {
            if (element.kind !== "secureField") return;
            setForeign(label, element.label);
            setPlaceholder(input, element.placeholder, element.label);
            reveal.setAttribute("aria-label", text("sheet_reveal", escaping(element.label)));
        },
    };
}

/**
 * A field that reports every change, and whose arrow keys move in the list that it searches.
 *
 * @param {SheetElement} first
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function searchFieldView(first, context) {
    const { send, keep, text } = context;
    const identifier = first.id;
    const input = makeInput({ id: newIdentifier("search"), dir: "auto", enterkeyhint: "search", class: "search-input" });
    const clear = make("button", {
        type: "button", class: "glyph clear", tabindex: "-1", "aria-label": text("sheet_search_clear"),
    }, icon("clear"));
    const node = make("div", { class: "element search", role: "search" }, icon("search"), input, clear);
    let known = "";
    let isDue = false;
    let isComposing = false;

    /** Changes within one frame are reported as one. */
    function changed() {
        clear.hidden = input.value === "";
        keep(identifier, { value: input.value.toWellFormed() });
        if (isDue || isComposing) return;
        isDue = true;
        requestAnimationFrame(flush);
    }

    function flush() {
        isDue = false;
        const searched = input.value.toWellFormed();
        if (searched === known) return;
        known = searched;
        context.searched();
        send({ kind: "searched", element: identifier, text: searched });
    }

    input.addEventListener("input", changed);
    input.addEventListener("compositionstart", () => isComposing = true);
    input.addEventListener("compositionend", () => {
        isComposing = false;
        changed();
    });
    clear.addEventListener("click", () => {
        input.value = "";
        input.focus();
        changed();
    });
    return {
        node, target: input,
        handleKey(event) {
            const list = context.searchedList();
            if (list === null || list.rowCount() === 0) return false;
            const moves = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Enter"].includes(event.key)
                || (["Home", "End"].includes(event.key) && (input.value === "" || event.ctrlKey))
                || (event.key === "ArrowRight" && input.selectionStart === input.value.length);
            if (!moves) return false;
            // Enter is not meant for a row of the previous search.
            if (event.key === "Enter" && isDue) flush();
            return list.handleKey?.(event) ?? false;
        },
        update(element) {
            if (element.kind !== "searchField") return;
            const name = element.placeholder ?? text("sheet_search");
            setAttribute(input, "placeholder", escaping(name));
            setAttribute(input, "aria-label", escaping(name));
            if (element.value !== known) {
                known = element.value;
                setValue(input, element.value);
            }
            clear.hidden = input.value === "";
        },
    };
}
