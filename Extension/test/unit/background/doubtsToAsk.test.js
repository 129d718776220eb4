import assert from "node:assert/strict";
import test from "node:test";
import { doubtsToAsk } from "../../../src/background/doubtsToAsk.js";

/** @import { Doubt } from "../../../src/messages.js" */

const page = "https://www.bank.test";

/**
 * The hosts that the user must confirm. The agent's only other host of the page's site is `online.bank.test`.
 *
 * @param {Doubt[]} doubts
 * @param {{origin?: string, fails?: boolean}} [more]
 */
async function asked(doubts, { origin = page, fails = false } = {}) {
    const call = async (/** @type {string} */ _, /** @type {Record<string, unknown>} */ params) => {
        if (fails) throw new Error("the agent has ended");
        const around = String(Reflect.get(Object(params["ancestorOrigins"]), 0));
        const isOfOtherSite = params["url"] !== `${page}/` || around !== "https://online.bank.test";
        const frame = { origin, topLevelOrigin: around, isOfOtherSite };
        return { serviceIdentifiers: [], suggestions: [], frame };
    };
    const agent = /** @type {import("../../../src/background/agent.js").Agent} */ (/** @type {unknown} */ ({ call }));
    const kept = await doubtsToAsk(agent, origin, doubts, new AbortController().signal);
    return kept.map(({ reason, host }) => `${reason} ${host}`);
}

/** @type {(host: string, reason?: Doubt["reason"]) => Doubt} */
const doubt = (host, reason = "otherOrigin") => ({ reason, host });

test("a form that sends to another host of its site needs no confirmation", async () => {
    assert.deepEqual(await asked([doubt("online.bank.test")]), []);
});

test("a form that sends to another site needs a confirmation", async () => {
    assert.deepEqual(await asked([doubt("mallory.test"), doubt("online.bank.test")]), ["otherOrigin mallory.test"]);
});

test("a form that sends to another host of its site without encryption needs a confirmation", async () => {
    const insecure = [doubt("online.bank.test"), doubt("online.bank.test", "insecure")];
    assert.deepEqual(await asked(insecure), ["otherOrigin online.bank.test", "insecure online.bank.test"]);
    assert.deepEqual(await asked([doubt("online.bank.test")], { origin: "http://www.bank.test" }), ["otherOrigin online.bank.test"]);
});

test("a form that sends to another host needs a confirmation if the agent does not answer", async () => {
    assert.deepEqual(await asked([doubt("online.bank.test")], { fails: true }), ["otherOrigin online.bank.test"]);
});

test("a form that puts a password into an address of its site needs a confirmation", async () => {
    assert.deepEqual(await asked([doubt("online.bank.test", "inAddress")]), ["inAddress online.bank.test"]);
});
