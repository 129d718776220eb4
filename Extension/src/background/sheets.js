// Windows for sheets: those of providers, which the agent forwards, and the extension's own questions.
//
// A window belongs to a user request: an action in a page or the popup that is not finished. A sheet without one is
// cancelled and not shown, so no page and no provider can open a window. Consecutive sheets of a request share a window,
// and so do consecutive requests of a tab: the later request replaces the earlier one.

import { readInteger, readObject, withoutMissing } from "../messages/readValues.js";
import { UserRequest } from "./userRequest.js";

/**
 * @typedef {object} SheetsDependencies
 * @property {(address: string, near: number | undefined, content: Content | undefined) => Promise<number>} openWindow opens a
 *   window with the size of its first sheet; resolves to the window's id
 * @property {(windowId: number) => Promise<void>} closeWindow
 * @property {(windowId: number) => Promise<void>} focusWindow
 * @property {(tabId: number) => Promise<number | undefined>} windowOfTab `undefined` if the tab is closed
 * @property {(id: number, event: object) => void} sendEvent to the agent
 * @property {(milliseconds: number, body: () => void) => () => void} after
 * @property {string} pageURL the sheet page's address
 *
 * @typedef {object} Content the contents of a window
 * @property {{alternatives?: readonly import("./userRequest.js").Alternative[], [name: string]: unknown}} frame
 * @property {object} sheet
 * @property {(event: Record<string, unknown>) => void} onEvent
 */

export class Sheets {
    #dependencies;
    /** @type {UserRequest[]} the open requests, newest last */
    #userRequests = [];
    #lastWindow = 0;

    /** @param {SheetsDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /**
     * Begins a user request; its sheets appear near a browser window.
     *
     * @param {number | undefined} windowId
     * @param {string} requester the site that the sheets name
     * @param {{place?: string | undefined, purpose?: "copy" | "reveal" | undefined, tabId?: number | undefined}} [more]
     *   place: names a place with one window, such as a tab; an open request there is cancelled, and its window is used
     *   again. tabId: the tab whose window is used instead of `windowId`, also after it moved
     */
    begin(windowId, requester, { place, purpose, tabId } = {}) {
        const userRequest = new UserRequest(this.#dependencies, windowId, requester, () => {
            this.#lastWindow += 1;
            return String(this.#lastWindow);
        }, tabId);
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
     * The open request of a place.
     *
     * @param {string} place
     */
    openAt(place) {
        return this.#userRequests.find((each) => each.place === place);
    }

    /**
     * Handles the agent's notifications about sheets.
     *
     * @param {string} method
     * @param {Record<string, unknown>} params
     */
    take(method, params) {
        if (!method.startsWith("sheet.")) return;
        const id = readInteger(params, "id");
        if (method === "sheet.open") return this.#open(id, params["call"], readObject(params["frame"]), readObject(params["sheet"]));
        const userRequest = this.#userRequests.find((each) => each.agentSheet === id);
        if (method === "sheet.change") userRequest?.change(readObject(params["difference"]));
        if (method === "sheet.close") userRequest?.sheetClosed();
    }

    /** Hides revealed passwords: their provider was locked, or locks are no longer reported. */
    endRevealed() {
        // While its call is open, a request shows no password; it may show the unlock.
        for (const userRequest of this.#userRequests) if (userRequest.purpose === "reveal" && !userRequest.isWaiting) userRequest.end();
    }

    /** Closes every sheet of the agent after its connection ended. */
    connectionEnded() {
        this.endRevealed();
        for (const userRequest of this.#userRequests) {
            userRequest.agentCall = undefined;
            if (userRequest.agentSheet === undefined) continue;
            // Calls and sheets are numbered per connection. A repeated call may show its sheet over the next one.
            userRequest.agentSheet = undefined;
            userRequest.sheetClosed();
        }
    }

    /**
     * Accepts the port of a sheet window. The caller has checked that the sender is a page of the extension.
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
     * @param {unknown} call
     * @param {Record<string, unknown>} frame
     * @param {Record<string, unknown>} sheet
     */
    #open(id, call, frame, sheet) {
        const userRequest = call === undefined ? this.#guess(id, frame) : this.#userRequestOf(call);
        if (userRequest === undefined) return this.#dependencies.sendEvent(id, { kind: "cancelled" });
        userRequest.agentSheet = id;
        // The agent must not set these members: only the extension's own sheets are marked as its own.
        const { purpose, alternatives, topOrigin } = userRequest;
        const content = { frame: withoutMissing({ ...frame, isOwn: false, purpose, alternatives, topOrigin }), sheet };
        userRequest.show({ ...content, onEvent: (event) => this.#dependencies.sendEvent(id, event) });
    }

    /**
     * The request whose open call has the number that a sheet names; `undefined` when the call ended or shows no sheets.
     *
     * @param {unknown} call
     */
    #userRequestOf(call) {
        return this.#userRequests.find(({ agentCall }) => agentCall !== undefined && agentCall === call);
    }

    /**
     * The request that the sheet of an older agent belongs to, which names no call: the request that has the sheet's number,
     * else the newest that waits for the named site, else the newest that waits. A request that has shown another sheet
     * comes last: the sheet may belong to a call that it replaced.
     *
     * @param {number} id
     * @param {Record<string, unknown>} frame
     */
    #guess(id, frame) {
        const before = this.#userRequests.find((each) => each.agentSheet === id);
        if (before !== undefined) return before;
        const open = this.#userRequests.filter((each) => each.isWaiting && !(each.agentSheet !== undefined && each.isShowing));
        const unused = open.filter((each) => each.agentSheet === undefined);
        const waiting = unused.length > 0 ? unused : open;
        const requester = frame["requester"] === undefined ? {} : readObject(frame["requester"]);
        return waiting.findLast((each) => each.requester === requester["name"]) ?? waiting.at(-1);
    }
}
