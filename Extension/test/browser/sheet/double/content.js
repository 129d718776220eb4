// Passes the test's commands to worker.js, because the Firefox driver cannot open extension pages.

addEventListener("message", async ({ data }) => {
    if (data.command === undefined) return;
    const answer = await (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(data.command);
    postMessage({ answer, number: data.number });
});
