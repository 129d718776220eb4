import test from "node:test";
import assert from "node:assert/strict";
import { piecesOf } from "../../../src/content/fill/fillTargets.js";

/** @param {...number} lengths */
const boxes = (...lengths) => lengths.map((maxLength) => ({ maxLength }));

test("six boxes receive one digit each whatever their maxlength is", () => {
    assert.deepEqual(piecesOf(boxes(1, 1, 1, 1, 1, 1), "123456"), ["1", "2", "3", "4", "5", "6"]);
    assert.deepEqual(piecesOf(boxes(6, 1, 1, 1, 1, 1), "123456"), ["1", "2", "3", "4", "5", "6"]);
});

test("fewer boxes receive as many digits as each accepts", () => {
    assert.deepEqual(piecesOf(boxes(3, 3), "123456"), ["123", "456"]);
    assert.deepEqual(piecesOf(boxes(4, 4), "12345678"), ["1234", "5678"]);
});

test("fills no box if the boxes are too few for the code", () => {
    assert.equal(piecesOf(boxes(3, 3), "12345678"), null);
    assert.equal(piecesOf(boxes(1, 1, 1, 1), "123456"), null);
    assert.equal(piecesOf(boxes(3, 4), "1234567"), null);
});
