import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const sources = ["intrinsics.js", "bridgeListener.js"].map((name) =>
    readFileSync(new URL(`../../../src/page/${name}`, import.meta.url), "utf8"));

// Neither script can import: one runs in the page's world, and both are classic.
test("both worlds decide alike whether a document may use passkeys", () => {
    const [page, content] = sources.map((source) => /^ {4}function mayUsePasskeys\(\) \{.*?^ {4}\}$/ms.exec(source)?.[0]);
    assert.ok(page !== undefined);
    assert.equal(content, page);
});
