// The icons of strip and banner, drawn by DOM calls.

import { drawings } from "../style/iconPaths.js";

const svg = "http://www.w3.org/2000/svg";

/** The strip's own icons, on a 20 × 20 grid. */
const own = {
    locked: [
        "M5 9h10a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1Z",
        "M6.75 9V6.5a3.25 3.25 0 0 1 6.5 0V9",
    ],
    list: ["M7.5 5.5h8.75", "M7.5 10h8.75", "M7.5 14.5h8.75", "M3.75 5.5h.01", "M3.75 10h.01", "M3.75 14.5h.01"],
    generate: [
        "M10 2.75l1.6 4.4a2 2 0 0 0 1.2 1.2l4.45 1.65-4.45 1.6a2 2 0 0 0-1.2 1.2L10 17.25l-1.6-4.45a2 2 0 0 0-1.2-1.2" +
            "L2.75 10 7.2 8.35a2 2 0 0 0 1.2-1.2L10 2.75Z",
    ],
    insert: ["M4.5 4h11", "M10 4v12", "M7.5 16h5"],
    elsewhere: [
        "M7 3h6a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Z",
        "M9 14.25h2",
    ],
    saved: ["M4 10.5 8.25 14.75 16 6"],
};

/** The icons that sheets and popup also use, on a 24 × 24 grid. */
const shared = { password: drawings.key, passkey: drawings.passkey, code: drawings.code, warning: drawings.warning };

/** @typedef {keyof typeof own | keyof typeof shared} IconName */

/**
 * @param {IconName} name
 * @returns {SVGElement}
 */
export function icon(name) {
    const element = document.createElementNS(svg, "svg");
    const isShared = Object.hasOwn(shared, name);
    element.setAttribute("viewBox", isShared ? "0 0 24 24" : "0 0 20 20");
    element.setAttribute("aria-hidden", "true");
    element.setAttribute("class", "icon");
    const lines = isShared ? shared[/** @type {keyof typeof shared} */ (name)] : own[/** @type {keyof typeof own} */ (name)];
    for (const line of lines) {
        const path = document.createElementNS(svg, "path");
        path.setAttribute("d", line);
        element.append(path);
    }
    return element;
}
