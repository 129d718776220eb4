import test from "node:test";
import assert from "node:assert/strict";
import { fits, passwordRules } from "../../../src/content/fill/passwordRules.js";

const none = { passwordrules: null, minlength: null, maxlength: null, pattern: null };
const ordinary = "allowed: lower, upper, digit, [-];";
const special = "[!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~";

/** @type {[string, string][]} pattern, rules */
const patterns = [
    [".{8,}", "minlength: 8;"],
    [".{8,20}", "minlength: 8; maxlength: 20;"],
    ["^.{8,20}$", "minlength: 8; maxlength: 20;"],
    [".{10}", "minlength: 10; maxlength: 10;"],
    ["\\S{8,}", "minlength: 8;"],
    ["[A-Za-z0-9]{6,12}", "minlength: 6; maxlength: 12; allowed: lower, upper, digit;"],
    ["\\w{8,}", "minlength: 8; allowed: lower, upper, digit, [_];"],
    ["[a-zA-Z][a-zA-Z0-9]{5,11}", "minlength: 6; maxlength: 12; allowed: lower, upper;"],
    ["[0-9a-f]{8,}", "minlength: 8; allowed: digit, [abcdef];"],
    ["[\\-\\]a-z]{8,}", "minlength: 8; allowed: lower, [-]];"],
    ["(?=.*\\d)(?=.*[a-z]).{8,}", `minlength: 8; required: digit; required: lower; ${ordinary}`],
    ["^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{8,64}$",
        `minlength: 8; maxlength: 64; required: upper; required: lower; required: digit; ${ordinary}`],
    ["(?=.*[!@#])[A-Za-z0-9!@#]{8,}", "minlength: 8; required: [!#@]; allowed: lower, upper, digit, [!#@];"],
    ["(?=.*\\W).{8,}", `minlength: 8; required: [-${special.slice(1).replace("_", "")}]]; ${ordinary}`],
    ["(?=.*[^A-Za-z0-9]).{8,}", `minlength: 8; required: [-${special.slice(1)}]]; ${ordinary}`],
    ["(?=\\D*\\d)(?=[^A-Z]*[A-Z]).{8,}", `minlength: 8; required: digit; required: upper; ${ordinary}`],
    ["(?=(.*\\d){2,}).{8,}", `minlength: 8; required: digit; required: digit; ${ordinary}`],
    ["(?=(?:.*[a-z]){2})(?=.{10,}).*", `minlength: 10; required: lower; required: lower; ${ordinary}`],
    ["(?=.*(\\d|[A-Z])).{6,}", `minlength: 6; required: upper, digit; ${ordinary}`],
    ["(?=.*\\d.*).{8,}", `minlength: 8; required: digit; ${ordinary}`],
    ["(?=.{8,32}$)(?=.*\\d).*", `minlength: 8; maxlength: 32; required: digit; ${ordinary}`],
    ["(?=[a-z0-9]+$).{8,}", "minlength: 8; allowed: lower, digit;"],
    ["(?!.*\\s)(?=.*\\d).{8,}", `minlength: 8; required: digit; ${ordinary}`],
    ["((?=.*\\d)(?=.*[a-z]).{6,20})", "(left to the test)"],
    ["(.{8,})", "minlength: 8;"],
    ["(?:[a-z0-9]){8,}", "minlength: 8; allowed: lower, digit;"],
    ["(?=.*\\d)(?=.*\\p{Lu}).{8,}", `minlength: 8; required: digit; ${ordinary}`],
];

for (const [pattern, rules] of patterns) {
    test(`derives password rules from the pattern ${pattern}`, () => {
        assert.equal(passwordRules({ ...none, pattern }), rules === "(left to the test)" ? "" : rules);
    });
}

for (const pattern of [
    "", "(", "[a-z", "[z-a]{8,}", "a|b", ".{8,}|[0-9]{4}", "(?=.*\\d|.*[a-z]).*", "\\p{L}{8,}", "(?<year>.{8,})",
    "(a(b)c){2}", "[[a-z]--[b]]{8,}", "[a-z&&[b]]{8,}", ".*", ".+", "\\b.*", "(?=[a-c]*\\d).*", "(?=.*\\d?).*",
    "x".repeat(1001), ".{9,3}",
]) {
    test(`derives no password rules from the pattern ${pattern.slice(0, 30)}`, () => {
        assert.equal(passwordRules({ ...none, pattern }), "");
    });
}

test("uses the passwordrules attribute with the field's lengths and without its pattern", () => {
    const passwordrules = " required: upper; allowed: ascii-printable ";
    assert.equal(
        passwordRules({ passwordrules, minlength: "8", maxlength: "16", pattern: "[a-z]{3}" }),
        "minlength: 8; maxlength: 16; required: upper; allowed: ascii-printable");
});

/** @type {[Partial<typeof none> | Record<string, string>, string][]} */
const lengths = [
    [{}, ""], [{ minlength: "8" }, "minlength: 8;"], [{ maxlength: "20" }, "maxlength: 20;"],
    [{ minlength: "8", maxlength: "20" }, "minlength: 8; maxlength: 20;"],
    [{ minlength: "20", maxlength: "8" }, ""], [{ minlength: "-1" }, ""], [{ minlength: "eight" }, ""],
    [{ minlength: "0" }, ""], [{ minlength: "1" }, ""], [{ maxlength: "524288" }, ""],
    [{ maxlength: "9999999999" }, ""],
    [{ minlength: "8", pattern: ".{10,}" }, "minlength: 10;"],
    [{ maxlength: "12", pattern: ".{0,20}" }, "maxlength: 12;"],
    [{ passwordrules: "x".repeat(2001), minlength: "9" }, "minlength: 9;"],
];

for (const [attributes, rules] of lengths) {
    test(`derives password rules from the lengths ${JSON.stringify(attributes).slice(0, 60)}`, () => {
        assert.equal(passwordRules({ ...none, ...attributes }), rules);
    });
}

/** @type {[string, Record<string, string>, boolean][]} */
const tried = [
    ["abcdef-ghijkl", {}, true], ["short", { minlength: "8" }, false], ["too long", { maxlength: "7" }, false],
    ["abc1", { pattern: "[a-z]+" }, false], ["abcd", { pattern: "[a-z]+" }, true], ["abcd", { pattern: "bc" }, false],
    ["abcd", { pattern: "(" }, true], ["a)|(b", { pattern: "a)|(b" }, true], ["aa", { pattern: "a|b" }, false],
    // With the flag v this is a syntax error, so the browser accepts any value.
    ["a-b", { pattern: "[^-]+" }, true], ["a-b", { pattern: "[^\\-]+" }, false],
];

for (const [password, attributes, isFit] of tried) {
    test(`${isFit ? "accepts" : "rejects"} the password ${password} for ${JSON.stringify(attributes)}`, () => {
        assert.equal(fits(password, { ...none, ...attributes }), isFit);
    });
}
