// Performs the user's commands: the keyboard shortcuts, and the context menu's entry.

import { shadowRootOf } from "../browser.js";
import { isCandidate } from "../forms/candidates.js";
import { classifyField } from "../forms/classify.js";
import { commandUse, pointedUse } from "./fieldUse.js";
import { isWritable } from "./fill/insertText.js";
import { fieldOf, focused } from "./strip/focus.js";
import { bestRow, rowsFor } from "./strip/stripRows.js";
import { listenAlways } from "./windowListeners.js";

/**
 * @import { Picks } from "./picks.js"
 * @import { BannerView } from "./strip/banner.js"
 * @import { FocusWatch } from "./strip/focus.js"
 * @import { FieldUse, Strip, StripDependencies } from "./strip/strip.js"
 *
 * @typedef {{strip: Strip, picks: Picks, banner: () => Promise<BannerView | null>, focus: FocusWatch,
 *   suggest: StripDependencies["suggest"]}} CommandDependencies
 */

export class Commands {
    /** @type {CommandDependencies} */
    #dependencies;
    /** The field at which the context menu was opened last. @type {WeakRef<HTMLInputElement> | null} */
    #menuField = null;
    /** The suggestion that the keyboard command filled last, and its form. @type {{id: string, form: Element} | null} */
    #last = null;

    /** @param {CommandDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
        listenAlways(globalThis, "contextmenu", (/** @type {MouseEvent} */ event) => {
            const field = event.isTrusted ? fieldOf(event) : null;
            this.#menuField = field === null ? null : new WeakRef(field);
        }, { capture: true, passive: true });
    }

    /**
     * Remembers the field of a context menu that was opened before this module was loaded.
     *
     * @param {HTMLInputElement} field
     */
    openedMenuAt(field) {
        if (isCandidate(field)) this.#menuField = new WeakRef(field);
    }

    /** Fills the field at which the context menu was opened, or shows the choice there. */
    async #fillAtMenu() {
        const field = this.#menuField?.deref();
        const element = field?.isConnected ? field : focused();
        if (!isCandidate(element)) {
            if (!isWritable(element)) return;
            /** @type {FieldUse} */
            const text = { element, kind: "text" };
            return this.#reported(text, () => this.#showAt(text));
        }
        const use = { ...pointedUse(element), isPointed: true };
        await this.#reported(use, async () => {
            const rows = rowsFor(await this.#dependencies.suggest(use, true), { ...use, isAsked: true, typed: "" });
            const [only, another] = rows.filter((row) => row.type === "suggestion" && row.suggestion.isPreselectable && !row.hasFailed);
            if (only?.type !== "suggestion" || another !== undefined) return this.#showAt(use);
            this.#dependencies.strip.close();
            element.focus();
            await this.#dependencies.picks.take(only, use, false);
        });
    }

    /**
     * @param {string} name
     * @param {unknown} origin the only origin whose document accepts a command of the context menu
     */
    async perform(name, origin) {
        if (name === "fill-here") return origin === self.origin ? this.#fillAtMenu() : undefined;
        const isHere = document.hasFocus() && !(focused() instanceof HTMLIFrameElement);
        if (!isHere) return;
        if (name === "show-suggestions" && (await this.#dependencies.banner())?.focus()) return;
        const use = commandUse(name === "show-suggestions");
        if (use === null) return;
        return this.#reported(use, () => name === "show-suggestions" ? this.#showAt(use) : this.#fillBest(use));
    }

    /**
     * Fills the best suggestion, or the next one if the command filled this form last.
     *
     * @param {FieldUse} use
     */
    async #fillBest(use) {
        const form = classifyField(use.element, { shadowRootOf }).form?.element ?? use.element;
        const before = this.#last?.form === form ? this.#last.id : null;
        const best = bestRow(rowsFor(await this.#dependencies.suggest(use, true), { ...use, isAsked: true, typed: "" }), before);
        if (best === null) return this.#showAt(use);
        this.#dependencies.strip.close();
        await this.#dependencies.picks.take(best, use, false);
        this.#last = { id: best.suggestion.id, form };
    }

    /**
     * Performs a command of the user, and shows at the field why it failed.
     *
     * @param {FieldUse} use
     * @param {() => Promise<void>} act
     */
    async #reported(use, act) {
        try {
            await act();
        } catch (error) {
            this.#dependencies.picks.report(use, error);
        }
    }

    /** @param {FieldUse} use */
    #showAt(use) {
        use.element.focus();
        this.#dependencies.focus.follow(use.element);
        return this.#dependencies.strip.open(use, { isAsked: true });
    }
}
