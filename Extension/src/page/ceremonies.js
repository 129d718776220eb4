// The page's create() and get() calls, from the call until their promise settles.
//
// A supported call goes to the content script. If it is declined, the original function is called with the page's arguments.
// While a conditional get() waits for a pick in the strip, the browser's own list would cover the strip, so the original
// function is called only if Latchkey has nothing to offer, or with a dialog when the user asks for that in the strip. If a
// passkey appears after the original function was called, its call is aborted, and the page's call waits for a pick.
(() => {
    /** @import { Outcome, ReadCall } from "./pageParts.js" */

    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { isGecko, apply, bare, promise, then, container, isShown, hasFocus, setTimeout, clearTimeout, signals, nameOf, withMember } =
        parts.intrinsics;
    const { bus, errorMessages, optionsReading, credentials } = parts;

    /** How often (ms) an open call checks that the content script is still there. */
    const checkInterval = 2000;

    /**
     * The open call. Chromium rejects a second one; in Firefox it cancels the first.
     *
     * @type {Ceremony | null}
     */
    let current = null;

    class Ceremony {
        #kind;
        #read;
        /** Calls the original function. @type {(args?: unknown[]) => unknown} */
        #pass;
        #args;
        #isOpen = true;
        /** Whether begin() is running: a call that is declined then is passed to the browser synchronously. */
        #isBeginning = true;
        #isDeclined = false;
        /** Whether the browser handles the call alone. */
        #isPassed = false;
        #isHandedOver = false;
        /** Whether the window had the focus at the call; it then gets it back. */
        #hadFocus = hasFocus();
        /** Aborts the browser's call that runs in parallel. @type {AbortController | null} */
        #browserCall = null;
        /** Whether the browser's call in parallel is the page's own, and not a dialog that the user has opened. */
        #isWatching = false;
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

        /** @returns {unknown} the promise for the page */
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

        /** Cancels this call because of a later one, as Firefox does. */
        cancelForLaterCall() {
            // The page has the browser's own promise.
            if (this.#isHandedOver) this.#end(() => {}, undefined);
            else this.#endEverything(errorMessages.exception("AbortError"));
        }

        /** Whether the browser handles the call alone and shows its dialog. */
        get isBrowsers() {
            // Firefox shows nothing for a conditional call, and cancels it itself.
            return (this.#isPassed || this.#isWatching) && !(isGecko && this.#read.question.mediation === "conditional");
        }

        /** @param {Outcome} outcome */
        #take(outcome) {
            if ("decline" in outcome) return this.#decline();
            if ("meanwhile" in outcome) return this.#takeState(outcome.meanwhile);
            if ("error" in outcome) return this.#end(this.#reject, errorMessages.failure(outcome.error));
            let made;
            try {
                made = credentials.make(outcome.result, this.#kind, this.#read.wantsBlob);
            } catch {
                return this.#end(this.#reject, errorMessages.exception("UnknownError"));
            }
            this.#end(this.#resolve, made);
        }

        /** @param {unknown} state */
        #takeState(state) {
            if (state === "elsewhere") return this.#openBrowserDialog();
            if (state === "watching") return this.#onceFocused(() => this.#watchBesideBrowser());
            if (this.#isWatching) this.#takeOver();
            else this.#readOptionsAgain();
        }

        /**
         * Settles the page's promise, once.
         *
         * @param {(value: unknown) => void} settle
         * @param {unknown} value
         */
        #end(settle, value) {
            if (!this.#isOpen) return;
            this.#isOpen = false;
            if (current === this) current = null;
            clearTimeout(this.#timer);
            if (this.#browserCall !== null) signals.abort(this.#browserCall);
            settle(value);
        }

        /** Rejects the page's promise, and notifies the content script. @param {unknown} reason */
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
         * The browser rejects a call while the focus is not back in the page after a window of the extension closed.
         *
         * @param {() => void} body
         */
        #onceFocused(body) {
            if (this.#hadFocus) whenFocused(body);
            else body();
        }

        /** Passes the call to the browser after the page has received a promise. */
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

        /** Passes the call to the browser synchronously, as without the extension. */
        #passAtOnce() {
            const given = this.#pass();
            this.#isPassed = this.#isHandedOver = true;
            current = this;
            const end = () => this.#end(() => {}, undefined), { signal } = this.#read;
            then(given, end, end);
            // Listen now: a later call of the page must find this one ended.
            if (signal !== undefined) signals.onAbort(signal, end);
            return given;
        }

        /** Reads the options again, as the browser would, so that a page cannot detect a waiting passkey by its getters. */
        #readOptionsAgain() {
            this.#onceFocused(() => this.#isOpen && readAgain(this.#kind, this.#args[0]));
        }

        /** Opens the browser's own dialog for a conditional get(), which goes on waiting. */
        #openBrowserDialog() {
            if (!this.#isOpen || this.#browserCall !== null) return;
            this.#browserCall = signals.controller();
            const signal = signals.joined(this.#browserCall, this.#read.signal);
            let given;
            try {
                given = this.#pass([{ __proto__: this.#args[0], mediation: "optional", signal }]);
            } catch (error) {
                return this.#browserDialogFailed(error);
            }
            then(given, (value) => {
                if (!this.#isOpen) return;
                this.#end(this.#resolve, value);
                bus.abort(this.#read.question.id);
            }, (reason) => this.#browserDialogFailed(reason));
        }

        /** @param {unknown} reason */
        #browserDialogFailed(reason) {
            if (!this.#isOpen) return;
            this.#browserCall = null;
            // After the user cancels the dialog, the strip still works.
            if (nameOf(reason) !== "NotAllowedError") this.#endEverything(reason);
        }

        /** Lets the browser handle the call until a passkey appears. */
        #watchBesideBrowser() {
            if (!this.#isOpen || this.#browserCall !== null) return;
            const control = this.#browserCall = signals.controller();
            this.#isWatching = true;
            const signal = signals.joined(control, this.#read.signal);
            /** @param {(value: unknown) => void} settle @returns {(value: unknown) => void} */
            const ending = (settle) => (value) => {
                if (!this.#isOpen || this.#browserCall !== control) return;
                this.#browserCall = null;
                this.#end(settle, value);
                bus.abort(this.#read.question.id);
            };
            let given;
            try {
                given = this.#pass([withMember(this.#args[0], "signal", signal)]);
            } catch (error) {
                return ending(this.#reject)(error);
            }
            then(given, ending(this.#resolve), ending(this.#reject));
        }

        /** Aborts the browser's call, since a passkey has appeared. */
        #takeOver() {
            const control = this.#browserCall;
            this.#browserCall = null;
            this.#isWatching = false;
            if (control !== null) signals.abort(control);
        }

        #watch() {
            this.#timer = setTimeout(() => {
                if (!this.#isOpen || this.#isPassed) return;
                // While the browser's dialog is open, check again later.
                if (this.#browserCall !== null || bus.isAlive(this.#read.question.id)) this.#watch();
                else this.#decline();
            }, checkInterval);
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
            // The browser would report the error; here the page must not notice it.
        }
    }

    /**
     * @param {() => void} body
     * @param {number} [attempts] the remaining attempts
     */
    function whenFocused(body, attempts = 40) {
        if (attempts === 0 || hasFocus()) body();
        else setTimeout(() => whenFocused(body, attempts - 1), 50);
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
                // The browser reads the options too, and reports the same error.
            }
            // While the browser's dialog is open, the browser handles further calls too.
            if (read === null || current?.isBrowsers) return pass();
            if (current !== null && !isGecko) {
                readAgain(kind, args[0]);
                return promise((_, reject) => setTimeout(() => reject(errorMessages.exception("OperationError")), 0));
            }
            current?.cancelForLaterCall();
            const nothing = () => promise((_, reject) => reject(errorMessages.exception("NotAllowedError")));
            if (read.isRefused) return nothing();
            const instead = read.isOnlyOurs ? nothing : pass;
            return new Ceremony(kind, read, args, instead).begin();
        },
    });
})();
