import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import "./mutationObserverDouble.js";

const source = readFileSync(new URL("../../../src/content/loader.js", import.meta.url), "utf8");

/** The global object of a content script, and the number of the loader's listeners in it. */
function emptyWorld() {
    const heard = { messages: 0, acts: 0 };
    /** @type {{id: string | undefined, onMessage: object}} */
    const runtime = { id: "ours", onMessage: { addListener: () => heard.messages++ } };
    const world = { chrome: { runtime } };
    const page = { readyState: "complete", querySelector: () => null };
    const start = new Function("globalThis", "document", "addEventListener", source);
    const load = () => start(world, page, () => heard.acts++);
    return { heard, world, runtime, load };
}

test("a loader that runs twice listens once", () => {
    const { heard, load } = emptyWorld();
    load();
    const acts = heard.acts;
    load();
    assert.deepEqual(heard, { messages: 1, acts });
});

test("the loader of a replaced extension makes way for the next one", () => {
    const { heard, runtime, world, load } = emptyWorld();
    load();
    runtime.id = undefined;
    world.chrome = { runtime: { ...runtime, id: "ours" } };
    load();
    assert.equal(heard.messages, 2);
});

test("a loader whose extension was replaced imports nothing and answers null", async () => {
    /** @type {(message: object, sender: null, respond: (answer: unknown) => void) => boolean} */
    let receive = () => false;
    let asked = 0;
    const runtime = { id: /** @type {string | undefined} */ ("ours"), onMessage: { addListener: (/** @type {typeof receive} */ each) => void (receive = each) },
        getURL: () => (asked++, "data:text/javascript,export const receive = () => 'imported'") };
    new Function("globalThis", "document", "addEventListener", source)(
        { chrome: { runtime } }, { readyState: "complete", querySelector: () => null }, () => {});
    const ask = () => new Promise((resolve) => receive({}, null, resolve));
    runtime.id = undefined;
    assert.deepEqual([await ask(), asked], [null, 0]);
    runtime.id = "ours";
    assert.deepEqual([await ask(), asked], ["imported", 1]);
});

test("a page's object with the loader's name is not the loader", () => {
    const { heard, world, load } = emptyWorld();
    Object.setPrototypeOf(world, { latchkeyLoader: { isAlive: () => true } });
    load();
    assert.equal(heard.messages, 1);
});

test("counts changes of the top layer from before the page's first script", () => {
    /** @type {Map<string, (event: object) => void>} */
    const listeners = new Map();
    const runtime = { id: "ours", onMessage: { addListener: () => {} } };
    /** @type {{chrome: object, latchkeyTopLayer?: {changes: number, isFirst: boolean}}} */
    const world = { chrome: { runtime } };
    new Function("globalThis", "document", "addEventListener", source)(world, { readyState: "loading" },
        (/** @type {string} */ type, /** @type {(event: object) => void} */ act) => void listeners.set(type, act));
    /** @type {[string, string, number][]} */
    const events = [["beforetoggle", "open", 1], ["beforetoggle", "closed", 1], ["fullscreenchange", "", 2]];
    for (const [type, newState, changes] of events) {
        listeners.get(type)?.({ newState });
        assert.deepEqual(world.latchkeyTopLayer, { changes, isFirst: true }, type);
    }
});

/** Elements that can have a shadow root, and some that cannot. */
const names = ["my-login", "article", "aside", "blockquote", "body", "div", "footer", "h1", "h6", "header", "main",
    "nav", "p", "section", "span", "form", "label", "ul"];

for (const name of names) {
    test(`a closed shadow root is ${["form", "label", "ul"].includes(name) ? "not " : ""}looked for in ${name}`, () => {
        class Element {
            localName = name;
            closest = () => null;
            getRootNode = () => page;
        }
        class Other {}
        /** @type {Map<string, (event: object) => void>} */
        const listeners = new Map();
        let asked = 0;
        const dom = { openOrClosedShadowRoot: () => void asked++ };
        const runtime = { id: "ours", onMessage: { addListener: () => {} } };
        const page = { readyState: "complete", querySelector: () => null };
        /** @type {(type: string, act: (event: object) => void) => void} */
        const listen = (type, act) => void listeners.set(type, act);
        new Function("globalThis", "document", "addEventListener", "Element", "HTMLInputElement", "MouseEvent",
            "KeyboardEvent", "ShadowRoot", source)({ chrome: { runtime, dom } }, page, listen, Element, Other, Other, Other, Other);
        listeners.get("focusin")?.({ isTrusted: true, timeStamp: 0, composedPath: () => [new Element()] });
        assert.equal(asked, ["form", "label", "ul"].includes(name) ? 0 : 1);
    });
}

test("the field of a context menu that opens before the content script is loaded is remembered", async () => {
    class Input {
        localName = "input";
        control = null;
        getAttribute = () => "text";
        getRootNode = () => page;
    }
    class Other {}
    /** @type {Map<string, (event: object) => void>} */
    const listeners = new Map();
    const page = { readyState: "complete", querySelector: () => null };
    /** @type {(field: unknown) => void} */
    let opened = () => {};
    const told = new Promise((resolve) => opened = resolve);
    Object.assign(globalThis, { openedInTest: opened });
    const runtime = { id: "ours", onMessage: { addListener: () => {} },
        getURL: () => "data:text/javascript,export const begin = () => {}, openedMenuAt = globalThis.openedInTest" };
    new Function("globalThis", "document", "addEventListener", "removeEventListener", "Element", "HTMLInputElement", "MouseEvent",
        "KeyboardEvent", "ShadowRoot", source)({ chrome: { runtime } }, page,
        (/** @type {string} */ type, /** @type {(event: object) => void} */ act) => void listeners.set(type, act), () => {},
        Input, Input, Other, Other, Other);
    const field = new Input();
    listeners.get("contextmenu")?.({ type: "contextmenu", isTrusted: true, composedPath: () => [field] });
    assert.equal(await told, field);
});
