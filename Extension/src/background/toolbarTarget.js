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
 * @typedef {{tab: WebExtension.Tab | undefined, origin: string | undefined}} ActivePage the active page
 *
 * @typedef {object} Target a document to fill
 * @property {WebExtension.Tab & {id: number}} tab
 * @property {string} origin
 * @property {string} url the document's own address, since a rule of a login can require a path
 * @property {WebExtension.Frame} frame
 * @property {unknown[]} said the document's doubts about filling its login, or its new password
 *
 * @typedef {object} Inspected what a document says about itself; `undefined` for what it has no field for
 * @property {unknown[] | undefined} login its doubts about filling its login
 * @property {unknown[] | undefined} text its doubts about filling the text field that the user is in
 * @property {unknown[] | undefined} newPassword its doubts about filling a new password
 * @property {boolean} isInNewPassword whether the user was last in its new-password field
 */

/**
 * The document that has fields to fill: the page itself before its frames. Without a login, the document whose text field the
 * user is in; `undefined` if there is none.
 *
 * @param {TargetsDependencies} dependencies
 * @param {ActivePage} active
 * @returns {Promise<Target | undefined>}
 */
export async function findTarget(dependencies, active) {
    /** @type {Target | undefined} */
    let pointed;
    for await (const { target, found } of inspected(dependencies, active)) {
        if (found.login !== undefined) return { ...target, said: found.login };
        if (found.text !== undefined) pointed ??= { ...target, said: found.text };
    }
    return pointed;
}

/**
 * The documents to fill: for a login as `findTarget`, and for a new password. The latter is the document whose
 * new-password field the user was in last, otherwise the first document that has one.
 *
 * @param {TargetsDependencies} dependencies
 * @param {ActivePage} active
 * @returns {Promise<{login?: Target, newPassword?: Target}>}
 */
export async function findTargets(dependencies, active) {
    /** @type {{login?: Target, newPassword?: Target}} */
    const targets = {};
    let foundLastUsedField = false;
    /** @type {Target | undefined} */
    let pointed;
    for await (const { target, found } of inspected(dependencies, active)) {
        if (found.login !== undefined) targets.login ??= { ...target, said: found.login };
        if (found.text !== undefined) pointed ??= { ...target, said: found.text };
        if (found.newPassword === undefined || foundLastUsedField) continue;
        foundLastUsedField = found.isInNewPassword;
        const created = { ...target, said: found.newPassword };
        if (foundLastUsedField) targets.newPassword = created;
        else targets.newPassword ??= created;
    }
    if (pointed !== undefined) targets.login ??= pointed;
    return targets;
}

/**
 * The documents that the popup may fill. Only frames whose ancestors all have their origin: in any other the user picks at
 * the field.
 *
 * @param {TargetsDependencies} dependencies
 * @param {ActivePage} active
 */
async function* inspected(dependencies, { tab, origin }) {
    if (tab?.id === undefined || origin === undefined) return;
    const { id } = tab, frames = await dependencies.framesOf(id).catch(() => []);
    const own = frames
        .filter((each) => (each.documentLifecycle ?? "active") === "active")
        .flatMap((frame) => {
            const place = placeOf({ url: frame.url });
            return place?.origin === origin ? [{ frame, url: place.url }] : [];
        })
        .filter(({ frame }) => ancestorOrigins(frames, frame)?.every((around) => around === origin))
        .toSorted((one, other) => one.frame.frameId - other.frame.frameId);
    for (const { frame, url } of own) {
        const found = await inspect(dependencies, id, frame);
        if (found !== undefined) yield { target: { tab: { ...tab, id }, origin, url, frame }, found };
    }
}

/**
 * A document's doubts about filling its login; `undefined` if it has nothing to fill.
 *
 * @param {InspectFrameDependencies} dependencies
 * @param {number} tabId
 * @param {WebExtension.Frame} frame
 * @returns {Promise<unknown[] | undefined>}
 */
export async function inspectFrame(dependencies, tabId, frame) {
    const found = await inspect(dependencies, tabId, frame);
    return found?.login ?? found?.text;
}

/**
 * @param {InspectFrameDependencies} dependencies
 * @param {number} tabId
 * @param {WebExtension.Frame} frame
 * @returns {Promise<Inspected | undefined>}
 */
async function inspect(dependencies, tabId, frame) {
    const ask = () => dependencies.tell(tabId, { type: "inspect" }, frame);
    try {
        const found = readObject(await ask().catch(async (thrown) => {
            // Without a content script: the click on the toolbar grants access (`activeTab`), also to the page's frames.
            if (frame.frameId !== 0) throw thrown;
            await dependencies.loadContent(tabId);
            return ask();
        }));
        const doubts = (/** @type {string} */ name) => readList({ [name]: [], ...found }, name, (each) => each, doubtLimit);
        const hasLogin = [found["hasPassword"], found["hasCode"], found["hasUser"]].includes(true);
        return {
            login: hasLogin ? doubts("doubts") : undefined,
            text: found["isInText"] === true ? doubts("doubts") : undefined,
            newPassword: found["hasNewPassword"] === true ? doubts("newPasswordDoubts") : undefined,
            isInNewPassword: found["isInNewPassword"] === true,
        };
    } catch {
        return undefined;
    }
}
