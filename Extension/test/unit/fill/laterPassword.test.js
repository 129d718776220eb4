import assert from "node:assert/strict";
import test from "node:test";
import "../strip/mutationObserverDouble.js";

/** The listeners of window and document. @type {Map<string, ((event: object) => void)[]>} */
const listeners = new Map();
const addEventListener = (/** @type {string} */ type, /** @type {(event: object) => void} */ listener) =>
    listeners.set(type, [...listeners.get(type) ?? [], listener]);
const fire = (/** @type {string} */ type) => listeners.get(type)?.forEach((listener) => listener({ isTrusted: true }));

/** An element as far as the code reads it. */
class ElementDouble {
    isContentEditable = false;
    readOnly = false;

    /**
     * @param {string} localName
     * @param {object} [properties]
     */
    constructor(localName, properties = {}) {
        this.localName = localName;
        Object.assign(this, properties);
    }

    matches() {
        return false;
    }

    getBoundingClientRect() {
        return { left: 0, top: 0, width: 200, height: 30 };
    }
}

class TextAreaDouble extends ElementDouble {}
class InputDouble extends ElementDouble {
    get value() {
        return "";
    }

    set value(_value) {}
}

/** Reports what the test says. @type {(entries: object[]) => void} */
let report = () => {};
class IntersectionObserverDouble {
    /** @param {(entries: object[]) => void} callback */
    constructor(callback) {
        report = callback;
    }

    observe() {}
    disconnect() {}
    get trackVisibility() {
        return true;
    }
}

const clock = { now: 0 };
/** The callback of the interval that runs. @type {(() => void) | null} */
let tick = null;
const page = { documentElement: null, visibilityState: "visible", hasFocus: () => true, addEventListener };
Object.assign(globalThis, {
    chrome: { runtime: {} }, document: page, addEventListener, IntersectionObserver: IntersectionObserverDouble, HTMLElement: ElementDouble, HTMLTextAreaElement: TextAreaDouble,
    HTMLInputElement: InputDouble,
    setInterval: (/** @type {() => void} */ callback) => {
        tick = callback;
        return 1;
    },
    clearInterval: () => {
        tick = null;
    },
});
Reflect.set(globalThis, "window", globalThis);
Reflect.set(globalThis, "parent", globalThis);
performance.now = () => clock.now;

const { LaterPassword, longestWait, stillFor, takesKeys, Waiting } = await import("../../../src/content/fill/laterPassword.js");

const shown = { isVisible: true, place: "0 0 200 30" }, hidden = { isVisible: false, place: "0 0 0 0" };

test("a password is filled after its step was visible and still for half a second", () => {
    const waiting = new Waiting(0);
    assert.equal(waiting.see(100, hidden), "wait");
    waiting.act();
    assert.deepEqual([200, 300, 200 + stillFor - 1].map((now) => waiting.see(now, shown)), ["wait", "wait", "wait"]);
    assert.equal(waiting.see(200 + stillFor, shown), "fill");
    assert.equal(waiting.see(5000, shown), "stop");
});

test("a step that appears before the user has acted is never filled", () => {
    const waiting = new Waiting(0);
    assert.equal(waiting.see(100, shown), "stop");
    waiting.act();
    assert.equal(waiting.see(2000, shown), "stop");
});

test("a field that moves or is covered must be visible and still for half a second again", () => {
    for (const change of [hidden, { ...shown, place: "0 9 200 30" }]) {
        const waiting = new Waiting(0);
        waiting.act();
        assert.equal(waiting.see(100, shown), "wait");
        assert.equal(waiting.see(400, change), "wait");
        assert.equal(waiting.see(500, shown), "wait");
        assert.equal(waiting.see(500 + stillFor - 1, shown), "wait");
        assert.equal(waiting.see(500 + stillFor, shown), "fill");
    }
});

test("a waiting password expires after a minute", () => {
    const waiting = new Waiting(0);
    waiting.act();
    assert.equal(waiting.see(longestWait + 1, shown), "stop");
});

const whole = { isVisible: true, intersectionRatio: 1 };
const later = new LaterPassword();

/**
 * Lets a password wait, lets the user act, and shows the step for long enough.
 *
 * @param {object} entry the browser's report about the field
 * @param {() => void} [meanwhile] after the user has acted
 */
function isFilledAfter(entry, meanwhile = () => {}) {
    let isFilled = false;
    const element = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (new ElementDouble("input", { type: "password" })));
    later.wait({ element, isWanted: () => true, fill: async () => {
        isFilled = true;
    } });
    fire("keydown");
    meanwhile();
    report([entry]);
    clock.now += stillFor;
    tick?.();
    later.stop();
    return isFilled;
}

test("a password is filled only if the browser reports the whole field as visible", () => {
    assert.equal(isFilledAfter(whole), true);
    assert.equal(isFilledAfter({ isVisible: true, intersectionRatio: 0.4 }), false);
    assert.equal(isFilledAfter({ isVisible: false, intersectionRatio: 1 }), false);
});

test("a waiting password is forgotten when its page is left or hidden", () => {
    assert.equal(isFilledAfter(whole, () => fire("pagehide")), false);
    assert.equal(isFilledAfter(whole, () => {
        page.visibilityState = "hidden";
        fire("visibilitychange");
        page.visibilityState = "visible";
        fire("visibilitychange");
    }), false);
});

/** @type {[string, object, boolean][]} */
const elements = [
    ["input", { type: "submit" }, false], ["input", { type: "checkbox" }, false], ["button", { type: "submit" }, false], ["body", {}, false],
    ["input", { type: "text" }, true], ["input", { type: "date" }, true], ["select", {}, true], ["iframe", {}, true],
    ["div", { isContentEditable: true }, true],
];

for (const [name, properties, isTaker] of elements) {
    test(`a focused ${name} with ${JSON.stringify(properties)} takes ${isTaker ? "" : "no "}keys`, () => {
        assert.equal(takesKeys(/** @type {Element} */ (/** @type {unknown} */ (new ElementDouble(name, properties)))), isTaker);
    });
}

test("a focused text area takes keys", () => {
    assert.equal(takesKeys(/** @type {Element} */ (/** @type {unknown} */ (new TextAreaDouble("textarea")))), true);
    assert.equal(takesKeys(null), false);
});
