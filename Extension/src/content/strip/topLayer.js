// Whether another element in the top layer may cover the host without taking hits.
//
// The top layer's order cannot be read. Elements that enter it send beforetoggle, which the loader counts before any script
// of the page can stop it. The event does not leave a page's shadow roots, and if a script of the page ran first, the count
// proves nothing: then any other element in the top layer may be above the host.

import { shadowRootOf } from "../../browser.js";
import { mayHost } from "../../forms/candidates.js";

/** @typedef {{changes: number, isFirst: boolean}} TopLayerCount the loader's count */

/** How many of the counted changes are the extension's own, so that strip and banner do not raise each other. */
let ownChanges = 0;

/** How often the page has changed the top layer; `null` if the count is unreliable. */
export function topLayerChanges() {
    const count = /** @type {{latchkeyTopLayer?: TopLayerCount}} */ (globalThis).latchkeyTopLayer;
    return count?.isFirst === true ? count.changes - ownChanges : null;
}

/**
 * Shows a host in the top layer, and verifies that the count still works.
 *
 * @param {HTMLElement} host
 * @returns {number | null} the changes so far; `null` if the count is unreliable
 */
export function showOnTop(host) {
    const before = topLayerChanges();
    host.showPopover();
    const after = topLayerChanges();
    if (before === null || after !== before + 1) return null;
    ownChanges++;
    return before;
}

/** Limit of elements to inspect; a page with more counts as one that may cover the host. */
const mostElements = 50_000;

const inTopLayer = ":popover-open, :modal, :fullscreen" + (CSS.supports("selector(:open)") ? ", select:open" : "");

/**
 * Whether another element in the top layer may cover the host. Box and style prove nothing: a shadow, an outline or a
 * child paints outside of the box and takes no hits.
 *
 * @param {Element} host
 * @param {boolean} knowsOrder whether everything in the document itself is known to lie below
 */
export function mayBeCovered(host, knowsOrder) {
    let left = mostElements;
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [document];
    for (const root of roots) {
        const isProven = knowsOrder && root === document;
        for (const element of root.querySelectorAll(inTopLayer)) {
            if (element !== host && !(isProven && element.localName !== "select")) return true;
        }
        for (const element of root.querySelectorAll("*")) {
            if (--left < 0) return true;
            const shadow = mayHost(element) ? shadowRootOf(element) : null;
            if (shadow !== null) roots.push(shadow);
        }
    }
    return false;
}

/**
 * Whether a view transition is painted over the page.
 *
 * @param {boolean} isThorough whether to also check for a transition of a part of the page
 * @param {Document} [page]
 */
export function isInTransition(isThorough, page = document) {
    if (!transitions) return false;
    return page.documentElement.matches(":active-view-transition") ||
        isThorough && page.querySelector(":active-view-transition") !== null;
}

const transitions = CSS.supports("selector(:active-view-transition)");
