// Static methods of PublicKeyCredential: client capabilities and a relying party's signals.
(() => {
    /** @import { SignalName } from "./bridge.js" */

    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { apply, bare, list, own, ownKeys, promise, then, setTimeout, clearTimeout, wrap } = parts.intrinsics;
    const { defineProperty, getOwnPropertyDescriptor, TypeError: NativeTypeError } = parts.intrinsics;
    const { bus, errorMessages, bytes } = parts;
    const statics = PublicKeyCredential;

    /** Timeout (ms) of a call that is no ceremony. */
    const patience = 3000;

    /** @typedef {Record<string, unknown>} Dictionary */

    /**
     * Asks the content script; without an answer in time the outcome is "decline".
     *
     * @param {import("./bridge.js").PageCall} question
     * @param {(outcome: import("./pageParts.js").Outcome) => void} answer
     */
    function ask(question, answer) {
        let isOpen = true;
        /** @param {import("./pageParts.js").Outcome} outcome */
        const end = (outcome) => {
            if (!isOpen) return;
            isOpen = false;
            clearTimeout(timer);
            answer(outcome);
        };
        const timer = setTimeout(() => end(bare({ decline: true })), patience);
        if (!bus.ask(question, end)) end(bare({ decline: true }));
    }

    /** The capabilities to add; empty without an answer. @param {(added: object) => void} take */
    function askCapabilities(take) {
        ask(bare({ id: 0, method: "capabilities" }), (outcome) => {
            const result = "result" in outcome ? outcome.result : null;
            take(typeof result === "object" && result !== null ? result : bare({}));
        });
    }

    /** The browser's capabilities and the added ones, ordered by name. @param {object} given @param {object} added */
    function joined(given, added) {
        const names = list(), of = [given, added];
        for (let source = 0; source < 2; source++) {
            const keys = ownKeys(/** @type {object} */ (of[source]));
            for (let index = 0; index < keys.length; index++) {
                const name = keys[index];
                if (
                    typeof name !== "string" ||
                    source === 1 && (own(given, name) !== undefined || own(added, name) !== true)
                ) continue;
                // Insert before the greater names; the browser's own are ordered already.
                let place = names.length;
                while (place > 0 && source === 1 && /** @type {string} */ (names[place - 1]) > name) {
                    names[place] = names[place - 1];
                    place--;
                }
                names[place] = name;
            }
        }
        const made = {};
        for (let index = 0; index < names.length; index++) {
            const name = /** @type {string} */ (names[index]);
            const value = own(added, name) === true || own(given, name) === true;
            defineProperty(made, name, bare({ value, enumerable: true, configurable: true, writable: true }));
        }
        return made;
    }

    /**
     * @param {string} name
     * @param {(found: Function, receiver: unknown, args: unknown[]) => unknown} instead
     */
    function patchStatic(name, instead) {
        const found = getOwnPropertyDescriptor(statics, name);
        if (typeof found?.value !== "function" || !found.configurable) return;
        const native = found.value;
        const value = wrap(
            native,
            (receiver, args) => bus.isMet() ? instead(native, receiver, args) : apply(native, receiver, args),
        );
        defineProperty(statics, name, bare({ ...found, value }));
    }

    /** Patches a capability that the browser may report itself. @param {string} name @param {string} ability */
    function patchAbility(name, ability) {
        patchStatic(name, (found, receiver, args) =>
            promise((resolve, reject) => {
                then(apply(found, receiver, args), (given) => {
                    if (given === true) resolve(true);
                    else askCapabilities((added) => resolve(own(added, ability) === true));
                }, reject);
            }));
    }

    /**
     * The members of each signal, in Web IDL order.
     *
     * @type {Record<string, {signal: SignalName, dictionary: string, members: [string, "text" | "bytes" | "list"][]}>}
     */
    const kinds = bare({
        signalUnknownCredential: bare({
            signal: "unknownCredential",
            dictionary: "UnknownCredentialOptions",
            members: [["credentialId", "bytes"], ["rpId", "text"]],
        }),
        signalAllAcceptedCredentials: bare({
            signal: "allAcceptedCredentials",
            dictionary: "AllAcceptedCredentialsOptions",
            members: [["allAcceptedCredentialIds", "list"], ["rpId", "text"], ["userId", "bytes"]],
        }),
        signalCurrentUserDetails: bare({
            signal: "currentUserDetails",
            dictionary: "CurrentUserDetailsOptions",
            members: [["displayName", "text"], ["name", "text"], ["rpId", "text"], ["userId", "bytes"]],
        }),
    });

    /**
     * Reads a signal's options. Throws Firefox's errors, since Firefox has no such functions; Chromium throws its own.
     *
     * @param {string} name
     * @param {unknown[]} args
     */
    function readSignal(name, args) {
        const { signal, dictionary, members } = /** @type {typeof kinds[string]} */ (kinds[name]);
        /** @param {string} complaint */
        const refuse = (complaint) => new NativeTypeError(`PublicKeyCredential.${name}: ${complaint}`);
        if (args.length === 0) throw refuse("At least 1 argument required, but only 0 passed");
        const given = args[0] ?? bare({}), options = bare(/** @type {Dictionary} */ ({}));
        if (typeof given !== "object" && typeof given !== "function") {
            throw refuse("Argument 1 can't be converted to a dictionary.");
        }
        for (let index = 0; index < members.length; index++) {
            const member = /** @type {string[]} */ (members[index]), key = /** @type {string} */ (member[0]);
            const value = /** @type {Dictionary} */ (given)[key];
            if (value === undefined) throw refuse(`Missing required '${key}' member of ${dictionary}.`);
            options[key] = member[1] === "list"
                ? texts(value, () => refuse(`'${key}' member of ${dictionary} can't be converted to a sequence.`))
                : `${/** @type {string} */ (value)}`;
        }
        for (let index = 0; index < members.length; index++) {
            const member = /** @type {string[]} */ (members[index]),
                key = /** @type {string} */ (member[0]),
                value = options[key];
            const isWrong = member[1] === "bytes" && bytes.decode(/** @type {string} */ (value)) === null ||
                member[1] === "list" && !areBytes(/** @type {string[]} */ (value));
            if (isWrong) throw refuse(`Invalid base64url string for ${key}.`);
        }
        return /** @type {import("./bridge.js").SignalQuestion} */ (/** @type {unknown} */ (bare({
            id: 0,
            method: "signal",
            signal,
            options,
        })));
    }

    /** @param {unknown} value @param {() => Error} complaint */
    function texts(value, complaint) {
        if (value === null || typeof value !== "object" && typeof value !== "function") throw complaint();
        const read = list();
        let length = 0;
        // Iterates the page's list with the page's iterator, as Web IDL does.
        for (const each of /** @type {Iterable<unknown>} */ (value)) read[length++] = `${/** @type {string} */ (each)}`;
        return read;
    }

    /** @param {string[]} all */
    function areBytes(all) {
        for (let index = 0; index < all.length; index++) {
            if (bytes.decode(/** @type {string} */ (all[index])) === null) return false;
        }
        return true;
    }

    /**
     * Patches Chromium's function, which still updates the browser's own passkeys and validates the options. The page gets its
     * result once Latchkey has received the signal too, since the page may navigate then.
     *
     * @param {string} name
     */
    function patchSignal(name) {
        patchStatic(name, (found, receiver, args) => {
            const given = apply(found, receiver, args);
            let question;
            try {
                question = readSignal(name, args);
            } catch {
                // The browser's function has reported the error.
                return given;
            }
            return promise((resolve, reject) => {
                let isTold = false, isDone = false;
                /** @type {unknown} */
                let result;
                const end = () => {
                    if (isTold && isDone) resolve(result);
                };
                ask(question, () => {
                    isTold = true;
                    end();
                });
                then(given, (value) => {
                    result = value;
                    isDone = true;
                    end();
                }, reject);
            });
        });
    }

    /** Adds a signal function to Firefox, which has none. @param {string} name */
    function defineSignal(name) {
        const { [name]: shape } = { [name](/** @type {unknown} */ _options) {} };
        const value = wrap(/** @type {Function} */ (shape), (_, args) =>
            promise((resolve, reject) => {
                let question;
                try {
                    question = readSignal(name, args);
                } catch (error) {
                    return reject(error);
                }
                ask(question, (outcome) => {
                    if ("error" in outcome) reject(errorMessages.failure(outcome.error));
                    else resolve(undefined);
                });
            }));
        defineProperty(statics, name, bare({ value, enumerable: true, configurable: true, writable: true }));
    }

    parts.capabilitiesAndSignals = bare({
        patch() {
            patchStatic("getClientCapabilities", (found, receiver, args) =>
                promise((resolve, reject) => {
                    then(apply(found, receiver, args), (given) => {
                        askCapabilities((added) => resolve(joined(/** @type {object} */ (given), added)));
                    }, reject);
                }));
            patchAbility("isConditionalMediationAvailable", "conditionalGet");
            patchAbility("isUserVerifyingPlatformAuthenticatorAvailable", "userVerifyingPlatformAuthenticator");
            for (const name of /** @type {string[]} */ (ownKeys(kinds))) {
                if (name in statics) patchSignal(name);
                else defineSignal(name);
            }
        },
    });
})();
