// Doubles of the browser for the background's tests: ports whose other end belongs to the test, and a manual clock.

/** @typedef {{listeners: Function[], addListener: (listener: Function) => void, removeListener: (listener: Function) => void, hasListener: (listener: Function) => boolean, fire: (...values: unknown[]) => void}} Event */

/** @returns {any} */
export function makeEvent() {
    /** @type {Function[]} */
    const listeners = [];
    return {
        listeners,
        addListener: (/** @type {Function} */ listener) => void listeners.push(listener),
        removeListener: (/** @type {Function} */ listener) => void listeners.splice(listeners.indexOf(listener), 1),
        hasListener: (/** @type {Function} */ listener) => listeners.includes(listener),
        fire: (/** @type {unknown[]} */ ...values) => [...listeners].forEach((each) => each(...values)),
    };
}

/**
 * A port whose other end is the test: `sent` lists its messages, `say` sends one, `end` disconnects it.
 * @param {{name?: string, sender?: WebExtension.MessageSender}} [options]
 */
export function makePort({ name = "port", sender } = {}) {
    const onMessage = makeEvent();
    const onDisconnect = makeEvent();
    /** @type {any[]} */
    const sent = [];
    const state = { isEnded: false };
    const port = {
        name,
        ...(sender === undefined ? {} : { sender }),
        onMessage,
        onDisconnect,
        postMessage: (/** @type {unknown} */ message) => {
            if (state.isEnded) throw new Error("the port has ended");
            sent.push(structuredClone(message));
        },
        disconnect: () => void (state.isEnded = true),
    };
    return {
        port: /** @type {WebExtension.Port} */ (/** @type {unknown} */ (port)),
        sent,
        say: (/** @type {unknown} */ message) => onMessage.fire(message, port),
        end: () => {
            state.isEnded = true;
            onDisconnect.fire(port);
        },
        get isEnded() {
            return state.isEnded;
        },
    };
}

/**
 * Sends a user's event to the sheet that the window shows.
 * @param {FakePort} window
 * @param {object} event
 */
export function actOn(window, event) {
    window.say({ type: "event", number: window.sent.findLast((each) => each.type === "open")?.number, event });
}

/** A clock that advances only when the test says so. */
export function makeClock() {
    let time = 1_000_000;
    /** @type {{at: number, body: () => void}[]} */
    let timers = [];
    return {
        now: () => time,
        after: (/** @type {number} */ milliseconds, /** @type {() => void} */ body) => {
            const timer = { at: time + milliseconds, body };
            timers.push(timer);
            return () => {
                timers = timers.filter((each) => each !== timer);
            };
        },
        advance: (/** @type {number} */ milliseconds) => {
            time += milliseconds;
            const due = timers.filter((each) => each.at <= time).toSorted((a, b) => a.at - b.at);
            timers = timers.filter((each) => each.at > time);
            due.forEach((each) => each.body());
        },
        get waiting() {
            return timers.length;
        },
    };
}

/** @typedef {ReturnType<typeof makePort>} FakePort */

/** Waits until all pending promises have settled. */
export async function settle() {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Installs the browser API for modules that read localized strings or storage. Returns the stored items. */
export function installBrowser() {
    /** @type {Record<string, unknown>} */
    const stored = {};
    const area = {
        get: async (/** @type {string} */ key) => (key in stored ? { [key]: structuredClone(stored[key]) } : {}),
        set: async (/** @type {Record<string, unknown>} */ items) => void Object.assign(stored, items),
        remove: async (/** @type {string} */ key) => void delete stored[key],
    };
    const api = {
        runtime: { id: "latchkey" },
        i18n: {
            getMessage: (/** @type {string} */ key, /** @type {string[]} */ values = []) => [key, ...values].join("|"),
            getUILanguage: () => "en",
        },
        storage: { local: area, session: area },
    };
    Object.assign(globalThis, { chrome: api });
    return { stored };
}
