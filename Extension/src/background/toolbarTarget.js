// Finds the document of the active page that the popup can fill.

import { doubtLimit } from "../messages/documentMessages.js";
import { readList, readObject } from "../messages/readValues.js";
import { ancestorOrigins, placeOf } from "./documentOrigin.js";

/**
 * @typedef {object} InspectFrameDependencies
 * @property {(tabId: number, message: object, frame: WebExtension.Frame) => Promise<unknown>} tell
 * @property {(tabId: number) => Promise<void>} loadContent
 *
 * @typedef {InspectFrameDependencies & {framesOf: (tabId: number) => Promise<readonly WebExtension.Frame[]>}} TargetsDependencies
 *
 * @typedef {object} Target a document to fill
 * @property {WebExtension.Tab & {id: number}} tab
 * @property {string} origin
 * @property {WebExtension.Frame} frame
 * @property {unknown[]} said the document's doubts about filling its login
 */

/**
 * The document that has fields to fill: the page itself before its frames; `undefined` if there is none.
 *
 * Only frames whose ancestors all have their origin: in any other the user picks at the field.
 *
 * @param {TargetsDependencies} dependencies
 * @param {{tab: WebExtension.Tab | undefined, origin: string | undefined}} front
 * @returns {Promise<Target | undefined>}
 */
export async function findTarget(dependencies, { tab, origin }) {
    if (tab?.id === undefined || origin === undefined) return undefined;
    const frames = await dependencies.framesOf(tab.id).catch(() => []);
    const own = frames
        .filter((each) => (each.documentLifecycle ?? "active") === "active")
        .filter((each) => placeOf({ url: each.url })?.origin === origin)
        .filter((each) => ancestorOrigins(frames, each)?.every((around) => around === origin))
        .toSorted((one, other) => one.frameId - other.frameId);
    for (const frame of own) {
        const said = await inspectFrame(dependencies, tab.id, frame);
        if (said !== undefined) return { tab: { ...tab, id: tab.id }, origin, frame, said };
    }
    return undefined;
}

/**
 * A document's doubts about filling it; `undefined` if it has nothing to fill.
 *
 * @param {InspectFrameDependencies} dependencies
 * @param {number} tabId
 * @param {WebExtension.Frame} frame
 * @returns {Promise<unknown[] | undefined>}
 */
export async function inspectFrame(dependencies, tabId, frame) {
    const ask = () => dependencies.tell(tabId, { type: "inspect" }, frame);
    try {
        const found = readObject(await ask().catch(async (thrown) => {
            // Without a content script: the click on the toolbar grants access (`activeTab`), also to the page's frames.
            if (frame.frameId !== 0) throw thrown;
            await dependencies.loadContent(tabId);
            return ask();
        }));
        if (![found["hasPassword"], found["hasCode"], found["hasUser"]].includes(true)) return undefined;
        return readList({ doubts: [], ...found }, "doubts", (each) => each, doubtLimit);
    } catch {
        return undefined;
    }
}
