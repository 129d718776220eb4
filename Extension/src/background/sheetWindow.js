// Opens the window of a sheet, with its final size and near the window of the request.

import { message, windows } from "../browser.js";
import { readDesktop } from "../sheet/desktop.js";
import { highest, sheetHeight } from "../sheet/sheetHeight.js";
import { parseFrame, parseSheet } from "../sheet/sheetParsing.js";
import { placeNear, windowSize } from "./windowPlace.js";

/**
 * Opens the extension's window near the top of a browser window.
 *
 * Never a private window: Chromium shows pages of a spanning extension in normal windows only.
 *
 * @param {string} url
 * @param {number | undefined} near
 * @param {{frame: object, sheet: object} | undefined} content the first sheet
 */
export async function openWindow(url, near, content) {
    const [around, size] = await Promise.all([
        near === undefined ? undefined : windows.get(near).catch(() => undefined),
        sizeFor(content),
    ]);
    const address = `${url}&width=${size.width}&height=${size.height}`;
    const opened = await windows
        .create({ url: address, type: "popup", ...size, ...placeNear(around, size), focused: true })
        // The browser rejects a position that is mostly off-screen, and then chooses one.
        .catch(() => windows.create({ url: address, type: "popup", ...size, focused: true }));
    if (opened.id === undefined) throw new Error("the new window has no id");
    return opened.id;
}

/** @param {{frame: object, sheet: object} | undefined} content */
async function sizeFor(content) {
    const { desktop, isExplained } = await readDesktop();
    return windowSize(contentHeight(content, isExplained), desktop);
}

/**
 * @param {{frame: object, sheet: object} | undefined} content
 * @param {boolean} isExplained
 */
function contentHeight(content, isExplained) {
    try {
        return sheetHeight(parseFrame(content?.frame), parseSheet(content?.sheet), { text: message, width: textWidth }, isExplained);
    } catch {
        // The window reports an invalid sheet.
        return highest;
    }
}

/** @type {OffscreenCanvasRenderingContext2D | null} */
let canvas = null;

/**
 * @param {string} text
 * @param {string} font
 */
function textWidth(text, font) {
    canvas ??= new OffscreenCanvas(1, 1).getContext("2d");
    if (canvas === null) throw new Error("text cannot be measured");
    canvas.font = font.endsWith(" mono") ? font.replace(/ mono$/, ` ${monospaced}`) : `${font} ${family}`;
    return canvas.measureText(text).width;
}

/** The fonts of tokens.css. */
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, Cantarell, "Noto Sans", sans-serif';
const monospaced = 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "DejaVu Sans Mono", monospace';
