// How long a request may stay open.

/** What a page may ask for, and what it gets without asking, in milliseconds (WebAuthn L3 §15.1). */
const range = { least: 300_000, most: 600_000, usual: 300_000 };

/**
 * The time of a ceremony: never too short for a person who needs longer.
 *
 * @param {number | undefined} wanted
 */
export function timeoutOf(wanted) {
    return Math.min(Math.max(wanted ?? range.usual, range.least), range.most);
}

/** The signal of a call that nothing cancels. */
export const neverAborted = new AbortController().signal;

/**
 * A signal that is aborted after a time, or with another one.
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
