// Draws the popup's nodes. Contains no logic.

import { message, runtime } from "../browser.js";
import { lastUseText } from "../lastUse.js";
import { commandIn } from "../messages/reasons.js";
import { escaping } from "../sheet/displayText.js";
import { foreign, make } from "../sheet/dom.js";
import { icon } from "../sheet/sheetIcons.js";
import { showShortened } from "../style/middleEllipsis.js";
import { runs } from "./loginRows.js";

/** @typedef {import("./loginRows.js").LoginRow} LoginRow */

/**
 * @typedef {object} RowActs
 * @property {(() => void) | undefined} fill
 * @property {(part: "user" | "password" | "code", button: HTMLElement) => void} copy
 * @property {(item: HTMLElement, button: HTMLElement) => void} reveal
 */

/**
 * @param {string} place
 * @param {string} under
 */
export function head(place, under) {
    const mark = make("img", { class: "mark", src: runtime.getURL("icons/latchkey-128.png"), alt: "" });
    const words = make("div", { class: "place" }, make("h1", {}, foreign(place)), make("p", { class: "under" }, under));
    return [mark, words];
}

/** @param {(typed: string) => void} typed */
export function searchField(typed) {
    const label = message("popup_search");
    const input = make("input", { type: "search", id: "search", "aria-label": label, placeholder: label, autocomplete: "off", spellcheck: "false" });
    input.addEventListener("input", () => typed(input.value));
    return make("div", { class: "search" }, icon("search"), input);
}

/**
 * A row for a login, with its buttons.
 *
 * @param {LoginRow} row
 * @param {boolean} namesProvider
 * @param {RowActs} acts
 */
export function loginItem(row, namesProvider, acts) {
    const user = row.user === "" ? message("popup_no_user") : row.user;
    const item = make("li");
    const words = make("span", { class: "words" }, titleNode(user));
    const subtitle = subtitleOf(row, namesProvider);
    if (subtitle !== "") words.append(make("span", { class: "subtitle" }, foreign(subtitle)));
    if (row.warning !== undefined) words.append(make("span", { class: "subtitle warns" }, icon("warning"), message("popup_insecure")));
    const main = make("button", { class: "row", type: "button" }, icon(row.password === undefined ? "code" : "key"), words);
    if (acts.fill === undefined) {
        const part = row.password === undefined ? "code" : "password";
        main.setAttribute("aria-label", named(message(`popup_copy_${part}_of`, user), row));
        main.addEventListener("click", () => acts.copy(part, main));
    } else {
        main.setAttribute("aria-label", named(message("popup_fill_of", user), row));
        main.addEventListener("click", acts.fill);
        // A login of another site needs a confirmation.
        const title = message(row.isOfOtherSite ? "popup_fill_other" : "popup_fill");
        main.append(make("span", { class: "act", "aria-hidden": "true" }, title));
    }
    item.append(main, tools(row, user, acts, item));
    return item;
}

/**
 * A label with the row's details for screen readers: the login's site, and its warning.
 *
 * @param {string} label
 * @param {LoginRow} row
 */
function named(label, { isExact, service, warning, detail }) {
    const parts = [label];
    if (detail !== undefined) parts.push(detail);
    if (!isExact) parts.push(message("popup_for_site", service));
    if (warning !== undefined) parts.push(message("popup_insecure"));
    return parts.join(", ");
}

/**
 * @param {LoginRow} row
 * @param {string} user
 * @param {RowActs} acts
 * @param {HTMLElement} item
 */
function tools(row, user, acts, item) {
    const box = make("div", { class: "tools" });
    if (row.user !== "") box.append(tool("person", message("popup_copy_user_of", user), (button) => acts.copy("user", button)));
    if (row.password !== undefined) {
        box.append(tool("copy", message("popup_copy_password_of", user), (button) => acts.copy("password", button)));
    }
    if (row.code !== undefined) box.append(tool("code", message("popup_copy_code_of", user), (button) => acts.copy("code", button)));
    if (row.password !== undefined) {
        const button = tool("eye", message("popup_reveal_of", user), (pressed) => acts.reveal(item, pressed));
        button.setAttribute("aria-pressed", "false");
        box.append(button);
    }
    return box;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {(button: HTMLElement) => void} act
 */
export function tool(name, label, act) {
    const button = make("button", { class: "tool", type: "button", "aria-label": label, title: label }, drawing(name));
    button.addEventListener("click", () => act(button));
    return button;
}

/**
 * A row for a passkey of the page.
 *
 * @param {import("../messages.js").Suggestion} passkey
 * @param {boolean} namesProvider
 * @param {() => void} act
 */
export function passkeyItem({ user, displayName, service, grade, detail, providerName, lastUse }, namesProvider, act) {
    const title = user === "" ? message("popup_no_user") : user;
    const source = subtitleOf({ isExact: grade === "exact", service, providerName, detail }, namesProvider);
    const subtitle = [displayName, lastUseText(lastUse), source].filter((part) => part !== undefined && part !== "").join(" — ");
    const item = actItem("passkey", title, subtitle, act);
    item.firstElementChild?.setAttribute("aria-label", [message("popup_passkey_of", title), subtitle].filter((part) => part !== "").join(", "));
    return item;
}

/**
 * A row that is no login.
 *
 * @param {string} name of its icon
 * @param {string} title
 * @param {string} subtitle
 * @param {() => void} act
 */
export function actItem(name, title, subtitle, act) {
    const words = make("span", { class: "words" }, titleNode(title));
    if (subtitle !== "") words.append(make("span", { class: "subtitle" }, foreign(subtitle)));
    const button = make("button", { class: "row", type: "button" }, drawing(name), words);
    button.addEventListener("click", act);
    return make("li", {}, button);
}

/** The whole texts of titles. @type {WeakMap<Element, string>} */
const wholeTitles = new WeakMap();

/** @param {string} text */
function titleNode(text) {
    const node = make("span", { class: "title", dir: "auto" }, escaping(text));
    wholeTitles.set(node, escaping(text));
    return node;
}

/** Shortens the titles of drawn rows in their middle. A screen reader reads the whole ones. */
export function shortenTitles() {
    for (const title of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".title"))) {
        const text = wholeTitles.get(title) ?? "", button = title.closest("button");
        if (showShortened(title, text) || button?.hasAttribute("aria-label") !== false) continue;
        const subtitle = button.querySelector(".subtitle")?.textContent ?? "";
        button.setAttribute("aria-label", [text, subtitle].filter((part) => part !== "").join(", "));
    }
}

/**
 * @param {string} label
 * @param {readonly HTMLElement[]} items
 */
export function group(label, items) {
    return make("ul", { class: "group", "aria-label": label }, ...items);
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {readonly (string | Node)[]} paragraphs
 * @param {readonly HTMLElement[]} [buttons]
 */
export function card(kind, title, paragraphs, buttons = []) {
    const box = make("section", { class: `card ${kind}` });
    const sign = kind === "failed" ? "error" : kind === "warning" ? "warning" : undefined;
    if (title !== "") box.append(make("h2", {}, ...(sign === undefined ? [] : [icon(sign)]), title));
    for (const each of paragraphs) box.append(make("p", {}, each));
    if (buttons.length > 0) box.append(make("div", { class: "buttons" }, ...buttons));
    return box;
}

/**
 * @param {string} title
 * @param {boolean} isMain
 * @param {() => void} act
 */
export function button(title, isMain, act) {
    const made = make("button", { class: isMain ? "button main" : "button", type: "button" }, title);
    made.addEventListener("click", act);
    return made;
}

/**
 * The parts of a hint, with its command set apart.
 *
 * @param {string | undefined} hint
 */
export function hints(hint) {
    if (hint === undefined) return [];
    const command = commandIn(hint);
    return command === undefined ? [hint] : [message("popup_hint"), make("code", {}, command)];
}

/**
 * A notice of a finished action.
 *
 * @param {string} text
 */
export function notice(text) {
    return [drawing("done"), make("span", {}, text)];
}

/**
 * The lock state, and the button that changes it.
 *
 * @param {import("../messages.js").PopupPage | undefined} page
 * @param {{lock: () => void, unlock: (provider: string) => void}} acts
 */
export function lockState(page, { lock, unlock }) {
    const state = (/** @type {string} */ text) => make("span", { class: "state" }, text);
    if (page === undefined) return [state(message("popup_not_connected"))];
    if (page.isUnlocked === undefined) return [state(message("popup_connected"))];
    if (page.isUnlocked) {
        const close = page.canLock ? [button(message("popup_lock_now"), false, lock)] : [];
        return [drawing("unlocked"), state(message("popup_unlocked")), ...close];
    }
    const first = page.locked[0]?.provider ?? page.providers.find((each) => each.providesPasswords)?.id;
    const open = first === undefined ? [] : [button(message("popup_unlock_now"), false, () => unlock(first))];
    return [drawing("lock"), state(message("popup_locked")), ...open];
}

/**
 * A secret with its kinds of characters in different colours.
 *
 * @param {string} text
 * @param {string} label
 */
export function secret(text, label) {
    const output = make("output", { "aria-label": label, dir: "ltr", translate: "no" });
    for (const run of runs(text)) output.append(make("span", { class: run.kind }, run.text));
    return output;
}

/**
 * @param {Pick<LoginRow, "isExact" | "service" | "providerName" | "detail">} row
 * @param {boolean} namesProvider
 */
function subtitleOf({ isExact, service, providerName, detail }, namesProvider) {
    const parts = [];
    if (detail !== undefined) parts.push(detail);
    if (!isExact) parts.push(message("popup_for_site", service));
    if (namesProvider) parts.push(providerName);
    return parts.join(" — ");
}

/** The popup's own icons, in addition to those of sheets. @type {Readonly<Record<string, readonly string[]>>} */
const drawings = {
    copy: ["M9 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 19v-9A1.5 1.5 0 0 1 9 8.5Z",
        "M4.5 15.5A1.5 1.5 0 0 1 3.5 14V5A1.5 1.5 0 0 1 5 3.5h9a1.5 1.5 0 0 1 1.5 1"],
    generate: ["M12 3.5l1.9 5.1 5.1 1.9-5.1 1.9L12 17.5l-1.9-5.1L5 10.5l5.1-1.9L12 3.5Z", "M19 16v4.5", "M16.8 18.2h4.5"],
    lock: ["M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5Z",
        "M8 10.5V8a4 4 0 0 1 8 0v2.5"],
    unlocked: ["M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5Z",
        "M8 10.5V8a4 4 0 0 1 7.5-2"],
    done: ["M5 12.5l4.5 4.5L19 7.5"],
    away: ["M13.5 4.5h6v6", "M19.5 4.5l-9 9", "M17 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8.5A1.5 1.5 0 0 1 6 7h4"],
    settings: ["M4 7.5h9.5", "M18 7.5h2", "M15.7 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z", "M4 16.5h2", "M10.5 16.5H20",
        "M8.3 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z"],
};

/** @param {string} name */
function drawing(name) {
    const svg = icon(name);
    for (const line of drawings[name] ?? []) {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", line);
        svg.append(path);
    }
    return svg;
}
