// A page's call of create() or get() from its beginning to its one end.
//
// A call that is ours is asked of the content script. What is declined there goes to the function that the page had before,
// as the page made it. While a conditional get() waits for a pick in the strip, the browser's own list would lie over it: the
// browser is called for one that we have nothing for, or with a dialog where the user asks for that in the strip.
(() => {
    /** @import { Outcome, ReadCall } from "./pageParts.js" */

    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { isGecko, apply, bare, promise, then, container, isShown, hasFocus, setTimeout, clearTimeout, signals, nameOf } =
        parts.intrinsics;
    const { bus, errorMessages, optionsReading, credentials } = parts;

    /** How often it is seen to that there still is somebody behind what the page waits for (ms). */
    const lookEvery = 2000;

    /**
     * The call that is under way. A second one is refused by Chromium, and ends the first in Firefox.
     *
     * @type {Ceremony | null}
     */
    let current = null;

    class Ceremony {
        #kind;
        #read;
        /** Calls the function that the page had before. @type {(args?: unknown[]) => unknown} */
        #pass;
        #args;
        #isOpen = true;
        /** While begin() runs: what is declined then goes on as if nobody had been there. */
        #isBeginning = true;
        #isDeclined = false;
        /** Whether the browser has it alone. */
        #isPassed = false;
        #isHandedOver = false;
        /** Whether the page's window had the focus when it asked: then it gets it back. */
        #hadFocus = hasFocus();
        /** Ends the browser's own beside ours. @type {AbortController | null} */
        #beside = null;
        #timer = 0;
        #resolve = (/** @type {unknown} */ _value) => {};
        #reject = (/** @type {unknown} */ _reason) => {};

        /**
         * @param {"create" | "get"} kind
         * @param {ReadCall} read
         * @param {unknown[]} args
         * @param {(args?: unknown[]) => unknown} pass
         */
        constructor(kind, read, args, pass) {
            this.#kind = kind;
            this.#read = read;
            this.#args = args;
            this.#pass = pass;
        }

        /** @returns {unknown} what the page gets: a promise */
        begin() {
            const made = promise((resolve, reject) => {
                this.#resolve = resolve;
                this.#reject = reject;
            });
            const { question, signal } = this.#read;
            const isTaken = bus.ask(question, (outcome) => this.#take(outcome));
            this.#isBeginning = false;
            if (!isTaken || this.#isDeclined) return this.#passAtOnce();
            if (!this.#isOpen) return made;
            current = this;
            if (signal !== undefined) signals.onAbort(signal, () => this.#endEverything(signals.reason(signal)));
            this.#watch();
            return made;
        }

        /** In Firefox, a later call ends this one. */
        giveWay() {
            // What the page has of it is the browser's own promise.
            if (this.#isHandedOver) this.#end(() => {}, undefined);
            else this.#endEverything(errorMessages.exception("AbortError"));
        }

        /** Whether the browser has it alone, and is asking the user. */
        get isBrowsers() {
            // Firefox shows nothing for a conditional one, and ends it by itself.
            return this.#isPassed && !(isGecko && this.#read.question.mediation === "conditional");
        }

        /** @param {Outcome} outcome */
        #take(outcome) {
            if ("decline" in outcome) return this.#decline();
            if ("meanwhile" in outcome) return outcome.meanwhile === "elsewhere" ? this.#runBeside() : this.#seemDeclined();
            if ("error" in outcome) return this.#end(this.#reject, errorMessages.failure(outcome.error));
            let made;
            try {
                made = credentials.make(outcome.result, this.#kind);
            } catch {
                return this.#end(this.#reject, errorMessages.exception("UnknownError"));
            }
            this.#end(this.#resolve, made);
        }

        /**
         * The one end, for the page.
         *
         * @param {(value: unknown) => void} settle
         * @param {unknown} value
         */
        #end(settle, value) {
            if (!this.#isOpen) return;
            this.#isOpen = false;
            if (current === this) current = null;
            clearTimeout(this.#timer);
            if (this.#beside !== null) signals.abort(this.#beside);
            settle(value);
        }

        /** Ends it for the page, and tells the other side. @param {unknown} reason */
        #endEverything(reason) {
            if (!this.#isOpen) return;
            this.#end(this.#reject, reason);
            if (!this.#isPassed && !this.#isDeclined) bus.abort(this.#read.question.id);
        }

        #decline() {
            if (!this.#isOpen) return;
            this.#isDeclined = true;
            if (this.#isBeginning) return;
            clearTimeout(this.#timer);
            this.#onceFocused(() => this.#passLate());
        }

        /**
         * The browser refuses a page whose window has not got the focus back yet, once a window of ours has closed.
         *
         * @param {() => void} body
         */
        #onceFocused(body) {
            if (this.#hadFocus) whenFocused(body);
            else body();
        }

        /** After somebody was asked: the page has its promise already. */
        #passLate() {
            if (!this.#isOpen) return;
            this.#isPassed = true;
            let given;
            try {
                given = this.#pass();
            } catch (error) {
                return this.#end(this.#reject, error);
            }
            then(given, (value) => this.#end(this.#resolve, value), (reason) => this.#end(this.#reject, reason));
        }

        /** Nobody took it: the page gets what it would have got without us. */
        #passAtOnce() {
            const given = this.#pass();
            this.#isPassed = this.#isHandedOver = true;
            current = this;
            const end = () => this.#end(() => {}, undefined), { signal } = this.#read;
            then(given, end, end);
            // At once: what the page asks for next is asked of us again.
            if (signal !== undefined) signals.onAbort(signal, end);
            return given;
        }

        /** Reads the options as the browser does where it is passed on: a page is not to learn by that whether there is a passkey. */
        #seemDeclined() {
            this.#onceFocused(() => this.#isOpen && readAgain(this.#kind, this.#args[0]));
        }

        /** The browser's own dialog, for a conditional get() that goes on waiting meanwhile. */
        #runBeside() {
            if (!this.#isOpen || this.#beside !== null) return;
            this.#beside = signals.controller();
            const signal = signals.joined(this.#beside, this.#read.signal);
            let given;
            try {
                given = this.#pass([{ __proto__: this.#args[0], mediation: "optional", signal }]);
            } catch (error) {
                return this.#failBeside(error);
            }
            then(given, (value) => {
                if (!this.#isOpen) return;
                this.#end(this.#resolve, value);
                bus.abort(this.#read.question.id);
            }, (reason) => this.#failBeside(reason));
        }

        /** @param {unknown} reason */
        #failBeside(reason) {
            if (!this.#isOpen) return;
            this.#beside = null;
            // Who turns away from the dialog finds the strip as it was.
            if (nameOf(reason) !== "NotAllowedError") this.#endEverything(reason);
        }

        #watch() {
            this.#timer = setTimeout(() => {
                if (!this.#isOpen || this.#isPassed) return;
                // With the browser's own dialog open, it is looked again once that has closed.
                if (this.#beside !== null || bus.isAlive(this.#read.question.id)) this.#watch();
                else this.#decline();
            }, lookEvery);
        }
    }

    /**
     * @param {"create" | "get"} kind
     * @param {unknown} options
     */
    function readAgain(kind, options) {
        try {
            optionsReading[kind](options);
        } catch {
            // As the browser would meet it, of which the page hears nothing here.
        }
    }

    /**
     * @param {() => void} body
     * @param {number} [looks] how often it is looked at most
     */
    function whenFocused(body, looks = 40) {
        if (looks === 0 || hasFocus()) body();
        else setTimeout(() => whenFocused(body, looks - 1), 50);
    }

    parts.ceremonies = bare({
        call(kind, found, receiver, args) {
            /** @param {unknown[]} with_ */
            const pass = (with_ = args) => apply(found, receiver, with_);
            if (!bus.isMet() || !isShown() || receiver !== container() || args.length === 0) return pass();
            /** @type {ReadCall | null} */
            let read = null;
            try {
                read = optionsReading[kind](args[0]);
            } catch {
                // The browser reads it too, and meets the same.
            }
            // While the browser's own dialog is open, what comes next is the browser's matter, too.
            if (read === null || current?.isBrowsers) return pass();
            if (current !== null && !isGecko) {
                readAgain(kind, args[0]);
                return promise((_, reject) => setTimeout(() => reject(errorMessages.exception("OperationError")), 0));
            }
            current?.giveWay();
            const nothing = () => promise((_, reject) => reject(errorMessages.exception("NotAllowedError")));
            if (read.isRefused) return nothing();
            const instead = read.isOnlyOurs ? nothing : pass;
            return new Ceremony(kind, read, args, instead).begin();
        },
    });
})();
