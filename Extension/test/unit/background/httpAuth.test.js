import assert from "node:assert/strict";
import test from "node:test";
import { actOn, installBrowser, makeClock, makePort, settle } from "./doubles.js";

installBrowser();
const { HttpAuth } = await import("../../../src/background/httpAuth.js");
const { Requests } = await import("../../../src/background/requests.js");
const { Sheets } = await import("../../../src/background/sheets.js");
const { TabMemory } = await import("../../../src/background/tabMemory.js");

const offers = {
    serviceIdentifiers: [{ type: "domain", identifier: "auth.test" }],
    suggestions: [
        { id: "s1", kind: "password", user: "grace", service: "auth.test", grade: "exact", provider: "p", providerName: "Vault", rank: 0, detail: "Work" },
        { id: "s2", kind: "password", user: "elsewhere", service: "www.auth.test", grade: "site", provider: "p", providerName: "Vault", rank: 0 },
    ],
    providers: [], locked: [],
};

function makeAuth({ frames = /** @type {WebExtension.Frame[]} */ ([]) } = {}) {
    const clock = makeClock();
    /** @type {[string, Record<string, unknown>][]} */
    const asked = [];
    const agent = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ ({
        call: async (/** @type {string} */ method, /** @type {Record<string, unknown>} */ params) => {
            asked.push([method, params]);
            return method === "suggest" ? offers : { provider: "p", value: { kind: "password", user: "grace", password: "secret" } };
        },
    }));
    /** @type {string[]} */
    const opened = [];
    const sheets = new Sheets({
        openWindow: async (address) => opened.push(address), closeWindow: async () => {}, focusWindow: async () => {}, windowOfTab: async () => 7,
        sendEvent: () => {}, after: clock.after, pageURL: "sheet.html",
    });
    const requests = new Requests({ agent, sheets, memory: new TabMemory(clock.now), neverSaved: { has: async () => false } });
    const auth = new HttpAuth({ agent, sheets, requests, framesOf: async () => frames, windowOf: async () => 7, isPrivate: async () => false, after: clock.after });
    return { auth, asked, opened, sheets, clock };
}

/** @param {Partial<WebExtension.AuthChallenge>} [more] @returns {WebExtension.AuthChallenge} */
function challenge(more = {}) {
    return {
        requestId: "1", tabId: 1, frameId: 0, url: "https://auth.test:8443/secret?x", type: "main_frame", isProxy: false,
        realm: "the realm", scheme: "basic", challenger: { host: "auth.test", port: 8443 }, ...more,
    };
}

/**
 * Opens the window, sends an event to it and returns what it showed.
 * @param {ReturnType<typeof makeAuth>} made @param {object} event
 */
async function act({ sheets, opened }, event) {
    await settle();
    const window = makePort();
    sheets.accept(opened.at(-1)?.split("=")[1] ?? "", window.port);
    const shown = JSON.stringify(window.sent[0]);
    actOn(window, event);
    return shown;
}

test("answers a page's challenge with the picked login of its own origin", async () => {
    const made = makeAuth();
    const answer = made.auth.answer(challenge());
    const shown = await act(made, { kind: "rowChosen", row: "s1", element: "logins" });
    for (const word of ["https://auth.test:8443", "the realm", "grace", "Work — background_login_of"]) assert.ok(shown.includes(word), word);
    assert.ok(!shown.includes("elsewhere"));
    assert.deepEqual(await answer, { authCredentials: { username: "grace", password: "secret" } });
    assert.deepEqual(made.asked.map(([method, { url }]) => [method, url]), [
        ["suggest", "https://auth.test:8443/secret"], ["fill", "https://auth.test:8443/secret"],
    ]);
});

test("leaves a repeated request to the browser after a wrong password", async () => {
    const made = makeAuth();
    const first = made.auth.answer(challenge());
    await act(made, { kind: "rowChosen", row: "s1", element: "logins" });
    await first;
    assert.deepEqual(await made.auth.answer(challenge()), {});
    assert.equal(made.opened.length, 1);
});

test("leaves a challenge to the browser after a cancellation or a minute", async () => {
    const made = makeAuth();
    const cancelled = made.auth.answer(challenge());
    await act(made, { kind: "cancelled" });
    assert.deepEqual(await cancelled, {});
    const late = made.auth.answer(challenge({ requestId: "2" }));
    await settle();
    made.clock.advance(60_000);
    assert.deepEqual(await late, {});
    assert.deepEqual(made.asked.filter(([method]) => method === "fill"), []);
});

test("drops the challenge of a closed tab", async () => {
    const made = makeAuth();
    const [gone, other] = [made.auth.answer(challenge()), made.auth.answer(challenge({ requestId: "2", tabId: 2 }))];
    await settle();
    made.auth.tabRemoved(1);
    assert.deepEqual(await gone, {});
    await act(made, { kind: "rowChosen", row: "s1", element: "logins" });
    assert.equal((await other).authCredentials?.username, "grace");
});

/** @type {[string, Partial<WebExtension.AuthChallenge>][]} */
const refused = [
    ["a proxy", { isProxy: true }],
    ["an image", { type: "image", initiator: "https://auth.test:8443" }],
    ["a script's request", { type: "xmlhttprequest", initiator: "https://auth.test:8443" }],
    ["a frame in a page of another origin", { type: "sub_frame", frameId: 4, initiator: "https://evil.test" }],
    ["a frame that another frame navigates", { type: "sub_frame", frameId: 5, initiator: "https://auth.test:8443" }],
    ["a frame without an initiator", { type: "sub_frame", frameId: 4 }],
    ["a request without a tab", { tabId: -1 }],
    ["another scheme", { url: "ftp://auth.test/" }],
];
for (const [name, more] of refused) {
    test(`leaves a challenge of ${name} to the browser`, async () => {
        const made = makeAuth({
            frames: [
                { frameId: 0, parentFrameId: -1, url: "https://auth.test:8443/" },
                { frameId: 4, parentFrameId: 0, url: "about:blank" },
                { frameId: 6, parentFrameId: 0, url: "https://evil.test/" },
                { frameId: 5, parentFrameId: 6, url: "about:blank" },
            ],
        });
        assert.deepEqual(await made.auth.answer(challenge(more)), {});
        assert.deepEqual([made.opened, made.asked], [[], []]);
    });
}

test("answers a challenge of a frame of the page's own origin", async () => {
    const made = makeAuth({
        frames: [{ frameId: 0, parentFrameId: -1, url: "https://auth.test:8443/" }, { frameId: 4, parentFrameId: 0, url: "about:blank" }],
    });
    const answer = made.auth.answer(challenge({ type: "sub_frame", frameId: 4, initiator: "https://auth.test:8443" }));
    await act(made, { kind: "rowChosen", row: "s1", element: "logins" });
    assert.equal((await answer).authCredentials?.username, "grace");
});
