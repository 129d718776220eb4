// What the page's own world and the content script say to each other about passkeys: the types, and who says what when.
//
// Both scripts run before any of the page's. They meet once, at that time, and nobody else is there to see it:
//
//   page     dispatches on `window` a FocusEvent "latchkey:page", whose relatedTarget is an EventTarget made for this
//            alone: the bus. Nothing else refers to it, so that the page's scripts never see what is said on it.
//   content  takes the bus and cancels the event, which says that it did (bridgeListener.js). Where it starts second, it
//            dispatches an Event "latchkey:content" on `window`, and the page's side offers the bus again.
//
// On the bus a message is a CustomEvent whose detail is JSON text, "question" to the content script and "answer" to the
// page. Dispatching is synchronous: a question that nobody cancelled has nobody to answer it, and the page's call goes
// to the browser at once. A script that was cut off when the extension was replaced cancels nothing.
//
// None of this carries authority. A page can forge the meeting and every question, and learns nothing by it: what it can
// ask here, it may ask of `navigator.credentials` anyway. Which page asks is told by the browser, never by a message.
// Each frame has a bus of its own, so no frame hears answers for another.

/**
 * How a call asks to be shown; immediate is Chromium's `uiMode`. A "silent" one never gets here: the browser answers it.
 *
 * @typedef {"optional" | "required" | "conditional" | "immediate"} Mediation
 */

/**
 * What a page's call asks for. Each has an id of its own, counted up in its document, under which it is answered once.
 *
 * @typedef {object} CreateQuestion
 * @property {number} id
 * @property {"create"} method
 * @property {PublicKeyCredentialCreationOptionsJSON} options
 * @property {Exclude<Mediation, "immediate">} mediation
 *
 * @typedef {object} GetQuestion a conditional one stays open until it is answered or aborted
 * @property {number} id
 * @property {"get"} method
 * @property {PublicKeyCredentialRequestOptionsJSON} options
 * @property {Mediation} mediation immediate: with a window only where a passkey is there at once, otherwise declined
 *
 * @typedef {"unknownCredential" | "allAcceptedCredentials" | "currentUserDetails"} SignalName
 *
 * @typedef {object} SignalQuestion what a relying party says of its passkeys; told to the browser's own function as well
 * @property {number} id
 * @property {"signal"} method
 * @property {SignalName} signal
 * @property {Record<string, unknown>} options as the page's, in JSON already: rpId, credentialId, userId,
 *   allAcceptedCredentialIds, name, displayName
 *
 * @typedef {object} CapabilitiesQuestion
 * @property {number} id
 * @property {"capabilities"} method
 */

/**
 * What is said of a call that was asked before, by its id.
 *
 * @typedef {object} AbortNote the page has aborted the call, or the browser was faster: close what is open; no answer
 * @property {number} id
 * @property {"abort"} method
 *
 * @typedef {object} AliveNote asked now and then while a window is open: bridgeListener.js cancels it as long as the call is under way,
 *   so that the page goes to the browser where the script was cut off meanwhile. Id 0 asks whether there is a script at all
 * @property {number} id
 * @property {"alive"} method
 */

/** @typedef {CreateQuestion | GetQuestion | SignalQuestion | CapabilitiesQuestion} PageCall */
/** @typedef {PageCall | AbortNote | AliveNote} PageQuestion */

/**
 * What is added to the browser's own abilities: a missing or false one is left as the browser has it.
 *
 * @typedef {object} Capabilities
 * @property {boolean} [conditionalCreate]
 * @property {boolean} [conditionalGet]
 * @property {boolean} [immediateGet]
 * @property {boolean} [userVerifyingPlatformAuthenticator]
 * @property {boolean} [passkeyPlatformAuthenticator]
 * @property {boolean} [relatedOrigins]
 * @property {boolean} [signalUnknownCredential]
 * @property {boolean} [signalAllAcceptedCredentials]
 * @property {boolean} [signalCurrentUserDetails]
 */

/**
 * How a call fails. The page's side knows the browser's own words for each name; `message` is there for the rest.
 *
 * - NotAllowedError: the user said no, the time is over, nothing was found. Says no more than that to a page.
 * - InvalidStateError: an excluded passkey is there, after the user acted.
 * - OperationError: a call of another frame is under way, or has taken its place. The page's side makes a NotAllowedError
 *   of it in Firefox.
 * - SecurityError, NotSupportedError, ConstraintError, UnknownError, TypeError, AbortError.
 *
 * Where the browser itself would refuse the same (a relying party that is not the site's), declining gives its own words.
 *
 * @typedef {object} BridgeError
 * @property {string} name
 * @property {string} [message]
 */

/**
 * Exactly one for each PageCall, and before it whatever is the case meanwhile. What comes twice, or for a call that has ended,
 * is not looked at.
 *
 * @typedef {{id: number, result: RegistrationResponseJSON | AuthenticationResponseJSON | Capabilities | null}
 *   | {id: number, error: BridgeError}
 *   | {id: number, decline: true}
 *   | {id: number, meanwhile: Meanwhile}} PageAnswer result: null for a signal; decline: to the function that the page had
 *   before ours, with what the page gave
 *
 * @typedef {"waiting" | "elsewhere"} Meanwhile of a conditional one. waiting: for a pick in the strip; elsewhere: the user
 *   wants a security key or a phone, so to the function from before ours, with a dialog
 */

/**
 * What bridgeListener.js imports at the first question and hands everything to: src/content/passkeyBridge.js.
 *
 * @typedef {object} AnswersPage
 * @property {(question: PageCall | AbortNote, reply: (answer: PageAnswer) => void) => void} answerPage every call in order,
 *   and what ends one. Checked for id and method alone, so that `options` is unknown until it was read
 */

export {};
