import assert from "node:assert/strict";
import test from "node:test";
import { highest, listHeight, lowest, sheetHeight } from "../../../src/sheet/sheetHeight.js";

/** Every character is 7 px wide. */
const measuring = {
    text: (/** @type {string} */ key, /** @type {string[]} */ ...values) => [key, ...values].join(" "),
    width: (/** @type {string} */ text) => text.length * 7,
};
/** @type {import("../../../src/sheet/sheetTypes.js").Frame} */
const frame = { providerName: "Vault", requester: { kind: "site", name: "a.test" } };

/** @param {...object} elements */
function heightOf(...elements) {
    const numbered = elements.map((each, index) => ({ id: `e${index}`, ...each }));
    const sheet = /** @type {import("../../../src/sheet/sheetTypes.js").Sheet} */ ({ title: "A Sheet", elements: numbered });
    return sheetHeight(frame, sheet, measuring, true);
}

/** @param {string} text */
const body = (text) => ({ kind: "text", text, style: "body" });
const message = { kind: "message", level: "info", text: "Note" };
/** @param {string} title */
const button = (title, role = "normal") => ({ kind: "button", title, role, submits: false, isEnabled: true });
const filler = [message, message, message];

test("the height of a text grows with its number of lines", () => {
    const one = heightOf(...filler, body("word"));
    // 52 characters fit.
    assert.equal(heightOf(...filler, body("word ".repeat(10))), one);
    assert.equal(heightOf(...filler, body("word ".repeat(12))), one + 20);
    assert.equal(heightOf(...filler, body("word\nword")), one + 20);
    assert.equal(heightOf(...filler, body("w".repeat(80))), one + 20);
});

test("a row of buttons breaks before a button that does not fit", () => {
    const row = heightOf(...filler, button("Short"), button("OK", "default"));
    assert.equal(heightOf(...filler, button("A button with a long title"), button("OK", "default")), row + 40);
});

test("the height of a window stays within its limits, and a window with a list has a fixed height", () => {
    assert.equal(heightOf(body("word")), lowest);
    assert.equal(heightOf(...Array(20).fill(message)), highest);
    assert.equal(heightOf({ kind: "list", rowCount: 3, offset: 0, rows: [], sections: [] }), listHeight);
});

test("the explanation of colour and word has space until it was shown", () => {
    const marked = { ...frame, word: "otter" };
    const sheet = /** @type {import("../../../src/sheet/sheetTypes.js").Sheet} */ ({
        title: "A Sheet", elements: [{ id: "a", ...message }, { id: "b", ...message }, { id: "c", ...message }],
    });
    assert.ok(sheetHeight(marked, sheet, measuring, false) > sheetHeight(marked, sheet, measuring, true) + 50);
});
