import test from "node:test";
import assert from "node:assert/strict";

import { shadeOf } from "../../../src/content/strip/colorLightness.js";

/** Computed colours as browsers write them, and whether they are dark. */
const grounds = /** @type {const} */ ([
    ["rgb(255, 255, 255)", false], ["rgb(17, 17, 17)", true], ["rgba(0, 0, 0, 0.9)", true], ["rgb(0, 0, 255)", true],
    ["rgb(255, 221, 0)", false], ["oklch(0.21 0.006 285.9)", true], ["oklch(0.967 0.001 286.4 / 0.8)", false],
    ["oklab(0.1 0 0)", true], ["lab(98 0 0)", false], ["lch(12 3 200)", true], ["color(srgb 0.1 0.1 0.12)", true],
    ["color(display-p3 1 1 1 / 0.7)", false],
]);

for (const [color, isDark] of grounds) {
    test(`the colour ${color} is ${isDark ? "dark" : "light"}`, () => {
        const shade = shadeOf(color);
        assert.ok(shade !== null);
        assert.equal(shade.lightness < 0.5, isDark);
        assert.ok(shade.alpha > 0.5);
    });
}

test("reports transparency and returns null for an unreadable colour", () => {
    assert.equal(shadeOf("rgba(0, 0, 0, 0)")?.alpha, 0);
    assert.equal(shadeOf("color(srgb 1 1 1 / 0.25)")?.alpha, 0.25);
    for (const odd of ["", "red", "rgb(a, b, c)", "oklch(none 0 0)", "url(x)"]) assert.equal(shadeOf(odd), null, odd);
});
