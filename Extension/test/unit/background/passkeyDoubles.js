// A scripted agent, windows and a requesting page, for the tests of passkey requests.

import { actOn, makeClock, makePort, settle } from "./doubles.js";
import { PasskeyRequests } from "../../../src/background/passkeyRequests.js";
import { RelatedOrigins } from "../../../src/background/relatedOrigins.js";
import { Requests } from "../../../src/background/requests.js";
import { Sheets } from "../../../src/background/sheets.js";
import { TabMemory } from "../../../src/background/tabMemory.js";
import { Failure } from "../../../src/messages/failure.js";

/** @typedef {Record<string, (params: Record<string, any>, signal?: AbortSignal) => unknown>} Answers */

export const vault = { id: "vault", name: "Vault", providesPasskeys: true, supportsConditionalPasskeyRegistration: true };
export const other = { id: "other", name: "Other", providesPasskeys: true };
export const ada = {
    id: "k1", kind: "passkey", user: "ada", service: "a.test", grade: "exact", provider: "vault", providerName: "Vault", rank: 0,
};
export const signed = { provider: "vault", credential: { id: "AAAA", type: "public-key" } };

/** Requests of pages. */
export const get = { options: { challenge: "AAAA", rpId: "a.test" }, mediation: "modal" };
export const create = { options: { challenge: "AAAA", rp: { id: "a.test", name: "A" }, user: { id: "AQ", name: "ada" } }, isConditional: false };
export const declined = { outcome: "declined" };
/** Makes an agent call fail with this reason. */
export const refuse = (/** @type {string} */ reason, /** @type {Record<string, string>} */ details = {}) => () => {
    throw new Failure(reason, reason, { details });
};

/**
 * The agent's response to `suggest`.
 * @param {object[]} suggestions
 * @param {object} [more]
 */
export function offering(suggestions, more = {}) {
    return {
        serviceIdentifiers: [{ type: "URL", identifier: "https://a.test/" }, { type: "domain", identifier: "a.test" }],
        suggestions, providers: [vault], locked: [], ...more,
    };
}

/**
 * @param {Answers} answers
 * @param {{features?: string[], files?: Record<string, string>, isFirefox?: boolean, isSilent?: boolean, hasTopFocus?: boolean}} [more]
 *   isSilent: the agent never greets
 */
export function makePasskeys(answers, { features = ["passkeys", "frames"], files = {}, isFirefox = false, isSilent = false, hasTopFocus = true } = {}) {
    const clock = makeClock();
    /** @type {[string, Record<string, any>][]} */
    const asked = [];
    /** @type {{opened: string[], fetched: string[], never: string[]}} */
    const { opened, fetched, never } = { opened: [], fetched: [], never: [] };
    /** @type {object[]} */
    const news = [];
    const agent = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ ({
        prepare: (/** @type {AbortSignal | undefined} */ signal) =>
            new Promise((resolve) => isSilent ? signal?.addEventListener("abort", resolve) : resolve(undefined)),
        knows: (/** @type {string} */ feature) => features.includes(feature),
        call: (/** @type {string} */ method, /** @type {Record<string, any>} */ params, /** @type {{signal?: AbortSignal, onSend?: (id: number) => void}} */ { signal, onSend } = {}) =>
            new Promise((resolve, reject) => {
                const number = asked.push([method, params]);
                onSend?.(number);
                signal?.addEventListener("abort", () => reject(new Failure("gone", "")));
                const answer = answers[method];
                if (answer === undefined) return reject(new Failure("unknownMethod", ""));
                Promise.resolve().then(() => answer(params, signal)).then(resolve, reject);
            }),
    }));
    const sheets = new Sheets({
        openWindow: async (address) => 100 + opened.push(address), closeWindow: async () => {}, focusWindow: async () => {}, windowOfTab: async () => 7,
        sendEvent: () => {}, after: clock.after, pageURL: "sheet.html",
    });
    const memory = new TabMemory(clock.now);
    const related = new RelatedOrigins(async (address) => (fetched.push(address), files[address]), clock.after);
    const requests = new Requests({ agent, sheets, memory, neverSaved: { has: async () => false } }, related);
    const banners = /** @type {import("../../../src/background/banners.js").Banners} */ (/** @type {unknown} */ ({
        tell: (/** @type {unknown} */ _, /** @type {object} */ banner) => news.push(banner),
    }));
    const neverPasskeys = { has: async (/** @type {string} */ host) => never.includes(host), add: async (/** @type {string} */ host) => void never.push(host) };
    /**
     * The page's document: what it has to fill and whether it accepts a fill. `look` is `null` if there is no document.
     */
    const document = {
        look: /** @type {object | null} */ ({ hasPassword: true, hasCode: false, hasUser: true, doubts: [] }), filled: true,
        told: /** @type {Record<string, any>[]} */ ([]),
    };
    const tell = async (/** @type {number} */ _, /** @type {object} */ message) => {
        if (document.look === null) throw new Error("no receiver");
        if (Reflect.get(message, "type") === "inspect") return document.look;
        document.told.push(/** @type {Record<string, any>} */ (message));
        return { filled: document.filled };
    };
    const passkeys = new PasskeyRequests({
        agent, sheets, requests, memory, banners, neverPasskeys, related, tell, loadContent: async () => {}, isFirefox,
        hasFocus: async () => hasTopFocus, after: clock.after,
    });
    return { passkeys, requests, sheets, memory, clock, asked, opened, fetched, never, news, document };
}

/**
 * @param {Partial<import("../../../src/background/documents.js").Requester>} [more]
 * @param {string[]} [ancestorOrigins]
 */
export function makePage(more = {}, ancestorOrigins = []) {
    const control = new AbortController();
    const requester = {
        tabId: 1, frameId: 0, documentId: "d1", windowId: 7, isPrivate: false, isTop: ancestorOrigins.length === 0,
        origin: "https://a.test", url: "https://a.test/login", gone: control.signal, ...more,
    };
    return { requester, around: { ancestorOrigins, signal: control.signal }, leave: () => control.abort() };
}

/**
 * Calls a handler as a page does. The result is filled in when the call settles.
 * @param {ReturnType<typeof makePasskeys>} made
 * @param {"getPasskey" | "createPasskey" | "pickPasskey" | "signalPasskeys" | "passkeyAbilities"} method
 * @param {object} params
 * @param {ReturnType<typeof makePage>} [page]
 */
export function call({ passkeys }, method, params, page = makePage()) {
    const handler = passkeys.handlers[method];
    if (handler === undefined) throw new Error(method);
    const all = { isActive: true, isFocused: true, ...params };
    /** @type {{outcome?: any, failure?: string}} */
    const ended = {};
    Promise.resolve().then(() => handler(page.requester, all, page.around))
        .then((outcome) => ended.outcome = outcome, (thrown) => ended.failure = Failure.from(thrown).reason);
    return ended;
}

/**
 * The last opened window: what it shows, and the user's events for it.
 * @param {ReturnType<typeof makePasskeys>} made
 */
export async function lastWindow({ sheets, opened }) {
    await settle();
    const name = opened.at(-1)?.split("=")[1] ?? "";
    const port = makePort();
    sheets.accept(name, port.port);
    return {
        get shown() {
            return port.sent.findLast((each) => each.type === "open");
        },
        get text() {
            return JSON.stringify(this.shown);
        },
        get rows() {
            /** @type {any[]} */
            const elements = this.shown.sheet.elements;
            return elements.find(({ kind }) => kind === "list")?.rows ?? [];
        },
        get isEnded() {
            return port.isEnded;
        },
        act: async (/** @type {object} */ event) => {
            actOn(port, event);
            await settle();
        },
        choose: async (/** @type {string} */ row) => {
            actOn(port, { kind: "rowChosen", element: "choices", row });
            await settle();
        },
    };
}

export { settle };
