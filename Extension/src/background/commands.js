// Keyboard commands: for the page in front, also where no content script is yet.

import { commands, scripting, tabs } from "../browser.js";

/** Registers the commands; the toolbar's own opens its list without us. */
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
        // The page itself first: that one of its frames listens does not mean that it does.
        await tabs.sendMessage(tabId, { type: "wake" }, { frameId: 0 });
    } catch {
        // Opened before the extension was installed, or a site that the person keeps us from: the key press lets us in.
        await loadContent(tabId);
    }
    await tabs.sendMessage(tabId, { type: "command", name });
}

/** @param {number} tabId */
export async function loadContent(tabId) {
    await scripting.executeScript({ target: { tabId, allFrames: true }, files: ["src/content/loader.js"] });
}
