// What went wrong, in the words that cross a port. A failure never carries a value of the user's.

import { readObject, readOptionalText } from "./readValues.js";

/**
 * @typedef {import("../messages.js").CallError} CallError
 */

/** An error with a reason that the other end of a port can go by. */
export class Failure extends Error {
    /**
     * @param {string} reason one of Docs/protocol.md's, or of our own in messages.js
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
     * What a thrown value tells the other end; of a fault of our own only that there was one.
     *
     * @param {unknown} thrown
     */
    static from(thrown) {
        if (thrown instanceof Failure) return thrown;
        const isUnreadable = thrown instanceof Error && thrown.name === "UnreadableMessage";
        return isUnreadable
            ? new Failure("invalidParameters", thrown.message)
            : new Failure("internalError", "the extension met a fault of its own");
    }

    /**
     * Reads a JSON-RPC error of the agent or its host (Schemas/error.json).
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
