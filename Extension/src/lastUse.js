// The text for the day on which a passkey was last used.

import { language, message } from "./browser.js";

/**
 * @param {number | undefined} lastUse in seconds since 1970
 * @returns {string | undefined} `undefined` if the passkey was never used
 */
export function lastUseText(lastUse, now = new Date()) {
    if (lastUse === undefined) return undefined;
    const date = new Date(lastUse * 1000);
    // The number is outside the range of dates.
    if (Number.isNaN(date.getTime())) return undefined;
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
    if (isSameDay(date, now)) return message("last_use_today");
    if (isSameDay(date, yesterday)) return message("last_use_yesterday");
    return message("last_use_on", new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(date));
}

/** @param {Date} one @param {Date} other */
function isSameDay(one, other) {
    return one.toDateString() === other.toDateString();
}
