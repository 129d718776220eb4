import assert from "node:assert/strict";
import test from "node:test";
import { settle } from "./doubles.js";
import { act, answer, around, Failure, makeRequester, makeSaving, submit } from "./savingDoubles.js";

test("only the top document answers the question, by its id and once", async () => {
    const made = makeSaving();
    await submit(made);
    const id = made.banners[0]?.id;
    for (const [requester, said] of /** @type {const} */ ([
        [makeRequester({ isTop: false, frameId: 3 }), { id, answer: "save" }],
        [makeRequester({ tabId: 2 }), { id, answer: "save" }],
        [makeRequester(), { id: "guessed", answer: "save" }],
        [makeRequester(), { id, answer: "notNow" }],
        [makeRequester(), { id, answer: "save" }],
    ])) await made.saving.notes["bannerAnswered"]?.(requester, said, around);
    await settle();
    assert.deepEqual(made.saves, []);
});

test("the question follows the pages after a login and expires", async () => {
    const made = makeSaving();
    await submit(made);
    const details = { tabId: 1, frameId: 0, url: "https://a.test/", timeStamp: 0 };
    // Only once per document, because redrawing the banner would lose a click.
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

test("the question does not follow a navigation of the user to another site", async () => {
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

test("reports a press on an expired question as failed, and ignores a second press on an answered one", async () => {
    const made = makeSaving();
    await submit(made);
    await answer(made, "save");
    const [question] = made.banners;
    const press = (/** @type {string} */ id, said = "save") => made.saving.notes["bannerAnswered"]?.(makeRequester(), { id, answer: said }, around);
    await press(question?.id ?? "");
    await press("of a worker before", "notNow");
    assert.deepEqual(made.banners.map((each) => each.kind), ["save", "saved"]);
    await press("of a worker before");
    assert.deepEqual(made.banners.slice(2).map(({ kind, host }) => [kind, host]), [["failed", "a.test"]]);
    assert.equal(made.saves.length, 1);
});

/** The users of all questions so far. @param {ReturnType<typeof makeSaving>} made */
const asked = ({ banners }) => banners.filter(({ kind }) => kind === "save").map(({ user }) => user);

test("a question about a form that a script submitted follows the open one about the user's form, once that is answered", async () => {
    for (const said of ["notNow", "save", undefined]) {
        const made = makeSaving();
        await submit(made, { isByUser: true });
        made.clock.advance(60_000);
        for (const user of ["bea", "cleo"]) await submit(made, { user, isByUser: false });
        assert.deepEqual(asked(made), ["ada"]);
        if (said !== undefined) await answer(made, said);
        else made.clock.advance(9 * 60_000);
        await settle();
        // The page reports a save before the next question.
        assert.deepEqual(asked(made), said === "save" ? ["ada"] : ["ada", "cleo"]);
        made.clock.advance(4000);
        await settle();
        assert.deepEqual(asked(made), ["ada", "cleo"]);
        await answer(made, "save");
        assert.deepEqual(made.saves.map(({ request }) => request.user), said === "save" ? ["ada", "cleo"] : ["cleo"]);
    }
});

test("the user's form is asked about before one that a script submitted earlier", async () => {
    const made = makeSaving();
    await submit(made, { user: "bea", isByUser: false });
    await submit(made, { isByUser: true });
    assert.deepEqual(asked(made), ["bea", "ada"]);
    await answer(made, "notNow");
    assert.deepEqual(asked(made), ["bea", "ada", "bea"]);
});

test("no question follows about a login that was just saved, an older form of the same account, a host that was excluded, or after ten minutes",
    async () => {
        for (const [first, second, said, wait] of /** @type {[object, object, string, number][]} */ ([
            [{ isByUser: true }, { isByUser: false }, "save", 0],
            [{ isByUser: false, password: "older" }, { isByUser: true }, "notNow", 0],
            [{ isByUser: true }, { isByUser: false, user: "bea" }, "never", 0],
            [{ isByUser: true }, { isByUser: false, user: "bea" }, "expires", 10 * 60_000],
        ])) {
            const made = makeSaving();
            await submit(made, first);
            await submit(made, second);
            const count = asked(made).length;
            made.clock.advance(wait);
            if (wait === 0) await answer(made, said);
            made.clock.advance(4000);
            await settle();
            assert.equal(asked(made).length, count, said);
        }
    });

test("a newer password that is saved without a question ends the open one about the same account, unless only a script submitted it", async () => {
    for (const [user, isByUser, isEnded] of /** @type {const} */ ([["ada", true, true], ["ada", false, false], ["bea", true, false]])) {
        const made = makeSaving({ stored: [{ user: "ada", grade: "exact" }, { user: "bea", grade: "exact" }], save: ({ mayAsk, request }) => {
            const { password } = /** @type {{password: string}} */ (request);
            if (mayAsk === false && password === "older") throw new Failure("interactionRequired", "");
            return {};
        } });
        await submit(made, { form: "changePassword", password: "older", isByUser: true });
        const [question] = made.banners;
        await submit(made, { user, form: "changePassword", password: "newer", isByUser, wasGenerated: true });
        assert.deepEqual(made.gone, isEnded ? [question?.id] : []);
        await made.saving.notes["bannerAnswered"]?.(makeRequester(), { id: question?.id, answer: "save" }, around);
        await settle();
        assert.equal(made.saves.at(-1)?.["request"].password, isEnded ? "newer" : "older");
    }
});

test("an answer that the guard could not judge is confirmed in a window, except not now", async () => {
    for (const said of ["save", "never"]) {
        const made = makeSaving();
        await submit(made);
        answer(made, said, { mustConfirm: true });
        await settle();
        assert.deepEqual([made.saves, made.never, made.state.windows], [[], [], 1]);
        // A second press meanwhile does not open another question.
        await answer(made, said);
        await act(made, { kind: "pressed", element: "save" });
        assert.deepEqual([made.saves.length, made.never.length, made.state.windows], [1, 0, 1]);
    }
    const made = makeSaving();
    await submit(made);
    await answer(made, "notNow", { mustConfirm: true });
    assert.equal(made.state.windows, 0);
});

test("the confirmation window closes with its question", async () => {
    const made = makeSaving();
    await submit(made);
    const asked = answer(made, "save", { mustConfirm: true });
    await settle();
    made.saving.tabRemoved(1);
    await asked;
    await act(made, { kind: "pressed", element: "save" });
    assert.deepEqual([made.saves, made.state.windows], [[], 1]);
});

test("a question between two pages waits for the second and opens a window only if no page shows it", async () => {
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

/** The tab that shows the question about a login, once a pop-up window of tab 1 has closed. @param {ReturnType<typeof makeSaving>} made */
async function afterClosing(made, tabId = 5) {
    made.saving.tabRemoved(tabId);
    made.clock.advance(500);
    await settle();
    return made.banners.length === 0 ? undefined : made.state.shownIn;
}

const popup = makeRequester({ tabId: 5 });
const login = { session: "s", form: "login", user: "ada", password: "secret", wasGenerated: false, isByUser: true };

test("a login in a pop-up window that closes itself is offered in the tab that opened it", async () => {
    for (const outcome of [undefined, "gone"]) {
        const made = makeSaving();
        made.openers.opened({ tabId: 5, sourceTabId: 1 });
        await made.saving.notes["submitted"]?.(popup, login, around);
        await settle();
        if (outcome !== undefined) await made.saving.notes["settled"]?.(popup, { session: "s", outcome }, around);
        await settle();
        assert.equal(await afterClosing(made), 1);
        await answer(made, "save");
        assert.deepEqual(made.saves.map(({ request }) => [request.user, request.serviceIdentifier.identifier]), [["ada", "https://a.test/"]]);
        assert.equal(made.banners.at(-1)?.kind, "saved");
    }
});

test("a login in a pop-up window is offered in the window in front if its opener has closed, too", async () => {
    for (const [frontTab, expected] of [[8, 8], [undefined, undefined]]) {
        const made = makeSaving();
        made.state.frontTab = frontTab;
        made.openers.opened({ tabId: 5, sourceTabId: 1 });
        made.openers.closed(1);
        await made.saving.notes["submitted"]?.(popup, login, around);
        await settle();
        assert.equal(await afterClosing(made), expected);
    }
});

test("a tab that the user closes, and a pop-up window that reported an error, offer nothing", async () => {
    for (const [isOpened, outcome] of /** @type {const} */ ([[false, undefined], [true, "failed"], [true, "stays"], [false, "failed"]])) {
        const made = makeSaving();
        if (isOpened) made.openers.opened({ tabId: 5, sourceTabId: 1 });
        await made.saving.notes["submitted"]?.(popup, login, around);
        await settle();
        made.saving.tabRemoved(5);
        // The last message of the document arrives after its tab's end.
        if (outcome !== undefined) await made.saving.notes["settled"]?.(popup, { session: "s", outcome }, around);
        made.clock.advance(1000);
        await settle();
        assert.deepEqual(made.banners, []);
    }
});

test("a login that Latchkey filled in a pop-up window is not offered after the window has closed", async () => {
    const made = makeSaving();
    made.openers.opened({ tabId: 5, sourceTabId: 1 });
    made.memory.remember("filled", 5, "https://a.test", await made.memory.digest("ada", "secret"));
    await made.saving.notes["submitted"]?.(popup, login, around);
    await settle();
    assert.equal(await afterClosing(made), undefined);
    made.clock.advance(500);
    assert.equal(made.memory.recall("filled", 5, "https://a.test"), undefined);
});
