// Stands in for the content scripts: says to the background what the test says, as it says it, and shows what comes back.
(() => {
    const api = globalThis.browser ?? globalThis.chrome;
    const shown = [];
    const show = (what) => {
        shown.push(what);
        document.documentElement.dataset.answers = JSON.stringify(shown);
    };
    let port;
    addEventListener("message", ({ data }) => {
        if (data?.to === "hooks") api.runtime.sendMessage(data.message);
        if (data?.to !== "background") return;
        port ??= api.runtime.connect({ name: "document" });
        port.onMessage.hasListeners?.() || port.onMessage.addListener(show);
        port.onDisconnect.addListener(() => show({ ended: true }));
        port.postMessage(data.message);
    });
    api.runtime.onMessage.addListener((message, _sender, respond) => {
        if (message.type !== "look") return show({ told: message });
        const has = (selector) => document.querySelector(selector) !== null;
        respond({ hasPassword: has("input[type=password]"), hasUser: has("[autocomplete=username]"), hasCode: false });
    });
})();
