// Stands where the background stands, so that the strip can be tested with any offers and every call can be seen.
// ?offers=NAME in a document's address chooses what it is offered; ?fill=fails lets a fill fail;
// ?tell=MESSAGE is sent to the top document when it asks.

const api = globalThis.browser ?? globalThis.chrome;
const provider = "org.latchkey.vault.provider", name = "Latchkey Vault";
const abilities = {
    id: provider, name, providesPasswords: true, providesOneTimeCodes: true, providesTextToInsert: true,
    savesPasswords: true, generatesPasswords: true, generatesWithUI: true,
};

const login = (user, more = {}) => ({
    id: `s-${user}`, kind: "password", user, service: "login.example.test", grade: "exact", provider,
    providerName: name, rank: 0, isPreselectable: true, ...more,
});
const code = { ...login("ada"), id: "c-ada", kind: "code" };
const tables = {
    two: { suggestions: [login("ada"), login("grace"), code] },
    none: { suggestions: [], providers: [] },
    only: { suggestions: [login("ada")], providers: [] },
    many: { suggestions: Array.from({ length: 40 }, (_, at) => login(`user${at}`)) },
    marks: {
        suggestions: [
            login("ada"), login("ada@elsewhere", { grade: "site", service: "shop.example.test", isPreselectable: false }),
            login("ada@family", { grade: "affiliated", service: "family.test", isPreselectable: false }),
            login("a.person.with.a.very.long.address@mail.of-a-long-organisation.example"),
        ],
    },
    insecure: { suggestions: [login("ada", { warning: "this page is not secure", isPreselectable: false })] },
    locked: { suggestions: [], locked: [{ provider, name }] },
    failed: { suggestions: [login("ada"), login("grace")], failedUser: "ada" },
    hostile: { suggestions: [login("eve\u202egnp.exe\n<b>bold</b>")] },
};

const keep = (call) => {
    const body = JSON.stringify({ call: JSON.stringify(call) });
    return fetch("http://login.example.test/double?then=json", {
        method: "POST", body, headers: { "Content-Type": "application/json" },
    });
};
const words = (port) => new URL(port.sender.url).searchParams;

async function answer(port, { method, params }) {
    if (method !== "suggest") await keep({ method, params });
    if (words(port).get("fill") === "fails" && method === "fill") throw { reason: "failed", message: "the vault is busy" };
    if (method === "suggest") {
        const told = words(port).get("tell");
        if (told !== null) api.tabs.sendMessage(port.sender.tab.id, JSON.parse(told), { frameId: 0 });
        const table = tables[words(port).get("offers") ?? "two"];
        const { kinds } = params;
        return {
            providers: [abilities], locked: [], frame: { origin: "", topLevelOrigin: "", isOfOtherSite: false },
            isPrivate: false, savesHere: true, ...table,
            suggestions: table.suggestions.filter((each) => kinds.includes(each.kind)),
        };
    }
    if (method === "generate") return { provider, passwords: [{ kind: "strong", value: "Double-Generated-42" }] };
    if (method === "unlock") return {};
    if (method === "insertText") return { provider, value: { kind: "text", text: "inserted" } };
    if (params.kind === "code" || params.suggestion === "c-ada") return { provider, value: { kind: "code", code: "123456" } };
    const user = params.suggestion?.slice(2) ?? "listed";
    return { provider, value: { kind: "password", user, password: `Double-${user}` } };
}

api.runtime.onConnect.addListener((port) => {
    port.onMessage.addListener(async (message) => {
        if (message.id === undefined) {
            if (message.method !== "startAhead") await keep({ method: message.method, params: message.params });
            return;
        }
        try {
            port.postMessage({ id: message.id, result: await answer(port, message) });
        } catch (error) {
            port.postMessage({ id: message.id, error: { reason: "failed", message: String(error), ...error } });
        }
    });
});
