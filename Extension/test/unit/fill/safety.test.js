import test from "node:test";
import assert from "node:assert/strict";
import { doubtsOf, isScriptType } from "../../../src/content/fill/safety.js";

const page = { address: "https://login.example.test/in?next=1#top", base: "https://login.example.test/in?next=1", isScripted: false };

/** @type {[string | null, string | null, string[]][]} action, method, doubts */
const targets = [
    [null, null, []], ["", null, []], ["#", null, []], ["?next=1", null, []], ["/session", "post", []],
    ["/session", "POST ", []], ["javascript:void 0", null, []], ["javascript:void 0", "get", []],
    ["mailto:a@b", "post", []],
    ["https://example.test/", "post", []], ["https://a.login.example.test/", "post", []],
    ["https://login.example.test:8443/", "post", []],
    ["https://auth.example.test/", "post", ["otherOrigin auth.example.test"]],
    ["https://mallory.test:81/", "post", ["otherOrigin mallory.test:81"]],
    ["https://notlogin.example.test/", "post", ["otherOrigin notlogin.example.test"]],
    ["https://test/", "post", ["otherOrigin test"]],
    ["\thttps://mallory.test/", "post", ["otherOrigin mallory.test"]],
    ["\\\\mallory.test\\in", "post", ["otherOrigin mallory.test"]],
    ["http://login.example.test/in", "post", ["insecure login.example.test"]],
    ["http://mallory.test/", "post", ["otherOrigin mallory.test", "insecure mallory.test"]],
    [null, "get", ["inAddress login.example.test"]], ["/session", null, ["inAddress login.example.test"]],
    ["/session", "put", ["inAddress login.example.test"]],
];

for (const [action, method, doubts] of targets) {
    test(`a form with action ${action} and method ${method} has doubts ${doubts.join(", ") || "none"}`, () => {
        assert.deepEqual(doubtsOf({ action, method }, page).map(({ reason, host }) => `${reason} ${host}`), doubts);
    });
}

test("an http page may submit to https", () => {
    const http = { address: "http://example.test/", base: "http://example.test/", isScripted: false };
    assert.deepEqual(doubtsOf({ action: "https://example.test/", method: "post" }, http), []);
});

test("an IP address has no parent domain", () => {
    const local = { address: "http://10.0.0.1/", base: "http://10.0.0.1/", isScripted: false };
    assert.equal(doubtsOf({ action: "http://0.0.1/", method: "post" }, local).length, 1);
});

test("a form without a method puts no values into an address if a script submits it", () => {
    const scripted = { ...page, isScripted: true };
    const reasons = (/** @type {string | null} */ method) => doubtsOf({ action: "/session", method }, scripted).map(({ reason }) => reason);
    assert.deepEqual([reasons(null), reasons(""), reasons("get"), reasons("put")], [[], [], ["inAddress"], ["inAddress"]]);
});

test("a script element with data does not count as a script", () => {
    for (const type of [null, "", "text/javascript", " Module ", "application/x-javascript", "text/javascript1.5"]) {
        assert.equal(isScriptType(type), true, String(type));
    }
    for (const type of ["application/ld+json", "application/json", "importmap", "speculationrules", "text/template", "text/javascript-data"]) {
        assert.equal(isScriptType(type), false, type);
    }
});
