// The browser's extension API: the one file that says chrome or browser. Everything else asks here.

/** @type {WebExtension.API} */
const api = globalThis.browser ?? globalThis.chrome;

export const runtime = api.runtime;
export const tabs = api.tabs;
export const windows = api.windows;
export const webNavigation = api.webNavigation;
export const scripting = api.scripting;
export const storage = api.storage;
export const permissions = api.permissions;
export const action = api.action;
export const commands = api.commands;

/** Whether this is Firefox, whose background is an event page and whose API lives under another name. */
export const isFirefox = typeof globalThis.browser === "object" && runtime.getBrowserInfo !== undefined;

/** The API for HTTP authentication, once the user has granted it. */
export function webRequest() {
    return api.webRequest;
}

/** The browser's own settings, once the user has granted them. */
export function privacy() {
    return api.privacy;
}

/**
 * A string that a user sees, in the browser's language.
 *
 * @param {string} key a key of _locales/en/messages.json
 * @param {...string} values what stands for $1, $2, …
 */
export function message(key, ...values) {
    return api.i18n.getMessage(key, values);
}

/** The language of the browser's interface, as a BCP 47 tag. */
export function language() {
    return api.i18n.getUILanguage();
}

/**
 * The shadow root of an element, closed ones included; for content scripts only.
 *
 * @param {Element} host
 * @returns {ShadowRoot | null}
 */
export function shadowRootOf(host) {
    if (host.shadowRoot) return host.shadowRoot;
    if (host.openOrClosedShadowRoot !== undefined) return host.openOrClosedShadowRoot;
    return api.dom?.openOrClosedShadowRoot(/** @type {HTMLElement} */ (host)) ?? null;
}
