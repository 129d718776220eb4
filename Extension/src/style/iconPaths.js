// Icons that strip, sheets and popup share: line drawings on a 24 × 24 grid, in the text colour.

/** @type {Readonly<Record<"key" | "passkey" | "code" | "warning", readonly string[]>>} */
export const drawings = {
    key: ["M15.75 12.75a4.75 4.75 0 1 0 0-9.5 4.75 4.75 0 0 0 0 9.5Z", "M12.3 11.7 3.75 20.25", "M6.5 17.5l2.75 2.75",
        "M10 14l2 2"],
    passkey: ["M10 11a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5Z", "M3 20v-1.2C3 16 6 14.2 10 14.2c1 0 2 .1 2.8.3",
        "M17.75 11.5a2.75 2.75 0 0 1 1 5.3V21l-1.5-1.4.9-1.3-.9-1.4a2.75 2.75 0 0 1 .5-5.4Z"],
    code: ["M12 21a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z", "M12 8v4.7l3 1.8"],
    warning: ["M12 4.2 2.9 19.5h18.2L12 4.2Z", "M12 10v4.3", "M12 17h.01"],
};
