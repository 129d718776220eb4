// Selects the doubts about a form that the user must confirm.

import { parseOffers } from "../messages/offers.js";

/** @import { Doubt } from "../messages.js" */

/**
 * Drops the doubts about a form that sends its values to another host of the page's own site, such as from `www.` to
 * `online.`. Only the agent has the Public Suffix List, so it decides. Both hosts must use https.
 *
 * @param {Pick<import("./agent.js").Agent, "call">} agent
 * @param {string} origin the page's origin
 * @param {readonly Doubt[]} doubts
 * @param {AbortSignal} signal
 * @returns {Promise<Doubt[]>}
 */
export async function doubtsToAsk(agent, origin, doubts, signal) {
    const isInsecure = (/** @type {Doubt} */ { host }) =>
        !origin.startsWith("https:") || doubts.some((other) => other.reason === "insecure" && other.host === host);
    const isAsked = await Promise.all(doubts.map(async (doubt) =>
        doubt.reason !== "otherOrigin" || isInsecure(doubt) || !await isOfOneSite(agent, origin, doubt.host, signal)));
    return doubts.filter((_, index) => isAsked[index]);
}

/**
 * Whether a host has the registrable domain of an origin, as for a frame of that origin inside a page of the host; `false` if
 * the agent does not answer.
 *
 * @param {Pick<import("./agent.js").Agent, "call">} agent
 * @param {string} origin
 * @param {string} host
 * @param {AbortSignal} signal
 */
async function isOfOneSite(agent, origin, host, signal) {
    const around = { origin, ancestorOrigins: [`https://${host}`] };
    const params = { url: `${origin}/`, kinds: [], explain: false, ancestorOrigins: around.ancestorOrigins };
    try {
        return !parseOffers(await agent.call("suggest", params, { signal }), around).frame.isOfOtherSite;
    } catch {
        return false;
    }
}
