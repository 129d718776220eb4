// A plain page with the functions of sheetWindow.js, so that a test can replace the background.

/** @import { SheetEvent } from "../../../src/sheet/sheetTypes.js" */
/** @import { SheetView } from "../../../src/sheet/sheetView.js" */
import { parseDifference, parseFrame, parseSheet } from "../../../src/sheet/sheetParsing.js";
import { createSheetView } from "../../../src/sheet/sheetView.js";

/** @type {Record<string, {message: string}>} */
const strings = await (await fetch("/_locales/en/messages.json")).json();

/**
 * @param {string} key
 * @param {...string} values
 */
function text(key, ...values) {
    const string = strings[key];
    if (!string) throw new Error(`no string ${key}`);
    return string.message.replace(/\$([1-9])/g, (_, number) => values[Number(number) - 1] ?? "");
}

/** @type {SheetView | null} */
let view = null;

const page = {
    isReady: true,
    /** @type {SheetEvent[]} */
    sent: [],
    /**
     * The test's provider: receives an event and returns a difference or `null`.
     * @type {((event: SheetEvent) => unknown) | null}
     */
    provider: null,
    /** Whether the colour and the word still need an explanation. False after the user has read it. */
    explains: false,
    /** @param {{frame: unknown, sheet: unknown}} shown */
    open({ frame, sheet }) {
        view?.close();
        page.sent = [];
        const root = /** @type {HTMLElement} */ (document.getElementById("sheet"));
        view = createSheetView(root, {
            frame: parseFrame(frame), sheet: parseSheet(sheet), text,
            explained: page.explains ? () => void (page.explains = false) : undefined,
            send: (event) => {
                page.sent.push(structuredClone(event));
                const difference = page.provider?.(event);
                if (difference) setTimeout(() => page.change(difference));
            },
        });
    },
    /** @param {unknown} difference */
    change(difference) {
        view?.apply(parseDifference(difference));
    },
    close() {
        view?.close();
        view = null;
    },
};

Object.assign(globalThis, { page });
