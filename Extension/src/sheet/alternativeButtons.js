// Buttons that the extension adds below a sheet. No provider can draw them or receives their events.

/** @import { Frame } from "./sheetTypes.js" */
import { make } from "./dom.js";

export const alternativeTitles = { elsewhere: "sheet_alternative_elsewhere", never: "sheet_alternative_never" };

/**
 * @param {Frame} frame
 * @param {(key: string, ...values: string[]) => string} text
 * @param {(alternative: string) => void} take
 */
export function alternativeButtons({ alternatives = [] }, text, take) {
    return alternatives.map((alternative) => {
        const button = make("button", { type: "button", class: "button", "data-alternative": alternative }, text(alternativeTitles[alternative]));
        button.addEventListener("click", () => take(alternative));
        return button;
    });
}
