// The sheets of the extension's own that ask about passkeys. All that a page has a part in is a user name and its host.

import { message } from "../browser.js";

/**
 * @typedef {import("../messages.js").Suggestion} Suggestion
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 */

/** As many passkeys as are worth choosing from; the rest are in the provider's list. */
const rowLimit = 100;

/**
 * The row that stands for a provider: no suggestion has such a name.
 *
 * @param {string} provider
 */
export function listRow(provider) {
    return `list ${provider}`;
}

/**
 * The passkeys for a page, and the lists that they are from.
 *
 * @param {string} host
 * @param {{passkeys: Suggestion[], providers: ProviderAbilities[], locked: {provider: string}[]}} found
 */
export function signInSheet(host, { passkeys, providers, locked }) {
    const known = passkeys.slice(0, rowLimit).map(({ id, user, providerName }) => ({
        identifier: id,
        title: user === "" ? message("background_no_user") : user,
        subtitle: message("passkey_of", providerName),
        iconName: "passkey",
    }));
    const lists = providers.map(({ id, name }) => {
        const isLocked = locked.some(({ provider }) => provider === id);
        return {
            identifier: listRow(id),
            // Of a locked one nothing is shown that others could be other than.
            title: isLocked ? message("passkey_open", name) : message("passkey_others"),
            subtitle: isLocked ? message("passkey_locked") : name,
            iconName: "folder",
        };
    });
    return sheetOf(message("passkey_sign_in", host), [], [...known, ...lists]);
}

/**
 * The providers that a new passkey may be kept by.
 *
 * @param {string} host
 * @param {string | undefined} user
 * @param {ProviderAbilities[]} providers
 */
export function chooseProviderSheet(host, user, providers) {
    const account = user === undefined || user === "" ? [] : [message("confirm_account", user)];
    const rows = providers.map(({ id, name }) => ({ identifier: listRow(id), title: name, iconName: "passkey" }));
    return sheetOf(message("passkey_create", host), [...account, message("passkey_create_where")], rows);
}

/**
 * That something went wrong, in the agent's words for it.
 *
 * @param {import("../messages/failure.js").Failure} failure
 */
export function failureSheet({ message: words, hint }) {
    return {
        title: message("passkey_failed"),
        cancelTitle: message("passkey_close"),
        elements: [
            ...(words === "" ? [] : [{ id: "why", kind: "message", level: "error", text: words }]),
            ...(hint === undefined ? [] : [{ id: "hint", kind: "text", text: hint, style: "note" }]),
        ],
    };
}

/**
 * @param {string} title
 * @param {string[]} facts
 * @param {object[]} rows
 */
function sheetOf(title, facts, rows) {
    return {
        title,
        cancelTitle: message("confirm_cancel"),
        focus: "choices",
        elements: [
            ...facts.map((text, index) => ({ id: `fact${index}`, kind: "text", text, style: "body" })),
            { id: "choices", kind: "list", rowCount: rows.length, offset: 0, rows, sections: [] },
        ],
    };
}
