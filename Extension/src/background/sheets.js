// Windows for sheets: those that providers show over the agent, and the questions that the extension asks itself.
//
// A window belongs to an asking: something that a person did in a page or the toolbar and that is not over yet. A sheet
// that comes without one is cancelled unseen, so no page and no provider opens a window by itself. Sheets that follow
// each other in one asking use one window, and so do askings that follow each other in one tab: the later one takes the
// place of the one before.

import { readInteger, readObject, withoutMissing } from "../messages/readValues.js";
import { Asking } from "./userRequest.js";

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
 * @property {{ways?: readonly import("./userRequest.js").Way[], [name: string]: unknown}} frame
 * @property {object} sheet
 * @property {(event: Record<string, unknown>) => void} onEvent
 */

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
     * @param {{place?: string | undefined, purpose?: "copy" | "reveal" | undefined}} [more] place: where only one window
     *   makes sense, such as a tab; what was asked for there before is taken back, and its window used again
     */
    begin(windowId, requester, { place, purpose } = {}) {
        const asking = new Asking(this.#world, windowId, requester, () => {
            this.#lastWindow += 1;
            return String(this.#lastWindow);
        });
        asking.place = place;
        asking.purpose = purpose;
        const before = place === undefined ? undefined : this.openAt(place);
        if (before !== undefined) asking.replace(before);
        this.#askings.push(asking);
        asking.whenOver(() => {
            this.#askings = this.#askings.filter((each) => each !== asking);
        });
        return asking;
    }

    /**
     * What is open in a place, where only one may be.
     *
     * @param {string} place
     */
    openAt(place) {
        return this.#askings.find((each) => each.place === place);
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

    /** Takes the passwords away that are shown in windows: what they are of has been locked, or nobody watches whether it is. */
    endRevealed() {
        // One whose call is still open shows none; it may ask for the unlock.
        for (const asking of this.#askings) if (asking.purpose === "reveal" && !asking.isWaiting) asking.end();
    }

    /** Takes every sheet of the agent's away: the connection has ended, and their requests with it. */
    connectionEnded() {
        this.endRevealed();
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
        // Only what the extension asks itself is shown as its own, and what it says of the frame is its own word.
        const { purpose, ways, within } = asking;
        const content = { frame: withoutMissing({ ...frame, isOwn: false, purpose, ways, within }), sheet };
        asking.show({ ...content, onEvent: (event) => this.#world.sendEvent(id, event) });
    }

    /**
     * The asking that a sheet is for: the agent numbers its screens and does not name our calls, so it is the one that
     * had this number before, else the latest that waits for the named site, else the latest that waits. One that has
     * shown another sheet comes after those that have not: it may have been that of a call which it took the place of.
     *
     * @param {number} id
     * @param {Record<string, unknown>} frame
     */
    #askingFor(id, frame) {
        const before = this.#askings.find((each) => each.agentSheet === id);
        if (before !== undefined) return before;
        const open = this.#askings.filter((each) => each.isWaiting && !(each.agentSheet !== undefined && each.isShowing));
        const unused = open.filter((each) => each.agentSheet === undefined);
        const waiting = unused.length > 0 ? unused : open;
        const requester = frame["requester"] === undefined ? {} : readObject(frame["requester"]);
        return waiting.findLast((each) => each.requester === requester["name"]) ?? waiting.at(-1);
    }
}
