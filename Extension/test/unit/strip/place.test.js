import test from "node:test";
import assert from "node:assert/strict";

import { place, sideAtOpening } from "../../../src/content/strip/place.js";

const room = { left: 0, top: 0, width: 1000, height: 700 };
const field = { left: 100, top: 200, width: 340, height: 30 };

test("the strip is below its field and as wide", () => {
    const at = place(field, room, 200, false);
    assert.deepEqual(at, { left: 100, top: 234, width: 340, maxHeight: 200, isAbove: false });
});

test("the strip is above its field if only that side has room and its end touches the field", () => {
    const low = { ...field, top: 600 };
    assert.deepEqual(place(low, room, 200, false), { left: 100, top: 396, width: 340, maxHeight: 200, isAbove: true });
});

test("the strip never covers its field and is never higher than the room", () => {
    for (let top = -20; top < 700; top += 7) {
        for (const height of [60, 200, 900]) {
            const at = place({ ...field, top }, room, height, false);
            if (at === null) continue;
            assert.ok(at.top >= top + 30 || at.top + at.maxHeight <= top, `${top} ${height}`);
            assert.ok(at.top >= 0 && at.top + at.maxHeight <= 700, `${top} ${height}`);
        }
    }
});

test("the strip shrinks in narrow frames and stays inside", () => {
    const frame = { left: 0, top: 0, width: 160, height: 300 };
    const at = place({ left: 5, top: 5, width: 150, height: 20 }, frame, 100, false);
    assert.deepEqual(at, { left: 4, top: 29, width: 152, maxHeight: 100, isAbove: false });
});

test("the strip stays inside at the right edge and starts at the right in right-to-left text", () => {
    assert.equal(place({ ...field, left: 900, width: 90 }, room, 100, false)?.left, 676);
    assert.equal(place({ ...field, left: 500, width: 90 }, room, 100, true)?.left, 270);
    assert.equal(place({ ...field, left: 10, width: 90 }, room, 100, true)?.left, 4);
});

test("the strip follows the visible part of a magnified page", () => {
    const seen = { left: 400, top: 300, width: 400, height: 280 };
    assert.equal(place(field, seen, 100, false), null);
    assert.deepEqual(place({ ...field, left: 420, top: 320 }, seen, 100, false),
        { left: 420, top: 354, width: 340, maxHeight: 100, isAbove: false });
});

test("there is no strip for an invisible field or without room for a row", () => {
    assert.equal(place({ ...field, top: -40 }, room, 100, false), null);
    assert.equal(place({ ...field, left: 1200 }, room, 100, false), null);
    assert.equal(place({ ...field, width: 0 }, room, 100, false), null);
    assert.equal(place({ ...field, top: 20, height: 660 }, room, 100, false), null);
});

test("the strip keeps its side when its height shrinks", () => {
    const low = { ...field, top: 400 };
    assert.equal(place(low, room, 600, false)?.isAbove, true);
    assert.deepEqual(place(low, room, 200, false, true), { left: 100, top: 196, width: 340, maxHeight: 200, isAbove: true });
});

test("the strip opens on the other side of its field if the pointer is where it would be", () => {
    const at = (/** @type {number} */ x, /** @type {number} */ y, height = 200) => sideAtOpening(field, room, height, false, { x, y });
    const [under, beside] = [{ x: 150, y: field.top + 60 }, { x: 600, y: field.top + 60 }];
    assert.deepEqual(at(under.x, under.y, 90), { mustBeAbove: true, isUnderPointer: false });
    assert.deepEqual(at(beside.x, beside.y), { isUnderPointer: false });
    assert.deepEqual(at(150, field.top + 10), { isUnderPointer: false }, "in the field");
    assert.deepEqual(sideAtOpening(field, room, 200, false, null), { isUnderPointer: false }, "unknown");
    const high = { ...field, top: 20 };
    assert.deepEqual(sideAtOpening(high, room, 200, false, { x: 150, y: 100 }), { isUnderPointer: true }, "no room above");
    const low = { ...field, top: 600 };
    assert.deepEqual(sideAtOpening(low, room, 200, false, { x: 150, y: 500 }), { isUnderPointer: true }, "no room below");
});
