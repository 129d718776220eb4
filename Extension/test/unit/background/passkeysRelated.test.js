import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser } from "./doubles.js";

installBrowser();
const {
    ada, call, declined, get, lastWindow, makePage, makePasskeys, offering, refuse, settle, signed,
} = await import("./passkeyPages.js");
const { Failure } = await import("../../../src/messages/failure.js");

// Other sites of one relying party

const file = "https://b.test/.well-known/webauthn";
const judging = (/** @type {Record<string, any>} */ params) => {
    if (params["passkeyRequest"]["relatedOrigins"] === undefined) throw new Failure("relatedOriginsNeeded", "", { details: { url: file } });
    return offering([ada]);
};

test("the file of related origins is fetched once a document, where the agent needs it, and handed to it", async () => {
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

test("where there is no such file the browser says what is wrong", async () => {
    const made = makePasskeys({ suggest: judging });
    const ended = call(made, "getPasskey", get);
    await settle();
    assert.deepEqual([ended.outcome, made.opened.length], [declined, 0]);
});

test("a file is kept only where the agent made use of it, and no page has files fetched without end", async () => {
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

// Signals and abilities

for (const [signal, options, report] of /** @type {const} */ ([
    ["unknownCredential", { rpId: "a.test", credentialId: "_-8" },
        { kind: "unknownPublicKeyCredential", relyingParty: "a.test", credentialID: "/+8=" }],
    ["allAcceptedCredentials", { rpId: "a.test", userId: "AQ", allAcceptedCredentialIds: ["AAAA", "_w"] },
        { kind: "allAcceptedPublicKeyCredentials", relyingParty: "a.test", userHandle: "AQ==", acceptedCredentialIDs: ["AAAA", "/w=="] }],
    ["currentUserDetails", { rpId: "a.test", userId: "AQ", name: "ada", displayName: "Ada" },
        { kind: "publicKeyCredentialUpdate", relyingParty: "a.test", userHandle: "AQ==", newName: "ada" }],
])) {
    test(`the signal ${signal} is reported with the page that gives it`, async () => {
        const made = makePasskeys({ report: () => ({}) });
        const ended = call(made, "signalPasskeys", { signal, options });
        await settle();
        assert.deepEqual(ended.outcome, {});
        assert.deepEqual(made.asked, [["report", { ...report, url: "https://a.test/login", ancestorOrigins: [] }]]);
    });
}

test("a signal is not taken back by the page that gave it on its way to the next one", async () => {
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
    // Answered as soon as it is here: how long it takes to pass on would say what there is.
    assert.deepEqual(ended.outcome, {});
    page.leave();
    await settle();
    end({});
    await settle();
    assert.deepEqual([made.asked.length, wasTakenBack], [1, false]);
});

test("what is no signal goes nowhere, and no page gives them without end", async () => {
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

test("what this computer can do is what its providers can", async () => {
    const made = makePasskeys({ suggest: () => offering([]) });
    const [able, hidden] = [call(made, "passkeyAbilities", {}), call(made, "passkeyAbilities", {}, makePage({ isPrivate: true }))];
    await settle();
    assert.deepEqual([able.outcome, hidden.outcome], [{ canCreate: true, canUpgrade: true }, { canCreate: true, canUpgrade: false }]);
});

test("options without end are none", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]) });
    const ended = call(made, "getPasskey", { ...get, options: { challenge: "A".repeat(300_000) } });
    await settle();
    assert.deepEqual([ended.failure, made.asked], ["invalidParameters", []]);
});
