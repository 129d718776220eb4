import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { tokens } from "../../../src/style/tokens.js";

test("pages and shadow roots have the same tokens", () => {
    assert.equal(tokens, readFileSync(new URL("../../../src/style/tokens.css", import.meta.url), "utf8"));
});
