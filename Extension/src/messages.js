// What content scripts, the background and the extension's own pages say to each other.
//
// Every port carries calls ({id, method, params} -> {id, result} or {id, error}) and notifications ({method, params}).
// A document's origin, frame and ancestors are never in a message: the background takes them from the port's sender.

/**
 * @typedef {"password" | "passkey" | "code"} CredentialKind
 * @typedef {"exact" | "site" | "affiliated"} Grade
 */

/**
 * One line of the strip; common.json#/$defs/Suggestion.
 *
 * @typedef {object} Suggestion
 * @property {string} id
 * @property {CredentialKind} kind
 * @property {string} user
 * @property {string} service the host that it was saved for
 * @property {Grade} grade
 * @property {string} provider
 * @property {string} providerName
 * @property {number} rank
 * @property {string} [warning] a reason to ask before filling
 * @property {boolean} isPreselectable whether the keyboard command may take it unasked
 */

/**
 * What one enabled provider can do, in the user's order.
 *
 * @typedef {object} ProviderAbilities
 * @property {string} id
 * @property {string} name
 * @property {boolean} providesPasswords
 * @property {boolean} providesOneTimeCodes
 * @property {boolean} providesTextToInsert
 * @property {boolean} savesPasswords
 * @property {boolean} generatesPasswords
 * @property {boolean} generatesWithUI
 * @property {boolean} providesPasskeys
 * @property {boolean} supportsConditionalPasskeyRegistration whether it may make a passkey for an account in silence
 */

/**
 * A login of any site; search.result.json.
 *
 * @typedef {object} FoundLogin
 * @property {string} id
 * @property {"password" | "code"} kind
 * @property {string} user
 * @property {string} service the host that it was saved for
 * @property {string} url a page of it
 * @property {string} provider
 * @property {string} providerName
 */

/**
 * What can be offered at a field of the document that asked.
 *
 * @typedef {object} Offers
 * @property {Suggestion[]} suggestions best first
 * @property {ProviderAbilities[]} providers
 * @property {{provider: string, name: string}[]} locked providers whose entries are forgotten until they are opened
 * @property {{origin: string, topLevelOrigin: string, isOfOtherSite: boolean}} frame
 * @property {boolean} isPrivate a private window: nothing is saved or learned
 * @property {boolean} savesHere false after "Never for this site"
 * @property {string} [chosenUser] the account chosen in the step before (two-step logins)
 * @property {string} [failedUser] the account whose login has just failed here
 * @property {string} [passwordRules] what is known of the site's password rules (quirks)
 */

/**
 * @typedef {{kind: "password", user: string, password: string}} PasswordValue
 * @typedef {{kind: "code", code: string, expiresIn?: number}} CodeValue
 * @typedef {{kind: "text", text: string}} TextValue
 * @typedef {{provider: string, value: PasswordValue | CodeValue | TextValue}} Filled
 */

/**
 * What speaks against filling a form, as its page is written; said to the user, and believed for nothing else.
 *
 * @typedef {{reason: "otherOrigin" | "insecure" | "inAddress", host: string}} Doubt
 */

/**
 * What a document may ask of the background.
 *
 * @typedef {object} DocumentCalls
 * @property {(params: {kinds: CredentialKind[], passkeyRequest?: PasskeyRequest}) => Offers} suggest passkeys are those of the
 *   request that waits in the document, and none without one
 * @property {(params: {suggestion: string, mustConfirm: boolean, doubts?: Doubt[]}) => Filled} fill mustConfirm: what
 *   the page shows could not be judged, so the extension's window asks first; so it does where there are doubts
 * @property {(params: {kind: "password" | "code", provider?: string, mustConfirm: boolean, doubts?: Doubt[]}) => Filled} list
 * @property {(params: {provider?: string, mustConfirm: boolean}) => Filled} insertText
 * @property {(params: GenerateWish) => {provider: string, passwords: {kind: string, value: string}[]}} generate
 * @property {(params: {provider: string, mustConfirm?: boolean, doubts?: Doubt[]}) => {filled?: Filled}} unlock for a "Locked" row: the
 *   provider opens, and shows its list; what the user picks there is to be filled, and nothing if only unlocked
 * @property {(params: GeneratedLogin) => Record<string, never>} keepGenerated before a generated password stands in any
 *   field: its provider keeps it. Where this fails, nothing is filled
 * @property {(params: PasskeyRequest & {mediation: "modal" | "immediate" | "conditional"} & PasskeyCaller) => PasskeyOutcome} getPasskey
 *   conditional: only whether it may wait for a pick in the strip
 * @property {(params: PasskeyRequest & {suggestion?: string, provider?: string, mustConfirm: boolean, doubts?: Doubt[]} & PasskeyCaller)
 *   => PasskeyOutcome} pickPasskey for the request that waits: the passkey that was picked, or what is picked in a provider's list
 * @property {(params: {options: Record<string, unknown>, isConditional: boolean} & PasskeyCaller) => PasskeyOutcome} createPasskey
 * @property {(params: {signal: PasskeySignal, options: Record<string, unknown>}) => Record<string, never>} signalPasskeys
 * @property {(params: Record<string, never>) => {canCreate: boolean, canUpgrade: boolean}} passkeyAbilities
 */

/**
 * What a page asked of navigator.credentials, in the JSON of WebAuthn L3 §5.1.8 and §5.1.9. What is in it is the page's word.
 *
 * @typedef {{options: Record<string, unknown>}} PasskeyRequest
 *
 * @typedef {object} PasskeyCaller what only the document's own world knows of a call
 * @property {boolean} [isPermitted] by the permissions policy of the document; missing where the browser does not tell
 * @property {boolean} isActive whether a user has just done something there
 * @property {boolean} isFocused whether the document, or a frame in it, has the focus
 *
 * @typedef {"unknownCredential" | "allAcceptedCredentials" | "currentUserDetails"} PasskeySignal
 *
 * @typedef {{outcome: "declined"}
 *   | {outcome: "waiting"}
 *   | {outcome: "done", credential: Record<string, unknown>}
 *   | {outcome: "filled", filled: Filled}} PasskeyOutcome declined: the browser's own function is to be called; filled: the
 *   person chose a password in the provider's list, for a request that waits
 */

/**
 * @typedef {object} GenerateWish
 * @property {string} [passwordRules] the new-password field's, in the passwordrules language
 * @property {string} [confirmRules] those of the field to confirm it
 * @property {string} [provider]
 * @property {boolean} withInterface the user asked for the provider's own generator
 * @property {boolean} [isAhead] nobody has picked anything yet: nothing is asked for it, and nothing opens
 */

/**
 * @typedef {{user: string, password: string, session: string, passwordKind: string, provider: string, form: string}} GeneratedLogin
 */

/**
 * What a document tells the background; nothing comes back.
 *
 * @typedef {object} DocumentNotes
 * @property {(params: {provider: string}) => void} startAhead a suggestion is shown: start its provider
 * @property {(params: Record<string, never>) => void} approached a user comes near a field: make the connection
 * @property {(params: Record<string, never>) => void} unfilled what was handed over last stands in no field: it is as if it
 *   had not been
 * @property {(params: Submission) => void} submitted a login, sign-up or change went out
 * @property {(params: {session: string, outcome: "gone" | "failed" | "stays" | "left"}) => void} settled the submitted form went
 *   away in the same document, or is still there with its password field; failed may be followed by gone, which takes it
 *   back, and anything but gone by left: the user goes on to something else
 * @property {(params: {id: string, answer: "save" | "never" | "notNow", mustConfirm?: boolean}) => void} bannerAnswered
 *   mustConfirm: what the page shows could not be judged, so the extension's window asks again
 */

/**
 * What went out of a form.
 *
 * @typedef {object} Submission
 * @property {string} session one per form and document, of crypto.randomUUID()
 * @property {"login" | "signUp" | "changePassword" | "twoStepLogin"} form
 * @property {string} user "" when the form has none
 * @property {string} password the new one of a sign-up or a change; "" for the first step of two, of a sign-up too
 * @property {boolean} wasGenerated
 */

/**
 * What the background tells a document (by runtime message, to one frame).
 *
 * @typedef {{type: "wake"}} Wake the loader imports the rest
 * @typedef {{type: "command", name: "fill-best" | "show-suggestions"}} CommandMessage only the focused frame acts
 * @typedef {{type: "fill", filled: Filled, origin: string, confirmed: Doubt[]}} FillMessage picked in the toolbar's list
 *   or in a window, for a document of this origin: any other drops it, since a browser does not say whether a frame is sandboxed. Of what the
 *   person was asked about; answered with {filled: boolean}
 * @typedef {{type: "banner", banner: Banner}} BannerMessage
 * @typedef {{type: "bannerGone", id: string}} BannerGoneMessage the question is not open any more
 * @typedef {{type: "inspect"}} InspectMessage answered with {hasPassword: boolean, hasCode: boolean, hasUser: boolean,
 *   doubts: Doubt[]}: what is there to fill, and what speaks against filling the password of its login
 *
 * @typedef {object} Banner a question about saving, or word of what was saved; in the top document
 * @property {string} id
 * @property {"save" | "saved" | "waiting" | "kept" | "failed" | "upgraded"} kind waiting: sealed until the next unlock; kept: made for a
 *   form without a user name, and there whatever becomes of that; upgraded: the account has a passkey now
 * @property {string} user
 * @property {string} host
 * @property {string} providerName
 * @property {boolean} [isUpdate] the login is there, and has another password
 * @property {boolean} [asksLater] of what waits: the provider asks about it once it is open
 */

/**
 * What the toolbar's list shows of the page in front.
 *
 * @typedef {object} PopupPage
 * @property {string} [origin] none for a page of the browser's own
 * @property {boolean} isPrivate
 * @property {boolean} hasHostAccess false where the user keeps the extension from sites
 * @property {boolean} canFill whether the page has fields
 * @property {boolean} canSearch whether the agent knows how to; an older one does not
 * @property {boolean} canLock likewise
 * @property {Suggestion[]} suggestions
 * @property {ProviderAbilities[]} providers
 * @property {{provider: string, name: string}[]} locked
 * @property {boolean} [isUnlocked] whether anything is; missing where an older agent does not say
 * @property {string} [changePassword] where the site changes passwords
 */

/**
 * An error that crosses a port: the agent's reasons (Docs/protocol.md), and eight of our own: "noHost" (the native host is
 * not installed), "hostRefused" (it does not accept this extension), "noAgent" (it does not reach the agent),
 * "disconnected" (it or the agent went away), "gone" (the document or its frame has changed), "notHere" (an origin that
 * gets nothing), "pending" (a passkey is being asked for in this tab already), "told" (a window has said what went wrong).
 *
 * @typedef {{reason: string, message: string, hint?: string, details?: Record<string, string>}} CallError
 */

/** Seconds for which a password that the toolbar's list reveals is shown, there or in a window. */
export const revealedFor = 30;
/** The name of a document's port. */
export const documentPort = "document";
/** The name of the toolbar list's port. */
export const popupPort = "popup";
/** The name of a sheet window's port, before its number. */
export const sheetPort = "sheet:";
