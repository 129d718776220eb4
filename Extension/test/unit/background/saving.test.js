import assert from "node:assert/strict";
import test from "node:test";
import { GeneratedPasswords } from "../../../src/background/generatedPasswords.js";
import { rememberFill } from "../../../src/background/tabMemory.js";
import { makeClock, settle } from "./doubles.js";
import { answer, around, Failure, loginName, makeRequester, makeSaving, submit, vault } from "./savingDoubles.js";

/** @import { Stored } from "./savingDoubles.js" */

test("a new login is offered and saved for the frame's origin after the user confirms", async () => {
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
    // A new login is saved at once. For another password the provider asks.
    assert.equal(made.saves[0]?.["mayAsk"], true);
    assert.equal(made.saves[0]?.["provider"], "p");
    assert.equal(made.banners.at(-1)?.kind, "saved");
});

test("the banner reports a saved login as waiting if no provider is unlocked", async () => {
    const made = makeSaving({ isLocked: true });
    await submit(made);
    await answer(made, "save");
    assert.equal(made.banners.at(-1)?.kind, "waiting");
});

test("a filled login is not offered for saving", async () => {
    const made = makeSaving();
    made.memory.remember("filled", 1, "https://a.test", await made.memory.digest("ada", "secret"));
    await submit(made);
    assert.deepEqual([made.saves, made.banners], [[], []]);
    // Another password is offered.
    await submit(made, { password: "changed" });
    assert.equal(made.banners.length, 1);
});

test("a private window saves, offers and remembers no login", async () => {
    const made = makeSaving();
    const requester = makeRequester({ isPrivate: true });
    await submit(made, {}, requester);
    const kept = { user: "ada", password: "new", session: "s", passwordKind: "strong", provider: "p", form: "signUp" };
    assert.deepEqual(await made.saving.calls["keepGenerated"]?.(requester, kept, around), {});
    await typing(made, [["ada", "/in user"]], requester);
    assert.deepEqual([made.saves, made.banners], [[], []]);
    assert.equal(made.memory.chosenUser(1, "a.test"), undefined);
});

test("never for this site is stored by host and not asked again", async () => {
    const made = makeSaving();
    await submit(made);
    await answer(made, "never");
    assert.deepEqual(made.never, ["a.test"]);
    await submit(made, { password: "other" });
    assert.equal(made.banners.length, 1);
    assert.deepEqual(made.saves, []);
});

test("a login of the same host is saved without a question if the provider needs none", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    await submit(made);
    assert.deepEqual(made.saves.map(({ request, mayAsk }) => [request.event, mayAsk]), [["formDidDisappear", false]]);
    assert.deepEqual(made.banners, []);
});

test("a changed password is confirmed in a banner that names the login and saved as the user's request", async () => {
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

test("a login of another host or of another user is saved as a new one", async () => {
    for (const stored of [{ user: "ada", grade: "site" }, { user: "grace", grade: "exact" }]) {
        const made = makeSaving({ stored: [stored] });
        await submit(made);
        await answer(made, "save");
        assert.deepEqual([made.saves[0]?.["request"].event, made.saves[0]?.["mayAsk"]], ["formDidDisappear", true]);
    }
});

const elsewhere = { user: "ada", grade: "site", service: "www.a.test" };
const used = { provider: "p", service: "www.a.test", user: "ada" };

test("a password change with a used login of another host updates that login after a confirmation that names it", async () => {
    const made = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    made.memory.remember("usedLogin", 1, "a.test", loginName(used));
    made.memory.rememberStep(1, "a.test", { user: "ada", place: "", isName: true, isCertain: true });
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
const otherLogins = [
    ["was not used in this tab", {}, [elsewhere], [{ ...elsewhere, grade: "exact" }], undefined],
    ["is not the used one", {}, [elsewhere], [{ ...elsewhere, grade: "exact" }], loginName({ ...used, service: "b.a.test" })],
    ["belongs to another user", { user: "grace" }, [elsewhere], [{ ...elsewhere, grade: "exact" }], loginName(used)],
    ["belongs to a related site", {}, [{ ...elsewhere, grade: "affiliated" }], [{ ...elsewhere, grade: "exact" }], loginName(used)],
    ["does not exist", {}, [elsewhere], [], loginName(used)],
    ["was typed into a login form", { form: "login" }, [elsewhere], [{ ...elsewhere, grade: "exact" }], loginName(used)],
];
for (const [name, more, stored, there, remembered] of otherLogins) {
    test(`a login of another host that ${name} is unchanged and the password is saved as a new login`, async () => {
        const made = makeSaving({ stored, there });
        if (remembered !== undefined) made.memory.remember("usedLogin", 1, "a.test", remembered);
        await submit(made, { form: "changePassword", ...more });
        assert.deepEqual([made.banners[0]?.host, made.banners[0]?.isUpdate], ["a.test", false]);
        await answer(made, "save");
        assert.deepEqual([made.saves[0]?.["request"].serviceIdentifier.identifier, made.saves[0]?.["request"].event],
            ["https://a.test/", "formDidDisappear"]);
    });
}

test("a page without encryption does not change a login of another host", async () => {
    const made = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    made.memory.remember("usedLogin", 1, "a.test", loginName(used));
    await submit(made, { form: "changePassword" }, makeRequester({ origin: "http://a.test", url: "http://a.test/login" }));
    assert.deepEqual([made.banners[0]?.host, made.banners[0]?.isUpdate], ["a.test", false]);
});

test("a save that waits for the provider's question is reported once", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }], isLocked: true });
    await submit(made, { form: "changePassword" });
    await submit(made, { form: "changePassword" });
    assert.deepEqual(made.banners.map(({ kind, user, host, asksLater }) => [kind, user, host, asksLater]),
        [["waiting", "ada", "a.test", true]]);
});

test("judges at most eight submissions of a tab per minute", async () => {
    const made = makeSaving();
    for (let count = 0; count < 30; count += 1) await submit(made, { user: `user${count}` });
    assert.equal(made.banners.length, 8);
    // Another tab has its own limit.
    await submit(made, { user: "ada" }, makeRequester({ tabId: 2 }));
    assert.equal(made.banners.length, 9);
    made.clock.advance(60_000);
    await submit(made, { user: "ada" });
    assert.equal(made.banners.length, 10);
});

test("a login that the user submits is offered despite any number of submissions by a script, and stays offered", async () => {
    const made = makeSaving();
    const play = async () => {
        for (let count = 0; count < 30; count += 1) await submit(made, { user: `user${count}` });
    };
    await play();
    const login = { session: "s", form: "login", user: "ada", password: "secret", wasGenerated: false, isByUser: true };
    await made.saving.notes["submitted"]?.(makeRequester(), login, around);
    made.clock.advance(60_000);
    // More than a tab's pending submissions.
    for (let count = 0; count < 8; count += 1) {
        await made.saving.notes["submitted"]?.(makeRequester(), { ...login, session: `p${count}`, isByUser: false }, around);
    }
    await settle();
    await made.saving.notes["settled"]?.(makeRequester(), { session: "s", outcome: "gone" }, around);
    await settle();
    assert.equal(made.banners.at(-1)?.user, "ada");
    const count = made.banners.length;
    made.clock.advance(60_000);
    await play();
    assert.equal(made.banners.length, count);
    assert.deepEqual(made.gone.slice(-1), [made.banners.at(-2)?.id]);
});

test("examines at most sixty submissions of the user per tab and minute", async () => {
    const made = makeSaving();
    for (let count = 0; count < 70; count += 1) await submit(made, { user: `user${count}`, isByUser: true });
    assert.equal(made.banners.length, 60);
});

test("a submission beyond the limit still replaces the wrong one before it", async () => {
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

test("saves at most five passwords of a site in ten minutes without a question and asks about further ones", async () => {
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

test("a generated password is saved by its provider before it is filled, and again with the same session", async () => {
    const made = makeSaving();
    assert.deepEqual(await made.saving.calls["keepGenerated"]?.(makeRequester(), generated, around), {});
    assert.deepEqual(made.saves.map(({ provider, mayAsk }) => [provider, mayAsk]), [["p", false]]);
    await submit(made, { session: "s", password: "made", form: "signUp" });
    assert.deepEqual(made.saves.map(({ request }) => [request.event, request.sessionID, request.passwordKind]), [
        ["generatedPasswordFilled", "s", "strong"], ["formDidDisappear", "s", undefined],
    ]);
    assert.equal(made.banners.at(-1)?.kind, "saved");
});

test("a generated password without a user is reported at once, and one with a user after it is saved", async () => {
    const nameless = makeSaving();
    await nameless.saving.calls["keepGenerated"]?.(makeRequester(), { ...generated, user: "" }, around);
    assert.deepEqual(nameless.banners.map(({ kind, user, host }) => [kind, user, host]), [["kept", "", "a.test"]]);
    const named = makeSaving();
    await named.saving.calls["keepGenerated"]?.(makeRequester(), generated, around);
    const failing = makeSaving({ save: () => { throw new Failure("providerFailed", ""); } });
    await assert.rejects(async () => failing.saving.calls["keepGenerated"]?.(makeRequester(), { ...generated, user: "" }, around));
    assert.deepEqual([named.banners, failing.banners], [[], []]);
});

test("reports a generated password that could not be saved and waits for the provider's question", async () => {
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
    // A login that was not generated has no provider and is rejected.
    const { provider: _, ...withoutProvider } = generated;
    assert.throws(() => asking.saving.calls["keepGenerated"]?.(makeRequester(), withoutProvider, around), { name: "UnreadableMessage" });
});

/** The suggestions for a login field. @param {ReturnType<typeof makeSaving>} made */
async function suggested({ requests }, requester = makeRequester(), context = around) {
    return (await requests.suggest(requester, { kinds: ["password"] }, context)).suggestions;
}

test("a generated password is suggested on its site until its login is saved, and completes its sign-up", async () => {
    const made = makeSaving();
    await typing(made, [["ada", "/join user"]]);
    await made.saving.calls["keepGenerated"]?.(makeRequester(), { ...generated, user: "" }, around);
    const elsewhere = makeRequester({ origin: "https://www.a.test", url: "https://www.a.test/" });
    const [suggestion] = await suggested(made);
    assert.deepEqual([suggestion?.user, suggestion?.service, suggestion?.grade, suggestion?.isPreselectable, suggestion?.provider],
        ["ada", "a.test", "exact", false, "p"]);
    assert.deepEqual((await suggested(made, elsewhere)).map(({ service, grade }) => [service, grade]), [["a.test", "site"]]);
    const filled = await made.requests.fill(elsewhere, { suggestion: String(suggestion?.id), mustConfirm: false }, around);
    assert.deepEqual(filled, { provider: "p", value: { kind: "password", user: "ada", password: "made" } });
    await submit(made, { user: "ada", password: "made" }, elsewhere);
    const { request } = made.saves.at(-1) ?? {};
    assert.deepEqual([request.event, request.sessionID, request.serviceIdentifier.identifier, request.user],
        ["formDidDisappear", "s", "https://a.test/", "ada"]);
    assert.deepEqual(await suggested(made), []);
});

test("a generated password is suggested while its login waits for the unlock, for ten minutes or until a lock", async () => {
    for (const end of /** @type {((made: ReturnType<typeof makeSaving>) => void)[]} */ ([
        ({ clock }) => clock.advance(10 * 60_000), ({ requests }) => requests.generated.forgetAll(), ({ saving, clock }) => {
            saving.tabRemoved(1);
            clock.advance(500);
            clock.advance(500);
        },
    ])) {
        const made = makeSaving({ isLocked: true });
        await made.saving.calls["keepGenerated"]?.(makeRequester(), generated, around);
        await submit(made, { session: "s", password: "made", form: "signUp" });
        assert.equal((await suggested(made)).length, 1);
        end(made);
        assert.deepEqual(await suggested(made), []);
    }
});

test("a generated password is forgotten after ten minutes by its own timer", () => {
    const clock = makeClock();
    // The clock does not advance, so only the timer can end it.
    const kept = new GeneratedPasswords(() => 0, clock.after);
    const made = { user: "", password: "made", session: "s", provider: "p", origin: "https://a.test", site: "a.test", isChange: false };
    kept.keep(1, made);
    clock.advance(5 * 60_000);
    kept.keep(1, { ...made, session: "t", password: "other" });
    const passwords = () => kept.offered(1, "a.test", "https://a.test").map(({ password }) => password);
    assert.deepEqual(passwords(), ["other", "made"]);
    clock.advance(5 * 60_000);
    assert.deepEqual(passwords(), ["other"]);
    clock.advance(5 * 60_000);
    assert.deepEqual(passwords(), []);
});

test("no timer holds a generated password that was replaced, used, or forgotten with its tab or by a lock", () => {
    for (const forget of /** @type {((kept: GeneratedPasswords) => void)[]} */ ([
        (kept) => kept.forget(1, "s"), (kept) => kept.forgetTab(1), (kept) => kept.forgetAll(),
    ])) {
        const clock = makeClock();
        let timers = 0;
        const kept = new GeneratedPasswords(clock.now, (milliseconds, body) => {
            const stop = clock.after(milliseconds, body);
            timers += 1;
            return () => {
                timers -= 1;
                stop();
            };
        });
        const made = { user: "", password: "made", session: "s", provider: "p", origin: "https://a.test", site: "a.test", isChange: false };
        kept.keep(1, { ...made, password: "replaced" });
        kept.keep(1, made);
        kept.name(1, "s", "ada");
        assert.equal(timers, 1);
        forget(kept);
        assert.equal(timers, 0);
    }
});

test("a password that was generated for a change is offered again, after the login that it changes", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    const change = { ...generated, user: "", form: "changePassword" };
    await made.saving.calls["keepGenerated"]?.(makeRequester(), change, around);
    const again = makeRequester({ documentId: "d2" });
    const offered = await made.requests.suggest(again, { kinds: [] }, around);
    assert.deepEqual(offered.suggestions.map(({ user, wasGenerated }) => [user, wasGenerated]), [["ada", undefined], ["ada", true]]);
    // If it is filled again in another form, it is still one password.
    await made.saving.calls["keepGenerated"]?.(again, { ...change, session: "t" }, around);
    assert.equal((await suggested(made)).length, 2);
    await submit(made, { session: "t", password: "made", user: "", form: "changePassword" }, again);
    assert.deepEqual((await suggested(made)).map(({ wasGenerated }) => wasGenerated), [undefined]);
});

test("a generated password is suggested and filled only in its tab and on its site", async () => {
    const made = makeSaving();
    await made.saving.calls["keepGenerated"]?.(makeRequester(), generated, around);
    const suggestion = String((await suggested(made))[0]?.id);
    const otherFrame = { ...around, ancestorOrigins: ["https://b.test"] };
    for (const [requester, context] of /** @type {const} */ ([
        [makeRequester({ tabId: 2 }), around],
        [makeRequester({ origin: "https://b.test", url: "https://b.test/" }), around],
        [makeRequester({ origin: "http://a.test", url: "http://a.test/" }), around],
        [makeRequester({ frameId: 4, isTop: false }), otherFrame],
    ])) {
        assert.deepEqual(await suggested(made, requester, context), []);
        await assert.rejects(made.requests.fill(requester, { suggestion, mustConfirm: false }, context));
    }
    const hidden = makeSaving();
    const requester = makeRequester({ isPrivate: true });
    await hidden.saving.calls["keepGenerated"]?.(requester, generated, around);
    assert.deepEqual(await suggested(hidden, requester), []);
});

test("a password generated for a change is saved for the changed login on its own host", async () => {
    const own = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    const made = { ...generated, user: "", form: "changePassword" };
    await own.saving.calls["keepGenerated"]?.(makeRequester(), made, around);
    const moved = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    moved.memory.remember("usedLogin", 1, "a.test", loginName(used));
    moved.memory.rememberStep(1, "a.test", { user: "ada", place: "", isName: true, isCertain: true });
    await moved.saving.calls["keepGenerated"]?.(makeRequester(), made, around);
    assert.deepEqual([...own.saves, ...moved.saves].map(({ request }) => [request.user, request.serviceIdentifier.identifier]), [
        ["ada", "https://a.test/"], ["ada", "https://www.a.test/"],
    ]);
});

test("a password change within an hour after a login belongs to that account", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }, { user: "grace", grade: "exact" }] });
    await submit(made, { user: "grace" });
    made.clock.advance(50 * 60_000);
    await submit(made, { user: "", form: "changePassword", password: "changed" });
    assert.deepEqual(made.saves.map(({ request }) => request.user), ["grace", "grace"]);
    made.clock.advance(61 * 60_000);
    await submit(made, { user: "", form: "changePassword", password: "changed again" });
    assert.deepEqual([made.saves.length, made.banners.at(-1)?.user], [2, ""]);
});

/** Types account names in fields of pages, in order: [user, path and field, further members]. */
const typing = async (/** @type {ReturnType<typeof makeSaving>} */ { saving }, /** @type {[string, string, object?][]} */ steps, requester = makeRequester()) => {
    for (const [user, place, more] of steps) {
        const [path, field] = place.split(" ");
        const typed = { user, field, isName: !user.includes("@"), isCertain: true, ...more };
        await saving.notes["typedUser"]?.({ ...requester, url: `${requester.origin}${path}` }, typed, around);
    }
    await settle();
};

/** @type {[string, [string, string, object?][], string][]} */
const steps = [
    ["the user of the first step", [["ada", "/in user"]], "ada"],
    ["the last text of a field", [["a", "/in user"], ["ada", "/in user"]], "ada"],
    ["the user name before a later e-mail address", [["ada", "/in user"], ["ada@x.test", "/mail mail"]], "ada"],
    ["the last of two user names", [["acme", "/shop shop"], ["ada", "/in user"]], "ada"],
    ["an address in the field of a wrong user name", [["adda", "/in user"], ["ada@x.test", "/in user"]], "ada@x.test"],
    ["a user who starts again", [["ada", "/in user"], ["ada@x.test", "/mail mail"], ["bob@x.test", "/in user"]], "bob@x.test"],
    ["an uncertain address alone", [["ada@x.test", "/in x", { isCertain: false }]], "ada@x.test"],
    ["a certain address before an uncertain later one", [["ada@x.test", "/in user"], ["bob@x.test", "/x x", { isCertain: false }]], "ada@x.test"],
];
for (const [name, typed, user] of steps) {
    test(`a password without a user name is offered for ${name}`, async () => {
        const made = makeSaving();
        await typing(made, typed);
        await submit(made, { user: "" });
        assert.equal(made.banners[0]?.user, user);
    });
}

test("a typed user name is used on every host of the site, once and for ten minutes at most", async () => {
    const made = makeSaving();
    await typing(made, [["ada", "/in user"]], makeRequester({ origin: "https://accounts.a.test" }));
    made.clock.advance(9 * 60_000);
    await submit(made, { user: "" });
    await submit(made, { user: "", password: "another" });
    assert.deepEqual(made.banners.map(({ user }) => user), ["ada", ""]);
    await typing(made, [["bob", "/in user"]]);
    made.clock.advance(10 * 60_000);
    await submit(made, { user: "", password: "a third" });
    assert.equal(made.banners.at(-1)?.user, "");
    assert.equal(made.memory.chosenUser(2, "a.test"), undefined);
});

test("an account name that was typed before a followed link is used only if no other is typed", async () => {
    const made = makeSaving();
    await typing(made, [["ada", "/in user"]]);
    made.saving.notes["followedLink"]?.(makeRequester(), {}, around);
    assert.equal(made.memory.chosenUser(1, "a.test"), "ada");
    await typing(made, [["bob@x.test", "/join mail"]]);
    await submit(made, { user: "" });
    assert.equal(made.banners[0]?.user, "bob@x.test");
});

test("a form is saved for the account that it names, unless a step named an account that no login has", async () => {
    for (const [stored, typed, expected] of /** @type {[string[], [string, string][], string][]} */ ([
        [[], [], "bob@x.test"], [[], [["ada", "/in user"]], "ada"], [["bob@x.test"], [["ada", "/in user"]], "bob@x.test"],
    ])) {
        const made = makeSaving({ stored: stored.map((user) => ({ user, grade: "exact" })) });
        await typing(made, typed);
        await submit(made, { user: "", named: "bob@x.test" });
        assert.equal(made.banners[0]?.user ?? made.saves[0]?.["request"].user, expected);
    }
});

test("the account of the previous step wins over a stored user name in the text of a form", async () => {
    for (const [typed, expected] of /** @type {[[string, string][], string][]} */ ([[[["guest", "/in user"]], "guest"], [[], "admin"]])) {
        const made = makeSaving({ stored: [{ user: "admin", grade: "exact" }] });
        await typing(made, typed);
        await submit(made, { user: "", named: "admin" });
        assert.equal(made.banners[0]?.user ?? made.saves[0]?.["request"].user, expected);
    }
});

test("an e-mail address that is typed after another account was picked names the login", async () => {
    const made = makeSaving({ stored: [{ user: "alice@x.test", grade: "exact" }] });
    await rememberFill(made.memory, makeRequester(), "a.test",
        { provider: "p", value: { kind: "password", user: "alice@x.test", password: "stored" } });
    await typing(made, [["bob@x.test", "/in user"]]);
    await submit(made, { user: "" });
    assert.equal(made.banners[0]?.user, "bob@x.test");
});

test("an account name that was typed before a followed link is uncertain, even if the agent answers later", async () => {
    const made = makeSaving();
    const typed = { user: "ada@x.test", field: "mail", isName: false, isCertain: true };
    const noted = made.saving.notes["typedUser"]?.(makeRequester({ url: "https://a.test/in" }), typed, around);
    made.saving.notes["followedLink"]?.(makeRequester(), {}, around);
    await noted;
    await settle();
    await typing(made, [["bob@x.test", "/x x", { isCertain: false }]]);
    assert.equal(made.memory.chosenUser(1, "a.test"), "bob@x.test");
});

test("a password change without a user belongs to the only login", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    await submit(made, { user: "", form: "changePassword" });
    assert.equal(made.saves[0]?.["request"].user, "ada");
    const several = makeSaving({ stored: [{ user: "ada", grade: "exact" }, { user: "grace", grade: "exact" }] });
    await submit(several, { user: "", form: "changePassword" });
    assert.equal(several.banners[0]?.user, "");
});

test("a form that needs the agent to know its account waits for a slow agent, and keeps its user name", async () => {
    for (const [form, stored, expected] of /** @type {[string, Stored[], unknown[]][]} */ ([
        ["changePassword", [{ user: "ada", grade: "exact" }], ["ada", true]],
        ["login", [], ["bea", false]],
    ])) {
        const made = makeSaving({ stored, save: () => { throw new Failure("interactionRequired", ""); } });
        made.memory.rememberStep(1, "a.test", { user: stored[0]?.user ?? "bea", place: "", isName: true, isCertain: true });
        made.state.failingSuggestions = 3;
        await submit(made, { user: "", form: /** @type {"login"} */ (form) });
        made.clock.advance(1000);
        await settle();
        assert.deepEqual(made.banners, []);
        made.clock.advance(2000);
        await settle();
        made.clock.advance(4000);
        await settle();
        assert.deepEqual(made.banners.map(({ user, isUpdate }) => [user, isUpdate]), [expected]);
    }
});

test("a form that waits for a slow agent is not saved after a newer one of the same account, unless only a script submitted that", async () => {
    for (const [isByUser, expected] of /** @type {const} */ ([[true, ["newer"]], [false, ["newer", "older"]]])) {
        const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
        made.state.failingSuggestions = 1;
        await submit(made, { user: "", form: "changePassword", password: "older", isByUser: true });
        await submit(made, { user: "", form: "changePassword", password: "newer", isByUser });
        made.clock.advance(1000);
        await settle();
        assert.deepEqual(made.saves.map(({ request }) => request.password), expected);
    }
});

test("a form that waits for a slow agent keeps its account although its pop-up window has closed", async () => {
    const made = makeSaving();
    const popup = makeRequester({ tabId: 5 });
    made.openers.opened({ tabId: 5, sourceTabId: 1 });
    made.state.failingSuggestions = 2;
    made.memory.rememberStep(5, "a.test", { user: "ada", place: "", isName: true, isCertain: true });
    await submit(made, { user: "" }, popup);
    made.saving.tabRemoved(5);
    for (const pause of [500, 500, 2000]) {
        made.clock.advance(pause);
        await settle();
    }
    assert.deepEqual(made.banners.map(({ user }) => user), ["ada"]);
    assert.equal(made.memory.chosenUser(5, "a.test"), undefined);
});

test("a login with a user name, or without any agent to wait for, is offered although the agent does not answer", async () => {
    for (const [user, failure, wait] of /** @type {[string, string, number][]} */ ([["ada", "noAgent", 0], ["", "noHost", 0], ["", "noAgent", 8000]])) {
        const made = makeSaving();
        Object.assign(made.state, { failingSuggestions: 9, failure });
        await submit(made, { user });
        for (const pause of wait === 0 ? [] : [1000, 2000, 4000, 8000]) {
            assert.deepEqual(made.banners, []);
            made.clock.advance(pause);
            await settle();
        }
        assert.deepEqual(made.banners.map((banner) => banner.user), [user], failure);
    }
});

test("a change of a password that may have failed is saved only after a question, even if it was generated", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }], seen: { passwords: ["/p p new n", "/p p old o"], complains: false, status: 200 } });
    const submission = { session: "s", form: "changePassword", user: "ada", password: "new", wasGenerated: true };
    await made.saving.notes["submitted"]?.(makeRequester(), submission, around);
    const next = { tabId: 1, frameId: 0, url: "https://a.test/password", documentId: "d2", timeStamp: 0 };
    made.saving.committed(next);
    made.saving.completed(next);
    made.clock.advance(500);
    await settle();
    assert.deepEqual([made.saves, made.banners.map(({ kind, isUpdate }) => [kind, isUpdate])], [[], [["save", true]]]);
    await answer(made, "save");
    assert.deepEqual(made.saves.map(({ request }) => [request.user, request.password]), [["ada", "new"]]);
});

test("a failed login remembers its account and offers nothing", async () => {
    const made = makeSaving();
    const requester = makeRequester();
    await made.saving.notes["submitted"]?.(requester, { session: "s", form: "login", user: "ada", password: "wrong", wasGenerated: false }, around);
    await settle();
    await made.saving.notes["settled"]?.(requester, { session: "s", outcome: "failed" }, around);
    await settle();
    assert.equal(made.memory.recall("failedUser", 1, "https://a.test"), "ada");
    assert.deepEqual([made.saves, made.banners], [[], []]);
});

test("offers nothing if no provider saves, and no second provider for a known login", async () => {
    const made = makeSaving({ providers: [{ ...vault, savesPasswords: false }] });
    await submit(made);
    const other = makeSaving({ stored: [{ user: "ada", grade: "exact" }], providers: [{ ...vault, id: "q" }, { ...vault, savesPasswords: false }] });
    await submit(other);
    assert.deepEqual([made.saves, made.banners, other.saves, other.banners], [[], [], [], []]);
});
