// The test's way to the double: Firefox lets no driver open an extension's page.

addEventListener("message", async ({ data }) => {
    if (data.command === undefined) return;
    const answer = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(data.command);
    postMessage({ answer, number: data.number });
});
