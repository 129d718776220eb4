import assert from "node:assert/strict";
import test from "node:test";
import { Documents } from "../../../src/background/documents.js";
import { makePort, settle } from "./doubles.js";

/** @typedef {import("../../../src/background/documents.js").Requester} Requester */

/** @param {Partial<WebExtension.MessageSender>} [more] @returns {WebExtension.MessageSender} */
function sender(more = {}) {
    return {
        id: "latchkey",
        tab: { id: 1, windowId: 2, incognito: false, active: true },
        frameId: 0,
        documentId: "d1",
        documentLifecycle: "active",
        url: "https://a.test/login?x",
        origin: "https://a.test",
        ...more,
    };
}

function makeDocuments({ frames = /** @type {WebExtension.Frame[]} */ ([]), active = [1] } = {}) {
    /** @type {{requester: Requester, params: Record<string, unknown>, ancestorOrigins: string[], signal: AbortSignal, answer: (result: object) => void, refuse: (failure: unknown) => void}[]} */
    const asked = [];
    /** @type {Record<string, unknown>[]} */
    const noted = [];
    const world = { extensionId: "latchkey", extensionURL: "chrome-extension://latchkey/", framesOf: async () => frames,
        isActive: async (/** @type {number} */ tabId) => active.includes(tabId) };
    const documents = new Documents(world, {
        fill: (requester, params, { ancestorOrigins, signal }) =>
            new Promise((answer, refuse) => asked.push({ requester, params, ancestorOrigins, signal, answer, refuse })),
    }, { submitted: (_, params) => void noted.push(params) });
    return { documents, asked, noted, frames };
}

test("a response goes back over the port of its call", async () => {
    const { documents, asked } = makeDocuments();
    const [one, other] = [makePort({ sender: sender() }), makePort({ sender: sender({ documentId: "d2", frameId: 4 }) })];
    documents.accept(one.port);
    documents.accept(other.port);
    one.say({ id: 1, method: "fill", params: { suggestion: "s" } });
    await settle();
    asked[0]?.answer({ password: "p" });
    await settle();
    assert.deepEqual(one.sent, [{ id: 1, result: { password: "p" } }]);
    assert.deepEqual(other.sent, []);
});

test("closing a document cancels its request and sends it no response", async () => {
    const { documents, asked } = makeDocuments();
    const page = makePort({ sender: sender() });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill" });
    await settle();
    page.end();
    assert.equal(asked[0]?.signal.aborted, true);
    // The tab's next document uses the same identifiers.
    const next = makePort({ sender: sender({ documentId: "d2" }) });
    documents.accept(next.port);
    asked[0]?.answer({ password: "p" });
    await settle();
    assert.deepEqual([...page.sent, ...next.sent], []);
});

test("takes origin, address and ancestors from the browser and not from the message", async () => {
    const frames = [
        { frameId: 0, parentFrameId: -1, url: "https://top.test/", documentId: "t", documentLifecycle: "active" },
        { frameId: 4, parentFrameId: 0, url: "https://a.test/login", documentId: "d1", documentLifecycle: "active" },
    ];
    const { documents, asked } = makeDocuments({ frames });
    const page = makePort({ sender: sender({ frameId: 4 }) });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill", params: { url: "https://bank.test/", origin: "https://bank.test" }, origin: "https://bank.test" });
    await settle();
    assert.equal(asked[0]?.requester.url, "https://a.test/login");
    assert.equal(asked[0]?.requester.origin, "https://a.test");
    assert.deepEqual(asked[0]?.ancestorOrigins, ["https://top.test"]);
});

test(`takes the origin of an ancestor about: frame from its own document's port, and "null" without a port`, async () => {
    const frames = [
        { frameId: 0, parentFrameId: -1, url: "https://top.test/", documentId: "t" },
        { frameId: 3, parentFrameId: 0, url: "about:srcdoc", documentId: "s" },
        { frameId: 4, parentFrameId: 3, url: "https://a.test/login", documentId: "d1" },
    ];
    const { documents, asked } = makeDocuments({ frames });
    const page = makePort({ sender: sender({ frameId: 4 }) });
    documents.accept(page.port);
    const ask = async (/** @type {number} */ id) => {
        page.say({ id, method: "fill" });
        await settle();
        return asked.at(-1)?.ancestorOrigins;
    };
    const around = { frameId: 3, url: "about:srcdoc", origin: "https://top.test" };
    for (const other of [{ documentId: "before" }, { documentId: "s", tab: { id: 9, windowId: 2, incognito: false, active: true } }]) {
        documents.accept(makePort({ sender: sender({ ...around, ...other }) }).port);
    }
    assert.deepEqual(await ask(1), ["null", "https://top.test"]);
    documents.accept(makePort({ sender: sender({ ...around, documentId: "s" }) }).port);
    assert.deepEqual(await ask(2), ["https://top.test", "https://top.test"]);
});

/** @type {[string, Partial<WebExtension.MessageSender>][]} */
const otherSenders = [
    ["another extension", { id: "other" }],
    ["a page of the extension", { url: "chrome-extension://latchkey/src/popup/popup.html", origin: "chrome-extension://latchkey" }],
    ["a sender without a frame", { frameId: /** @type {never} */ (undefined) }],
];
for (const [name, more] of otherSenders) {
    test(`rejects a port of ${name}`, async () => {
        const { documents, asked } = makeDocuments();
        const page = makePort({ sender: sender(more) });
        documents.accept(page.port);
        page.say({ id: 1, method: "fill" });
        await settle();
        assert.equal(asked.length, 0);
        assert.equal(page.isEnded, true);
    });
}

test("rejects calls of a document with an opaque origin", async () => {
    const { documents, asked } = makeDocuments();
    const page = makePort({ sender: sender({ origin: "null" }) });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill" });
    await settle();
    assert.equal(page.sent[0].error.reason, "notHere");
    assert.equal(asked.length, 0);
});

test("rejects calls of a prerendered document until it is shown", async () => {
    const { documents, asked, frames } = makeDocuments({
        frames: [{ frameId: 9, parentFrameId: -1, url: "https://a.test/login", documentId: "d1", documentLifecycle: "prerender" }],
    });
    const page = makePort({ sender: sender({ frameId: 9, documentLifecycle: "prerender" }) });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill" });
    page.say({ method: "submitted", params: {} });
    await settle();
    assert.equal(page.sent[0].error.reason, "gone");
    frames.splice(0, 1, { frameId: 0, parentFrameId: -1, url: "https://a.test/login", documentId: "d1", documentLifecycle: "active" });
    page.say({ id: 2, method: "fill" });
    await settle();
    assert.equal(asked.length, 1);
    assert.deepEqual(asked[0]?.ancestorOrigins, []);
});

test("rejects calls of a document that its frame no longer shows", async () => {
    const { documents, asked } = makeDocuments({
        frames: [
            { frameId: 0, parentFrameId: -1, url: "https://top.test/", documentId: "t" },
            { frameId: 4, parentFrameId: 0, url: "https://evil.test/", documentId: "d9" },
        ],
    });
    const page = makePort({ sender: sender({ frameId: 4 }) });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill" });
    await settle();
    assert.equal(page.sent[0].error.reason, "gone");
    assert.equal(asked.length, 0);
});

test("ignores a call with an open id and answers that id once", async () => {
    const { documents, asked } = makeDocuments();
    const page = makePort({ sender: sender() });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill", params: { suggestion: "first" } });
    page.say({ id: 1, method: "fill", params: { suggestion: "second" } });
    await settle();
    assert.equal(asked.length, 1);
    asked[0]?.answer({ of: "first" });
    await settle();
    assert.deepEqual(page.sent, [{ id: 1, result: { of: "first" } }]);
});

test("a cancel message of a document aborts its call", async () => {
    const { documents, asked } = makeDocuments();
    const page = makePort({ sender: sender() });
    documents.accept(page.port);
    page.say({ id: 1, method: "fill" });
    await settle();
    page.say({ method: "cancel", params: { id: 1 } });
    assert.equal(asked[0]?.signal.aborted, true);
});

test("rejects or ignores invalid calls and hides internal errors", async () => {
    const { documents, asked, noted } = makeDocuments();
    const page = makePort({ sender: sender() });
    documents.accept(page.port);
    page.say({ id: 1, method: "toString" });
    page.say({ id: 2, method: "nothing" });
    for (const message of [null, 1, [], { method: 7 }, { method: "constructor" }, { id: "1", method: "fill" }]) page.say(message);
    page.say({ id: 3, method: "fill" });
    await settle();
    asked[0]?.refuse(new Error("planted-secret"));
    await settle();
    assert.deepEqual(page.sent.map((each) => each.error.reason), ["unknownMethod", "unknownMethod", "internalError"]);
    assert.ok(!JSON.stringify(page.sent).includes("planted-secret"));
    assert.deepEqual(noted, []);
});

test("limits a document to sixteen open calls", async () => {
    const { documents } = makeDocuments();
    const page = makePort({ sender: sender() });
    documents.accept(page.port);
    for (let id = 1; id <= 17; id += 1) page.say({ id, method: "fill" });
    await settle();
    assert.deepEqual(page.sent.map((each) => [each.id, each.error.reason]), [[17, "busy"]]);
});

test("limits a tab with all its frames to 32 open calls, and leaves calls to other tabs", async () => {
    const { documents, asked } = makeDocuments();
    const elsewhere = { id: 9, windowId: 2, incognito: false, active: true };
    const frames = [0, 1, 2].map(() => makePort({ sender: sender() })), other = makePort({ sender: sender({ tab: elsewhere }) });
    for (const { port } of [...frames, other]) documents.accept(port);
    for (const frame of frames) for (let id = 1; id <= 16; id += 1) frame.say({ id, method: "fill" });
    other.say({ id: 1, method: "fill" });
    await settle();
    assert.deepEqual(frames.map(({ sent }) => sent.filter((each) => each.error?.reason === "busy").length), [0, 0, 16]);
    assert.deepEqual([asked.length, other.sent], [33, []]);
    frames[0]?.end();
    frames[2]?.say({ id: 20, method: "fill" });
    await settle();
    assert.equal(asked.length, 34);
});

/**
 * Ports of three documents in a tab, which open 32 calls. Returns the ports.
 * @param {Documents} documents
 * @param {number} id
 */
async function fillTab(documents, id) {
    const tab = { id, windowId: 2, incognito: false, active: false };
    const ports = [0, 1, 2].map(() => makePort({ sender: sender({ tab }) }));
    for (const { port } of ports) documents.accept(port);
    for (const [index, calls] of [16, 16, 0].entries()) for (let call = 1; call <= calls; call += 1) ports[index]?.say({ id: call, method: "fill" });
    await settle();
    return ports;
}

test("leaves sixteen of the agent's calls, however many tabs make calls", async () => {
    const { documents, asked } = makeDocuments({ active: [] });
    const ports = [...await fillTab(documents, 5), ...await fillTab(documents, 6)];
    assert.equal(asked.length, 48);
    assert.equal(ports.flatMap(({ sent }) => sent).filter((each) => each.error.reason === "busy").length, 16);
});

test("ends a call of the hidden tab with the most calls for a call of the visible tab", async () => {
    const { documents, asked } = makeDocuments({ active: [1] });
    const [most] = await fillTab(documents, 5);
    const less = makePort({ sender: sender({ tab: { id: 6, windowId: 2, incognito: false, active: true } }) });
    documents.accept(less.port);
    for (let id = 1; id <= 16; id += 1) less.say({ id, method: "fill" });
    await settle();
    assert.equal(asked.length, 48);
    const visible = makePort({ sender: sender() });
    documents.accept(visible.port);
    visible.say({ id: 1, method: "fill" });
    await settle();
    assert.deepEqual([asked.length, visible.sent, less.sent], [49, [], []]);
    assert.deepEqual(asked.flatMap(({ signal, requester }, index) => signal.aborted ? [[index, requester.tabId]] : []), [[31, 5]]);
    // A late result is not sent: the call has its response.
    asked[31]?.answer({ password: "p" });
    await settle();
    assert.deepEqual(most?.sent.concat(visible.sent), []);
});

test("disconnects a document that its frame no longer shows", async () => {
    const { documents, asked } = makeDocuments();
    const [old, next, elsewhere] = [
        makePort({ sender: sender({ documentId: "d1" }) }),
        makePort({ sender: sender({ documentId: "d2" }) }),
        makePort({ sender: sender({ documentId: "d3", tab: { id: 9, windowId: 2, incognito: false, active: true } }) }),
    ];
    for (const page of [old, next, elsewhere]) {
        documents.accept(page.port);
        page.say({ id: 1, method: "fill" });
    }
    await settle();
    documents.navigated({ tabId: 1, frameId: 0, documentId: "d2", documentLifecycle: "active" });
    assert.deepEqual([old, next, elsewhere].map((each) => each.isEnded), [true, false, false]);
    assert.deepEqual(asked.map((each) => each.signal.aborted), [true, false, false]);
    asked[0]?.answer({ password: "p" });
    await settle();
    assert.deepEqual(old.sent, []);
});

test("a prerendered document does not disconnect the visible one", async () => {
    const { documents } = makeDocuments();
    const page = makePort({ sender: sender() });
    documents.accept(page.port);
    documents.navigated({ tabId: 1, frameId: 17, documentId: "p", documentLifecycle: "prerender" });
    assert.equal(page.isEnded, false);
});
