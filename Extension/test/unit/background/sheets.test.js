import assert from "node:assert/strict";
import test from "node:test";
import { Sheets } from "../../../src/background/sheets.js";
import { actOn, makeClock, makePort, settle } from "./doubles.js";

const frame = { providerName: "Vault", requester: { kind: "site", name: "a.test" } };
const sheet = { title: "Unlock", elements: [] };

function makeSheets() {
    const clock = makeClock();
    /** @type {unknown[]} */
    const events = [];
    /** @type {string[]} */
    const opened = [];
    /** @type {string[]} */
    const done = [];
    /** The window of each tab. @type {Map<number, number>} */
    const tabs = new Map();
    /** The titles of the sheets that decided the size of their window. @type {unknown[]} */
    const sizedBy = [];
    const world = {
        openWindow: async (/** @type {string} */ address, /** @type {number | undefined} */ near, /** @type {{sheet: object} | undefined} */ content) => {
            opened.push(`${address} near ${near}`);
            sizedBy.push(content && Reflect.get(content.sheet, "title"));
            return 100 + opened.length;
        },
        closeWindow: async (/** @type {number} */ id) => void done.push(`closed ${id}`),
        focusWindow: async (/** @type {number} */ id) => void done.push(`focused ${id}`),
        windowOfTab: async (/** @type {number} */ tabId) => tabs.get(tabId),
        sendEvent: (/** @type {number} */ id, /** @type {object} */ event) => void events.push([id, event]),
        after: clock.after,
        pageURL: "sheet.html",
    };
    return { sheets: new Sheets(world), world, clock, events, opened, done, tabs, sizedBy };
}

/** A request that waits for the agent until `finish`. @param {Sheets} sheets */
function begin(sheets, site = "a.test", windowId = 7) {
    const asking = sheets.begin(windowId, site);
    /** @type {(value?: unknown) => void} */
    let finish = () => {};
    asking.waiting(() => new Promise((resolve) => void (finish = resolve))).then(() => asking.end());
    return { asking, finish: () => finish() };
}

/**
 * Opens the agent's sheet number 3 and returns its window.
 * @param {Sheets} sheets
 * @param {object} [more]  members of the frame
 */
async function openSheet(sheets, more = {}) {
    sheets.take("sheet.open", { id: 3, frame: { ...frame, ...more }, sheet });
    await settle();
    const window = makePort();
    sheets.accept("1", window.port);
    return window;
}

test("cancels a sheet that no request waits for", async () => {
    const { sheets, events, opened } = makeSheets();
    sheets.take("sheet.open", { id: 3, frame, sheet });
    await settle();
    assert.deepEqual(events, [[3, { kind: "cancelled" }]]);
    assert.deepEqual(opened, []);
});

test("a sheet opens one window near the requesting one and sends its events to the agent", async () => {
    const { sheets, events, opened, done } = makeSheets();
    const { asking, finish } = begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    sheets.take("sheet.change", { id: 3, difference: { changes: [] } });
    await settle();
    assert.deepEqual(opened, ["sheet.html?id=1 near 7"]);
    const window = makePort();
    sheets.accept("1", window.port);
    assert.deepEqual(window.sent, [{ type: "open", number: 1, frame: { ...frame, isOwn: false }, sheet }, { type: "change", difference: { changes: [] } }]);
    actOn(window, { kind: "pressed", element: "go" });
    assert.deepEqual(events, [[3, { kind: "pressed", element: "go" }]]);
    sheets.take("sheet.close", { id: 3 });
    finish();
    await settle();
    assert.equal(asking.windowId, undefined);
    assert.deepEqual(done, ["closed 101", "focused 7"]);
});

const opening = { title: "Vault", elements: [{ id: "opening", kind: "progress", label: "Opening…", counter: 0 }] };

test("a window opens with the size of the sheet that follows progress", async () => {
    const { sheets, opened, sizedBy } = makeSheets();
    begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet: opening });
    await settle();
    assert.deepEqual(opened, []);
    sheets.take("sheet.change", { id: 3, difference: { changes: [{ kind: "element", element: { ...opening.elements[0], counter: 1 } }] } });
    await settle();
    assert.deepEqual(opened, []);
    sheets.take("sheet.change", { id: 3, difference: { changes: [{ kind: "sheet", sheet }] } });
    sheets.take("sheet.change", { id: 3, difference: { changes: [{ kind: "title", title: "Again" }] } });
    await settle();
    assert.deepEqual([opened.length, sizedBy], [1, ["Unlock"]]);
    const window = makePort();
    sheets.accept("1", window.port);
    assert.deepEqual(window.sent.map(({ type }) => type), ["open", "change", "change", "change"]);
});

test("a window with progress opens after a moment, and not at all if its request ends before", async () => {
    const { sheets, clock, opened, sizedBy } = makeSheets();
    begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet: opening });
    clock.advance(299);
    await settle();
    assert.deepEqual(opened, []);
    clock.advance(1);
    await settle();
    assert.deepEqual([opened.length, sizedBy], [1, ["Vault"]]);

    const other = makeSheets();
    const { asking } = begin(other.sheets);
    other.sheets.take("sheet.open", { id: 3, frame, sheet: opening });
    asking.end();
    other.clock.advance(1000);
    await settle();
    assert.deepEqual(other.opened, []);
});

test("a provider's sheet is never shown as the extension's own question", async () => {
    const { sheets } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets, { providerName: "Latchkey AutoFill", isOwn: true, purpose: "reveal" });
    assert.deepEqual([window.sent[0].frame.isOwn, window.sent[0].frame.purpose], [false, undefined]);
});

test("consecutive sheets of one request use one window", async () => {
    const { sheets, clock, opened } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    sheets.take("sheet.close", { id: 3 });
    clock.advance(399);
    sheets.take("sheet.open", { id: 3, frame, sheet: { title: "List", elements: [] } });
    clock.advance(1000);
    await settle();
    assert.equal(opened.length, 1);
    assert.equal(window.sent.at(-1).sheet.title, "List");
});

test("a window without a sheet closes after a moment although the request continues", async () => {
    const { sheets, clock, done } = makeSheets();
    begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    await settle();
    sheets.take("sheet.close", { id: 3 });
    clock.advance(400);
    await settle();
    assert.deepEqual(done, ["closed 101", "focused 7"]);
});

test("closing the window cancels its sheet once", async () => {
    const { sheets, events } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    // The port and the browser both report it.
    window.end();
    sheets.windowRemoved(101);
    assert.deepEqual(events, [[3, { kind: "cancelled" }]]);
});

test("a sheet that a provider keeps after Escape still works", async () => {
    const { sheets, events } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    actOn(window, { kind: "cancelled" });
    sheets.take("sheet.change", { id: 3, difference: { changes: [] } });
    assert.deepEqual(window.sent.at(-1), { type: "change", difference: { changes: [] } });
    actOn(window, { kind: "pressed", element: "more" });
    // Closing the window cancels the request.
    window.end();
    const kinds = events.map((each) => /** @type {[number, {kind: string}]} */ (each)[1].kind);
    assert.deepEqual(kinds, ["cancelled", "pressed", "cancelled"]);
});

test("drops a window's events after its sheet is closed", async () => {
    const { sheets, events } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    sheets.take("sheet.close", { id: 3 });
    actOn(window, { kind: "pressed", element: "go" });
    assert.deepEqual(events, []);
});

test("a sheet goes to the request of the site that it names", async () => {
    const { sheets, opened } = makeSheets();
    begin(sheets, "a.test", 7);
    begin(sheets, "b.test", 8);
    sheets.take("sheet.open", { id: 4, frame, sheet });
    await settle();
    assert.deepEqual(opened, ["sheet.html?id=1 near 7"]);
    sheets.take("sheet.open", { id: 5, frame: { ...frame, requester: { kind: "site", name: "c.test" } }, sheet });
    await settle();
    assert.equal(opened[1], "sheet.html?id=2 near 8");
});

/**
 * A request whose open call has a number.
 * @param {Sheets} sheets
 * @param {number} number
 * @param {{windowId?: number, place?: string}} [more]
 */
function beginCall(sheets, number, { windowId = 7, place } = {}) {
    const asking = sheets.begin(windowId, "a.test", { place });
    asking.waiting((onSend) => {
        onSend(number);
        return new Promise((_, reject) => asking.cancelSignal.addEventListener("abort", () => reject(new Error("replaced"))));
    }).catch(() => asking.end());
    return asking;
}

test("a sheet goes to the request of the call that it names, also if a newer request is for the same site", async () => {
    const { sheets, opened } = makeSheets();
    beginCall(sheets, 11, { windowId: 7 });
    beginCall(sheets, 12, { windowId: 8 });
    sheets.take("sheet.open", { id: 3, call: 11, frame, sheet });
    await settle();
    assert.deepEqual(opened, ["sheet.html?id=1 near 7"]);
    // Punycode in the agent's frame does not matter.
    sheets.take("sheet.open", { id: 4, call: 12, frame: { ...frame, requester: { kind: "site", name: "xn--4ca.test" } }, sheet });
    await settle();
    assert.deepEqual(opened[1], "sheet.html?id=2 near 8");
});

for (const [what, call] of /** @type {[string, unknown][]} */ ([
    ["no longer open", 10], ["not of a user's request", 12], ["not a number", "11"], ["null", null],
])) {
    test(`cancels a sheet whose call is ${what}, although a request waits`, async () => {
        const { sheets, opened, events } = makeSheets();
        beginCall(sheets, 11);
        // This one waits for the user and has no open call.
        sheets.begin(7, "a.test");
        sheets.take("sheet.open", { id: 3, call, frame, sheet });
        await settle();
        assert.deepEqual([opened, events], [[], [[3, { kind: "cancelled" }]]]);
    });
}

test("a late sheet of a replaced call is not shown in the window of the call that replaced it", async () => {
    const { sheets, opened, events } = makeSheets();
    beginCall(sheets, 11, { place: "tab 1" });
    beginCall(sheets, 12, { place: "tab 1" });
    await settle();
    sheets.take("sheet.open", { id: 3, call: 11, frame, sheet });
    await settle();
    assert.deepEqual([opened, events], [[], [[3, { kind: "cancelled" }]]]);
    sheets.take("sheet.open", { id: 4, call: 12, frame, sheet });
    await settle();
    assert.equal(opened.length, 1);
});

test("a call's number counts on its own connection only", async () => {
    const { sheets, opened, events } = makeSheets();
    beginCall(sheets, 11);
    sheets.connectionEnded();
    sheets.take("sheet.open", { id: 3, call: 11, frame, sheet });
    await settle();
    assert.deepEqual([opened, events], [[], [[3, { kind: "cancelled" }]]]);
});

test("disconnects a second port and a port of an unknown window", async () => {
    const { sheets } = makeSheets();
    begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    await settle();
    const [first, second, stranger] = [makePort(), makePort(), makePort()];
    sheets.accept("1", first.port);
    sheets.accept("1", second.port);
    sheets.accept("9", stranger.port);
    assert.deepEqual([first.isEnded, second.isEnded, stranger.isEnded], [false, true, true]);
});

test("the end of the connection closes the agent's sheets", async () => {
    const { sheets, clock, done, events } = makeSheets();
    begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    await settle();
    sheets.connectionEnded();
    clock.advance(400);
    await settle();
    assert.deepEqual(done, ["closed 101", "focused 7"]);
    assert.deepEqual(events, []);
});

test("a call that is repeated over a new connection shows its sheet in the same window", async () => {
    const { sheets, events } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    sheets.connectionEnded();
    sheets.take("sheet.open", { id: 1, frame, sheet: { title: "Again", elements: [] } });
    await settle();
    assert.deepEqual(events, []);
    assert.equal(window.sent.at(-1).sheet.title, "Again");
});

test("cancels a sheet that is still open when its request ends", async () => {
    const { sheets, events } = makeSheets();
    // Two calls of one site: the first one's sheet goes to the second, which ends first.
    begin(sheets);
    const { finish } = begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    await settle();
    finish();
    await settle();
    assert.deepEqual(events, [[3, { kind: "cancelled" }]]);
});

test("closes a window that opens after its sheet is gone", async () => {
    const { sheets, clock, done } = makeSheets();
    begin(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    sheets.take("sheet.close", { id: 3 });
    clock.advance(400);
    await settle();
    assert.ok(done.includes("closed 101"));
});

/**
 * A request in a tab, like `begin`. `outcome` is how it ended.
 * @param {Sheets} sheets
 */
function beginInTab(sheets, place = "tab 1") {
    const asking = sheets.begin(7, "a.test", { place });
    const state = { outcome: "open" };
    const answered = new Promise((resolve, reject) => {
        asking.cancelSignal.addEventListener("abort", () => reject(new Error("replaced")));
        Object.assign(state, { finish: resolve });
    });
    asking.waiting(() => answered).then(() => (state.outcome = "answered"), () => (state.outcome = "replaced")).then(() => asking.end());
    return Object.assign(state, { asking });
}

test("a window opens beside the window that the request's tab was moved to, and gives the focus back to the tab's last", async () => {
    const { sheets, opened, done, tabs } = makeSheets();
    tabs.set(1, 8);
    const userRequest = sheets.begin(7, "a.test", { tabId: 1 });
    userRequest.show({ frame: {}, sheet, onEvent: () => {} });
    await settle();
    assert.deepEqual(opened, ["sheet.html?id=1 near 8"]);
    tabs.set(1, 9);
    userRequest.end();
    await settle();
    assert.deepEqual(done, ["closed 101", "focused 9"]);
    // The tab is closed.
    tabs.clear();
    sheets.begin(7, "a.test", { tabId: 1 }).show({ frame: {}, sheet, onEvent: () => {} });
    await settle();
    assert.equal(opened.at(-1), "sheet.html?id=2 near 7");
});

test("opens no window for a request that ends while its tab is looked up", async () => {
    const { sheets, opened } = makeSheets();
    const userRequest = sheets.begin(7, "a.test", { tabId: 1 });
    userRequest.show({ frame: {}, sheet, onEvent: () => {} });
    userRequest.end();
    await settle();
    assert.deepEqual(opened, []);
});

test("a request in a tab replaces the previous one and takes over its window", async () => {
    const { sheets, events, opened, done } = makeSheets();
    const first = beginInTab(sheets);
    const window = await openSheet(sheets);
    const second = beginInTab(sheets);
    await settle();
    assert.deepEqual([first.outcome, second.outcome], ["replaced", "open"]);
    assert.deepEqual(events, [[3, { kind: "cancelled" }]]);
    assert.deepEqual(done, ["focused 101"]);
    sheets.take("sheet.close", { id: 3 });
    sheets.take("sheet.open", { id: 4, frame, sheet: { title: "Again", elements: [] } });
    await settle();
    assert.equal(opened.length, 1);
    assert.equal(window.sent.at(-1).sheet.title, "Again");
    // Events now belong to the second request.
    actOn(window, { kind: "pressed", element: "go" });
    assert.deepEqual(events.at(-1), [4, { kind: "pressed", element: "go" }]);
    window.end();
    assert.deepEqual(events.at(-1), [4, { kind: "cancelled" }]);
});

test("a window that is still opening goes to the replacing request", async () => {
    const { sheets, opened } = makeSheets();
    beginInTab(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    const second = beginInTab(sheets);
    sheets.take("sheet.open", { id: 4, frame, sheet: { title: "Again", elements: [] } });
    await settle();
    assert.deepEqual([opened.length, second.asking.windowId], [1, 101]);
    const window = makePort();
    sheets.accept("1", window.port);
    assert.equal(window.sent.at(-1).sheet.title, "Again");
});

test("a late sheet of a replaced request does not block the next one", async () => {
    const { sheets, events } = makeSheets();
    beginInTab(sheets);
    beginInTab(sheets);
    // A sheet of the first call, whose cancellation the agent had not read yet.
    const window = await openSheet(sheets);
    sheets.take("sheet.close", { id: 3 });
    sheets.take("sheet.open", { id: 4, frame, sheet: { title: "Again", elements: [] } });
    assert.equal(window.sent.at(-1).sheet.title, "Again");
    assert.deepEqual(events, []);
});

/** @type {[string, (window: import("./doubles.js").FakePort, sheets: Sheets) => void][]} */
const leavings = [
    ["Escape", (window) => actOn(window, { kind: "cancelled" })],
    ["a closed window", (window) => window.end()],
    ["a removed window", (_, sheets) => sheets.windowRemoved(101)],
];
for (const [name, leave] of leavings) {
    test(`${name} ends a request that took over a window before its first sheet`, async () => {
        const { sheets } = makeSheets();
        beginInTab(sheets);
        const window = await openSheet(sheets);
        const second = beginInTab(sheets);
        actOn(window, { kind: "pressed", element: "go" });
        await settle();
        assert.equal(second.outcome, "open");
        leave(window, sheets);
        await settle();
        assert.equal(second.outcome, "replaced");
    });
}

test("a taken over window that fails to open does not end the new request", async () => {
    const { sheets, world } = makeSheets();
    world.openWindow = async () => {
        throw new Error("no window");
    };
    beginInTab(sheets);
    sheets.take("sheet.open", { id: 3, frame, sheet });
    const second = beginInTab(sheets);
    await settle();
    assert.equal(second.outcome, "open");
});

test("drops events of a sheet that was just replaced", async () => {
    const { sheets, events } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    const { number } = window.sent[0];
    sheets.take("sheet.close", { id: 3 });
    sheets.take("sheet.open", { id: 3, frame, sheet: { title: "Again", elements: [] } });
    window.say({ type: "event", number, event: { kind: "pressed", element: "go" } });
    window.say({ type: "event", event: { kind: "pressed", element: "go" } });
    assert.deepEqual(events, []);
    actOn(window, { kind: "pressed", element: "go" });
    assert.deepEqual(events, [[3, { kind: "pressed", element: "go" }]]);
});

test("a shown password closes with the connection and an open question stays", () => {
    const { sheets } = makeSheets();
    const asking = sheets.begin(7, "a.test", { purpose: "reveal" });
    /** @type {string[]} */
    const over = [];
    asking.whenOver(() => over.push("over"));
    asking.isWaiting = true;
    sheets.connectionEnded();
    assert.deepEqual(over, []);
    asking.isWaiting = false;
    sheets.connectionEnded();
    assert.deepEqual(over, ["over"]);
});

test("a request in another tab or in none leaves a window alone", async () => {
    const { sheets, done } = makeSheets();
    const first = beginInTab(sheets);
    await openSheet(sheets);
    beginInTab(sheets, "tab 2");
    begin(sheets);
    await settle();
    assert.equal(first.outcome, "open");
    assert.deepEqual(done, []);
});

test("a window names the purpose of an answer that is not a fill", async () => {
    const { sheets } = makeSheets();
    sheets.begin(7, "a.test", { purpose: "copy" }).waiting(() => new Promise(() => {}));
    const window = await openSheet(sheets);
    assert.equal(window.sent[0].frame.purpose, "copy");
});

test("a window stays open while the user types a secret and closes afterwards", async () => {
    const { sheets, clock, done } = makeSheets();
    const { finish } = begin(sheets);
    const window = await openSheet(sheets);
    window.say({ type: "typing", isOn: true });
    sheets.take("sheet.close", { id: 3 });
    finish();
    clock.advance(10_000);
    await settle();
    assert.deepEqual([done, window.isEnded], [[], false]);
    window.say({ type: "typing", isOn: false });
    await settle();
    assert.deepEqual([done, window.isEnded], [["closed 101", "focused 7"], true]);
});

test("the next sheet takes over the window in which the user types a secret", async () => {
    const { sheets, clock, opened, done } = makeSheets();
    begin(sheets);
    const window = await openSheet(sheets);
    window.say({ type: "typing", isOn: true });
    sheets.take("sheet.close", { id: 3 });
    clock.advance(400);
    sheets.take("sheet.open", { id: 4, frame, sheet: { title: "List", elements: [] } });
    window.say({ type: "typing", isOn: false });
    clock.advance(1_000);
    await settle();
    assert.deepEqual([opened.length, done, window.sent.at(-1).sheet.title], [1, [], "List"]);
});
