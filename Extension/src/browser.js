// The browser's extension API. The only module that uses `chrome` or `browser`.

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
export const contextMenus = api.contextMenus;

/** Whether this is Firefox, which has an event page and some differences in its API. */
export const isFirefox = typeof globalThis.browser === "object" && runtime.getBrowserInfo !== undefined;

/** The API for HTTP authentication; `undefined` without the permission. */
export function webRequest() {
    return api.webRequest;
}

/** The browser's privacy settings; `undefined` without the permission. */
export function privacy() {
    return api.privacy;
}

/**
 * A localized string.
 *
 * @param {string} key a key of _locales/en/messages.json
 * @param {...string} values the values of $1, $2, …
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
