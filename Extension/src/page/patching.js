// Last script in the page's world: installs the patches, and removes the object that the scripts shared.
(() => {
    const place = Symbol.for("latchkey.page");
    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, place);
    if (parts === undefined) return;
    Reflect.deleteProperty(globalThis, place);
    const { apply, bare, container, defineProperty, getOwnPropertyDescriptor, promise, wrap } = parts.intrinsics;
    const { ceremonies, credentials, capabilitiesAndSignals, errorMessages } = parts;

    /**
     * @param {object} object
     * @param {string} name
     * @param {(native: Function, receiver: unknown, args: unknown[]) => unknown} instead
     */
    function patch(object, name, instead) {
        const found = getOwnPropertyDescriptor(object, name), native = found?.value;
        if (typeof native !== "function" || !found?.configurable) return;
        const value = wrap(native, (receiver, args) => instead(native, receiver, args));
        defineProperty(object, name, bare({ ...found, value }));
    }

    /**
     * The browser cannot store a passkey, and does not recognise ours as one.
     *
     * @param {Function} native
     * @param {unknown} receiver
     * @param {unknown[]} args
     */
    function store(native, receiver, args) {
        if (receiver !== container() || !credentials.isMade(args[0])) return apply(native, receiver, args);
        return promise((_, reject) => reject(errorMessages.unstorable()));
    }

    // Another extension may have put its own functions onto the object itself.
    for (const object of [CredentialsContainer.prototype, /** @type {object} */ (container())]) {
        for (const kind of /** @type {const} */ (["create", "get"])) {
            patch(object, kind, (native, receiver, args) => ceremonies.call(kind, native, receiver, args));
        }
        patch(object, "store", store);
    }
    credentials.patch();
    capabilitiesAndSignals.patch();
})();
