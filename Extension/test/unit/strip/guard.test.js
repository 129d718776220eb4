import test from "node:test";
import assert from "node:assert/strict";

import {
    grid, Held, isDistorting, isHidingFilter, isShrinking, judge, longestUnsteady, Press, pressed, Steadiness, Unsteady,
} from "../../../src/content/strip/guard.js";

const clear = { opacity: 1, isDistorted: false, isShown: true };
/** @type {import("../../../src/content/strip/guard.js").Facts} */
const good = {
    isOurs: true, isHit: true, isInTransition: false, hasFocus: true, host: clear, field: clear,
    hasUnprovenCover: false, hasFloatingWindow: false, raised: 0, observed: true, frame: "top",
};

test("a clear view accepts the press", () => {
    assert.equal(judge(good).verdict, "take");
    assert.equal(judge({ ...good, field: null, observed: null }).verdict, "take");
});

test("a clear violation rejects the press whatever else holds", () => {
    /** @type {Partial<typeof good>[]} */
    const wrong = [
        { isOurs: false }, { isHit: false }, { isInTransition: true }, { hasFocus: false }, { frame: "hidden" },
        { host: { ...clear, isShown: false } }, { field: { ...clear, isShown: false } },
        { host: { ...clear, opacity: 0.69 } }, { field: { ...clear, opacity: 0.69 } },
    ];
    for (const facts of wrong) assert.equal(judge({ ...good, ...facts }).verdict, "refuse", JSON.stringify(facts));
});

test("an unclear view needs a confirmation", () => {
    /** @type {Partial<typeof good>[]} */
    const unclear = [
        { observed: false }, { host: { ...clear, opacity: 0.71 } }, { host: { ...clear, opacity: 0.89 } },
        { field: { ...clear, opacity: 0.89 } }, { field: { ...clear, isDistorted: true } }, { raised: 4 },
        { hasFloatingWindow: true }, { observed: null, hasUnprovenCover: true }, { observed: null, frame: "unclear" },
        { observed: null, host: { ...clear, isDistorted: true } },
    ];
    for (const facts of unclear) assert.equal(judge({ ...good, ...facts }).verdict, "confirm", JSON.stringify(facts));
});

test("an answer from an unclear view needs a confirmation unless it is harmless", () => {
    assert.deepEqual(pressed("take", "save"), { answer: "save", mustConfirm: false });
    assert.deepEqual(pressed("confirm", "save"), { answer: "save", mustConfirm: true });
    assert.deepEqual(pressed("confirm", "never"), { answer: "never", mustConfirm: true });
    assert.deepEqual(pressed("confirm", "notNow"), { answer: "notNow", mustConfirm: false });
    for (const answer of ["save", "never", "notNow"]) assert.equal(pressed("refuse", answer), null);
});

test("the browser's own visibility report needs no further proof", () => {
    assert.equal(judge({ ...good, hasUnprovenCover: true }).verdict, "take");
    assert.equal(judge({ ...good, frame: "unclear" }).verdict, "take");
    assert.equal(judge({ ...good, host: { ...clear, isDistorted: true } }).verdict, "take");
    assert.equal(judge({ ...good, host: { ...clear, opacity: 0.91 }, raised: 3 }).verdict, "take");
});

/** @param {Steadiness} steadiness @param {number} from @param {number} to @param {string} [at] */
function look(steadiness, from, to, at = "here") {
    for (let now = from; now <= to; now += 16) steadiness.note(now, at, true);
}

test("the view is not steady before half a second of observations", () => {
    const steadiness = new Steadiness();
    look(steadiness, 0, 480);
    assert.equal(steadiness.isSteady(490, "here"), false);
    look(steadiness, 496, 512);
    assert.equal(steadiness.isSteady(515, "here"), true);
});

test("a move starts the half second again", () => {
    const steadiness = new Steadiness();
    look(steadiness, 0, 600);
    steadiness.note(610, "there", true);
    assert.equal(steadiness.isSteady(620, "there"), false);
    look(steadiness, 626, 1120, "there");
    assert.equal(steadiness.isSteady(1121, "there"), true);
});

test("a move after the last observation is not steady", () => {
    const steadiness = new Steadiness();
    look(steadiness, 0, 600);
    assert.equal(steadiness.isSteady(601, "there"), false);
});

test("being covered at one observation starts the half second again", () => {
    const steadiness = new Steadiness();
    look(steadiness, 0, 600);
    steadiness.note(608, "here", false);
    look(steadiness, 616, 1100);
    assert.equal(steadiness.isSteady(1101, "here"), false);
});

test("a pause without observations counts as a change", () => {
    const steadiness = new Steadiness();
    look(steadiness, 0, 600);
    assert.equal(steadiness.isSteady(1100, "here"), false);
    steadiness.note(1100, "here", true);
    assert.equal(steadiness.isSteady(1101, "here"), false);
});

test("a restart starts the half second again", () => {
    const steadiness = new Steadiness();
    look(steadiness, 0, 600);
    steadiness.restart();
    look(steadiness, 610, 700);
    assert.equal(steadiness.isSteady(701, "here"), false);
});

test("a press is steady only if both ends are, and selects a row only if both are at it in one place", () => {
    /** @type {[[number, number, string, boolean], [number, number, string, boolean], "steady" | "unsteady" | null][]} */
    const ends = [
        [[1, 2, "here", true], [1, 2, "here", true], "steady"],
        [[1, 2, "here", false], [1, 2, "here", true], "unsteady"],
        [[1, 2, "here", true], [1, 2, "here", false], "unsteady"],
        [[1, 2, "here", true], [1, 3, "here", true], null],
        [[1, 2, "here", true], [1, 2, "there", true], null],
        [[1, 2, "here", true], [2, 2, "here", true], null],
    ];
    for (const [down, up, counts] of ends) {
        const press = new Press();
        press.down(...down);
        assert.equal(press.up(...up), counts, JSON.stringify([down, up]));
    }
});

test("a release without a press does not count, nor does a second release", () => {
    const press = new Press();
    assert.equal(press.up(1, 0, "here", true), null);
    press.down(1, 0, "here", true);
    press.up(1, 0, "here", true);
    assert.equal(press.up(1, 0, "here", true), null);
});

test("a strip that is not steady ignores two presses and opens the question at the third", () => {
    const unsteady = new Unsteady();
    assert.deepEqual([1, 2, 3].map(() => unsteady.asks(9000, true)), [false, false, true]);
});

test("a strip that has never been steady opens the question at the first press after some seconds", () => {
    assert.equal(new Unsteady().asks(longestUnsteady, false), true);
    assert.equal(new Unsteady().asks(longestUnsteady - 1, false), false);
});

test("an early Enter is due once when the view has been steady long enough", () => {
    const held = new Held();
    const at = { row: 1, signature: "here", disturbances: 3 };
    assert.equal(held.isDue({ ...at, now: 900, isSteady: true }), false);
    held.keep(1, 100, "here", 3);
    assert.equal(held.isDue({ ...at, now: 300, isSteady: false }), false);
    assert.equal(held.isDue({ ...at, now: 600, isSteady: true }), true);
    assert.equal(held.isDue({ ...at, now: 601, isSteady: true }), false);
});

test("an early Enter is dropped after any change and does not return", () => {
    const at = { row: 1, now: 600, signature: "here", disturbances: 3, isSteady: true };
    for (const change of [{ row: 2 }, { row: -1 }, { signature: "there" }, { disturbances: 4 }, { now: 1301 }]) {
        const held = new Held();
        held.keep(1, 100, "here", 3);
        assert.equal(held.isDue({ ...at, ...change, isSteady: false }), false, JSON.stringify(change));
        assert.equal(held.isDue(at), false, JSON.stringify(change));
    }
    const dropped = new Held();
    dropped.keep(1, 100, "here", 3);
    dropped.drop();
    assert.equal(dropped.isDue(at), false);
});

test("a move, a cover, a pause and a restart count as disturbances, but an initially unclear view does not", () => {
    const steadiness = new Steadiness();
    for (let now = 0; now < 200; now += 16) steadiness.note(now, "here", false);
    look(steadiness, 200, 400);
    assert.equal(steadiness.disturbances, 0);
    /** @type {(() => void)[]} */
    const acts = [
        () => steadiness.note(410, "there", true), () => steadiness.note(420, "there", false),
        () => (steadiness.note(430, "there", true), steadiness.note(900, "there", true)), () => steadiness.restart(),
    ];
    acts.forEach((act, index) => {
        act();
        assert.equal(steadiness.disturbances, index + 1);
    });
});

test("the points of the grid are inside the box, one in each cell", () => {
    const points = grid({ left: 10, top: 20, width: 300, height: 90 }, 30, () => 0.5);
    assert.equal(points.length, 30);
    assert.ok(points.every(([x, y]) => x > 10 && x < 310 && y > 20 && y < 110));
    assert.deepEqual(grid({ left: 0, top: 0, width: 10, height: 10 }, 100, () => 0).length, 9);
});

test("a filter that only casts a shadow hides nothing", () => {
    for (const filter of ["none", "", "drop-shadow(rgba(0, 0, 0, 0.5) 0px 2px 4px)"]) {
        assert.equal(isHidingFilter(filter), false, filter);
    }
    for (const filter of ["opacity(0)", "blur(9px)", "drop-shadow(rgb(0, 0, 0) 0px 0px 0px) opacity(0)", "url(#x)"]) {
        assert.equal(isHidingFilter(filter), true, filter);
    }
});

test("moving and enlarging do not distort, turning and shrinking do", () => {
    for (const transform of ["none", "matrix(1, 0, 0, 1, 20, 5)", "matrix(1.5, 0, 0, 1.5, 0, 0)"]) {
        assert.equal(isDistorting(transform), false, transform);
    }
    const shrunk = "matrix(0.1, 0, 0, 0.1, 0, 0)", mirrored = "matrix(-1, 0, 0, 1, 0, 0)";
    for (const transform of [shrunk, mirrored, "matrix(0, 1, -1, 0, 0, 0)", "matrix3d(1, 0)"]) {
        assert.equal(isDistorting(transform), true, transform);
    }
});

test("a scale of one half is large enough in every direction", () => {
    for (const scale of ["none", "", "1", "2 0.5", "0.5 0.5 0.5"]) assert.equal(isShrinking(scale), false, scale);
    for (const scale of ["0.4", "1 0.1", "1 1 0", "-1", "nonsense"]) assert.equal(isShrinking(scale), true, scale);
});
