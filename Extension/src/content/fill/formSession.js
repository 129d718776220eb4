// The session of a form, from the first key typed in it until it is submitted.

/**
 * @typedef {object} FormSession
 * @property {string} id sent with the form's generated password and with its submission
 * @property {string | null} generated the password that was generated for the form and filled
 */

/** @type {WeakMap<Element, FormSession>} */
const sessions = new WeakMap();

/**
 * The session of a form's element (`ClassifiedForm.element`); begins one if there is none.
 *
 * @param {Element} form
 * @returns {FormSession}
 */
export function sessionOf(form) {
    const known = sessions.get(form);
    if (known !== undefined) return known;
    // A page over plain HTTP has no crypto.randomUUID().
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const session = { id, generated: null };
    sessions.set(form, session);
    return session;
}

/**
 * Ends the session of a form that was submitted; later typing begins another one.
 *
 * @param {Element} form
 */
export function endSession(form) {
    sessions.delete(form);
}
