/**
 * The concepts that phrases stand for. Docs/form-rules.md explains each.
 */

/** Concepts that say a field is for credentials. */
export const credentialConcepts = /** @type {const} */ ([
    "email",
    "username",
    "loginWord",
    "password",
    "newPassword",
    "currentPassword",
    "repeat",
    "code",
    "bareCode",
]);

/** Concepts that say a field is for something else. */
export const otherConcepts = /** @type {const} */ ([
    "phone",
    "personName",
    "address",
    "postal",
    "cardNumber",
    "cardCode",
    "birth",
    "coupon",
    "captcha",
    "answer",
    "search",
    "nickname",
    "accountNumber",
    "company",
    "amount",
    "message",
    "website",
    "nationalId",
    "machine",
    "key",
    "decoy",
]);

/** Concepts that state what a form does, found in its buttons, headings, links and names. */
export const formConcepts = /** @type {const} */ ([
    "login",
    "signUp",
    "changePassword",
    "resetPassword",
    "forgot",
    "remember",
    "terms",
    "haveAccount",
    "noAccount",
    "subscribe",
    "contact",
    "checkout",
    "settings",
    "verify",
    "updateEmail",
    "deleteAccount",
    "unlock",
    "search",
    "code",
    "newPassword",
    "connect",
    "save",
]);
