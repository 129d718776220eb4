// What the extension itself offers beside a sheet, whoever's it is: no provider draws it or hears of it.

/** @import { Frame } from "./sheetTypes.js" */
import { make } from "./dom.js";

const titles = { elsewhere: "sheet_way_elsewhere", never: "sheet_way_never" };

/**
 * @param {Frame} frame
 * @param {(key: string, ...values: string[]) => string} text
 * @param {(way: string) => void} take
 */
export function wayButtons({ ways = [] }, text, take) {
    return ways.map((way) => {
        const button = make("button", { type: "button", class: "button", "data-way": way }, text(titles[way]));
        button.addEventListener("click", () => take(way));
        return button;
    });
}
