// Last script in the page's world: installs the patches, and removes the object that the scripts shared.
(() => {
    const place = Symbol.for("latchkey.page");
    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, place);
    if (parts === undefined) return;
    Reflect.deleteProperty(globalThis, place);
    const { bare, container, defineProperty, getOwnPropertyDescriptor, wrap } = parts.intrinsics;
    const { ceremonies, credentials, capabilitiesAndSignals } = parts;

    /** @param {object} object @param {"create" | "get"} kind */
    function patch(object, kind) {
        const found = getOwnPropertyDescriptor(object, kind), native = found?.value;
        if (typeof native !== "function" || !found?.configurable) return;
        const value = wrap(native, (receiver, args) => ceremonies.call(kind, native, receiver, args));
        defineProperty(object, kind, bare({ ...found, value }));
    }

    for (const kind of /** @type {const} */ (["create", "get"])) {
        patch(CredentialsContainer.prototype, kind);
        // Another extension may have put its own functions onto the object itself.
        patch(/** @type {object} */ (container()), kind);
    }
    credentials.patch();
    capabilitiesAndSignals.patch();
})();
