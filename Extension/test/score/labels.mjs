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
 * Labels name what a field is called; our kinds what it is used for. An e-mail address that one logs in with is a
 * `username` that `takesAddress`, and is right where the label says `emailAddress`.
 * @param {string} label
 * @param {string} kind
 * @param {boolean} takesAddress
 */
const isAddressAsName = (label, kind, takesAddress) => label === "emailAddress" && kind === "username" && takesAddress;

/**
 * How an answer compares with a label: `right`, `wrong` (another kind), `missed`, `falsePositive`, or `quiet` for a
 * field that is not for credentials and was not taken for one.
 * @param {string} label
 * @param {string} kind
 * @param {boolean} takesAddress
 * @returns {"right" | "wrong" | "missed" | "falsePositive" | "quiet"}
 */
export function verdict(label, kind, takesAddress) {
    const right = rightAnswers[label];
    if (right === undefined) return kind === "" ? "quiet" : "falsePositive";
    if (kind === "") return "missed";
    return right.includes(kind) || isAddressAsName(label, kind, takesAddress) ? "right" : "wrong";
}
