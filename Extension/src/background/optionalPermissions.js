// Features that need an optional permission. They are registered at startup if the permission is already granted.

import { isFirefox, permissions, privacy, webRequest } from "../browser.js";

export const httpAuthPermissions = { permissions: ["webRequest", "webRequestAuthProvider"] };

/**
 * Answers HTTP authentication challenges while the permission is granted.
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
    // Register at once: a challenge may have started this worker. The API exists only with the permission.
    tryTo(register);
    permissions.onAdded.addListener(() => tryTo(register));
    permissions.onRemoved.addListener(({ permissions: removed }) => {
        if (removed?.includes("webRequest") !== true || listener === undefined) return;
        tryTo(() => webRequest()?.onAuthRequired.removeListener(listener));
        listener = undefined;
    });
}

/**
 * Disables the browser's own password manager when the user grants the permission, which serves only that. Runs here because
 * the popup that requested it may be closed by then.
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
        // One of the two permissions is missing.
    }
}
