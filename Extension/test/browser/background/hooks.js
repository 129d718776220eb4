// For Firefox, whose driver opens no page of an extension: opens one when a test says so, by way of the speaker.
const hooked = globalThis.browser ?? globalThis.chrome;
hooked.runtime.onMessage.addListener((message) => {
    const { open } = /** @type {{open?: string}} */ (message ?? {});
    if (open) hooked.windows.create({ url: open, type: "popup", width: 360, height: 600 });
});
