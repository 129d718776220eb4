// The protocol between the page's world and the content script, for passkeys: message types and rules.
//
// Both scripts run before any script of the page. They connect once, unobserved:
//
//   page     dispatches a FocusEvent "latchkey:page" on `window`. Its relatedTarget is a new EventTarget: the bus.
//            Nothing else refers to the bus, so the page's scripts cannot see its messages.
//   content  keeps the bus and cancels the event to confirm that (bridgeListener.js). If it starts second, it dispatches
//            an Event "latchkey:content" on `window`, and the page's side offers the bus again.
//
// A message on the bus is a CustomEvent whose detail is JSON text: "question" to the content script, "answer" to the page.
// Dispatching is synchronous. If no listener cancels a question, there is no content script, and the page's call goes to
// the browser at once. A content script of a replaced extension cancels nothing.
//
// Messages carry no authority. A page can forge the connection and every question without gaining anything, since it may
// call `navigator.credentials` anyway. The browser reports which page sent a request, never a message. Each frame has its
// own bus, so no frame receives answers for another.

/**
 * A call's mediation; immediate is Chromium's `uiMode`. The browser itself handles "silent".
 *
 * @typedef {"optional" | "required" | "conditional" | "immediate"} Mediation
 */

/**
 * A request of the page. Its id is unique in its document, and it is answered once.
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
 * @property {Mediation} mediation immediate: opens a window only if a passkey is available, otherwise declined
 *
 * @typedef {"unknownCredential" | "allAcceptedCredentials" | "currentUserDetails"} SignalName
 *
 * @typedef {object} SignalQuestion a relying party's signal; the browser's own function receives it too
 * @property {number} id
 * @property {"signal"} method
 * @property {SignalName} signal
 * @property {Record<string, unknown>} options the page's options in JSON: rpId, credentialId, userId,
 *   allAcceptedCredentialIds, name, displayName
 *
 * @typedef {object} CapabilitiesQuestion
 * @property {number} id
 * @property {"capabilities"} method
 */

/**
 * A notification about an earlier request, by its id.
 *
 * @typedef {object} AbortNote the page has aborted the call, or the browser has answered it: cancel it without an answer
 * @property {number} id
 * @property {"abort"} method
 *
 * @typedef {object} AliveNote sent regularly while a window is open. bridgeListener.js cancels it while the call is open, so
 *   that the page uses the browser if the script is gone. Id 0 asks whether there is a content script
 * @property {number} id
 * @property {"alive"} method
 */

/** @typedef {CreateQuestion | GetQuestion | SignalQuestion | CapabilitiesQuestion} PageCall */
/** @typedef {PageCall | AbortNote | AliveNote} PageQuestion */

/**
 * Capabilities to add to the browser's; a missing or false member changes nothing.
 *
 * @typedef {NamedCapabilities & Record<`extension:${string}`, boolean>} Capabilities
 *
 * @typedef {object} NamedCapabilities
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
 * A call's error. The page's side has the browser's message for each name; `message` is used for the others.
 *
 * - NotAllowedError: the user refused, the time is over, or nothing was found. A page learns no more than that.
 * - InvalidStateError: an excluded passkey exists, and the user has acted.
 * - OperationError: another call is open, or has replaced this one. In Firefox the page's side makes a NotAllowedError of
 *   it.
 * - SecurityError, NotSupportedError, ConstraintError, UnknownError, TypeError, AbortError.
 *
 * An error that the browser itself would report, such as a wrong relying party, is declined, so that its message appears.
 *
 * @typedef {object} BridgeError
 * @property {string} name
 * @property {string} [message]
 */

/**
 * Exactly one answer for each PageCall; `meanwhile` messages may precede it. Repeated and late answers are ignored.
 *
 * @typedef {{id: number, result: RegistrationResponseJSON | AuthenticationResponseJSON | Capabilities | null}
 *   | {id: number, error: BridgeError}
 *   | {id: number, decline: true}
 *   | {id: number, meanwhile: Meanwhile}} PageAnswer result: null for a signal; decline: the page's call goes to the
 *   original function, with the page's arguments
 *
 * @typedef {"waiting" | "watching" | "elsewhere"} Meanwhile the state of a conditional call. waiting: for a pick in the
 *   strip; watching: there is no passkey yet, so the original function handles the call until "waiting" follows;
 *   elsewhere: the user wants a security key or a phone, so the original function opens its dialog
 */

/**
 * The module that bridgeListener.js imports at the first question: src/content/passkeyBridge.js.
 *
 * @typedef {object} AnswersPage
 * @property {(question: PageCall | AbortNote, reply: (answer: PageAnswer) => void) => void} answerPage receives every call
 *   and abort in order. Only id and method have been validated
 */

export {};
