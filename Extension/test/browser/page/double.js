// Replaces src/content/passkeyBridge.js: answers as the test has written into the page, and records the requests.

const { dataset } = document.documentElement;
/** @type {Map<number, (answer: import("../../../src/page/bridge.js").PageAnswer) => void>} */
const open = new Map();

/** @type {import("../../../src/page/bridge.js").AnswersPage["answerPage"]} */
export function answerPage(question, reply) {
    dataset["asked"] = JSON.stringify([...JSON.parse(dataset["asked"] ?? "[]"), question]);
    const { id, method } = question;
    if (method === "abort") return;
    const plan = JSON.parse(dataset["plan"] ?? "{}")[method] ?? { decline: true };
    if (plan === "wait" || plan === "watch") {
        open.set(id, reply);
        const { mediation } = /** @type {{mediation?: string}} */ (question);
        if (mediation === "conditional") setTimeout(() => reply({ id, meanwhile: plan === "wait" ? "waiting" : "watching" }));
    }
    // The background answers in a later task.
    else setTimeout(() => reply({ id, ...plan }));
}

// Answers the pending requests.
addEventListener("test-answer", (event) => {
    const plan = JSON.parse(String(/** @type {CustomEvent<unknown>} */ (event).detail));
    for (const [id, reply] of open) reply({ id, ...plan });
    if (plan.meanwhile === undefined) open.clear();
});

// As when the extension is replaced: the script keeps running, but the browser's API is gone.
addEventListener("test-cut", () => {
    const api = globalThis.browser ?? globalThis.chrome;
    Object.defineProperty(api, "runtime", { value: undefined });
});
