// Replaces the loader: imports the fill modules into the content script and runs the actions that the test page
// requests by events.

const api = globalThis.browser ?? globalThis.chrome;

(async () => {
    const { filling, generated, safety, submissions, visibility, looking, classifier, door } =
        await import(api.runtime.getURL("src/content/probed.js"));
    const { shadowRootOf } = door;
    const times = { whole: 1500, gone: 200, emptied: 300, batch: 20, doubted: 4000 };
    let picked = { form: null, focused: null };
    /** Like main.js, reports each filled field to the watch. */
    let filled = () => {};

    const named = (element) => `#${element.id}`;
    const reported = (report) => ({
        filled: report.filled.map(({ element, kind, outcome }) => [named(element), kind, outcome]),
        refused: report.refused.map(({ element, kind, reason }) => [named(element), kind, reason]),
    });
    const find = (selector, root = document) => {
        const found = root.querySelector(selector);
        if (found !== null) return found;
        for (const host of root.querySelectorAll("*")) {
            const inner = shadowRootOf(host);
            const deep = inner && find(selector, inner);
            if (deep) return deep;
        }
        return null;
    };
    const tell = (note) => api.runtime.sendMessage(note);

    const acts = {
        pick: ({ at, from }) => {
            const focused = find(at ?? from);
            picked = { form: classifier.classifyField(focused, { shadowRootOf }).form, focused: at ? focused : null };
            return picked.form?.fields.map((field) => [named(field.element), field.kind]) ?? null;
        },
        fill: async ({ value, confirmed = [] }) => {
            const report = await filling.fillForm(picked.form, { provider: "p", value }, {
                focused: picked.focused, confirmed, shadowRootOf, isOurs: (element) => element.id === "ours",
            });
            for (const { element } of report.filled) filled(element);
            return reported(report);
        },
        doubts: () => safety.doubtsAbout(picked.form).map(({ reason, host }) => `${reason} ${host}`),
        unseen: ({ at }) => visibility.whyUnseen(find(at)),
        look: () => looking.inspectDocument(shadowRootOf),
        watch: () => {
            const send = (name) => (params) => tell({ name, params, page: top.location.search });
            const [submitted, settled] = [send("submitted"), send("settled")];
            ({ filled } = submissions.watchSubmissions({
                submitted, settled, typedUser: () => {}, followedLink: () => {}, shadowRootOf, times }));
        },
        generate: async ({ passwords, isKept = true }) => {
            const asked = [], kept = [];
            const generate = async (request) => {
                asked.push(request);
                const value = passwords[Math.min(asked.length, passwords.length) - 1];
                return { provider: "p", passwords: [{ kind: "strong", value }] };
            };
            const keep = async (login) => {
                await new Promise((resolve) => setTimeout(resolve, 50));
                const stands = picked.form.fields.map((field) => field.element.value).join("");
                kept.push([login.provider, login.user, login.password, login.passwordKind, stands]);
                if (!isKept) throw new Error("the agent is gone");
            };
            const options = { ...picked, shadowRootOf, generate, keep };
            const none = { outcome: "failed", report: { filled: [], refused: [] } };
            const { outcome, report } = await generated.fillGenerated(picked.form, options).catch(() => none);
            for (const { element } of report.filled) filled(element);
            return { outcome, asked, kept, ...reported(report) };
        },
    };

    addEventListener("fill-ask", async (event) => {
        const { act, ...params } = JSON.parse(event.detail);
        let answer;
        try {
            answer = { done: await acts[act](params) ?? null };
        } catch (error) {
            answer = { failed: `${error}\n${error.stack}` };
        }
        dispatchEvent(new CustomEvent("fill-answer", { detail: JSON.stringify(answer) }));
    });
    document.documentElement.dataset.probe = "ready";
})();
