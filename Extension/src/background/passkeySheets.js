// The extension's own sheets about passkeys. They show only the user name and host that a page supplies.

import { message } from "../browser.js";
import { lastUseText } from "../lastUse.js";

/**
 * @typedef {import("../messages.js").Suggestion} Suggestion
 * @typedef {import("../messages.js").ProviderAbilities} ProviderAbilities
 */

/** Maximum number of passkeys in a sheet; the provider's list has the others. */
const rowLimit = 100;

/**
 * The identifier of a provider's row; no suggestion has such an id.
 *
 * @param {string} provider
 */
export function listRow(provider) {
    return `list ${provider}`;
}

/**
 * The passkeys for a page, and a row for each provider's list.
 *
 * @param {string} host
 * @param {{passkeys: Suggestion[], providers: ProviderAbilities[], locked: {provider: string}[]}} found
 */
export function signInSheet(host, { passkeys, providers, locked }) {
    const known = passkeys.slice(0, rowLimit).map((passkey) => ({
        identifier: passkey.id,
        title: passkey.user === "" ? message("background_no_user") : passkey.user,
        subtitle: [passkey.displayName, passkey.detail, lastUseText(passkey.lastUse), otherParty(host, passkey),
            message("passkey_of", passkey.providerName)].filter((part) => part !== undefined).join(" — "),
        iconName: "passkey",
    }));
    const lists = providers.map(({ id, name }) => {
        const isLocked = locked.some(({ provider }) => provider === id);
        return {
            identifier: listRow(id),
            // A locked provider lists no passkeys, so "Other Passkeys" would be wrong.
            title: isLocked ? message("passkey_open", name) : message("passkey_others"),
            subtitle: isLocked ? message("passkey_locked") : name,
            iconName: "folder",
        };
    });
    return sheetOf(message("passkey_sign_in", host), [], [...known, ...lists]);
}

/**
 * The passkey's relying party, if its name is not a part of the site's name; else `undefined`.
 *
 * @param {string} host with its port
 * @param {Suggestion} passkey
 */
function otherParty(host, { service }) {
    const name = host.replace(/:\d+$/u, "");
    return name === service || name.endsWith(`.${service}`) ? undefined : service;
}

/**
 * The question before a sign-in with the only passkey that the site names.
 *
 * @param {string} host
 * @param {Suggestion} passkey
 * @param {boolean} hasOthers whether there is a button for other logins
 */
export function confirmPasskeySheet(host, passkey, hasOthers) {
    const { user, displayName, providerName, lastUse } = passkey;
    // Each on its own line, so that a name chosen by the site cannot look like a part of the question.
    const account = user === "" ? message("background_no_user") : message("confirm_account", user);
    const source = [message("passkey_of", providerName), otherParty(host, passkey), lastUseText(lastUse)];
    return {
        title: message("passkey_sign_in_only", host),
        cancelTitle: message("confirm_cancel"),
        defaultButton: "sign-in",
        focus: "sign-in",
        elements: [
            { id: "account", kind: "text", text: account, style: "body" },
            ...(displayName === undefined ? [] : [
                { id: "name", kind: "text", text: message("passkey_user", displayName), style: "body" },
            ]),
            {
                id: "provider", kind: "text", style: "note",
                text: source.filter((part) => part !== undefined).join(" — "),
            },
            button("sign-in", message("passkey_confirm"), "default"),
            ...(hasOthers ? [button("others", message("passkey_others"), "normal")] : []),
        ],
    };
}

/**
 * @param {string} id
 * @param {string} title
 * @param {"default" | "normal"} role
 */
function button(id, title, role) {
    return { id, kind: "button", title, role, submits: false, isEnabled: true };
}

/**
 * The providers that can store a new passkey.
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
 * A failure, with the agent's message.
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
