// Keeps what was meant for the page below from pressing anything in a window that has only just come.

/** So long a sheet must have been seen, in the window in front, before a press or Enter can mean it (ms). */
export const earlyFor = 500;

/** The mark of a sheet that takes no press yet; sheet.html has it from the beginning. */
const mark = "data-early";

/** How long a sheet has been there. */
export class Arrival {
    #since = Infinity;

    /** @param {number} now */
    begin(now) {
        this.#since = now;
    }

    /** It is not seen, or not yet. */
    end() {
        this.#since = Infinity;
    }

    /** @param {number} now */
    isEarly(now) {
        return !(now - this.#since >= earlyFor);
    }
}

/**
 * Takes early clicks away from a sheet, and those that began early; keys press buttons by clicks, too. The time begins
 * anew when the window comes to the front or is seen again.
 *
 * @param {HTMLElement} root
 * @param {(target: Element) => boolean} isWayOut what may be pressed at any time
 * @param {AbortSignal} signal
 * @returns {() => boolean} whether it is early
 */
export function takeNothingEarly(root, isWayOut, signal) {
    const arrival = new Arrival();
    const isEarly = () => arrival.isEarly(performance.now());
    let beganEarly = true;
    const down = (/** @type {Event} */ event) => {
        beganEarly = isEarly();
        // A menu that opens under the pointer would take its release as the choice.
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
        // Of a window that is not seen no frame is drawn; after the second the first has been.
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
