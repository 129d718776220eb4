import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser } from "./doubles.js";

installBrowser();
const { ada, call, get, lastWindow, makePage, makePasskeys, offering, refuse, settle } = await import("./passkeyDoubles.js");

/** A password picked in a provider's list for a passkey request. */
const chosen = { provider: "vault", value: { kind: "password", user: "ada", password: "x" } };
const password = { provider: "vault", password: chosen };

/**
 * Picks the password, up to the confirmation for the frame.
 * @param {ReturnType<typeof makePasskeys>} made
 * @param {string[]} [around]
 */
async function choosePassword(made, around = []) {
    const ended = call(made, "getPasskey", { ...get, isPermitted: true }, makePage({}, around));
    const window = await lastWindow(made);
    await window.choose("list vault");
    // The digest of the password is computed asynchronously.
    for (let turn = 0; turn < 20; turn += 1) await settle();
    return { ended, window };
}

test("a password picked in the list is confirmed for a frame, filled and remembered, and the page's request fails", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => password });
    const { ended, window } = await choosePassword(made, ["https://top.test"]);
    assert.match(window.text, /confirm_frame_warning\|https:\/\/a\.test\|https:\/\/top\.test/);
    assert.deepEqual(made.document.told, []);
    await window.act({ kind: "pressed", element: "confirm" });
    for (let turn = 0; turn < 100 && ended.failure === undefined; turn += 1) await settle();
    assert.deepEqual([{ ...ended }, made.opened.length, window.isEnded], [{ failure: "userCanceled" }, 1, true]);
    assert.deepEqual(made.document.told, [{
        type: "fill", filled: chosen, origin: "https://a.test", confirmed: [],
    }]);
    assert.notEqual(made.memory.recall("filled", 1, "https://a.test"), undefined);
    // Also remembered for the site, although no strip was open.
    assert.equal(made.memory.chosenUser(1, "a.test"), "ada");
});

test("a password picked in the list for an unsafe form is confirmed first", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => password });
    const doubts = [{ reason: "insecure", host: "a.test" }];
    made.document.look = { hasPassword: true, hasCode: false, hasUser: true, doubts };
    const { ended, window } = await choosePassword(made);
    assert.match(window.text, /confirm_doubt_insecure\|a\.test/);
    await window.act({ kind: "pressed", element: "confirm" });
    for (let turn = 0; turn < 100 && ended.failure === undefined; turn += 1) await settle();
    assert.deepEqual(made.document.told[0]?.["confirmed"], doubts);
});

for (const [name, change] of /** @type {[string, (document: ReturnType<typeof makePasskeys>["document"]) => void][]} */ ([
    ["has no field", (document) => void (document.look = { hasPassword: false, hasCode: false, hasUser: false, doubts: [] })],
    ["is gone", (document) => void (document.look = null)],
    ["rejects the fill", (document) => void (document.filled = false)],
])) {
    test(`offers to copy a password for a page that ${name} and records no fill`, async () => {
        const made = makePasskeys({
            suggest: () => offering([ada]), getPasskey: () => password, copy: () => ({ clearsAfter: 45, isMarkedAsSecret: true }),
        }, { features: ["passkeys", "frames", "copyText"] });
        change(made.document);
        const { ended, window: before } = await choosePassword(made);
        const window = before.isEnded ? await lastWindow(made) : before;
        assert.match(window.text, /unfilled_password\|a\.test.*confirm_account\|ada.*unfilled_copy_password/);
        assert.equal(window.text.includes('"x"'), false);
        for (const topic of /** @type {const} */ (["filled", "filledLogin"])) {
            for (const place of ["https://a.test", "a.test"]) assert.equal(made.memory.recall(topic, 1, place), undefined);
        }
        assert.equal(made.memory.chosenUser(1, "a.test"), undefined);
        await window.act({ kind: "pressed", element: "copy" });
        assert.deepEqual(made.asked.at(-1), ["copy", { part: "password", text: "x", provider: "vault", url: "https://a.test/login" }]);
        assert.match(window.text, /popup_copied\|45/);
        made.clock.advance(8000);
        await settle();
        assert.equal(ended.failure, "userCanceled");
    });
}

test("shows a copy error in the window and hides copying if the agent does not support it", async () => {
    const answers = { suggest: () => offering([ada]), getPasskey: () => password, copy: refuse("noClipboard") };
    const made = makePasskeys(answers, { features: ["passkeys", "frames", "copyText"] });
    made.document.look = null;
    const { ended, window } = await choosePassword(made);
    await window.act({ kind: "pressed", element: "copy" });
    assert.match(window.text, /passkey_failed.*noClipboard/);
    await window.act({ kind: "cancelled" });
    assert.equal(ended.failure, "userCanceled");
    const older = makePasskeys(answers);
    older.document.look = null;
    const { window: plain } = await choosePassword(older);
    assert.match(plain.text, /unfilled_title/);
    assert.equal(plain.text.includes("unfilled_copy"), false);
});

test("a withdrawn fill restores the previous record", async () => {
    const made = makePasskeys({ suggest: () => offering([ada]), getPasskey: () => password });
    made.memory.remember("filled", 1, "https://a.test", "earlier");
    made.document.filled = false;
    await choosePassword(made);
    assert.equal(made.memory.recall("filled", 1, "https://a.test"), "earlier");
});
