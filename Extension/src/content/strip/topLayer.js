// What else is in the top layer, and whether it may lie above us without taking hits.
//
// The browser tells nobody the order of the top layer. What goes into it says so by beforetoggle, which the loader
// counts before any script of the page can stop it. The event does not leave a page's own shadow roots, and if a script
// of the page ran first, the count proves nothing: then anything else in the top layer may be above the host.

import { shadowRootOf } from "../../browser.js";
import { mayHost } from "../../forms/candidates.js";

/** @typedef {{changes: number, isFirst: boolean}} TopLayerCount the loader's */

/** How often we did it ourselves: strip and banner do not drive each other down. */
let ours = 0;

/** How often something of the page was put into the top layer; null where the count cannot be trusted. */
export function topLayerChanges() {
    const count = /** @type {{latchkeyTopLayer?: TopLayerCount}} */ (globalThis).latchkeyTopLayer;
    return count?.isFirst === true ? count.changes - ours : null;
}

/**
 * Puts a host of ours into the top layer, and proves by it that the count still counts.
 *
 * @param {HTMLElement} host
 * @returns {number | null} the changes so far, null where the count cannot be trusted
 */
export function showOnTop(host) {
    const before = topLayerChanges();
    host.showPopover();
    const after = topLayerChanges();
    if (before === null || after !== before + 1) return null;
    ours++;
    return before;
}

/** Limit of elements to inspect; a page with more counts as one that may cover the host. */
const mostElements = 50_000;

const inTopLayer = ":popover-open, :modal, :fullscreen" + (CSS.supports("selector(:open)") ? ", select:open" : "");

/**
 * Whether something else in the top layer may cover the host. Its box and its style prove nothing: a shadow, an outline
 * or a child paints beyond the box and takes no hits.
 *
 * @param {Element} ours
 * @param {boolean} knowsOrder whether everything in the document itself is known to lie below
 */
export function mayBeCovered(ours, knowsOrder) {
    let left = mostElements;
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [document];
    for (const root of roots) {
        const isProven = knowsOrder && root === document;
        for (const element of root.querySelectorAll(inTopLayer)) {
            if (element !== ours && !(isProven && element.localName !== "select")) return true;
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
 * Whether a view transition is painted over everything.
 *
 * @param {boolean} isThorough whether to look for one of a part of the page, too
 * @param {Document} [page]
 */
export function isInTransition(isThorough, page = document) {
    if (!transitions) return false;
    return page.documentElement.matches(":active-view-transition") ||
        isThorough && page.querySelector(":active-view-transition") !== null;
}

const transitions = CSS.supports("selector(:active-view-transition)");
