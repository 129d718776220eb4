import test from "node:test";
import assert from "node:assert/strict";
import { hasComeThrough, isPasswordRefused } from "../../../src/content/fill/outcome.js";

/** @typedef {"username" | "currentPassword" | "newPassword" | "oneTimeCode" | "text"} Kind */

/** @type {[Kind[], Kind[], boolean, boolean][]} filled, refused, whether a password was, whether it has come through */
const reports = [
    [["username", "currentPassword"], [], false, true], [["username"], [], false, true],
    [["username"], ["currentPassword"], true, false], [["newPassword"], ["newPassword"], true, false],
    [["oneTimeCode"], [], false, true], [["text"], [], false, true],
    [[], ["oneTimeCode"], false, false], [[], [], false, false],
];

for (const [filled, refused, isRefused, isThere] of reports) {
    test(`filled: ${filled.join(" and ")}; refused: ${refused.join(" and ")}`, () => {
        const kinds = (/** @type {Kind[]} */ each) => each.map((kind) => ({ kind }));
        const report = { filled: kinds(filled), refused: kinds(refused) };
        assert.equal(isPasswordRefused(report), isRefused);
        assert.equal(hasComeThrough(report), isThere);
    });
}
