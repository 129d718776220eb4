// The sign at the toolbar's button that Latchkey does not reach its agent, and that only the person can mend it.

import { lasting } from "../messages/reasons.js";

/**
 * @typedef {object} BadgeDependencies
 * @property {(text: string, title: string) => void} show
 * @property {(key: string) => string} message
 */

export class Badge {
    #dependencies;

    /** @param {BadgeDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    /**
     * Takes how an attempt at a connection ended. What passes by itself changes nothing.
     *
     * @param {import("./agent.js").AgentState} state
     */
    take({ state, failure }) {
        const { show, message } = this.#dependencies;
        if (state === "connected") show("", message("action_title"));
        else if (failure !== undefined && lasting.has(failure.reason)) show("!", message("action_not_connected"));
    }
}
