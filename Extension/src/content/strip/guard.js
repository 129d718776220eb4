// Decides whether a pick may take effect: the pure core of the defence against clickjacking.
//
// A page may draw over the strip, move it under the pointer, make it or the field invisible, or show it for a moment only.
// guardFacts.js collects the facts. A clear attack is refused; in doubt, the extension's own window asks, which no page can
// reach.

/**
 * How an element's ancestors change its appearance.
 *
 * @typedef {object} Effects
 * @property {number} opacity the product over the element and all its ancestors
 * @property {boolean} isDistorted whether a filter, clip, mask, blend mode or 3-D transform may hide the element
 * @property {boolean} isShown whether display, visibility and content-visibility do not hide it
 */

/**
 * The facts about strip and field at one moment.
 *
 * @typedef {object} Facts
 * @property {boolean} isOurs whether the host is in its place in the top layer, with its own style and size
 * @property {boolean} isHit the host wins the hit test at every point
 * @property {boolean} isInTransition a view transition is painted over everything
 * @property {boolean} hasFocus whether the window has the keyboard, so that no other window covers it
 * @property {boolean} hasFloatingWindow a picture-in-picture window of the page is open, above the browser's window
 * @property {Effects} host
 * @property {Effects | null} field `null` for the banner, which has no field
 * @property {boolean} hasUnprovenCover something in the top layer may lie above and take no hits
 * @property {number} raised how often something went above since the strip was opened
 * @property {boolean | null} observed whether the browser reports it as visible; `null` if the browser cannot tell
 * @property {"top" | "unclear" | "hidden"} frame the state of the frames around
 */

/** @typedef {{verdict: "take" | "confirm" | "refuse", reason: string}} Judgement */

/** The opacity below which a pick is refused, and the one below which the extension's window asks. */
export const leastOpacity = 0.7;
export const clearOpacity = 0.9;
/** How often the strip is raised to the top before it asks instead. */
export const mostRaised = 3;

/**
 * Reasons to refuse and reasons to ask, by priority.
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
    ["a window of the page may lie above", (facts) => facts.hasFloatingWindow],
    ["something keeps going above", (facts) => facts.raised > mostRaised],
    ["the strip may be distorted", (facts) => facts.host.isDistorted && facts.observed !== true],
    ["the field may be distorted", (facts) => facts.field?.isDistorted === true],
    ["the frame cannot be judged", (facts) => facts.frame === "unclear" && facts.observed !== true],
];

/**
 * Judges a pick.
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
 * The effect of a press in the banner; `null` for none. "Not Now" is harmless and is never confirmed.
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

/** How long (ms) the strip must be visible, unmoved and uncovered before a pick counts. */
export const steadyDelay = 500;
/** A longer gap (ms) between two observations counts as a change: the strip may have been hidden meanwhile. */
export const longestBlink = 400;

/** How long strip, field and window have been still and uncovered. */
export class Steadiness {
    /** @type {string | null} */
    #signature = null;
    #since = Infinity;
    #seen = -Infinity;
    /** How often the strip moved or was covered. A strip that was never uncovered adds nothing. */
    disturbances = 0;

    /**
     * Records one observation.
     *
     * @param {number} now performance.now()
     * @param {string} signature the positions and sizes that must not change
     * @param {boolean} isClear whether it is not covered
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

    /** Restarts after an event that an observation cannot detect. */
    restart() {
        this.disturbances++;
        this.#since = Infinity;
    }

    /**
     * @param {number} now
     * @param {string} signature the current one, so that a move since the last observation counts
     */
    isSteady(now, signature) {
        return now - this.#since >= steadyDelay && now - this.#seen <= longestBlink && signature === this.#signature;
    }
}

/** A press of the pointer: it must start and end at the same row in the same place. */
export class Press {
    /** @type {{pointer: number, row: number, signature: string, isSteady: boolean} | null} */
    #down = null;

    /**
     * @param {number} pointer
     * @param {number} row
     * @param {string} signature
     * @param {boolean} isSteady
     */
    down(pointer, row, signature, isSteady) {
        this.#down = { pointer, row, signature, isSteady };
    }

    /**
     * Whether the press that ends here selects a row: while the strip was steady, or while it was not; `null` if it selects none.
     *
     * @param {number} pointer
     * @param {number} row
     * @param {string} signature
     * @param {boolean} isSteady
     * @returns {"steady" | "unsteady" | null}
     */
    up(pointer, row, signature, isSteady) {
        const down = this.#down;
        this.#down = null;
        if (down === null || down.pointer !== pointer || down.row !== row || down.signature !== signature) return null;
        return down.isSteady && isSteady ? "steady" : "unsteady";
    }

    cancel() {
        this.#down = null;
    }
}

/** How long (ms) the strip may be without a steady view before a press in it opens the extension's window. */
export const longestUnsteady = 2500;
/** How many presses in a strip that is not steady are ignored. */
const mostIgnored = 2;

/**
 * What a press or an Enter does in a strip that is not steady. The first ones may be meant for something else, such as the second
 * half of a double click, and the strip stays open. A user who keeps pressing gets the question in the extension's window, and so
 * does one who presses in a strip that never became steady, as in a frame that the browser does not show completely.
 */
export class Unsteady {
    #presses = 0;

    /**
     * Whether this press opens the question in the extension's window.
     *
     * @param {number} age how long (ms) the strip has been open
     * @param {boolean} wasSteady whether it ever was steady
     */
    asks(age, wasSteady) {
        return ++this.#presses > mostIgnored || !wasSteady && age >= longestUnsteady;
    }
}

/** How long (ms) an early Enter is kept: the half second, plus the time of the browser's visibility report. */
export const longestHold = 1200;

/**
 * An Enter on a chosen row before the strip is steady. It takes effect once the strip is steady, if strip, field, window
 * and choice have not changed since the key.
 */
export class Held {
    /** @type {{row: number, signature: string, at: number, disturbances: number} | null} */
    #enter = null;

    /**
     * @param {number} row
     * @param {number} now
     * @param {string} signature
     * @param {number} disturbances so far
     */
    keep(row, now, signature, disturbances) {
        this.#enter = { row, at: now, signature, disturbances };
    }

    drop() {
        this.#enter = null;
    }

    get isKept() {
        return this.#enter !== null;
    }

    /**
     * Whether the early Enter takes effect now. Removes it if it took effect, or can no longer take effect.
     *
     * @param {{row: number, now: number, signature: string, disturbances: number, isSteady: boolean}} at
     */
    isDue({ row, now, signature, disturbances, isSteady }) {
        const enter = this.#enter;
        if (enter === null) return false;
        const isSame = enter.row === row && enter.signature === signature && enter.disturbances === disturbances;
        const isLate = now - enter.at > longestHold;
        if (isSteady || !isSame || isLate) this.#enter = null;
        return isSteady && isSame && !isLate;
    }
}

/**
 * The points at which the host must win the hit test: a grid over the strip, each point at a random offset, so that a
 * cover with holes cannot predict them.
 *
 * @param {import("./place.js").Box} box
 * @param {number} step the distance of two points, in pixels
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
 * Whether a computed filter may hide its element; drop shadows do not.
 *
 * @param {string} filter the computed value
 */
export function isHidingFilter(filter) {
    const isShadow = /^(?:\s*drop-shadow\([^()]*(?:\([^()]*\)[^()]*)*\))+\s*$/;
    return filter !== "none" && filter !== "" && !isShadow.test(filter);
}

/**
 * Whether a computed transform is more than a translation or a scale.
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
 * Whether a computed scale is less than one half in any direction.
 *
 * @param {string} scale the computed value: up to three numbers
 */
export function isShrinking(scale) {
    return scale !== "none" && scale !== "" && scale.split(" ").some((number) => !(Number(number) >= 0.5));
}
