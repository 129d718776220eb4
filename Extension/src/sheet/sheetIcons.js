// The window's icons: line drawings on a 24 × 24 grid, in the text colour.

import { drawings as shared } from "../style/iconPaths.js";

/** @type {Readonly<Record<string, readonly string[]>>} */
const drawings = {
    ...shared,
    globe: ["M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z", "M3.8 12h16.4",
        "M12 3.6c2.4 2.4 3.5 5.2 3.5 8.4s-1.1 6-3.5 8.4c-2.4-2.4-3.5-5.2-3.5-8.4s1.1-6 3.5-8.4Z"],
    person: ["M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z", "M4.5 20.5c0-3.3 3.3-5.5 7.5-5.5s7.5 2.2 7.5 5.5"],
    folder: ["M3.5 7a2 2 0 0 1 2-2h3.8l2 2.5h7.2a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7Z"],
    search: ["M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Z", "M15.3 15.3 20 20"],
    clear: ["M8.5 8.5l7 7", "M15.5 8.5l-7 7"],
    eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z",
        "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"],
    eyeOff: ["M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4",
        "M6.6 7.2A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.7-1.3", "M9.9 10a3 3 0 0 0 4.1 4.2",
        "M4 4l16 16"],
    disclosure: ["M9.5 6l6 6-6 6"],
    checkmark: ["M5 12.5l4.5 4.5L19 7.5"],
    details: ["M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z", "M12 11.2v5", "M12 8h.01"],
    choose: ["M8 9.5l4-4 4 4", "M8 14.5l4 4 4-4"],
    info: ["M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z", "M12 11.2v5", "M12 8h.01"],
    error: ["M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z", "M12 7.8v5", "M12 16h.01"],
    program: ["M3.5 6.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-11Z", "M7 9l3 3-3 3",
        "M12.5 15H16"],
};

/** The icons that a provider may name for a row. */
const rowIcons = new Set(["key", "passkey", "code", "globe", "person", "folder"]);

/** @param {string | undefined} name */
export function isRowIcon(name) {
    return name !== undefined && rowIcons.has(name);
}

/**
 * A decorative icon, hidden from screen readers.
 *
 * @param {string} name
 */
export function icon(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", `icon icon-${name}`);
    svg.setAttribute("aria-hidden", "true");
    for (const line of drawings[name] ?? []) {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", line);
        svg.append(path);
    }
    return svg;
}
