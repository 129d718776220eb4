import assert from "node:assert/strict";
import test from "node:test";
import { isThrough, mayBeThrough, PendingSubmissions } from "../../../src/background/pendingSubmissions.js";
import { makeClock, settle } from "./doubles.js";

/** @typedef {import("../../../src/background/pendingSubmissions.js").Seen} Seen */

/** A page with a number of password fields that are no other form's. @returns {Seen} */
function seenWith(/** @type {number} */ count, status = 200) {
    return { passwords: Array(count).fill("/form  password "), complains: false, status };
}

function makeSubmissions({ seen = /** @type {Seen | undefined} */ (seenWith(0)), frames = [{ frameId: 0, parentFrameId: -1, url: "https://a.test/" }] } = {}) {
    const clock = makeClock();
    /** @type {string[]} */
    const happened = [];
    const state = { seen };
    const submissions = new PendingSubmissions({
        after: clock.after,
        inspectPage: async () => state.seen,
        framesOf: async () => frames,
        wentThrough: ({ submission }, isDoubtful) => void happened.push(`through ${submission.session}${isDoubtful ? " perhaps" : ""}`),
        failed: ({ submission }) => void happened.push(`failed ${submission.session}`),
    });
    return { submissions, clock, happened, state };
}

/** @param {{session?: string, form?: import("../../../src/messages.js").Submission["form"], frameId?: number, tabId?: number}} [more] */
function makeSent({ session = "s", form = "login", frameId = 0, tabId = 1 } = {}) {
    const control = new AbortController();
    const requester = {
        tabId, frameId, documentId: "d1", windowId: 7, isPrivate: false, isTop: frameId === 0, origin: "https://a.test",
        url: "https://a.test/login", gone: control.signal,
    };
    const submission = { session, form, user: "ada", password: "secret", errors: ["A hint"], wasGenerated: false, isByUser: true };
    return { sent: { submission, requester, ancestorOrigins: [] }, requester, leave: () => control.abort() };
}

/** @param {Partial<WebExtension.NavigationDetails>} [more] */
function navigation(more = {}) {
    return { tabId: 1, frameId: 0, url: "https://a.test/welcome", documentId: "d2", timeStamp: 0, ...more };
}

test("a form that disappears in its document succeeded", () => {
    const { submissions, happened } = makeSubmissions();
    const { sent, requester } = makeSent();
    submissions.submitted(sent);
    submissions.settled(requester, "s", "gone");
    submissions.settled(requester, "s", "gone");
    assert.deepEqual(happened, ["through s"]);
});

test("a password change whose page responded above its form may have succeeded", () => {
    const { submissions, happened } = makeSubmissions();
    const { sent, requester } = makeSent({ form: "changePassword" });
    submissions.submitted(sent);
    submissions.settled(requester, "s", "doubtful");
    assert.deepEqual(happened, ["through s perhaps"]);
});

test("a form that only stays has not failed", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    const { sent, requester } = makeSent();
    submissions.submitted(sent);
    submissions.settled(requester, "s", "stays");
    clock.advance(30_000);
    assert.deepEqual(happened, []);
    submissions.committed(navigation());
    submissions.completed(navigation());
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["through s"]);
});

test("a form with an error message on its page has failed for good after a minute", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    const { sent, requester } = makeSent();
    submissions.submitted(sent);
    submissions.settled(requester, "s", "failed");
    clock.advance(60_000);
    submissions.committed(navigation());
    submissions.completed(navigation());
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["failed s"]);
});

test("a form with an error message that then disappears without the user succeeded", () => {
    const { submissions, happened } = makeSubmissions();
    const { sent, requester } = makeSent();
    submissions.submitted(sent);
    submissions.settled(requester, "s", "failed");
    submissions.settled(requester, "s", "gone");
    assert.deepEqual(happened, ["failed s", "through s"]);
});

test("a navigation after the user left a form does not settle its outcome", async () => {
    for (const before of /** @type {const} */ (["failed", "stays", undefined])) {
        const { submissions, happened, clock } = makeSubmissions();
        const { sent, requester } = makeSent();
        submissions.submitted(sent);
        if (before !== undefined) submissions.settled(requester, "s", before);
        submissions.settled(requester, "s", "left");
        submissions.committed(navigation({ transitionType: "link" }));
        submissions.completed(navigation());
        clock.advance(500);
        await settle();
        assert.deepEqual(happened, before === "failed" ? ["failed s"] : []);
    }
});

test("a typed address after a failed or staying form does not settle its outcome", async () => {
    for (const transitionType of ["typed", "auto_bookmark", "reload"]) {
        const { submissions, happened, clock } = makeSubmissions();
        const { sent, requester } = makeSent();
        submissions.submitted(sent);
        submissions.settled(requester, "s", "stays");
        submissions.committed(navigation({ transitionType }));
        submissions.completed(navigation());
        clock.advance(500);
        await settle();
        assert.deepEqual(happened, []);
    }
});

test("a page reached by back or from the address bar does not settle a failed form", async () => {
    for (const [transitionType, transitionQualifiers, expected] of /** @type {[string, string[], string[]][]} */ ([
        ["link", ["forward_back"], ["failed s"]],
        ["form_submit", ["forward_back"], ["failed s"]],
        ["link", ["from_address_bar"], ["failed s"]],
        ["link", ["server_redirect"], ["failed s", "through s"]],
    ])) {
        const { submissions, happened, clock } = makeSubmissions();
        const { sent, requester } = makeSent();
        submissions.submitted(sent);
        submissions.settled(requester, "s", "failed");
        submissions.committed(navigation({ transitionType, transitionQualifiers }));
        submissions.completed(navigation());
        clock.advance(500);
        await settle();
        assert.deepEqual(happened, expected, `${transitionType} ${transitionQualifiers}`);
    }
});

test("submitting a form again means that the previous attempt did not succeed", async () => {
    for (const outcome of /** @type {const} */ (["failed", "stays"])) {
        const { submissions, happened, clock } = makeSubmissions();
        submissions.submitted(makeSent({ session: "first" }).sent);
        submissions.settled(makeSent().requester, "first", outcome);
        submissions.submitted(makeSent({ session: "second" }).sent);
        submissions.committed(navigation());
        submissions.completed(navigation());
        clock.advance(500);
        await settle();
        assert.deepEqual(happened.filter((each) => each.startsWith("through")), ["through second"]);
    }
});

/** @type {[string, (string | undefined)[], string, string][]} page, transition types, path, outcome */
const arrivals = [
    ["a page that a script opened", ["link"], "/elsewhere", "through s"],
    ["the form's own page opened by a script", ["link"], "/login", "failed s"],
    ["the reloaded page of the form", ["reload"], "/login", "failed s"],
    ["the response to the form", ["form_submit"], "/session", "failed s"],
    ["a page after the response to the form", ["form_submit", "link"], "/session", "failed s"],
    ["a page without a transition type", [undefined], "/session", "failed s"],
];
for (const [name, types, path, expected] of arrivals) {
    test(`${name} with a password field means "${expected}"`, async () => {
        const { submissions, happened, clock } = makeSubmissions({ seen: seenWith(1) });
        submissions.submitted(makeSent().sent);
        const url = `https://a.test${path}`;
        for (const type of types) {
            submissions.committed(navigation({ url, ...(type === undefined ? {} : { transitionType: type }) }));
        }
        submissions.completed(navigation({ url }));
        clock.advance(500);
        await settle();
        assert.deepEqual(happened, [expected]);
    });
}

test("a form with an error message has failed until another page follows", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    const { sent, requester } = makeSent();
    submissions.submitted(sent);
    submissions.settled(requester, "s", "failed");
    assert.deepEqual(happened, ["failed s"]);
    submissions.committed(navigation());
    submissions.completed(navigation());
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["failed s", "through s"]);
});

test("another document does not settle a form's outcome", () => {
    const { submissions, happened } = makeSubmissions();
    submissions.submitted(makeSent().sent);
    submissions.settled({ ...makeSent().requester, documentId: "other" }, "s", "gone");
    submissions.settled({ ...makeSent().requester, tabId: 2 }, "s", "gone");
    submissions.settled({ ...makeSent().requester, frameId: 3 }, "s", "gone");
    assert.deepEqual(happened, []);
});

test("judges the last of several consecutive pages", async () => {
    const { submissions, happened, clock, state } = makeSubmissions();
    submissions.submitted(makeSent().sent);
    submissions.committed(navigation());
    submissions.completed(navigation());
    clock.advance(300);
    submissions.committed(navigation({ documentId: "d3" }));
    state.seen = seenWith(1);
    clock.advance(300);
    await settle();
    assert.deepEqual(happened, []);
    submissions.completed(navigation({ documentId: "d3" }));
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["failed s"]);
});

test("a page that is replaced while it is inspected does not settle the form's outcome", async () => {
    const made = makeSubmissions();
    const { sent } = makeSent();
    made.submissions.submitted(sent);
    made.submissions.committed(navigation());
    made.submissions.completed(navigation());
    made.clock.advance(500);
    // The inspection has begun.
    made.submissions.committed(navigation({ documentId: "d3" }));
    made.state.seen = seenWith(1);
    await settle();
    assert.deepEqual(made.happened, []);
    made.submissions.completed(navigation({ documentId: "d3" }));
    made.clock.advance(500);
    await settle();
    assert.deepEqual(made.happened, ["failed s"]);
});

test("the late completion of the form's own page does not settle its outcome", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    submissions.submitted(makeSent().sent);
    // Firefox reports no document identifier.
    const { documentId: _, ...slow } = navigation({ url: "https://a.test/login" });
    submissions.completed(slow);
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, []);
});

test("a form whose document is gone before its report is judged by the next page", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    const { sent, leave } = makeSent();
    submissions.committed(navigation());
    leave();
    submissions.submitted(sent);
    submissions.completed(navigation());
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["through s"]);
});

test("only a navigation of the form's frame or of the top page settles its outcome", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    submissions.submitted(makeSent({ frameId: 4 }).sent);
    for (const more of [{ frameId: 9 }, { tabId: 2 }, { documentId: "d1" }, { documentLifecycle: "prerender" }]) {
        submissions.committed(navigation(more));
        submissions.completed(navigation(more));
    }
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, []);
    submissions.committed(navigation({ frameId: 4 }));
    submissions.completed(navigation({ frameId: 4 }));
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["through s"]);
});

test("a removed frame succeeded and a closed tab did not", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    const [frame, page] = [makeSent({ session: "frame", frameId: 4 }), makeSent({ session: "page" })];
    submissions.submitted(frame.sent);
    submissions.submitted(page.sent);
    frame.leave();
    page.leave();
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, ["through frame"]);
});

test("forgets a submission after two minutes and with its tab", async () => {
    const { submissions, happened, clock } = makeSubmissions();
    submissions.submitted(makeSent().sent);
    clock.advance(120_000);
    submissions.submitted(makeSent({ session: "t", tabId: 2 }).sent);
    submissions.tabRemoved(2, false);
    for (const more of [{}, { tabId: 2 }]) {
        submissions.committed(navigation(more));
        submissions.completed(navigation(more));
    }
    clock.advance(500);
    await settle();
    assert.deepEqual(happened, []);
    assert.equal(clock.waiting, 0);
});

test("a page has at most eight pending submissions", () => {
    const { submissions, happened } = makeSubmissions();
    const { requester } = makeSent();
    for (let count = 0; count < 12; count += 1) submissions.submitted(makeSent({ session: `s${count}` }).sent);
    for (let count = 0; count < 12; count += 1) submissions.settled(requester, `s${count}`, "gone");
    assert.equal(happened.length, 8);
});

/** @type {[string, "login" | "signUp" | "changePassword", Seen | undefined, string, boolean][]} */
const judgements = [
    ["a page without a password", "login", seenWith(0), "/welcome", true],
    ["a page that cannot be inspected", "login", undefined, "/welcome", true],
    ["a page with status 401", "login", seenWith(0, 401), "/login", false],
    ["the login form again", "login", seenWith(1), "/login", false],
    ["the login form at the submission's address", "login", seenWith(1), "/session", false],
    ["the login form again with a sign-up form", "login", seenWith(2), "/login", false],
    ["a form for a new password", "login", seenWith(2), "/expired", true],
    ["the sign-up form again", "signUp", seenWith(2), "/users", false],
    ["a sign-up form of one field again", "signUp", seenWith(1), "/login", false],
    ["a login form", "signUp", seenWith(1), "/session", true],
    ["a login form", "changePassword", seenWith(1), "/session", true],
    ["the change form again", "changePassword", seenWith(3), "/password", false],
];
for (const [name, form, seen, path, expected] of judgements) {
    test(`${name} after a ${form} means that it ${expected ? "succeeded" : "failed"}`, () => {
        assert.equal(isThrough(makeSent({ form }).sent, seen, `https://a.test${path}`), expected);
    });
}

/** @type {[string, string[], Partial<Seen>, string, boolean][]} */
const changes = [
    ["a page without a password", [], {}, "/settings", true],
    ["the form without a password again and a text that is called an error", [], { marksError: true }, "/settings", false],
    ["the form without a password again and a field that is marked as wrong", [], { complains: true }, "/settings", false],
    ["the form without a password again and a new text that reads like an error", [], { errors: ["Taken"] }, "/settings", false],
    ["the form with its password again", ["/form  password "], seenWith(1), "/settings", true],
    ["the form with its password again and an error", ["/form  password "], { ...seenWith(1), marksError: true }, "/settings", false],
    ["an address of an error", [], {}, "/settings?error=taken", false],
    ["status 422", [], { status: 422 }, "/settings", false],
    ["a page that asks for a password first", [], seenWith(1), "/confirm", false],
    ["the login form", ["/form  password "], seenWith(1), "/login", true],
];
for (const [name, own, more, path, expected] of changes) {
    test(`${name} after a changed e-mail address means that it ${expected ? "succeeded" : "failed"}`, () => {
        const { sent } = makeSent({ form: "updateEmail" });
        const submission = { ...sent.submission, password: "", passwords: { own, beside: [] } };
        assert.equal(isThrough({ ...sent, submission }, { ...seenWith(0), ...more }, `https://a.test${path}`), expected);
    });
}

/** @type {[string, "signUp" | "changePassword", Partial<Seen>, boolean][]} */
const otherForms = [
    ["another form", "signUp", {}, true],
    ["another form and a text that is called an error", "signUp", { marksError: true }, false],
    ["another form and a text that reads like an error", "signUp", { errors: ["Wrong password"] }, false],
    ["another form", "changePassword", {}, false],
];
for (const [name, form, more, expected] of otherForms) {
    test(`${name} with two passwords at another address after a ${form} ${JSON.stringify(more)} ${expected ? "proves" : "does not prove"} success`, () => {
        const { sent } = makeSent({ form });
        const submission = { ...sent.submission, passwords: { own: ["/join  password "], beside: [] } };
        assert.equal(isThrough({ ...sent, submission }, { ...seenWith(2), ...more }, "https://a.test/profile"), expected);
    });
}

/** @type {[string, "login" | "signUp" | "changePassword", Partial<Seen>, string, boolean][]} */
const doubtful = [
    ["the change form again", "changePassword", {}, "/password", true],
    ["the change form with a field that is marked as wrong", "changePassword", { complains: true }, "/password", false],
    ["the change form below an alert that confirms", "changePassword", { complains: true, confirms: true }, "/password", true],
    ["the change form with a text that is called an error", "changePassword", { marksError: true }, "/password", false],
    ["the change form with a new text that looks like an error", "changePassword", { errors: ["A hint", "Wrong password"] }, "/password", false],
    ["the change form with a text that looked like an error before", "changePassword", { errors: ["A hint"] }, "/password", true],
    ["the change form with status 422", "changePassword", { status: 422 }, "/password", false],
    ["the change form at an address of an error", "changePassword", {}, "/password?error=1", false],
    ["the login form again", "login", {}, "/login", false],
    ["the sign-up form again", "signUp", {}, "/users", false],
];
for (const [name, form, more, path, expected] of doubtful) {
    test(`${name} after a ${form} ${expected ? "may mean success, so the user is asked" : "is no reason to ask"}`, async () => {
        const { submissions, happened, clock } = makeSubmissions({ seen: { ...seenWith(3), ...more } });
        const { sent, leave } = makeSent({ form });
        submissions.submitted(sent);
        leave();
        for (const event of ["committed", "completed"]) submissions[/** @type {"committed" | "completed"} */ (event)](navigation({ url: `https://a.test${path}` }));
        clock.advance(500);
        await settle();
        assert.equal(mayBeThrough(sent, { ...seenWith(3), ...more }, `https://a.test${path}`), expected);
        assert.equal(happened.includes("through s perhaps"), expected);
    });
}

const own = "/in  password ", other = "/shop shop key ";
/** @type {[string, "login" | "signUp", string[], boolean, string, boolean][]} */
const besideForms = [
    ["only the form that was beside it", "login", [other], false, "/welcome", true],
    ["the form that was beside it and an error", "login", [other], true, "/welcome", false],
    ["the form that was beside it at an address of an error", "login", [other], false, "/?login=failed", false],
    ["the form that was beside it at an address with other words", "login", [other], false, "/unfailing-errors", true],
    ["both forms again", "login", [own, other], false, "/session", false],
    ["a second form of the kind that was beside it", "login", [other, other], false, "/welcome", false],
    ["another form at the same address", "signUp", ["/in in password "], false, "/login", true],
    ["another form at the same address and an error", "signUp", ["/in in password "], true, "/login", false],
    ["its own field at the same address", "signUp", [own], false, "/login", false],
    ["a form for a new password at another address", "signUp", ["/password old ", "/password new "], false, "/profile", true],
    ["a form for a new password and an error", "signUp", ["/password old ", "/password new "], true, "/profile", false],
    ["a form for a new password at the same address", "signUp", ["/password old ", "/password new "], false, "/login", false],
    ["its own field beside another one at another address", "signUp", [own, "/password new "], false, "/profile", false],
];
for (const [name, form, passwords, complains, path, expected] of besideForms) {
    test(`${name} after a ${form} beside another form means that it ${expected ? "succeeded" : "failed"}`, () => {
        const { sent } = makeSent({ form });
        const submission = { ...sent.submission, passwords: { own: [own], beside: [other] } };
        assert.equal(isThrough({ ...sent, submission }, { passwords, complains, status: 200 }, `https://a.test${path}`), expected);
    });
}
