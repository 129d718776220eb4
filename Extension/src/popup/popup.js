// The toolbar's list: what can be filled, copied and seen for the page in front, by pointer and by keyboard alone.

import { language, message, permissions, runtime, storage, tabs } from "../browser.js";
import { Failure } from "../messages/failure.js";
import { make } from "../sheet/dom.js";
import { Background } from "./background.js";
import { loginRows, matching } from "./logins.js";
import * as view from "./view.js";

/**
 * @typedef {import("../messages.js").PopupPage} PopupPage
 * @typedef {import("./logins.js").LoginRow} LoginRow
 */

/** How long a revealed password is shown, a tick stands for a copied one, and an open vault may take to answer. */
const times = { revealed: 30, copied: 1500, open: 250 };

const background = new Background();
const main = byId("main");
/** @type {() => void} */
let hideRevealed = () => {};

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
document.addEventListener("keydown", moveByKeys);
drawFoot("");
load();

async function load() {
    try {
        draw(/** @type {PopupPage} */ (/** @type {unknown} */ (await background.call("page"))));
    } catch (thrown) {
        drawFailure(Failure.from(thrown));
    }
}

/** @param {PopupPage} page */
async function draw(page) {
    const host = page.origin === undefined ? message("popup_no_site") : new URL(page.origin).host;
    byId("head").replaceChildren(...view.head(host, message(page.isPrivate ? "popup_private" : "popup_title")));
    const rows = loginRows(page.suggestions);
    const list = make("div", { id: "logins" });
    const field = view.searchField((typed) => drawLogins(list, page, matching(rows, typed), typed));
    main.replaceChildren();
    if (rows.length > 0) main.append(field);
    main.append(list, ...cards(page), view.group(message("popup_more"), moreItems(page)));
    drawLogins(list, page, rows, "");
    if (page.providers.length === 0) main.replaceChildren(noProviders());
    (document.getElementById("search") ?? main.querySelector("button"))?.focus();
    drawFoot(message("popup_connected"));
    await offerPasswordSaving();
}

/**
 * @param {HTMLElement} list
 * @param {PopupPage} page
 * @param {readonly LoginRow[]} rows
 * @param {string} typed
 */
function drawLogins(list, page, rows, typed) {
    hideRevealed();
    const namesProvider = page.providers.length > 1;
    const items = rows.map((row) =>
        view.loginItem(row, namesProvider, {
            fill: page.canFill ? () => void perform("fill", { suggestion: row.password ?? row.code }) : undefined,
            copy: (part, button) => void copy(part, { suggestion: part === "code" ? row.code : row.password ?? row.code }, button),
            reveal: (item, button) => void reveal(row, item, button),
        })
    );
    if (items.length > 0) list.replaceChildren(view.group(message("popup_logins"), items));
    else list.replaceChildren(view.card("quiet", "", [message(typed === "" ? emptyText(page) : "popup_none_found")]));
    if (typed !== "") say(items.length === 0 ? message("popup_none_found") : message("popup_found", String(items.length)));
}

/** @param {PopupPage} page */
function emptyText({ origin, locked }) {
    if (origin === undefined) return "popup_none_without_site";
    return locked.length > 0 ? "popup_none_locked" : "popup_none";
}

/**
 * What the person should know before anything else.
 *
 * @param {PopupPage} page
 */
function cards({ hasHostAccess }) {
    if (hasHostAccess) return [];
    const ask = view.button(message("popup_access_allow"), true, () => {
        // Asked by the press itself: browsers take it from nothing else.
        permissions.request({ origins: ["<all_urls>"] }).then((isGranted) => isGranted ? load() : undefined, fail);
    });
    return [view.card("warning", message("popup_access_title"), [message("popup_access_text")], [ask])];
}

/** @param {PopupPage} page */
function moreItems(page) {
    const items = page.locked.map(({ provider, name }) =>
        view.actItem("lock", message("popup_unlock", name), "", () => void openList(page, provider))
    );
    for (const { id, name, providesPasswords, generatesPasswords } of page.providers) {
        if (providesPasswords) {
            const title = page.providers.length > 1 ? message("popup_passwords_of", name) : message("popup_passwords");
            items.push(view.actItem("folder", title, page.canFill ? "" : message("popup_passwords_copy"), () => void openList(page, id)));
        }
        if (generatesPasswords && items.every((each) => each.id !== "generate")) {
            const item = view.actItem("generate", message("popup_generate"), "", () => void generate(id, item));
            item.id = "generate";
            items.push(item);
        }
    }
    const { changePassword } = page;
    if (changePassword !== undefined) {
        items.push(view.actItem("away", message("popup_change_password"), "", () => void tabs.create({ url: changePassword }).then(close)));
    }
    return items;
}

/**
 * Opens a provider's list: what is picked there goes into the page, or, where the page takes nothing, to the clipboard.
 *
 * @param {PopupPage} page
 * @param {string} provider
 */
function openList(page, provider) {
    return page.canFill ? perform("list", { kind: "password", provider }) : perform("copy", { part: "password", provider });
}

/**
 * @param {string} method
 * @param {object} params
 */
async function perform(method, params) {
    try {
        await background.call(method, params);
        close();
    } catch (thrown) {
        fail(thrown);
    }
}

/**
 * @param {"user" | "password" | "code"} part
 * @param {object} params
 * @param {HTMLElement} button
 */
async function copy(part, params, button) {
    try {
        const { clearsAfter } = await background.call("copy", { part, ...params });
        button.classList.add("done");
        setTimeout(() => button.classList.remove("done"), times.copied);
        say(part === "user" ? message("popup_copied_user") : message("popup_copied", String(clearsAfter)), true);
    } catch (thrown) {
        fail(thrown);
    }
}

/**
 * Shows a password under its row for a while; pressed again, hides it.
 *
 * @param {LoginRow} row
 * @param {HTMLElement} item
 * @param {HTMLElement} button
 */
async function reveal(row, item, button) {
    const wasShown = button.getAttribute("aria-pressed") === "true";
    hideRevealed();
    if (wasShown) return;
    // A window to unlock takes the focus, with which this list goes: what is to be done then is said before.
    const timer = setTimeout(() => say(message("popup_reveal_unlock"), true), times.open);
    try {
        const { password } = await background.call("reveal", { suggestion: row.password });
        if (password === undefined) return;
        showSecret(String(password), item, button);
        drawFoot(message("popup_connected"));
    } catch (thrown) {
        fail(thrown);
    } finally {
        clearTimeout(timer);
    }
}

/**
 * @param {string} text
 * @param {HTMLElement} item
 * @param {HTMLElement | undefined} button
 * @param {readonly Node[]} [beside]
 */
function showSecret(text, item, button, beside = []) {
    const left = make("span", { class: "left", "aria-hidden": "true" }, String(times.revealed));
    const box = make("div", { class: "secret" }, view.secret(text, message("popup_secret")), ...beside, left);
    item.append(box);
    item.classList.add("open");
    button?.setAttribute("aria-pressed", "true");
    let seconds = times.revealed;
    const timer = setInterval(() => {
        seconds -= 1;
        left.textContent = String(seconds);
        if (seconds <= 0) hideRevealed();
    }, 1000);
    hideRevealed = () => {
        clearInterval(timer);
        box.remove();
        item.classList.remove("open");
        button?.setAttribute("aria-pressed", "false");
        hideRevealed = () => {};
    };
}

/**
 * Shows a new password; it goes into a page by the strip at its new-password field, which also keeps it.
 *
 * @param {string} provider
 * @param {HTMLElement} item
 */
async function generate(provider, item) {
    try {
        const { passwords } = await background.call("generate", { provider });
        const [first] = /** @type {{value: string}[]} */ (passwords);
        hideRevealed();
        if (first === undefined) return;
        const again = view.tool("generate", message("popup_generate_again"), () => void generate(provider, item));
        showSecret(first.value, item, undefined, [again]);
        say(message("popup_generate_hint"));
    } catch (thrown) {
        fail(thrown);
    }
}

/** The offer to switch the browser's own password manager off, once. */
async function offerPasswordSaving() {
    const key = "offeredPasswordSaving";
    const [stored, isGranted] = await Promise.all([storage.local.get(key), permissions.contains({ permissions: ["privacy"] })]);
    if (stored[key] === true || isGranted) return;
    const done = () => {
        void storage.local.set({ [key]: true });
        box.remove();
    };
    const box = view.card("", message("popup_own_title"), [message("popup_own_text")], [
        view.button(message("popup_own_off"), true, () => {
            // The background switches it off once it may.
            permissions.request({ permissions: ["privacy"] }).then(done, fail);
        }),
        view.button(message("popup_own_keep"), false, done),
    ]);
    main.append(box);
}

function noProviders() {
    const hint = make("code", {}, "latchkey providers enable");
    return view.card("", message("popup_no_providers_title"), [message("popup_no_providers_text"), hint]);
}

/** @param {Failure} failure */
function drawFailure(failure) {
    byId("head").replaceChildren(...view.head(message("popup_not_connected"), message("popup_title")));
    const command = /"(latchkey[^"]*)"/u.exec(failure.hint ?? "")?.[1];
    const hints = command !== undefined ? [make("code", {}, command)] : failure.hint === undefined ? [] : [failure.hint];
    const again = view.button(message("popup_try_again"), true, () => void load());
    main.replaceChildren(view.card("", reasonText(failure), [...(hints.length > 0 ? [message("popup_hint")] : []), ...hints], [again]));
    again.focus();
    drawFoot(message("popup_not_connected"));
}

/** @param {Failure} failure */
function reasonText(failure) {
    const key = { noHost: "popup_no_host", hostRefused: "popup_host_refused", noAgent: "popup_no_agent", unsupportedVersion: "popup_version" };
    const known = /** @type {Record<string, string>} */ (key)[failure.reason];
    return known === undefined ? message("popup_failed") : message(known);
}

/** @param {unknown} thrown */
function fail(thrown) {
    const failure = Failure.from(thrown);
    if (failure.reason === "userCanceled" || failure.reason === "gone") return;
    document.querySelector(".card.warning.failed")?.remove();
    const text = failure.reason === "noClipboard" ? message("popup_no_clipboard") : failure.message;
    const box = view.card("warning failed", message("popup_failed"), [text, ...(failure.hint === undefined ? [] : [failure.hint])]);
    main.prepend(box);
    box.scrollIntoView({ block: "nearest" });
    say(`${message("popup_failed")} ${text}`);
}

/**
 * @param {string} text
 * @param {boolean} [isShown] whether the foot shows it too
 */
function say(text, isShown = false) {
    byId("live").textContent = text;
    if (isShown) drawFoot(text);
}

/** @param {string} state */
function drawFoot(state) {
    const settings = view.tool("settings", message("popup_settings"), () => void runtime.openOptionsPage().then(close));
    byId("foot").replaceChildren(make("span", { class: "state" }, state), settings);
}

/**
 * Arrow keys go from row to row, and to the buttons beside a row; Enter in the search field takes the first.
 *
 * @param {KeyboardEvent} event
 */
function moveByKeys(event) {
    const here = document.activeElement;
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".row")]);
    const isSearch = here instanceof HTMLInputElement;
    if (event.key === "Enter" && isSearch && !event.isComposing) return rows[0]?.click();
    const item = here?.closest("li");
    const index = rows.findIndex((each) => each === here || each.closest("li") === item);
    /** @type {HTMLElement | null | undefined} */
    let next;
    if (event.key === "ArrowDown") next = rows[index + 1];
    else if (event.key === "ArrowUp") next = index <= 0 ? document.getElementById("search") : rows[index - 1];
    else if (!isSearch && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
        const buttons = /** @type {HTMLElement[]} */ ([...(item?.querySelectorAll("button") ?? [])]);
        const isForward = (event.key === "ArrowRight") === (getComputedStyle(document.documentElement).direction === "ltr");
        next = buttons[buttons.findIndex((each) => each === here) + (isForward ? 1 : -1)];
    }
    if (next === undefined || next === null) return;
    event.preventDefault();
    next.focus();
}

function close() {
    window.close();
}

/** @param {string} id */
function byId(id) {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`no #${id}`);
    return element;
}
