// The only script on a page without a login field: one look when the page is there, and then it waits for a user.
//
// Self-contained and classic, because a content script must be. On a page that has a candidate field, or once a user
// touches something that takes text, it imports main.js; everything else is there.
(() => {
    const api = globalThis.browser ?? globalThis.chrome;

    // Where it is put in a second time, one is enough, unless the first belongs to an extension that was replaced since.
    // Only what is our own counts: a page's `<input id>` is a property of the window too.
    const name = "latchkeyLoader", first = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    if (first?.isAlive() === true) return;
    Object.assign(globalThis, { [name]: { isAlive: () => api.runtime?.id !== undefined } });

    /** Fields that are worth loading the rest for before anybody touches them. */
    const certain = "input[type=password], input[autocomplete~=username i], input[autocomplete*=password i], " +
        "input[autocomplete~=one-time-code i], input[autocomplete~=webauthn i]";

    /** Types of an input that no credential goes into. */
    const untypable = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit|date|time|month|week)$/i;

    /** Elements of HTML itself that can have a shadow root, as in forms/candidates.js. */
    const hosts = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

    /** @type {Promise<typeof import("./main.js")> | null} */
    let loaded = null;

    /** Imports the rest, once; until it is there, this goes on listening. */
    function load() {
        if (loaded !== null) return loaded;
        loaded = import(api.runtime.getURL("src/content/main.js"));
        loaded.then(() => {
            for (const type of acts) removeEventListener(type, loadOnInput, listening);
        }, () => {
            // Where a page cannot load it (an extension that has just been replaced) nothing is lost.
        });
        return loaded;
    }

    /**
     * The element that an event is about, inside closed shadow roots too.
     *
     * @param {Event} event
     * @returns {Element | null}
     */
    function innermost(event) {
        let element = /** @type {Element | null} */ (event.composedPath()[0] ?? null);
        for (let depth = 0; element instanceof Element && depth < 16; depth++) {
            const root = element.shadowRoot ?? element.openOrClosedShadowRoot ??
                (element.localName.includes("-") || hosts.test(element.localName)
                    ? api.dom?.openOrClosedShadowRoot(/** @type {HTMLElement} */ (element))
                    : null);
            const inside = event instanceof PointerEvent
                ? root?.elementFromPoint(event.clientX, event.clientY)
                : root?.activeElement;
            if (!inside || inside === element) break;
            element = inside;
        }
        return element instanceof Element ? element : null;
    }

    /** When the key that moves the focus was pressed last. */
    let movedAt = -Infinity;

    /** @param {Event} event */
    function loadOnInput(event) {
        if (!event.isTrusted) return;
        const key = event instanceof KeyboardEvent ? event.key : "";
        if (key === "Tab") movedAt = event.timeStamp;
        let element = innermost(event);
        // A click on a field's label focuses the field.
        if (element?.localName !== "input") element = element?.closest("label")?.control ?? null;
        if (!(element instanceof HTMLInputElement) || untypable.test(element.getAttribute("type") ?? "")) return;
        const field = element;
        const isByUser = event.type === "pointerdown" || key === "ArrowDown" ||
            event.type === "focusin" && event.timeStamp - movedAt < 100;
        load().then((main) => main.begin(field, isByUser), () => {});
    }

    // What goes into the top layer may cover what we draw there. Counted from before any script of the page runs, which
    // could keep it from us.
    const topLayer = { changes: 0, isFirst: document.readyState === "loading" };
    Object.assign(globalThis, { latchkeyTopLayer: topLayer });
    addEventListener("beforetoggle", (event) => {
        if (/** @type {ToggleEvent} */ (event).newState === "open") topLayer.changes++;
    }, { capture: true, passive: true });
    // One full-screen element under another goes above it by asking again.
    addEventListener("fullscreenchange", () => topLayer.changes++, { capture: true, passive: true });

    const acts = ["pointerdown", "keydown", "focusin"], listening = { capture: true, passive: true };
    for (const type of acts) addEventListener(type, loadOnInput, listening);

    const checkDocument = () => {
        if (document.querySelector(certain) !== null) load().catch(() => {});
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", checkDocument, { once: true });
    else checkDocument();

    api.runtime.onMessage.addListener((message, _sender, respond) => {
        load().then((main) => main.receive(message)).then(respond, () => respond(null));
        return true;
    });
})();
