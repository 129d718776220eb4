import test from "node:test";
import assert from "node:assert/strict";

import { partAt, StripView } from "../../../src/content/strip/stripView.js";

/** Three rows of 40 px below a padding of 5 px. */
const parts = [0, 1, 2].map((row) => ({ left: 5, top: 5 + 40 * row, width: 310, height: 40 }));
const content = { rows: [], note: "", isRightToLeft: false, isDark: false };

/** A drawn view, and the messages that it has sent to the overlay since. @param {number} room */
function drawn(room) {
    /** @type {import("../../../src/overlay/overlayMessages.js").ToOverlay[]} */
    const told = [];
    const view = new StripView((message) => told.push(message));
    view.fit(320);
    view.draw(content);
    view.take({ height: 130, parts });
    view.show(room);
    told.length = 0;
    return { view, told };
}

test("a point belongs to the row that is drawn there", () => {
    const { view } = drawn(130);
    assert.equal(view.partAt(10, 6), 0);
    assert.equal(view.partAt(10, 85), 2);
    for (const [x = 0, y = 0] of [[2, 10], [318, 10], [10, 2], [10, 128]]) assert.equal(view.partAt(x, y), -1);
});

test("scrolling moves the rows and stops at both ends", () => {
    const { view, told } = drawn(60);
    view.scroll(500);
    assert.deepEqual(told, [{ type: "scroll", top: 70 }]);
    assert.equal(view.partAt(10, 5), 1);
    view.scroll(-500);
    assert.deepEqual(told.at(-1), { type: "scroll", top: 0 });
    assert.equal(view.partAt(10, 6), 0);
});

test("a row selected by a key is scrolled into view", () => {
    const { view, told } = drawn(60);
    view.choose(2);
    assert.deepEqual(told, [{ type: "choose", part: 2 }, { type: "scroll", top: 70 }]);
    view.choose(0);
    assert.deepEqual(told.at(-1), { type: "scroll", top: 0 });
});

test("a point belongs to no row until the overlay has reported the rows' boxes", () => {
    const { view } = drawn(130);
    view.draw(content);
    assert.equal(view.partAt(10, 6), -1);
    assert.equal(view.height, 130);
});

test("a height that ends between two rows is reduced to cut a row, which shows that more follow", () => {
    const { view } = drawn(130);
    assert.equal(view.cut(85), 69);
    assert.equal(view.cut(70), 70);
    assert.equal(view.cut(45), 45);
});

test("partAt returns the part whose box contains a point", () => {
    assert.equal(partAt(parts, 5, 5), 0);
    assert.equal(partAt(parts, 315, 5), -1);
    assert.equal(partAt([], 5, 5), -1);
});
