// The icons of the strip, drawn by DOM calls: pages with Trusted Types refuse markup, and none is needed.

const svg = "http://www.w3.org/2000/svg";

/** Paths on a 20 × 20 grid, as lines of 1.5. */
const paths = {
    password: [
        "M12.5 3.25a4.25 4.25 0 1 1-1.6 8.19l-1.15 1.15H8v1.75H6.25v1.75H3.25v-2.75l5.31-5.3A4.25 4.25 0 0 1 12.5" +
            " 3.25Z",
        "M13.75 6.25h.01",
    ],
    passkey: ["M8 9.25a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z", "M2.75 16.5v-1a4 4 0 0 1 4-4h2.5a4 4 0 0 1 1.5.3",
        "M14.75 8.5a2.5 2.5 0 0 1 1 4.8v3.2l-1 1-1-1v-3.2a2.5 2.5 0 0 1 1-4.8Z"],
    code: ["M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z", "M10 6.25V10l2.5 1.75"],
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
    warning: ["M10 3.25 17.25 16H2.75L10 3.25Z", "M10 8.25v3.5", "M10 13.9h.01"],
    saved: ["M4 10.5 8.25 14.75 16 6"],
};

/** @typedef {keyof typeof paths} IconName */

/**
 * @param {IconName} name
 * @returns {SVGElement}
 */
export function icon(name) {
    const element = document.createElementNS(svg, "svg");
    element.setAttribute("viewBox", "0 0 20 20");
    element.setAttribute("aria-hidden", "true");
    element.setAttribute("class", "icon");
    for (const line of paths[name]) {
        const path = document.createElementNS(svg, "path");
        path.setAttribute("d", line);
        element.append(path);
    }
    return element;
}
