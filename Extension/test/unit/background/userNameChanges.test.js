import assert from "node:assert/strict";
import test from "node:test";
import { settle } from "./doubles.js";
import { act, answer, around, Failure, loginName, makeRequester, makeSaving, submit, vault } from "./savingDoubles.js";

/** @import { Stored } from "./savingDoubles.js" */
/** @typedef {import("../../../src/messages.js").Submission} Submission */

const able = { ...vault, changesUserNames: true };
const [old, fresh] = ["ada@old.test", "ada@new.test"];
/** @type {Stored[]} */
const stored = [{ user: old, grade: "exact" }];
/** A change whose form shows the old address. @type {Partial<Submission>} */
const change = { form: "updateEmail", user: fresh, password: "", previous: [old] };

/** @param {Parameters<typeof makeSaving>[0]} [more] */
function makeChanging(more = {}) {
    return makeSaving({ stored, providers: [able], ...more });
}

test("a changed e-mail address is offered as the login's user name and changed after the user confirms", async () => {
    const made = makeChanging();
    await submit(made, change);
    assert.equal(made.saves.length, 0);
    const { id, ...banner } = made.banners[0] ?? {};
    assert.deepEqual(banner, {
        kind: "save", user: fresh, host: "a.test", providerName: "Vault", isUpdate: true, previousUser: old, changesPassword: false,
    });
    await answer(made, "save");
    assert.deepEqual(made.saves.map(({ request, provider, mayAsk, previousUser }) =>
        [request.serviceIdentifier.identifier, request.user, request.password, request.event, provider, mayAsk, previousUser]),
    [["https://a.test/", fresh, "", "userInitiated", "p", true, old]]);
    assert.deepEqual([made.banners.at(-1)?.kind, made.banners.at(-1)?.previousUser], ["saved", old]);
    // A later change of the password belongs to the renamed login.
    assert.equal(made.memory.recall("knownUser", 1, "a.test"), fresh);
    assert.equal(made.memory.chosenUser(1, "a.test"), undefined);
});

test("a form that changes address and password is offered in one banner", async () => {
    const made = makeChanging();
    await submit(made, { ...change, form: "changePassword", password: "new" });
    assert.deepEqual(made.banners.map(({ previousUser, changesPassword }) => [previousUser, changesPassword]), [[old, true]]);
    await answer(made, "save");
    const { request, previousUser } = made.saves[0] ?? {};
    assert.deepEqual([request.user, request.password, previousUser, made.saves.length], [fresh, "new", old, 1]);
});

test("an answer that the guard could not judge is confirmed in a window", async () => {
    const made = makeChanging();
    await submit(made, change);
    answer(made, "save", { mustConfirm: true });
    await settle();
    assert.deepEqual([made.saves, made.state.windows], [[], 1]);
    await act(made, { kind: "pressed", element: "save" });
    assert.deepEqual(made.saves.map(({ previousUser }) => previousUser), [old]);
});

test("reports a change of a user name that the provider refuses", async () => {
    const made = makeChanging({ save: () => {
        throw new Failure("providerFailed", "");
    } });
    await submit(made, change);
    await answer(made, "save");
    assert.deepEqual([made.banners.at(-1)?.kind, made.banners.at(-1)?.previousUser], ["failed", old]);
    assert.equal(made.memory.recall("knownUser", 1, "a.test"), undefined);
});

/** How the tab knows the previous address. @type {[string, Partial<Submission>, (made: ReturnType<typeof makeSaving>) => void][]} */
const sources = [
    ["is named by the form's text", { named: old }, () => {}],
    ["was typed or picked in a step before", {}, ({ memory }) =>
        memory.rememberStep(1, "a.test", { user: old, place: "", isName: false, isCertain: true })],
    ["logged in in this tab", {}, ({ memory }) => memory.remember("knownUser", 1, "a.test", old)],
];
for (const [name, more, prepare] of sources) {
    test(`a changed e-mail address is offered if the previous one ${name}`, async () => {
        const made = makeChanging();
        prepare(made);
        await submit(made, { ...change, previous: [], ...more });
        assert.deepEqual(made.banners.map(({ previousUser }) => previousUser), [old]);
    });
}

/** @type {[string, Partial<Submission>, Parameters<typeof makeSaving>[0]][]} */
const others = [
    ["the provider does not change user names", {}, { providers: [vault] }],
    ["the provider saves nothing", {}, { providers: [{ ...able, savesPasswords: false }] }],
    ["another provider has the login", {}, { providers: [{ ...able, id: "q" }, vault] }],
    ["nothing names the previous one", { previous: [] }, {}],
    ["the previous one is no login of the host", {}, { stored: [{ user: old, grade: "site" }] }],
    ["the login's user name is no address", { previous: ["ada"] }, { stored: [{ user: "ada", grade: "exact" }] }],
    ["another login has the new one", {}, { stored: [...stored, { user: fresh, grade: "exact" }] }],
    ["the site is excluded", {}, { never: ["a.test"] }],
];
for (const [name, more, world] of others) {
    test(`a changed e-mail address is not offered if ${name}`, async () => {
        const made = makeChanging(world);
        await submit(made, { ...change, ...more });
        assert.deepEqual([made.saves, made.banners], [[], []]);
    });
}

test("a changed e-mail address of a private window is not offered", async () => {
    const made = makeChanging();
    await submit(made, change, makeRequester({ isPrivate: true }));
    assert.deepEqual([made.saves, made.banners], [[], []]);
});

test("the password that an administrator sets for another account renames no login", async () => {
    const made = makeChanging();
    made.memory.remember("knownUser", 1, "a.test", old);
    await submit(made, { form: "changePassword", user: "grace@a.test", password: "new", previous: [], named: old });
    assert.deepEqual(made.banners.map(({ user, isUpdate, previousUser }) => [user, isUpdate, previousUser]),
        [["grace@a.test", false, undefined]]);
});

test("a change on another host of the site renames only the login that was picked in the tab", async () => {
    /** @type {Stored} */
    const there = { user: old, grade: "site", service: "www.a.test" };
    for (const [picked, expected] of /** @type {[string, (string | undefined)[]][]} */ ([[old, ["www.a.test"]], ["eve@old.test", []]])) {
        const made = makeChanging({ stored: [there], there: [{ ...there, grade: "exact" }] });
        made.memory.remember("usedLogin", 1, "a.test", loginName({ provider: "p", service: "www.a.test", user: picked }));
        await submit(made, change);
        assert.deepEqual(made.banners.map(({ host }) => host), expected);
        if (expected.length === 0) continue;
        await answer(made, "save");
        assert.equal(made.saves[0]?.["request"].serviceIdentifier.identifier, "https://www.a.test/");
    }
});

test("a failed change of an e-mail address offers nothing, and the next one that succeeds does", async () => {
    const made = makeChanging();
    const requester = makeRequester();
    await made.saving.notes["submitted"]?.(requester, { session: "s", wasGenerated: false, ...change }, around);
    await made.saving.notes["settled"]?.(requester, { session: "s", outcome: "failed" }, around);
    made.clock.advance(120_000);
    assert.deepEqual(made.banners, []);
    await submit(made, change);
    assert.equal(made.banners.length, 1);
});
