// Converts a relying party's signal (WebAuthn L3 §5.1.10) to a report for the agent.

/**
 * @param {import("../messages.js").PasskeySignal} signal
 * @param {Record<string, unknown>} options in JSON: bytes are base64url
 * @returns {Record<string, unknown> | undefined} `undefined` for an invalid signal
 */
export function reportOf(signal, options) {
    const { rpId, credentialId, userId, allAcceptedCredentialIds: accepted, name, displayName } = options;
    if (typeof rpId !== "string") return undefined;
    const [credential, user] = [bytes(credentialId), bytes(userId)];
    switch (signal) {
        case "unknownCredential":
            return credential === undefined ? undefined : { kind: "unknownPublicKeyCredential", relyingParty: rpId, credentialID: credential };
        case "allAcceptedCredentials": {
            const ids = Array.isArray(accepted) && accepted.length <= idLimit ? accepted.map(bytes) : [undefined];
            if (user === undefined || ids.includes(undefined)) return undefined;
            return { kind: "allAcceptedPublicKeyCredentials", relyingParty: rpId, userHandle: user, acceptedCredentialIDs: ids };
        }
        case "currentUserDetails": {
            if (user === undefined || typeof name !== "string") return undefined;
            const update = { kind: "publicKeyCredentialUpdate", relyingParty: rpId, userHandle: user, newName: name };
            return typeof displayName === "string" ? { ...update, displayName } : update;
        }
    }
}

/** Maximum number of credential ids in one report. */
const idLimit = 1000;

/**
 * Converts base64url to the base64 that the agent's protocol uses; `undefined` for invalid text.
 *
 * @param {unknown} text
 * @returns {string | undefined}
 */
function bytes(text) {
    if (typeof text !== "string" || !/^[A-Za-z0-9_-]*$/u.test(text) || text.length % 4 === 1) return undefined;
    const plain = text.replaceAll("-", "+").replaceAll("_", "/");
    return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
}
