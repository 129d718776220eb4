// Credentials that a page cannot distinguish from the browser's own.
//
// They are empty objects with the right prototype. The prototypes' accessors and methods are wrapped: for such an object
// they return the recorded value, for any other object they run the original function.
(() => {
    /** @import { ReadAnswer } from "./pageParts.js" */

    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { isGecko, apply, bare, parse, stringify, weakMap, wrap } = parts.intrinsics;
    const { defineProperty, getOwnPropertyDescriptor, TypeError: NativeTypeError } = parts.intrinsics;
    const { decode } = parts.bytes, { read } = parts.credentialJSON, marker = "latchkey";
    const prototypes = bare({
        create: AuthenticatorAttestationResponse.prototype,
        get: AuthenticatorAssertionResponse.prototype,
        response: AuthenticatorResponse.prototype,
        credential: Credential.prototype,
        publicKey: PublicKeyCredential.prototype,
    });

    /**
     * The values of a credential or response, by the name of the accessor or method.
     *
     * @typedef {Record<string, () => unknown>} Facts
     */
    /** @type {ReturnType<typeof weakMap<object, Facts>>} */
    const credentials = weakMap();
    /** @type {ReturnType<typeof weakMap<object, Facts>>} */
    const attestations = weakMap();
    /** @type {ReturnType<typeof weakMap<object, Facts>>} */
    const assertions = weakMap();

    /** @param {string} text */
    function buffer(text) {
        const bytes = decode(text);
        if (bytes === null) throw new NativeTypeError();
        return bytes;
    }

    /** Returns the same buffer each time, as accessors do. @param {string | undefined} text */
    function same(text) {
        const bytes = text === undefined ? null : buffer(text);
        return () => bytes;
    }

    /** As `same`, but for methods: Firefox returns a new buffer each time. @param {string | undefined} text */
    function again(text) {
        const first = same(text);
        return () => isGecko && text !== undefined ? buffer(text) : first();
    }

    /** @param {ReadAnswer["response"]} response @returns {Facts} */
    function factsOfResponse(
        {
            attestationObject,
            authenticatorData,
            clientDataJSON,
            publicKey,
            publicKeyAlgorithm,
            signature,
            transports,
            userHandle,
        },
    ) {
        const clientData = same(clientDataJSON);
        if (attestationObject === undefined) {
            return bare({
                clientDataJSON: clientData,
                authenticatorData: same(authenticatorData),
                signature: same(signature),
                userHandle: same(userHandle),
            });
        }
        const names = stringify(transports);
        return bare({
            clientDataJSON: clientData,
            attestationObject: same(attestationObject),
            getAuthenticatorData: again(authenticatorData),
            getPublicKey: again(publicKey),
            getPublicKeyAlgorithm: () => publicKeyAlgorithm ?? -7,
            getTransports: () => parse(names),
        });
    }

    /** The extension results, a new object each time. @param {ReadAnswer["clientExtensionResults"]} read */
    function resultsOf(read) {
        const json = stringify(read), salted = read.prf?.results;
        const first = again(salted?.first), second = again(salted?.second), blob = again(read.largeBlob?.blob);
        return () => {
            const results = parse(json);
            if (salted !== undefined) {
                results.prf.results.first = first();
                if (salted.second !== undefined) results.prf.results.second = second();
            }
            if (read.largeBlob?.blob !== undefined) results.largeBlob.blob = blob();
            return results;
        };
    }

    /**
     * @param {object} prototype
     * @param {string} name the name of an accessor or a method
     * @param {(receiver: unknown) => Facts | undefined} factsOf
     */
    function patch(prototype, name, factsOf) {
        const found = getOwnPropertyDescriptor(prototype, name), isMethod = typeof found?.value === "function";
        const native = /** @type {Function | undefined} */ (isMethod ? found?.value : found?.get);
        if (found === undefined || native === undefined || !found.configurable) return;
        const wrapped = wrap(native, (receiver, args) => {
            const fact = factsOf(receiver)?.[name];
            if (fact !== undefined) return fact();
            // A second copy of this script detects the first by this (intrinsics.js).
            return name === "rawId" && receiver === marker ? marker : apply(native, receiver, args);
        });
        defineProperty(prototype, name, bare({ ...found, [isMethod ? "value" : "get"]: wrapped }));
    }

    parts.credentials = bare({
        make(json, kind, wantsBlob) {
            const answer = read(json, kind, wantsBlob), text = stringify(answer);
            const made = /** @type {object} */ ({ __proto__: prototypes.publicKey });
            const response = /** @type {object} */ ({ __proto__: prototypes[kind] });
            const attachment = answer.authenticatorAttachment ?? null;
            const facts = factsOfResponse(answer.response);
            credentials.set(
                made,
                bare({
                    id: () => answer.id,
                    type: () => "public-key",
                    rawId: same(answer.id),
                    response: () => response,
                    authenticatorAttachment: () => attachment,
                    getClientExtensionResults: resultsOf(answer.clientExtensionResults),
                    toJSON: () => parse(text),
                }),
            );
            (kind === "create" ? attestations : assertions).set(response, facts);
            return /** @type {PublicKeyCredential} */ (made);
        },
        isMade: (value) => credentials.get(value) !== undefined,
        patch() {
            const { create, get, response, credential, publicKey } = prototypes;
            for (const name of ["id", "type"]) patch(credential, name, credentials.get);
            for (
                const name of ["rawId", "response", "authenticatorAttachment", "getClientExtensionResults", "toJSON"]
            ) {
                patch(publicKey, name, credentials.get);
            }
            patch(response, "clientDataJSON", (receiver) => attestations.get(receiver) ?? assertions.get(receiver));
            for (
                const name of [
                    "attestationObject",
                    "getAuthenticatorData",
                    "getPublicKey",
                    "getPublicKeyAlgorithm",
                    "getTransports",
                ]
            ) {
                patch(create, name, attestations.get);
            }
            for (const name of ["authenticatorData", "signature", "userHandle"]) patch(get, name, assertions.get);
        },
    });
})();
