// The window that a sheet is shown in: joins it to the background by a port named after the sheet.
//
// The background sends {type: "open", number, frame, sheet}, {type: "change", difference} and {type: "close"}; the window
// sends {type: "event", number, event}: what is done to a sheet names it, since another may be on its way. A port that ends
// without "close" means that the user closed the window: cancelled.
//
// Where a secret is being typed, what would take its field away waits: the rest of it would be typed into what comes next,
// such as the search in a list. {type: "typing", isOn} tells the background, which closes no window meanwhile.

/** @import { SheetEvent } from "./sheetTypes.js" */
/** @import { SheetView } from "./sheetView.js" */
import { language, message, runtime, storage } from "../browser.js";
import { sheetPort } from "../messages.js";
import { parseDifference, parseFrame, parseSheet } from "./sheetParsing.js";
import { createSheetView } from "./sheetView.js";
import { SecretTyping } from "./secretTyping.js";
import { fitWindow } from "./windowSize.js";

document.documentElement.lang = language();
document.documentElement.dir = message("@@bidi_dir");
const root = /** @type {HTMLElement} */ (document.getElementById("sheet"));
const identifier = new URLSearchParams(location.search).get("id") ?? "";
/** Under which name it is kept that the colour and the word of the window were explained, or in how many windows they were. */
const explainedKey = "explainedSheetMark";
/** Who has seen it so often has seen it. */
const explainedOften = 3;
/** @type {SheetView | null} */
let view = null;
/** @type {unknown} the number of the sheet that is shown */
let number;
/** @type {unknown[]} what came while a secret is being typed, and would interrupt that */
let held = [];
// Before the port is there: what comes over it while nobody listens is lost.
const explainedBefore = (await storage.local.get(explainedKey))[explainedKey];
const windowsBefore = typeof explainedBefore === "number" ? explainedBefore : 0;
let isExplained = explainedBefore === true || windowsBefore >= explainedOften;
const port = runtime.connect({ name: sheetPort + identifier });

const typing = new SecretTyping((isOn) => {
    post({ type: "typing", isOn });
    // What ended it is still on its way: it is meant for the sheet that is shown.
    if (!isOn) queueMicrotask(release);
}, (milliseconds, body) => {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
});

port.onMessage.addListener(receive);
// The agent or the background is gone, and with it who asked.
port.onDisconnect.addListener(leave);
// Nothing that was typed stays behind; the port's end says the rest.
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
        // What came does not fit what is shown: nothing that the user sees can be trusted any more.
        cancel();
        leave();
    }
}

/**
 * Whether a message would take a secret away that is being typed.
 *
 * @param {Record<string, unknown>} fields
 */
function interrupts(fields) {
    if (view === null || !typing.isOn) return false;
    return fields.type !== "change" || view.takesSecret(parseDifference(fields.difference));
}

/** Goes on with what came meanwhile. */
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
            if (root.querySelector(".mark-note") !== null) void storage.local.set({ [explainedKey]: windowsBefore + 1 }).catch(() => undefined);
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

/** What is done while typing goes on or fields are searched, and does not end either. */
const passing = new Set(["textChanged", "searched", "scrolled"]);

/** @param {SheetEvent} event */
function send(event) {
    const isOld = held.length > 0;
    if (!passing.has(event.kind)) typing.end();
    if (isOld) {
        release();
        // It was meant for a sheet that is no more: only the way out is the way out of the next one, too.
        if (event.kind !== "cancelled") return;
    }
    post({ type: "event", number, event });
}

/** @param {object} said */
function post(said) {
    try {
        port.postMessage(said);
    } catch {
        // The port has ended, and says the rest.
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
