// Replaces the background with fixed offers, and records every call.
//
// Parameters of a document's address: ?offers=NAME selects the offers. ?fill=fails makes a fill fail. ?fill=told makes
// it fail with an error that a window already showed. ?suggest=fails makes the suggestions fail. ?ahead=refused rejects
// the password that is generated ahead. ?tell=MESSAGE is sent to the top document at its first request; ?tell=planted is
// a banner whose words the address does not have. ?late=MS delays the offers. ?number=N is recorded with every call.

const api = globalThis.browser ?? globalThis.chrome;
const provider = "org.latchkey.vault.provider", name = "Latchkey Vault";
const abilities = {
    id: provider, name, providesPasswords: true, providesOneTimeCodes: true, providesTextToInsert: true,
    savesPasswords: true, generatesPasswords: true, generatesWithUI: true,
};

/**
 * @param {string} user
 * @param {object} [more]
 */
const login = (user, more = {}) => ({
    id: `s-${user}`, kind: "password", user, service: "login.example.test", grade: "exact", provider,
    providerName: name, rank: 0, isPreselectable: true, ...more,
});
const code = { ...login("ada"), id: "c-ada", kind: "code" };
const alike = "a.person.with.a.very.long.name@department.of-a-very-long-organisation.example";
const long = "a.person.with.a.very.long.address@mail.of-a-long-organisation.example";

/** @type {Record<string, {suggestions: {kind: string}[], [name: string]: unknown}>} */
const tables = {
    two: { suggestions: [login("ada"), login("grace"), code] },
    none: { suggestions: [], providers: [] },
    only: { suggestions: [login("ada")], providers: [] },
    many: { suggestions: Array.from({ length: 40 }, (_, at) => login(`user${at}`)) },
    marks: {
        suggestions: [
            login("ada"),
            login("ada@elsewhere", { grade: "site", service: "shop.example.test", isPreselectable: false }),
            login("ada@family", { grade: "affiliated", service: "family.test", isPreselectable: false }),
            login(long),
        ],
    },
    twins: {
        suggestions: [
            login("ada", { id: "s-work", record: "r1", detail: "Work" }),
            login("ada", { id: "s-home", record: "r2", detail: "Home, last used 2026-11-20" }),
        ],
    },
    alike: { suggestions: [login(alike), login(`${alike}.au`), login(`b.${alike}`)] },
    insecure: { suggestions: [login("ada", { warning: "this page is not secure", isPreselectable: false })] },
    locked: { suggestions: [], locked: [{ provider, name }] },
    failed: { suggestions: [login("ada"), login("grace")], failedUser: "ada" },
    failedElsewhere: {
        suggestions: [login("ada", { grade: "site", service: "shop.example.test", isPreselectable: false })],
        failedUser: "ada",
    },
    planted: {
        suggestions: [login("planted-user-7301", {
            grade: "site", service: "planted-service-7302.example", isPreselectable: false, providerName: "Planted Vault 7303",
        })],
    },
    hostile: { suggestions: [login("eve\u202egnp.exe\n<b>bold</b>")] },
};
const plantedBanner = {
    type: "banner",
    banner: {
        id: "b1", kind: "save", user: "planted-user-7301", host: "planted-service-7302.example", providerName: "Planted Vault 7303",
    },
};

/**
 * @typedef {{kinds?: string[], kind?: string, suggestion?: string, isAhead?: boolean}} Parameters
 * @typedef {{id?: number, method: string, params: Parameters}} PortMessage
 */

/** @param {{method: string, params: object, number?: string}} call */
function record(call) {
    const body = JSON.stringify({ call: JSON.stringify(call) });
    return fetch("http://login.example.test/double?then=json", {
        method: "POST", body, headers: { "Content-Type": "application/json" },
    });
}

let made = 41;

/** A new value for each call, as from a provider. */
function generated() {
    made++;
    return `Double-Generated-${made}`;
}

/**
 * Records an event before any request: "port" for a new port, "approached" for a user near a field.
 * @param {string} word
 */
function note(word) {
    return fetch(`http://login.example.test/near?then=json`, {
        method: "POST", body: JSON.stringify({ word }), headers: { "Content-Type": "application/json" },
    });
}

/**
 * @param {WebExtension.Port} port
 * @param {string} word
 */
function parameterOf(port, word) {
    return new URL(port.sender?.url ?? "about:blank").searchParams.get(word);
}

/**
 * @param {WebExtension.Port} port
 * @param {PortMessage} told
 */
async function answer(port, { method, params }) {
    if (method === "suggest") {
        if (parameterOf(port, "suggest") === "fails") throw new Error("the agent does not answer");
        await new Promise((done) => setTimeout(done, Number(parameterOf(port, "late") ?? 0)));
        return offers(port, params.kinds ?? []);
    }
    const number = parameterOf(port, "number");
    await record({ method, params, ...(number === null ? {} : { number }) });
    if (["fails", "told"].includes(parameterOf(port, "fill") ?? "")) throw new Error("the vault is busy");
    if (params.isAhead === true && parameterOf(port, "ahead") === "refused") throw new Error("a frame of another site");
    if (method === "generate") return { provider, passwords: [{ kind: "strong", value: generated() }] };
    if (method === "unlock" || method === "keepGenerated") return {};
    if (method === "insertText") return { provider, value: { kind: "text", text: "inserted" } };
    if (params.kind === "code" || params.suggestion === "c-ada") {
        return { provider, value: { kind: "code", code: "123456" } };
    }
    const user = params.suggestion?.slice(2) ?? "listed";
    return { provider, value: { kind: "password", user, password: `Double-${user}` } };
}

/**
 * @param {WebExtension.Port} port
 * @param {string[]} kinds
 */
function offers(port, kinds) {
    const told = parameterOf(port, "tell"), tab = port.sender?.tab?.id;
    if (told !== null && tab !== undefined) {
        api.tabs.sendMessage(tab, told === "planted" ? plantedBanner : JSON.parse(told), { frameId: 0 });
    }
    const table = tables[parameterOf(port, "offers") ?? "two"] ?? { suggestions: [] };
    return {
        providers: [abilities], locked: [], frame: { origin: "", topLevelOrigin: "", isOfOtherSite: false },
        isPrivate: false, savesHere: true, ...table,
        suggestions: table.suggestions.filter((each) => kinds.includes(each.kind)),
    };
}

api.runtime.onConnect.addListener((port) => {
    void note("port");
    port.onMessage.addListener(async (message) => {
        const told = /** @type {PortMessage} */ (message);
        if (told.id === undefined) {
            if (told.method === "approached") await note("approached");
            else if (told.method !== "startAhead") await record({ method: told.method, params: told.params });
            return;
        }
        try {
            port.postMessage({ id: told.id, result: await answer(port, told) });
        } catch (error) {
            const words = error instanceof Error ? error.message : "";
            const reason = parameterOf(port, "fill") === "told" ? "told" : "failed";
            port.postMessage({ id: told.id, error: { reason, message: words } });
        }
    });
});
