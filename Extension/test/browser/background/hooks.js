// The Firefox driver cannot open extension pages, so this opens one at the request of documentDouble.js.
const hooked = globalThis.browser ?? globalThis.chrome;
hooked.runtime.onMessage.addListener((message) => {
    const { open } = /** @type {{open?: string}} */ (message ?? {});
    if (open) hooked.windows.create({ url: open, type: "popup", width: 360, height: 600 });
});
