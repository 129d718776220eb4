// Failures that cross a port. A failure never contains a value of the user.

import { readObject, readOptionalText } from "./readValues.js";

/**
 * @typedef {import("../messages.js").CallError} CallError
 */

/** An error with a machine-readable reason. */
export class Failure extends Error {
    /**
     * @param {string} reason a reason of Docs/protocol.md or of messages.js
     * @param {string} message
     * @param {{hint?: string | undefined, details?: Record<string, string> | undefined}} [more]
     */
    constructor(reason, message, more = {}) {
        super(message);
        this.name = "Failure";
        this.reason = reason;
        this.hint = more.hint;
        this.details = more.details;
    }

    /** @returns {CallError} */
    get callError() {
        return {
            reason: this.reason,
            message: this.message,
            ...(this.hint === undefined ? {} : { hint: this.hint }),
            ...(this.details === undefined ? {} : { details: this.details }),
        };
    }

    /**
     * Converts a thrown value. An unexpected error becomes "internalError" without its message.
     *
     * @param {unknown} thrown
     */
    static from(thrown) {
        if (thrown instanceof Failure) return thrown;
        const isUnreadable = thrown instanceof Error && thrown.name === "UnreadableMessage";
        return isUnreadable
            ? new Failure("invalidParameters", thrown.message)
            : new Failure("internalError", "the extension has an internal error");
    }

    /**
     * Parses a JSON-RPC error of the agent or the native host (Schemas/error.json).
     *
     * @param {unknown} value
     */
    static ofAgent(value) {
        const error = readObject(value, "error");
        const data = error["data"] === undefined ? {} : readObject(error["data"], "data");
        const details = data["details"] === undefined ? undefined : readObject(data["details"], "details");
        return new Failure(
            readOptionalText(data, "reason", 128) ?? "internalError",
            readOptionalText(data, "message") ?? readOptionalText(error, "message") ?? "",
            {
                hint: readOptionalText(data, "hint"),
                details: details && Object.fromEntries(Object.keys(details).map((key) => [key, String(details[key])])),
            },
        );
    }
}
