import assert from "node:assert/strict";
import test from "node:test";
import { placeNear, windowSize } from "../../../src/background/windowPlace.js";
import { extraSize, parseDesktop } from "../../../src/sheet/desktopRecord.js";

const desktop = { extraWidth: 2, extraHeight: 39, zoom: 1, letters: 1, screenWidth: 1920, screenHeight: 1040 };

test("a window is requested with the frame that an earlier window had", () => {
    assert.deepEqual(windowSize(306, desktop), { width: 422, height: 345 });
});

test("a window is larger by the zoom of the extension's pages, and higher by the size of letters", () => {
    assert.deepEqual(windowSize(300, { ...desktop, zoom: 1.5 }), { width: 632, height: 489 });
    assert.deepEqual(windowSize(300, { ...desktop, letters: 1.25 }), { width: 422, height: 414 });
});

test("a window fits a screen of 512 × 300", () => {
    assert.deepEqual(windowSize(640, { ...desktop, screenWidth: 512, screenHeight: 300 }), { width: 422, height: 260 });
});

test("a window has room for its content at scales with fractions of a pixel, whichever window was measured", () => {
    // Requested heights and those of the content, in Firefox at 150 % and 125 %.
    const scales = [[[640, 639.333], [371, 370.667], [456, 455.333], [531, 530.667]], [[473, 472], [639, 638.4], [732, 731.2]]];
    for (const windows of scales) {
        for (const [before = 0, measured = 0] of windows) {
            const extraHeight = extraSize(before, measured, 1);
            for (const [requested = 0, own = 0] of windows) {
                const content = requested - extraHeight;
                assert.equal(windowSize(content, { ...desktop, extraHeight }).height, requested);
                assert.ok(own >= content, `${requested} after ${before}`);
            }
        }
    }
    assert.equal(extraSize(345, 306, 1), 39);
    assert.equal(extraSize(345, 278.1818, 1.1), 39, "no pixel more for an error of the computation");
});

test("a record of a desktop is ignored if another program or a small screen caused its numbers", () => {
    assert.deepEqual(parseDesktop(desktop), desktop);
    for (const wrong of [
        undefined, null, "large", { ...desktop, extraHeight: 273 }, { ...desktop, extraWidth: -300 }, { ...desktop, zoom: 0 },
        { ...desktop, letters: NaN }, { ...desktop, screenHeight: "600" }, { ...desktop, screenWidth: undefined },
    ]) {
        assert.equal(parseDesktop(wrong), undefined);
    }
});

test("a window opens below the toolbar of the requesting window", () => {
    const around = { left: 100, top: 50, width: 1000, height: 900, incognito: false };
    assert.deepEqual(placeNear(around, { width: 420, height: 400 }), { left: 390, top: 130 });
});

test("a window opens higher if it would reach below the requesting window", () => {
    const around = { left: 0, top: 0, width: 512, height: 300, incognito: false };
    assert.deepEqual(placeNear(around, { width: 420, height: 260 }), { left: 46, top: 40 });
    assert.deepEqual(placeNear(around, { width: 420, height: 400 }), { left: 46, top: 0 });
});

test("the browser chooses the place of a window without a requesting window", () => {
    assert.deepEqual(placeNear(undefined, { width: 420, height: 400 }), {});
});
