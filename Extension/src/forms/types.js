/**
 * The types of the form classifier.
 *
 * The interface consists of three stateless modules:
 * - `classify.js`: `classify(root, options)` for a page or a part of it, `classifyField(element, options)` for the
 *   focused field; `offers(entry)` returns whether the entry may be offered, filled or saved.
 * - `candidates.js`: `isCandidate(element)` and `candidates(root)`, cheap tests without other modules.
 * - `types.js`: this file.
 */

/**
 * The kind of a field. Other fields have no entry.
 * - `username`: the name to log in with: a name, a number, a phone number, an e-mail address (`takesAddress`)
 * - `email`: an e-mail address in a form that creates or changes an account, usually its user name; see `offers` for those
 *   of newsletters and orders
 * - `currentPassword`: the password of an existing account
 * - `newPassword`: the new password of an account, or its confirmation (`confirms`)
 * - `oneTimeCode`: a code of an authenticator, a text message or an e-mail, whole or in boxes (`segment`)
 * @typedef {"username" | "email" | "currentPassword" | "newPassword" | "oneTimeCode"} FieldKind
 */

/**
 * The kind of a form. `other` is a form with an e-mail address that is no user name (newsletter, contact, checkout):
 * its entries are never offered, filled or saved.
 * @typedef {"login" | "twoStepLogin" | "signUp" | "changePassword" | "code" | "updateEmail" | "other"} FormKind
 */

/**
 * A piece of evidence for or against a kind.
 * @typedef {object} Evidence
 * @property {string} rule      the table's entry, such as `password` or `type=email`
 * @property {string} signal    its place: `autocomplete`, `label`, `name`, `button`, …
 * @property {number} weight    its weight
 * @property {string} [text]    the found text, shortened
 */

/**
 * A classified field. It may be hidden, disabled or read-only: the caller checks that before filling.
 * @typedef {object} ClassifiedField
 * @property {HTMLInputElement} element
 * @property {FieldKind} kind
 * @property {ClassifiedForm} form
 * @property {HTMLInputElement | null} confirms     the new-password (or e-mail) field that this one repeats
 * @property {{index: number, count: number, elements: readonly HTMLInputElement[]} | null} segment
 *   the index of this box in a segmented code or PIN, and all boxes in order
 * @property {boolean} takesAddress                 whether it takes an e-mail address
 * @property {number} score                         the confidence: above 0; 4 and above is high
 * @property {readonly Evidence[]} explain          why this kind
 */

/**
 * A form that has at least one classified field.
 * @typedef {object} ClassifiedForm
 * @property {FormKind} kind
 * @property {Element} element                      the form element, or the nearest common container of its fields
 * @property {readonly ClassifiedField[]} fields    in document order
 * @property {Element | null} submit                the submit button, if one was found
 * @property {readonly Evidence[]} explain          why this kind of form
 */

/**
 * Information that the DOM does not contain.
 * @typedef {object} ClassifyOptions
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf]
 *   returns closed shadow roots too (`browser.dom.openOrClosedShadowRoot`); without it only open ones are entered
 * @property {string} [path]                        the path of the page's address, a weak hint for the form's kind; that of
 *   the field's document by default
 */

export {};
