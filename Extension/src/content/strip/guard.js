// Whether what a user picked may be taken: the pure core of the defence against clickjacking.
//
// A page may draw over the strip, move it under the pointer, make it or the field invisible, or show it for one blink.
// guardFacts.js reads what can be seen; this decides. What is plainly wrong is refused, what cannot be judged is asked again
// in the extension's own window, which no page can reach.

/**
 * What the ancestors of an element do to how it looks.
 *
 * @typedef {object} Effects
 * @property {number} opacity the product over the element and all its ancestors
 * @property {boolean} isDistorted a filter, clip, mask, blend or 3-D transform that may hide what is there
 * @property {boolean} isShown neither display, visibility nor content-visibility hides it
 */

/**
 * What is known of strip and field at one moment.
 *
 * @typedef {object} Facts
 * @property {boolean} isOurs the host is where we put it, in the top layer, with our own style and size
 * @property {boolean} isHit the host wins the hit test at every point
 * @property {boolean} isInTransition a view transition is painted over everything
 * @property {boolean} hasFocus the window has the keyboard, so no other lies over it
 * @property {Effects} host
 * @property {Effects | null} field null where the strip has no field (the banner)
 * @property {boolean} hasUnprovenCover something in the top layer may lie above and take no hits
 * @property {number} raised how often something went above since the strip was opened
 * @property {boolean | null} observed what the browser itself says of its being visible; null where it does not say
 * @property {"top" | "unclear" | "hidden"} frame what is known about the frames around
 */

/** @typedef {{verdict: "take" | "confirm" | "refuse", reason: string}} Judgement */

/** Below the first nothing is taken; below the second the extension's window asks. */
export const leastOpacity = 0.7;
export const clearOpacity = 0.9;
/** How often the strip goes back on top before it asks instead. */
export const mostRaised = 3;

/**
 * Reasons to refuse, and reasons to ask, in the order in which they are told.
 *
 * @type {readonly [string, (facts: Facts) => boolean][]}
 */
const refusals = [
    ["the strip was changed by the page", (facts) => !facts.isOurs],
    ["the strip is covered", (facts) => !facts.isHit],
    ["a view transition covers the page", (facts) => facts.isInTransition],
    ["the window is behind another", (facts) => !facts.hasFocus],
    ["the strip is hidden", (facts) => !facts.host.isShown || facts.host.opacity < leastOpacity],
    ["the field is hidden", (facts) => facts.field !== null &&
        (!facts.field.isShown || facts.field.opacity < leastOpacity)],
    ["the frame is hidden", (facts) => facts.frame === "hidden"],
];

/** @type {readonly [string, (facts: Facts) => boolean][]} */
const doubts = [
    ["the browser does not see the strip", (facts) => facts.observed === false],
    ["the strip is see-through", (facts) => facts.host.opacity < clearOpacity],
    ["the field is see-through", (facts) => (facts.field?.opacity ?? 1) < clearOpacity],
    ["something may lie above", (facts) => facts.hasUnprovenCover && facts.observed !== true],
    ["something keeps going above", (facts) => facts.raised > mostRaised],
    ["the strip may be distorted", (facts) => facts.host.isDistorted && facts.observed !== true],
    ["the field may be distorted", (facts) => facts.field?.isDistorted === true],
    ["the frame cannot be judged", (facts) => facts.frame === "unclear" && facts.observed !== true],
];

/**
 * Whether a pick may be taken.
 *
 * @param {Facts} facts
 * @returns {Judgement}
 */
export function judge(facts) {
    for (const [reason, holds] of refusals) if (holds(facts)) return { verdict: "refuse", reason };
    for (const [reason, holds] of doubts) if (holds(facts)) return { verdict: "confirm", reason };
    return { verdict: "take", reason: "" };
}

/**
 * What is told of a press in the banner; null for nothing. Not to save now harms nobody, and is not asked again.
 *
 * @template {string} Answer
 * @param {Judgement["verdict"]} verdict
 * @param {Answer} answer
 * @returns {{answer: Answer, mustConfirm: boolean} | null}
 */
export function pressed(verdict, answer) {
    if (verdict === "refuse") return null;
    return { answer, mustConfirm: verdict === "confirm" && answer !== "notNow" };
}

/** For how long the strip must have been there, unmoved and uncovered, before anything is taken (ms). */
export const steadyDelay = 500;
/** A longer time without a look counts as a change: nobody knows what was shown meanwhile (ms). */
export const longestBlink = 400;

/** How long strip, field and window have been still and clear. */
export class Steadiness {
    /** @type {string | null} */
    #signature = null;
    #since = Infinity;
    #seen = -Infinity;
    /** How often something moved, covered or came over it; what was never clear is not disturbed by not being so. */
    disturbances = 0;

    /**
     * One look.
     *
     * @param {number} now performance.now()
     * @param {string} signature whatever must not change: places and sizes
     * @param {boolean} isClear nothing covers it
     */
    note(now, signature, isClear) {
        const isBlink = now - this.#seen > longestBlink;
        const isMoved = this.#signature !== null && signature !== this.#signature;
        if (isMoved || this.#since !== Infinity && (!isClear || isBlink)) this.disturbances++;
        if (!isClear) this.#since = Infinity;
        else if (signature !== this.#signature || isBlink || this.#since === Infinity) this.#since = now;
        this.#signature = signature;
        this.#seen = now;
    }

    /** Something happened that a look may not see. */
    restart() {
        this.disturbances++;
        this.#since = Infinity;
    }

    /**
     * @param {number} now
     * @param {string} signature as it is now: what moved since the last look is not steady
     */
    isSteady(now, signature) {
        return now - this.#since >= steadyDelay && now - this.#seen <= longestBlink && signature === this.#signature;
    }
}

/** One press of the pointer: both its ends must be at the same row, in the same place, and both steady. */
export class Press {
    /** @type {{pointer: number, row: number, signature: string} | null} */
    #down = null;

    /**
     * @param {number} pointer
     * @param {number} row
     * @param {string} signature
     * @param {boolean} isSteady
     */
    down(pointer, row, signature, isSteady) {
        this.#down = isSteady ? { pointer, row, signature } : null;
    }

    /**
     * Whether the press that ends here counts for a row.
     *
     * @param {number} pointer
     * @param {number} row
     * @param {string} signature
     * @param {boolean} isSteady
     */
    up(pointer, row, signature, isSteady) {
        const down = this.#down;
        this.#down = null;
        return down !== null && isSteady && down.pointer === pointer && down.row === row &&
            down.signature === signature;
    }

    cancel() {
        this.#down = null;
    }
}

/** How long an Enter that came too early is kept at most (ms): the half second, and what the browser's own look takes. */
export const longestHold = 1200;

/**
 * An Enter on a chosen row in the half second in which nothing is taken: kept, and done once everything has been still
 * and clear for that long, if nothing has happened to strip, field, window or choice since the key.
 */
export class Held {
    /** @type {{row: number, signature: string, at: number, disturbances: number} | null} */
    #kept = null;

    /**
     * @param {number} row
     * @param {number} now
     * @param {string} signature
     * @param {number} disturbances so far
     */
    keep(row, now, signature, disturbances) {
        this.#kept = { row, at: now, signature, disturbances };
    }

    drop() {
        this.#kept = null;
    }

    get isKept() {
        return this.#kept !== null;
    }

    /**
     * Whether the kept Enter may be done now; forgets it when it never may.
     *
     * @param {{row: number, now: number, signature: string, disturbances: number, isSteady: boolean}} at
     */
    isDue({ row, now, signature, disturbances, isSteady }) {
        const kept = this.#kept;
        if (kept === null) return false;
        const isSame = kept.row === row && kept.signature === signature && kept.disturbances === disturbances;
        const isLate = now - kept.at > longestHold;
        if (isSteady || !isSame || isLate) this.#kept = null;
        return isSteady && isSame && !isLate;
    }
}

/**
 * The points at which the host must win the hit test: a grid over the whole strip, each a little off, so that a cover
 * with holes cannot know them.
 *
 * @param {import("./place.js").Box} box
 * @param {number} step between two points, in pixels
 * @param {() => number} random
 * @returns {[number, number][]}
 */
export function grid(box, step, random = Math.random) {
    const columns = Math.max(3, Math.ceil(box.width / step));
    const rows = Math.max(3, Math.ceil(box.height / step));
    const inset = 2;
    /** @type {[number, number][]} */
    const points = [];
    for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
            const x = (column + random()) / columns, y = (row + random()) / rows;
            points.push([
                box.left + inset + x * (box.width - 2 * inset), box.top + inset + y * (box.height - 2 * inset),
            ]);
        }
    }
    return points;
}

/**
 * Whether a computed filter may hide: shadows and slight changes do not.
 *
 * @param {string} filter the computed value
 */
export function isHidingFilter(filter) {
    const isShadow = /^(?:\s*drop-shadow\([^()]*(?:\([^()]*\)[^()]*)*\))+\s*$/;
    return filter !== "none" && filter !== "" && !isShadow.test(filter);
}

/**
 * Whether a computed transform is more than a move or a scale.
 *
 * @param {string} transform the computed value
 */
export function isDistorting(transform) {
    if (transform === "none" || transform === "") return false;
    const numbers = /^matrix\(([^)]*)\)$/.exec(transform)?.[1]?.split(",").map(Number);
    if (numbers?.length !== 6) return true;
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    return b !== 0 || c !== 0 || a < 0.5 || d < 0.5;
}

/**
 * Whether a computed scale is less than half, in any direction.
 *
 * @param {string} scale the computed value: up to three numbers
 */
export function isShrinking(scale) {
    return scale !== "none" && scale !== "" && scale.split(" ").some((number) => !(Number(number) >= 0.5));
}
