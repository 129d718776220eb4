// Checks whether the user can see a field. Hidden, tiny, clipped, off-screen or covered fields are not filled.
//
// Uses layout and hit tests at the moment of filling. They cannot detect a cover that lets the pointer through
// (pointer-events: none); the strip's guard asks the browser about those.

import { attributeOf } from "../../forms/attributes.js";
import { drawnOpacity, drawnParent } from "../flatTree.js";

/**
 * Why the user cannot see a field.
 *
 * @typedef {"gone" | "hidden" | "transparent" | "tiny" | "offScreen" | "clipped" | "covered" | "ariaHidden"} Unseen
 */

/**
 * @typedef {object} LookOptions
 * @property {Element | null} [focused] the field at which the user picked; if an ancestor hides it from screen readers,
 *   that does not make the form's other fields traps
 * @property {(element: Element) => boolean} [isOurs] whether an element is the strip, which may cover a field
 * @property {boolean} [mayBeUnseen] whether the field may be transparent or covered by drawn boxes (the real input of a
 *   code); it must still be rendered and on screen
 */

/** The smallest size (CSS pixels) in which a user can read or click a field. */
const smallest = { width: 10, height: 8 };
/** The product of all opacities below which a field counts as invisible. */
const faintest = 0.25;
/** The share of grid points that must hit the field. */
const leastShare = 1 / 3;

/**
 * Why the user cannot see a field; `null` if they can. Scrolls to a field outside the viewport, checks it, and scrolls
 * back before the next frame. Runs no code of the page; only its styles apply.
 *
 * @param {Element} field
 * @param {LookOptions} [options]
 * @returns {Unseen | null}
 */
export function whyUnseen(field, options = {}) {
    if (!field.isConnected || field.ownerDocument !== document) return "gone";
    if (!field.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return "hidden";
    if (options.mayBeUnseen !== true && drawnOpacity(field) < faintest) return "transparent";
    const box = field.getBoundingClientRect();
    if (options.mayBeUnseen !== true && (box.width < smallest.width || box.height < smallest.height)) return "tiny";
    if (isTrap(field, options.focused ?? null)) return "ariaHidden";
    const here = whyNotHit(field, options);
    if (here === null) return null;
    const kept = scrollTo(field);
    if (kept === null) return "clipped";
    const there = whyNotHit(field, options);
    putBack(kept);
    return there;
}

/**
 * Whether a field is hidden from screen readers but the picked one is not: a trap for programs.
 *
 * @param {Element} field
 * @param {Element | null} focused
 */
function isTrap(field, focused) {
    if (field === focused) return false;
    for (let at = /** @type {Element | null} */ (field); at !== null; at = drawnParent(at)) {
        if (attributeOf(at, "aria-hidden") === "true") return focused === null || !encloses(at, focused);
    }
    return false;
}

/**
 * @param {Element} outer
 * @param {Element} inner
 */
function encloses(outer, inner) {
    for (let at = /** @type {Element | null} */ (inner); at !== null; at = drawnParent(at)) {
        if (at === outer) return true;
    }
    return false;
}

/**
 * Scrolls to a field. Returns the previous positions; `null` if only a script could scroll there.
 *
 * @param {Element} field
 * @returns {{element: Element, left: number, top: number}[] | null}
 */
function scrollTo(field) {
    const kept = scrolledAround(field);
    field.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const isForced = kept.some(({ element, left, top }) => {
        const style = getComputedStyle(element);
        return element.scrollLeft !== left && !scrolls(style.overflowX, element) ||
            element.scrollTop !== top && !scrolls(style.overflowY, element);
    });
    if (!isForced) return kept;
    putBack(kept);
    return null;
}

/**
 * The scroll positions of an element's ancestors.
 *
 * @param {Element} element
 */
export function scrolledAround(element) {
    const kept = [];
    for (let at = drawnParent(element); at !== null; at = drawnParent(at)) {
        kept.push({ element: at, left: at.scrollLeft, top: at.scrollTop });
    }
    return kept;
}

/**
 * Restores scroll positions.
 *
 * @param {{element: Element, left: number, top: number}[]} kept
 */
export function putBack(kept) {
    for (const { element, left, top } of kept) {
        if (element.scrollLeft === left && element.scrollTop === top) continue;
        element.scrollTo({ left, top, behavior: "instant" });
    }
}

/**
 * Whether the user can scroll an element: the root unless its style forbids it, others only if their style allows it.
 *
 * @param {string} overflow
 * @param {Element} element
 */
function scrolls(overflow, element) {
    if (element === document.scrollingElement) return overflow !== "hidden" && overflow !== "clip";
    return overflow === "auto" || overflow === "scroll";
}

/**
 * Checks how many points of a grid hit the field.
 *
 * @param {Element} field
 * @param {LookOptions} options
 * @returns {Unseen | null}
 */
function whyNotHit(field, options) {
    const box = field.getBoundingClientRect();
    const shown = { left: Math.max(box.left, 0), top: Math.max(box.top, 0),
        right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight) };
    const least = options.mayBeUnseen === true ? { width: 1, height: 1 } : smallest;
    if (shown.right - shown.left < least.width || shown.bottom - shown.top < least.height) return "offScreen";
    if (options.mayBeUnseen === true) return null;
    let hits = 0;
    for (const down of [0.25, 0.5, 0.75]) {
        for (const across of [0.1, 0.3, 0.5, 0.7, 0.9]) {
            const x = shown.left + (shown.right - shown.left) * across;
            const y = shown.top + (shown.bottom - shown.top) * down;
            if (isHit(field, x, y, options.isOurs)) hits += 1;
        }
    }
    return hits / 15 < leastShare ? "covered" : null;
}

/**
 * Whether a pointer at a point hits the field, or its label above it.
 *
 * @param {Element} field
 * @param {number} x
 * @param {number} y
 * @param {((element: Element) => boolean) | undefined} isOurs
 */
export function isHit(field, x, y, isOurs = () => false) {
    /** @type {Element[]} */
    const path = [field];
    for (let root = field.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
        path.unshift(root.host);
    }
    return path.every((target) => {
        const root = /** @type {Document | ShadowRoot} */ (target.getRootNode());
        const pile = root.elementsFromPoint(x, y);
        const depth = pile.indexOf(target);
        return depth >= 0 && pile.slice(0, depth).every((element) => isOurs(element) || isPartOf(element, target));
    });
}

/**
 * Whether the element above a field belongs to it, such as a label that is drawn inside the empty field.
 *
 * @param {Element} above
 * @param {Element} target
 */
function isPartOf(above, target) {
    return target.contains(above) || above.closest("label")?.control === target;
}
