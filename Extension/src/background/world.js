// The browser as the parts of the background ask for it: thin words over src/browser.js, so that the parts run in tests.

import { isFirefox, language, runtime, webNavigation, windows } from "../browser.js";

/** The native host's name, as its manifest has it. */
const nativeHost = "org.latchkey.host";

/** @type {import("./agent.js").AgentWorld} */
export const agentWorld = {
    connect: () => runtime.connectNative(nativeHost),
    // Read in any case: Chromium writes one that nobody read into its log.
    endOf: (port) => runtime.lastError?.message ?? port.error?.message ?? "",
    describe: async () => ({
        program: await programName(),
        language: language(),
        productVersion: runtime.getManifest().version,
    }),
    now: () => Date.now(),
    after,
};

/** @type {import("./documents.js").DocumentsWorld} */
export const documentsWorld = {
    extensionId: runtime.id,
    extensionURL: runtime.getURL(""),
    framesOf: async (tabId) => (await webNavigation.getAllFrames({ tabId })) ?? [],
};

/**
 * @param {(id: number, event: object) => void} sendEvent
 * @returns {import("./sheets.js").SheetsWorld}
 */
export function sheetsWorld(sendEvent) {
    return {
        openWindow,
        closeWindow: (id) => windows.remove(id),
        focusWindow: async (id) => void (await windows.update(id, { focused: true })),
        sendEvent,
        after,
        pageURL: runtime.getURL("src/sheet/sheet.html"),
    };
}

/**
 * @param {number} milliseconds
 * @param {() => void} body
 */
export function after(milliseconds, body) {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
}

/** The browser's name for frames and the log; the native host puts a better one in its place where it knows one. */
async function programName() {
    if (isFirefox) return (await runtime.getBrowserInfo?.())?.name ?? "Firefox";
    return "Chromium";
}

const sheetSize = { width: 420, height: 560 };

/**
 * Opens the extension's window near the top of the window that it is about.
 *
 * Never a private one: Chromium shows the pages of an extension that spans both kinds of windows in normal ones only.
 *
 * @param {string} url
 * @param {number | undefined} near
 */
async function openWindow(url, near) {
    const around = near === undefined ? undefined : await windows.get(near).catch(() => undefined);
    const place = placeNear(around);
    const opened = await windows
        .create({ url, type: "popup", ...sheetSize, ...place, focused: true })
        // A place that is mostly off the screen is refused; the browser then finds one.
        .catch(() => windows.create({ url, type: "popup", ...sheetSize, focused: true }));
    if (opened.id === undefined) throw new Error("the window has no number");
    return opened.id;
}

/** @param {WebExtension.CreatedWindow | undefined} around */
function placeNear(around) {
    if (around?.left === undefined || around.top === undefined || around.width === undefined) return {};
    return {
        left: Math.max(0, Math.round(around.left + (around.width - sheetSize.width) / 2)),
        top: Math.max(0, around.top + 80),
    };
}
