import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser } from "./doubles.js";

installBrowser();
const {
    ada, call, declined, get, lastWindow, makePage, makePasskeys, offering, refuse, settle, signed,
} = await import("./passkeyDoubles.js");
const { Failure } = await import("../../../src/messages/failure.js");

// Related origins

const file = "https://b.test/.well-known/webauthn";
const judging = (/** @type {Record<string, any>} */ params) => {
    if (params["passkeyRequest"]["relatedOrigins"] === undefined) throw new Failure("relatedOriginsNeeded", "", { details: { url: file } });
    return offering([ada]);
};

test("fetches the related origins file once per document when the agent needs it", async () => {
    const made = makePasskeys({
        suggest: judging, getPasskey: (params) => {
            if (params["relatedOrigins"] === undefined) throw new Failure("relatedOriginsNeeded", "", { details: { url: file } });
            return signed;
        },
    }, { files: { [file]: "e30=" } });
    const ended = call(made, "getPasskey", get);
    await (await lastWindow(made)).choose("k1");
    assert.equal(ended.outcome.outcome, "done");
    assert.deepEqual(made.fetched, [file]);
    assert.deepEqual(made.asked.map(([method, params]) => [method, params["relatedOrigins"] ?? params["passkeyRequest"]?.relatedOrigins]), [
        ["suggest", undefined], ["suggest", "e30="], ["getPasskey", undefined], ["getPasskey", "e30="],
    ]);
});

test("leaves a request to the browser if the related origins file does not exist", async () => {
    const made = makePasskeys({ suggest: judging });
    const ended = call(made, "getPasskey", get);
    await settle();
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

test("caches the file only if the agent accepted it and limits the fetches of a page", async () => {
    const made = makePasskeys({
        suggest: (params) => {
            judging(params);
            throw new Failure("securityError", "");
        },
    }, { files: { [file]: "e30=" } });
    const all = [];
    for (let turn = 0; turn < 12; turn += 1) {
        all.push(call(made, "getPasskey", get));
        await settle();
    }
    assert.deepEqual([made.fetched.length, all.map(({ outcome }) => outcome)], [10, all.map(() => declined)]);
    call(made, "getPasskey", get, makePage({ tabId: 2 }));
    await settle();
    made.clock.advance(60_000);
    call(made, "getPasskey", get);
    await settle();
    assert.equal(made.fetched.length, 12);
});

// Signals and capabilities

for (const [signal, options, report] of /** @type {const} */ ([
    ["unknownCredential", { rpId: "a.test", credentialId: "_-8" },
        { kind: "unknownPublicKeyCredential", relyingParty: "a.test", credentialID: "/+8=" }],
    ["allAcceptedCredentials", { rpId: "a.test", userId: "AQ", allAcceptedCredentialIds: ["AAAA", "_w"] },
        { kind: "allAcceptedPublicKeyCredentials", relyingParty: "a.test", userHandle: "AQ==", acceptedCredentialIDs: ["AAAA", "/w=="] }],
    ["currentUserDetails", { rpId: "a.test", userId: "AQ", name: "ada", displayName: "Ada" },
        { kind: "publicKeyCredentialUpdate", relyingParty: "a.test", userHandle: "AQ==", newName: "ada", displayName: "Ada" }],
])) {
    test(`reports the signal ${signal} with the page's address`, async () => {
        const made = makePasskeys({ report: () => ({}) });
        const ended = call(made, "signalPasskeys", { signal, options });
        await settle();
        assert.deepEqual(ended.outcome, {});
        assert.deepEqual(made.asked, [["report", { ...report, url: "https://a.test/login", ancestorOrigins: [] }]]);
    });
}

test("a signal survives the navigation of its page", async () => {
    /** @type {(result: object) => void} */
    let end = () => {};
    let wasTakenBack = false;
    const made = makePasskeys({
        report: (_, signal) => {
            signal?.addEventListener("abort", () => wasTakenBack = true);
            return new Promise((resolve) => end = resolve);
        },
    });
    const page = makePage();
    const ended = call(made, "signalPasskeys", { signal: "unknownCredential", options: { rpId: "a.test", credentialId: "AAAA" } }, page);
    await settle();
    // Resolves at once, because the agent's response time would reveal what exists.
    assert.deepEqual(ended.outcome, {});
    page.leave();
    await settle();
    end({});
    await settle();
    assert.deepEqual([made.asked.length, wasTakenBack], [1, false]);
});

test("in Firefox a signal about another site's relying party is rejected and not reported", async () => {
    const signal = { signal: "unknownCredential", options: { rpId: "other.test", credentialId: "AAAA" } };
    const foreign = makePasskeys({ suggest: refuse("securityError"), report: () => ({}) }, { isFirefox: true });
    const rejected = call(foreign, "signalPasskeys", signal);
    await settle();
    assert.deepEqual([rejected.failure, foreign.asked.map(([method]) => method)], ["securityError", ["suggest"]]);
    assert.deepEqual(foreign.asked[0]?.[1]["passkeyRequest"], { options: { challenge: "AAAA", rpId: "other.test" } });
    // Other failures do not mean that the relying party is wrong.
    for (const suggest of [() => offering([]), refuse("internalError")]) {
        const own = makePasskeys({ suggest, report: () => ({}) }, { isFirefox: true });
        const accepted = call(own, "signalPasskeys", signal);
        await settle();
        assert.deepEqual([accepted.outcome, own.asked.map(([method]) => method)], [{}, ["suggest", "report"]]);
    }
});

test("drops invalid signals and limits the signals of a page", async () => {
    const made = makePasskeys({ report: refuse("securityError") });
    const bad = [{}, { rpId: "a.test" }, { rpId: 1, credentialId: "AA" }, { rpId: "a.test", credentialId: "A" }, { rpId: "a.test", credentialId: "A+==" }];
    for (const options of bad) call(made, "signalPasskeys", { signal: "unknownCredential", options });
    await settle();
    assert.deepEqual(made.asked, []);
    const good = { signal: "unknownCredential", options: { rpId: "a.test", credentialId: "AAAA" } };
    const all = Array.from({ length: 12 }, () => call(made, "signalPasskeys", good));
    await settle();
    assert.deepEqual([made.asked.length, all.map(({ outcome }) => outcome)], [10, all.map(() => ({}))]);
});

test("the capabilities are those of the providers", async () => {
    const made = makePasskeys({ suggest: () => offering([]) });
    const [able, hidden] = [call(made, "passkeyAbilities", {}), call(made, "passkeyAbilities", {}, makePage({ isPrivate: true }))];
    await settle();
    assert.deepEqual([able.outcome, hidden.outcome], [{ canCreate: true, canUpgrade: true }, { canCreate: true, canUpgrade: false }]);
});

test("rejects options that are too large", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    const ended = call(made, "getPasskey", { ...get, options: { challenge: "A".repeat(300_000) } });
    await settle();
    assert.deepEqual([ended.failure, made.asked], ["invalidParameters", []]);
});
