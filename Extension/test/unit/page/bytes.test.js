import assert from "node:assert/strict";
import test from "node:test";

import { load } from "./loadParts.js";

const { bytes } = load(["bytes"]);

test("base64url round trips for every length up to forty", () => {
    for (let length = 0; length <= 40; length++) {
        const source = Uint8Array.from({ length }, (_, index) => (index * 83 + length * 7) % 256);
        const text = bytes.encode(source);
        assert.equal(text, Buffer.from(source).toString("base64url"));
        assert.deepEqual(new Uint8Array(bytes.decode(text) ?? new ArrayBuffer(1)), source);
    }
});

test("encodes only the viewed part of a buffer", () => {
    const { buffer } = Uint8Array.from([1, 2, 3, 4]);
    assert.equal(bytes.encode(new Uint8Array(buffer, 1, 2)), "AgM");
    assert.equal(bytes.encode(new DataView(buffer, 3)), "BA");
    assert.equal(bytes.encode(new Uint16Array(buffer, 2)), "AwQ");
    assert.equal(bytes.encode(buffer), "AQIDBA");
});

test("invalid base64url decodes to null", () => {
    for (
        const text of [
            "A",
            "AAAAA",
            "A=",
            "AA==",
            "A+AA",
            "A/AA",
            "AA AA",
            "Ä",
            "AAA\n",
            "AB",
            "AAB",
            "__proto__x",
            "toString?",
        ]
    ) {
        assert.equal(bytes.decode(text), null, text);
    }
});
