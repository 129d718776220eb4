// The window that a sheet is shown in: joins it to the background by a port named after the sheet.
//
// The background sends {type: "open", number, frame, sheet}, {type: "change", difference} and {type: "close"}; the window
// sends {type: "event", number, event}: what is done to a sheet names it, since another may be on its way. A port that ends
// without "close" means that the person closed the window: cancelled.

/** @import { SheetEvent } from "./sheetTypes.js" */
/** @import { SheetView } from "./sheetView.js" */
import { language, message, runtime, storage } from "../browser.js";
import { sheetPort } from "../messages.js";
import { parseDifference, parseFrame, parseSheet } from "./parsing.js";
import { createSheetView } from "./sheetView.js";
import { fitWindow } from "./windowSize.js";

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
const root = /** @type {HTMLElement} */ (document.getElementById("sheet"));
const identifier = new URLSearchParams(location.search).get("id") ?? "";
/** Under which name it is kept that the colour and the word of the window were explained. */
const explainedKey = "explainedSheetMark";
/** @type {SheetView | null} */
let view = null;
/** @type {unknown} the number of the sheet that is shown */
let number;
// Before the port is there: what comes over it while nobody listens is lost.
let isExplained = (await storage.local.get(explainedKey))[explainedKey] === true;
const port = runtime.connect({ name: sheetPort + identifier });

port.onMessage.addListener((received) => {
    try {
        take(received);
    } catch {
        // What came does not fit what is shown: nothing that the person sees can be trusted any more.
        cancel();
        leave();
    }
});
// The agent or the background is gone, and with it who asked.
port.onDisconnect.addListener(leave);
// Nothing that was typed stays behind; the port's end says the rest.
addEventListener("pagehide", () => {
    view?.close();
    view = null;
});

/** @param {unknown} received */
function take(received) {
    const fields = /** @type {Record<string, unknown>} */ (received ?? {});
    switch (fields.type) {
        case "open":
            view?.close();
            number = fields.number;
            view = createSheetView(root, {
                frame: parseFrame(fields.frame), sheet: parseSheet(fields.sheet), send, text: message,
                explained: isExplained ? undefined : explained,
            });
            fitWindow(root);
            break;
        case "change":
            view?.apply(parseDifference(fields.difference));
            fitWindow(root);
            break;
        case "close": leave(); break;
    }
}

function explained() {
    isExplained = true;
    storage.local.set({ [explainedKey]: true }).catch(() => undefined);
    fitWindow(root);
}

/** @param {SheetEvent} event */
function send(event) {
    port.postMessage({ type: "event", number, event });
}

function cancel() {
    try {
        send({ kind: "cancelled" });
    } catch {
        // The port has ended, which says the same.
    }
}

function leave() {
    view?.close();
    view = null;
    window.close();
}
