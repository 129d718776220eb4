// What the agent offers a document: one question, for strip and windows alike.

import { parseOffers } from "../messages/offers.js";
import { withoutMissing } from "../messages/readValues.js";

/**
 * @param {{agent: import("./agent.js").Agent, related: import("./relatedOrigins.js").RelatedOrigins}} dependencies
 * @param {import("./documents.js").Requester} requester
 * @param {{ancestorOrigins: string[], signal: AbortSignal}} standing
 * @param {import("../messages.js").CredentialKind[]} kinds
 * @param {import("../messages.js").PasskeyRequest} [request] the one that is open in the document: passkeys are those for it
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
