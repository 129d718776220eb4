import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./loadParts.js";

const { errorMessages: words } = load(["errorMessages"]);
const gecko = load(["errorMessages"], { isGecko: true }).errorMessages;

for (
    const [name, inChromium, inFirefox] of /** @type {const} */ ([
        ["OperationError", "OperationError", "NotAllowedError"],
        ["NotAllowedError", "NotAllowedError", "NotAllowedError"],
        ["InvalidStateError", "InvalidStateError", "InvalidStateError"],
        ["TypeError", "TypeError", "TypeError"],
        ["OddError", "UnknownError", "UnknownError"],
    ])
) {
    test(`the error ${name} becomes ${inChromium} in Chromium and ${inFirefox} in Firefox`, () => {
        const failures = [words, gecko].map((each) => /** @type {Error} */ (each.failure({ name })));
        assert.deepEqual(failures.map((failure) => failure.name), [inChromium, inFirefox]);
    });
}
