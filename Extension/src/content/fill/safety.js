// Where a form would send a password: what a user should be asked about before it is filled.

import { attributeOf } from "../../forms/attributes.js";

/** @import { ClassifiedForm } from "../../forms/types.js" */

/**
 * A reason to ask before filling a password.
 * - `otherOrigin`: the form, or one of its buttons, sends it to a host of another site
 * - `insecure`: a page of https sends it over http
 * - `inAddress`: method=get, so that the password would stand in the address of the next page
 *
 * @typedef {{reason: "otherOrigin" | "insecure" | "inAddress", host: string}} Doubt
 */

/**
 * What speaks against filling a password into a form unasked. No member of the form itself is used: an
 * `<input name=action>` or `<input name=getAttribute>` would answer for it. Buttons are looked for in the form's own
 * shadow root, where it is in one.
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
    const ways = [base, ...buttons.map((button) => ({
        action: button.getAttribute("formaction") ?? base.action,
        method: button.getAttribute("formmethod") ?? base.method,
    }))];
    /** @type {Map<string, Doubt>} */
    const doubts = new Map();
    for (const way of ways) {
        for (const doubt of doubtsOf(way, { address: location.href, base: document.baseURI })) {
            doubts.set(`${doubt.reason} ${doubt.host}`, doubt);
        }
    }
    return [...doubts.values()];
}

/** @param {Element} button */
function formOf(button) {
    return button instanceof HTMLButtonElement || button instanceof HTMLInputElement ? button.form : null;
}

/**
 * What speaks against one way of sending a form. Pure.
 *
 * @param {{action: string | null, method: string | null}} way the attributes as they stand
 * @param {{address: string, base: string}} page
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
    if (goesIntoAddress(way, here, to)) doubts.push({ reason: "inAddress", host: to.host });
    return doubts;
}

/**
 * Whether a form puts its values into an address. Forms that a script sends have mostly neither method nor an action
 * of their own, so those are trusted.
 *
 * @param {{action: string | null, method: string | null}} way
 * @param {URL} here
 * @param {URL} to
 */
function goesIntoAddress(way, here, to) {
    const method = way.method?.trim().toLowerCase() ?? "";
    if (method === "post" || method === "dialog") return false;
    if (method === "get") return true;
    return `${to.origin}${to.pathname}${to.search}` !== `${here.origin}${here.pathname}${here.search}`;
}

/**
 * Whether one host is the other or lies below it. Which suffixes are public is not known here; a host that is one has
 * no login page, so that nothing is lost by the rule. Siblings are asked about.
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
