// What the scripts of the page's own world hand on to each other: types only.
//
// They are classic scripts, run one after the other before any script of the page (manifest.json lists them in order),
// and in the same world as that. intrinsics.js lays an object under `Symbol.for("latchkey.page")` of the window, each adds
// its part, and patching.js takes it away again: no page finds anything there, and what is inside the functions, none
// reaches. A page's script may change every built-in afterwards; so what is used later is taken by intrinsics.js at once,
// and the code keeps to what needs no built-in: own properties of objects without a prototype, and no spreading,
// destructuring of arrays, `for … of` or `await` but on what is the page's own anyway.
//
// None of this guards a secret: a page that gets in the way harms its own calls alone.

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
 * The built-ins as they are before any script of the page. A method is a function of its receiver here.
 *
 * @typedef {object} Intrinsics
 * @property {boolean} isGecko whether the words and the order of Firefox are to be imitated
 * @property {typeof Reflect.apply} apply
 * @property {typeof Object.defineProperty} defineProperty
 * @property {typeof Object.getOwnPropertyDescriptor} getOwnPropertyDescriptor
 * @property {typeof Reflect.ownKeys} ownKeys
 * @property {<Value extends object>(value: Value) => Value} bare takes an object's prototype away, and gives the object
 * @property {<Item>() => Item[]} list an empty list whose items can be put in by their index
 * @property {(object: object, key: string) => unknown} own an own property's value, where there is one
 * @property {typeof Array.isArray} isArray
 * @property {typeof JSON.parse} parse
 * @property {typeof JSON.stringify} stringify
 * @property {(text: string) => string} toWellFormed
 * @property {<Value>(act: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => void) => Promise<Value>} promise
 * @property {(promise: unknown, kept: (value: unknown) => void, broken: (reason: unknown) => void) => void} then
 *   hears of a promise's end, even where it is somebody else's and no promise
 * @property {<Key extends object, Value>() => {get(key: unknown): Value | undefined, set(key: Key, value: Value): void}} weakMap
 * @property {<Wrapped extends Function>(wrapped: Wrapped, instead: (receiver: unknown, args: unknown[]) => unknown) => Wrapped} wrap
 *   a function that looks like the wrapped one and does something else
 * @property {(name: string, message: string) => DOMException} exception
 * @property {(reason: unknown) => string | undefined} nameOf a DOMException's name
 * @property {TypeErrorConstructor} TypeError
 * @property {(act: () => void, milliseconds: number) => number} setTimeout
 * @property {(timer: number) => void} clearTimeout
 * @property {() => boolean} hasFocus
 * @property {() => boolean} isShown false in a frame that was taken out of its page
 * @property {() => unknown} container the window's `navigator.credentials`
 * @property {() => boolean} isActivated whether the user has just done something in the page
 * @property {Events} events
 * @property {Signals} signals
 * @property {Buffers} buffers
 */

/**
 * @typedef {object} Events
 * @property {() => EventTarget} target
 * @property {(target: EventTarget, type: string, listener: (event: Event) => void) => void} listen
 * @property {(relatedTarget: EventTarget) => boolean} offer the meeting of bridge.js: whether somebody came
 * @property {(target: EventTarget, detail: string) => boolean} ask whether somebody took the question
 * @property {(event: Event) => unknown} detail
 */

/**
 * @typedef {object} Signals
 * @property {(signal: unknown) => boolean} isAborted throws where it is no AbortSignal
 * @property {(signal: AbortSignal) => unknown} reason
 * @property {(signal: AbortSignal, act: () => void) => void} onAbort not to be kept from it by a listener of the page
 * @property {(own: AbortController, others: AbortSignal | undefined) => AbortSignal} joined aborted by either
 * @property {() => AbortController} controller
 * @property {(controller: AbortController) => void} abort
 */

/**
 * @typedef {object} Buffers
 * @property {(source: unknown) => {bytes: Uint8Array, length: number}} view the bytes of a BufferSource, not copied; throws
 *   where it is none
 * @property {(length: number) => {bytes: Uint8Array, buffer: ArrayBuffer}} make
 */

/**
 * @typedef {object} Bytes
 * @property {(source: unknown) => string} encode the bytes of a BufferSource as they are now, in base64url; throws where it is none
 * @property {(text: string) => ArrayBuffer | null} decode null where it is not base64url
 */

/**
 * A page's call as far as it is ours, in JSON.
 *
 * @typedef {object} ReadCall
 * @property {import("./bridge.js").CreateQuestion | import("./bridge.js").GetQuestion} question its id is still 0
 * @property {AbortSignal | undefined} signal
 * @property {boolean} isOnlyOurs the browser does not know this kind of call: where it is declined, it comes to nothing
 * @property {boolean} isRefused it is only ours, and not even that
 */

/**
 * The page's options, read once each in the order of Web IDL. Null, or whatever is thrown, says: the browser's to judge.
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
 * @property {(question: PageCall, answer: (outcome: Outcome) => void) => boolean} ask gives the question its id; false where
 *   nobody is there to take it
 * @property {(id: number) => void} abort nobody waits for that answer any more
 * @property {(id: number) => boolean} isAlive whether somebody still sees to it
 */

/**
 * @typedef {object} ErrorMessages
 * @property {(error: unknown) => Error} failure an error of the bridge in the browser's words
 * @property {(name: string) => DOMException} exception
 */

/**
 * A credential in JSON, checked, with its members in the browser's order.
 *
 * @typedef {object} ReadAnswer
 * @property {string} id
 * @property {string} [authenticatorAttachment]
 * @property {{prf?: {results?: {first: string, second?: string}}, largeBlob?: {blob?: string}}} clientExtensionResults and others
 * @property {ReadResponse} response
 *
 * @typedef {object} ReadResponse
 * @property {string} clientDataJSON
 * @property {string} authenticatorData
 * @property {string} [attestationObject] of a registration alone, as the next three
 * @property {string} [publicKey]
 * @property {number} [publicKeyAlgorithm]
 * @property {string[]} [transports]
 * @property {string} [signature]
 * @property {string} [userHandle]
 *
 * @typedef {object} CredentialJSON
 * @property {(json: unknown, kind: "create" | "get") => ReadAnswer} read throws where it is none
 */

/**
 * @typedef {object} Credentials
 * @property {(json: unknown, kind: "create" | "get") => PublicKeyCredential} make throws where the answer is none
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
