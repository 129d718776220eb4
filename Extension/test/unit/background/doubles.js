// What the tests of the background put in the browser's place: ports whose other end the test holds, and a manual clock.

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
 * A port of which the test is the other end: `sent` is what came over it, `say` speaks, `end` ends it.
 *
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
 * What a person does to the sheet that a window shows, as the window says it.
 *
 * @param {FakePort} window
 * @param {object} event
 */
export function actOn(window, event) {
    window.say({ type: "event", number: window.sent.findLast((each) => each.type === "open")?.number, event });
}

/** A clock that goes on when it is told to. */
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

/** Lets everything that waits for nothing but promises happen. */
export async function settle() {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Where src/browser.js finds the browser's API, for modules that name strings or storage. */
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
