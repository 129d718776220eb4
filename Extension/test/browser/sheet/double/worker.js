// Replaces the background: opens a sheet's window and records its messages.

const api = globalThis.browser ?? globalThis.chrome;
/** @type {unknown[]} */
let waiting = [];
/** @type {WebExtension.Port | undefined} */
let port;
/** @type {unknown[]} */
let heard = [];

api.runtime.onConnect.addListener((connected) => {
    if (connected.name !== "sheet:7") return connected.disconnect();
    port = connected;
    for (const message of waiting) connected.postMessage(message);
    connected.onMessage.addListener((message) => {
        if (JSON.parse(JSON.stringify(message)).type !== "typing") heard.push(message);
    });
    connected.onDisconnect.addListener(() => heard.push("disconnected"));
});

/** @type {Record<string, (message: unknown) => unknown>} */
const commands = {
    async open(message) {
        [waiting, heard] = [[message], []];
        await api.windows.create({ url: "src/sheet/sheet.html?id=7", type: "popup", width: 420, height: 300 });
    },
    post: (message) => port?.postMessage(message),
    disconnect: () => port?.disconnect(),
    heard: () => heard,
};

api.runtime.onMessage.addListener((command, _sender, respond) => {
    const { name, message } = /** @type {{name: string, message: unknown}} */ (command);
    Promise.resolve(commands[name]?.(message)).then((result) => respond(result ?? null));
    return true;
});
