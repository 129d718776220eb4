// Requests to the agent match the schemas in Schemas/, and the example responses can be parsed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { installBrowser, makeClock, settle } from "./doubles.js";

installBrowser();
const { Requests } = await import("../../../src/background/requests.js");
const { Saving } = await import("../../../src/background/saving.js");
const { TabOpeners } = await import("../../../src/background/tabOpeners.js");
const { Banners } = await import("../../../src/background/banners.js");
const { Sheets } = await import("../../../src/background/sheets.js");
const { TabMemory } = await import("../../../src/background/tabMemory.js");
const { parseFilled, parseFound, parseGenerated, parseOffers, parseQuirks } = await import("../../../src/messages/offers.js");

/** @typedef {Record<string, any>} Schema */

const folder = new URL("../../../../Schemas/", import.meta.url);
/** @param {string} name @returns {any} */
const load = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

/**
 * Validates a value with the subset of JSON Schema that the protocol's schemas use. Unknown members are problems too,
 * because the agent ignores them.
 * @param {unknown} value
 * @param {Schema} schema
 * @param {string} file
 * @param {string} [path]
 * @returns {string[]}
 */
function problems(value, schema, file, path = "$") {
    if (typeof schema["$ref"] === "string") {
        const [name, pointer] = schema["$ref"].split("#");
        const target = name || file;
        /** @type {any} */
        let found = load(target);
        for (const part of (pointer ?? "").split("/").filter(Boolean)) found = found[part];
        return problems(value, found, target, path);
    }
    if (schema["oneOf"] !== undefined) {
        const fits = schema["oneOf"].filter((/** @type {Schema} */ each) => problems(value, each, file, path).length === 0);
        return fits.length === 1 ? [] : [`${path} fits ${fits.length} kinds`];
    }
    if (schema["const"] !== undefined && value !== schema["const"]) return [`${path} is not ${schema["const"]}`];
    if (schema["enum"] !== undefined && !schema["enum"].includes(value)) return [`${path} is none of ${schema["enum"]}`];
    switch (schema["type"]) {
        case "object": {
            if (typeof value !== "object" || value === null) return [`${path} is no object`];
            const members = Object.entries(value);
            const missing = (schema["required"] ?? []).filter((/** @type {string} */ key) => !(key in value));
            const properties = schema["properties"] ?? {};
            return [
                ...missing.map((/** @type {string} */ key) => `${path}.${key} is missing`),
                ...members.flatMap(([key, each]) =>
                    key in properties ? problems(each, properties[key], file, `${path}.${key}`) : [`${path}.${key} is unknown`]
                ),
            ];
        }
        case "array":
            if (!Array.isArray(value)) return [`${path} is no array`];
            return value.flatMap((each, index) => problems(each, schema["items"] ?? {}, file, `${path}[${index}]`));
        case "integer":
            return Number.isSafeInteger(value) ? [] : [`${path} is no integer`];
        case undefined:
            return [];
        default:
            return typeof value === schema["type"] ? [] : [`${path} is no ${schema["type"]}`];
    }
}

/** @type {[string, unknown][]} */
const sent = [];
const agent = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ ({
    call: async (/** @type {string} */ method, /** @type {unknown} */ params) => {
        sent.push([method, structuredClone(params)]);
        return load(`examples/${method}.result.json`)[0];
    },
}));
const clock = makeClock();
const sheets = new Sheets({
    openWindow: async () => 1, closeWindow: async () => {}, focusWindow: async () => {}, windowOfTab: async () => 7, sendEvent: () => {}, after: clock.after, pageURL: "",
});
const memory = new TabMemory(clock.now);
const neverSaved = { has: async () => false, add: async () => {} };
const requests = new Requests({ agent, sheets, memory, neverSaved });
const banners = new Banners({ sheets, after: clock.after, tellTop: async () => {}, livingTab: (tabId) => tabId, frontTab: async () => undefined });
const saving = new Saving({ agent, requests, memory, neverSaved, banners, openers: new TabOpeners(clock.after), after: clock.after, inspectPage: async () => undefined, framesOf: async () => [] });
const requester = {
    tabId: 1, frameId: 0, documentId: "d", windowId: 1, isPrivate: false, isTop: true, origin: "https://a.test", url: "https://a.test/p",
    gone: new AbortController().signal,
};
const around = { ancestorOrigins: ["https://b.test", "null"], signal: new AbortController().signal };

/** @type {[string, Record<string, unknown>][]} */
const calls = [
    ["suggest", { kinds: ["password", "code", "passkey"] }],
    ["fill", { suggestion: "s", mustConfirm: false }],
    ["list", { kind: "code", provider: "org.vault", mustConfirm: false }],
    ["list", { kind: "password", mustConfirm: false }],
    ["insertText", { provider: "org.vault", mustConfirm: false }],
    ["generate", { passwordRules: "minlength: 8;", confirmRules: "maxlength: 20;", provider: "org.vault", withInterface: true }],
    ["generate", { withInterface: false }],
    ["unlock", { provider: "org.vault" }],
];

test("requests to the agent match their schemas", async () => {
    for (const [method, params] of calls) {
        // Another test checks the response.
        await Promise.resolve(requests.handlers[method]?.(requester, params, around)).catch(() => undefined);
    }
    const kept = { user: "u", password: "p", session: "1", passwordKind: "strong", provider: "org.vault", form: "signUp" };
    await saving.calls["keepGenerated"]?.(requester, kept, around);
    await saving.notes["submitted"]?.(requester, { session: "1", form: "signUp", user: "u", password: "p", wasGenerated: true }, around);
    await settle();
    await saving.notes["settled"]?.(requester, { session: "1", outcome: "gone" }, around);
    await settle();
    const methods = new Set(sent.map(([method]) => method));
    for (const method of ["suggest", "fill", "list", "insertText", "generate", "save", "quirks.site"]) assert.ok(methods.has(method), method);
    const wrong = sent.flatMap(([method, params]) => {
        const file = `${method}.params.json`;
        return problems(params, load(file), file).map((each) => `${method}: ${each}`);
    });
    assert.deepEqual(wrong, []);
});

test("the example responses of the schemas can be parsed", () => {
    const asked = { origin: "https://a.test", ancestorOrigins: [] };
    /** @type {[string, (value: unknown) => object][]} */
    const parsers = [
        ["suggest", (value) => parseOffers(value, asked)], ["fill", parseFilled], ["list", parseFilled], ["insertText", parseFilled],
        ["generate", parseGenerated], ["quirks.site", parseQuirks], ["search", parseFound],
    ];
    for (const [method, parse] of parsers) {
        const examples = load(`examples/${method}.result.json`);
        assert.ok(examples.length > 0);
        for (const example of examples) assert.doesNotThrow(() => parse(example), method);
    }
});
