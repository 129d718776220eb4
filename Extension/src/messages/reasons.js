// The failures of a connection in words of the extension's own, for list and settings alike.

/** @type {Readonly<Record<string, string | undefined>>} */
const keys = { noHost: "popup_no_host", hostRefused: "popup_host_refused", noAgent: "popup_no_agent", unsupportedVersion: "popup_version" };

/**
 * The key of the sentence that says why nothing goes; of those of which we know nothing more, that it did not work.
 *
 * @param {{reason: string}} failure
 */
export function reasonText({ reason }) {
    return keys[reason] ?? "popup_failed";
}

/** Failures that only the user can mend, by installing or updating something. @type {ReadonlySet<string>} */
export const lasting = new Set(Object.keys(keys));

/**
 * The command in a hint such as 'run "latchkey browser install"'.
 *
 * @param {string | undefined} hint
 */
export function commandIn(hint) {
    return /"(latchkey[^"]*)"/u.exec(hint ?? "")?.[1];
}
