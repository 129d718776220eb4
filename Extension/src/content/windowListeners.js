// Listeners on window and document that survive document.open(), which removes all listeners of a document.

/**
 * @typedef {object} Registration
 * @property {EventTarget} target
 * @property {string} type
 * @property {EventListener} listener
 * @property {AddEventListenerOptions} options
 */

/** @type {Set<Registration>} */
const registrations = new Set();

/**
 * Adds a listener, and adds it again after each document.open().
 *
 * @param {EventTarget} target the window or its document
 * @param {string} type
 * @param {(event: never) => void} listener
 * @param {AddEventListenerOptions} [options]
 */
export function listenAlways(target, type, listener, options = {}) {
    const registration = { target, type, listener: /** @type {EventListener} */ (/** @type {unknown} */ (listener)), options };
    registrations.add(registration);
    options.signal?.addEventListener("abort", () => registrations.delete(registration), { once: true });
    add(registration);
}

/** @param {Registration} registration */
function add({ target, type, listener, options }) {
    target.addEventListener(type, listener, options);
}

// document.open() replaces the document's element. The observer stays. A listener that is still there is not added twice.
let root = document.documentElement;
new MutationObserver(() => {
    if (document.documentElement === root) return;
    root = document.documentElement;
    registrations.forEach(add);
}).observe(document, { childList: true });
