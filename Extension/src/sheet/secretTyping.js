// Whether somebody is in the middle of a secret, so that no sheet takes its field away and gets the rest of it.

/** After so long without a letter nobody is in the middle of it any more (ms). */
export const stillAfter = 2_000;

export class SecretTyping {
    #tell;
    #after;
    /** @type {(() => void) | undefined} */
    #stop;

    /**
     * @param {(isOn: boolean) => void} tell hears each change
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

    /** It was sent or given up, or its field has gone. */
    end() {
        if (!this.isOn) return;
        this.#stop?.();
        this.#stop = undefined;
        this.#tell(false);
    }
}
