// The popup: logins of the active page to fill, copy and reveal. Works with the keyboard alone.

import { language, message, permissions, runtime, storage, tabs } from "../browser.js";
import { Failure } from "../messages/failure.js";
import { reasonText } from "../messages/reasons.js";
import { make } from "../sheet/dom.js";
import { BackgroundPort } from "./backgroundPort.js";
import { generator } from "./generator.js";
import { moveByKeys } from "./popupKeys.js";
import { foundRows, loginRows, matching } from "./loginRows.js";
import { hideSecret, showSecret } from "./revealedSecret.js";
import * as view from "./popupView.js";

/**
 * @typedef {import("../messages.js").PopupPage} PopupPage
 * @typedef {import("../messages.js").FoundLogin} FoundLogin
 * @typedef {import("./loginRows.js").LoginRow} LoginRow
 */

/** How long (ms) a tick and a notice are shown, and how long a search waits for more typing. */
const times = { copied: 1500, notice: 8000, typing: 120 };

const background = new BackgroundPort(hideSecret);
const main = byId("main");
/** Counts the searches, so that a late result is ignored. */
let searches = 0;
/** The search for the current text. @type {Promise<void>} */
let searching = Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
document.addEventListener("keydown", (event) => moveByKeys(event, () => searching));
// Firefox draws a popup first in a narrow window, and then widens it.
addEventListener("resize", () => view.shortenTitles());
drawFoot();
load();

async function load() {
    try {
        await draw(/** @type {PopupPage} */ (/** @type {unknown} */ (await background.call("page"))));
    } catch (thrown) {
        drawFailure(Failure.from(thrown));
    }
}

/** @param {PopupPage} page */
async function draw(page) {
    const host = page.origin === undefined ? message("popup_no_site") : new URL(page.origin).host;
    byId("head").replaceChildren(...view.head(host, message(page.isPrivate ? "popup_private" : "popup_title")));
    drawFoot(page);
    if (page.providers.length === 0) {
        main.replaceChildren(noProviders());
        return;
    }
    const rows = loginRows(page.suggestions);
    const own = make("div", { id: "logins" });
    const others = make("div", { id: "others" });
    const field = view.searchField((typed) => {
        drawLogins(own, page, matching(rows, typed), typed);
        searching = search(others, own, page, typed, times.typing);
    });
    main.replaceChildren(field, own, others, ...cards(page), view.group(message("popup_more"), moreItems(page)));
    drawLogins(own, page, rows, "");
    searching = search(others, own, page, "", 0);
    document.getElementById("search")?.focus();
    await offerPasswordSaving();
}

/**
 * @param {HTMLElement} list
 * @param {PopupPage} page
 * @param {readonly LoginRow[]} rows
 * @param {string} typed
 */
function drawLogins(list, page, rows, typed) {
    hideSecret();
    const items = rows.map((row) => loginItem(row, page));
    const passkeys = matching(page.suggestions.filter(({ kind }) => kind === "passkey"), typed).map((each) =>
        view.passkeyItem(each, page.providers.length > 1, () => void perform("passkey", { suggestion: each.id })));
    /** @type {HTMLElement[]} */
    const groups = items.length > 0 ? [view.group(message("popup_logins"), items)] : [];
    if (passkeys.length > 0) {
        const title = message("popup_passkeys");
        groups.push(make("h2", { class: "above" }, title), view.group(title, passkeys));
    } else if (items.length === 0 && typed === "") groups.push(view.card("quiet", "", [message(emptyText(page))]));
    list.replaceChildren(...groups);
    view.shortenTitles();
}

/**
 * @param {LoginRow} row
 * @param {PopupPage} page
 */
function loginItem(row, page) {
    // A code of another site belongs to a login in progress there.
    const canFill = page.canFill && (!row.isOfOtherSite || row.password !== undefined);
    return view.loginItem(row, page.providers.length > 1, {
        fill: canFill ? () => void perform("fill", { suggestion: row.password ?? row.code }) : undefined,
        copy: (part, button) => void copy(part, { suggestion: part === "code" ? row.code : row.password ?? row.code }, button),
        reveal: (item, button) => void reveal(row, item, button),
    });
}

/**
 * Searches all logins, and shows those of other sites below the page's. An empty text searches only without a page.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} own
 * @param {PopupPage} page
 * @param {string} typed
 * @param {number} delay
 */
async function search(list, own, page, typed, delay) {
    searches += 1;
    const mine = searches;
    const text = typed.trim().slice(0, 64);
    // Results for another text must not be pressed for this one.
    list.replaceChildren();
    // The announced number was for another text.
    if (text === "") say("");
    if (text === "" && page.origin !== undefined) return;
    const found = page.canSearch ? await find(text, delay, () => mine === searches) : { rows: [], hasMore: false };
    if (found === undefined) return;
    hideSecret();
    const { rows, hasMore } = found;
    const items = rows.map((row) => loginItem(row, page));
    if (items.length > 0) {
        const title = message(page.origin === undefined ? "popup_all" : "popup_others");
        list.append(make("h2", { class: "above", id: "others-title" }, title), view.group(title, items));
        if (page.origin === undefined) own.replaceChildren();
        view.shortenTitles();
    }
    if (hasMore) list.append(view.card("quiet", "", [message("popup_more_found")]));
    const count = own.querySelectorAll("li").length + items.length;
    if (text === "") return;
    if (count === 0) own.replaceChildren(view.card("quiet", "", [message("popup_none_found")]));
    say(count === 0 ? message("popup_none_found") : message("popup_found", String(count)));
}

/**
 * The agent's results; `undefined` if the text has changed meanwhile, or after an error, which is shown.
 *
 * @param {string} text
 * @param {number} delay
 * @param {() => boolean} isWanted
 */
async function find(text, delay, isWanted) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (!isWanted()) return undefined;
    try {
        const { logins, hasMore } = await background.call("search", { text });
        return isWanted() ? { rows: foundRows(/** @type {FoundLogin[]} */ (logins)), hasMore: hasMore === true } : undefined;
    } catch (thrown) {
        if (isWanted()) fail(thrown);
        return undefined;
    }
}

/** @param {PopupPage} page */
function emptyText({ origin, locked }) {
    if (origin === undefined) return "popup_none_without_site";
    return locked.length > 0 ? "popup_none_locked" : "popup_none";
}

/**
 * Cards with what the user should know first.
 *
 * @param {PopupPage} page
 */
function cards({ hasHostAccess }) {
    if (hasHostAccess) return [];
    const ask = view.button(message("popup_access_allow"), true, () => {
        // Browsers accept the request only during the press.
        permissions.request({ origins: ["<all_urls>"] }).then((isGranted) => isGranted ? load() : undefined, fail);
    });
    return [view.card("warning", message("popup_access_title"), [message("popup_access_text")], [ask])];
}

/** @param {PopupPage} page */
function moreItems(page) {
    const items = page.locked.map(({ provider, name }) =>
        view.actItem("lock", message("popup_unlock", name), "", () => void perform("unlock", { provider }))
    );
    for (const { id, name, providesPasswords, generatesPasswords } of page.providers) {
        if (providesPasswords) {
            const title = page.providers.length > 1 ? message("popup_passwords_of", name) : message("popup_passwords");
            items.push(view.actItem("folder", title, page.canFill ? "" : message("popup_passwords_copy"), () => void openList(page, id)));
        }
        if (generatesPasswords && items.every((each) => each.id !== "generate")) {
            const item = view.actItem("generate", message("popup_generate"), "", () => void generate(page, id, item));
            item.id = "generate";
            items.push(item);
        }
    }
    const { changePassword } = page;
    // Without a stored password there is none to change.
    if (changePassword !== undefined && page.suggestions.some(({ kind }) => kind !== "passkey")) {
        items.push(view.actItem("away", message("popup_change_password"), "", () => void tabs.create({ url: changePassword }).then(close)));
    }
    return items;
}

/**
 * Opens a provider's list. A pick is filled into the page, or copied if the page has no field.
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

/** Locks, and draws the result. */
async function lock() {
    try {
        await background.call("lock");
        hideSecret();
        await load();
        say(message("popup_locked"));
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
 * Reveals a password below its row for a while, or hides it. If an unlock is needed, the popup closes, and the window
 * reveals it.
 *
 * @param {LoginRow} row
 * @param {HTMLElement} item
 * @param {HTMLElement} button
 */
async function reveal(row, item, button) {
    const wasShown = button.getAttribute("aria-pressed") === "true";
    hideSecret();
    if (wasShown) return;
    try {
        const { password } = await background.call("reveal", { suggestion: row.password });
        if (password !== undefined) showSecret(String(password), item, button);
    } catch (thrown) {
        fail(thrown);
    }
}

/**
 * Shows a generated password.
 *
 * @param {PopupPage} page
 * @param {string} provider
 * @param {HTMLElement} item
 */
async function generate({ canCopyText, canFillGenerated, isPrivate }, provider, item) {
    try {
        const box = await generator({
            make: async (params) => {
                const { passwords } = await background.call("generate", { provider, ...params });
                return /** @type {import("./generator.js").Generated[]} */ (passwords);
            },
            fill: canFillGenerated ? (made) => void perform("fillGenerated", { ...made, provider }) : undefined,
            copy: canCopyText ? (text, button) => void copy("password", { text, provider }, button) : undefined,
            say,
            isPrivate,
        });
        document.querySelector(".card.generator")?.remove();
        item.closest(".group")?.after(box);
        box.scrollIntoView({ block: "nearest" });
        box.querySelector("select")?.focus();
    } catch (thrown) {
        fail(thrown);
    }
}

/** Offers once to disable the browser's own password manager. */
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
            // The background disables it once it has the permission.
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
    const again = view.button(message("popup_try_again"), true, () => void load());
    main.replaceChildren(view.card("", message(reasonText(failure)), view.hints(failure.hint), [again]));
    again.focus();
    drawFoot();
}

/** @param {unknown} thrown */
function fail(thrown) {
    const failure = Failure.from(thrown);
    if (failure.reason === "userCanceled" || failure.reason === "gone") return;
    document.querySelector(".card.failed")?.remove();
    const text = failure.reason === "noClipboard" ? message("popup_no_clipboard") : failure.message;
    const box = view.card("failed", message("popup_failed"), [text, ...view.hints(failure.hint)], [
        view.button(message("popup_dismiss"), false, () => {
            box.remove();
            document.getElementById("search")?.focus();
        }),
    ]);
    main.prepend(box);
    box.scrollIntoView({ block: "nearest" });
    say(`${message("popup_failed")} ${text}`);
}

/**
 * @param {string} text
 * @param {boolean} [isShown] whether the footer also shows it for a while
 */
function say(text, isShown = false) {
    byId("live").textContent = text;
    if (!isShown) return;
    clearTimeout(noticeTimer);
    const notice = byId("notice");
    notice.replaceChildren(...view.notice(text));
    noticeTimer = setTimeout(() => notice.replaceChildren(), times.notice);
}

/**
 * The lock state and the button that changes it.
 *
 * @param {PopupPage} [page] `undefined` without a connection
 */
function drawFoot(page) {
    const settings = view.tool("settings", message("popup_settings"), () => void runtime.openOptionsPage().then(close));
    byId("state").replaceChildren(...view.lockState(page, {
        lock: () => void lock(),
        unlock: (provider) => void perform("unlock", { provider }),
    }), settings);
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
