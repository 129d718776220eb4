// Converts the options of a supported call to JSON (WebAuthn L3 §5.1.8 and §5.1.9).
//
// Reads every member once, in Web IDL order: by name, those of an inherited dictionary first. An unreadable value, or one
// that both browsers reject at once, ends the reading: the browser then reads the options and reports the error itself.
(() => {
    /** @import { Mediation } from "./bridge.js" */

    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { isGecko, bare, list, ownKeys, getOwnPropertyDescriptor, toWellFormed, signals, isActivated } =
        parts.intrinsics;
    const { encode, decode } = parts.bytes;

    /** Thrown for the browser to report; a page never sees it. */
    const refusal = bare({});
    /** Maximum number of credentials in a list, as in both browsers; applies to other lists too. */
    const limit = 64;
    /** The length of the longest user handle (64 bytes) in base64url. */
    const longestHandle = 86;

    /** @typedef {Record<string, unknown>} Dictionary */
    /** @type {Dictionary} */
    const empty = bare({});

    /** @param {unknown} value @returns {Dictionary} */
    function dictionary(value) {
        if (value === undefined || value === null) return empty;
        if (typeof value !== "object" && typeof value !== "function") throw refusal;
        return /** @type {Dictionary} */ (value);
    }

    /** @type {<Value>(value: unknown, read: (value: unknown) => Value) => Value | undefined} */
    const optional = (value, read) => value === undefined ? undefined : read(value);
    /** @type {<Value>(value: unknown, read: (value: unknown) => Value) => Value} */
    const required = (value, read) => {
        if (value === undefined) throw refusal;
        return read(value);
    };
    /** Throws for a symbol, as Web IDL does. @param {unknown} value */
    const text = (value) => `${/** @type {string} */ (value)}`;
    /** @param {unknown} value */
    const wellFormed = (value) => toWellFormed(text(value));
    /** @param {unknown} value */
    const flag = (value) => !!value;
    /** @param {unknown} value */
    const unsigned = (value) => /** @type {number} */ (value) >>> 0;
    /** @param {unknown} value */
    const signed = (value) => /** @type {number} */ (value) | 0;
    /**
     * An enumeration value; `undefined` for an unknown one.
     *
     * @type {(value: unknown, ...words: string[]) => string | undefined}
     */
    const word = (value, ...words) => {
        const given = optional(value, text);
        for (let index = 0; index < words.length; index++) if (words[index] === given) return given;
        return undefined;
    };

    /** @type {<Item>(value: unknown, read: (item: unknown) => Item | undefined) => Item[]} */
    function sequence(value, read) {
        if (value === null || typeof value !== "object" && typeof value !== "function") throw refusal;
        const items = list();
        let length = 0, count = 0;
        // Iterates the page's list with the page's iterator, as Web IDL does.
        for (const each of /** @type {Iterable<unknown>} */ (value)) {
            const item = read(each);
            if (item !== undefined) items[length++] = item;
            if (++count > limit) throw refusal;
        }
        return items;
    }

    /** @param {unknown} value */
    const texts = (value) => sequence(value, text);

    /** Removes undefined members. @param {Dictionary} object */
    function tidy(object) {
        bare(object);
        const keys = ownKeys(object);
        for (let index = 0; index < keys.length; index++) {
            const key = /** @type {string} */ (keys[index]);
            if (object[key] === undefined) delete object[key];
        }
        return object;
    }

    /** A descriptor; `undefined` for an unknown type. @param {unknown} value */
    function descriptor(value) {
        const given = dictionary(value);
        const id = required(given.id, encode),
            transports = optional(given.transports, texts),
            type = required(given.type, text);
        return type === "public-key" ? tidy({ type, id, transports }) : undefined;
    }

    /** @param {unknown} value */
    function selection(value) {
        const given = dictionary(value);
        return tidy({
            authenticatorAttachment: word(given.authenticatorAttachment, "platform", "cross-platform"),
            requireResidentKey: optional(given.requireResidentKey, flag),
            residentKey: word(given.residentKey, "discouraged", "preferred", "required"),
            userVerification: word(given.userVerification, "discouraged", "preferred", "required"),
        });
    }

    /** @param {unknown} value */
    function parameter(value) {
        const given = dictionary(value), alg = required(given.alg, signed), type = required(given.type, text);
        return type === "public-key" ? tidy({ type, alg }) : undefined;
    }

    /** @param {unknown} value */
    function salts(value) {
        const given = dictionary(value);
        return tidy({ first: required(given.first, encode), second: optional(given.second, encode) });
    }

    /** @param {unknown} value */
    function saltsByCredential(value) {
        if (value === null || typeof value !== "object" && typeof value !== "function") throw refusal;
        const keys = ownKeys(value), read = bare(/** @type {Dictionary} */ ({}));
        for (let index = 0; index < keys.length; index++) {
            const key = text(keys[index]);
            if (index >= limit || key === "" || decode(key) === null) throw refusal;
            if (getOwnPropertyDescriptor(value, key)?.enumerable) {
                read[key] = salts(/** @type {Dictionary} */ (value)[key]);
            }
        }
        return read;
    }

    /** @param {unknown} value */
    function pseudoRandom(value) {
        const given = dictionary(value);
        return tidy({
            eval: optional(given.eval, salts),
            evalByCredential: optional(given.evalByCredential, saltsByCredential),
        });
    }

    /** @param {unknown} value */
    function largeBlob(value) {
        const given = dictionary(value);
        const read = optional(given.read, flag), support = optional(given.support, text);
        return tidy({
            read,
            support: support === undefined ? support : support === "required" ? support : "preferred",
            write: optional(given.write, encode),
        });
    }

    /** @param {unknown} value */
    function extensions(value) {
        const given = dictionary(value);
        const read = tidy({
            appid: optional(given.appid, wellFormed),
            appidExclude: optional(given.appidExclude, wellFormed),
            // Only marked and not forwarded, since Latchkey stores no `credBlob`. Firefox does not have this extension.
            credBlob: isGecko ? undefined : optional(given.credBlob, (blob) => encode(blob) !== undefined),
            credProps: optional(given.credProps, flag),
            largeBlob: undefined,
            prf: undefined,
        });
        const policy = optional(given.credentialProtectionPolicy, text);
        // An enforced protection policy needs an authenticator that supports it.
        if (policy !== undefined && policy !== "userVerificationOptional" && given.enforceCredentialProtectionPolicy) {
            throw refusal;
        }
        const blob = optional(given.largeBlob, largeBlob);
        if (blob !== undefined) read.largeBlob = blob;
        // Payment confirmation needs the browser's dialog.
        if (given.payment !== undefined) throw refusal;
        const prf = optional(given.prf, pseudoRandom);
        if (prf !== undefined) read.prf = prf;
        return read;
    }

    /** Removes the mark of `credBlob` from the read options, and returns whether it was there. @param {Dictionary} read */
    function takeBlobMark(read) {
        const asked = /** @type {Dictionary | undefined} */ (read.extensions), isMarked = asked?.credBlob === true;
        if (asked !== undefined) delete asked.credBlob;
        return isMarked;
    }

    /** Rejects extensions that both browsers reject for create(). @param {Dictionary | undefined} given */
    function checkForCreating(given) {
        if (given === undefined) return;
        const { largeBlob: blob, prf } = /** @type {Record<string, Dictionary | undefined>} */ (given);
        if (given.appid !== undefined || prf?.evalByCredential !== undefined) throw refusal;
        if (blob !== undefined && (blob.read !== undefined || blob.write !== undefined)) throw refusal;
    }

    /** Rejects extensions that both browsers reject for get(). @param {Dictionary | undefined} given @param {Dictionary[]} allowed */
    function checkForUsing(given, allowed) {
        if (given === undefined) return;
        const { largeBlob: blob, prf } = /** @type {Record<string, Dictionary | undefined>} */ (given);
        // Chromium adds `false` when it parses JSON options.
        if (given.credProps === true) throw refusal;
        if (blob !== undefined && (blob.support !== undefined || blob.read === true && blob.write !== undefined)) {
            throw refusal;
        }
        if (blob?.write !== undefined && allowed.length !== 1) throw refusal;
        const by = /** @type {Dictionary | undefined} */ (prf?.evalByCredential);
        if (by === undefined) return;
        const keys = ownKeys(by);
        for (let index = 0; index < keys.length; index++) {
            let isAllowed = false;
            for (let each = 0; each < allowed.length; each++) isAllowed ||= allowed[each]?.id === keys[index];
            if (!isAllowed) throw refusal;
        }
    }

    /** @param {unknown} value */
    function creationOptions(value) {
        const given = dictionary(value);
        const attestation = word(given.attestation, "none", "indirect", "direct", "enterprise");
        const attestationFormats = optional(given.attestationFormats, texts);
        const authenticatorSelection = optional(given.authenticatorSelection, selection);
        const challenge = required(given.challenge, encode);
        const excludeCredentials = optional(given.excludeCredentials, (each) => sequence(each, descriptor));
        const asked = optional(given.extensions, extensions), hints = optional(given.hints, texts);
        let count = 0;
        const pubKeyCredParams = required(
            given.pubKeyCredParams,
            (all) => sequence(all, (each) => (count++, parameter(each))),
        );
        if (count > 0 && pubKeyCredParams.length === 0) throw refusal;
        const rp = required(given.rp, (value) => {
            const party = dictionary(value), name = required(party.name, text);
            return tidy({ name, id: optional(party.id, wellFormed) });
        });
        const timeout = optional(given.timeout, unsigned);
        const user = required(given.user, (value) => {
            const person = dictionary(value), name = required(person.name, text);
            const displayName = required(person.displayName, text), id = required(person.id, encode);
            if (id === "" || id.length > longestHandle) throw refusal;
            return tidy({ id, name, displayName });
        });
        checkForCreating(asked);
        return tidy({
            attestation,
            attestationFormats,
            authenticatorSelection,
            challenge,
            excludeCredentials,
            extensions: asked,
            hints,
            pubKeyCredParams,
            rp,
            timeout,
            user,
        });
    }

    /** @param {unknown} value */
    function requestOptions(value) {
        const given = dictionary(value);
        let count = 0;
        const allowCredentials = optional(
            given.allowCredentials,
            (all) => sequence(all, (each) => (count++, descriptor(each))),
        );
        // If every entry was dropped, the list must not become one that allows everything.
        if (count > 0 && allowCredentials?.length === 0) throw refusal;
        const challenge = required(given.challenge, encode), asked = optional(given.extensions, extensions);
        const hints = optional(given.hints, texts), rpId = optional(given.rpId, wellFormed);
        const timeout = optional(given.timeout, unsigned);
        const userVerification = word(given.userVerification, "discouraged", "preferred", "required");
        checkForUsing(asked, allowCredentials ?? []);
        return tidy({ allowCredentials, challenge, extensions: asked, hints, rpId, timeout, userVerification });
    }

    /** @param {unknown} value */
    function mediation(value) {
        const given = word(value, "optional", "required", "conditional");
        if (value !== undefined && given === undefined) throw refusal;
        return /** @type {Exclude<Mediation, "immediate">} */ (given ?? "optional");
    }

    /** @param {unknown} value */
    function openSignal(value) {
        if (value === undefined) return undefined;
        if (signals.isAborted(value)) throw refusal;
        return /** @type {AbortSignal} */ (value);
    }

    /**
     * Whether other kinds of credentials are requested; Firefox supports none.
     *
     * @param {Dictionary} given
     * @param {string[]} names
     */
    function others(given, names) {
        let isAny = false;
        for (let index = 0; !isGecko && index < names.length; index++) {
            if (given[/** @type {string} */ (names[index])] !== undefined) isAny = true;
        }
        return isAny;
    }

    parts.optionsReading = bare({
        create(options) {
            const given = dictionary(options), isAnother = others(given, ["digital", "federated"]);
            const how = given.mediation, isPassword = others(given, ["password"]), { publicKey } = given;
            if (publicKey === undefined || isAnother || isPassword) return null;
            const read = creationOptions(publicKey), signal = openSignal(given.signal);
            const wantsBlob = takeBlobMark(read);
            const asked =
                /** @type {unknown} */ (bare({ id: 0, method: "create", options: read, mediation: mediation(how) }));
            const question = /** @type {import("./bridge.js").CreateQuestion} */ (asked);
            return bare({ question, signal, isRefused: false, isOnlyOurs: false, wantsBlob });
        },
        get(options) {
            const given = dictionary(options), isAnother = others(given, ["digital", "federated", "identity"]);
            const how = given.mediation,
                isCode = others(given, ["otp"]),
                password = isGecko ? undefined : given.password;
            const { publicKey } = given;
            if (publicKey === undefined || isAnother || isCode) return null;
            const read = requestOptions(publicKey), signal = openSignal(given.signal);
            takeBlobMark(read);
            const mode = optional(given.uiMode, text), mediated = mediation(how);
            const isImmediate = mode === "immediate" && !(isGecko && mediated === "conditional");
            if (!isGecko && (isImmediate ? mediated === "conditional" : mode !== undefined || password)) return null;
            // An immediate get() names no passkeys and needs a user activation. Firefox has no such call, so a declined one is
            // rejected.
            const named = /** @type {unknown[] | undefined} */ (read.allowCredentials);
            const isRefused = isImmediate && ((named?.length ?? 0) > 0 || !isActivated());
            if (isRefused && !isGecko) return null;
            const requested = isImmediate ? "immediate" : mediated;
            const asked = /** @type {unknown} */ (bare({ id: 0, method: "get", options: read, mediation: requested }));
            const question = /** @type {import("./bridge.js").GetQuestion} */ (asked);
            return bare({ question, signal, isRefused, isOnlyOurs: isImmediate && isGecko, wantsBlob: false });
        },
    });
})();
