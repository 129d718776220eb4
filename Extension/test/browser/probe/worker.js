// Opens a window when the content script requests it.
const api = globalThis.browser ?? globalThis.chrome;
api.runtime.onMessage.addListener(() => {
    api.windows.create({ url: "src/sheet/sheet.html", type: "popup", width: 400, height: 300 });
});
