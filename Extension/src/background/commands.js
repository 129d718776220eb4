// Keyboard commands for the active page; loads the content script if it is missing.

import { commands, scripting, tabs } from "../browser.js";

/** Registers the commands. The browser itself handles the one that opens the popup. */
export function takeCommands() {
    commands.onCommand.addListener((name, tab) => void send(name, tab).catch(() => undefined));
}

/**
 * @param {string} name
 * @param {WebExtension.Tab | undefined} tab
 */
async function send(name, tab) {
    if (name !== "fill-best" && name !== "show-suggestions") return;
    const tabId = (tab ?? (await tabs.query({ active: true, lastFocusedWindow: true }))[0])?.id;
    if (tabId === undefined) return;
    try {
        // Ask the page before its frames: a frame may have a content script when the page has none.
        await tabs.sendMessage(tabId, { type: "wake" }, { frameId: 0 });
    } catch {
        // The page is older than the extension, or the user withholds the site: the key press grants access (`activeTab`).
        await loadContent(tabId);
    }
    await tabs.sendMessage(tabId, { type: "command", name });
}

/** @param {number} tabId */
export async function loadContent(tabId) {
    await scripting.executeScript({ target: { tabId, allFrames: true }, files: ["src/content/loader.js"] });
}
