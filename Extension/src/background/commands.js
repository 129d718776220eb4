// Keyboard commands and the context menu's entry, for the active page; loads the content script if it is missing.

import { commands, contextMenus, message, runtime, scripting, tabs } from "../browser.js";

/** Registers the commands. The browser itself handles the one that opens the popup. */
export function takeCommands() {
    commands.onCommand.addListener((name, tab) => void sendCommand(name, tab).catch(() => undefined));
}

/** The context menu's entry, which is the command that it sends. */
const entry = "fill-here";

/** Adds "Fill with Latchkey" to the context menu of fields. The browser keeps the entry while the background is stopped. */
export function takeContextMenu() {
    runtime.onInstalled.addListener(() => contextMenus.create({
        id: entry, title: message("menu_fill"), contexts: ["editable"], documentUrlPatterns: ["http://*/*", "https://*/*"],
    }, () => void runtime.lastError));
    contextMenus.onClicked.addListener(({ menuItemId, frameId = 0, frameUrl, pageUrl }, tab) => {
        const address = (frameId === 0 ? pageUrl : frameUrl) ?? "";
        if (menuItemId !== entry || tab?.id === undefined || !URL.canParse(address)) return;
        // The frame may have navigated since the user opened the menu.
        void send({ name: entry, origin: new URL(address).origin }, tab.id, { frameId }).catch(() => undefined);
    });
}

/**
 * @param {string} name
 * @param {WebExtension.Tab | undefined} tab
 */
async function sendCommand(name, tab) {
    if (name !== "fill-best" && name !== "show-suggestions") return;
    const tabId = (tab ?? (await tabs.query({ active: true, lastFocusedWindow: true }))[0])?.id;
    if (tabId !== undefined) await send({ name }, tabId);
}

/**
 * @param {{name: string, origin?: string}} command origin: the only origin whose document accepts it
 * @param {number} tabId
 * @param {{frameId: number}} [frame] the only frame that gets it
 */
async function send(command, tabId, frame) {
    try {
        // Ask the page before its frames: a frame may have a content script when the page has none.
        await tabs.sendMessage(tabId, { type: "wake" }, { frameId: 0 });
    } catch {
        // The page is older than the extension, or the user withholds the site: the key press grants access (`activeTab`).
        await loadContent(tabId);
    }
    await tabs.sendMessage(tabId, { type: "command", ...command }, frame);
}

/** @param {number} tabId */
export async function loadContent(tabId) {
    await scripting.executeScript({ target: { tabId, allFrames: true }, files: ["src/content/loader.js"] });
}
