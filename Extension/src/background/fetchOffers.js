// Fetches the agent's suggestions for a document.

import { parseOffers } from "../messages/offers.js";
import { withoutMissing } from "../messages/readValues.js";

/**
 * @param {{agent: import("./agent.js").Agent, related: import("./relatedOrigins.js").RelatedOrigins}} dependencies
 * @param {import("./documents.js").Requester} requester
 * @param {{ancestorOrigins: string[], signal: AbortSignal}} context
 * @param {import("../messages.js").CredentialKind[]} kinds
 * @param {import("../messages.js").PasskeyRequest} [request] the document's open passkey request; selects the passkeys
 */
export async function offersFor({ agent, related }, requester, { ancestorOrigins, signal }, kinds, request) {
    const plain = { url: requester.url, kinds, explain: false, ancestorOrigins };
    const result = request === undefined
        ? await agent.call("suggest", plain, { signal })
        : await related.with(requester, signal, (/** @type {string | undefined} */ relatedOrigins) => {
            const passkeyRequest = withoutMissing({ options: request.options, relatedOrigins });
            return agent.call("suggest", { ...plain, passkeyRequest }, { signal });
        });
    return parseOffers(result, { origin: requester.origin, ancestorOrigins });
}
