// The window of a sheet. A port named after the window connects it to the background.
//
// The background sends {type: "open", number, frame, sheet}, {type: "change", difference} and {type: "close"}. The window
// sends {type: "event", number, event}: an event names its sheet, since another sheet may be on its way. A port that ends
// without "close" means that the user closed the window: cancelled.
//
// While a secret is being typed, a message that would remove its field waits: the rest of the secret would go into the
// next field, such as a search. {type: "typing", isOn} makes the background keep the window open meanwhile.

/** @import { SheetEvent } from "./sheetTypes.js" */
/** @import { SheetView } from "./sheetView.js" */
import { language, message, runtime, storage } from "../browser.js";
import { explainedKey, readDesktop } from "./desktop.js";
import { sheetPort } from "../messages.js";
import { parseDifference, parseFrame, parseSheet } from "./sheetParsing.js";
import { createSheetView } from "./sheetView.js";
import { SecretTyping } from "./secretTyping.js";
import { fitWindow, zoomRead } from "./windowSize.js";

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
const root = /** @type {HTMLElement} */ (document.getElementById("sheet"));
const identifier = new URLSearchParams(location.search).get("id") ?? "";
/** @type {SheetView | null} */
let view = null;
/** @type {unknown} the number of the sheet that is shown */
let number;
/** @type {unknown[]} messages that wait while a secret is being typed */
let held = [];
// Before the port is open: a message without a listener is lost.
const [before] = await Promise.all([readDesktop(), zoomRead]);
let { isExplained } = before;
const port = runtime.connect({ name: sheetPort + identifier });

const typing = new SecretTyping((isOn) => {
    post({ type: "typing", isOn });
    // The event that ended the typing is sent first, for the sheet that is shown.
    if (!isOn) queueMicrotask(release);
}, (milliseconds, body) => {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
});

port.onMessage.addListener(receive);
// The agent or the background has stopped, and the request with it.
port.onDisconnect.addListener(leave);
// Clear typed text; the port's end notifies the background.
addEventListener("pagehide", () => {
    view?.close();
    view = null;
});

/** @param {unknown} received */
function receive(received) {
    try {
        const fields = /** @type {Record<string, unknown>} */ (received ?? {});
        if (held.length > 0 || interrupts(fields)) held.push(fields);
        else take(fields);
    } catch {
        // An invalid message: the shown sheet may be wrong, so cancel.
        cancel();
        leave();
    }
}

/**
 * Whether a message would remove the field of a secret that is being typed.
 *
 * @param {Record<string, unknown>} fields
 */
function interrupts(fields) {
    if (view === null || !typing.isOn) return false;
    return fields.type !== "change" || view.takesSecret(parseDifference(fields.difference));
}

/** Handles the messages that waited. */
function release() {
    const messages = held;
    held = [];
    messages.forEach(receive);
}

/** @param {Record<string, unknown>} fields */
function take(fields) {
    switch (fields.type) {
        case "open":
            view?.close();
            number = fields.number;
            view = createSheetView(root, {
                frame: parseFrame(fields.frame), sheet: parseSheet(fields.sheet), send, text: message,
                typed: (hasText) => typing.typed(hasText),
                explained: isExplained ? undefined : explained,
            });
            fitWindow(root);
            if (root.querySelector(".mark-note") !== null) void storage.local.set({ [explainedKey]: before.windowsBefore + 1 }).catch(() => undefined);
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

/** Events that do not end the typing of a secret. */
const passing = new Set(["textChanged", "searched", "scrolled"]);

/** @param {SheetEvent} event */
function send(event) {
    const isOld = held.length > 0;
    if (!passing.has(event.kind)) typing.end();
    if (isOld) {
        release();
        // The event was for a sheet that is gone; only Cancel applies to the next one too.
        if (event.kind !== "cancelled") return;
    }
    post({ type: "event", number, event });
}

/** @param {object} said */
function post(said) {
    try {
        port.postMessage(said);
    } catch {
        // The port has ended, which is handled there.
    }
}

function cancel() {
    held = [];
    send({ kind: "cancelled" });
}

function leave() {
    view?.close();
    view = null;
    window.close();
}
