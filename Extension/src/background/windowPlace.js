// The size and the place of a sheet's window.

import { screenReserve } from "../sheet/desktopRecord.js";
import { sheetWidth } from "../sheet/sheetHeight.js";

/**
 * The size to request for a content of this height.
 *
 * @param {number} height
 * @param {import("../sheet/desktopRecord.js").Desktop} desktop
 */
export function windowSize(height, { extraWidth, extraHeight, zoom, letters, screenWidth, screenHeight }) {
    return {
        width: Math.min(Math.ceil(sheetWidth * zoom) + extraWidth, screenWidth),
        height: Math.min(Math.ceil(height * zoom * letters) + extraHeight, screenHeight - screenReserve),
    };
}

/**
 * Centred below the top of a window; higher if the new window would reach below it.
 *
 * @param {WebExtension.CreatedWindow | undefined} around
 * @param {{width: number, height: number}} size
 */
export function placeNear(around, size) {
    if (around?.left === undefined || around.top === undefined || around.width === undefined) return {};
    const below = Math.min(80, Math.max(0, (around.height ?? size.height) - size.height));
    return {
        left: Math.max(0, Math.round(around.left + (around.width - size.width) / 2)),
        top: Math.max(0, around.top + below),
    };
}
