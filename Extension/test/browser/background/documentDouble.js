// Replaces the content scripts: posts the test's messages to the background and shows the responses in the page.
(() => {
    const api = globalThis.browser ?? globalThis.chrome;
    /** @type {unknown[]} */
    const shown = [];
    const show = (/** @type {unknown} */ what) => {
        shown.push(what);
        document.documentElement.dataset.answers = JSON.stringify(shown);
    };
    /** @type {WebExtension.Port | undefined} */
    let port;
    addEventListener("message", ({ data }) => {
        if (data?.to === "hooks") api.runtime.sendMessage(data.message);
        if (data?.to !== "background") return;
        if (port === undefined) {
            port = api.runtime.connect({ name: "document" });
            port.onMessage.addListener(show);
            port.onDisconnect.addListener(() => show({ ended: true }));
        }
        port.postMessage(data.message);
    });
    api.runtime.onMessage.addListener((message, _sender, respond) => {
        const { type } = /** @type {{type?: string}} */ (message);
        if (type !== "inspect") show({ told: message });
        if (type === "fill") respond({ filled: true });
        if (type === "fillGenerated") respond({ outcome: "filled" });
        if (type !== "inspect") return;
        const has = (/** @type {string} */ selector) => document.querySelector(selector) !== null;
        const hasNewPassword = has("[autocomplete=new-password]");
        respond({
            hasPassword: has("input[type=password]"), hasUser: has("[autocomplete=username]"), hasCode: false,
            hasNewPassword, isInNewPassword: hasNewPassword,
        });
    });
})();
