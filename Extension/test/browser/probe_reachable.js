// Records what the browser gives to a page, and defines `search`. reachable.py describes both.
(() => {
    const given = [], strings = [];
    let isSearching = false;
    const keep = (path, value) => {
        if (!isSearching && typeof value === "object" && value !== null) given.push([path, value]);
    };
    const isForeign = (node) => {
        const root = node.getRootNode();
        return root instanceof ShadowRoot && root.host.parentNode === document.documentElement;
    };
    const leaks = new Set();

    // Names of all properties, with the prototypes'. A prototype's getters return something on its objects only.
    const ofFunctions = new Set(["length", "name", "prototype", "arguments", "caller"]);
    const names = (value) => {
        if (typeof value === "function") return Reflect.ownKeys(value).filter((name) => !ofFunctions.has(name));
        const all = new Set();
        for (let at = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
            for (const name of Reflect.ownKeys(at)) all.add(name);
        }
        return all;
    };
    // Methods that only return something.
    const returns = /^(composedPath|get[A-Z]\w*|toString|toJSON|entries|values|keys)$/;
    const calls = (value) =>
        [
            Node,
            Event,
            Selection,
            Range,
            Performance,
            PerformanceEntry,
            Animation,
            AnimationEffect,
            StyleSheet,
            DataTransfer,
            StyleSheetList,
            NodeList,
        ].some((kind) => value instanceof kind);
    const isWindow = (value) => {
        // The prototype of windows has no `window` of its own.
        try {
            return value.window === value;
        } catch {
            return false;
        }
    };
    const report = (words) => void leaks.add(words);

    // Follows properties from the roots, up to a depth. Texts are compared later: the page does not know the planted
    // ones.
    let followed = 0;
    const walk = (roots, most, seen) => {
        isSearching = true;
        try {
            follow(roots, most, seen);
        } finally {
            isSearching = false;
        }
    };
    const follow = (roots, most, seen = new Set()) => {
        const queue = roots.map(([path, value]) => [path, value, 0]);
        for (let at = 0; at < queue.length; at++) {
            if (at === 400_000) throw new Error("there is too much to follow");
            const [path, value, depth] = queue[at];
            if (typeof value === "string") {
                if (value.length > 2) strings.push([path, value]);
                continue;
            }
            if (value === null || typeof value !== "object" && typeof value !== "function") continue;
            if (value !== globalThis && isWindow(value)) {
                report(`${path}: a window`);
                continue;
            }
            if (seen.has(value)) continue;
            seen.add(value);
            try {
                if (value instanceof Node && value.nodeType !== Node.DOCUMENT_NODE && isForeign(value)) {
                    report(`${path}: ${value.nodeName}`);
                }
                if (value instanceof Document && value !== document) report(`${path}: a document`);
            } catch {}
            if (depth === most) continue;
            for (const name of names(value)) {
                const next = `${path}.${String(name)}`;
                try {
                    let inner = value[name];
                    if (
                        typeof inner === "function" && typeof name === "string" && returns.test(name) &&
                        inner.length === 0 && calls(value)
                    ) {
                        inner = inner.call(value);
                    }
                    queue.push([next, inner, depth + 1]);
                } catch {}
            }
            if (typeof value !== "function" && typeof value[Symbol.iterator] === "function") {
                let left = 500;
                try {
                    for (const each of value) {
                        if (left-- === 0) break;
                        queue.push([`${path}[]`, each, depth + 1]);
                    }
                } catch {}
            }
        }
        followed += queue.length;
    };

    const observers = [
        new IntersectionObserver((records) => records.forEach((each) => keep("IntersectionObserver", each)), {
            threshold: [0, 0.5, 1],
        }),
        new ResizeObserver((records) => records.forEach((each) => keep("ResizeObserver", each))),
    ];
    const observe = (root) => {
        for (const element of [root, ...root.querySelectorAll?.("*") ?? []]) {
            if (element instanceof Element) { for (const each of observers) each.observe(element); }
        }
    };
    observe(document);
    new MutationObserver((records) => {
        for (const record of records) {
            keep("MutationObserver", record);
            for (const node of record.addedNodes) observe(node);
        }
    }).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
        attributeOldValue: true,
        characterDataOldValue: true,
    });
    for (const type of PerformanceObserver.supportedEntryTypes) {
        try {
            new PerformanceObserver((list) => list.getEntries().forEach((each) => keep(type, each))).observe({
                type,
                buffered: true,
            });
        } catch {}
    }
    globalThis.ReportingObserver &&
        new ReportingObserver((reports) => reports.forEach((each) => keep("report", each)), { buffered: true })
            .observe();

    const types = new Set([
        "focusin",
        "focusout",
        "message",
        "messageerror",
        "selectionchange",
        "securitypolicyviolation",
        "pointerrawupdate",
        "DOMActivate",
        "textInput",
        "compositionstart",
        "unhandledrejection",
        "error",
        "toggle",
        "beforetoggle",
        "slotchange",
    ]);
    for (const name of [...Object.getOwnPropertyNames(globalThis)]) {
        if (/^on[a-z]/.test(name)) types.add(name.slice(2));
        const { prototype } = typeof globalThis[name] === "function" ? globalThis[name] : {};
        if (prototype) {
            for (const each of Object.getOwnPropertyNames(prototype)) {
                if (/^on[a-z]/.test(each)) types.add(each.slice(2));
            }
        }
    }
    // An event is followed while it is dispatched, since it loses its path later: on its way down and on its way up.
    const heard = new Set(), times = new WeakMap();
    const hear = (event) => {
        heard.add(event.type);
        const isUp = event.eventPhase === Event.BUBBLING_PHASE, before = times.get(event) ?? [];
        if (before.includes(isUp)) return;
        times.set(event, [...before, isUp]);
        walk([[event.type, event]], 3, new Set([window, document]));
    };
    for (const target of [window, document, document.documentElement]) {
        for (const type of types) {
            for (const capture of [true, false]) target.addEventListener(type, hear, { capture });
        }
    }

    // Every function of the DOM, in case that the extension calls one of the page's.
    for (
        const kind of [
            Node,
            Element,
            HTMLElement,
            Document,
            ShadowRoot,
            DocumentFragment,
            MessagePort,
            CSSStyleSheet,
            HTMLIFrameElement,
            EventTarget,
        ]
    ) {
        for (const name of Object.getOwnPropertyNames(kind.prototype)) {
            const found = Object.getOwnPropertyDescriptor(kind.prototype, name);
            if (name === "constructor" || !found.configurable) continue;
            const wrap = (original) =>
                original && function (...values) {
                    if (new.target) return Reflect.construct(original, values, new.target);
                    if (this !== globalThis) keep(`${kind.name}.${name}.this`, this);
                    for (const each of values) {
                        keep(`${kind.name}.${name}()`, each);
                        if (typeof each === "string" && !isSearching) strings.push([`${kind.name}.${name}()`, each]);
                    }
                    return Reflect.apply(original, this, values);
                };
            if (typeof found.value === "function") {
                Object.defineProperty(kind.prototype, name, { ...found, value: wrap(found.value) });
            } else if (found.set) Object.defineProperty(kind.prototype, name, { ...found, set: wrap(found.set) });
        }
    }

    globalThis.search = (planted, box) => {
        const roots = [["window", window], ["document", document], ["prototype", Object.getPrototypeOf(window)]];
        for (let x = box.left + 1; x < box.left + box.width; x += box.width / 9) {
            for (let y = box.top + 1; y < box.top + box.height; y += box.height / 9) {
                roots.push(["elementsFromPoint", document.elementsFromPoint(x, y)], [
                    "caret",
                    document.caretPositionFromPoint?.(x, y),
                ], ["caret range", document.caretRangeFromPoint?.(x, y)]);
            }
        }
        getSelection().selectAllChildren(document.documentElement);
        document.execCommand("selectAll");
        strings.push(["selection", getSelection().toString()]);
        roots.push(["selection", getSelection()], ["entries", performance.getEntries()], [
            "animations",
            document.getAnimations({ subtree: true }),
        ]);
        for (const element of [document.documentElement, ...document.querySelectorAll("*")]) {
            for (
                const pseudo of [
                    null,
                    "::before",
                    "::after",
                    "::backdrop",
                    "::marker",
                    "::first-line",
                    "::first-letter",
                    "::placeholder",
                    "::selection",
                ]
            ) {
                const style = getComputedStyle(element, pseudo);
                for (
                    const name of [
                        "content",
                        "background-image",
                        "quotes",
                        "font-family",
                        "cursor",
                        "view-transition-name",
                    ]
                ) {
                    strings.push([`style of ${element.localName}${pseudo ?? ""}`, style.getPropertyValue(name)]);
                }
            }
        }
        walk([...roots, ...given], 12);
        getSelection().removeAllRanges();
        const find = (words) => {
            const found = new Set();
            for (let bits = 0; bits < 8; bits++) {
                try {
                    found.add(window.find(words, !!(bits & 1), !!(bits & 2), true, false, !!(bits & 4), false));
                } catch (error) {
                    found.add(error.name);
                }
            }
            return [...found].sort().join();
        };
        const none = find("there are no such words");
        for (const words of planted) if (find(words) !== none) report(`window.find: ${words}`);
        if (window.length > 0) report(`window.length: ${window.length}`);
        for (const [path, text] of strings) {
            for (const words of planted) if (text.includes(words)) report(`${path}: ${words}`);
        }
        return {
            leaks: [...leaks].slice(0, 400),
            heard: [...heard],
            given: given.length,
            strings: strings.length,
            followed,
        };
    };
    return types.size;
})();
