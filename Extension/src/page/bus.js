// The page's end of the bridge (bridge.js).
(() => {
    /** @import { Outcome } from "./pageParts.js" */

    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { bare, own, parse, stringify, events } = parts.intrinsics;

    /** The longest JSON text of a question, far above any real options. */
    const longest = 262_144;

    /** @type {EventTarget | null} */
    let bus = null;
    let lastId = 0;
    /** The callbacks of open questions. @type {Record<number, (outcome: Outcome) => void>} */
    const waiting = bare({});

    /** @param {Event} event */
    function receive(event) {
        const text = events.detail(event);
        /** @type {unknown} */
        let message;
        try {
            message = typeof text === "string" ? parse(text) : null;
        } catch {
            return;
        }
        if (typeof message !== "object" || message === null) return;
        const id = own(message, "id"), answer = typeof id === "number" ? waiting[id] : undefined;
        if (answer === undefined) return;
        const outcome = outcomeOf(message);
        if (!("meanwhile" in outcome)) delete waiting[/** @type {number} */ (id)];
        answer(outcome);
    }

    /** An outcome without a prototype, since its consumer tests for members. @param {object} message @returns {Outcome} */
    function outcomeOf(message) {
        const error = own(message, "error");
        if (own(message, "decline") === true) return bare({ decline: true });
        const meanwhile = own(message, "meanwhile");
        if (meanwhile !== undefined) return bare({ meanwhile });
        if (error !== undefined) return bare({ error: /** @type {import("./bridge.js").BridgeError} */ (error) });
        return bare({ result: own(message, "result") });
    }

    /** @param {number} id @param {"alive" | "abort"} method */
    const note = (id, method) => bus !== null && events.ask(bus, stringify(bare({ id, method })));

    /** Offers a bus, unless the current one still has a listener. */
    function meet() {
        if (note(0, "alive")) return;
        const made = events.target();
        events.listen(made, "answer", receive);
        if (events.offer(made)) bus = made;
    }

    parts.bus = bare({
        isMet: () => bus !== null,
        ask(question, answer) {
            if (bus === null) return false;
            const id = question.id = ++lastId, text = stringify(question);
            if (text.length > longest) return false;
            waiting[id] = answer;
            if (events.ask(bus, text)) return true;
            // Not accepted, although a listener may have answered already.
            const isUnheard = waiting[id] !== undefined;
            delete waiting[id];
            return !isUnheard;
        },
        abort(id) {
            delete waiting[id];
            note(id, "abort");
        },
        isAlive: (id) => note(id, "alive"),
    });

    meet();
    events.listen(globalThis, "latchkey:content", meet);
})();
