import assert from "node:assert/strict";
import test from "node:test";

import { fetchRelatedOrigins } from "../../../src/background/relatedOrigins.js";

const address = "https://b.test/.well-known/webauthn";
const never = new AbortController().signal;
const json = { "Content-Type": "application/json" };

/**
 * @param {BodyInit} body
 * @param {{headers?: Record<string, string>, status?: number, url?: string}} [more]
 */
function answering(body, { headers = json, status = 200, url = address } = {}) {
    /** @type {RequestInit[]} */
    const asked = [];
    const fetching = async (/** @type {unknown} */ _, /** @type {RequestInit} */ options) => {
        asked.push(options);
        const response = new Response(body, { headers, status });
        Object.defineProperty(response, "url", { value: url });
        return response;
    };
    return { asked, fetching: /** @type {typeof fetch} */ (/** @type {unknown} */ (fetching)) };
}

test("the bytes come as they are, and nobody is told who asks", async () => {
    const { asked, fetching } = answering('{"origins":["https://a.test"]}');
    assert.equal(await fetchRelatedOrigins(address, never, fetching), btoa('{"origins":["https://a.test"]}'));
    const { credentials, referrerPolicy, cache } = asked[0] ?? {};
    assert.deepEqual([credentials, referrerPolicy, cache], ["omit", "no-referrer", "no-store"]);
});

for (const [why, more] of /** @type {[string, Parameters<typeof answering>[1]][]} */ ([
    ["it is of another type", { headers: { "Content-Type": "text/html" } }],
    ["its type only begins so", { headers: { "Content-Type": "application/jsonp" } }],
    ["it has no type", { headers: {} }],
    ["it is not there", { status: 404 }],
    ["it was led to an unencrypted place", { url: "http://b.test/x" }],
])) {
    test(`a file counts as none where ${why}`, async () => {
        assert.equal(await fetchRelatedOrigins(address, never, answering("{}", more).fetching), undefined);
    });
}

test("a type may have parameters", async () => {
    const { fetching } = answering("{}", { headers: { "Content-Type": "Application/JSON; charset=utf-8" } });
    assert.equal(await fetchRelatedOrigins(address, never, fetching), "e30=");
});

test("256 KiB are read, and of more no byte after them", async () => {
    assert.equal((await fetchRelatedOrigins(address, never, answering(new Uint8Array(262_144)).fetching))?.length, 349_528);
    let given = 0, isCancelled = false;
    const long = new ReadableStream({
        pull: (controller) => {
            given += 65_536;
            controller.enqueue(new Uint8Array(65_536));
            // Whoever reads all of it must come to an end, too.
            if (given === 16 * 65_536) controller.close();
        },
        cancel: () => void (isCancelled = true),
    }, { highWaterMark: 0 });
    assert.equal(await fetchRelatedOrigins(address, never, answering(long).fetching), undefined);
    assert.deepEqual([given, isCancelled], [5 * 65_536, true]);
});

for (const wrong of ["http://b.test/.well-known/webauthn", "https://b.test/other", "https://b.test/.well-known/webauthn?x",
    "https://u@b.test/.well-known/webauthn", "nonsense"]) {
    test(`${wrong} is not fetched`, async () => {
        const { asked, fetching } = answering("{}");
        assert.equal(await fetchRelatedOrigins(wrong, never, fetching), undefined);
        assert.deepEqual(asked, []);
    });
}

test("what is taken back, or fails, is none", async () => {
    const control = new AbortController();
    const waiting = /** @type {typeof fetch} */ ((_, options) => new Promise((__, reject) =>
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason))));
    const answer = fetchRelatedOrigins(address, control.signal, waiting);
    control.abort();
    assert.equal(await answer, undefined);
});

/** A server that never answers: the fetch ends with its signal, as fetch does. */
const silent = /** @type {typeof fetch} */ (/** @type {unknown} */ ((/** @type {unknown} */ _, /** @type {{signal: AbortSignal}} */ { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))));

test("a server that does not answer is waited for five seconds", async (context) => {
    const late = new AbortController();
    /** @type {number[]} */
    const waited = [];
    context.mock.method(AbortSignal, "timeout", (/** @type {number} */ milliseconds) => {
        waited.push(milliseconds);
        return late.signal;
    });
    const fetched = fetchRelatedOrigins(address, never, silent);
    context.mock.restoreAll();
    late.abort();
    assert.deepEqual([await fetched, waited], [undefined, [5000]]);
});

test("a request that is taken back ends the fetch", async (context) => {
    context.mock.method(AbortSignal, "timeout", () => never);
    const control = new AbortController();
    const fetched = fetchRelatedOrigins(address, control.signal, silent);
    context.mock.restoreAll();
    control.abort();
    assert.equal(await fetched, undefined);
});
