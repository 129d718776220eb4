import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { shadow } from "../../../src/content/strip/hostStyle.js";

/** @param {string} file */
const read = (file) => readFileSync(new URL(`../../../src/${file}`, import.meta.url), "utf8");
/** The tokens of the extension's own pages. */
const tokens = Object.fromEntries([...read("style/tokens.css").matchAll(/(--lk-[a-z0-9-]+):\s*([^;]+);/g)]
    .map(([, name = "", value = ""]) => [name, value.replace(/\s+/g, " ")]));

test("the host's shadow equals the token", () => {
    assert.equal(shadow, tokens["--lk-shadow-floating"]);
});

test("strip and banner take every colour from an existing token", () => {
    for (const file of ["overlay/strip.css", "overlay/banner.css"]) {
        const style = read(file);
        for (const [, name = ""] of style.matchAll(/var\((--[a-z0-9-]+)/g)) assert.ok(name in tokens, name);
        assert.doesNotMatch(style, /#[0-9a-f]{3,8}\b|rgba?\(/i);
    }
});
