/** The kinds that are right for each label of a page. */

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
 * A label says how a field is called, a kind how it is used. An e-mail address that logs in is a `username` that
 * `takesAddress`, which is right for the label `emailAddress`.
 * @param {string} label
 * @param {string} kind
 * @param {boolean} takesAddress
 */
const isAddressAsName = (label, kind, takesAddress) => label === "emailAddress" && kind === "username" && takesAddress;

/**
 * Compares an answer with a label: `right`, `wrong` (another kind), `missed`, `falsePositive`, or `quiet` for a field
 * that is not for credentials and was not taken for one.
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
