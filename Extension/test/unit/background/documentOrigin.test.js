import assert from "node:assert/strict";
import test from "node:test";
import { ancestorOrigins, frameOf, placeOf } from "../../../src/background/documentOrigin.js";

/** @type {[string, {url?: string, origin?: string}, {origin: string, url: string} | undefined][]} */
const places = [
    // Ordinary documents: the path is kept, query and fragment are dropped.
    [
        "a document of the web",
        { url: "https://a.test:8443/login/x?token=t#f", origin: "https://a.test:8443" },
        { origin: "https://a.test:8443", url: "https://a.test:8443/login/x" },
    ],
    ["a sender without an origin", { url: "http://a.test/p?q" }, { origin: "http://a.test", url: "http://a.test/p" }],
    ["an address with a user in it", { url: "https://u:p@a.test/", origin: "https://a.test" }, { origin: "https://a.test", url: "https://a.test/" }],
    // Opaque origins: a sandboxed frame has an address but gets no place.
    ["a sandboxed frame", { url: "https://a.test/", origin: "null" }, undefined],
    ["a sandboxed srcdoc", { url: "about:srcdoc", origin: "null" }, undefined],
    ["an address of another origin", { url: "https://a.test/", origin: "https://b.test" }, undefined],
    // Inherited origins: those that the browser reports, and none without its report.
    ["srcdoc", { url: "about:srcdoc", origin: "https://a.test" }, { origin: "https://a.test", url: "https://a.test/" }],
    ["about:blank", { url: "about:blank", origin: "https://a.test" }, { origin: "https://a.test", url: "https://a.test/" }],
    ["about:blank without an origin", { url: "about:blank" }, undefined],
    ["about:blank of an opaque creator", { url: "about:blank", origin: "null" }, undefined],
    ["another about: page", { url: "about:config", origin: "https://a.test" }, undefined],
    // Addresses that any page can create.
    ["blob:", { url: "blob:https://a.test/0b6f", origin: "https://a.test" }, undefined],
    ["data:", { url: "data:text/html,x", origin: "null" }, undefined],
    ["file:", { url: "file:///etc/passwd", origin: "file://" }, undefined],
    ["filesystem:", { url: "filesystem:https://a.test/t/f", origin: "https://a.test" }, undefined],
    ["javascript:", { url: "javascript:1", origin: "https://a.test" }, undefined],
    ["an extension's page", { url: "chrome-extension://abc/x.html", origin: "chrome-extension://abc" }, undefined],
    ["no address", { origin: "https://a.test" }, undefined],
];
for (const [name, sender, expected] of places) {
    test(`the place of ${name} is ${expected?.url ?? "undefined"}`, () => assert.deepEqual(placeOf(sender), expected));
}

/** @param {number} frameId @param {number} parentFrameId @param {string} url */
const frame = (frameId, parentFrameId, url) => ({ frameId, parentFrameId, url });

const nested = [
    frame(0, -1, "https://a.test/page"),
    frame(3, 0, "https://b.test:8443/x"),
    frame(5, 3, "about:srcdoc"),
    frame(8, 5, "https://a.test/login"),
    frame(9, 0, "data:text/html,x"),
    frame(10, 9, "https://c.test/"),
];

test("lists ancestors from the nearest to the top, with the browser's origin of an about: frame", () => {
    const vouched = (/** @type {WebExtension.Frame} */ { frameId }) => frameId === 5 ? "https://b.test:8443" : undefined;
    assert.deepEqual(ancestorOrigins(nested, frame(8, 5, ""), vouched), ["https://b.test:8443", "https://b.test:8443", "https://a.test"]);
});

test("an ancestor about: frame of unknown origin is opaque", () => {
    assert.deepEqual(ancestorOrigins(nested, frame(8, 5, "")), ["null", "https://b.test:8443", "https://a.test"]);
});

test("an ancestor without an origin is opaque", () => {
    assert.deepEqual(ancestorOrigins(nested, frame(10, 9, "")), ["null", "https://a.test"]);
    assert.deepEqual(ancestorOrigins([frame(0, -1, "about:blank"), frame(1, 0, "")], frame(1, 0, "")), ["null"]);
});

test("a top document has no ancestors", () => {
    assert.deepEqual(ancestorOrigins(nested, frame(0, -1, "")), []);
});

test("a broken or circular chain of frames has no ancestors", () => {
    assert.equal(ancestorOrigins(nested, frame(8, 77, "")), undefined);
    const round = [frame(1, 2, "https://a.test/"), frame(2, 1, "https://b.test/")];
    assert.equal(ancestorOrigins(round, frame(9, 1, "")), undefined);
});

test("finds a frame by its document and not by its number", () => {
    const frames = [{ ...frame(4, 0, "https://a.test/"), documentId: "new" }];
    assert.equal(frameOf(frames, { frameId: 4, documentId: "old" }), undefined);
    assert.equal(frameOf(frames, { frameId: 7, documentId: "new" })?.frameId, 4);
    assert.equal(frameOf([frame(4, 0, "https://a.test/")], { frameId: 4 })?.frameId, 4);
});
