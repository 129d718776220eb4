import test from "node:test";
import assert from "node:assert/strict";
import { piecesOf } from "../../../src/content/fill/fillTargets.js";

/** @param {...number} lengths */
const boxes = (...lengths) => lengths.map((maxLength) => ({ maxLength }));

test("six boxes get a digit each, whatever they would take", () => {
    assert.deepEqual(piecesOf(boxes(1, 1, 1, 1, 1, 1), "123456"), ["1", "2", "3", "4", "5", "6"]);
    assert.deepEqual(piecesOf(boxes(6, 1, 1, 1, 1, 1), "123456"), ["1", "2", "3", "4", "5", "6"]);
});

test("fewer boxes get as many digits as each of them takes", () => {
    assert.deepEqual(piecesOf(boxes(3, 3), "123456"), ["123", "456"]);
    assert.deepEqual(piecesOf(boxes(4, 4), "12345678"), ["1234", "5678"]);
});

test("boxes that do not take the whole code get nothing", () => {
    assert.equal(piecesOf(boxes(3, 3), "12345678"), null);
    assert.equal(piecesOf(boxes(1, 1, 1, 1), "123456"), null);
    assert.equal(piecesOf(boxes(3, 4), "1234567"), null);
});
