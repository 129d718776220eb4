// The toolbar button's badge: shows that the agent cannot be reached and that only the user can fix it.

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
     * Handles the outcome of a connection attempt. Temporary failures do not change the badge.
     *
     * @param {import("./agent.js").AgentState} state
     */
    take({ state, failure }) {
        const { show, message } = this.#dependencies;
        if (state === "connected") show("", message("action_title"));
        else if (failure !== undefined && lasting.has(failure.reason)) show("!", message("action_not_connected"));
    }
}
