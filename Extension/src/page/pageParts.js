// Types that the scripts in the page's world share.
//
// They are classic scripts that run in order (manifest.json) before any script of the page, in the page's world.
// intrinsics.js puts an object under `Symbol.for("latchkey.page")` of the window, each script adds its part, and
// patching.js removes it, so no page can find it. A page may change every built-in afterwards. So intrinsics.js keeps
// those that are used later, and the code uses only what needs no built-in: own properties of objects without a
// prototype, and no spreading, array destructuring, `for … of` or `await`, except on the page's own values.
//
// None of this protects a secret: a page that interferes harms only its own calls.

/** @import { BridgeError, PageCall } from "./bridge.js" */

/**
 * @typedef {object} PageParts
 * @property {Intrinsics} intrinsics
 * @property {Bytes} bytes
 * @property {OptionsReading} optionsReading
 * @property {Bus} bus
 * @property {ErrorMessages} errorMessages
 * @property {CredentialJSON} credentialJSON
 * @property {Credentials} credentials
 * @property {Ceremonies} ceremonies
 * @property {CapabilitiesAndSignals} capabilitiesAndSignals
 */

/**
 * The original built-ins. A method is a function of its receiver here.
 *
 * @typedef {object} Intrinsics
 * @property {boolean} isGecko whether the words and the order of Firefox are to be imitated
 * @property {typeof Reflect.apply} apply
 * @property {typeof Object.defineProperty} defineProperty
 * @property {typeof Object.getOwnPropertyDescriptor} getOwnPropertyDescriptor
 * @property {typeof Reflect.ownKeys} ownKeys
 * @property {<Value extends object>(value: Value) => Value} bare removes an object's prototype, and returns the object
 * @property {<Item>() => Item[]} list an empty list for items by index
 * @property {(object: object, key: string) => unknown} own the value of an own property
 * @property {typeof Array.isArray} isArray
 * @property {typeof JSON.parse} parse
 * @property {typeof JSON.stringify} stringify
 * @property {(text: string) => string} toWellFormed
 * @property {<Value>(act: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => void) => Promise<Value>} promise
 * @property {(promise: unknown, kept: (value: unknown) => void, broken: (reason: unknown) => void) => void} then
 *   observes a promise, also one of another window, or a value that is no promise
 * @property {<Key extends object, Value>() => {get(key: unknown): Value | undefined, set(key: Key, value: Value): void}} weakMap
 * @property {<Wrapped extends Function>(wrapped: Wrapped, instead: (receiver: unknown, args: unknown[]) => unknown) => Wrapped} wrap
 *   a function that looks like the wrapped one and runs the other
 * @property {(object: unknown, key: string, value: unknown) => object} withMember reads like the object, but has another
 *   value for one member. The object's getters run as if they were read directly
 * @property {(name: string, message: string) => DOMException} exception
 * @property {(reason: unknown) => string | undefined} nameOf the name of a DOMException
 * @property {TypeErrorConstructor} TypeError
 * @property {(act: () => void, milliseconds: number) => number} setTimeout
 * @property {(timer: number) => void} clearTimeout
 * @property {() => boolean} hasFocus
 * @property {() => boolean} isShown false in a frame that was taken out of its page
 * @property {() => unknown} container returns the window's `navigator.credentials`
 * @property {() => boolean} isActivated whether the user has just done something in the page
 * @property {Events} events
 * @property {Signals} signals
 * @property {Buffers} buffers
 */

/**
 * @typedef {object} Events
 * @property {() => EventTarget} target
 * @property {(target: EventTarget, type: string, listener: (event: Event) => void) => void} listen
 * @property {(relatedTarget: EventTarget) => boolean} offer offers the bus (bridge.js); whether it was accepted
 * @property {(target: EventTarget, detail: string) => boolean} ask sends a question; whether it was accepted
 * @property {(event: Event) => unknown} detail
 */

/**
 * @typedef {object} Signals
 * @property {(signal: unknown) => boolean} isAborted throws for other values than an AbortSignal
 * @property {(signal: AbortSignal) => unknown} reason
 * @property {(signal: AbortSignal, act: () => void) => void} onAbort not to be kept from it by a listener of the page
 * @property {(own: AbortController, others: AbortSignal | undefined) => AbortSignal} joined aborted by either
 * @property {() => AbortController} controller
 * @property {(controller: AbortController) => void} abort
 */

/**
 * @typedef {object} Buffers
 * @property {(source: unknown) => {bytes: Uint8Array, length: number}} view the bytes of a BufferSource, not copied; throws
 *   for other values
 * @property {(length: number) => {bytes: Uint8Array, buffer: ArrayBuffer}} make
 */

/**
 * @typedef {object} Bytes
 * @property {(source: unknown) => string} encode the current bytes of a BufferSource in base64url; throws for other values
 * @property {(text: string) => ArrayBuffer | null} decode `null` for invalid base64url
 */

/**
 * The supported part of a page's call, in JSON.
 *
 * @typedef {object} ReadCall
 * @property {import("./bridge.js").CreateQuestion | import("./bridge.js").GetQuestion} question its id is still 0
 * @property {AbortSignal | undefined} signal
 * @property {boolean} isOnlyOurs the browser does not support this kind of call, so a declined one is rejected
 * @property {boolean} isRefused `isOnlyOurs`, and the call must be rejected at once
 * @property {boolean} wantsBlob whether the page requests a `credBlob`, which Latchkey does not store
 */

/**
 * Reads the page's options once, in Web IDL order. On `null` or a thrown value the browser handles the call.
 *
 * @typedef {object} OptionsReading
 * @property {(options: unknown) => ReadCall | null} create
 * @property {(options: unknown) => ReadCall | null} get
 */

/**
 * @typedef {{result: unknown} | {error: BridgeError} | {decline: true} | {meanwhile: unknown}} Outcome
 *
 * @typedef {object} Bus
 * @property {() => boolean} isMet whether there was ever a content script
 * @property {(question: PageCall, answer: (outcome: Outcome) => void) => boolean} ask sends a question with a new id; `false`
 *   without a content script
 * @property {(id: number) => void} abort cancels a question
 * @property {(id: number) => boolean} isAlive whether the content script still handles the question
 */

/**
 * @typedef {object} ErrorMessages
 * @property {(error: unknown) => Error} failure converts an error of the bridge to the browser's error
 * @property {(name: string) => DOMException} exception
 * @property {() => DOMException} unstorable the error of storing a passkey
 */

/**
 * A validated credential in JSON, with its members in the browser's order.
 *
 * @typedef {object} ReadAnswer
 * @property {string} id
 * @property {string} [authenticatorAttachment]
 * @property {{prf?: {results?: {first: string, second?: string}}, largeBlob?: {blob?: string}}} clientExtensionResults and further members
 * @property {ReadResponse} response
 *
 * @typedef {object} ReadResponse
 * @property {string} clientDataJSON
 * @property {string} authenticatorData
 * @property {string} [attestationObject] for registrations only, like the next three
 * @property {string} [publicKey]
 * @property {number} [publicKeyAlgorithm]
 * @property {string[]} [transports]
 * @property {string} [signature]
 * @property {string} [userHandle]
 *
 * @typedef {object} CredentialJSON
 * @property {(json: unknown, kind: "create" | "get", wantsBlob?: boolean) => ReadAnswer} read throws for invalid JSON of a
 *   credential. wantsBlob: the extension results state that no `credBlob` was stored
 */

/**
 * @typedef {object} Credentials
 * @property {(json: unknown, kind: "create" | "get", wantsBlob: boolean) => PublicKeyCredential} make throws for an invalid
 *   answer
 * @property {(value: unknown) => boolean} isMade whether a value is a credential of `make`
 * @property {() => void} patch
 */

/**
 * @typedef {object} Ceremonies
 * @property {(kind: "create" | "get", found: Function, receiver: unknown, args: unknown[]) => unknown} call
 */

/**
 * @typedef {object} CapabilitiesAndSignals
 * @property {() => void} patch
 */

export {};
