import assert from "node:assert/strict";
import test from "node:test";
import { installBrowser, makeEvent, settle } from "./doubles.js";

installBrowser();
const onCommand = makeEvent(), onClicked = makeEvent(), onInstalled = makeEvent();
/** The created entries of the context menu. @type {unknown[]} */
const entries = [];
/** @type {unknown[]} */
const done = [];
const state = { hasContent: true };
Object.assign(Reflect.get(globalThis, "chrome"), {
    commands: { onCommand },
    contextMenus: { onClicked, create: (/** @type {unknown} */ entry) => entries.push(entry) },
    runtime: { onInstalled },
    tabs: {
        query: async () => [{ id: 5 }],
        // Sending to the whole tab succeeds if any of its frames listens.
        sendMessage: async (/** @type {number} */ tabId, /** @type {{type: string}} */ message, /** @type {object} */ to) => {
            if (to !== undefined && !state.hasContent) throw new Error("no receiver");
            if (message.type === "command") done.push(to === undefined ? [tabId, message] : [tabId, message, to]);
        },
    },
    scripting: {
        executeScript: async (/** @type {{target: object, files: string[]}} */ { target, files }) => {
            state.hasContent = true;
            done.push([target, files]);
        },
    },
});
const { takeCommands, takeContextMenu } = await import("../../../src/background/commands.js");
takeCommands();
takeContextMenu();

test("sends a command to the active tab", async () => {
    done.length = 0;
    onCommand.fire("fill-best", { id: 7 });
    onCommand.fire("show-suggestions", undefined);
    onCommand.fire("_execute_action", { id: 7 });
    await settle();
    assert.deepEqual(done, [
        [7, { type: "command", name: "fill-best" }], [5, { type: "command", name: "show-suggestions" }],
    ]);
});

test("injects the content script before a command even if a frame already has it", async () => {
    done.length = 0;
    state.hasContent = false;
    onCommand.fire("fill-best", { id: 7 });
    await settle();
    assert.deepEqual(done, [
        [{ tabId: 7, allFrames: true }, ["src/content/loader.js"]], [7, { type: "command", name: "fill-best" }],
    ]);
});

test("adds one entry to the context menu of text fields on web pages when it is installed", () => {
    onInstalled.fire({ reason: "install" });
    assert.deepEqual(entries, [{ id: "fill-here", title: "menu_fill", contexts: ["editable"],
        documentUrlPatterns: ["http://*/*", "https://*/*"] }]);
});

test("sends the context menu's command to the frame of the menu and to no other origin", async () => {
    done.length = 0;
    const [pageUrl, frameUrl] = ["https://page.example.test/in?next=1", "https://frame.example.test:8443/in"];
    onClicked.fire({ menuItemId: "fill-here", frameId: 3, pageUrl, frameUrl }, { id: 7 });
    onClicked.fire({ menuItemId: "fill-here", pageUrl }, { id: 7 });
    onClicked.fire({ menuItemId: "another", frameId: 3, pageUrl, frameUrl }, { id: 7 });
    onClicked.fire({ menuItemId: "fill-here", frameId: 3, pageUrl, frameUrl }, undefined);
    onClicked.fire({ menuItemId: "fill-here", frameId: 3, pageUrl }, { id: 7 });
    await settle();
    const command = { type: "command", name: "fill-here" };
    assert.deepEqual(done, [
        [7, { ...command, origin: "https://frame.example.test:8443" }, { frameId: 3 }],
        [7, { ...command, origin: "https://page.example.test" }, { frameId: 0 }],
    ]);
});
