import assert from "node:assert/strict";
import test from "node:test";
import { settle } from "./doubles.js";
import { confirm, fields, filled, found, makePopup, offers, otto, page, showUnlock } from "./popupDoubles.js";

const { loginName } = await import("../../../src/background/tabMemory.js");
const picked = { provider: "p", service: "a.test", user: "ada" };

test("a login found on another site belongs to the page on its own site", async () => {
    const made = makePopup({ url: "https://other.test/", frames: [{ ...page, url: "https://other.test/" }] });
    await made.call("search", { text: "o" });
    made.state.offers = { ...offers, suggestions: [{ ...otto, grade: "exact", rank: 0 }] };
    await made.call("page");
    await made.call("search", { text: "o" });
    assert.deepEqual((await made.call("fill", { suggestion: "o" })).result, {});
    assert.deepEqual([made.opened, made.told.length], [[], 1]);
});

test("a search result from before a page does not count on that page", async () => {
    const made = makePopup();
    await made.call("search", { text: "o" });
    await made.call("page");
    await made.call("copy", { part: "password", suggestion: "o" });
    assert.equal(made.asked.at(-1)?.[1]["url"], page.url);
});

test("a search without a page also finds the logins of the previous page", async () => {
    const { call, state } = makePopup();
    await call("page");
    state.url = "about:blank";
    await call("page");
    const { result } = await call("search", { text: "" });
    assert.deepEqual(result.logins.map((/** @type {{id: string}} */ each) => each.id), ["s-password", "o", "oc"]);
});

test("the rows on the screen stay known whatever later searches find", async () => {
    const { call, state, asked } = makePopup();
    await call("search", { text: "o" });
    for (let turn = 0; turn < 6; turn += 1) {
        const others = Array.from({ length: 99 }, (_, index) => ({ ...otto, id: `${turn} ${index}` }));
        state.found = { logins: [...others, otto], hasMore: false };
        await call("search", { text: "o" });
    }
    await call("copy", { part: "password", suggestion: "o" });
    assert.equal(asked.at(-1)?.[1]["url"], "https://other.test/");
    await call("copy", { part: "password", suggestion: "0 0" });
    assert.equal(asked.at(-1)?.[1]["url"], page.url);
});

test("the window that shows a password of another site names that site", async () => {
    const made = makePopup();
    /** @type {(value: typeof filled) => void} */
    let unlock = () => {};
    made.state.fill = () => new Promise((resolve) => void (unlock = resolve));
    await made.call("search", { text: "o" });
    await made.call("reveal", { suggestion: "o" });
    const window = await showUnlock(made);
    made.end();
    unlock(filled);
    await settle();
    const { frame, sheet } = window.sent.at(-1);
    assert.ok(JSON.stringify(sheet).includes("secret"));
    assert.equal(frame.requester.name, "https://other.test");
});

test("shows no password after the list closed without an unlock question", async () => {
    const made = makePopup();
    /** @type {(value: typeof filled) => void} */
    let answer = () => {};
    made.state.fill = () => new Promise((resolve) => void (answer = resolve));
    await made.call("page");
    await made.call("reveal", { suggestion: "s-password" });
    made.end();
    answer(filled);
    await settle();
    assert.deepEqual(made.opened, []);
});

test("a lock closes the window with a revealed password", async () => {
    const made = makePopup();
    /** @type {(value: typeof filled) => void} */
    let unlock = () => {};
    made.state.fill = () => new Promise((resolve) => void (unlock = resolve));
    await made.call("reveal", { suggestion: "s-password" });
    const window = await showUnlock(made);
    made.end();
    unlock(filled);
    await settle();
    assert.ok(JSON.stringify(window.sent.at(-1)).includes("secret"));
    const again = made.connect();
    again.say({ id: 1, method: "lock" });
    await settle();
    assert.deepEqual([again.sent, window.isEnded], [[{ id: 1, result: {} }], true]);
});

test("the picked login of the page is remembered for a password change", async () => {
    const { call, memory } = makePopup();
    await call("page");
    await call("fill", { suggestion: "s-password" });
    assert.equal(memory.recall("usedLogin", 1, "a.test"), loginName(picked));
});

test("a private window remembers no picked login", async () => {
    const { call, memory } = makePopup({ isPrivate: true });
    await call("page");
    await call("fill", { suggestion: "s-password" });
    assert.equal(memory.recall("usedLogin", 1, "a.test"), undefined);
});

/** @type {[string, string, object][]} */
const others = [["of another site", "fill", { suggestion: "o" }], ["of a provider's list", "list", { kind: "password", provider: "p" }]];
for (const [name, method, params] of others) {
    test(`a login ${name} clears the remembered login`, async () => {
        const made = makePopup();
        await made.call("page");
        await made.call("search", { text: "o" });
        made.memory.remember("usedLogin", 1, "a.test", loginName(picked));
        await made.call(method, params);
        if (method === "fill") await confirm(made);
        assert.equal(made.told.length, 1);
        assert.equal(made.memory.recall("usedLogin", 1, "a.test"), undefined);
    });
}

test("one question covers another site's login and an insecure page, and names both", async () => {
    const url = "http://a.test/login";
    const made = makePopup({ url, frames: [{ ...page, url }] });
    await made.call("search", { text: "o" });
    await made.call("fill", { suggestion: "o" });
    const shown = await confirm(made);
    assert.ok(shown.includes("confirm_other_warning|https://other.test|http://a.test"));
    assert.ok(shown.includes("confirm_insecure_warning|http://a.test"));
    const { acceptsWarning, acceptsFrame, ancestorOrigins } = made.asked.at(-1)?.[1] ?? {};
    assert.deepEqual([acceptsWarning, acceptsFrame, ancestorOrigins], [true, true, ["http://a.test"]]);
    assert.deepEqual([made.opened.length, made.told.length], [1, 1]);
});

test("a login whose rule does not allow the page is described as a login for other pages of the host", async () => {
    const made = makePopup();
    made.state.found = { logins: [{ ...otto, service: "a.test", url: "https://a.test/payroll/" }], hasMore: false };
    await made.call("search", { text: "o" });
    await made.call("fill", { suggestion: "o" });
    const shown = await confirm(made);
    for (const word of ["confirm_other_page_title", "confirm_other_page_warning|a.test"]) assert.ok(shown.includes(word), word);
    assert.ok(!shown.includes("confirm_other_warning"), shown);
    assert.deepEqual(made.told.length, 1);
});

for (const host of ["localhost:8080", "app.localhost", "127.0.0.1:8080", "[::1]"]) {
    test(`a page of this computer, ${host}, needs no warning`, async () => {
        const url = `http://${host}/login`;
        const made = makePopup({ url, frames: [{ ...page, url }] });
        await made.call("search", { text: "o" });
        await made.call("fill", { suggestion: "o" });
        const shown = await confirm(made);
        assert.ok(shown.includes("confirm_other_warning"));
        assert.ok(!shown.includes("confirm_insecure_warning"));
        assert.equal(made.asked.at(-1)?.[1]["acceptsWarning"], false);
    });
}

for (const host of ["localhost.test", "127.0.0.1.test", "notlocalhost"]) {
    test(`a page of ${host}, which is not this computer, needs a warning`, async () => {
        const url = `http://${host}/login`;
        const made = makePopup({ url, frames: [{ ...page, url }] });
        await made.call("search", { text: "o" });
        await made.call("fill", { suggestion: "o" });
        assert.ok((await confirm(made)).includes("confirm_insecure_warning"));
    });
}

test("a secure page accepts no warning with the question", async () => {
    const made = makePopup();
    await made.call("search", { text: "o" });
    await made.call("fill", { suggestion: "o" });
    assert.ok(!(await confirm(made)).includes("confirm_insecure_warning"));
    assert.equal(made.asked.at(-1)?.[1]["acceptsWarning"], false);
});

test("the list shows the agent's features with and without a page", async () => {
    for (const url of [page.url, "about:blank"]) {
        const { call, state } = makePopup({ url, documents: { 0: fields } });
        const { canSearch, canLock } = (await call("page")).result;
        assert.deepEqual([canSearch, canLock], [true, true]);
        state.features = ["lock"];
        const less = (await call("page")).result;
        assert.deepEqual([less.canSearch, less.canLock], [false, true]);
    }
});

test("a search does not repeat the page's own logins", async () => {
    const { call } = makePopup();
    await call("page");
    const { result } = await call("search", { text: "a" });
    assert.deepEqual(result.logins, found.logins.slice(1));
});
