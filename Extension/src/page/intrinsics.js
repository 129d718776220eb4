// First script in the page's world: keeps the built-ins before a script of the page can change them (pageParts.js).
(() => {
    /** @import { Buffers, Events, Intrinsics, PageParts, Signals } from "./pageParts.js" */

    const place = Symbol.for("latchkey.page"), marker = "latchkey";
    if (!("PublicKeyCredential" in globalThis) || !("CredentialsContainer" in globalThis)) return;
    // Most frames, such as those of advertisements.
    if (!mayUsePasskeys()) return;
    const { apply, get, ownKeys, getOwnPropertyDescriptor } = Reflect, { setPrototypeOf, defineProperty } = Object;

    // If this script is injected twice (Firefox, after the extension was replaced), the first copy stays active: its accessor
    // returns the marker, where a native one throws.
    const rawId = getOwnPropertyDescriptor(PublicKeyCredential.prototype, "rawId")?.get;
    try {
        if (rawId !== undefined && /** @type {unknown} */ (apply(rawId, marker, [])) === marker) return;
    } catch {
        // The native accessor.
    }

    /**
     * Whether this document is a page, or a frame that may use passkeys.
     *
     * Only Chromium reports the permissions policy. In other browsers the background declines every document with an ancestor of
     * another origin. A script cannot read the properties of such an ancestor.
     */
    function mayUsePasskeys() {
        if (self === top) return true;
        const policy = /** @type {{allowsFeature: (feature: string) => boolean} | undefined} */ (
            Reflect.get(Document.prototype, "featurePolicy", globalThis.document));
        if (policy !== undefined) {
            return policy.allowsFeature("publickey-credentials-get") || policy.allowsFeature("publickey-credentials-create");
        }
        try {
            for (let each = /** @type {Window} */ (self); each !== top; each = each.parent) {
                if (each.parent.document === null) return false;
            }
            return true;
        } catch {
            return false;
        }
    }

    const { call, bind } = Function.prototype;
    /**
     * @type {<This, Args extends unknown[], Result>(method: (this: This, ...args: Args) => Result) => (self: This, ...args: Args) => Result}
     */
    const uncurry = (method) => apply(bind, call, [method]);
    /** @type {<Value>(prototype: object, name: PropertyKey) => (self: unknown) => Value} */
    const getter = (prototype, name) => {
        const get = getOwnPropertyDescriptor(prototype, name)?.get;
        if (get === undefined) throw new TypeError(`no ${String(name)}`);
        return uncurry(get);
    };
    /** @type {Intrinsics["bare"]} */
    const bare = (value) => setPrototypeOf(value, null);
    /** @type {Intrinsics["list"]} */
    const list = () => bare([]);

    const { parse, stringify } = JSON, { isArray } = Array, { window, navigator } = globalThis;
    const NativePromise = Promise, NativeProxy = Proxy, NativeWeakMap = WeakMap, NativeException = DOMException;
    const NativeTypeError = TypeError, promiseThen = uncurry(Promise.prototype.then);
    const mapGet = uncurry(WeakMap.prototype.get), mapSet = uncurry(WeakMap.prototype.set);
    const credentials = getter(Navigator.prototype, "credentials");
    const defaultView = getter(Document.prototype, "defaultView"), { document } = globalThis;
    const focused = uncurry(Document.prototype.hasFocus);
    const activation = getter(Navigator.prototype, "userActivation"),
        active = getter(UserActivation.prototype, "isActive");
    /** @type {(self: unknown) => string} */
    const exceptionName = getter(DOMException.prototype, "name");
    const later = setTimeout, never = clearTimeout;

    /** @returns {Events} */
    function takeEvents() {
        const Target = EventTarget, Focus = FocusEvent, Custom = CustomEvent;
        const add = uncurry(EventTarget.prototype.addEventListener),
            dispatch = uncurry(EventTarget.prototype.dispatchEvent);
        return bare({
            target: () => new Target(),
            listen: (target, type, listener) => add(target, type, listener),
            // Listeners of `window` could be the page's, but none of its scripts has run yet.
            offer: (relatedTarget) =>
                !dispatch(window, new Focus("latchkey:page", bare({ relatedTarget, cancelable: true }))),
            ask: (target, detail) => !dispatch(target, new Custom("question", bare({ detail, cancelable: true }))),
            detail: getter(CustomEvent.prototype, "detail"),
        });
    }

    /** @returns {Signals} */
    function takeSignals() {
        const Controller = AbortController, { any } = AbortSignal, Signal = AbortSignal;
        const add = uncurry(EventTarget.prototype.addEventListener), abort = uncurry(AbortController.prototype.abort);
        /** @type {(controller: AbortController) => AbortSignal} */
        const signalOf = getter(AbortController.prototype, "signal");
        const { iterator } = Symbol;
        /** Web IDL calls a list's iterator, which the page could replace; so this list has its own. */
        const joined = (/** @type {AbortSignal} */ first, /** @type {AbortSignal | undefined} */ second) => {
            let count = 0;
            const next = () => {
                const value = ++count === 1 ? first : second;
                return bare({ value, done: count > 2 || value === undefined });
            };
            return /** @type {AbortSignal} */ (apply(any, Signal, [bare({ [iterator]: () => bare({ next }) })]));
        };
        return bare({
            isAborted: getter(AbortSignal.prototype, "aborted"),
            reason: getter(AbortSignal.prototype, "reason"),
            // A derived signal, whose listeners the page cannot stop.
            onAbort: (signal, act) => add(joined(signal, undefined), "abort", act),
            joined: (own, other) => joined(signalOf(own), other),
            controller: () => new Controller(),
            abort: (controller) => abort(controller),
        });
    }

    /** @returns {Buffers} */
    function takeBuffers() {
        const Bytes = Uint8Array,
            Buffer = ArrayBuffer,
            { isView } = ArrayBuffer,
            typed = Object.getPrototypeOf(Uint8Array.prototype);
        /** @type {(buffer: unknown) => number} */
        const byteLength = getter(ArrayBuffer.prototype, "byteLength");
        /** @type {(self: unknown) => boolean} */
        const isResizable = "resizable" in ArrayBuffer.prototype
            ? getter(ArrayBuffer.prototype, "resizable")
            : () => false;
        const [ofTyped, ofData] = [typed, DataView.prototype].map((prototype) => ({
            buffer: /** @type {(self: unknown) => ArrayBuffer} */ (getter(prototype, "buffer")),
            offset: /** @type {(self: unknown) => number} */ (getter(prototype, "byteOffset")),
            length: /** @type {(self: unknown) => number} */ (getter(prototype, "byteLength")),
        }));
        /** @type {(self: unknown) => string | undefined} */
        const tag = getter(typed, Symbol.toStringTag);
        return bare({
            view(source) {
                const of = isView(source) ? tag(source) === undefined ? ofData : ofTyped : undefined;
                const buffer = /** @type {ArrayBuffer} */ (of === undefined ? source : of.buffer(source));
                // Throws for shared buffers and other values.
                const whole = byteLength(buffer), length = of === undefined ? whole : of.length(source);
                if (isResizable(buffer)) throw new NativeTypeError();
                return { bytes: new Bytes(buffer, of === undefined ? 0 : of.offset(source), length), length };
            },
            make(length) {
                const buffer = new Buffer(length);
                return { bytes: new Bytes(buffer), buffer };
            },
        });
    }

    /** @type {Intrinsics} */
    const intrinsics = bare({
        isGecko: "InternalError" in globalThis,
        apply,
        defineProperty,
        getOwnPropertyDescriptor,
        ownKeys,
        bare,
        list,
        isArray,
        parse,
        stringify,
        own: (object, key) => getOwnPropertyDescriptor(object, key)?.value,
        toWellFormed: uncurry(/** @type {() => string} */ (String.prototype.toWellFormed)),
        promise: (act) => new NativePromise(act),
        then(promise, kept, broken) {
            try {
                promiseThen(/** @type {Promise<unknown>} */ (promise), kept, broken);
            } catch {
                // A page's function may return a promise of another window, or no promise.
                promiseThen(new NativePromise((resolve) => resolve(promise)), kept, broken);
            }
        },
        weakMap() {
            const map = new NativeWeakMap();
            return bare({
                get: (key) => mapGet(map, /** @type {object} */ (key)),
                set: (key, value) => void mapSet(map, key, value),
            });
        },
        wrap: (wrapped, instead) =>
            new NativeProxy(wrapped, bare({ apply: (_, receiver, args) => instead(receiver, args) })),
        withMember: (object, key, value) =>
            new NativeProxy(
                bare({}),
                bare({
                    get(/** @type {object} */ _, /** @type {PropertyKey} */ name) {
                        const read = get(/** @type {object} */ (object), name);
                        return name === key ? value : read;
                    },
                }),
            ),
        nameOf(reason) {
            try {
                return exceptionName(reason);
            } catch {
                return undefined;
            }
        },
        exception: (name, message) => new NativeException(message, name),
        TypeError: NativeTypeError,
        setTimeout: (
            act,
            milliseconds,
        ) => /** @type {number} */ (/** @type {unknown} */ (apply(later, window, [act, milliseconds]))),
        clearTimeout: (timer) => void apply(never, window, [timer]),
        isShown: () => defaultView(document) !== null,
        hasFocus: () => /** @type {boolean} */ (focused(document)),
        container: () => credentials(navigator),
        isActivated: () => /** @type {boolean} */ (active(activation(navigator))),
        events: takeEvents(),
        signals: takeSignals(),
        buffers: takeBuffers(),
    });
    defineProperty(globalThis, place, {
        value: /** @type {Partial<PageParts>} */ (bare({ intrinsics })),
        configurable: true,
    });
})();
