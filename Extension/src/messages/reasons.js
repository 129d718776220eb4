// Messages for connection failures, for popup and settings.

/** @type {Readonly<Record<string, string | undefined>>} */
const keys = { noHost: "popup_no_host", hostRefused: "popup_host_refused", noAgent: "popup_no_agent", unsupportedVersion: "popup_version" };

/**
 * The string key for a failure; a general one for unknown reasons.
 *
 * @param {{reason: string}} failure
 */
export function reasonText({ reason }) {
    return keys[reason] ?? "popup_failed";
}

/** Failures that only the user can fix, by installing or updating. @type {ReadonlySet<string>} */
export const lasting = new Set(Object.keys(keys));

/**
 * The command in a hint such as 'run "latchkey browser install"'; `undefined` if there is none.
 *
 * @param {string | undefined} hint
 */
export function commandIn(hint) {
    return /"(latchkey[^"]*)"/u.exec(hint ?? "")?.[1];
}
