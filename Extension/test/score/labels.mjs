/** What a label of a page says about the answer that is right. */

/** @type {Readonly<Record<string, readonly string[]>>} */
export const rightAnswers = {
    "username": ["username"],
    "emailAddress": ["email"],
    "username OR emailAddress": ["username", "email"],
    "password": ["currentPassword", "newPassword"],
    "password.current": ["currentPassword"],
    "password.new": ["newPassword"],
    "totp": ["oneTimeCode"],
};

/**
 * How an answer compares with a label: `right`, `wrong` (another kind), `missed`, `falsePositive`, or `quiet` for a
 * field that is not for credentials and was not taken for one.
 * @param {string} label
 * @param {string} kind
 * @returns {"right" | "wrong" | "missed" | "falsePositive" | "quiet"}
 */
export function verdict(label, kind) {
    const right = rightAnswers[label];
    if (right === undefined) return kind === "" ? "quiet" : "falsePositive";
    if (kind === "") return "missed";
    return right.includes(kind) ? "right" : "wrong";
}
