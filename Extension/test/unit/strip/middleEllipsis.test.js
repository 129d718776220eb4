import assert from "node:assert/strict";
import test from "node:test";
import { lettersOf, shortened } from "../../../src/style/middleEllipsis.js";

test("a shortened name keeps its first and its last letters", () => {
    const letters = lettersOf("abcdefghij");
    assert.deepEqual([2, 3, 6].map((kept) => shortened(letters, kept)), ["a…j", "ab…j", "abc…hij"]);
});

test("a shortened name cuts no letter of several code points", () => {
    assert.equal(shortened(lettersOf("e\u0301x👩‍🚀yu\u0308"), 2), "e\u0301…u\u0308");
});
