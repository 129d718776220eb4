// Whose login a submission is: its user where the form does not say it, and the stored login that it changes.

import { parseOffers } from "../messages/offers.js";
import { loginName } from "./tabMemory.js";
import { neverAborted } from "./timeouts.js";

/**
 * @typedef {import("../messages/offers.js").AgentOffers} AgentOffers
 * @typedef {import("../messages.js").Suggestion} Suggestion
 *
 * @typedef {object} AccountOwner
 * @property {string} user "" where nobody says
 * @property {AgentOffers | undefined} offers none without an agent
 * @property {Suggestion | undefined} stored the login that is changed, where there is one
 * @property {string} origin where the login belongs: the form's own origin, but for a login of another host that was used
 *
 * @typedef {object} AccountOwnerDependencies
 * @property {import("./agent.js").Agent} agent
 * @property {import("./requests.js").Requests} requests
 * @property {import("./tabMemory.js").TabMemory} memory
 */

/**
 * @typedef {object} OutgoingLogin what is known of a login that goes out, or is about to
 * @property {Pick<import("../messages.js").Submission, "form" | "user" | "password">} submission
 * @property {import("./documents.js").Requester} requester
 * @property {string[]} ancestorOrigins
 */

/**
 * Asked when the form goes out, since two steps and a failure are told by the site, and the document may be gone in a moment.
 *
 * @param {OutgoingLogin} sent
 * @param {AccountOwnerDependencies} dependencies
 * @returns {Promise<AccountOwner>}
 */
export async function findAccountOwner(sent, dependencies) {
    const { submission, requester, ancestorOrigins } = sent;
    const { memory, requests } = dependencies;
    /** @type {AgentOffers | undefined} */
    let offers;
    try {
        offers = await requests.offers(requester, { ancestorOrigins, signal: neverAborted }, ["password"]);
    } catch {
        // Without an agent it is saved when there is one, if the person says so.
    }
    const site = offers?.site ?? requester.origin;
    const user = userOf(sent, site, offers, memory);
    // The account of a login, and of the first step of a sign-up, is that of the step that follows.
    const isStep = submission.form !== "changePassword" && (submission.form !== "signUp" || submission.password === "");
    if (isStep && submission.user !== "") memory.remember("chosenUser", requester.tabId, site, submission.user);
    const stored = exactSuggestions(offers).find((each) => each.user === user);
    const used = stored === undefined && offers !== undefined ? await usedElsewhere(sent, user, offers, dependencies) : undefined;
    return { user, offers, stored: stored ?? used?.stored, origin: used?.origin ?? requester.origin };
}

/**
 * @param {OutgoingLogin} sent
 * @param {string} site
 * @param {AgentOffers | undefined} offers
 * @param {import("./tabMemory.js").TabMemory} memory
 */
function userOf({ submission, requester }, site, offers, memory) {
    if (submission.user !== "") return submission.user;
    const stored = exactSuggestions(offers);
    const chosen = memory.recall("chosenUser", requester.tabId, site);
    // A change of password mostly says no user: it is the one of the step before, or the only one there is.
    if (submission.form !== "changePassword") return chosen ?? "";
    const only = stored.length === 1 ? stored[0]?.user : undefined;
    return chosen ?? memory.recall("knownUser", requester.tabId, site) ?? only ?? "";
}

/**
 * The login of another host of the site that a change of password changes.
 *
 * Hosts of one site may be strangers to each other, so that no save ever changes another host's login by its name alone:
 * the person must have picked this very login in this tab within the hour, here or where they came from, and the banner asks
 * with its name and host. Then a second login of the same account would be the mistake. Whatever was typed by hand, picked
 * in a provider's list, sent from a page without encryption, or is not what the provider has there, is a login of its own.
 *
 * @param {OutgoingLogin} sent
 * @param {string} user
 * @param {AgentOffers} offers
 * @param {AccountOwnerDependencies} dependencies
 * @returns {Promise<{stored: Suggestion, origin: string} | undefined>}
 */
async function usedElsewhere({ submission, requester, ancestorOrigins }, user, offers, { agent, memory }) {
    if (submission.form !== "changePassword" || !requester.origin.startsWith("https:")) return undefined;
    const used = memory.recall("usedLogin", requester.tabId, offers.site);
    const stored = offers.suggestions.find((each) => each.kind === "password" && each.grade === "site" &&
        each.user === user && loginName(each) === used);
    const address = `https://${stored?.service}`;
    if (stored === undefined || !URL.canParse(address)) return undefined;
    const { origin } = new URL(address);
    try {
        const params = { url: `${origin}/`, kinds: ["password"], explain: false, ancestorOrigins };
        const there = parseOffers(await agent.call("suggest", params), { origin, ancestorOrigins });
        const isThere = exactSuggestions(there).some((each) => loginName(each) === used);
        return isThere ? { stored, origin } : undefined;
    } catch {
        return undefined;
    }
}

/** @param {AgentOffers | undefined} offers */
function exactSuggestions(offers) {
    return offers?.suggestions.filter((each) => each.kind === "password" && each.grade === "exact") ?? [];
}
