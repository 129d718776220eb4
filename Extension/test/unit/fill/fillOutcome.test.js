import test from "node:test";
import assert from "node:assert/strict";
import { isFilled, isPasswordRefused, unexpectedRefusals } from "../../../src/content/fill/fillOutcome.js";

/** @typedef {"username" | "currentPassword" | "newPassword" | "oneTimeCode" | "email" | "text"} Kind */
/** @typedef {import("../../../src/content/fill/fillForm.js").Refusal} Refusal */

/** @type {[Kind[], [Kind, Refusal][], boolean, boolean][]} filled and refused kinds, isPasswordRefused, isFilled */
const reports = [
    [["username", "currentPassword"], [], false, true], [["username"], [], false, true],
    // The first of two steps: the password field already exists but is hidden.
    [["username"], [["currentPassword", "hidden"]], false, true], [["email"], [["currentPassword", "transparent"]], false, true],
    [["username"], [["currentPassword", "tiny"]], false, true], [["username"], [["currentPassword", "offScreen"]], false, true],
    [["username"], [["currentPassword", "clipped"]], false, true], [["username"], [["currentPassword", "ariaHidden"]], false, true],
    // A password field that the user sees, or would see without its cover.
    [["username"], [["currentPassword", "covered"]], true, false], [["username"], [["currentPassword", "unsafe"]], true, false],
    [["username"], [["currentPassword", "plainText"]], true, false], [["username"], [["currentPassword", "gone"]], true, false],
    [["username"], [["currentPassword", "hidden"], ["currentPassword", "readOnly"]], true, false],
    // No user name is filled, so this step asks for the password.
    [[], [["currentPassword", "hidden"]], true, false], [["newPassword"], [["newPassword", "hidden"]], true, false],
    [["oneTimeCode"], [], false, true], [["text"], [], false, true],
    [[], [["oneTimeCode", "hidden"]], false, false], [[], [], false, false],
];

for (const [filled, refused, isRefused, isThere] of reports) {
    const kinds = filled.join(" and ") || "no field";
    const refusals = refused.map((each) => each.join(" as ")).join(" and ") || "no field";
    test(`isFilled is ${isThere} and isPasswordRefused is ${isRefused} for filled ${kinds}, refused ${refusals}`, () => {
        const report = {
            filled: filled.map((kind) => ({ kind })), refused: refused.map(([kind, reason]) => ({ kind, reason })),
            user: filled.find((kind) => kind === "username" || kind === "email") === undefined ? null : {},
        };
        assert.equal(isPasswordRefused(report), isRefused);
        assert.equal(isFilled(report), isThere);
    });
}

test("a typed user name and a hidden password are a first step and not a refused password", () => {
    /** @type {{kind: Kind, reason: Refusal}[]} */
    const refused = [{ kind: "currentPassword", reason: "hidden" }];
    const report = { filled: [], refused, user: {} };
    assert.equal(isFilled(report), true);
    assert.equal(isPasswordRefused(report), false);
    assert.deepEqual(unexpectedRefusals(report), []);
    /** @type {{kind: Kind, reason: Refusal}[]} */
    const covered = [{ kind: "currentPassword", reason: "covered" }];
    assert.equal(isFilled({ ...report, refused: covered }), false);
    assert.deepEqual(unexpectedRefusals({ ...report, refused: covered }), covered);
    assert.equal(isFilled({ ...report, refused: [] }), false);
});
