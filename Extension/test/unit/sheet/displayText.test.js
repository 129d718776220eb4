import test from "node:test";
import assert from "node:assert/strict";
import { escaping, keepingEnd, lines } from "../../../src/sheet/displayText.js";

// The same table as in the tests of DisplayText for the terminal.
const table = [
    // Control sequences and line breaks.
    ["\u001B[31mred", "␛[31mred"],
    ["a\nb\r\nc\td", "a␊b␍␊c␉d"],
    ["\u009B2J", "<U+009B>2J"],
    ["a\u007F\u0000", "a␡␀"],
    ["\u2028\u2029", "<U+2028><U+2029>"],
    // Direction overrides and invisible characters.
    ["moc\u202E.elpmaxe", "moc<U+202E>.elpmaxe"],
    ["\u2066x\u2069", "<U+2066>x<U+2069>"],
    ["pay\u200Bpal", "pay<U+200B>pal"],
    ["pay\u200Dpal", "pay<U+200D>pal"],
    ["pay\uFE0Fpal", "pay<U+FE0F>pal"],
    ["\uFEFFx\u00ADy\u2060", "<U+FEFF>x<U+00AD>y<U+2060>"],
    ["\u3164\u2800\u{E0041}", "<U+3164><U+2800><U+E0041>"],
    ["\uD800x", "<U+D800>x"],
    // Combining marks: without a base character, and stacked.
    ["\u0301x", "\u25CC\u0301x"],
    ["e\u0301", "e\u0301"],
    ["e\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301\u0301<U+0301>"],
    // Ordinary text.
    ["Zoë Müller, 王小明 👩‍👩‍👧 ❤️", "Zoë Müller, 王小明 👩‍👩‍👧 ❤️"],
    ["می‌خواهم", "می‌خواهم"],
    ["שלום", "שלום"],
];

for (const [text = "", shown] of table) {
    test(`display text shows ${JSON.stringify(shown)} literally`, () => assert.equal(escaping(text), shown));
}

test("display text escapes every character that controls a screen", () => {
    for (let value = 0; value <= 0x10FFFF; value += 1) {
        const shown = escaping("a" + String.fromCodePoint(value) + "b");
        assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}]/u, value.toString(16));
    }
});

test("display text splits lines at the text's line breaks only", () => {
    assert.deepEqual(lines("a\nb\r\nc\rd\u2028e"), ["a", "b", "c␍d<U+2028>e"]);
});

test("display text shortens a site at its start", () => {
    assert.equal(keepingEnd("login.example.com", 12), "…example.com");
    assert.equal(keepingEnd("example.com", 11), "example.com");
});
