// What a relying party signals (WebAuthn L3 §5.1.10), as the agent's reports have it.

/**
 * @param {import("../messages.js").PasskeySignal} signal
 * @param {Record<string, unknown>} options in JSON: bytes are base64url
 * @returns {Record<string, unknown> | undefined} nothing for what is no signal
 */
export function reportOf(signal, options) {
    const { rpId, credentialId, userId, allAcceptedCredentialIds: accepted, name } = options;
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
            return { kind: "publicKeyCredentialUpdate", relyingParty: rpId, userHandle: user, newName: name };
        }
    }
}

/** An account has fewer passkeys than this. */
const idLimit = 1000;

/**
 * Base64url as the base64 of the agent's protocol.
 *
 * @param {unknown} text
 * @returns {string | undefined}
 */
function bytes(text) {
    if (typeof text !== "string" || !/^[A-Za-z0-9_-]*$/u.test(text) || text.length % 4 === 1) return undefined;
    const plain = text.replaceAll("-", "+").replaceAll("_", "/");
    return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
}
