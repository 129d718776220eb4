import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser, makeClock, makePort, settle } from "./doubles.js";

installBrowser();
const { Saving } = await import("../../../src/background/saving.js");
const { Banners } = await import("../../../src/background/banners.js");
const { Requests } = await import("../../../src/background/requests.js");
const { Sheets } = await import("../../../src/background/sheets.js");
const { loginName, TabMemory } = await import("../../../src/background/memory.js");
const { Failure } = await import("../../../src/messages/failure.js");

const vault = {
    id: "p", name: "Vault", providesPasswords: true, providesOneTimeCodes: true, providesTextToInsert: false,
    savesPasswords: true, generatesPasswords: true, generatesWithUI: true,
};

/** @typedef {{user: string, grade: string, service?: string, warning?: string}} Stored */

/** @param {Stored[]} stored */
function offersOf(stored, providers = [vault]) {
    return {
        serviceIdentifiers: [{ type: "domain", identifier: "a.test" }],
        suggestions: stored.map(({ user, grade, service = "a.test", ...more }, index) => ({
            id: `s${index}`, kind: "password", user, service, grade, provider: "p", providerName: "Vault", rank: 0, ...more,
        })),
        providers, locked: [],
    };
}

/**
 * @param {{stored?: Stored[], there?: Stored[], providers?: object[], save?: (params: Record<string, unknown>) => object, isLocked?: boolean, never?: string[]}} [more]
 */
function makeSaving({ stored = [], there = [], providers = [vault], save = () => ({}), isLocked = false, never = [] } = {}) {
    const clock = makeClock();
    const state = { isBetweenPages: false, windows: 0 };
    /** @type {string[]} */
    const gone = [];
    /** @type {Record<string, any>[]} */
    const saves = [];
    /** @type {import("../../../src/messages.js").Banner[]} */
    const banners = [];
    const agent = {
        call: async (/** @type {string} */ method, /** @type {Record<string, unknown>} */ params) => {
            if (method === "suggest") {
                const isHere = /^https?:\/\/a\.test\//.test(String(params["url"]));
                return offersOf(isHere ? stored : there, /** @type {never} */ (providers));
            }
            if (method === "status") return { checks: [{ name: "unlocked", verdict: "good", finding: isLocked ? "nothing" : "something" }] };
            if (method === "save") {
                saves.push(params);
                return save(params);
            }
            throw new Failure("unknownMethod", method);
        },
    };
    const world = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ (agent));
    const sheets = new Sheets({
        openWindow: async () => (state.windows += 1), closeWindow: async () => {}, focusWindow: async () => {}, sendEvent: () => {},
        after: clock.after, pageURL: "sheet.html",
    });
    const memory = new TabMemory(clock.now);
    // At once, so that no test waits for another thread; that the real one tells nothing is a test of its own.
    memory.digest = async (user, password) => `digest ${user} ${password}`;
    const neverSaved = { has: async (/** @type {string} */ host) => never.includes(host), add: async (/** @type {string} */ host) => void never.push(host) };
    const requests = new Requests({ agent: world, sheets, memory, neverSaved });
    const shown = new Banners({
        sheets, after: clock.after,
        tellTop: async (_, message) => {
            if (state.isBetweenPages) throw new Error("nobody is there");
            const { type, id, banner } = /** @type {{type: string, id: string, banner: import("../../../src/messages.js").Banner}} */ (message);
            if (type === "bannerGone") gone.push(id);
            else banners.push(banner);
        },
    });
    const saving = new Saving({
        agent: world, requests, memory, neverSaved, banners: shown, after: clock.after,
        look: async () => ({ passwords: 0, status: 200 }), framesOf: async () => [],
    });
    return { saving, saves, banners, gone, memory, never, clock, state, sheets };
}

const around = { ancestorOrigins: [], signal: new AbortController().signal };

/** @param {Partial<import("../../../src/background/documents.js").Asker>} [more] */
function makeAsker(more = {}) {
    return {
        tabId: 1, frameId: 0, documentId: "d1", windowId: 7, isPrivate: false, isTop: true, origin: "https://a.test",
        url: "https://a.test/login", gone: new AbortController().signal, ...more,
    };
}

/**
 * A form that goes out and away.
 *
 * @param {ReturnType<typeof makeSaving>} made
 * @param {Partial<import("../../../src/messages.js").Submission>} [more]
 */
async function submit({ saving }, more = {}, asker = makeAsker()) {
    const submission = { session: crypto.randomUUID(), form: "login", user: "ada", password: "secret", wasGenerated: false, ...more };
    await saving.notes["submitted"]?.(asker, submission, around);
    await settle();
    await saving.notes["settled"]?.(asker, { session: submission.session, outcome: "gone" }, around);
    await settle();
}

/** @param {ReturnType<typeof makeSaving>} made @param {string} answer @param {object} [more] */
async function answer({ saving, banners }, answer, more = {}) {
    const answered = saving.notes["bannerAnswered"]?.(makeAsker(), { id: banners.at(-1)?.id, answer, ...more }, around);
    await settle();
    return answered;
}

/** What a person does in the window that has opened last. @param {ReturnType<typeof makeSaving>} made @param {object} event */
async function act({ sheets, state }, event) {
    const window = makePort();
    sheets.accept(String(state.windows), window.port);
    window.say({ type: "event", event });
    await settle();
}

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
    const asker = makeAsker({ isPrivate: true });
    await submit(made, {}, asker);
    const kept = { user: "ada", password: "new", session: "s", passwordKind: "strong", provider: "p", form: "signUp" };
    assert.deepEqual(await made.saving.calls["keepGenerated"]?.(asker, kept, around), {});
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
    await submit(made, { form: "changePassword" }, makeAsker({ origin: "http://a.test", url: "http://a.test/login" }));
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
    await submit(made, { user: "ada" }, makeAsker({ tabId: 2 }));
    assert.equal(made.banners.length, 9);
    made.clock.advance(60_000);
    await submit(made, { user: "ada" });
    assert.equal(made.banners.length, 10);
});

test("of a site five passwords in ten minutes are handed on unasked, and further ones asked about", async () => {
    const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }], isLocked: true });
    for (let count = 0; count < 7; count += 1) {
        await submit(made, { password: `secret ${count}` }, makeAsker({ tabId: count }));
    }
    assert.equal(made.saves.length, 5);
    assert.deepEqual(made.banners.map((each) => each.kind), [...Array(5).fill("waiting"), "save", "save"]);
    made.clock.advance(10 * 60_000);
    await submit(made, { password: "secret 8" }, makeAsker({ tabId: 8 }));
    assert.equal(made.saves.length, 6);
});

const generated = { user: "ada", password: "made", session: "s", passwordKind: "strong", provider: "p", form: "signUp" };

test("a generated password is kept by the provider that made it before it is filled, and saved with the same session", async () => {
    const made = makeSaving();
    assert.deepEqual(await made.saving.calls["keepGenerated"]?.(makeAsker(), generated, around), {});
    assert.deepEqual(made.saves.map(({ provider, mayAsk }) => [provider, mayAsk]), [["p", false]]);
    await submit(made, { session: "s", password: "made", form: "signUp" });
    assert.deepEqual(made.saves.map(({ request }) => [request.event, request.sessionID, request.passwordKind]), [
        ["generatedPasswordFilled", "s", "strong"], ["formDidDisappear", "s", undefined],
    ]);
    assert.equal(made.banners.at(-1)?.kind, "saved");
});

test("a page is told when a generated password could not be kept, and when the provider's question was answered", async () => {
    const failing = makeSaving({ save: () => { throw new Failure("providerFailed", ""); } });
    await assert.rejects(async () => failing.saving.calls["keepGenerated"]?.(makeAsker(), generated, around), { reason: "providerFailed" });
    const asking = makeSaving({
        save: ({ mayAsk }) => {
            if (mayAsk === false) throw new Failure("interactionRequired", "");
            return {};
        },
    });
    assert.deepEqual(await asking.saving.calls["keepGenerated"]?.(makeAsker(), generated, around), {});
    assert.deepEqual(asking.saves.map(({ provider }) => provider), ["p", "p"]);
    // What is no generated login is kept by nobody.
    const { provider: _, ...nobodys } = generated;
    assert.throws(() => asking.saving.calls["keepGenerated"]?.(makeAsker(), nobodys, around), { name: "UnreadableMessage" });
});

test("a password that is made for a change is kept for the login that is changed, on the host where it belongs", async () => {
    const own = makeSaving({ stored: [{ user: "ada", grade: "exact" }] });
    const made = { ...generated, user: "", form: "changePassword" };
    await own.saving.calls["keepGenerated"]?.(makeAsker(), made, around);
    const moved = makeSaving({ stored: [elsewhere], there: [{ ...elsewhere, grade: "exact" }] });
    moved.memory.remember("usedLogin", 1, "a.test", loginName(used));
    moved.memory.remember("chosenUser", 1, "a.test", "ada");
    await moved.saving.calls["keepGenerated"]?.(makeAsker(), made, around);
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
    await made.saving.notes["submitted"]?.(makeAsker(), { session: "1", form: "twoStepLogin", user: "ada", password: "", wasGenerated: false }, around);
    await settle();
    await submit(made, { user: "", form: "twoStepLogin" });
    assert.equal(made.banners[0]?.user, "ada");
});

test("the address of a sign-up's first step is the user of its second, which asks for a password alone", async () => {
    const made = makeSaving();
    await made.saving.notes["submitted"]?.(makeAsker(), { session: "1", form: "signUp", user: "ada@x.test", password: "", wasGenerated: false }, around);
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
    const asker = makeAsker();
    await made.saving.notes["submitted"]?.(asker, { session: "s", form: "login", user: "ada", password: "wrong", wasGenerated: false }, around);
    await settle();
    await made.saving.notes["settled"]?.(asker, { session: "s", outcome: "failed" }, around);
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

test("only the top document answers the question, by its id, and once", async () => {
    const made = makeSaving();
    await submit(made);
    const id = made.banners[0]?.id;
    for (const [asker, said] of /** @type {const} */ ([
        [makeAsker({ isTop: false, frameId: 3 }), { id, answer: "save" }],
        [makeAsker({ tabId: 2 }), { id, answer: "save" }],
        [makeAsker(), { id: "guessed", answer: "save" }],
        [makeAsker(), { id, answer: "notNow" }],
        [makeAsker(), { id, answer: "save" }],
    ])) await made.saving.notes["bannerAnswered"]?.(asker, said, around);
    await settle();
    assert.deepEqual(made.saves, []);
});

test("the question goes with the pages that follow a login, and with its time", async () => {
    const made = makeSaving();
    await submit(made);
    const details = { tabId: 1, frameId: 0, url: "https://a.test/", timeStamp: 0 };
    // Once a document: the click on a banner that is drawn anew would be lost.
    made.saving.completed(details);
    assert.equal(made.banners.length, 1);
    for (let page = 0; page < 5; page += 1) {
        made.saving.committed(details);
        made.saving.completed(details);
        made.saving.completed(details);
        await settle();
    }
    assert.equal(made.banners.length, 4);
    made.clock.advance(120_000);
    assert.deepEqual(made.gone, []);
    made.clock.advance(480_000);
    assert.deepEqual(made.gone, [made.banners[0]?.id]);
    await answer(made, "save");
    assert.deepEqual(made.saves, []);
});

test("the question does not go along to another site that the person went to by themselves", async () => {
    for (const [transitionType, url, count] of /** @type {[string, string, number][]} */ ([
        ["typed", "https://b.test/", 1], ["auto_bookmark", "https://b.test/", 1],
        ["typed", "https://a.test/next", 2], ["link", "https://b.test/", 2], ["form_submit", "https://b.test/", 2],
    ])) {
        const made = makeSaving();
        await submit(made);
        made.saving.committed({ tabId: 1, frameId: 0, url, timeStamp: 0, transitionType });
        made.saving.completed({ tabId: 1, frameId: 0, url, timeStamp: 0 });
        await settle();
        assert.equal(made.banners.length, count, `${transitionType} to ${url}`);
    }
});

test("a press on a question that is not open any more is told to have failed, and a second press on one that was is not", async () => {
    const made = makeSaving();
    await submit(made);
    await answer(made, "save");
    const [question] = made.banners;
    const press = (/** @type {string} */ id, said = "save") => made.saving.notes["bannerAnswered"]?.(makeAsker(), { id, answer: said }, around);
    await press(question?.id ?? "");
    await press("of a worker before", "notNow");
    assert.deepEqual(made.banners.map((each) => each.kind), ["save", "saved"]);
    await press("of a worker before");
    assert.deepEqual(made.banners.slice(2).map(({ kind, host }) => [kind, host]), [["failed", "a.test"]]);
    assert.equal(made.saves.length, 1);
});

test("what could not be judged in the page is asked again in the extension's window, and Not Now is taken as it is", async () => {
    for (const said of ["save", "never"]) {
        const made = makeSaving();
        await submit(made);
        answer(made, said, { mustConfirm: true });
        await settle();
        assert.deepEqual([made.saves, made.never, made.state.windows], [[], [], 1]);
        // Pressed again meanwhile, it is one question still.
        await answer(made, said);
        await act(made, { kind: "pressed", element: "save" });
        assert.deepEqual([made.saves.length, made.never.length, made.state.windows], [1, 0, 1]);
    }
    const made = makeSaving();
    await submit(made);
    await answer(made, "notNow", { mustConfirm: true });
    assert.equal(made.state.windows, 0);
});

test("a window that asks goes when its question does", async () => {
    const made = makeSaving();
    await submit(made);
    const asked = answer(made, "save", { mustConfirm: true });
    await settle();
    made.saving.tabRemoved(1);
    await asked;
    await act(made, { kind: "pressed", element: "save" });
    assert.deepEqual([made.saves, made.state.windows], [[], 1]);
});

test("a question that comes between two pages waits for the second, and opens a window only where none takes it", async () => {
    const made = makeSaving();
    made.state.isBetweenPages = true;
    await submit(made);
    made.state.isBetweenPages = false;
    made.saving.completed({ tabId: 1, frameId: 0, url: "https://a.test/", timeStamp: 0 });
    made.clock.advance(1500);
    await settle();
    assert.deepEqual([made.banners.length, made.state.windows], [1, 0]);
    made.state.isBetweenPages = true;
    await submit(made, { password: "other" });
    made.clock.advance(1500);
    await settle();
    assert.deepEqual([made.banners.length, made.state.windows], [1, 1]);
});
