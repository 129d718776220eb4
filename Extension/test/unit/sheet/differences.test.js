import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { applying } from "../../../src/sheet/differences.js";
import { parseDifference, parseFrame, parseSheet, SheetMistake } from "../../../src/sheet/sheetParsing.js";

/** @param {number} index */
const row = (index) => ({ identifier: String(index), title: `Row ${index}` });
const list = { id: "list", kind: "list", rowCount: 9, offset: 2, rows: [2, 3, 4].map(row), sections: [] };
const text = { id: "text", kind: "text", text: "A", style: "body" };
const sheet = () => parseSheet({ title: "S", elements: [text, list], focus: "list" });

/** @param {...unknown} changes */
const changed = (...changes) => applying(sheet(), parseDifference({ changes }));

test("a difference changes and removes the sheet's own members", () => {
    const result = changed({ kind: "title", title: "T" }, { kind: "cancelTitle", title: "C" },
        { kind: "defaultButton", identifier: "b" }, { kind: "focus" });
    assert.deepEqual([result.title, result.cancelTitle, result.defaultButton, result.focus], ["T", "C", "b", undefined]);
});

test("a difference replaces, adds and orders elements", () => {
    const result = changed({ kind: "element", element: { ...text, text: "B" } },
        { kind: "element", element: { ...text, id: "new" } }, { kind: "order", order: ["new", "text"] });
    assert.deepEqual(result.elements.map(({ id }) => id), ["new", "text"]);
    assert.equal(result.elements[1]?.kind === "text" && result.elements[1].text, "B");
});

test("a difference keeps unchanged elements identical", () => {
    const old = sheet();
    const result = applying(old, parseDifference({ changes: [{ kind: "element", element: { ...text, text: "B" } }] }));
    assert.equal(result.elements[1], old.elements[1]);
});

test("a difference moves a list window and keeps its rows", () => {
    const moved = { rowCount: 9, offset: 1, before: [row(1)], keptFrom: 0, keptCount: 2, after: [row(4), row(5)] };
    const [, result] = changed({ kind: "window", identifier: "list", list: moved }).elements;
    assert.deepEqual(result?.kind === "list" && result.rows.map(({ title }) => title),
        ["Row 1", "Row 2", "Row 3", "Row 4", "Row 5"]);
});

const mistakes = {
    "rows that the window never had": [{ kind: "window", identifier: "list",
        list: { rowCount: 9, offset: 0, before: [], keptFrom: 2, keptCount: 2, after: [] } }],
    "a window that ends outside the list": [{ kind: "window", identifier: "list",
        list: { rowCount: 3, offset: 3, before: [row(1)], keptFrom: 0, keptCount: 0, after: [] } }],
    "a window of an element that is no list": [{ kind: "window", identifier: "text",
        list: { rowCount: 0, offset: 0, before: [], keptFrom: 0, keptCount: 0, after: [] } }],
    "an order with an unknown element": [{ kind: "order", order: ["text", "nothing"] }],
    "an order with a repeated element": [{ kind: "order", order: ["text", "text"] }],
    "an unknown change": [{ kind: "magic" }],
    "an unknown element": [{ kind: "element", element: { id: "x", kind: "script" } }],
    "an element without its text": [{ kind: "element", element: { id: "x", kind: "header" } }],
    "an identifier with a space": [{ kind: "element", element: { ...text, id: "a b" } }],
    "too many rows": [{ kind: "element", element: { ...list, rowCount: 900, rows: Array(201).fill(row(1)) } }],
};
for (const [name, changes] of Object.entries(mistakes)) {
    test(`rejects a difference with ${name}`, () => assert.throws(() => changed(...changes), SheetMistake));
}

test("rejects a sheet with two elements with the same identifier", () => {
    assert.throws(() => parseSheet({ title: "S", elements: [text, text] }), SheetMistake);
});

test("accepts the protocol's example sheets", () => {
    const folder = new URL("../../../../Schemas/examples/", import.meta.url);
    const read = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    for (const example of [read("sheet.open.params.json")].flat()) {
        parseSheet(example.sheet);
        if (example.frame) parseFrame(example.frame);
    }
    for (const example of [read("sheet.change.params.json")].flat()) parseDifference(example.difference);
});

test("drops an icon that is no PNG and an invalid colour", () => {
    const frame = { providerName: "P", requester: { kind: "site", name: "example.com" } };
    const svg = btoa("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const { icon, color } = parseFrame({ ...frame, icon: svg, color: "red; background: url(//evil)" });
    assert.deepEqual([icon, color], [undefined, undefined]);
    assert.equal(parseFrame({ ...frame, icon: "iVBORw0KGgo=\" onload=\"x" }).icon, undefined);
});
