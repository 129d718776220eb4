// Views of elements with a choice: toggles, pickers, buttons.

/** @import { ElementView, SheetElement, ViewContext } from "./sheetTypes.js" */
import { escaping } from "./displayText.js";
import { foreign, make, newIdentifier, setAttribute, setForeign } from "./dom.js";
import { icon } from "./sheetIcons.js";

/**
 * @param {SheetElement} first
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function toggleView(first, { send, keep }) {
    const identifier = first.id;
    const label = make("span", { class: "label", id: newIdentifier("label"), dir: "auto" });
    const target = make("button", {
        type: "button", role: "switch", class: "switch", "aria-checked": "false", "aria-labelledby": label.id,
    }, make("span", { class: "knob" }));
    const node = make("div", { class: "element row toggle" }, label, target);
    // The whole row can be pressed, like a label.
    node.addEventListener("click", (event) => {
        if (event.detail > 0 && hasSelection(node)) return;
        const isOn = target.getAttribute("aria-checked") !== "true";
        target.setAttribute("aria-checked", String(isOn));
        keep(identifier, { isOn });
        send({ kind: "toggled", element: identifier, isOn });
    });
    return {
        node, target,
        update(element) {
            if (element.kind !== "toggle") return;
            setForeign(label, element.label);
            target.setAttribute("aria-checked", String(element.isOn));
        },
    };
}

/** @param {Node} node */
function hasSelection(node) {
    const selection = getSelection();
    return selection !== null && !selection.isCollapsed && selection.containsNode(node, true);
}

/**
 * @param {SheetElement} first
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function pickerView(first, { send, keep, text }) {
    const identifier = first.id;
    const target = make("select", { id: newIdentifier("picker") });
    const label = make("label", { for: target.id, dir: "auto" });
    const node = make("div", { class: "element row picker" }, label,
        make("span", { class: "choice" }, target, icon("choose")));
    let shown = "";
    target.addEventListener("change", () => {
        keep(identifier, { selection: target.value });
        // After a choice the empty option is no longer available.
        target.querySelector("option[hidden]")?.remove();
        send({ kind: "picked", element: identifier, option: target.value });
    });
    return {
        node, target,
        update(element) {
            if (element.kind !== "picker") return;
            setForeign(label, element.label);
            const options = JSON.stringify(element.options) + (element.selection === undefined);
            if (options !== shown) {
                shown = options;
                target.replaceChildren(...element.options.map(({ identifier, title }) =>
                    make("option", { value: identifier, dir: "auto" }, escaping(title))
                ));
                if (element.selection === undefined) {
                    target.prepend(make("option", { value: "", hidden: "" }, text("sheet_picker_none")));
                }
            }
            const selection = element.selection ?? "";
            if (target.value !== selection) target.value = selection;
        },
    };
}

/**
 * A disabled button keeps the focus, but pressing it has no effect.
 *
 * @param {SheetElement} first
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function buttonView(first, { press }) {
    const target = make("button", { type: "button", class: "button" });
    const title = foreign("");
    target.append(title);
    const node = make("div", { class: "element action" }, target);
    target.addEventListener("click", () => press(first.id));
    return {
        node, target,
        update(element) {
            if (element.kind !== "button") return;
            setForeign(title, element.title);
            node.dataset.role = element.role;
            setAttribute(target, "aria-disabled", element.isEnabled ? null : "true");
        },
    };
}
