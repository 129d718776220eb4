// A background for the tests of saving, whose agent, pages and clock belong to the test.

import { actOn, installBrowser, makeClock, makePort, settle } from "./doubles.js";

installBrowser();
const { Saving } = await import("../../../src/background/saving.js");
const { Banners } = await import("../../../src/background/banners.js");
const { GeneratedPasswords } = await import("../../../src/background/generatedPasswords.js");
const { RelatedOrigins } = await import("../../../src/background/relatedOrigins.js");
const { Requests } = await import("../../../src/background/requests.js");
const { TabOpeners } = await import("../../../src/background/tabOpeners.js");
const { Sheets } = await import("../../../src/background/sheets.js");
export const { loginName, TabMemory } = await import("../../../src/background/tabMemory.js");
export const { Failure } = await import("../../../src/messages/failure.js");

export const vault = {
    id: "p", name: "Vault", providesPasswords: true, providesOneTimeCodes: true, providesTextToInsert: false,
    savesPasswords: true, generatesPasswords: true, generatesWithUI: true,
};

/** @typedef {{user: string, grade: string, service?: string, warning?: string}} Stored */

/** @param {Stored[]} stored */
export function offersOf(stored, providers = [vault], site = "a.test") {
    return {
        serviceIdentifiers: [{ type: "domain", identifier: site }],
        suggestions: stored.map(({ user, grade, service = "a.test", ...more }, index) => ({
            id: `s${index}`, kind: "password", user, service, grade, provider: "p", providerName: "Vault", rank: 0, ...more,
        })),
        providers, locked: [],
    };
}

/**
 * @param {{stored?: Stored[], there?: Stored[], providers?: object[], save?: (params: Record<string, unknown>) => object, isLocked?: boolean, never?: string[],
 *   seen?: import("../../../src/background/pendingSubmissions.js").Seen}} [more]
 */
export function makeSaving({ stored = [], there = [], providers = [vault], save = () => ({}), isLocked = false, never = [],
    seen = { passwords: [], complains: false, status: 200 } } = {}) {
    const clock = makeClock();
    const state = { isBetweenPages: false, windows: 0, shownIn: 0, frontTab: /** @type {number | undefined} */ (undefined), failingSuggestions: 0, failure: "noAgent" };
    /** @type {string[]} */
    const gone = [];
    /** @type {Record<string, any>[]} */
    const saves = [];
    /** @type {import("../../../src/messages.js").Banner[]} */
    const banners = [];
    const agent = {
        call: async (/** @type {string} */ method, /** @type {Record<string, unknown>} */ params) => {
            if (method === "suggest") {
                if (state.failingSuggestions > 0) {
                    state.failingSuggestions -= 1;
                    throw new Failure(state.failure, "");
                }
                const isHere = /^https?:\/\/a\.test\//.test(String(params["url"]));
                const site = new URL(String(params["url"])).hostname.split(".").slice(-2).join(".");
                return offersOf(isHere ? stored : there, /** @type {never} */ (providers), site);
            }
            if (method === "status") return { checks: [{ name: "unlocked", verdict: "good", finding: isLocked ? "nothing" : "something" }] };
            if (method === "save") {
                saves.push(params);
                return save(params);
            }
            throw new Failure("unknownMethod", method);
        },
    };
    const world = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ (agent));
    const sheets = new Sheets({
        openWindow: async () => (state.windows += 1), closeWindow: async () => {}, focusWindow: async () => {}, windowOfTab: async () => 7, sendEvent: () => {},
        after: clock.after, pageURL: "sheet.html",
    });
    const memory = new TabMemory(clock.now);
    // Synchronous, so that no test waits for another thread. Another test checks that the real digest reveals nothing.
    memory.digest = async (user, password) => `digest ${user} ${password}`;
    const neverSaved = { has: async (/** @type {string} */ host) => never.includes(host), add: async (/** @type {string} */ host) => void never.push(host) };
    const related = new RelatedOrigins(async () => undefined);
    const requests = new Requests({ agent: world, sheets, memory, neverSaved }, related, new GeneratedPasswords(clock.now, clock.after));
    const openers = new TabOpeners(clock.after);
    const shown = new Banners({
        sheets, after: clock.after, livingTab: (tabId) => openers.living(tabId), frontTab: async () => state.frontTab,
        tellTop: async (tabId, message) => {
            if (state.isBetweenPages) throw new Error("no receiver");
            const { type, id, banner } = /** @type {{type: string, id: string, banner: import("../../../src/messages.js").Banner}} */ (message);
            if (type === "bannerGone") gone.push(id);
            else {
                banners.push(banner);
                state.shownIn = tabId;
            }
        },
    });
    const saving = new Saving({
        agent: world, requests, memory, neverSaved, banners: shown, openers, after: clock.after,
        inspectPage: async () => seen, framesOf: async () => [],
    });
    return { saving, saves, banners, gone, memory, never, clock, state, sheets, requests, openers };
}

/** @type {import("../../../src/background/documents.js").FrameContext} */
export const around = { ancestorOrigins: [], signal: new AbortController().signal };

/** @param {Partial<import("../../../src/background/documents.js").Requester>} [more] */
export function makeRequester(more = {}) {
    return {
        tabId: 1, frameId: 0, documentId: "d1", windowId: 7, isPrivate: false, isTop: true, origin: "https://a.test",
        url: "https://a.test/login", gone: new AbortController().signal, ...more,
    };
}

/**
 * Submits a form that then disappears.
 * @param {ReturnType<typeof makeSaving>} made
 * @param {Partial<import("../../../src/messages.js").Submission>} [more]
 */
export async function submit({ saving }, more = {}, requester = makeRequester()) {
    const submission = { session: crypto.randomUUID(), form: "login", user: "ada", password: "secret", wasGenerated: false, ...more };
    await saving.notes["submitted"]?.(requester, submission, around);
    await settle();
    await saving.notes["settled"]?.(requester, { session: submission.session, outcome: "gone" }, around);
    await settle();
}

/** @param {ReturnType<typeof makeSaving>} made @param {string} answer @param {object} [more] */
export async function answer({ saving, banners }, answer, more = {}) {
    const answered = saving.notes["bannerAnswered"]?.(makeRequester(), { id: banners.at(-1)?.id, answer, ...more }, around);
    await settle();
    return answered;
}

/**
 * Sends a user's event to the last opened window.
 * @param {ReturnType<typeof makeSaving>} made @param {object} event
 */
export async function act({ sheets, state }, event) {
    const window = makePort();
    sheets.accept(String(state.windows), window.port);
    actOn(window, event);
    await settle();
}
