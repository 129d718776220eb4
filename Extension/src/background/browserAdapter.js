// Implements the dependencies of the background's modules with the browser's API, so that tests can replace them.

import { action, isFirefox, language, message, permissions, runtime, scripting, tabs, webNavigation, windows } from "../browser.js";
import { confirmingWords, errorWords, successWords } from "../content/fill/outcomeWords.js";
import { pageTexts } from "../content/fill/pageTexts.js";
import { openWindow } from "./sheetWindow.js";
import { after } from "./timeouts.js";

/** The native messaging host's name, as in its manifest. */
const nativeHost = "org.latchkey.host";

/** @type {import("./agent.js").AgentDependencies} */
export const agentDependencies = {
    connect: () => runtime.connectNative(nativeHost),
    // Always read `lastError`: Chromium logs an error that is not read.
    endOf: (port) => runtime.lastError?.message ?? port.error?.message ?? "",
    describe: async () => ({
        program: await programName(),
        language: language(),
        productVersion: runtime.getManifest().version,
    }),
    now: () => Date.now(),
    after,
};

/** @type {import("./documents.js").DocumentsDependencies} */
export const documentsDependencies = {
    extensionId: runtime.id,
    extensionURL: runtime.getURL(""),
    framesOf: async (tabId) => (await webNavigation.getAllFrames({ tabId })) ?? [],
    isActive: async (tabId) => (await tabs.get(tabId).catch(() => undefined))?.active === true,
};

/**
 * @param {(id: number, event: object) => void} sendEvent
 * @returns {import("./sheets.js").SheetsDependencies}
 */
export function sheetsDependencies(sendEvent) {
    return {
        openWindow,
        closeWindow: (id) => windows.remove(id),
        focusWindow: async (id) => void (await windows.update(id, { focused: true })),
        windowOfTab: async (tabId) => (await tabs.get(tabId).catch(() => undefined))?.windowId,
        sendEvent,
        after,
        pageURL: runtime.getURL("src/sheet/sheet.html"),
    };
}

/** @type {import("./badge.js").BadgeDependencies} */
export const badgeDependencies = {
    show: (text, title) => {
        action.setBadgeText({ text }).catch(() => undefined);
        action.setTitle({ title }).catch(() => undefined);
        if (text !== "") action.setBadgeBackgroundColor({ color: "#b3261e" }).catch(() => undefined);
    },
    message,
};

/**
 * Inspects the document that a frame shows. `undefined` if the extension may not access it.
 *
 * @param {number} tabId
 * @param {number} frameId
 * @returns {Promise<import("./pendingSubmissions.js").Seen | undefined>}
 */
export async function inspectPage(tabId, frameId) {
    try {
        const target = { tabId, frameIds: [frameId] };
        const [[found], [read]] = await Promise.all([
            scripting.executeScript({ target, func: describePage, args: [errorWords, successWords] }),
            scripting.executeScript({ target, func: pageTexts, args: [errorWords, confirmingWords] }),
        ]);
        const { errors } = /** @type {{errors: string[]}} */ (read?.result ?? { errors: [] });
        return found?.result ? { .../** @type {import("./pendingSubmissions.js").Seen} */ (found.result), errors } : undefined;
    } catch {
        // The browser's own pages, and sites on which the user withholds access.
        return undefined;
    }
}

/**
 * Runs in the page's isolated world, so it must not use names from outside its body. A field can shadow a member of its form,
 * such as `getAttribute`, so this calls the functions of the prototypes.
 *
 * @param {string} errorWords the source of a regular expression that recognises an error
 * @param {string} successWords likewise for success
 */
export function describePage(errorWords, successWords) {
    const isError = new RegExp(errorWords, "iu"), isSuccess = new RegExp(successWords, "iu");
    const { checkVisibility, getAttribute, getBoundingClientRect } = Element.prototype;
    const textContent = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
    /** @type {(element: Element) => boolean} */
    const isShown = (element) => {
        const { width, height } = getBoundingClientRect.call(element);
        return width > 4 && height > 4 && checkVisibility.call(element, { visibilityProperty: true });
    };
    /** @type {string[]} */
    const passwords = [];
    let complains = false, confirms = true, marksError = false;
    const textOf = (/** @type {Element} */ element) => String(textContent?.get?.call(element) ?? "");
    /** @type {(root: Document | ShadowRoot) => void} */
    const describe = (root) => {
        // An alert may also report success.
        const complaints = root.querySelectorAll("[aria-invalid=true], [role=alert]:not(:empty, [class*=success i])");
        const shown = [...complaints].filter(isShown);
        complains ||= shown.length > 0;
        confirms &&= shown.every((element) => isSuccess.test(textOf(element)) && !isError.test(textOf(element)));
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot instanceof ShadowRoot) describe(element.shadowRoot);
            const names = `${getAttribute.call(element, "class") ?? ""} ${getAttribute.call(element, "id") ?? ""}`;
            if (!marksError && /error|danger|(?<!ng-)invalid/i.test(names)) {
                marksError = (element instanceof HTMLInputElement || textOf(element).trim() !== "") && isShown(element);
            }
            if (!(element instanceof HTMLInputElement) || element.type !== "password" || !isShown(element)) continue;
            // As in content/fill/passwordFields.js.
            const attribute = (/** @type {string} */ name) =>
                element.form === null ? null : getAttribute.call(element.form, name);
            const parts = [attribute("action"), attribute("id"), element.name, element.id];
            passwords.push(parts.map((part) => (part ?? "").slice(0, 100)).join(" "));
        }
    };
    describe(document);
    const [navigation] = performance.getEntriesByType("navigation");
    const status = /** @type {{responseStatus?: number} | undefined} */ (/** @type {unknown} */ (navigation))?.responseStatus;
    return { passwords, complains, confirms: complains && confirms, marksError, status: status ?? 0 };
}

/** Timeout (ms) for asking a page whether it has the focus; a busy page counts as not focused. */
const focusTime = 1000;

/**
 * Whether a tab's document, or a frame in it, has the focus. Runs in the isolated world, which the page cannot change.
 *
 * @param {number} tabId
 * @returns {Promise<boolean>}
 */
export async function hasFocus(tabId) {
    const ask = scripting.executeScript({
        target: { tabId, frameIds: [0] }, injectImmediately: true,
        // The prototype's method: a form of the page that is named "hasFocus" would hide the document's own.
        func: () => Document.prototype.hasFocus.call(document),
    });
    const late = new Promise((resolve) => after(focusTime, () => resolve([])));
    return Promise.race([ask, late]).then(([found]) => found?.result === true, () => false);
}

/**
 * @param {number} tabId
 * @param {object} message
 */
export function tellTop(tabId, message) {
    return tabs.sendMessage(tabId, message, { frameId: 0 });
}

/** The active tab, with its address if the user has granted access to it. */
export async function activeTab() {
    const [tab] = await tabs.query({ active: true, lastFocusedWindow: true });
    if (tab?.url?.startsWith(runtime.getURL("")) !== true) return tab;
    // A window of the extension has the focus: use the page behind it.
    const others = (await tabs.query({ active: true })).filter((each) => each.url?.startsWith(runtime.getURL("")) !== true);
    return others.toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))[0];
}

/** The active tab of the window in front, for a question of the extension; `undefined` for a private window. */
export async function frontTab() {
    const tab = await activeTab();
    return tab?.incognito === false ? tab.id : undefined;
}

export function hasHostAccess() {
    return permissions.contains({ origins: ["<all_urls>"] });
}

/**
 * Sends a message to one document. Uses the document's id if the browser has one, so that a page that has replaced it
 * does not receive the message.
 *
 * @param {number} tabId
 * @param {object} message
 * @param {WebExtension.Frame} frame
 */
export function tell(tabId, message, frame) {
    const { documentId, frameId } = frame;
    return tabs.sendMessage(tabId, message, documentId === undefined ? { frameId } : { documentId });
}

/**
 * The focused window, which positions a new window. A challenge of a background tab waits until its tab is shown.
 */
export async function windowOf() {
    return (await windows.getLastFocused().catch(() => undefined))?.id;
}

/**
 * Whether a tab is private; `true` if the tab cannot be read.
 *
 * @param {number} tabId
 */
export async function isPrivate(tabId) {
    return (await tabs.get(tabId).catch(() => undefined))?.incognito ?? true;
}

/** The browser's name for sheets and the log; the native host replaces it if it knows a better one. */
async function programName() {
    if (isFirefox) return (await runtime.getBrowserInfo?.())?.name ?? "Firefox";
    return "Chromium";
}
