// The toolbar's list: what can be filled, copied and seen for the page in front, by pointer and by keyboard alone.

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

/** Milliseconds for which a tick stands, a word stands, and typing may go on. */
const times = { copied: 1500, notice: 8000, typing: 120 };

const background = new BackgroundPort(hideSecret);
const main = byId("main");
/** Counts the searches, so that an answer that is late is left alone. */
let searches = 0;
/** The search for what stands in the field. @type {Promise<void>} */
let searching = Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
document.addEventListener("keydown", (event) => moveByKeys(event, () => searching));
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
    if (items.length > 0) list.replaceChildren(view.group(message("popup_logins"), items));
    else if (typed === "") list.replaceChildren(view.card("quiet", "", [message(emptyText(page))]));
    else list.replaceChildren();
}

/**
 * @param {LoginRow} row
 * @param {PopupPage} page
 */
function loginItem(row, page) {
    // The code of another site stands for a login that is under way there.
    const canFill = page.canFill && (!row.isOfOtherSite || row.password !== undefined);
    return view.loginItem(row, page.providers.length > 1, {
        fill: canFill ? () => void perform("fill", { suggestion: row.password ?? row.code }) : undefined,
        copy: (part, button) => void copy(part, { suggestion: part === "code" ? row.code : row.password ?? row.code }, button),
        reveal: (item, button) => void reveal(row, item, button),
    });
}

/**
 * Looks through all logins, and shows those of other sites below the page's own; without a word only where there is no page.
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
    // What was found for another word is not to be pressed for this one.
    list.replaceChildren();
    // What was said of another word is true no more.
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
    }
    if (hasMore) list.append(view.card("quiet", "", [message("popup_more_found")]));
    const count = own.querySelectorAll("li").length + items.length;
    if (text === "") return;
    if (count === 0) own.replaceChildren(view.card("quiet", "", [message("popup_none_found")]));
    say(count === 0 ? message("popup_none_found") : message("popup_found", String(count)));
}

/**
 * What the agent finds; nothing where another word was typed meanwhile, or where it failed, which is said.
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
 * What the user should know before anything else.
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
        view.actItem("lock", message("popup_unlock", name), "", () => void perform("unlock", { provider }))
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
    // Where nothing is kept there is nothing to change.
    if (changePassword !== undefined && page.suggestions.length > 0) {
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

/** Locks, and shows what is then to be seen. */
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
 * Shows a password under its row for a while; pressed again, hides it. Where it must be unlocked first, this list closes
 * for the window, which then shows it.
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
 * Shows a new password; it goes into a page by the strip at its new-password field, which also keeps it.
 *
 * @param {string} provider
 * @param {HTMLElement} item
 */
async function generate(provider, item) {
    try {
        const box = await generator({
            make: async (wish) => {
                const { passwords } = await background.call("generate", { provider, ...wish });
                return /** @type {import("./generator.js").Generated[]} */ (passwords);
            },
            say,
        });
        document.querySelector(".card.generator")?.remove();
        item.closest(".group")?.after(box);
        box.scrollIntoView({ block: "nearest" });
        box.querySelector("select")?.focus();
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
 * @param {boolean} [isShown] whether the foot shows it too, for a while
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
 * Whether anything is unlocked, and what turns that round.
 *
 * @param {PopupPage} [page] none where there is no connection
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
