// The browser's names, messages and codes for failed calls.
(() => {
    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { isGecko, bare, own, exception, TypeError: NativeTypeError } = parts.intrinsics;

    /** The messages of Chromium 156 and Firefox 153. @type {Record<string, string>} */
    const messages = bare(
        isGecko
            ? {
                AbortError: "The operation was aborted. ",
                ConstraintError:
                    "A mutation operation in the transaction failed because a constraint was not satisfied.",
                InvalidStateError: "An attempt was made to use an object that is not, or is no longer, usable",
                NotAllowedError:
                    "The request is not allowed by the user agent or the platform in the current context, possibly " +
                    "because the user denied permission.",
                NotSupportedError: "Operation is not supported",
                OperationError: "The operation failed for an operation-specific reason",
                SecurityError: "The operation is insecure.",
                UnknownError: "The operation failed for an unknown transient reason",
            }
            : {
                AbortError: "signal is aborted without reason",
                ConstraintError: "The authenticator does not meet the required constraints.",
                InvalidStateError:
                    "The user attempted to register an authenticator that contains one of the credentials already " +
                    "registered with the relying party.",
                NotAllowedError: "The operation either timed out or was not allowed. See: " +
                    "https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.",
                NotSupportedError: "The operation is not supported.",
                OperationError: "A request is already pending.",
                SecurityError:
                    "The relying party ID is not a registrable domain suffix of, nor equal to the current domain.",
                UnknownError: "An unknown error occurred while talking to the credential manager.",
            },
    );

    parts.errorMessages = bare({
        exception: (name) => exception(name, messages[name] ?? ""),
        unstorable: () =>
            exception(
                "NotSupportedError",
                isGecko
                    ? messages.NotSupportedError ?? ""
                    : "Store operation not permitted for this credential type.",
            ),
        failure(error) {
            const given = typeof error === "object" && error !== null ? error : bare({});
            const name = own(given, "name"), message = own(given, "message");
            if (name === "TypeError") return new NativeTypeError(typeof message === "string" ? message : "");
            // Firefox has one message for every call that was not allowed.
            if (isGecko && name === "OperationError") return exception("NotAllowedError", messages.NotAllowedError ?? "");
            const known = typeof name === "string" && messages[name] !== undefined ? name : "UnknownError";
            return exception(known, /** @type {string} */ (messages[known]));
        },
    });
})();
