// The messages between content scripts, the background and the extension's own pages.
//
// Every port carries calls ({id, method, params} -> {id, result} or {id, error}) and notifications ({method, params}).
// A document's origin, frame and ancestors are never in a message: the background takes them from the port's sender.

/**
 * @typedef {"password" | "passkey" | "code"} CredentialKind
 * @typedef {"exact" | "site" | "affiliated"} Grade
 */

/**
 * A suggestion, which is a row of the strip; common.json#/$defs/Suggestion.
 *
 * @typedef {object} Suggestion
 * @property {string} id
 * @property {CredentialKind} kind
 * @property {string} user
 * @property {string} service the host for which it was saved
 * @property {Grade} grade
 * @property {string} provider
 * @property {string} providerName
 * @property {number} rank
 * @property {string} [warning] a reason to ask before filling
 * @property {boolean} isPreselectable whether the keyboard command may fill it without a question
 * @property {string} [record] the provider's identifier of the login
 * @property {string} [detail] a text that distinguishes it from one that looks the same, such as the login's title
 * @property {string} [displayName] the site's name for the user of a passkey, if it differs from the user name
 * @property {number} [lastUse] when a passkey was last used, in seconds since 1970; missing if never
 * @property {boolean} [wasGenerated] whether it is a password that was just generated in this tab and is in no login yet
 */

/**
 * The abilities of an enabled provider.
 *
 * @typedef {object} ProviderAbilities
 * @property {string} id
 * @property {string} name
 * @property {boolean} providesPasswords
 * @property {boolean} providesOneTimeCodes
 * @property {boolean} providesTextToInsert
 * @property {boolean} savesPasswords
 * @property {boolean} changesUserNames whether it supports changing the user name of a login
 * @property {boolean} generatesPasswords
 * @property {boolean} generatesWithUI
 * @property {boolean} providesPasskeys
 * @property {boolean} supportsConditionalPasskeyRegistration whether it may create a passkey without asking
 */

/**
 * A login of any site; search.result.json.
 *
 * @typedef {object} FoundLogin
 * @property {string} id
 * @property {"password" | "code"} kind
 * @property {string} user
 * @property {string} service the host for which it was saved
 * @property {string} url a page of the host
 * @property {string} provider
 * @property {string} providerName
 * @property {string} [detail] as in Suggestion
 */

/**
 * The offers for a document's fields.
 *
 * @typedef {object} Offers
 * @property {Suggestion[]} suggestions best first
 * @property {ProviderAbilities[]} providers
 * @property {{provider: string, name: string}[]} locked providers whose entries are unknown until they unlock
 * @property {{origin: string, topLevelOrigin: string, isOfOtherSite: boolean}} frame
 * @property {boolean} isPrivate whether the window is private: nothing is saved or remembered
 * @property {boolean} savesHere `false` after "Never for This Site"
 * @property {string} [chosenUser] the account typed or chosen in the previous step of a login
 * @property {string} [failedUser] the account whose login has just failed on this page
 * @property {string} [passwordRules] the site's password rules, from its quirks
 */

/**
 * @typedef {{kind: "password", user: string, password: string}} PasswordValue
 * @typedef {{kind: "code", code: string, expiresIn?: number}} CodeValue
 * @typedef {{kind: "text", text: string}} TextValue
 * @typedef {{provider: string, value: PasswordValue | CodeValue | TextValue}} Filled
 */

/**
 * A reason against filling a form, found in its page. It is shown to the user, and used for nothing else.
 *
 * @typedef {{reason: "otherOrigin" | "insecure" | "inAddress", host: string}} Doubt
 */

/**
 * Calls from a document to the background.
 *
 * @typedef {object} DocumentCalls
 * @property {(params: {kinds: CredentialKind[], passkeyRequest?: PasskeyRequest}) => Offers} suggest passkeys only
 *   for the document's conditional passkey request
 * @property {(params: {suggestion: string, mustConfirm: boolean, doubts?: Doubt[]}) => Filled} fill mustConfirm:
 *   the guard could not judge what the page shows, so the extension's window asks first, as it does for doubts
 * @property {(params: {kind: "password" | "code", provider?: string, mustConfirm: boolean, doubts?: Doubt[]}) => Filled} list
 * @property {(params: {provider?: string, mustConfirm: boolean}) => Filled} insertText
 * @property {(params: GenerateParameters) => {provider: string, passwords: {kind: string, value: string}[]}} generate
 * @property {(params: {provider: string, mustConfirm?: boolean, doubts?: Doubt[]}) => {filled?: Filled}} unlock for a
 *   "Locked" row: the provider unlocks and shows its list; `filled` is missing if the user only unlocks
 * @property {(params: GeneratedLogin) => Record<string, never>} keepGenerated stores a generated password with its
 *   provider before it is filled; if this fails, nothing is filled
 * @property {(params: PasskeyRequest & {mediation: "modal" | "immediate" | "conditional"} & PasskeyCaller) => PasskeyOutcome} getPasskey
 *   conditional: only decides whether the request may wait for a pick in the strip
 * @property {(params: PasskeyRequest & {suggestion?: string, provider?: string, mustConfirm: boolean, doubts?: Doubt[]} & PasskeyCaller)
 *   => PasskeyOutcome} pickPasskey answers the waiting request with the picked passkey, or with a pick in a provider's list
 * @property {(params: {options: Record<string, unknown>, isConditional: boolean} & PasskeyCaller) => PasskeyOutcome} createPasskey
 * @property {(params: {signal: PasskeySignal, options: Record<string, unknown>}) => Record<string, never>} signalPasskeys
 * @property {(params: Record<string, never>) => {canCreate: boolean, canUpgrade: boolean}} passkeyAbilities
 */

/**
 * A page's call of navigator.credentials, in the JSON of WebAuthn L3 §5.1.8 and §5.1.9. Its contents are untrusted.
 *
 * @typedef {{options: Record<string, unknown>}} PasskeyRequest
 *
 * @typedef {object} PasskeyCaller facts about a call that only the document knows
 * @property {boolean} [isPermitted] whether the permissions policy allows it; missing if the browser does not tell
 * @property {boolean} isActive whether the document has a user activation
 * @property {boolean} isFocused whether the document, or a frame in it, has the focus
 *
 * @typedef {"unknownCredential" | "allAcceptedCredentials" | "currentUserDetails"} PasskeySignal
 *
 * @typedef {{outcome: "declined"}
 *   | {outcome: "waiting" | "watching"}
 *   | {outcome: "done", credential: Record<string, unknown>}
 *   | {outcome: "filled", filled: Filled}} PasskeyOutcome declined: the page calls the browser's own function; watching: it
 *   does so until there is a passkey to offer; filled: the user chose a password in the provider's list, for a waiting request
 */

/**
 * @typedef {object} GenerateParameters
 * @property {string} [passwordRules] the new-password field's rules, in the passwordrules grammar
 * @property {string} [confirmRules] the rules of the field that repeats it
 * @property {string} [provider]
 * @property {boolean} withInterface whether to show the provider's own generator
 * @property {boolean} [isAhead] whether the user has not picked anything yet: then no question and no window appears
 */

/**
 * @typedef {{user: string, password: string, session: string, passwordKind: string, provider: string, form: string}} GeneratedLogin
 */

/**
 * Notifications from a document to the background.
 *
 * @typedef {object} DocumentNotes
 * @property {(params: {provider: string}) => void} startAhead a suggestion is shown: starts its provider
 * @property {(params: Record<string, never>) => void} approached the user comes near a field: connects to the agent
 * @property {(params: Record<string, never>) => void} unfilled the last result was not filled, so its record is undone
 * @property {(params: TypedUser) => void} typedUser the user has typed or picked an account name
 * @property {(params: Record<string, never>) => void} followedLink the user has followed a link: the account names that were
 *   typed before may belong to something else
 * @property {(params: Submission) => void} submitted a login, sign-up, or change of a password or user name was submitted
 * @property {(params: {session: string, outcome: "gone" | "failed" | "doubtful" | "stays" | "left"}) => void} settled the
 *   outcome of a submitted form in its document. doubtful: only the user knows whether a change succeeded. gone revokes an
 *   earlier failed. left may follow any outcome except gone: the user has turned to something else
 * @property {(params: {id: string, answer: "save" | "never" | "notNow", mustConfirm?: boolean}) => void} bannerAnswered
 *   mustConfirm: the guard could not judge what the page shows, so the extension's window asks again
 */

/**
 * An account name in a field, which the password of a later step may omit.
 *
 * @typedef {object} TypedUser
 * @property {string} user
 * @property {string} field the field's name; typing in it again replaces the account name
 * @property {boolean} isName whether it is neither an e-mail address nor a phone number
 * @property {boolean} isCertain whether the field certainly names an account
 */

/**
 * A submitted form.
 *
 * @typedef {object} Submission
 * @property {string} session one per form and document; random
 * @property {"login" | "signUp" | "changePassword" | "twoStepLogin" | "updateEmail"} form
 * @property {string} user "" if the form asks for none; the new one in a form that changes it
 * @property {string} [named] the account that a form without a user name names in its text, or in a read-only or hidden field
 * @property {string[]} [previous] for a change: other account names of its fields, one of which may be the previous user name
 * @property {string} password the new one for a sign-up or a password change; "" for a first step without a password, and for a
 *   change of the user name only
 * @property {boolean} wasGenerated
 * @property {boolean} isByUser whether the user's own click or Enter submitted it, and not only a script of the page
 * @property {PasswordFields} [passwords]
 * @property {string[]} [errors] of a change: texts on its page that look like an error and were there before it was submitted
 *
 * @typedef {object} PasswordFields descriptions of the page's password fields, which recognise them on the next page
 * @property {string[]} own of the submitted form
 * @property {string[]} beside of other forms on the page
 */

/**
 * Messages from the background to a document (runtime messages to one frame).
 *
 * @typedef {{type: "wake"}} Wake makes the loader import main.js
 * @typedef {{type: "command", name: "fill-best" | "show-suggestions" | "fill-here"}} CommandMessage only the focused frame handles it;
 *   fill-here is of the context menu, and sent to the menu's frame
 * @typedef {{type: "fill", filled: Filled, origin: string, confirmed: Doubt[]}} FillMessage a pick in the popup
 *   or a window. A document of another origin drops it, since browsers do not report whether a frame is sandboxed. `confirmed`
 *   are the doubts that the user has confirmed. The response is {filled: boolean}
 * @typedef {{type: "fillGenerated", made: {value: string, kind: string, provider: string}, origin: string, confirmed: Doubt[]}}
 *   FillGeneratedMessage a generated password that the user picked in the popup; as `fill` for the rest. The document stores it
 *   with its provider before it fills it, as one that is picked in the strip. The response is a FillGeneratedAnswer
 * @typedef {{outcome: "filled" | "unfitting" | "refused"} | {outcome: "unstored", error: CallError}} FillGeneratedAnswer
 *   unfitting: the field's rules do not allow this password; unstored: the provider did not store it, so nothing was filled
 * @typedef {{type: "banner", banner: Banner}} BannerMessage
 * @typedef {{type: "bannerGone", id: string}} BannerGoneMessage the question was withdrawn
 * @typedef {{type: "inspect"}} InspectMessage the response is {hasPassword: boolean, hasCode: boolean, hasUser: boolean,
 *   hasNewPassword: boolean, isInNewPassword: boolean, isInText: boolean, doubts: Doubt[], newPasswordDoubts: Doubt[]}: the visible
 *   kinds of fields, whether the user was last in a new-password field or in any text field, and the doubts about filling the
 *   login and a new password
 *
 * @typedef {object} Banner a question or a notice about saving, in the top document
 * @property {string} id
 * @property {"save" | "saved" | "waiting" | "kept" | "failed" | "upgraded"} kind waiting: sealed until the next unlock; kept: a
 *   generated password for a form without a user name is stored; upgraded: the account has a passkey now
 * @property {string} user
 * @property {string} host
 * @property {string} providerName
 * @property {boolean} [isUpdate] whether the login is already stored, with another password or user name
 * @property {string} [previousUser] the stored user name, which changes to `user`
 * @property {boolean} [changesPassword] whether the password changes together with the user name
 * @property {boolean} [asksLater] for waiting: whether the provider asks about it after the unlock
 */

/**
 * A passkey that was picked in the popup, for the document's conditional request; `isWaiting` is `false` without one.
 *
 * @typedef {{type: "passkey", suggestion: string, origin: string}} PasskeyMessage
 * @typedef {{isWaiting: boolean, error?: CallError}} PasskeyPickAnswer
 */

/**
 * The popup's view of the active page.
 *
 * @typedef {object} PopupPage
 * @property {string} [origin] missing for the browser's own pages
 * @property {boolean} isPrivate
 * @property {boolean} hasHostAccess `false` if the user withholds access to sites
 * @property {boolean} canFill whether the page has fields
 * @property {boolean} canFillGenerated whether the page has a new-password field
 * @property {boolean} canSearch whether the agent supports it
 * @property {boolean} canLock likewise
 * @property {boolean} canCopyText whether the agent copies a text of the caller, such as a generated password
 * @property {Suggestion[]} suggestions
 * @property {ProviderAbilities[]} providers
 * @property {{provider: string, name: string}[]} locked
 * @property {boolean} [isUnlocked] whether any provider is unlocked; missing with an older agent
 * @property {string} [changePassword] the address of the site's change-password page
 */

/**
 * An error that crosses a port. `reason` is one of the agent's (Docs/protocol.md) or of the extension's: "noHost" (the native host is
 * not installed), "hostRefused" (it does not accept this extension), "noAgent" (it does not reach the agent),
 * "disconnected" (the host or the agent ended), "gone" (the document or its frame has changed), "notHere" (an origin
 * that may not use the extension), "pending" (the tab has an open passkey request), "told" (a window has shown the failure).
 *
 * @typedef {{reason: string, message: string, hint?: string, details?: Record<string, string>}} CallError
 */

/** How long (s) the popup or a window shows a revealed password. */
export const revealedFor = 30;
/** The name of a document's port. */
export const documentPort = "document";
/** The name of the popup's port. */
export const popupPort = "popup";
/** The name of a sheet window's port, before its number. */
export const sheetPort = "sheet:";
