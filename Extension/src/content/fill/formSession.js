// What is remembered of one form from the first key typed in it until it has gone out.

/**
 * @typedef {object} FormSession
 * @property {string} id told to the background with what was generated for the form and with what went out of it
 * @property {string | null} generated the password that was made for the form and filled, to know it again
 */

/** @type {WeakMap<Element, FormSession>} */
const sessions = new WeakMap();

/**
 * The session of a form, by its element (`ClassifiedForm.element`); a new one where there is none.
 *
 * @param {Element} form
 * @returns {FormSession}
 */
export function sessionOf(form) {
    const known = sessions.get(form);
    if (known !== undefined) return known;
    const session = { id: crypto.randomUUID(), generated: null };
    sessions.set(form, session);
    return session;
}

/**
 * Forgets the session of a form: it has gone out, and what is typed next is another.
 *
 * @param {Element} form
 */
export function endSession(form) {
    sessions.delete(form);
}
