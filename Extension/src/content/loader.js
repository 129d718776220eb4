// The content script of every page: checks the page once for a login field, then waits for the user.
//
// Self-contained and classic, as content scripts must be. Imports main.js on a page with a candidate field, or when the
// user interacts with a text field.
(() => {
    const api = globalThis.browser ?? globalThis.chrome;

    // If this script is injected twice, one is enough, unless the first belongs to an extension that was replaced since.
    // Check an own property: a page's `<input id>` is a property of the window too.
    const name = "latchkeyLoader", first = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    if (first?.isAlive() === true) return;
    Object.assign(globalThis, { [name]: { isAlive: () => api.runtime?.id !== undefined } });

    /** Fields that justify loading the rest before the user interacts. */
    const certain = "input[type=password], input[autocomplete~=username i], input[autocomplete*=password i], " +
        "input[autocomplete~=one-time-code i], input[autocomplete~=webauthn i]";

    /** Input types that never take a credential. */
    const untypable = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit|date|time|month|week)$/i;

    /** HTML elements that can have a shadow root, as in forms/candidates.js. */
    const hosts = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

    /** @type {Promise<typeof import("./main.js")> | null} */
    let loaded = null;
    let isLoaded = false;

    /** Imports main.js, once. This script's listeners stay active until it has loaded. */
    function load() {
        if (loaded !== null) return loaded;
        // The extension was replaced or removed; the next one has a loader of its own.
        if (api.runtime?.id === undefined) return Promise.reject(new Error("the extension was replaced"));
        loaded = import(api.runtime.getURL("src/content/main.js"));
        loaded.then(() => {
            isLoaded = true;
            for (const type of acts) removeEventListener(type, loadOnInput, listening);
        }, () => {
            // The page cannot load it: the extension has just been replaced.
        });
        return loaded;
    }

    /**
     * An event's innermost target, also inside closed shadow roots.
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
            const inside = event instanceof MouseEvent
                ? root?.elementFromPoint(event.clientX, event.clientY)
                : root?.activeElement;
            if (!inside || inside === element) break;
            element = inside;
        }
        return element instanceof Element ? element : null;
    }

    /** The time when the last key that moves the focus was handled; on a busy machine the event is older. */
    let movedAt = -Infinity;

    /** The event that was handled last: window and shadow roots report the same one. @type {Event | null} */
    let handled = null;

    /** @param {Event} event */
    function loadOnInput(event) {
        if (isLoaded || !event.isTrusted || event === handled) return;
        handled = event;
        const key = event instanceof KeyboardEvent ? event.key : "";
        if (key === "Tab") movedAt = performance.now();
        let element = innermost(event);
        // A focus that moves inside a shadow root does not leave it.
        for (let root = element?.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
            root.addEventListener("focusin", loadOnInput, listening);
        }
        // A click on a label focuses its field.
        if (element?.localName !== "input") element = element?.closest("label")?.control ?? null;
        if (!(element instanceof HTMLInputElement) || untypable.test(element.getAttribute("type") ?? "")) return;
        const field = element;
        const isByUser = event.type === "pointerdown" || key === "ArrowDown" ||
            event.type === "focusin" && performance.now() - movedAt < 100;
        const isMenu = event.type === "contextmenu";
        load().then((main) => isMenu ? main.openedMenuAt(field) : main.begin(field, isByUser), () => {});
    }

    // Elements in the top layer may cover the strip. The count starts before any script of the page, which could stop
    // the events.
    const topLayer = { changes: 0, isFirst: document.readyState === "loading" };
    Object.assign(globalThis, { latchkeyTopLayer: topLayer });
    const countOpened = (/** @type {Event} */ event) => {
        if (/** @type {ToggleEvent} */ (event).newState === "open") topLayer.changes++;
    };
    const countFullScreen = () => topLayer.changes++;

    const acts = ["pointerdown", "keydown", "focusin", "contextmenu"], listening = { capture: true, passive: true };
    function listen() {
        addEventListener("beforetoggle", countOpened, listening);
        // A full-screen element below another moves above it when it requests full screen again.
        addEventListener("fullscreenchange", countFullScreen, listening);
        if (!isLoaded) for (const type of acts) addEventListener(type, loadOnInput, listening);
    }
    listen();

    // document.open() replaces the document's element and removes all listeners. The page's may then come first.
    let root = document.documentElement;
    new MutationObserver(() => {
        if (document.documentElement === root) return;
        root = document.documentElement;
        topLayer.isFirst = false;
        topLayer.changes++;
        listen();
        whenParsed();
    }).observe(document, { childList: true });

    const checkDocument = () => {
        if (document.querySelector(certain) !== null) load().catch(() => {});
    };
    function whenParsed() {
        if (document.readyState === "loading") addEventListener("DOMContentLoaded", checkDocument, { once: true });
        else checkDocument();
    }
    whenParsed();

    api.runtime.onMessage.addListener((message, _sender, respond) => {
        load().then((main) => main.receive(message)).then(respond, () => respond(null));
        return true;
    });
})();
