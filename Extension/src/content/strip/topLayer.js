// What else is in the top layer, and whether it may lie above us without taking hits.
//
// The browser tells nobody the order of the top layer. What goes into it says so by beforetoggle, which the loader
// counts before any script of the page can stop it; inside a page's own shadow roots, and where the page was there
// first, that is not certain, and then what is there is looked at.

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

/** More elements than this are not looked at: what is there cannot be judged. */
const mostElements = 6000;

const inTopLayer = ":popover-open, :modal, :fullscreen" + (CSS.supports("selector(:open)") ? ", select:open" : "");

/**
 * Whether something in the top layer may cover a box unseen by hit tests.
 *
 * @param {import("./place.js").Box} box
 * @param {Element} ours
 * @param {boolean} knowsOrder whether everything in the document itself is known to lie below
 */
export function mayBeCovered(box, ours, knowsOrder) {
    let left = mostElements;
    for (const { element, isInShadow } of everyElement(document, false)) {
        if (--left < 0) return true;
        if (element === ours || !element.matches(inTopLayer)) continue;
        if (knowsOrder && !isInShadow && element.localName !== "select") continue;
        if (hasPaintedBackdrop(element) || coversUnseen(element, box, ours, 1000)) return true;
    }
    return false;
}

/**
 * Whether an element, or one in it, overlaps a box and takes no hits.
 *
 * @param {Element} element
 * @param {import("./place.js").Box} box
 * @param {Element} ours
 * @param {number} most
 */
export function coversUnseen(element, box, ours, most) {
    if (element.localName === "select" || isUnseen(element, box)) return true;
    for (const { element: inner } of everyElement(shadowRootOf(element) ?? element, false)) {
        if (--most < 0) return true;
        if (inner === ours) continue;
        if (isUnseen(inner, box) || inner.matches(":popover-open") && hasPaintedBackdrop(inner)) return true;
    }
    return false;
}

/**
 * @param {Element} element
 * @param {import("./place.js").Box} box
 */
function isUnseen(element, box) {
    for (const pseudo of ["::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        if (style.content !== "none" && style.content !== "normal" && style.pointerEvents === "none" &&
            (style.position === "absolute" || style.position === "fixed")) return true;
    }
    const rect = element.getBoundingClientRect();
    if (rect.right <= box.left || rect.left >= box.left + box.width || rect.bottom <= box.top ||
        rect.top >= box.top + box.height) return false;
    const style = getComputedStyle(element);
    return style.pointerEvents === "none" && style.visibility === "visible" && style.opacity !== "0";
}

/**
 * A popover's backdrop never takes hits, and a page may paint it.
 *
 * @param {Element} element
 */
function hasPaintedBackdrop(element) {
    const style = getComputedStyle(element, "::backdrop");
    if (style.pointerEvents !== "none" || style.display === "none") return false;
    return style.backgroundImage !== "none" || !/^(?:transparent|rgba\(.*, 0\))$/.test(style.backgroundColor) ||
        style.backdropFilter !== "none";
}

/**
 * Every element below a root, shadow roots included.
 *
 * @param {Document | ShadowRoot | Element} root
 * @param {boolean} isInShadow
 * @returns {Generator<{element: Element, isInShadow: boolean}>}
 */
function* everyElement(root, isInShadow) {
    for (const element of root.querySelectorAll("*")) {
        yield { element, isInShadow };
        const shadow = mayHost(element) ? shadowRootOf(element) : null;
        if (shadow !== null) yield* everyElement(shadow, true);
    }
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
