import test from "node:test";
import assert from "node:assert/strict";
import { ListLayout, missingRows } from "../../../src/sheet/listLayout.js";

/** @param {number} rowCount */
function layout(rowCount) {
    const result = new ListLayout();
    Object.assign(result, { rowCount, rowHeight: 50, titleHeight: 30, viewHeight: 400 });
    return result;
}

test("the layout places each row below the preceding titles", () => {
    const list = layout(10);
    list.learn([{ title: "A", firstRow: 0 }, { title: "B", firstRow: 3 }], 0, 10);
    assert.deepEqual([0, 2, 3, 9].map((row) => list.top(row)), [30, 130, 210, 510]);
    assert.equal(list.height, 560);
});

test("the layout finds the row at every height", () => {
    const list = layout(1000);
    list.learn([{ title: "A", firstRow: 0 }, { title: "B", firstRow: 500 }], 0, 1000);
    for (let row = 0; row < 1000; row += 1) {
        assert.equal(list.rowAt(list.top(row)), row);
        assert.equal(list.rowAt(list.top(row) + 49), row);
    }
    assert.equal(list.rowAt(0), 0);
    assert.equal(list.rowAt(1e9), 999);
});

test("the layout keeps sections of other windows and removes those that are gone", () => {
    const list = layout(1000);
    list.learn([{ title: "A", firstRow: 0 }, { title: "B", firstRow: 50 }], 0, 100);
    list.learn([{ title: "B", firstRow: 50 }, { title: "C", firstRow: 140 }], 100, 200);
    assert.deepEqual(list.sections.map(({ title }) => title), ["A", "B", "C"]);
    list.learn([{ title: "A", firstRow: 0 }], 0, 100);
    assert.deepEqual(list.sections.map(({ title }) => title), ["A", "C"]);
});

test("the layout reaches the last row of a list that exceeds the browser's maximum element height", () => {
    const list = layout(10_000_000);
    assert.ok(list.drawnHeight <= 17_000_000);
    const farthest = (list.drawnHeight - list.viewHeight) * list.ratio;
    assert.ok(Math.abs(farthest - list.lowest) < 1);
});

test("the list requests rows with a margin before they are visible and never those that it has", () => {
    assert.equal(missingRows({ start: 0, end: 10 }, { start: 0, end: 60 }, 1000), null);
    assert.deepEqual(missingRows({ start: 40, end: 50 }, { start: 0, end: 60 }, 1000), { offset: 0, count: 110 });
    assert.deepEqual(missingRows({ start: 990, end: 1000 }, { start: 0, end: 60 }, 1000), { offset: 940, count: 60 });
    assert.equal(missingRows({ start: 990, end: 1000 }, { start: 940, end: 1000 }, 1000), null);
    assert.equal(missingRows({ start: 0, end: 3 }, { start: 0, end: 3 }, 3), null);
});
