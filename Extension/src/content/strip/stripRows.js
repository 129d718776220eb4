// The rows of the strip at a field, in the agent's order. Pure.
//
// A row holds no secret: no password and no code. A generated password is sent separately (StripView.showMade).

/**
 * @import { CredentialKind, Offers, Suggestion } from "../../messages.js"
 *
 * @typedef {"username" | "email" | "currentPassword" | "newPassword" | "oneTimeCode" | "text"} UseKind
 *   the use of the field; text: any text field, at the user's command
 *
 * @typedef {object} SuggestionRow
 * @property {"suggestion"} type
 * @property {Suggestion} suggestion
 * @property {boolean} hasFailed its login has just failed here
 *
 * @typedef {{type: "list", kind: "password" | "code", provider: string, name: string, providesPasskeys: boolean}} ListRow
 * @typedef {{type: "locked", provider: string, name: string, providesPasskeys: boolean}} LockedRow
 * @typedef {{type: "generate", provider: string, name: string, withInterface: boolean}} GenerateRow
 * @typedef {{type: "insert", provider: string, name: string}} InsertRow
 * @typedef {{type: "elsewhere"}} ElsewhereRow the browser's own passkeys
 * @typedef {SuggestionRow | ListRow | LockedRow | GenerateRow | InsertRow | ElsewhereRow} Row
 *
 * @typedef {object} Situation
 * @property {UseKind} kind
 * @property {boolean} isAsked by the command that shows the suggestions
 * @property {string} typed the text in the field, which narrows the suggestions; "" shows all
 * @property {boolean} [goesOn] whether the account was chosen in the previous step
 */

/** @typedef {Offers & {awaitsPasskey?: boolean}} Offered awaitsPasskey: whether a passkey request of the page waits for a pick */

/** @type {Record<UseKind, CredentialKind[]>} */
const kindsAt = {
    username: ["password", "passkey"],
    email: ["password", "passkey"],
    currentPassword: ["password", "passkey"],
    newPassword: [],
    oneTimeCode: ["code"],
    text: [],
};

/**
 * The kinds of credential to request for a field; passkeys are requested with the page's own request. At the user's command
 * the field may be another one than it seems, so logins are requested, too.
 *
 * @param {UseKind} kind
 * @param {boolean} [isAsked]
 */
export function kindsFor(kind, isAsked = false) {
    return wantedAt(kind, isAsked).filter((each) => each !== "passkey");
}

/**
 * @param {UseKind} kind
 * @param {boolean} isAsked
 * @returns {CredentialKind[]}
 */
function wantedAt(kind, isAsked) {
    return isAsked && kindsAt[kind].length === 0 ? ["password"] : kindsAt[kind];
}

/**
 * Whether the strip offers the list of all logins. A new-password field does, too, since the form may be a login.
 *
 * @param {Situation} situation
 */
function leadsToLogins({ kind, isAsked }) {
    return kind === "newPassword" || wantedAt(kind, isAsked).includes("password");
}

/**
 * The rows for a field.
 *
 * @param {Offered} offers
 * @param {Situation} situation
 * @returns {Row[]}
 */
export function rowsFor(offers, situation) {
    if (isNewName(offers, situation)) return [];
    const isNew = situation.kind === "newPassword", generating = generators(offers, situation);
    return [
        ...(isNew ? generating : []),
        ...suggestions(offers, situation),
        ...lists(offers, situation),
        ...locked(offers, situation),
        ...(isNew ? [] : generating),
        ...inserts(offers, situation),
        ...elsewhere(offers, situation),
    ];
}

/**
 * @param {Offers} offers
 * @param {Situation} situation
 * @returns {SuggestionRow[]}
 */
function suggestions(offers, { kind, isAsked, typed, goesOn = false }) {
    const kinds = wantedAt(kind, isAsked);
    // A page that shows a form again has often emptied the new password, so its generated password is offered.
    const isNewAgain = (/** @type {Suggestion} */ each) => kind === "newPassword" && each.wasGenerated === true;
    const wanted = offers.suggestions.filter((each) => (kinds.includes(each.kind) || isNewAgain(each)) && matches(each.user, typed));
    const failed = offers.failedUser, chosen = goesOn ? offers.chosenUser : undefined;
    // The previous step's account comes first, the one that has just failed last; otherwise the agent's order applies. If
    // an account can be chosen, a recently used one of another host does not come before this host's.
    const hasFailed = (/** @type {Suggestion} */ each) => each.user === failed && each.kind !== "passkey";
    const place = (/** @type {Suggestion} */ each) =>
        hasFailed(each) ? 2 : chosen !== undefined && each.user !== chosen ? 1 : 0;
    return [0, 1, 2].flatMap((at) => wanted.filter((each) => place(each) === at))
        .map((suggestion) => ({ type: "suggestion", suggestion, hasFailed: hasFailed(suggestion) }));
}

/**
 * Whether the typed text is clearly a new user name: the site has no login, or the text is a whole e-mail address that no login
 * starts with. Any other text may be mistyped, or be the name of another site's login, so the list of all logins stays.
 *
 * @param {Offers} offers
 * @param {Situation} situation
 */
function isNewName({ suggestions: all }, { kind, isAsked, typed }) {
    const kinds = wantedAt(kind, isAsked), known = all.filter((each) => kinds.includes(each.kind));
    if (typed === "" || known.some(({ user }) => matches(user, typed))) return false;
    return known.length === 0 || /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(typed);
}

/**
 * Whether a user name starts with the typed text.
 *
 * @param {string} user
 * @param {string} typed
 */
function matches(user, typed) {
    return typed === "" || user.toLowerCase().startsWith(typed.toLowerCase());
}

/**
 * @param {Offers} offers
 * @param {Situation} situation
 * @returns {ListRow[]}
 */
function lists({ providers, locked }, situation) {
    const hasCodes = kindsAt[situation.kind].includes("code");
    const open = providers.filter(({ id }) => !locked.some(({ provider }) => provider === id));
    return open.flatMap(({ id, name, providesPasswords, providesOneTimeCodes, providesPasskeys }) => [
        ...(leadsToLogins(situation) && providesPasswords
            ? [/** @type {ListRow} */ ({ type: "list", kind: "password", provider: id, name, providesPasskeys })] : []),
        ...(hasCodes && providesOneTimeCodes
            ? [/** @type {ListRow} */ ({ type: "list", kind: "code", provider: id, name, providesPasskeys: false })] : []),
    ]);
}

/**
 * @param {Offers} offers
 * @param {Situation} situation
 * @returns {LockedRow[]}
 */
function locked(offers, situation) {
    const isWanted = leadsToLogins(situation) || kindsAt[situation.kind].length > 0;
    if (!isWanted) return [];
    const havePasskeys = offers.providers.filter((each) => each.providesPasskeys).map(({ id }) => id);
    return offers.locked.map(({ provider, name }) =>
        ({ type: "locked", provider, name, providesPasskeys: havePasskeys.includes(provider) }));
}

/**
 * @param {Offers} offers
 * @param {Situation} situation
 * @returns {GenerateRow[]}
 */
function generators({ providers }, { kind, isAsked, typed }) {
    const isPassword = kind === "newPassword" || isAsked && kind === "currentPassword";
    if (!isPassword || typed !== "") return [];
    const plain = providers.find((each) => each.generatesPasswords);
    return [
        ...(plain ? [/** @type {GenerateRow} */ ({ type: "generate", provider: plain.id, name: plain.name,
            withInterface: false })] : []),
        ...providers.filter((each) => each.generatesWithUI).map((each) => /** @type {GenerateRow} */ ({
            type: "generate", provider: each.id, name: each.name, withInterface: true })),
    ];
}

/**
 * @param {Offers} offers
 * @param {Situation} situation
 * @returns {InsertRow[]}
 */
function inserts({ providers }, { isAsked }) {
    if (!isAsked) return [];
    return providers.filter((each) => each.providesTextToInsert)
        .map((each) => ({ type: "insert", provider: each.id, name: each.name }));
}

/**
 * @param {Offered} offers
 * @param {Situation} situation
 * @returns {ElsewhereRow[]}
 */
function elsewhere({ awaitsPasskey = false }, { kind }) {
    return awaitsPasskey && kindsAt[kind].includes("passkey") ? [{ type: "elsewhere" }] : [];
}

/**
 * The texts of a row.
 *
 * @typedef {object} RowText
 * @property {string} title
 * @property {string} subtitle
 * @property {string} mark a warning; "" for none
 * @property {string} place a note on the login's host; "" for this host
 * @property {boolean} isWarning
 * @property {boolean} isMade the password that it fills is shown in it
 * @property {import("../../overlay/overlayIcons.js").IconName} icon
 *
 * @param {Row} row
 * @param {(key: string, ...values: string[]) => string} say
 * @returns {RowText}
 */
export function textOf(row, say) {
    const plain = { subtitle: "", mark: "", place: "", isWarning: false, isMade: false };
    switch (row.type) {
        case "suggestion": return suggestionText(row, say);
        case "list": {
            const key = row.kind === "code" ? "strip_codes" : "strip_passwords";
            return { ...plain, title: say(key), subtitle: row.name, icon: "list" };
        }
        case "locked": return { ...plain, title: say("strip_locked", row.name), icon: "locked" };
        case "generate": {
            const key = row.withInterface ? "strip_generateWith" : "strip_generate";
            const subtitle = row.withInterface ? "" : row.name;
            return { ...plain, title: say(key, row.name), subtitle, isMade: !row.withInterface, icon: "generate" };
        }
        case "insert": return { ...plain, title: say("strip_insert", row.name), icon: "insert" };
        case "elsewhere": return { ...plain, title: say("sheet_alternative_elsewhere"), icon: "elsewhere" };
    }
}

/**
 * @param {SuggestionRow} row
 * @param {(key: string, ...values: string[]) => string} say
 * @returns {RowText}
 */
function suggestionText({ suggestion, hasFailed }, say) {
    const { user, service, grade, warning, kind, providerName, detail, displayName } = suggestion;
    const isWarning = warning !== undefined;
    // A login of another host always says so.
    const mark = isWarning ? say("strip_notSecure") : hasFailed ? say("strip_failedMark") : "";
    const isPasskey = kind === "passkey";
    // A passkey belongs to the relying party that the page named, so there is no other host.
    const place = isPasskey ? "" : grade === "site" ? say("strip_otherHost") : grade === "affiliated" ? say("strip_affiliated") : "";
    const source = isPasskey ? say("strip_passkeyOf", isolate(providerName)) : say("strip_for", isolate(service), isolate(providerName));
    return {
        title: user === "" ? say(isPasskey ? "strip_noPasskeyUser" : "strip_noUser") : isolate(user),
        // The names are first, because a narrow strip cuts off the end.
        subtitle: [...[displayName, detail].flatMap((part) => part === undefined ? [] : [isolate(part)]), source].join(" — "),
        mark,
        place,
        isWarning,
        isMade: false,
        icon: isWarning ? "warning" : kind,
    };
}

/**
 * The rows as the overlay draws them.
 *
 * @param {Row[]} rows
 * @param {(key: string, ...values: string[]) => string} say
 * @returns {import("../../overlay/overlayMessages.js").DrawnRow[]}
 */
export function drawnRows(rows, say) {
    return rows.map((row) => {
        const text = textOf(row, say);
        return { text, label: [text.title, text.subtitle, text.mark, text.place].filter((part) => part !== "").join(", "),
            isLarge: row.type === "suggestion" || row.type === "generate" && !row.withInterface };
    });
}

/**
 * The announcement for a screen reader when a strip opens.
 *
 * @param {number} count of rows
 * @param {string} note the line above the rows; "" for none
 * @param {(key: string, ...values: string[]) => string} say
 */
export function countOf(count, note, say) {
    const words = count === 0 ? "" : count === 1 ? say("strip_countOne") : say("strip_count", String(count));
    return [note, words].filter((part) => part !== "").join(" ");
}

/**
 * Replaces line breaks, control characters and bidirectional controls in a name from outside.
 *
 * @param {string} name
 */
export function isolate(name) {
    // deno-lint-ignore no-control-regex
    return name.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");
}

/**
 * The row that the keyboard command fills: the next preselectable one after the row that it filled last.
 *
 * @param {Row[]} rows
 * @param {string | null} before the suggestion that it filled just now
 * @returns {SuggestionRow | null}
 */
export function bestRow(rows, before) {
    const wanted = /** @type {SuggestionRow[]} */ (rows.filter((row) =>
        row.type === "suggestion" && row.suggestion.isPreselectable && !row.hasFailed));
    const at = wanted.findIndex((row) => row.suggestion.id === before);
    return wanted[(at + 1) % Math.max(1, wanted.length)] ?? null;
}
