import assert from "node:assert/strict";
import test from "node:test";
import { actOn, installBrowser, makeClock, makePort, settle } from "./doubles.js";

installBrowser();
const { Requests } = await import("../../../src/background/requests.js");
const { Sheets } = await import("../../../src/background/sheets.js");
const { loginName, TabMemory } = await import("../../../src/background/tabMemory.js");
const { Failure } = await import("../../../src/messages/failure.js");

const offers = {
    serviceIdentifiers: [{ type: "URL", identifier: "https://a.test/login" }, { type: "domain", identifier: "a.test" }],
    suggestions: [{
        id: "s1", kind: "password", user: "ada", service: "a.test", grade: "exact", provider: "p", providerName: "Vault", rank: 0,
        isPreselectable: true,
    }],
    providers: [],
    locked: [],
    frame: { origin: "https://a.test", topLevelOrigin: "https://top.test", isOfOtherSite: true },
};
const filled = { provider: "p", value: { kind: "password", user: "ada", password: "secret" } };

/** @param {Record<string, (params: Record<string, unknown>) => object>} answers */
function makeRequests(answers) {
    const clock = makeClock();
    /** @type {[string, Record<string, unknown>][]} */
    const asked = [];
    /** @type {string[]} */
    const opened = [];
    const agent = {
        call: async (/** @type {string} */ method, /** @type {Record<string, unknown>} */ params) => {
            asked.push([method, params]);
            const answer = answers[method];
            if (answer === undefined) throw new Failure("unknownMethod", "");
            return answer(params);
        },
    };
    const sheets = new Sheets({
        openWindow: async (address) => {
            opened.push(address);
            return 100 + opened.length;
        },
        closeWindow: async () => {},
        focusWindow: async () => {}, windowOfTab: async () => 7,
        sendEvent: () => {},
        after: clock.after,
        pageURL: "sheet.html",
    });
    const memory = new TabMemory(clock.now);
    const requests = new Requests({
        agent: /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ (agent)),
        sheets,
        memory,
        neverSaved: { has: async (host) => host === "never.test" },
    });
    return { requests, sheets, memory, asked, opened };
}

/** @param {Partial<import("../../../src/background/documents.js").Requester>} [more] */
function makeRequester(more = {}) {
    const control = new AbortController();
    const requester = {
        tabId: 1, frameId: 4, documentId: "d1", windowId: 7, isPrivate: false, isTop: false, origin: "https://a.test",
        url: "https://a.test/login", gone: control.signal, ...more,
    };
    return { requester, around: { ancestorOrigins: ["https://top.test"], signal: control.signal }, leave: () => control.abort() };
}

/**
 * Presses the button of the opened window and returns what it showed.
 * @param {ReturnType<typeof makeRequests>} made
 */
async function answerWindow({ sheets, opened }, event = { kind: "pressed", element: "confirm" }) {
    await settle();
    const name = opened.at(-1)?.split("=")[1] ?? "";
    const window = makePort();
    sheets.accept(name, window.port);
    const shown = window.sent.at(-1);
    actOn(window, event);
    await settle();
    return JSON.stringify(shown);
}

test("requests suggestions for the document's own address and ancestors", async () => {
    const { requests, asked, memory } = makeRequests({ suggest: () => offers, "quirks.site": () => ({ passwordRules: "minlength: 9;" }) });
    const { requester, around } = makeRequester();
    memory.remember("failedUser", 1, "https://a.test", "ada");
    memory.rememberStep(1, "a.test", { user: "grace", place: "p", isName: true, isCertain: true });
    const found = await requests.suggest(requester, { kinds: ["password"] }, around);
    assert.deepEqual(asked[0], ["suggest", {
        url: "https://a.test/login", kinds: ["password"], explain: false, ancestorOrigins: ["https://top.test"],
    }]);
    assert.deepEqual(
        [found.passwordRules, found.failedUser, found.chosenUser, found.savesHere, found.frame.isOfOtherSite],
        ["minlength: 9;", "ada", "grace", true, true],
    );
});

test("a code is not suggested in a frame of another site", async () => {
    const [login] = offers.suggestions;
    const code = { ...login, id: "c1", kind: "code" };
    for (const [isOfOtherSite, kinds] of /** @type {const} */ ([[true, ["password"]], [false, ["password", "code"]]])) {
        const found = { ...offers, suggestions: [login, code], frame: { ...offers.frame, isOfOtherSite } };
        const { requests } = makeRequests({ suggest: () => found });
        const { requester, around } = makeRequester();
        const { suggestions } = await requests.suggest(requester, { kinds: ["password", "code"] }, around);
        assert.deepEqual(suggestions.map((each) => each.kind), kinds);
    }
});

test("offers no saving in a private window or on an excluded site", async () => {
    const { requests } = makeRequests({ suggest: () => offers });
    const hidden = makeRequester({ isPrivate: true });
    assert.equal((await requests.suggest(hidden.requester, { kinds: [] }, hidden.around)).savesHere, false);
    const never = makeRequester({ origin: "https://never.test", url: "https://never.test/" });
    assert.equal((await requests.suggest(never.requester, { kinds: [] }, never.around)).savesHere, false);
});

test("a fill without a question opens no window", async () => {
    const { requests, asked, opened } = makeRequests({ fill: () => filled });
    const { requester, around } = makeRequester();
    assert.deepEqual(await requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around), filled);
    assert.deepEqual(asked, [["fill", {
        url: "https://a.test/login", suggestion: "s1", acceptsWarning: false, ancestorOrigins: ["https://top.test"], acceptsFrame: false,
    }]]);
    assert.deepEqual(opened, []);
});

test("only the document that was filled can withdraw its fill", async () => {
    const { requests, memory } = makeRequests({ suggest: () => offers, fill: () => filled });
    const { requester, around } = makeRequester(), { requester: other } = makeRequester({ documentId: "d2" });
    await requests.suggest(requester, { kinds: ["password"] }, around);
    memory.rememberStep(1, "a.test", { user: "grace", place: "p", isName: true, isCertain: true });
    await requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around);
    const noted = () => [memory.chosenUser(1, "a.test"), memory.recall("filled", 1, "https://a.test") !== undefined,
        memory.recall("usedLogin", 1, "a.test") !== undefined, memory.recall("filledLogin", 1, "https://a.test") !== undefined];
    assert.deepEqual(noted(), ["ada", true, true, true]);
    requests.notes["unfilled"]?.(other, {}, around);
    assert.deepEqual(noted(), ["ada", true, true, true]);
    requests.notes["unfilled"]?.(requester, {}, around);
    assert.deepEqual(noted(), ["grace", false, false, false]);
});

test("marks fills in a private window as private", async () => {
    const { requests, asked } = makeRequests({ fill: () => filled, list: () => filled, generate: () => ({}) });
    const { requester, around } = makeRequester({ isPrivate: true });
    await requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around);
    await requests.list(requester, { kind: "password", provider: "p", mustConfirm: false }, around);
    assert.deepEqual(asked.map(([method, params]) => [method, params.isPrivate]), [["fill", true], ["list", true]]);
});

test("a request without a page contains no address", async () => {
    const { requests, asked } = makeRequests({ list: () => filled, generate: () => ({}) });
    const [page, standing] = [{ origin: "https://latchkey.invalid", windowId: 7 }, { ancestorOrigins: [], signal: makeRequester().around.signal }];
    await requests.ask(page, standing, "list", { kind: "password", provider: "p" }, { mustConfirm: false });
    await requests.ask(page, standing, "generate", { request: {} }, { mustConfirm: false });
    assert.deepEqual(asked.map(([, params]) => params), [
        { kind: "password", provider: "p" }, { request: {}, ancestorOrigins: [], acceptsFrame: false },
    ]);
});

test("confirms a fill into a frame of another site in a window that names both origins and the account", async () => {
    const made = makeRequests({
        suggest: () => offers,
        fill: ({ acceptsFrame }) => {
            if (acceptsFrame !== true) throw new Failure("otherSiteFrame", "", { details: { other: "https://top.test" } });
            return filled;
        },
    });
    const { requester, around } = makeRequester();
    await made.requests.suggest(requester, { kinds: [] }, around);
    const answer = made.requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around);
    const shown = await answerWindow(made);
    for (const word of ["https://a.test", "https://top.test", "ada"]) assert.ok(shown.includes(word), word);
    assert.deepEqual(await answer, filled);
    assert.equal(made.asked.filter(([method]) => method === "fill").length, 2);
});

test("a password generated ahead asks nothing, opens no window and replaces no request", async () => {
    const generated = { provider: "p", passwords: [{ kind: "strong", value: "made" }] };
    const made = makeRequests({ generate: ({ acceptsFrame }) => {
        if (acceptsFrame !== true) throw new Failure("otherSiteFrame", "");
        return generated;
    } });
    const { requester, around } = makeRequester();
    const before = made.sheets.begin(7, "a.test", { place: "tab 1" });
    const ahead = { provider: "p", withInterface: true, isAhead: true };
    await assert.rejects(made.requests.generate(requester, ahead, around), { reason: "otherSiteFrame" });
    await settle();
    assert.deepEqual([made.opened, before.cancelSignal.aborted], [[], false]);
    assert.deepEqual(made.asked.map(([, { withInterface, acceptsFrame, ancestorOrigins }]) => [withInterface, acceptsFrame, ancestorOrigins]),
        [[false, false, around.ancestorOrigins]]);
    // The user's pick opens the window and replaces the request.
    const answer = made.requests.generate(requester, { ...ahead, withInterface: false, isAhead: false }, around);
    assert.ok((await answerWindow(made)).includes("https://top.test"));
    assert.deepEqual([await answer, before.cancelSignal.aborted], [generated, true]);
});

test("a fill that the user does not confirm is not requested again", async () => {
    const made = makeRequests({ fill: () => { throw new Failure("otherSiteFrame", ""); } });
    const { requester, around } = makeRequester();
    const answer = assert.rejects(made.requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around), { reason: "userCanceled" });
    await answerWindow(made, { kind: "cancelled", element: "" });
    await answer;
    assert.equal(made.asked.length, 1);
});

test("one question covers an unjudged strip and a frame of another site", async () => {
    const made = makeRequests({
        suggest: () => offers,
        fill: ({ acceptsFrame }) => {
            if (acceptsFrame !== true) throw new Failure("otherSiteFrame", "", { details: { other: "https://top.test" } });
            return filled;
        },
    });
    const { requester, around } = makeRequester();
    for (const isKnown of [true, false]) {
        if (isKnown) await made.requests.suggest(requester, { kinds: [] }, around);
        const unknown = isKnown ? requester : { ...requester };
        const answer = made.requests.fill(unknown, { suggestion: "s1", mustConfirm: true }, around);
        const shown = await answerWindow(made);
        for (const word of ["confirm_frame_warning", "https://a.test", "https://top.test", "confirm_hidden_warning"]) {
            assert.ok(shown.includes(word), word);
        }
        assert.deepEqual(await answer, filled);
    }
    assert.equal(made.opened.length, 2);
    assert.deepEqual(made.asked.filter(([method]) => method === "fill").map(([, params]) => params["acceptsFrame"]), [true, true]);
});

test("a frame of the page's own site asks only about the unjudged strip", async () => {
    const made = makeRequests({ suggest: () => ({ ...offers, frame: { ...offers.frame, isOfOtherSite: false } }), fill: () => filled });
    const { requester, around } = makeRequester();
    await made.requests.suggest(requester, { kinds: [] }, around);
    const answer = made.requests.fill(requester, { suggestion: "s1", mustConfirm: true }, around);
    const shown = await answerWindow(made);
    assert.ok(shown.includes("confirm_hidden_warning") && !shown.includes("confirm_frame_warning"));
    assert.deepEqual(await answer, filled);
});

test("a second fill in a tab cancels the first but not a save", async () => {
    const made = makeRequests({ fill: () => new Promise(() => {}), save: () => new Promise(() => {}) });
    const { requester, around } = makeRequester();
    const outcomes = /** @type {string[]} */ ([]);
    const saving = made.requests.ask(requester, around, "save", { request: {} }, { mustConfirm: false });
    saving.catch(() => outcomes.push("save"));
    made.requests.fill(requester, { suggestion: "s1", mustConfirm: true }, around).catch((failure) => outcomes.push(failure.reason));
    await settle();
    made.requests.fill(requester, { suggestion: "s2", mustConfirm: true }, around).catch(() => outcomes.push("second"));
    await settle();
    assert.deepEqual(outcomes, ["userCanceled"]);
    assert.equal(made.opened.length, 1);
});

test("a fill from an unjudged strip is confirmed before the agent is asked", async () => {
    const made = makeRequests({ fill: () => filled });
    const { requester, around } = makeRequester();
    const answer = made.requests.fill(requester, { suggestion: "s1", mustConfirm: true }, around);
    await settle();
    assert.deepEqual(made.asked, []);
    await answerWindow(made);
    assert.deepEqual(await answer, filled);
});

test("the confirmation names the host to which a form would send a password", async () => {
    const made = makeRequests({ fill: () => filled });
    const { requester, around } = makeRequester();
    const doubts = [/** @type {const} */ ({ reason: "otherOrigin", host: "mallory.test" })];
    const answer = made.requests.fill(requester, { suggestion: "s1", mustConfirm: false, doubts }, around);
    await settle();
    assert.deepEqual(made.asked.map(([method]) => method), ["suggest"], "only the sites are compared");
    await answerWindow(made);
    assert.deepEqual(await answer, filled);
});

test("an https login on an http page is confirmed once", async () => {
    const made = makeRequests({
        fill: () => { throw new Failure("insecureOrigin", "the page is not secure"); },
    });
    const { requester, around } = makeRequester();
    const answer = assert.rejects(made.requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around), { reason: "insecureOrigin" });
    await answerWindow(made);
    await answer;
    assert.deepEqual(made.asked.map(([, params]) => params["acceptsWarning"]), [false, true]);
    assert.equal(made.opened.length, 1);
});

test("the question closes when its document goes away", async () => {
    const made = makeRequests({ fill: () => filled });
    const { requester, around, leave } = makeRequester();
    const answer = assert.rejects(made.requests.fill(requester, { suggestion: "s1", mustConfirm: true }, around), { reason: "gone" });
    await settle();
    leave();
    await answer;
    assert.deepEqual(made.asked, []);
});

test("a fill is remembered as a digest and its account for the next step", async () => {
    const { requests, memory } = makeRequests({ suggest: () => offers, fill: () => filled });
    const { requester, around } = makeRequester();
    await requests.suggest(requester, { kinds: [] }, around);
    await requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around);
    assert.match(String(memory.recall("filled", 1, "https://a.test")), /^[0-9a-f]{64}$/);
    assert.notEqual(await memory.digest("ada", "secret"), await new TabMemory(() => 0).digest("ada", "secret"));
    assert.equal(memory.chosenUser(1, "a.test"), "ada");
    assert.equal(memory.recall("filled", 1, "https://a.test"), await memory.digest("ada", "secret"));
    assert.ok(!String(memory.recall("filled", 1, "https://a.test")).includes("secret"));
});

test("remembers the used login after a pick of a suggestion, but not after a pick in a list", async () => {
    const { requests, memory } = makeRequests({ suggest: () => offers, fill: () => filled, list: () => filled });
    const { requester, around } = makeRequester();
    const recalled = () => memory.recall("usedLogin", 1, "a.test");
    await requests.suggest(requester, { kinds: [] }, around);
    await requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around);
    assert.equal(recalled(), loginName({ provider: "p", service: "a.test", user: "ada" }));
    await requests.list(requester, { kind: "password", provider: "p", mustConfirm: false }, around);
    assert.equal(recalled(), undefined);
    const { requester: hidden } = makeRequester({ isPrivate: true });
    await requests.suggest(hidden, { kinds: [] }, around);
    await requests.fill(hidden, { suggestion: "s1", mustConfirm: false }, around);
    assert.equal(recalled(), undefined);
});

test("unlocking through a provider's list succeeds even if the user picks nothing", async () => {
    let locked = [{ provider: "p", name: "Vault" }];
    const { requests } = makeRequests({
        suggest: () => ({ ...offers, locked }),
        list: () => { throw new Failure("userCanceled", ""); },
    });
    const { requester, around } = makeRequester();
    await assert.rejects(requests.unlock(requester, { provider: "p", mustConfirm: false }, around), { reason: "userCanceled" });
    locked = [];
    assert.deepEqual(await requests.unlock(requester, { provider: "p", mustConfirm: false }, around), {});
});

test("rejects an agent's response that is no credential", async () => {
    const { requests } = makeRequests({ fill: () => ({ provider: "p", value: { kind: "passkey" } }) });
    const { requester, around } = makeRequester();
    await assert.rejects(requests.fill(requester, { suggestion: "s1", mustConfirm: false }, around));
});

test("the warning of an insecure page names the insecure ancestor", async () => {
    const insecure = () => {
        throw new Failure("insecureOrigin", "not encrypted");
    };
    const made = makeRequests({ suggest: () => offers, fill: insecure });
    const { requester, around } = makeRequester();
    const filling = made.requests.fill(requester, { suggestion: "s1", mustConfirm: false }, { ...around, ancestorOrigins: ["http://top.test"] });
    filling.catch(() => undefined);
    assert.ok((await answerWindow(made)).includes("confirm_insecure_warning|http://top.test"));
    await assert.rejects(filling);
});
