// The content script's end of the bridge (bridge.js): there from the first moment, imports what answers at the first
// question. Classic and self-contained, because a content script must be.
(() => {
    /** @import { AnswersPage, PageAnswer, PageQuestion } from "./bridge.js" */

    const api = globalThis.browser ?? globalThis.chrome;
    const methods = ["create", "get", "signal", "capabilities", "abort", "alive"];

    /** @type {AnswersPage | null} */
    let answering = null;
    /** @type {Promise<AnswersPage> | null} */
    let loading = null;
    /** The calls that wait for what answers. @type {Set<number>} */
    const waiting = new Set();

    /** Imports what answers; where that fails (an extension that has just been replaced) everything is declined. */
    function load() {
        loading ??= import(api.runtime.getURL("src/content/passkeys.js")).then((module) => answering = module);
        return loading;
    }

    /** @param {string} text */
    function read(text) {
        /** @type {unknown} */
        let value;
        try {
            value = JSON.parse(text);
        } catch {
            return null;
        }
        if (typeof value !== "object" || value === null) return null;
        const { id, method } = /** @type {Record<string, unknown>} */ (value);
        if (typeof id !== "number" || typeof method !== "string" || !methods.includes(method)) return null;
        return /** @type {PageQuestion} */ (value);
    }

    /**
     * Whether somebody sees to a question.
     *
     * @param {PageQuestion} question
     * @param {(answer: PageAnswer) => void} reply
     */
    function take(question, reply) {
        if (api.runtime?.id === undefined) return false;
        if (answering !== null) {
            const isOpen = answering.answerPage(question, reply);
            return question.method !== "alive" || isOpen === true;
        }
        if (question.method === "alive") return waiting.has(question.id);
        if (question.method !== "abort") waiting.add(question.id);
        load().then((module) => {
            waiting.delete(question.id);
            module.answerPage(question, reply);
        }).catch(() => {
            waiting.delete(question.id);
            reply({ id: question.id, decline: true });
        });
        return true;
    }

    /** @param {EventTarget} bus */
    function listen(bus) {
        /** @param {PageAnswer} answer */
        const reply = (answer) => bus.dispatchEvent(new CustomEvent("answer", { detail: JSON.stringify(answer) }));
        bus.addEventListener("question", (event) => {
            const question = read(String(/** @type {CustomEvent<unknown>} */ (event).detail));
            if (question !== null && take(question, reply)) event.preventDefault();
        });
    }

    // Taken once: what is offered later is no script of ours.
    let isTaken = false;
    addEventListener("latchkey:page", (event) => {
        const bus = /** @type {FocusEvent} */ (event).relatedTarget;
        if (isTaken || bus === null) return;
        isTaken = true;
        event.preventDefault();
        event.stopImmediatePropagation();
        listen(bus);
    }, { capture: true });
    dispatchEvent(new Event("latchkey:content"));
})();
