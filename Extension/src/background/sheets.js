// Windows for sheets: those that providers show over the agent, and the questions that the extension asks itself.
//
// A window belongs to an asking: something that a person did in a page or the toolbar and that is not over yet. A sheet
// that comes without one is cancelled unseen, so no page and no provider opens a window by itself. Sheets that follow
// each other in one asking use one window.

import { readInteger, readObject } from "../messages/reading.js";

/**
 * @typedef {object} SheetsWorld
 * @property {(address: string, near: number | undefined) => Promise<number>} openWindow gives the window's id
 * @property {(windowId: number) => Promise<void>} closeWindow
 * @property {(windowId: number) => Promise<void>} focusWindow
 * @property {(id: number, event: object) => void} sendEvent to the agent
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {string} pageURL the sheet page's address
 *
 * @typedef {object} Content what a window shows
 * @property {object} frame
 * @property {object} sheet
 * @property {(event: Record<string, unknown>) => void} onEvent
 */

/** How long a window waits for the next sheet of its asking. */
const grace = 400;

export class Sheets {
    #world;
    /** @type {Asking[]} those that are open, the latest last */
    #askings = [];
    #lastWindow = 0;

    /** @param {SheetsWorld} world */
    constructor(world) {
        this.#world = world;
    }

    /**
     * Begins what a person asked for; its sheets appear near a window of the browser.
     *
     * @param {number | undefined} windowId
     * @param {string} requester the site that asks, as sheets name it
     */
    begin(windowId, requester) {
        const asking = new Asking(this.#world, windowId, requester, () => {
            this.#lastWindow += 1;
            return String(this.#lastWindow);
        });
        this.#askings.push(asking);
        asking.whenOver(() => {
            this.#askings = this.#askings.filter((each) => each !== asking);
        });
        return asking;
    }

    /**
     * Takes a notification of the agent's about a sheet.
     *
     * @param {string} method
     * @param {Record<string, unknown>} params
     */
    take(method, params) {
        if (!method.startsWith("sheet.")) return;
        const id = readInteger(params, "id");
        if (method === "sheet.open") return this.#open(id, readObject(params["frame"]), readObject(params["sheet"]));
        const asking = this.#askings.find((each) => each.agentSheet === id);
        if (method === "sheet.change") asking?.change(readObject(params["difference"]));
        if (method === "sheet.close") asking?.sheetClosed();
    }

    /** Takes every sheet of the agent's away: the connection has ended, and their requests with it. */
    connectionEnded() {
        for (const asking of this.#askings) {
            if (asking.agentSheet === undefined) continue;
            // The number was that connection's; the call may be sent again over the next, and show its sheet there.
            asking.agentSheet = undefined;
            asking.sheetClosed();
        }
    }

    /**
     * Takes the port of a sheet window; that it is a page of ours was checked.
     *
     * @param {string} name its number
     * @param {WebExtension.Port} port
     */
    accept(name, port) {
        const asking = this.#askings.find((each) => each.windowName === name);
        if (asking === undefined) return port.disconnect();
        asking.connect(port);
    }

    /** @param {number} windowId */
    windowRemoved(windowId) {
        this.#askings.find((each) => each.windowId === windowId)?.windowGone();
    }

    /**
     * @param {number} id
     * @param {Record<string, unknown>} frame
     * @param {Record<string, unknown>} sheet
     */
    #open(id, frame, sheet) {
        const asking = this.#askingFor(id, frame);
        if (asking === undefined) return this.#world.sendEvent(id, { kind: "cancelled" });
        asking.agentSheet = id;
        // Only what the extension asks itself is shown as its own.
        const content = { frame: { ...frame, isOwn: false }, sheet };
        asking.show({ ...content, onEvent: (event) => this.#world.sendEvent(id, event) });
    }

    /**
     * The asking that a sheet is for: the agent numbers its screens and does not name our calls, so it is the one that
     * had this number before, else the latest that waits for the named site, else the latest that waits.
     *
     * @param {number} id
     * @param {Record<string, unknown>} frame
     */
    #askingFor(id, frame) {
        const before = this.#askings.find((each) => each.agentSheet === id);
        if (before !== undefined) return before;
        const waiting = this.#askings.filter((each) => each.isWaiting && each.agentSheet === undefined);
        const requester = frame["requester"] === undefined ? {} : readObject(frame["requester"]);
        return waiting.findLast((each) => each.requester === requester["name"]) ?? waiting.at(-1);
    }
}

/** Something that a person asked for, from the click to its end, and the one window that it may open. */
export class Asking {
    #world;
    #near;
    #makeName;
    /** @type {(() => void)[]} */
    #overListeners = [];
    /** @type {Content | undefined} */
    #content;
    /** @type {WebExtension.Port | undefined} */
    #port;
    /** @type {object[]} what the window gets once it is there */
    #waitingMessages = [];
    /** @type {(() => void) | undefined} */
    #stopGrace;
    #isOver = false;

    /** @type {string | undefined} */
    windowName;
    /** @type {number | undefined} */
    windowId;
    /** @type {number | undefined} the agent's number of the sheet that is shown, or was shown last */
    agentSheet;
    /** Whether a call to the agent is open, which may show a sheet. */
    isWaiting = false;

    /**
     * @param {SheetsWorld} world
     * @param {number | undefined} near
     * @param {string} requester
     * @param {() => string} makeName
     */
    constructor(world, near, requester, makeName) {
        this.#world = world;
        this.#near = near;
        this.requester = requester;
        this.#makeName = makeName;
    }

    /** @param {() => void} listener */
    whenOver(listener) {
        this.#overListeners.push(listener);
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
        this.#content = content;
        this.#send({ type: "open", frame: content.frame, sheet: content.sheet });
        if (this.windowName === undefined) this.#openWindow();
    }

    /** @param {object} difference */
    change(difference) {
        if (this.#content !== undefined) this.#send({ type: "change", difference });
    }

    /** The sheet is done with; its window stays for a moment, in case that another follows. */
    sheetClosed() {
        this.#content = undefined;
        this.#stopGrace?.();
        this.#stopGrace = this.#world.after(grace, () => this.#closeWindow());
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
        // A window has one port; another would be a copy of its page.
        if (this.#port !== undefined) return port.disconnect();
        this.#port = port;
        port.onMessage.addListener((message) => this.#take(message));
        port.onDisconnect.addListener(() => {
            // Closed, reloaded or crashed: what it showed is not shown any more.
            if (this.#port === port) this.#dismissed();
        });
        for (const message of this.#waitingMessages.splice(0)) port.postMessage(message);
    }

    windowGone() {
        this.windowId = undefined;
        this.#dismissed();
    }

    /** @param {unknown} value */
    #take(value) {
        try {
            const message = readObject(value, "message");
            if (message["type"] !== "event") return;
            const event = readObject(message["event"]);
            // After Esc a provider may go back to the sheet before: whatever it shows then is worked on as ever.
            this.#content?.onEvent(event);
        } catch {
            // Not of our page's making; what it says is not to be repeated.
        }
    }

    /** @param {object} message */
    #send(message) {
        if (this.#port === undefined) this.#waitingMessages.push(message);
        else this.#port.postMessage(message);
    }

    async #openWindow() {
        const name = this.#makeName();
        this.windowName = name;
        try {
            const id = await this.#world.openWindow(`${this.#world.pageURL}?id=${name}`, this.#near);
            // Meanwhile it may have been for nothing.
            if (this.windowName === name) this.windowId = id;
            else await this.#world.closeWindow(id);
        } catch {
            this.#dismissed();
        }
    }

    /** The person closed the window, which cancels what it showed. */
    #dismissed() {
        const content = this.#content;
        this.#forgetWindow();
        this.#content = undefined;
        content?.onEvent({ kind: "cancelled" });
    }

    #closeWindow() {
        this.#stopGrace?.();
        const [id, near] = [this.windowId, this.#near];
        const wasOpen = this.windowName !== undefined;
        this.#forgetWindow();
        if (!wasOpen) return;
        const closing = id === undefined ? Promise.resolve() : this.#world.closeWindow(id);
        // Either window may have gone already.
        closing.then(() => (near === undefined ? undefined : this.#world.focusWindow(near))).catch(() => undefined);
    }

    #forgetWindow() {
        const port = this.#port;
        this.#port = undefined;
        this.windowName = undefined;
        this.windowId = undefined;
        this.#waitingMessages = [];
        port?.disconnect();
    }
}
