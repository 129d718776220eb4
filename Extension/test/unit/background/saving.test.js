import assert from "node:assert/strict";
import test from "node:test";
import { settle } from "./doubles.js";
import { answer, around, Failure, loginName, makeRequester, makeSaving, submit, vault } from "./savings.js";

/** @import { Stored } from "./savings.js" */

test("a new login is offered, and saved for the frame's origin once the person says so", async () => {
    const made = makeSaving();
    await submit(made);
    assert.equal(made.saves.length, 0);
    const { id, ...banner } = made.banners[0] ?? {};
    assert.deepEqual(banner, { kind: "save", user: "ada", host: "a.test", providerName: "Vault", isUpdate: false });
    await answer(made, "save");
    const { sessionID, ...request } = made.saves[0]?.["request"];
    assert.equal(typeof sessionID, "string");
    assert.deepEqual(request, {
        serviceIdentifier: { type: "URL", identifier: "https://a.test/" }, user: "ada", password: "secret", event: "formDidDisappear",
    });
    // A new one is saved at once; for a password that nobody knew of the provider asks.
    assert.equal(made.saves[0]?.["mayAsk"], true);
    assert.equal(made.saves[0]?.["provider"], "p");
    assert.equal(made.banners.at(-1)?.kind, "saved");
});

test("what was saved waits where nothing is unlocked, and the banner says so", async () => {
    const made = makeSaving({ isLocked: true });
    await submit(made);
    await answer(made, "save");
    assert.equal(made.banners.at(-1)?.kind, "waiting");
});

test("what Latchkey filled itself is not offered", async () => {
    const made = makeSaving();
    made.memory.remember("filled", 1, "https://a.test", await made.memory.digest("ada", "secret"));
    await submit(made);
    assert.deepEqual([made.saves, made.banners], [[], []]);
    // Another password is.
    await submit(made, { password: "changed" });
    assert.equal(made.banners.length, 1);
});

test("in a private window nothing is saved, offered or learned", async () => {
    const made = makeSaving();
    const requester = makeRequester({ isPrivate: true });
    await submit(made, {}, requester);
    const kept = { user: "ada", password: "new", session: "s", passwordKind: "strong", provider: "p", form: "signUp" };
    assert.deepEqual(await made.saving.calls["keepGenerated"]?.(requester, kept, around), {});
    assert.deepEqual([made.saves, made.banners], [[], []]);
    assert.equal(made.memory.recall("chosenUser", 1, "a.test"), undefined);
});

test("never for this site is kept by its host, and asked no more", async () => {
    const made = makeSaving();
    await submit(made);
    await answer(made, "never");
    assert.deepEqual(made.never, ["a.test"]);
    await submit(made, { password: "other" });
    assert.equal(made.banners.length, 1);
    assert.deepEqual(made.saves, []);
});

test("a login of this very host is saved without a question where the provider needs none", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    await submit(made);
    assert.deepEqual(made.saves.map(({ request, mayAsk }) => [request.event, mayAsk]), [["formDidDisappear", false]]);
    assert.deepEqual(made.banners, []);
});

test("a changed password is asked about in the page, which names the login, and saved as the person's wish", async () => {
    const made = makeSaving({
        stored: [{ user: "ada", grade: "exact" }],
        save: ({ mayAsk }) => {
            if (mayAsk === false) throw new Failure("interactionRequired", "");
            return {};
        },
    });
    await submit(made);
    const [banner] = made.banners;
    assert.deepEqual([banner?.kind, banner?.user, banner?.host, banner?.isUpdate], ["save", "ada", "a.test", true]);
    await answer(made, "save");
    assert.deepEqual(made.saves.map(({ request, mayAsk }) => [request.event, mayAsk]), [
        ["formDidDisappear", false], ["userInitiated", true],
    ]);
});

test("a login of another host of the site, and of another user, is a new one", async () => {
    for (const stored of [{ user: "ada", grade: "site" }, { user: "grace", grade: "exact" }]) {
        const made = makeSaving({ stored: [stored] });
        await submit(made);
        await answer(made, "save");
        assert.deepEqual([made.saves[0]?.["request"].event, made.saves[0]?.["mayAsk"]], ["formDidDisappear", true]);
    }
});

const elsewhere = { user: "ada", grade: "site", service: "www.a.test" };
const used = { provider: "p", service: "www.a.test", user: "ada" };

test("a change of password with a login of another host that was used updates that login, which the banner names, and only if pressed", async () => {
    const made = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    made.memory.remember("usedLogin", 1, "a.test", loginName(used));
    made.memory.remember("chosenUser", 1, "a.test", "ada");
    await submit(made, { user: "", form: "changePassword" });
    assert.equal(made.saves.length, 0);
    const { id, ...banner } = made.banners[0] ?? {};
    assert.deepEqual(banner, { kind: "save", user: "ada", host: "www.a.test", providerName: "Vault", isUpdate: true });
    await answer(made, "save");
    const { request, provider } = made.saves[0] ?? {};
    assert.deepEqual([request.serviceIdentifier.identifier, request.user, request.event, provider],
        ["https://www.a.test/", "ada", "userInitiated", "p"]);
});

/** @type {[string, Partial<import("../../../src/messages.js").Submission>, Stored[], Stored[], string | undefined][]} */
const strangers = [
    ["was not used in this tab", {}, [elsewhere], [{ ...elsewhere, grade: "exact" }], undefined],
    ["is not what was used", {}, [elsewhere], [{ ...elsewhere, grade: "exact" }], loginName({ ...used, service: "b.a.test" })],
    ["is another user's", { user: "grace" }, [elsewhere], [{ ...elsewhere, grade: "exact" }], loginName(used)],
    ["is of a related site", {}, [{ ...elsewhere, grade: "affiliated" }], [{ ...elsewhere, grade: "exact" }], loginName(used)],
    ["is not there", {}, [elsewhere], [], loginName(used)],
    ["was typed into a login form", { form: "login" }, [elsewhere], [{ ...elsewhere, grade: "exact" }], loginName(used)],
];
for (const [name, more, stored, there, remembered] of strangers) {
    test(`a login of another host that ${name} is left alone, and the password saved as a new one`, async () => {
        const made = makeSaving({ stored, there });
        if (remembered !== undefined) made.memory.remember("usedLogin", 1, "a.test", remembered);
        await submit(made, { form: "changePassword", ...more });
        assert.deepEqual([made.banners[0]?.host, made.banners[0]?.isUpdate], ["a.test", false]);
        await answer(made, "save");
        assert.deepEqual([made.saves[0]?.["request"].serviceIdentifier.identifier, made.saves[0]?.["request"].event],
            ["https://a.test/", "formDidDisappear"]);
    });
}

test("a login of another host is not changed by a page without encryption", async () => {
    const made = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    made.memory.remember("usedLogin", 1, "a.test", loginName(used));
    await submit(made, { form: "changePassword" }, makeRequester({ origin: "http://a.test", url: "http://a.test/login" }));
    assert.deepEqual([made.banners[0]?.host, made.banners[0]?.isUpdate], ["a.test", false]);
});

test("what waits for the provider's question is said, once", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }], isLocked: true });
    await submit(made, { form: "changePassword" });
    await submit(made, { form: "changePassword" });
    assert.deepEqual(made.banners.map(({ kind, user, host, asksLater }) => [kind, user, host, asksLater]),
        [["waiting", "ada", "a.test", true]]);
});

test("a script that sends one form after the other is looked at eight times a minute", async () => {
    const made = makeSaving();
    for (let count = 0; count < 30; count += 1) await submit(made, { user: `user${count}` });
    assert.equal(made.banners.length, 8);
    // Another tab has its own.
    await submit(made, { user: "ada" }, makeRequester({ tabId: 2 }));
    assert.equal(made.banners.length, 9);
    made.clock.advance(60_000);
    await submit(made, { user: "ada" });
    assert.equal(made.banners.length, 10);
});

test("a try that is not looked at any more is still the last: the wrong one before it is not offered when its page comes", async () => {
    for (const isSentAgain of [true, false]) {
        const made = makeSaving();
        const { saving, clock, banners } = made;
        for (let count = 0; count < 7; count += 1) await submit(made, { user: `user${count}` });
        const login = { form: "login", user: "ada", wasGenerated: false };
        await saving.notes["submitted"]?.(makeRequester(), { ...login, session: "s", password: "wrong" }, around);
        await saving.notes["settled"]?.(makeRequester(), { session: "s", outcome: "failed" }, around);
        if (isSentAgain) await saving.notes["submitted"]?.(makeRequester(), { ...login, session: "s", password: "right" }, around);
        const came = { tabId: 1, frameId: 0, url: "https://a.test/welcome", documentId: "d2", timeStamp: 0, transitionType: "form_submit" };
        saving.committed(came);
        saving.completed(came);
        clock.advance(500);
        await settle();
        assert.equal(banners.some(({ user }) => user === "ada"), !isSentAgain);
    }
});

test("of a site five passwords in ten minutes are handed on unasked, and further ones asked about", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }], isLocked: true });
    for (let count = 0; count < 7; count += 1) {
        await submit(made, { password: `secret ${count}` }, makeRequester({ tabId: count }));
    }
    assert.equal(made.saves.length, 5);
    assert.deepEqual(made.banners.map((each) => each.kind), [...Array(5).fill("waiting"), "save", "save"]);
    made.clock.advance(10 * 60_000);
    await submit(made, { password: "secret 8" }, makeRequester({ tabId: 8 }));
    assert.equal(made.saves.length, 6);
});

const generated = { user: "ada", password: "made", session: "s", passwordKind: "strong", provider: "p", form: "signUp" };

test("a generated password is kept by the provider that made it before it is filled, and saved with the same session", async () => {
    const made = makeSaving();
    assert.deepEqual(await made.saving.calls["keepGenerated"]?.(makeRequester(), generated, around), {});
    assert.deepEqual(made.saves.map(({ provider, mayAsk }) => [provider, mayAsk]), [["p", false]]);
    await submit(made, { session: "s", password: "made", form: "signUp" });
    assert.deepEqual(made.saves.map(({ request }) => [request.event, request.sessionID, request.passwordKind]), [
        ["generatedPasswordFilled", "s", "strong"], ["formDidDisappear", "s", undefined],
    ]);
    assert.equal(made.banners.at(-1)?.kind, "saved");
});

test("a password that is generated where nobody is named is said to be kept at once, one of a named login once it is saved", async () => {
    const nameless = makeSaving();
    await nameless.saving.calls["keepGenerated"]?.(makeRequester(), { ...generated, user: "" }, around);
    assert.deepEqual(nameless.banners.map(({ kind, user, host }) => [kind, user, host]), [["kept", "", "a.test"]]);
    const named = makeSaving();
    await named.saving.calls["keepGenerated"]?.(makeRequester(), generated, around);
    const failing = makeSaving({ save: () => { throw new Failure("providerFailed", ""); } });
    await assert.rejects(async () => failing.saving.calls["keepGenerated"]?.(makeRequester(), { ...generated, user: "" }, around));
    assert.deepEqual([named.banners, failing.banners], [[], []]);
});

test("a page is told when a generated password could not be kept, and when the provider's question was answered", async () => {
    const failing = makeSaving({ save: () => { throw new Failure("providerFailed", ""); } });
    await assert.rejects(async () => failing.saving.calls["keepGenerated"]?.(makeRequester(), generated, around), { reason: "providerFailed" });
    const asking = makeSaving({
        save: ({ mayAsk }) => {
            if (mayAsk === false) throw new Failure("interactionRequired", "");
            return {};
        },
    });
    assert.deepEqual(await asking.saving.calls["keepGenerated"]?.(makeRequester(), generated, around), {});
    assert.deepEqual(asking.saves.map(({ provider }) => provider), ["p", "p"]);
    // What is no generated login is kept by nobody.
    const { provider: _, ...nobodys } = generated;
    assert.throws(() => asking.saving.calls["keepGenerated"]?.(makeRequester(), nobodys, around), { name: "UnreadableMessage" });
});

test("a password that is made for a change is kept for the login that is changed, on the host where it belongs", async () => {
    const own = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    const made = { ...generated, user: "", form: "changePassword" };
    await own.saving.calls["keepGenerated"]?.(makeRequester(), made, around);
    const moved = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    moved.memory.remember("usedLogin", 1, "a.test", loginName(used));
    moved.memory.remember("chosenUser", 1, "a.test", "ada");
    await moved.saving.calls["keepGenerated"]?.(makeRequester(), made, around);
    assert.deepEqual([...own.saves, ...moved.saves].map(({ request }) => [request.user, request.serviceIdentifier.identifier]), [
        ["ada", "https://a.test/"], ["ada", "https://www.a.test/"],
    ]);
});

test("a change of password within the hour after a login that went through is that account's", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }, { user: "grace", grade: "exact" }] });
    await submit(made, { user: "grace" });
    made.clock.advance(50 * 60_000);
    await submit(made, { user: "", form: "changePassword", password: "changed" });
    assert.deepEqual(made.saves.map(({ request }) => request.user), ["grace", "grace"]);
    made.clock.advance(61 * 60_000);
    await submit(made, { user: "", form: "changePassword", password: "changed again" });
    assert.deepEqual([made.saves.length, made.banners.at(-1)?.user], [2, ""]);
});

test("the user of the first step is the login's, whose second step says none", async () => {
    const made = makeSaving();
    await made.saving.notes["submitted"]?.(makeRequester(), { session: "1", form: "twoStepLogin", user: "ada", password: "", wasGenerated: false }, around);
    await settle();
    await submit(made, { user: "", form: "twoStepLogin" });
    assert.equal(made.banners[0]?.user, "ada");
});

test("the address of a sign-up's first step is the user of its second, which asks for a password alone", async () => {
    const made = makeSaving();
    await made.saving.notes["submitted"]?.(makeRequester(), { session: "1", form: "signUp", user: "ada@x.test", password: "", wasGenerated: false }, around);
    await settle();
    await submit(made, { user: "", form: "signUp" });
    assert.equal(made.banners[0]?.user, "ada@x.test");
});

test("a change of password that says no user is the only login's", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    await submit(made, { user: "", form: "changePassword" });
    assert.equal(made.saves[0]?.["request"].user, "ada");
    const several = makeSaving({ stored: [{ user: "ada", grade: "exact" }, { user: "grace", grade: "exact" }] });
    await submit(several, { user: "", form: "changePassword" });
    assert.equal(several.banners[0]?.user, "");
});

test("after a failed login its account is known, and nothing is offered", async () => {
    const made = makeSaving();
    const requester = makeRequester();
    await made.saving.notes["submitted"]?.(requester, { session: "s", form: "login", user: "ada", password: "wrong", wasGenerated: false }, around);
    await settle();
    await made.saving.notes["settled"]?.(requester, { session: "s", outcome: "failed" }, around);
    await settle();
    assert.equal(made.memory.recall("failedUser", 1, "https://a.test"), "ada");
    assert.deepEqual([made.saves, made.banners], [[], []]);
});

test("nothing is offered where nobody can save it, and no second provider gets what the first has", async () => {
    const made = makeSaving({ providers: [{ ...vault, savesPasswords: false }] });
    await submit(made);
    const other = makeSaving({ stored: [{ user: "ada", grade: "exact" }], providers: [{ ...vault, id: "q" }, { ...vault, savesPasswords: false }] });
    await submit(other);
    assert.deepEqual([made.saves, made.banners, other.saves, other.banners], [[], [], [], []]);
});
