// Windows for sheets: those that providers show over the agent, and the questions that the extension asks itself.
//
// A window belongs to an asking: something that a person did in a page or the toolbar and that is not over yet. A sheet
// that comes without one is cancelled unseen, so no page and no provider opens a window by itself. Sheets that follow
// each other in one asking use one window, and so do askings that follow each other in one tab: the later one takes the
// place of the one before.

import { readInteger, readObject, withoutMissing } from "../messages/readValues.js";
import { UserRequest } from "./userRequest.js";

/**
 * @typedef {object} SheetsDependencies
 * @property {(address: string, near: number | undefined) => Promise<number>} openWindow gives the window's id
 * @property {(windowId: number) => Promise<void>} closeWindow
 * @property {(windowId: number) => Promise<void>} focusWindow
 * @property {(id: number, event: object) => void} sendEvent to the agent
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {string} pageURL the sheet page's address
 *
 * @typedef {object} Content what a window shows
 * @property {{alternatives?: readonly import("./userRequest.js").Alternative[], [name: string]: unknown}} frame
 * @property {object} sheet
 * @property {(event: Record<string, unknown>) => void} onEvent
 */

export class Sheets {
    #dependencies;
    /** @type {UserRequest[]} those that are open, the latest last */
    #userRequests = [];
    #lastWindow = 0;

    /** @param {SheetsDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /**
     * Begins what a person asked for; its sheets appear near a window of the browser.
     *
     * @param {number | undefined} windowId
     * @param {string} requester the site that asks, as sheets name it
     * @param {{place?: string | undefined, purpose?: "copy" | "reveal" | undefined}} [more] place: where only one window
     *   makes sense, such as a tab; what was asked for there before is taken back, and its window used again
     */
    begin(windowId, requester, { place, purpose } = {}) {
        const userRequest = new UserRequest(this.#dependencies, windowId, requester, () => {
            this.#lastWindow += 1;
            return String(this.#lastWindow);
        });
        userRequest.place = place;
        userRequest.purpose = purpose;
        const before = place === undefined ? undefined : this.openAt(place);
        if (before !== undefined) userRequest.replace(before);
        this.#userRequests.push(userRequest);
        userRequest.whenOver(() => {
            this.#userRequests = this.#userRequests.filter((each) => each !== userRequest);
        });
        return userRequest;
    }

    /**
     * What is open in a place, where only one may be.
     *
     * @param {string} place
     */
    openAt(place) {
        return this.#userRequests.find((each) => each.place === place);
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
        const userRequest = this.#userRequests.find((each) => each.agentSheet === id);
        if (method === "sheet.change") userRequest?.change(readObject(params["difference"]));
        if (method === "sheet.close") userRequest?.sheetClosed();
    }

    /** Takes the passwords away that are shown in windows: what they are of has been locked, or nobody watches whether it is. */
    endRevealed() {
        // One whose call is still open shows none; it may ask for the unlock.
        for (const userRequest of this.#userRequests) if (userRequest.purpose === "reveal" && !userRequest.isWaiting) userRequest.end();
    }

    /** Takes every sheet of the agent's away: the connection has ended, and their requests with it. */
    connectionEnded() {
        this.endRevealed();
        for (const userRequest of this.#userRequests) {
            if (userRequest.agentSheet === undefined) continue;
            // The number was that connection's; the call may be sent again over the next, and show its sheet there.
            userRequest.agentSheet = undefined;
            userRequest.sheetClosed();
        }
    }

    /**
     * Takes the port of a sheet window; that it is a page of ours was checked.
     *
     * @param {string} name its number
     * @param {WebExtension.Port} port
     */
    accept(name, port) {
        const userRequest = this.#userRequests.find((each) => each.windowName === name);
        if (userRequest === undefined) return port.disconnect();
        userRequest.connect(port);
    }

    /** @param {number} windowId */
    windowRemoved(windowId) {
        this.#userRequests.find((each) => each.windowId === windowId)?.windowGone();
    }

    /**
     * @param {number} id
     * @param {Record<string, unknown>} frame
     * @param {Record<string, unknown>} sheet
     */
    #open(id, frame, sheet) {
        const userRequest = this.#userRequestFor(id, frame);
        if (userRequest === undefined) return this.#dependencies.sendEvent(id, { kind: "cancelled" });
        userRequest.agentSheet = id;
        // Only what the extension asks itself is shown as its own, and what it says of the frame is its own word.
        const { purpose, alternatives, topOrigin } = userRequest;
        const content = { frame: withoutMissing({ ...frame, isOwn: false, purpose, alternatives, topOrigin }), sheet };
        userRequest.show({ ...content, onEvent: (event) => this.#dependencies.sendEvent(id, event) });
    }

    /**
     * The asking that a sheet is for: the agent numbers its screens and does not name our calls, so it is the one that
     * had this number before, else the latest that waits for the named site, else the latest that waits. One that has
     * shown another sheet comes after those that have not: it may have been that of a call which it took the place of.
     *
     * @param {number} id
     * @param {Record<string, unknown>} frame
     */
    #userRequestFor(id, frame) {
        const before = this.#userRequests.find((each) => each.agentSheet === id);
        if (before !== undefined) return before;
        const open = this.#userRequests.filter((each) => each.isWaiting && !(each.agentSheet !== undefined && each.isShowing));
        const unused = open.filter((each) => each.agentSheet === undefined);
        const waiting = unused.length > 0 ? unused : open;
        const requester = frame["requester"] === undefined ? {} : readObject(frame["requester"]);
        return waiting.findLast((each) => each.requester === requester["name"]) ?? waiting.at(-1);
    }
}
