// Stores the record of the desktop, and reads it before the next window opens.

/** @import { Desktop } from "./desktopRecord.js" */
import { storage } from "../browser.js";
import { parseDesktop, unknownDesktop } from "./desktopRecord.js";

const key = "sheetDesktop";
/** The storage key: `true` when color and word were explained, else the number of windows that explained them. */
export const explainedKey = "explainedSheetMark";
/** After this many windows the explanation counts as read. */
const explainedOften = 3;

/**
 * The record of an earlier window, and how many windows have explained colour and word.
 *
 * @returns {Promise<{desktop: Desktop, windowsBefore: number, isExplained: boolean}>}
 */
export async function readDesktop() {
    const stored = await storage.local.get([key, explainedKey]);
    const explained = stored[explainedKey];
    const windowsBefore = typeof explained === "number" ? explained : 0;
    return {
        desktop: parseDesktop(stored[key]) ?? unknownDesktop,
        windowsBefore,
        isExplained: explained === true || windowsBefore >= explainedOften,
    };
}

/**
 * Stores a record if it is plausible.
 *
 * @param {Desktop} desktop
 */
export async function storeDesktop(desktop) {
    if (parseDesktop(desktop) !== undefined) await storage.local.set({ [key]: desktop });
}
