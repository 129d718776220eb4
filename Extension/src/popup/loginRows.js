// Rows of logins in the popup: an account's password and code share a row. Pure.

/**
 * @typedef {import("../messages.js").Suggestion} Suggestion
 *
 * @typedef {object} LoginRow
 * @property {string} user
 * @property {string} service
 * @property {string} providerName
 * @property {boolean} isExact
 * @property {boolean} isOfOtherSite
 * @property {string | undefined} warning
 * @property {string | undefined} detail a text that distinguishes it from a row that looks the same
 * @property {string | undefined} password the suggestion's id
 * @property {string | undefined} code the suggestion's id
 */

/**
 * In the agent's order. Passkeys are left out: they have a section of their own.
 *
 * @param {readonly Suggestion[]} suggestions
 * @returns {LoginRow[]}
 */
export function loginRows(suggestions) {
    /** @type {Map<string, LoginRow>} */
    const rows = new Map();
    const seen = new Set();
    const ambiguous = new Set();
    const account = (/** @type {Suggestion} */ { provider, user, service }) => JSON.stringify([provider, user, service]);
    for (const each of suggestions) {
        const kindOfAccount = `${each.kind} ${account(each)}`;
        if (seen.has(kindOfAccount)) ambiguous.add(account(each));
        seen.add(kindOfAccount);
    }
    for (const each of suggestions) {
        const { id, kind, user, service, providerName, grade, warning, record, detail } = each;
        if (kind === "passkey") continue;
        // If two logins have the same name, a code must not share a row with the other login's password.
        const key = ambiguous.has(account(each)) && record !== undefined ? `${account(each)} ${record}` : account(each);
        const row = rows.get(key) ?? {
            user, service, providerName, isExact: grade === "exact", isOfOtherSite: false, warning, detail,
            password: undefined, code: undefined,
        };
        // Two suggestions of one kind stay separate rows.
        if (row[kind] !== undefined) {
            rows.set(`${key} ${id}`, { ...row, detail, password: undefined, code: undefined, [kind]: id });
            continue;
        }
        row[kind] = id;
        row.detail ??= detail;
        rows.set(key, row);
    }
    return [...rows.values()];
}

/**
 * The rows of a search; each names its site.
 *
 * @param {readonly import("../messages.js").FoundLogin[]} logins
 * @returns {LoginRow[]}
 */
export function foundRows(logins) {
    const found = logins.map((each) => ({ ...each, grade: /** @type {const} */ ("site"), rank: 0, isPreselectable: false }));
    return loginRows(found).map((row) => ({ ...row, isOfOtherSite: true }));
}

/**
 * The rows that contain every typed word.
 *
 * @template {{user: string, service: string, providerName: string, displayName?: string}} Row
 * @param {readonly Row[]} rows
 * @param {string} typed
 */
export function matching(rows, typed) {
    const words = typed.toLowerCase().split(/\s+/u).filter((word) => word !== "");
    return rows.filter(({ user, service, providerName, displayName = "" }) => {
        const text = `${user} ${displayName} ${service} ${providerName}`.toLowerCase();
        return words.every((word) => text.includes(word));
    });
}

/**
 * Splits a password by the kind of characters, so that O and 0 look different.
 *
 * @param {string} text
 * @returns {{kind: "letters" | "digits" | "signs", text: string}[]}
 */
export function runs(text) {
    /** @type {{kind: "letters" | "digits" | "signs", text: string}[]} */
    const found = [];
    for (const character of text) {
        const kind = /\p{L}/u.test(character) ? "letters" : /\p{N}/u.test(character) ? "digits" : "signs";
        const last = found.at(-1);
        if (last?.kind === kind) last.text += character;
        else found.push({ kind, text: character });
    }
    return found;
}
