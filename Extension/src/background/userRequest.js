// Something that a person asked for, from the click to its end, and the one window that it may open.

import { readObject } from "../messages/readValues.js";

/**
 * @typedef {import("./sheets.js").SheetsDependencies} SheetsDependencies
 * @typedef {import("./sheets.js").Content} Content
 *
 * @typedef {"elsewhere" | "never"} Alternative what a person may do in place of what a sheet asks: another device has the passkey, or
 *   nothing is ever to be asked on this site
 *
 * @typedef {object} OpenWindow
 * @property {string} name
 * @property {number | undefined} id
 * @property {WebExtension.Port | undefined} port
 * @property {object[]} messages what it gets once it is there
 * @property {number} sheet the number of the sheet that it got last; it repeats it with what is done to that
 * @property {UserRequest} userRequest whose sheets it shows
 * @property {boolean} isTyping whether a secret is being typed in it
 */

/** How long a window waits for the next sheet of its asking. */
const grace = 400;

export class UserRequest {
    #dependencies;
    #near;
    #makeName;
    #givingUp = new AbortController();
    /** @type {(() => void)[]} */
    #overListeners = [];
    /** @type {Content | undefined} */
    #content;
    /** @type {OpenWindow | undefined} */
    #window;
    /** @type {(() => void) | undefined} */
    #stopGrace;
    #hasShown = false;
    #sheets = 0;
    /** The window goes as soon as nobody types a secret there: the rest of it would be typed into the page. */
    #isToClose = false;
    #isOver = false;

    /** @type {number | undefined} the agent's number of the sheet that is shown, or was shown last */
    agentSheet;
    /** Whether a call to the agent is open, which may show a sheet. */
    isWaiting = false;
    /** @type {string | undefined} where it is the only one */
    place;
    /** @type {"copy" | "reveal" | undefined} what becomes of the answer, where that is no fill */
    purpose;
    /** @type {string | undefined} the origin of the page around the one that asks, where it is another */
    topOrigin;
    /** @type {readonly Alternative[] | undefined} what else is offered beside every sheet of a provider */
    alternatives;
    /** @type {Alternative | undefined} the one that the person took */
    alternative;
    /** Told of the way that the person takes. @type {() => void} */
    onAlternative = () => {};

    /**
     * @param {SheetsDependencies} dependencies
     * @param {number | undefined} near
     * @param {string} requester
     * @param {() => string} makeName
     */
    constructor(dependencies, near, requester, makeName) {
        this.#dependencies = dependencies;
        this.#near = near;
        this.requester = requester;
        this.#makeName = makeName;
    }

    get windowName() {
        return this.#window?.name;
    }

    get windowId() {
        return this.#window?.id;
    }

    /** Whether something is shown that can be answered. */
    get isShowing() {
        return this.#content !== undefined;
    }

    /** Whether anything was shown for it, whatever became of that. */
    get hasSheets() {
        return this.#sheets > 0;
    }

    /** Whether it had a window to show something in, which the person did not close. */
    get hasShown() {
        return this.#hasShown;
    }

    /**
     * Aborted when the person has asked for something else in the same place, or has left the window that this took over
     * before it showed anything there.
     */
    get givenUp() {
        return this.#givingUp.signal;
    }

    /** @param {() => void} listener */
    whenOver(listener) {
        this.#overListeners.push(listener);
    }

    /**
     * Takes the place of what was asked for before, and its window, which comes to the front: the person may not see it.
     *
     * Until this shows something, the window still has the sheet of before: of that only the way out works.
     *
     * @param {UserRequest} before
     */
    replace(before) {
        const window = before.#window;
        before.#window = undefined;
        before.#givingUp.abort();
        before.end();
        if (window === undefined) return;
        window.userRequest = this;
        this.#window = window;
        if (window.id !== undefined) this.#dependencies.focusWindow(window.id).catch(() => undefined);
    }

    /**
     * Waits for the agent, which may show sheets meanwhile.
     *
     * @template Result
     * @param {() => Promise<Result>} body
     */
    async waiting(body) {
        this.isWaiting = true;
        try {
            return await body();
        } finally {
            this.isWaiting = false;
            this.agentSheet = undefined;
        }
    }

    /**
     * Shows a sheet in the asking's window.
     *
     * @param {Content} content
     */
    show(content) {
        if (this.#isOver) return;
        this.#stopGrace?.();
        this.#isToClose = false;
        this.#content = content;
        this.#hasShown = true;
        this.#sheets += 1;
        const isNew = this.#window === undefined;
        this.#window ??= {
            name: this.#makeName(), id: undefined, port: undefined, messages: [], sheet: 0, userRequest: this, isTyping: false,
        };
        this.#window.sheet += 1;
        this.#send({ type: "open", number: this.#window.sheet, frame: content.frame, sheet: content.sheet });
        if (isNew) this.#open(this.#window);
    }

    /** @param {object} difference */
    change(difference) {
        if (this.#content !== undefined) this.#send({ type: "change", difference });
    }

    /** The sheet is done with; its window stays for a moment, in case that another follows. */
    sheetClosed() {
        this.#content = undefined;
        this.#stopGrace?.();
        this.#stopGrace = this.#dependencies.after(grace, () => this.#closeWindow());
    }

    /** Gives the focus back to the page, for what is done there; what is shown after that opens a window anew. */
    stepAside() {
        this.#content = undefined;
        this.#closeWindow();
    }

    /** Ends the asking; its window goes, and the focus returns to where the person was. */
    end() {
        if (this.#isOver) return;
        this.#isOver = true;
        const content = this.#content;
        this.#content = undefined;
        this.#closeWindow();
        // Of another call for the same site, that came here: nobody can answer it any more.
        content?.onEvent({ kind: "cancelled" });
        this.#overListeners.forEach((each) => each());
    }

    /** @param {WebExtension.Port} port */
    connect(port) {
        const window = this.#window;
        // A window has one port; another would be a copy of its page.
        if (window === undefined || window.port !== undefined) return port.disconnect();
        window.port = port;
        port.onMessage.addListener((message) => {
            if (!takeTyping(window, message)) return window.userRequest.#take(message);
            if (!window.isTyping && window.userRequest.#isToClose) window.userRequest.#closeWindow();
        });
        port.onDisconnect.addListener(() => {
            // Closed, reloaded or crashed: what it showed is not shown any more.
            if (window.userRequest.#window === window) window.userRequest.#dismissed();
        });
        for (const message of window.messages.splice(0)) port.postMessage(message);
    }

    windowGone() {
        if (this.#window !== undefined) this.#window.id = undefined;
        this.#dismissed();
    }

    /** @param {unknown} value */
    #take(value) {
        try {
            const message = readObject(value, "message");
            if (message["type"] !== "event") return;
            const event = readObject(message["event"]);
            // Done to a sheet that had just made room for another: the person did not see that one.
            if (message["number"] !== this.#window?.sheet) return;
            if (!this.#hasShown && event["kind"] === "cancelled") return this.#givingUp.abort();
            if (event["kind"] === "alternative") return this.#takeAlternative(event["alternative"]);
            // After Esc a provider may go back to the sheet before: whatever it shows then is worked on as ever.
            this.#content?.onEvent(event);
        } catch {
            // Not of our page's making; what it says is not to be repeated.
        }
    }

    /**
     * Takes a way that is offered beside what is shown, once.
     *
     * @param {unknown} alternative
     */
    #takeAlternative(alternative) {
        const offered = this.#content?.frame.alternatives?.find((each) => each === alternative);
        if (offered === undefined || this.alternative !== undefined) return;
        this.alternative = offered;
        this.onAlternative();
    }

    /** @param {object} message */
    #send(message) {
        const window = this.#window;
        if (window?.port === undefined) window?.messages.push(message);
        else window.port.postMessage(message);
    }

    /** @param {OpenWindow} window */
    async #open(window) {
        try {
            const id = await this.#dependencies.openWindow(`${this.#dependencies.pageURL}?id=${window.name}`, this.#near);
            // Meanwhile it may have been for nothing, or for another asking.
            if (window.userRequest.#window === window) window.id = id;
            else await this.#dependencies.closeWindow(id);
        } catch {
            const { userRequest } = window;
            if (userRequest.#window !== window) return;
            // What it was opened for was replaced meanwhile: the asking that took over opens one of its own.
            if (userRequest.#hasShown) userRequest.#dismissed();
            else userRequest.#forgetWindow();
        }
    }

    /** The person closed the window, which cancels what it showed. */
    #dismissed() {
        const content = this.#content;
        const isTakenOver = this.#window !== undefined && !this.#hasShown;
        this.#forgetWindow();
        this.#content = undefined;
        this.#hasShown = false;
        if (isTakenOver) this.#givingUp.abort();
        content?.onEvent({ kind: "cancelled" });
    }

    #closeWindow() {
        this.#stopGrace?.();
        const window = this.#window;
        const near = this.#near;
        this.#isToClose = window?.isTyping === true;
        if (this.#isToClose) return;
        this.#forgetWindow();
        if (window === undefined) return;
        const closing = window.id === undefined ? Promise.resolve() : this.#dependencies.closeWindow(window.id);
        // Either window may have gone already.
        closing.then(() => (near === undefined ? undefined : this.#dependencies.focusWindow(near))).catch(() => undefined);
    }

    #forgetWindow() {
        const window = this.#window;
        this.#window = undefined;
        if (window === undefined) return;
        window.messages = [];
        window.port?.disconnect();
    }
}

/**
 * Takes a window's word that a secret is being typed in it, or is no more.
 *
 * @param {OpenWindow} window
 * @param {unknown} said
 */
function takeTyping(window, said) {
    if (typeof said !== "object" || said === null || Reflect.get(said, "type") !== "typing") return false;
    window.isTyping = Reflect.get(said, "isOn") === true;
    return true;
}
