// What works only once the person has granted a permission: registered when it is there, at the worker's start too.

import { isFirefox, permissions, privacy, webRequest } from "../browser.js";

export const httpAuthPermissions = { permissions: ["webRequest", "webRequestAuthProvider"] };

/**
 * Answers HTTP authentication while the permission is there.
 *
 * @param {import("./httpAuth.js").HttpAuth} httpAuth
 */
export function answerChallenges(httpAuth) {
    /** @type {unknown} */
    let listener;
    const register = () => {
        const event = webRequest()?.onAuthRequired;
        if (event === undefined || listener !== undefined) return;
        const filter = { urls: ["<all_urls>"] };
        if (isFirefox) {
            const promising = (/** @type {WebExtension.AuthChallenge} */ challenge) => httpAuth.answer(challenge);
            event.addListener(promising, filter, ["blocking"]);
            listener = promising;
        } else {
            /** @type {(challenge: WebExtension.AuthChallenge, answer?: (response: WebExtension.BlockingResponse) => void) => void} */
            const answering = (challenge, answer) => void httpAuth.answer(challenge).then((response) => answer?.(response));
            event.addListener(answering, filter, ["asyncBlocking"]);
            listener = answering;
        }
    };
    // At once, for a worker that was started by a challenge; the API is there only with the permission.
    tryTo(register);
    permissions.onAdded.addListener(() => tryTo(register));
    permissions.onRemoved.addListener(({ permissions: removed }) => {
        if (removed?.includes("webRequest") !== true || listener === undefined) return;
        tryTo(() => webRequest()?.onAuthRequired.removeListener(listener));
        listener = undefined;
    });
}

/**
 * Switches the browser's own password manager off as soon as the person has granted that: nothing else is it granted for,
 * and the popup that asked may be closed by then.
 */
export function stopPasswordSaving() {
    permissions.onAdded.addListener(({ permissions: added }) => {
        if (added?.includes("privacy") !== true) return;
        privacy()?.services.passwordSavingEnabled.set({ value: false }).catch(() => undefined);
    });
}

/** @param {() => void} body */
function tryTo(body) {
    try {
        body();
    } catch {
        // One permission of the two is missing.
    }
}
