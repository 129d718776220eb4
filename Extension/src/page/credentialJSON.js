// Validates the JSON of a credential (WebAuthn L3 §5.1.6) from the bridge, and orders its members as the browser does.
(() => {
    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { bare, list, own, isArray, TypeError: NativeTypeError } = parts.intrinsics;

    /** @typedef {Record<string, unknown>} Dictionary */

    /** @param {unknown} value */
    function object(value) {
        if (typeof value !== "object" || value === null) throw new NativeTypeError();
        return value;
    }

    /**
     * Copies an optional member.
     *
     * @param {object} from
     * @param {Dictionary} to
     * @param {string} key
     * @param {string} type
     */
    function copy(from, to, key, type) {
        const value = own(from, key);
        if (value === undefined || value === null) return;
        if (typeof value !== type) throw new NativeTypeError();
        to[key] = value;
    }

    /** @param {object} from @param {Dictionary} to @param {string} key */
    function copyNeeded(from, to, key) {
        copy(from, to, key, "string");
        if (to[key] === undefined) throw new NativeTypeError();
    }

    /**
     * Copies an optional nested object.
     *
     * @param {object} from
     * @param {Dictionary} to
     * @param {string} key
     * @param {(from: object, to: Dictionary) => void} fill
     */
    function within(from, to, key, fill) {
        const value = own(from, key);
        if (value === undefined || value === null) return;
        const made = bare(/** @type {Dictionary} */ ({}));
        fill(object(value), made);
        to[key] = made;
    }

    /** @param {object} from @param {Dictionary} to @param {boolean} wantsBlob */
    function extensionResults(from, to, wantsBlob) {
        copy(from, to, "appid", "boolean");
        copy(from, to, "appidExclude", "boolean");
        if (wantsBlob) to.credBlob = false;
        within(from, to, "credProps", (given, made) => copy(given, made, "rk", "boolean"));
        within(from, to, "largeBlob", (given, made) => {
            copy(given, made, "blob", "string");
            copy(given, made, "supported", "boolean");
            copy(given, made, "written", "boolean");
        });
        within(from, to, "prf", (given, made) => {
            copy(given, made, "enabled", "boolean");
            within(given, made, "results", (results, salted) => {
                copyNeeded(results, salted, "first");
                copy(results, salted, "second", "string");
            });
        });
    }

    /** @param {object} from @param {Dictionary} to */
    function attestation(from, to) {
        copyNeeded(from, to, "attestationObject");
        copyNeeded(from, to, "authenticatorData");
        copyNeeded(from, to, "clientDataJSON");
        copy(from, to, "publicKey", "string");
        copy(from, to, "publicKeyAlgorithm", "number");
        const given = own(from, "transports"), transports = list();
        for (let index = 0; isArray(given) && index < given.length; index++) {
            const each = own(given, `${index}`);
            if (typeof each === "string") transports[transports.length] = each;
        }
        to.transports = transports;
    }

    /** @param {object} from @param {Dictionary} to */
    function assertion(from, to) {
        copyNeeded(from, to, "authenticatorData");
        copyNeeded(from, to, "clientDataJSON");
        copyNeeded(from, to, "signature");
        copy(from, to, "userHandle", "string");
    }

    parts.credentialJSON = bare({
        read(json, kind, wantsBlob = false) {
            const given = object(json), read = bare(/** @type {Dictionary} */ ({}));
            copy(given, read, "authenticatorAttachment", "string");
            const results = own(given, "clientExtensionResults"), extensions = bare(/** @type {Dictionary} */ ({}));
            extensionResults(object(results ?? bare({})), extensions, wantsBlob);
            read.clientExtensionResults = extensions;
            copyNeeded(given, read, "id");
            read.rawId = read.id;
            within(given, read, "response", kind === "create" ? attestation : assertion);
            if (read.response === undefined) throw new NativeTypeError();
            read.type = "public-key";
            return /** @type {import("./pageParts.js").ReadAnswer} */ (/** @type {unknown} */ (read));
        },
    });
})();
