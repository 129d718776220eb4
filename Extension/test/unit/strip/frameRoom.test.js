import assert from "node:assert/strict";
import test from "node:test";
import "./mutationObserverDouble.js";

Object.assign(globalThis, { chrome: {}, window: globalThis });
const { clipped, cuts, endless } = await import("../../../src/content/strip/frameRoom.js");

/** @type {(left: number, top: number, right: number, bottom: number) => DOMRect} */
const rect = (left, top, right, bottom) => /** @type {DOMRect} */ ({ left, top, right, bottom, width: right - left, height: bottom - top });
const box = { left: 0, top: 0, width: 400, height: 600 };

test("a frame that is not clipped is visible completely", () => {
    const whole = rect(0, 0, 400, 600);
    assert.deepEqual(cuts(whole, whole), endless);
    assert.deepEqual(clipped(box, [endless, endless]), box);
});

test("the visible part of a frame ends where it is clipped", () => {
    assert.deepEqual(cuts(rect(0, -100, 400, 600), rect(30, 0, 400, 310)), { left: 30, top: 0, right: Infinity, bottom: 310 });
    assert.deepEqual(clipped(box, [{ left: 30, top: 0, right: Infinity, bottom: 310 }, { ...endless, bottom: 500 }]),
        { left: 30, top: 0, width: 370, height: 310 });
});

test("an invisible element does not limit the visible part of a frame", () => {
    assert.deepEqual(cuts(rect(0, 0, 400, 600), rect(0, 0, 0, 0)), endless);
});

test("the visible part of a frame that is clipped completely has no negative size", () => {
    assert.deepEqual(clipped(box, [{ left: 300, top: 0, right: 200, bottom: Infinity }]), { left: 300, top: 0, width: 0, height: 600 });
});
