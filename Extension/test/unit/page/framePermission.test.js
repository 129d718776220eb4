import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const sources = ["intrinsics.js", "bridgeListener.js"].map((name) =>
    readFileSync(new URL(`../../../src/page/${name}`, import.meta.url), "utf8"));

// Classic scripts cannot import modules, so each script has its own copy.
test("the page's script and the content script have the same mayUsePasskeys()", () => {
    const [page, content] = sources.map((source) => /^ {4}function mayUsePasskeys\(\) \{.*?^ {4}\}$/ms.exec(source)?.[0]);
    assert.ok(page !== undefined);
    assert.equal(content, page);
});
