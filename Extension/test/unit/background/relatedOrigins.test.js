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

test("returns the file's bytes unchanged and sends no credentials or referrer", async () => {
    const { asked, fetching } = answering('{"origins":["https://a.test"]}');
    assert.equal(await fetchRelatedOrigins(address, never, fetching), btoa('{"origins":["https://a.test"]}'));
    const { credentials, referrerPolicy, cache, redirect } = asked[0] ?? {};
    assert.deepEqual([credentials, referrerPolicy, cache, redirect], ["omit", "no-referrer", "no-store", "error"]);
});

for (const [why, more] of /** @type {[string, Parameters<typeof answering>[1]][]} */ ([
    ["it has another content type", { headers: { "Content-Type": "text/html" } }],
    ["its content type only starts with application/json", { headers: { "Content-Type": "application/jsonp" } }],
    ["it has no content type", { headers: {} }],
    ["it does not exist", { status: 404 }],
    ["its status is not 200", { status: 203 }],
])) {
    test(`returns undefined for a related origins file if ${why}`, async () => {
        assert.equal(await fetchRelatedOrigins(address, never, answering("{}", more).fetching), undefined);
    });
}

test("accepts a content type with parameters", async () => {
    const { fetching } = answering("{}", { headers: { "Content-Type": "Application/JSON; charset=utf-8" } });
    assert.equal(await fetchRelatedOrigins(address, never, fetching), "e30=");
});

test("reads up to 256 KiB and cancels a longer file", async () => {
    assert.equal((await fetchRelatedOrigins(address, never, answering(new Uint8Array(262_144)).fetching))?.length, 349_528);
    let given = 0, isCancelled = false;
    const long = new ReadableStream({
        pull: (controller) => {
            given += 65_536;
            controller.enqueue(new Uint8Array(65_536));
            // The stream ends, so that a reader without a limit ends too.
            if (given === 16 * 65_536) controller.close();
        },
        cancel: () => void (isCancelled = true),
    }, { highWaterMark: 0 });
    assert.equal(await fetchRelatedOrigins(address, never, answering(long).fetching), undefined);
    assert.deepEqual([given, isCancelled], [5 * 65_536, true]);
});

for (const wrong of ["http://b.test/.well-known/webauthn", "https://b.test/other", "https://b.test/.well-known/webauthn?x",
    "https://u@b.test/.well-known/webauthn", "nonsense"]) {
    test(`does not fetch ${wrong}`, async () => {
        const { asked, fetching } = answering("{}");
        assert.equal(await fetchRelatedOrigins(wrong, never, fetching), undefined);
        assert.deepEqual(asked, []);
    });
}

test("a cancelled or failed fetch returns undefined", async () => {
    const control = new AbortController();
    const waiting = /** @type {typeof fetch} */ ((_, options) => new Promise((__, reject) =>
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason))));
    const answer = fetchRelatedOrigins(address, control.signal, waiting);
    control.abort();
    assert.equal(await answer, undefined);
});

/** A server that never answers. The fetch rejects when its signal is aborted. */
const silent = /** @type {typeof fetch} */ (/** @type {unknown} */ ((/** @type {unknown} */ _, /** @type {{signal: AbortSignal}} */ { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))));

test("gives up after five seconds if the server does not answer", async (context) => {
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

test("cancelling the request ends the fetch", async (context) => {
    context.mock.method(AbortSignal, "timeout", () => never);
    const control = new AbortController();
    const fetched = fetchRelatedOrigins(address, control.signal, silent);
    context.mock.restoreAll();
    control.abort();
    assert.equal(await fetched, undefined);
});
