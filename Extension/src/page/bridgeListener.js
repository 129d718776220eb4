// The content script's end of the bridge (bridge.js). Runs from the start, and imports passkeyBridge.js at the first
// question. Classic and self-contained, as content scripts must be.
(() => {
    /** @import { AnswersPage, PageAnswer, PageQuestion } from "./bridge.js" */

    // A document that cannot use WebAuthn gets no bridge. If it offers an event target of its own, it gets no response.
    if (!isSecureContext || !mayUsePasskeys()) return;

    /**
     * Whether this document is a page, or a frame that may use passkeys, as in intrinsics.js.
     *
     * Only Chromium reports the permissions policy. In other browsers the background declines every document with an ancestor of
     * another origin. A script cannot read the properties of such an ancestor.
     */
    function mayUsePasskeys() {
        if (self === top) return true;
        const policy = /** @type {{allowsFeature: (feature: string) => boolean} | undefined} */ (
            Reflect.get(Document.prototype, "featurePolicy", globalThis.document));
        if (policy !== undefined) {
            return policy.allowsFeature("publickey-credentials-get") || policy.allowsFeature("publickey-credentials-create");
        }
        try {
            for (let each = /** @type {Window} */ (self); each !== top; each = each.parent) {
                if (each.parent.document === null) return false;
            }
            return true;
        } catch {
            return false;
        }
    }

    const api = globalThis.browser ?? globalThis.chrome;
    const methods = ["create", "get", "signal", "capabilities", "abort", "alive"];

    /** @type {Promise<AnswersPage> | null} */
    let answering = null;
    /** The open calls. @type {Set<number>} */
    const open = new Set();

    /**
     * Imports the answering module, once; a failed import is retried with the next question. Firefox caches a failure for
     * the document's life.
     */
    function load() {
        answering ??= import(api.runtime.getURL("src/content/passkeyBridge.js")).catch((thrown) => {
            answering = null;
            throw thrown;
        });
        return answering;
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
     * Handles a question. Returns whether it was accepted.
     *
     * @param {PageQuestion} question
     * @param {(answer: PageAnswer) => void} send
     */
    function take(question, send) {
        const { id, method } = question;
        // The extension was replaced.
        if (api.runtime?.id === undefined) return false;
        if (method === "alive") return id === 0 || open.has(id);
        if (method === "abort") open.delete(id);
        else open.add(id);
        /** @param {PageAnswer} answer */
        const reply = (answer) => {
            if ("meanwhile" in answer ? open.has(id) : open.delete(id)) send(answer);
        };
        load().then((module) => module.answerPage(question, reply)).catch(() => reply({ id, decline: true }));
        return true;
    }

    /** @param {EventTarget} bus */
    function listen(bus) {
        /** @param {PageAnswer} answer */
        const send = (answer) => void bus.dispatchEvent(new CustomEvent("answer", { detail: JSON.stringify(answer) }));
        bus.addEventListener("question", (event) => {
            const question = read(String(/** @type {CustomEvent<unknown>} */ (event).detail));
            if (question !== null && take(question, send)) event.preventDefault();
        });
    }

    // Taken once: a later offer comes from the page.
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
