// A toolbar list with doubles of page, agent and windows.

import { actOn, installBrowser, makeClock, makePort, settle } from "./doubles.js";

installBrowser();
const { PopupRequests } = await import("../../../src/background/popupRequests.js");
const { Requests } = await import("../../../src/background/requests.js");
const { Sheets } = await import("../../../src/background/sheets.js");
const { TabMemory } = await import("../../../src/background/tabMemory.js");

export const offers = {
    serviceIdentifiers: [{ type: "domain", identifier: "a.test" }],
    suggestions: ["password", "code"].map((kind) => ({
        id: `s-${kind}`, kind, user: "ada", service: "a.test", grade: "exact", provider: "p", providerName: "Vault", rank: 0,
    })),
    providers: [], locked: [],
};
export const otto = {
    id: "o", kind: "password", user: "otto", service: "other.test", url: "https://other.test/", provider: "p", providerName: "Vault",
};
export const found = { logins: [{ ...otto, id: "s-password", user: "ada" }, otto, { ...otto, id: "oc", kind: "code" }], hasMore: false };
export const filled = { provider: "p", value: { kind: "password", user: "ada", password: "secret" } };
export const fields = { hasPassword: true, hasCode: false, hasUser: true, doubts: [] };
/** A document with a sign-up, in whose new-password field the user was last. */
export const signUp = {
    hasPassword: false, hasCode: false, hasUser: true, hasNewPassword: true, isInNewPassword: true, doubts: [], newPasswordDoubts: [],
};
export const page = { frameId: 0, parentFrameId: -1, url: "https://a.test/login" };

/**
 * A toolbar list for a page whose frames answer as in `documents`. A frame that is not listed does not exist.
 * @param {{frames?: WebExtension.Frame[], documents?: Record<number, object>, url?: string, isPrivate?: boolean}} [more]
 */
export function makePopup({ frames = [page], documents = { 0: fields }, url = page.url, isPrivate = false } = {}) {
    const clock = makeClock();
    /** @type {[string, Record<string, unknown>][]} */
    const asked = [];
    /** @type {[number, Record<string, unknown>][]} */
    const told = [];
    /** @type {string[]} */
    const opened = [];
    const state = {
        documents, url, answer: /** @type {unknown} */ ({ filled: true }), loads: 0, offers: /** @type {object} */ (offers), found,
        features: ["search", "lock"], fill: async () => filled, signal: /** @type {AbortSignal | undefined} */ (undefined),
    };
    const agent = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ ({
        call: async (/** @type {string} */ method, /** @type {Record<string, unknown>} */ params, /** @type {{signal?: AbortSignal}} */ { signal } = {}) => {
            asked.push([method, params]);
            if (method === "suggest") return state.offers;
            if (method === "search") return state.found;
            if (method === "lock") return {};
            state.signal = signal;
            return state.fill();
        },
        knows: (/** @type {string} */ feature) => state.features.includes(feature),
    }));
    const sheets = new Sheets({
        openWindow: async (address) => opened.push(address), closeWindow: async () => {}, focusWindow: async () => {}, windowOfTab: async () => 7,
        sendEvent: () => {}, after: clock.after, pageURL: "sheet.html",
    });
    const memory = new TabMemory(clock.now);
    memory.digest = async (user, password) => `digest ${user} ${password}`;
    const requests = new Requests({ agent, sheets, memory, neverSaved: { has: async () => false } });
    const popup = new PopupRequests({
        agent, requests, sheets, hasHostAccess: async () => true, framesOf: async () => frames, after: clock.after,
        activeTab: async () => ({ id: 1, windowId: 7, incognito: isPrivate, active: true, url: state.url }),
        tell: async (_, message, frame) => {
            const answer = state.documents[frame.frameId];
            if (answer === undefined) throw new Error("no receiver");
            const { type } = /** @type {{type: string}} */ (message);
            if (type === "inspect") return answer;
            told.push([frame.frameId, /** @type {Record<string, unknown>} */ (message)]);
            return state.answer;
        },
        loadContent: async () => {
            state.loads += 1;
            state.documents = { ...state.documents, 0: fields };
        },
    });
    const connect = () => {
        const list = makePort();
        popup.accept(list.port);
        return list;
    };
    const { sent, say, end } = connect();
    const call = async (/** @type {string} */ method, params = {}) => {
        say({ id: sent.length, method, params });
        await settle();
        return sent.at(-1);
    };
    return { popup, call, connect, asked, told, opened, sheets, memory, state, sent, end, clock };
}

/** Presses the button of the opened window and returns what it showed. @param {ReturnType<typeof makePopup>} made */
export async function confirm({ sheets, opened }, event = { kind: "pressed", element: "confirm" }) {
    const window = makePort();
    sheets.accept(opened.at(-1)?.split("=")[1] ?? "", window.port);
    const shown = JSON.stringify(window.sent[0]);
    actOn(window, event);
    await settle();
    return shown;
}

/** The window of the agent's sheet number 3, which asks for an unlock. @param {ReturnType<typeof makePopup>} made */
export async function showUnlock({ sheets, opened }) {
    const frame = { providerName: "Vault", requester: { kind: "site", name: "a.test" } };
    sheets.take("sheet.open", { id: 3, frame, sheet: { title: "Unlock", elements: [] } });
    await settle();
    const window = makePort();
    sheets.accept(opened.at(-1)?.split("=")[1] ?? "", window.port);
    return window;
}
