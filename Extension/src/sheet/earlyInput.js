// Ignores input in a window that has just appeared, since it may have been meant for the page below.

/** How long (ms) a sheet must be visible in the focused window before it accepts a press or Enter. */
export const earlyFor = 500;

/** The attribute of a sheet that does not accept presses yet; sheet.html sets it from the start. */
const mark = "data-early";

/** Measures how long a sheet has been visible. */
export class Arrival {
    #since = Infinity;

    /** @param {number} now */
    begin(now) {
        this.#since = now;
    }

    /** The sheet is not visible, or not yet. */
    end() {
        this.#since = Infinity;
    }

    /** @param {number} now */
    isEarly(now) {
        return !(now - this.#since >= earlyFor);
    }
}

/**
 * Ignores clicks that are early or began early; keys press buttons by clicks, too. The time restarts when the window gets
 * the focus or becomes visible.
 *
 * @param {HTMLElement} root
 * @param {(target: Element) => boolean} isWayOut whether the element may be pressed at any time
 * @param {AbortSignal} signal
 * @returns {() => boolean} whether it is early
 */
export function takeNothingEarly(root, isWayOut, signal) {
    const arrival = new Arrival();
    const isEarly = () => arrival.isEarly(performance.now());
    let beganEarly = true;
    const down = (/** @type {Event} */ event) => {
        beganEarly = isEarly();
        // A menu that opens under the pointer would treat its release as the choice.
        if (beganEarly && event.target instanceof Element && event.target.closest("select")) event.preventDefault();
    };
    const capture = { capture: true, signal };
    root.addEventListener("pointerdown", down, capture);
    root.addEventListener("mousedown", down, capture);
    root.addEventListener("click", (event) => {
        const isPressed = event.detail > 0;
        if (!isEarly() && !(isPressed && beganEarly) || isWayOut(/** @type {Element} */ (event.target))) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, capture);
    beginWhenSeen(root, arrival, signal);
    return isEarly;
}

/**
 * @param {HTMLElement} root
 * @param {Arrival} arrival
 * @param {AbortSignal} signal
 */
function beginWhenSeen(root, arrival, signal) {
    let turn = 0;
    const again = () => {
        const mine = ++turn;
        arrival.end();
        root.setAttribute(mark, "");
        // An invisible window draws no frames; in the second callback the first frame has been drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => {
            if (mine !== turn || signal.aborted) return;
            arrival.begin(performance.now());
            setTimeout(() => {
                if (mine === turn && !signal.aborted) root.removeAttribute(mark);
            }, earlyFor);
        }));
    };
    addEventListener("focus", (event) => event.target === window && again(), { signal });
    document.addEventListener("visibilitychange", again, { signal });
    again();
}
