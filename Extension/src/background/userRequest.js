// A user's request, from the click to its end, and the one window that it may open.

import { readObject } from "../messages/readValues.js";
import { applying } from "../sheet/differences.js";
import { parseDifference, parseSheet } from "../sheet/sheetParsing.js";

/**
 * @typedef {import("./sheets.js").SheetsDependencies} SheetsDependencies
 * @typedef {import("./sheets.js").Content} Content
 *
 * @typedef {"elsewhere" | "never"} Alternative what the user may do instead: use another device, or never be asked on
 *   this site
 *
 * @typedef {object} OpenWindow
 * @property {string} name
 * @property {number | undefined} id
 * @property {WebExtension.Port | undefined} port
 * @property {object[]} messages messages that wait for the window to connect
 * @property {number} sheet the number of the last sheet that it received; its events repeat the number
 * @property {UserRequest} userRequest the request whose sheets the window shows
 * @property {boolean} isTyping whether a secret is being typed in it
 * @property {boolean} isOpening whether the browser was asked to open it
 */

/** How long (ms) a window waits for the next sheet of its request. */
const grace = 400;
/** How long (ms) to wait before opening a window that shows only progress: its next sheet decides the size. */
const patience = 300;

export class UserRequest {
    #dependencies;
    #near;
    #tabId;
    #makeName;
    #cancellation = new AbortController();
    /** @type {(() => void)[]} */
    #overListeners = [];
    /** @type {Content | undefined} */
    #content;
    /** @type {OpenWindow | undefined} */
    #window;
    /** @type {(() => void) | undefined} */
    #stopPatience;
    /** @type {(() => void) | undefined} */
    #stopGrace;
    #hasShown = false;
    #sheets = 0;
    /** Whether the window closes once no secret is being typed: the rest would go into the page. */
    #closesAfterTyping = false;
    #isOver = false;

    /** @type {number | undefined} the agent's number of the current or last sheet */
    agentSheet;
    /** The number of the open call, which the agent's sheets name. @type {number | undefined} */
    agentCall;
    /** Whether a call to the agent is open; it may show sheets. */
    isWaiting = false;
    /** @type {string | undefined} a name for a place with one window, such as a tab */
    place;
    /** @type {"copy" | "reveal" | undefined} how the result is used if it is not filled */
    purpose;
    /** @type {string | undefined} the top origin if it differs from the requester's */
    topOrigin;
    /** @type {readonly Alternative[] | undefined} the alternatives that every sheet of a provider offers */
    alternatives;
    /** @type {Alternative | undefined} the alternative that the user chose */
    alternative;
    /** Called when the user chooses an alternative. @type {() => void} */
    onAlternative = () => {};

    /**
     * @param {SheetsDependencies} dependencies
     * @param {number | undefined} near
     * @param {string} requester
     * @param {() => string} makeName
     * @param {number} [tabId] the tab whose current window replaces `near`
     */
    constructor(dependencies, near, requester, makeName, tabId) {
        this.#dependencies = dependencies;
        this.#near = near;
        this.#tabId = tabId;
        this.requester = requester;
        this.#makeName = makeName;
    }

    get windowName() {
        return this.#window?.name;
    }

    get windowId() {
        return this.#window?.id;
    }

    /** Whether an unanswered sheet is shown. */
    get isShowing() {
        return this.#content !== undefined;
    }

    /** Whether the request ever showed a sheet. */
    get hasSheets() {
        return this.#sheets > 0;
    }

    /** Whether the request has shown a sheet in a window that the user did not close. */
    get hasShown() {
        return this.#hasShown;
    }

    /**
     * Aborted when another request replaces this one, or when the user closes a window that this request took over before
     * it showed anything.
     */
    get cancelSignal() {
        return this.#cancellation.signal;
    }

    /** @param {() => void} listener */
    whenOver(listener) {
        this.#overListeners.push(listener);
    }

    /**
     * Cancels another request and takes over its window, which gets the focus, since it may be hidden.
     *
     * Until this request shows a sheet, the window shows the earlier one, of which only Cancel works.
     *
     * @param {UserRequest} before
     */
    replace(before) {
        const window = before.#window;
        before.#window = undefined;
        before.#cancellation.abort();
        before.end();
        if (window === undefined) return;
        window.userRequest = this;
        this.#window = window;
        if (window.id !== undefined) this.#dependencies.focusWindow(window.id).catch(() => undefined);
    }

    /**
     * Runs a call to the agent, which may show sheets.
     *
     * @template Result
     * @param {(onSend: (call: number) => void) => Promise<Result>} body passes `onSend` to the call
     */
    async waiting(body) {
        this.isWaiting = true;
        try {
            return await body((call) => void (this.agentCall = call));
        } finally {
            this.isWaiting = false;
            [this.agentCall, this.agentSheet] = [undefined, undefined];
        }
    }

    /**
     * Shows a sheet in the request's window.
     *
     * @param {Content} content
     */
    show(content) {
        if (this.#isOver) return;
        this.#stopGrace?.();
        this.#closesAfterTyping = false;
        this.#content = content;
        this.#hasShown = true;
        this.#sheets += 1;
        this.#window ??= {
            name: this.#makeName(), id: undefined, port: undefined, messages: [], sheet: 0, userRequest: this, isTyping: false,
            isOpening: false,
        };
        this.#window.sheet += 1;
        this.#send({ type: "open", number: this.#window.sheet, frame: content.frame, sheet: content.sheet });
        this.#openWithSize(this.#window, content);
    }

    /** @param {object} difference */
    change(difference) {
        if (this.#content === undefined) return;
        this.#send({ type: "change", difference });
        const window = this.#window;
        if (window === undefined || window.isOpening) return;
        this.#content = { ...this.#content, sheet: changed(this.#content.sheet, difference) };
        this.#openWithSize(window, this.#content);
    }

    /** Removes the sheet. The window stays open for a moment, in case another sheet follows. */
    sheetClosed() {
        this.#content = undefined;
        this.#stopGrace?.();
        this.#stopGrace = this.#dependencies.after(grace, () => this.#closeWindow());
    }

    /** Closes the window, which focuses the page again. A later sheet opens another window. */
    releaseFocus() {
        this.#content = undefined;
        this.#closeWindow();
    }

    /** Ends the request: closes its window and focuses the previous one. */
    end() {
        if (this.#isOver) return;
        this.#isOver = true;
        const content = this.#content;
        this.#content = undefined;
        this.#closeWindow();
        // The agent's sheet may belong to another call for the same site, which can no longer be answered.
        content?.onEvent({ kind: "cancelled" });
        this.#overListeners.forEach((each) => each());
    }

    /** @param {WebExtension.Port} port */
    connect(port) {
        const window = this.#window;
        // A window has one port; a second one comes from a copied page.
        if (window === undefined || window.port !== undefined) return port.disconnect();
        window.port = port;
        port.onMessage.addListener((message) => {
            if (!takeTyping(window, message)) return window.userRequest.#take(message);
            if (!window.isTyping && window.userRequest.#closesAfterTyping) window.userRequest.#closeWindow();
        });
        port.onDisconnect.addListener(() => {
            // The window was closed, was reloaded, or crashed.
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
            // The event is for a sheet that was just replaced; the user has not seen the new one.
            if (message["number"] !== this.#window?.sheet) return;
            if (!this.#hasShown && event["kind"] === "cancelled") return this.#cancellation.abort();
            if (event["kind"] === "alternative") return this.#takeAlternative(event["alternative"]);
            // After Esc a provider may show its previous sheet again, so the request stays open.
            this.#content?.onEvent(event);
        } catch {
            // An invalid message is ignored, and not logged.
        }
    }

    /**
     * Chooses an alternative that the sheet offers; later choices are ignored.
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

    /**
     * Opens a window that is not open yet. Waits a moment if its sheet shows only progress.
     *
     * @param {OpenWindow} window
     * @param {Content} content
     */
    #openWithSize(window, content) {
        if (window.isOpening) return;
        if (!showsOnlyProgress(content.sheet)) return void this.#open(window);
        this.#stopPatience ??= this.#dependencies.after(patience, () => this.#open(window));
    }

    /** @param {OpenWindow} window */
    async #open(window) {
        this.#stopPatience?.();
        if (window.isOpening) return;
        window.isOpening = true;
        try {
            const near = this.#tabId === undefined ? this.#near : await this.#nearWindow();
            if (window.userRequest.#window !== window) return;
            const id = await this.#dependencies.openWindow(`${this.#dependencies.pageURL}?id=${window.name}`, near, window.userRequest.#content);
            // The request may have ended or moved to another window meanwhile.
            if (window.userRequest.#window === window) window.id = id;
            else await this.#dependencies.closeWindow(id);
        } catch {
            const { userRequest } = window;
            if (userRequest.#window !== window) return;
            // A request that took over this window opens its own.
            if (userRequest.#hasShown) userRequest.#dismissed();
            else userRequest.#forgetWindow();
        }
    }

    /** The user closed the window, which cancels its sheet. */
    #dismissed() {
        const content = this.#content;
        const isTakenOver = this.#window !== undefined && !this.#hasShown;
        this.#forgetWindow();
        this.#content = undefined;
        this.#hasShown = false;
        if (isTakenOver) this.#cancellation.abort();
        content?.onEvent({ kind: "cancelled" });
    }

    #closeWindow() {
        this.#stopGrace?.();
        const window = this.#window;
        this.#closesAfterTyping = window?.isTyping === true;
        if (this.#closesAfterTyping) return;
        this.#forgetWindow();
        if (window === undefined) return;
        const closing = window.id === undefined ? Promise.resolve() : this.#dependencies.closeWindow(window.id);
        // Either window may be closed already.
        closing.then(() => this.#nearWindow())
            .then((near) => (near === undefined ? undefined : this.#dependencies.focusWindow(near))).catch(() => undefined);
    }

    /** The browser window of the request: the user may have moved its tab to another window. */
    async #nearWindow() {
        if (this.#tabId === undefined) return this.#near;
        return await this.#dependencies.windowOfTab(this.#tabId) ?? this.#near;
    }

    #forgetWindow() {
        const window = this.#window;
        this.#window = undefined;
        if (window === undefined) return;
        window.messages = [];
        window.port?.disconnect();
    }
}

/** @param {object} sheet */
function showsOnlyProgress(sheet) {
    const elements = Reflect.get(sheet, "elements");
    return Array.isArray(elements) && elements.length > 0 && elements.every((each) => each?.kind === "progress");
}

/**
 * A sheet after a change; the sheet itself if the change is invalid, which the window reports.
 *
 * @param {object} sheet
 * @param {object} difference
 */
function changed(sheet, difference) {
    try {
        return applying(parseSheet(sheet), parseDifference(difference));
    } catch {
        return sheet;
    }
}

/**
 * Handles the window's message that typing of a secret has started or ended.
 *
 * @param {OpenWindow} window
 * @param {unknown} said
 */
function takeTyping(window, said) {
    if (typeof said !== "object" || said === null || Reflect.get(said, "type") !== "typing") return false;
    window.isTyping = Reflect.get(said, "isOn") === true;
    return true;
}
