// Calls to the agent. A call uses the open connection or opens one.
//
// The native port opens on the first call, sends `hello`, and stays open for a while, so that later calls are quick.
// If the connection ends during a call, the call is sent once more, unless it must not be repeated (see `call`). A stopped
// or hung agent accepts connections and answers nothing, so connecting has a deadline, and so have the methods of
// `answerTimes`. This module does not read parameters or results, and logs nothing.

import { Failure } from "../messages/failure.js";
import { readInteger, readObject } from "../messages/readValues.js";
import { gone, AgentConnection } from "./agentConnection.js";
import { deadline, neverAborted } from "./timeouts.js";

/** The newest protocol version that the extension speaks; the previous version is accepted too (Docs/protocol.md, "Hello"). */
export const protocolVersion = 1;
const oldestProtocolVersion = Math.max(1, protocolVersion - 1);

/**
 * The agent's dependencies.
 *
 * @typedef {object} AgentDependencies
 * @property {() => WebExtension.Port} connect
 * @property {(port: WebExtension.Port) => string} endOf
 * @property {() => Promise<{program: string, language: string, productVersion: string}>} describe
 * @property {() => number} now milliseconds
 * @property {(milliseconds: number, body: () => void) => () => void} after returns a function that cancels the timer
 */

/**
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal]
 * @property {boolean} [isForUser] the user waits for the result, so connecting is tried at once and several times
 * @property {boolean} [isRepeatable] whether the call may be sent twice
 * @property {(id: number) => void} [onSend] receives the call's number on the connection, each time before it is sent
 */

/**
 * @typedef {{state: "connected" | "never" | "failed", failure?: Failure, productVersion?: string}} AgentState
 */

/** Delays (ms) before each connection attempt of a call that the user waits for. */
const patience = [0, 100, 500];
/** Delay (ms) after a failed connection before background calls try again; it doubles from `first` up to `longest`. */
const backoff = { first: 250, longest: 30_000 };
/** How long (ms) an unused connection stays open. */
const idleTime = 10 * 60_000;
/** How long a call waits for the agent's greeting, in milliseconds. */
const greetingTime = 5000;
/** How long a connection waits for the answer to its greeting, in milliseconds: a continued agent still answers. */
const longestGreeting = 30_000;
/**
 * How long each method that shows nothing to the user waits for its result, in milliseconds; the others have no deadline.
 * Shorter than the eight seconds of a page's passkey call, so that a silent agent is detected before that call ends.
 */
const answerTimes = new Map([["suggest", 7000], ["search", 7000], ["status", 7000], ["quirks.site", 7000], ["report", 7000]]);
/** After a deadline, calls fail at once until the agent sends a message or this time (ms) is over; it doubles up to `longest`. */
const silence = { first: 5000, longest: 30_000 };
/** How long a call of the user's waits for an agent that is known to be silent (ms). */
const silentTime = 1000;
/** Connection failures that may disappear on another attempt. */
const passing = new Set(["disconnected", "busy", "requestCancelled"]);

export class Agent {
    #dependencies;
    /** @type {((method: string, params: Record<string, unknown>) => void)[]} */
    #listeners = [];
    /** @type {(() => void)[]} */
    #endListeners = [];
    /** @type {((state: AgentState) => void)[]} */
    #stateListeners = [];
    /** @type {Promise<AgentConnection> | undefined} */
    #connection;
    /** @type {Failure | undefined} */
    #lastFailure;
    #failures = 0;
    #notBefore = 0;
    #silences = 0;
    #silentUntil = 0;
    /** How many messages the agent has sent. */
    #messages = 0;
    /** @type {string | undefined} */
    #productVersion;
    /** @type {unknown[]} the agent's features */
    #features = [];
    /** @type {(() => void) | undefined} */
    #stopIdling;

    /** @param {AgentDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /** @param {(method: string, params: Record<string, unknown>) => void} listener */
    onNotification(listener) {
        this.#listeners.push(listener);
    }

    /** @param {() => void} listener */
    onEnd(listener) {
        this.#endListeners.push(listener);
    }

    /**
     * Registers a listener for the outcome of each connection attempt.
     *
     * @param {(state: AgentState) => void} listener
     */
    onState(listener) {
        this.#stateListeners.push(listener);
    }

    /** @returns {AgentState} */
    get state() {
        if (this.#connection !== undefined && this.#productVersion !== undefined) {
            return { state: "connected", productVersion: this.#productVersion };
        }
        return this.#lastFailure === undefined ? { state: "never" } : { state: "failed", failure: this.#lastFailure };
    }

    /**
     * Whether the agent's last greeting listed a feature.
     *
     * @param {string} feature
     */
    knows(feature) {
        return this.#features.includes(feature);
    }

    /**
     * Calls the agent.
     *
     * If the connection ends before the response, the call is sent once more over a new connection. Repeating is safe for
     * most methods: reading has no effect, a fill or a list at worst shows its sheet again, and a provider recognises a save
     * of the same login. A generated password may then wait twice, which is better than losing it. A passkey may already
     * exist when its response is lost, so a repeated call would create a second one or report a duplicate.
     *
     * Rejects with `noAgent` when the agent does not greet in time, or does not answer a method of `answerTimes` in time.
     *
     * @param {string} method
     * @param {object} params
     * @param {CallOptions} [options]
     * @returns {Promise<Record<string, unknown>>}
     */
    async call(method, params, options = {}) {
        const { signal, isRepeatable = true } = options;
        for (let attempt = 1; ; attempt += 1) {
            const connection = await this.#connected(options);
            checkFrames(params, this.#features);
            try {
                return readObject(await this.#answer(connection, method, params, options), "result");
            } catch (thrown) {
                const failure = Failure.from(thrown);
                const isLost = connection.isEnded && failure.reason === "disconnected";
                if (!isLost || !isRepeatable || attempt === 2 || signal?.aborted) throw failure;
            } finally {
                this.#idle();
            }
        }
    }

    /**
     * Connects before a call needs the connection. Never rejects: the call itself reports a failure.
     *
     * @param {AbortSignal} [signal] ends the wait, not the connection
     */
    async prepare(signal = neverAborted) {
        try {
            await this.#connected({ signal });
        } catch {
            return;
        } finally {
            this.#idle();
        }
    }

    /**
     * Sends a notification over the open connection; does nothing without a connection.
     *
     * @param {string} method
     * @param {object} params
     */
    async notify(method, params) {
        try {
            (await this.#connection)?.notify(method, params);
        } catch {
            // The connection could not be opened.
        }
    }

    /** @param {{signal?: AbortSignal, isForUser?: boolean}} options */
    async #connected({ signal, isForUser = false }) {
        const attempts = isForUser ? patience : patience.slice(0, 1);
        let failure = this.#lastFailure;
        for (const delay of attempts) {
            if (delay > 0) await this.#wait(delay);
            if (signal?.aborted) throw gone();
            if (this.#connection === undefined && !isForUser && this.#dependencies.now() < this.#notBefore && failure) throw failure;
            try {
                return await this.#greeted({ signal, isForUser });
            } catch (thrown) {
                failure = Failure.from(thrown);
                if (!passing.has(failure.reason)) break;
            }
        }
        throw failure ?? new Failure("disconnected", "there is no connection to the agent");
    }

    /**
     * Resolves to the connection once the agent has answered the greeting. After the deadline the connection stays open:
     * a continued agent still answers, and the next call uses it.
     *
     * @param {{signal: AbortSignal | undefined, isForUser: boolean}} options
     * @returns {Promise<AgentConnection>}
     */
    #greeted({ signal = neverAborted, isForUser }) {
        if (this.#connection !== undefined && this.#productVersion !== undefined) return this.#connection;
        const isSilent = this.#isSilent;
        if (isSilent && !isForUser) throw silent();
        const limit = deadline(this.#dependencies.after, isSilent ? silentTime : greetingTime, signal);
        return new Promise((resolve, reject) => {
            const end = () => {
                if (!limit.isOver) return reject(gone());
                const failure = this.#fallSilent();
                if (this.#productVersion === undefined) this.#lastFailure = failure;
                this.#tellState();
                reject(failure);
            };
            limit.signal.addEventListener("abort", end, { once: true });
            this.#opening().then(resolve, reject).finally(() => {
                limit.signal.removeEventListener("abort", end);
                limit.stop();
            });
        });
    }

    /**
     * Sends a call and waits for its result, up to the deadline of its method.
     *
     * @param {AgentConnection} connection
     * @param {string} method
     * @param {object} params
     * @param {CallOptions} options
     */
    async #answer(connection, method, params, { signal = neverAborted, isForUser = false, onSend }) {
        const time = answerTimes.get(method), isSilent = this.#isSilent;
        if (time === undefined) {
            // A call that may wait for the user is sent only to an agent that answers.
            if (isSilent) await this.#answer(connection, "status", {}, { signal, isForUser });
            return connection.call(method, params, signal, onSend);
        }
        if (isSilent && !isForUser) throw silent();
        const limit = deadline(this.#dependencies.after, isSilent ? silentTime : time, signal);
        const messages = this.#messages;
        try {
            return await connection.call(method, params, limit.signal, onSend);
        } catch (thrown) {
            if (!limit.isOver || signal.aborted) throw thrown;
            // An agent that has sent other messages since the call is slow with this call only.
            throw messages === this.#messages ? this.#fallSilent() : silent();
        } finally {
            limit.stop();
        }
    }

    /** Whether a deadline has passed recently and the agent has sent nothing since. */
    get #isSilent() {
        return this.#dependencies.now() < this.#silentUntil;
    }

    /** Records that a deadline has passed, so that later calls fail sooner. */
    #fallSilent() {
        if (!this.#isSilent) {
            this.#silentUntil = this.#dependencies.now() + Math.min(silence.first * 2 ** this.#silences, silence.longest);
            this.#silences += 1;
        }
        return silent();
    }

    #tellState() {
        this.#stateListeners.forEach((each) => each(this.state));
    }

    #opening() {
        if (this.#connection !== undefined) return this.#connection;
        const opening = this.#open();
        this.#connection = opening;
        const tell = () => this.#tellState();
        opening.then(tell, (thrown) => {
            // Another connection may have opened and closed meanwhile.
            if (this.#connection !== opening) return;
            this.#connection = undefined;
            this.#lastFailure = Failure.from(thrown);
            this.#notBefore = this.#dependencies.now() + Math.min(backoff.first * 2 ** this.#failures, backoff.longest);
            this.#failures += 1;
            tell();
        });
        return opening;
    }

    /** @returns {Promise<AgentConnection>} */
    async #open() {
        const connection = new AgentConnection(this.#dependencies.connect(), this.#dependencies.endOf, {
            onNotification: (method, params) => this.#listeners.forEach((each) => each(method, params)),
            onMessage: () => {
                [this.#silences, this.#silentUntil] = [0, 0];
                this.#messages += 1;
            },
            onEnd: (failure) => {
                this.#silentUntil = 0;
                this.#ended(failure);
            },
        });
        const stop = this.#dependencies.after(longestGreeting, () => connection.close());
        try {
            const { productVersion, ...client } = await this.#dependencies.describe();
            const answer = await connection.call("hello", {
                protocolVersion,
                oldestProtocolVersion,
                productVersion,
                // The agent gives windows beside web pages a colour and a word that no page knows.
                features: ["windows", "locks"],
                role: "client",
                client: { ...client, showsSheets: true },
            });
            const hello = readObject(answer, "hello");
            checkVersion(readInteger(hello, "protocolVersion"));
            this.#features = Array.isArray(hello["features"]) ? hello["features"] : [];
            this.#productVersion = String(hello["productVersion"]).slice(0, 64);
            [this.#failures, this.#lastFailure] = [0, undefined];
            return connection;
        } catch (thrown) {
            connection.close();
            throw thrown;
        } finally {
            stop();
        }
    }

    /**
     * Handles the end of a connection that was up. The next call opens another one at once.
     *
     * @param {Failure} failure
     */
    #ended(failure) {
        if (this.#productVersion === undefined) return;
        [this.#connection, this.#productVersion, this.#lastFailure] = [undefined, undefined, failure];
        this.#endListeners.forEach((each) => each());
    }

    /** Closes the connection after `idleTime` without a call. */
    #idle() {
        this.#stopIdling?.();
        this.#stopIdling = this.#dependencies.after(idleTime, async () => {
            const connection = await this.#connection?.catch(() => undefined);
            if (connection === undefined) return;
            if (connection.openCalls > 0) return this.#idle();
            connection.close();
        });
    }

    /** @param {number} milliseconds */
    #wait(milliseconds) {
        return new Promise((resolve) => this.#dependencies.after(milliseconds, () => resolve(undefined)));
    }
}

/** The failure of a call that the agent does not answer in time. */
function silent() {
    return new Failure("noAgent", "the Latchkey agent does not answer", { hint: 'run "latchkey doctor"' });
}

/**
 * Throws when the agent is too old to check the ancestors of a frame; it would treat the frame as the page itself.
 *
 * @param {{ancestorOrigins?: unknown}} params
 * @param {unknown[]} features
 */
function checkFrames({ ancestorOrigins }, features) {
    if (!Array.isArray(ancestorOrigins) || ancestorOrigins.length === 0 || features.includes("frames")) return;
    throw new Failure("unsupportedVersion", "the agent is too old to fill into a part of a page", {
        hint: "update the Latchkey agent",
        details: { update: "agent" },
    });
}

/**
 * Throws when the agent chose a version that was not offered; the hint says which side to update.
 *
 * @param {number} version
 */
function checkVersion(version) {
    if (version < oldestProtocolVersion) {
        throw new Failure("unsupportedVersion", `the agent speaks protocol ${version}, too old for this extension`, {
            hint: "update the Latchkey agent",
            details: { update: "agent" },
        });
    }
    if (version > protocolVersion) {
        throw new Failure("unsupportedVersion", `the agent speaks protocol ${version}, too new for this extension`, {
            hint: "update the Latchkey extension",
            details: { update: "client" },
        });
    }
}
