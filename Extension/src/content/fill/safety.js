// Checks where a form sends a password, and what to ask the user before it is filled.

import { attributeOf } from "../../forms/attributes.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */

/**
 * A reason to ask before filling a password.
 * - `otherOrigin`: the form, or one of its buttons, sends it to another site
 * - `insecure`: an https page sends it over http
 * - `inAddress`: method=get puts the password into the next page's address
 *
 * @typedef {{reason: "otherOrigin" | "insecure" | "inAddress", host: string}} Doubt
 */

/**
 * The doubts about filling a login into a form. Does not read the form's own members: an `<input name=action>` or
 * `<input name=getAttribute>` would hide them. Finds buttons also in the form's shadow root.
 *
 * @param {ClassifiedForm} form
 * @returns {Doubt[]}
 */
export function doubtsAbout(form) {
    const field = form.fields.find(({ element }) => element.form !== null)?.element;
    const owner = field?.form ?? null;
    if (field === undefined || owner === null) return [];
    const root = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    const buttons = [...root.querySelectorAll("button[formaction],input[formaction]," +
        "button[formmethod],input[formmethod]")].filter((button) => formOf(button) === owner);
    const base = { action: attributeOf(owner, "action"), method: attributeOf(owner, "method") };
    const page = { address: location.href, base: document.baseURI,
        isScripted: [...document.querySelectorAll("script")].some((script) => isScriptType(script.getAttribute("type"))) ||
            attributeOf(owner, "onsubmit") !== null };
    const ways = [base, ...buttons.map((button) => ({
        action: button.getAttribute("formaction") ?? base.action,
        method: button.getAttribute("formmethod") ?? base.method,
    }))];
    // The first of two steps puts only the user name into an address.
    const takesPassword = form.fields.some(({ kind }) => kind === "currentPassword" || kind === "newPassword");
    /** @type {Map<string, Doubt>} */
    const doubts = new Map();
    for (const way of ways) {
        for (const doubt of doubtsOf(way, page)) {
            if (doubt.reason === "inAddress" && !takesPassword) continue;
            doubts.set(`${doubt.reason} ${doubt.host}`, doubt);
        }
    }
    return [...doubts.values()];
}

/** The types of a classic script (MIME Sniffing, "JavaScript MIME type"), and `module`. */
const scriptTypes = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i;

/**
 * Whether a browser runs a script element with this type. Others are data, such as JSON-LD. Pure.
 *
 * @param {string | null} type the attribute
 */
export function isScriptType(type) {
    return type === null || type === "" || scriptTypes.test(type.trim());
}

/** @param {Element} button */
function formOf(button) {
    return button instanceof HTMLButtonElement || button instanceof HTMLInputElement ? button.form : null;
}

/**
 * The doubts about one submit button or the form itself. Pure.
 *
 * @param {{action: string | null, method: string | null}} way the attributes of the button or form
 * @param {{address: string, base: string, isScripted: boolean}} page isScripted: whether a script may submit the form
 * @returns {Doubt[]}
 */
export function doubtsOf(way, page) {
    const here = parse(page.address);
    const to = parse((way.action ?? "").trim() === "" ? page.address : way.action ?? "", page.base);
    if (here === null || to === null) return [];
    if (to.protocol !== "https:" && to.protocol !== "http:") return [];
    /** @type {Doubt[]} */
    const doubts = [];
    const isWeb = here.protocol === "https:" || here.protocol === "http:";
    if (isWeb && !isOfOneSite(here.hostname, to.hostname)) doubts.push({ reason: "otherOrigin", host: to.host });
    if (here.protocol === "https:" && to.protocol === "http:") doubts.push({ reason: "insecure", host: to.host });
    if (goesIntoAddress(way, here, to, page.isScripted)) doubts.push({ reason: "inAddress", host: to.host });
    return doubts;
}

/**
 * Whether a form puts its values into an address. A form without a method is trusted on a page with scripts, which submit it.
 * Without scripts it is trusted if it has no action either.
 *
 * @param {{action: string | null, method: string | null}} way
 * @param {URL} here
 * @param {URL} to
 * @param {boolean} isScripted
 */
function goesIntoAddress(way, here, to, isScripted) {
    const method = way.method?.trim().toLowerCase() ?? "";
    if (method === "post" || method === "dialog" || method === "" && isScripted) return false;
    if (method === "get") return true;
    return `${to.origin}${to.pathname}${to.search}` !== `${here.origin}${here.pathname}${here.search}`;
}

/**
 * Whether one host equals the other or is a subdomain of it. Public suffixes are unknown here; since a public suffix has no
 * login page, this is safe. The background knows whether sibling hosts are of one site (`doubtsToAsk`).
 *
 * @param {string} one
 * @param {string} other
 */
function isOfOneSite(one, other) {
    return one === other || isBelow(one, other) || isBelow(other, one);
}

/**
 * @param {string} host
 * @param {string} parent
 */
function isBelow(host, parent) {
    return parent.includes(".") && !/^[\d.]+$|^\[/.test(parent) && host.endsWith(`.${parent}`);
}

/**
 * @param {string} address
 * @param {string} [base]
 */
function parse(address, base) {
    try {
        return new URL(address, base);
    } catch {
        return null;
    }
}
