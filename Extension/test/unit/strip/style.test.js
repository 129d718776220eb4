import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { bannerStyle, stripStyle, tokens } from "../../../src/content/strip/style.js";

const sheet = readFileSync(new URL("../../../src/style/tokens.css", import.meta.url), "utf8");
/** The tokens as the extension's own pages have them. */
const shared = Object.fromEntries([...sheet.matchAll(/(--lk-[a-z0-9-]+):\s*([^;]+);/g)]
    .map(([, name = "", value = ""]) => [name, value.replace(/\s+/g, " ")]));

test("strip and banner have the colours of the sheets", () => {
    assert.ok(Object.keys(tokens).length > 10);
    for (const [name, value] of Object.entries(tokens)) assert.equal(value, shared[name], name);
});

test("strip and banner take every colour from the tokens, and every token that they use is there", () => {
    const known = new Set(Object.keys(tokens));
    for (const style of [stripStyle, bannerStyle]) {
        for (const [, name = ""] of style.matchAll(/var\((--[a-z0-9-]+)/g)) assert.ok(known.has(name), name);
        const rules = style.slice(style.indexOf("background: var(--lk-surface)"));
        assert.doesNotMatch(rules, /#[0-9a-f]{3,8}\b|rgba?\(/i);
    }
});
