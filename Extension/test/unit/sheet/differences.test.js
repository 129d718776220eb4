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

test("changes the sheet's own members, and takes them away", () => {
    const result = changed({ kind: "title", title: "T" }, { kind: "cancelTitle", title: "C" },
        { kind: "defaultButton", identifier: "b" }, { kind: "focus" });
    assert.deepEqual([result.title, result.cancelTitle, result.defaultButton, result.focus], ["T", "C", "b", undefined]);
});

test("replaces an element, adds another, and orders them", () => {
    const result = changed({ kind: "element", element: { ...text, text: "B" } },
        { kind: "element", element: { ...text, id: "new" } }, { kind: "order", order: ["new", "text"] });
    assert.deepEqual(result.elements.map(({ id }) => id), ["new", "text"]);
    assert.equal(result.elements[1]?.kind === "text" && result.elements[1].text, "B");
});

test("leaves what has not changed as it is", () => {
    const old = sheet();
    const result = applying(old, parseDifference({ changes: [{ kind: "element", element: { ...text, text: "B" } }] }));
    assert.equal(result.elements[1], old.elements[1]);
});

test("moves a window and keeps the rows that it has", () => {
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
    "a window on what is no list": [{ kind: "window", identifier: "text",
        list: { rowCount: 0, offset: 0, before: [], keptFrom: 0, keptCount: 0, after: [] } }],
    "an order of what is not there": [{ kind: "order", order: ["text", "nothing"] }],
    "an order that names one twice": [{ kind: "order", order: ["text", "text"] }],
    "an unknown change": [{ kind: "magic" }],
    "an unknown element": [{ kind: "element", element: { id: "x", kind: "script" } }],
    "an element without its text": [{ kind: "element", element: { id: "x", kind: "header" } }],
    "an identifier with a space": [{ kind: "element", element: { ...text, id: "a b" } }],
    "too many rows": [{ kind: "element", element: { ...list, rowCount: 900, rows: Array(201).fill(row(1)) } }],
};
for (const [name, changes] of Object.entries(mistakes)) {
    test(`refuses ${name}`, () => assert.throws(() => changed(...changes), SheetMistake));
}

test("refuses two elements of one name", () => {
    assert.throws(() => parseSheet({ title: "S", elements: [text, text] }), SheetMistake);
});

test("takes what the project's own examples say", () => {
    const folder = new URL("../../../../Schemas/examples/", import.meta.url);
    const read = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    for (const example of [read("sheet.open.params.json")].flat()) {
        parseSheet(example.sheet);
        if (example.frame) parseFrame(example.frame);
    }
    for (const example of [read("sheet.change.params.json")].flat()) parseDifference(example.difference);
});

test("leaves out an icon that is no PNG, and a colour that is none", () => {
    const frame = { providerName: "P", requester: { kind: "site", name: "example.com" } };
    const svg = btoa("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const { icon, color } = parseFrame({ ...frame, icon: svg, color: "red; background: url(//evil)" });
    assert.deepEqual([icon, color], [undefined, undefined]);
    assert.equal(parseFrame({ ...frame, icon: "iVBORw0KGgo=\" onload=\"x" }).icon, undefined);
});
