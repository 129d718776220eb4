// Opens every window of the extension as the background does: providers' sheets that the test sends, and the extension's own
// questions with the longest texts.

import { sheetsDependencies } from "../../../../src/background/browserAdapter.js";
import { after } from "../../../../src/background/timeouts.js";
import { Banners } from "../../../../src/background/banners.js";
import * as confirmations from "../../../../src/background/confirmations.js";
import { HttpAuth } from "../../../../src/background/httpAuth.js";
import { choosePasskey, chooseProvider } from "../../../../src/background/passkeyWindows.js";
import { showRevealed } from "../../../../src/background/revealedPassword.js";
import { Sheets } from "../../../../src/background/sheets.js";
import { offerCopy, showFailure } from "../../../../src/background/toolbarFill.js";
import { Failure } from "../../../../src/messages/failure.js";

/** @typedef {import("../../../../src/background/userRequest.js").UserRequest} UserRequest */

const api = globalThis.browser ?? globalThis.chrome;
const sheets = new Sheets(sheetsDependencies(() => undefined));
api.runtime.onConnect.addListener((port) => sheets.accept(port.name.slice("sheet:".length), port));
api.windows.onRemoved.addListener((id) => sheets.windowRemoved(id));

const origin = "https://anmeldung.donaudampfschifffahrtsgesellschaft.kundenverwaltung.example";
const other = "https://sicherheitsbevollmaechtigte.bundesausbildungsfoerderung.example";
const user = "maximiliane.freifrau-von-hohenstein-oberkirchner@donaudampfschifffahrt.example";
const provider = "Rechtsschutzversicherungsgesellschaften Passworttresor";
const password = "Kraftfahrzeug-Haftpflichtversicherung-7919-Rindfleischetikettierung-Kessel";
const { signal } = new AbortController();
/** @type {import("../../../../src/messages.js").Doubt[]} */
const doubts = [
    { reason: "otherOrigin", host: new URL(other).host }, { reason: "insecure", host: new URL(other).host },
    { reason: "inAddress", host: new URL(other).host },
];
const agent = /** @type {any} */ ({
    knows: () => true,
    call: async (/** @type {string} */ method) => method === "copy" ? { clearsAfter: 45 } : offers,
});
const abilities = /** @type {any[]} */ ([1, 2, 3].map((number) => ({
    id: `test.${number}`, name: `${provider} ${number}`, providesPasswords: true, providesOneTimeCodes: true,
    providesTextToInsert: false, savesPasswords: true, generatesPasswords: true, generatesWithUI: true, providesPasskeys: true,
    supportsConditionalPasskeyRegistration: false,
})));
const passkeys = /** @type {any[]} */ ([1, 2, 3].map((number) => ({
    id: `s-${number}`, kind: "passkey", user: `${number}.${user}`, service: new URL(origin).host, grade: "exact",
    provider: "test.1", providerName: provider, rank: number, isPreselectable: true,
})));
const offers = {
    serviceIdentifiers: [{ type: "URL", identifier: origin + "/" }],
    suggestions: passkeys.map((each) => ({ ...each, kind: "password" })), providers: abilities, locked: [],
};
const filled = /** @type {any} */ ({ provider: "test.1", value: { kind: "password", user, password } });

/** @param {UserRequest} userRequest */
function asPasskeyRequest(userRequest) {
    userRequest.alternatives = ["elsewhere", "never"];
    userRequest.topOrigin = other;
    return userRequest;
}

/** @type {Record<string, (userRequest: UserRequest, windowId: number) => unknown>} */
const own = {
    page: (asking) => confirmations.confirm(asking, confirmations.pageQuestion(origin, user, true, doubts, []), signal),
    frame: (asking) => confirmations.confirm(asking, confirmations.pageQuestion(origin, user, false, [], [other]), signal),
    passkey: (asking) => confirmations.confirm(asking, confirmations.passkeyQuestion(origin), signal),
    otherLogin: (asking) =>
        confirmations.confirm(asking, confirmations.otherLoginQuestion(other, origin, user, false, doubts.slice(0, 1), true), signal),
    generated: (asking) => {
        const question = confirmations.generatedQuestion(origin, true, doubts, true);
        return question && confirmations.confirm(asking, question, signal);
    },
    insecure: (asking) => confirmations.confirm(asking,
        confirmations.insecureQuestion(origin.replace("https", "http"), `The login is for ${origin}.`, user), signal),
    revealed: (asking) => showRevealed(asking, filled, origin, signal, after),
    unfilled: (asking) =>
        offerCopy({ agent, after, tell: async () => undefined }, asking, /** @type {any} */ ({ origin, url: origin, isPrivate: false }), filled, signal),
    failure: (asking) => showFailure(asking, new Failure("internalError", `${provider} cannot read the vault's file, because another program wrote it.`,
        { hint: "run \"latchkey providers debug org.example.rechtsschutzversicherungsgesellschaften.passworttresor\"" }), origin, signal),
    signIn: (asking) => choosePasskey(asPasskeyRequest(asking), /** @type {any} */ ({ origin }),
        { passkeys, providers: abilities, locked: [{ provider: "test.2" }] }, signal),
    chooseProvider: (asking) =>
        chooseProvider(asPasskeyRequest(asking), /** @type {any} */ ({ origin }), abilities, { user: { name: user } }, signal),
    httpAuth: (_, windowId) => new HttpAuth(/** @type {any} */ ({
        agent, sheets, requests: {}, framesOf: async () => [], windowOf: async () => windowId, isPrivate: async () => false, after,
    })).answer(/** @type {any} */ ({
        isProxy: false, requestId: "1", tabId: 1, type: "main_frame", url: origin + "/", realm: "Verwaltungsgemeinschaft ".repeat(8),
    })),
    save: (_, windowId) => {
        const banners = new Banners({ sheets, tellTop: async () => Promise.reject(new Error("no document")), livingTab: (tab) => tab, frontTab: async () => undefined,
            after: (time, body) => after(time < 10_000 ? 0 : time, body) });
        const banner = /** @type {any} */ ({ id: "1", kind: "save", user, host: new URL(origin).host, providerName: provider });
        const requester = /** @type {any} */ ({ windowId, tabId: 0, origin, isTop: true });
        banners.ask({ banner, requester, answer: () => undefined, isByUser: true });
    },
};

/** @type {UserRequest | undefined} */
let asking;
/** @type {Record<string, (message: any, windowId: number) => unknown>} */
const commands = {
    /** Opens the window of a provider's sheet, or of the extension's own question with a name. */
    open(content, windowId) {
        asking = sheets.begin(windowId, new URL(origin).host);
        if (typeof content !== "string") return asking.show({ ...content, onEvent: () => undefined });
        void Promise.resolve(own[content]?.(asking, windowId)).catch(() => undefined);
    },
    /** Sends a change of the provider's sheet. */
    change: (difference) => asking?.change(difference),
    names: () => Object.keys(own),
    explain: (isExplained) => api.storage.local.set({ explainedSheetMark: isExplained }),
    async close() {
        asking?.end();
        // The request closes its own window; the others belong to a request of their own.
        for (const { id, type } of await windowsOf()) if (type === "popup") await api.windows.remove(id).catch(() => undefined);
    },
    async makeLower(height) {
        for (const { id, type } of await windowsOf()) if (type === "popup") await api.windows.update(id, { height });
    },
};

/** @returns {Promise<{id: number, type: string}[]>} */
function windowsOf() {
    return /** @type {any} */ (api.windows).getAll();
}

api.runtime.onMessage.addListener((command, sender, respond) => {
    const { name, message } = /** @type {{name: string, message: unknown}} */ (command);
    Promise.resolve(commands[name]?.(message, sender.tab?.windowId ?? 0)).then((result) => respond(result ?? null));
    return true;
});
