// Finds the account that a submitted form belongs to: its user name and the stored login that it changes.

import { Failure } from "../messages/failure.js";
import { parseOffers } from "../messages/offers.js";
import { loginName } from "./tabMemory.js";
import { neverAborted } from "./timeouts.js";

/**
 * @typedef {import("../messages/offers.js").AgentOffers} AgentOffers
 * @typedef {import("../messages.js").Suggestion} Suggestion
 *
 * @typedef {object} AccountOwner
 * @property {string} user "" if unknown
 * @property {AgentOffers | undefined} offers none without an agent
 * @property {boolean} mayAnswerLater whether the agent did not answer in time, but may answer a later call
 * @property {Suggestion | undefined} stored the stored login that changes; `undefined` for a new login
 * @property {boolean} [isRenamed] whether the stored login's user name changes to `user`
 * @property {string} origin the form's origin, or the origin of the stored login when that is on another host of the site
 *
 * @typedef {object} AccountOwnerDependencies
 * @property {import("./agent.js").Agent} agent
 * @property {import("./requests.js").Requests} requests
 * @property {import("./tabMemory.js").TabMemory} memory
 */

/** Failures that repeat until the user changes something, so that another attempt is useless. */
const unreachable = new Set(["noHost", "hostRefused"]);

/**
 * @typedef {object} OutgoingLogin a login that is submitted, or is about to be
 * @property {Pick<import("../messages.js").Submission, "form" | "user" | "named" | "previous" | "password">} submission
 * @property {import("./documents.js").Requester} requester
 * @property {string[]} ancestorOrigins
 */

/**
 * Call this when the form is submitted: its document may be gone a moment later.
 *
 * @param {OutgoingLogin} sent
 * @param {AccountOwnerDependencies} dependencies
 * @returns {Promise<AccountOwner>}
 */
export async function findAccountOwner(sent, dependencies) {
    const { requester, ancestorOrigins } = sent;
    const { memory, requests } = dependencies;
    /** @type {AgentOffers | undefined} */
    let offers, mayAnswerLater = false;
    try {
        offers = await requests.offers(requester, { ancestorOrigins, signal: neverAborted }, ["password"]);
    } catch (thrown) {
        // Without an agent, the login is saved later if the user asks for it.
        mayAnswerLater = !unreachable.has(Failure.from(thrown).reason);
    }
    const site = offers?.site ?? requester.origin;
    const renamed = offers === undefined ? undefined : await renamedLogin(sent, offers, dependencies);
    if (renamed !== undefined) return { user: sent.submission.user, offers, mayAnswerLater, ...renamed, isRenamed: true };
    const user = userOf(sent, site, offers, memory);
    const stored = exactSuggestions(offers).find((each) => each.user === user);
    const used = stored === undefined && offers !== undefined ? await usedElsewhere(sent, user, offers, dependencies) : undefined;
    return { user, offers, mayAnswerLater, stored: stored ?? used?.stored, origin: used?.origin ?? requester.origin };
}

/**
 * @param {OutgoingLogin} sent
 * @param {string} site
 * @param {AgentOffers | undefined} offers
 * @param {import("./tabMemory.js").TabMemory} memory
 */
function userOf({ submission, requester }, site, offers, memory) {
    const { form, user, named } = submission;
    if (user !== "") return user;
    const stored = exactSuggestions(offers);
    const chosen = memory.chosenUser(requester.tabId, site);
    // A user name may be an ordinary word of the form's text, unlike an e-mail address. So the previous step wins.
    const isCertain = named !== undefined && (chosen === undefined || named.includes("@"));
    if (isCertain && stored.some((each) => each.user === named)) return named;
    if (form !== "changePassword") return chosen ?? named ?? "";
    // Most change-password forms omit the user name: use the login's, or the site's only one.
    const only = stored.length === 1 ? stored[0]?.user : undefined;
    return chosen ?? memory.recall("knownUser", requester.tabId, site) ?? only ?? named ?? "";
}

/**
 * Finds the login whose user name a form changes, if its provider can change it.
 *
 * A new e-mail address renames a login only if the login's user name is an e-mail address, too. The previous name comes from
 * the form, or from the account that was picked, typed or logged in with in this tab. A form that also changes the password
 * must contain the previous name, since an administrator may be setting another account's password.
 *
 * @param {OutgoingLogin} sent
 * @param {AgentOffers} offers
 * @param {AccountOwnerDependencies} dependencies
 * @returns {Promise<{stored: Suggestion, origin: string} | undefined>}
 */
async function renamedLogin(sent, offers, dependencies) {
    const { submission: { form, user, named, previous = [] }, requester: { tabId, origin } } = sent;
    const { memory } = dependencies, { site } = offers;
    if (form !== "updateEmail" && form !== "changePassword" || user === "") return undefined;
    const stored = exactSuggestions(offers);
    if (stored.some((each) => each.user === user)) return undefined;
    const isAble = (/** @type {Suggestion} */ { provider, user: old }) => old.includes("@") === user.includes("@") &&
        offers.providers.some((each) => each.id === provider && each.savesPasswords && each.changesUserNames);
    const names = form === "changePassword" ? previous
        : [...previous, named, memory.chosenUser(tabId, site), memory.recall("knownUser", tabId, site)];
    const found = names.map((name) => stored.find((each) => each.user === name && isAble(each))).find((each) => each !== undefined);
    if (found !== undefined) return { stored: found, origin };
    const used = form === "updateEmail" ? await usedElsewhere(sent, undefined, offers, dependencies) : undefined;
    return used !== undefined && isAble(used.stored) ? used : undefined;
}

/**
 * Finds the login of another host of the same site that a change of a password or user name updates.
 *
 * Hosts of one site may belong to different owners, so the user name alone never selects another host's login. The user must
 * have picked exactly this login in this tab within the last hour, and the banner names it with its host. A password that was
 * typed, picked in a provider's list, sent without encryption, or unknown to the provider becomes a separate login.
 *
 * @param {OutgoingLogin} sent
 * @param {string | undefined} user `undefined` for the user of the picked login
 * @param {AgentOffers} offers
 * @param {AccountOwnerDependencies} dependencies
 * @returns {Promise<{stored: Suggestion, origin: string} | undefined>}
 */
async function usedElsewhere({ submission, requester, ancestorOrigins }, user, offers, { agent, memory }) {
    const isChange = submission.form === "changePassword" || submission.form === "updateEmail";
    if (!isChange || !requester.origin.startsWith("https:")) return undefined;
    const used = memory.recall("usedLogin", requester.tabId, offers.site);
    const stored = offers.suggestions.find((each) => each.kind === "password" && each.grade === "site" &&
        (user === undefined || each.user === user) && loginName(each) === used);
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
