// Timers, and timeouts of requests.

/** The limits and the default of a page's timeout, in milliseconds (WebAuthn L3 §15.1). */
const range = { least: 300_000, most: 600_000, usual: 300_000 };

/**
 * The timeout of a ceremony; at least five minutes, for users who need longer.
 *
 * @param {number | undefined} wanted
 */
export function timeoutOf(wanted) {
    return Math.min(Math.max(wanted ?? range.usual, range.least), range.most);
}

/**
 * Runs a function later; returns a function that cancels it.
 *
 * @param {number} milliseconds
 * @param {() => void} body
 */
export function after(milliseconds, body) {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
}

/** A signal that is never aborted. */
export const neverAborted = new AbortController().signal;

/**
 * A signal that aborts after a time, or with another signal.
 *
 * @param {(milliseconds: number, body: () => void) => () => void} after
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export function deadline(after, milliseconds, signal) {
    const ending = new AbortController();
    const limit = {
        signal: AbortSignal.any([signal, ending.signal]),
        isOver: false,
        stop: after(milliseconds, () => {
            limit.isOver = true;
            ending.abort();
        }),
    };
    return limit;
}
