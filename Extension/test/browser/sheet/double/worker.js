// The background's place: opens a window for a sheet, and says what came from it.

const api = globalThis.browser ?? globalThis.chrome;
let waiting = [];
let port = null;
let heard = [];

api.runtime.onConnect.addListener((connected) => {
    if (connected.name !== "sheet:7") return connected.disconnect();
    port = connected;
    for (const message of waiting) port.postMessage(message);
    port.onMessage.addListener((message) => heard.push(message));
    port.onDisconnect.addListener(() => heard.push("disconnected"));
});

const commands = {
    async open({ message }) {
        [waiting, heard] = [[message], []];
        await api.windows.create({ url: "src/sheet/sheet.html?id=7", type: "popup", width: 420, height: 560 });
    },
    post: ({ message }) => port.postMessage(message),
    disconnect: () => port.disconnect(),
    heard: () => heard,
};

api.runtime.onMessage.addListener((command, _sender, respond) => {
    Promise.resolve(commands[command.name](command)).then((result) => respond(result ?? null));
    return true;
});
