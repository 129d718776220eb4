/**
 * The shapes that the form classifier speaks. Types only: nothing here runs.
 *
 * The whole interface is in three modules without any state:
 * - `classify.js`: `classify(root, options)` for a page or a part of it, `classifyField(element, options)` for the
 *   field that a user focused; `offers(entry)` says whether the entry may be offered, filled or saved at all.
 * - `candidates.js`: `isCandidate(element)` and `candidates(root)`, cheap looks that need no other module.
 * - `types.js`: this.
 */

/**
 * What a field is for. A field that is none of these has no entry.
 * - `username`: what one logs in with: a name, a number, a phone number, an e-mail address (`takesAddress`)
 * - `email`: an e-mail address where an account is made or changed, mostly its user name; see `offers` for those of
 *   newsletters and orders, which are not
 * - `currentPassword`: the password of an account that exists
 * - `newPassword`: the password that an account gets, or its confirmation (`confirms`)
 * - `oneTimeCode`: a code of an authenticator, a text message or a mail, whole or in boxes (`segment`)
 * @typedef {"username" | "email" | "currentPassword" | "newPassword" | "oneTimeCode"} FieldKind
 */

/**
 * What a form does. `other` is a form with an e-mail address that is no user name (newsletter, contact, checkout):
 * its entries are never offered, filled or saved.
 * @typedef {"login" | "twoStepLogin" | "signUp" | "changePassword" | "code" | "updateEmail" | "other"} FormKind
 */

/**
 * One reason for or against a kind.
 * @typedef {object} Evidence
 * @property {string} rule      the table's entry, such as `password` or `type=email`
 * @property {string} signal    where it was found: `autocomplete`, `label`, `name`, `button`, …
 * @property {number} weight    what it added
 * @property {string} [text]    what was found there, shortened
 */

/**
 * A classified field. It may be out of sight, disabled or read-only: whoever fills it looks at that himself.
 * @typedef {object} ClassifiedField
 * @property {HTMLInputElement} element
 * @property {FieldKind} kind
 * @property {ClassifiedForm} form
 * @property {HTMLInputElement | null} confirms     the new-password (or e-mail) field that this one repeats
 * @property {{index: number, count: number, elements: readonly HTMLInputElement[]} | null} segment
 *   the place of this box in a segmented code, counted from 0, and all boxes in order
 * @property {boolean} takesAddress                 whether it takes an e-mail address, as a user name or as itself
 * @property {number} score                         how sure: above 0, and 4 and more is plain
 * @property {readonly Evidence[]} explain          why this kind
 */

/**
 * A form that has at least one classified field.
 * @typedef {object} ClassifiedForm
 * @property {FormKind} kind
 * @property {Element} element                      the form element, or the nearest common container of its fields
 * @property {readonly ClassifiedField[]} fields    in document order
 * @property {Element | null} submit                the button that sends it, where one was found
 * @property {readonly Evidence[]} explain          why this kind of form
 */

/**
 * What the caller knows and the DOM does not say.
 * @typedef {object} ClassifyOptions
 * @property {(host: Element) => ShadowRoot | null} [shadowRootOf]
 *   gives a closed shadow root too (`browser.dom.openOrClosedShadowRoot`); without it only open ones are entered
 * @property {(element: Element) => boolean} [isVisible]
 *   refines which fields a user can see; it may cost layout, and is asked only for fields that matter
 * @property {string} [path]                        the path of the page's address, a weak hint for the form's kind
 */

export {};
