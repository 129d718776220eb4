// Whether the user is typing a secret, so that no other sheet takes the focus and receives the rest of it.

/** How long (ms) after the last character typing counts as finished. */
export const stillAfter = 2_000;

export class SecretTyping {
    #tell;
    #after;
    /** @type {(() => void) | undefined} */
    #stop;

    /**
     * @param {(isOn: boolean) => void} tell called at each change
     * @param {(milliseconds: number, body: () => void) => () => void} after
     */
    constructor(tell, after) {
        this.#tell = tell;
        this.#after = after;
    }

    get isOn() {
        return this.#stop !== undefined;
    }

    /** @param {boolean} hasText whether the field that was typed into has anything in it now */
    typed(hasText) {
        if (!hasText) return this.end();
        const wasOn = this.isOn;
        this.#stop?.();
        this.#stop = this.#after(stillAfter, () => this.end());
        if (!wasOn) this.#tell(true);
    }

    /** The secret was submitted or cleared, or its field was removed. */
    end() {
        if (!this.isOn) return;
        this.#stop?.();
        this.#stop = undefined;
        this.#tell(false);
    }
}
