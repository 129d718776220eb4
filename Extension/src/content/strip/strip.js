// The strip: opens at a field, follows it, is moved in by keys, and hands on what a person picks.

import { message } from "../../browser.js";
import { Ahead } from "./ahead.js";
import { homeOf } from "./ancestors.js";
import { anchorOf, isRightToLeft } from "./anchor.js";
import { Watch } from "./facts.js";
import { Host } from "./host.js";
import { chosenAfter, hasOwnList, keyAct } from "./keys.js";
import { place } from "./place.js";
import { isolate, rowsFor } from "./rows.js";
import { isOnDark } from "./scheme.js";
import { stripStyle } from "./style.js";
import { StripView } from "./view.js";

/**
 * @import { Offers } from "../../messages.js"
 * @import { GenerateRow, Row, UseKind } from "./rows.js"
 *
 * @typedef {object} FieldUse a field that a person uses
 * @property {HTMLElement} element
 * @property {UseKind} kind
 * @property {boolean} [goesOn] the form has no field for the account, which was chosen on the step before
 *
 * @typedef {object} StripWorld
 * @property {(use: FieldUse) => Promise<Offers>} suggest
 * @property {(row: Row, use: FieldUse, mustConfirm: boolean) => void} pick
 * @property {(offers: Offers, rows: Row[]) => void} shown
 * @property {(row: GenerateRow, use: FieldUse) => Promise<string>} make the password that a row will fill
 */

export class Strip {
    /** @type {StripWorld} */
    #world;
    /** @type {FieldUse | null} */
    #use = null;
    /** @type {Offers | null} */
    #offers = null;
    /** @type {Row[]} */
    #rows = [];
    #note = "";
    #chosen = -1;
    #isAsked = false;
    /** Counts what was opened, so that a late answer is not drawn. */
    #turn = 0;
    /** @type {{host: Host, view: StripView, watch: Watch, seen: IntersectionObserver} | null} */
    #drawn = null;
    #frame = 0;
    /** Whether a quick Enter is kept: not where a script may have led the person to the field. */
    #keepsEnter = true;
    /** What keys have chosen before there was anything to choose from. */
    #ahead = new Ahead();
    /** Where field and window were when the strip was put there. */
    #placed = "";

    /** @param {StripWorld} world */
    constructor(world) {
        this.#world = world;
    }

    get isOpen() {
        return this.#drawn !== null;
    }

    /** Whether it has been asked what there is, and the answer is not there yet. */
    get isOpening() {
        return this.#use !== null && this.#offers === null && this.#drawn === null;
    }

    /** The field that the strip is open at. */
    get field() {
        return this.#use?.element ?? null;
    }

    /**
     * Whether an element is the strip's host.
     *
     * @param {Element} element
     */
    isHost(element) {
        return element === this.#drawn?.host.element;
    }

    /**
     * Asks what there is for a field, and opens where there is something.
     *
     * @param {FieldUse} use
     * @param {{isAsked?: boolean, typed?: string, keepsEnter?: boolean}} [how] asked: by the person's command
     */
    async open(use, { isAsked = false, typed = "", keepsEnter = true } = {}) {
        this.close();
        this.#keepsEnter = keepsEnter;
        const turn = this.#turn;
        this.#use = use;
        const before = textIn(use.element);
        const offers = await this.#world.suggest(use);
        if (turn !== this.#turn || !use.element.isConnected) return;
        this.#offers = offers;
        this.#isAsked = isAsked;
        // Who has typed meanwhile is shown what it may become, as if the answer had been there.
        if (textIn(use.element) !== before) return this.narrow();
        this.#fill(typed);
        if (this.#rows.length === 0 && !isAsked) return;
        if (this.#rows.length === 0) this.#note = message("strip_nothing");
        this.#draw();
    }

    /**
     * Shows a line at a field, such as why a fill failed.
     *
     * @param {FieldUse} use
     * @param {string} words
     */
    tell(use, words) {
        this.close();
        this.#use = use;
        this.#note = words;
        this.#draw();
    }

    /** The person types: only what it may become stays. */
    narrow() {
        if (this.#use === null || this.#offers === null) return;
        const { element, kind } = this.#use;
        if (!(element instanceof HTMLInputElement) || kind !== "username" && kind !== "email") return this.close();
        this.#fill(element.value);
        if (this.#rows.length === 0) return this.close();
        if (this.#drawn === null) this.#draw();
        else this.#redraw();
    }

    close() {
        this.#turn++;
        const drawn = this.#drawn;
        this.#drawn = null;
        this.#use = null;
        this.#offers = null;
        this.#rows = [];
        this.#note = "";
        this.#chosen = -1;
        this.#ahead.forget();
        cancelAnimationFrame(this.#frame);
        drawn?.watch.stop();
        drawn?.seen.disconnect();
        drawn?.host.close();
    }

    /**
     * A trusted key at the field; whether it was the strip's and not the page's.
     *
     * @param {KeyboardEvent} event
     * @param {boolean} isPagesOwn the page has a list of its own open there
     */
    key(event, isPagesOwn) {
        const drawn = this.#drawn;
        if (drawn === null) return false;
        const act = keyAct(event, { isOpen: true, chosen: this.#chosen, count: this.#rows.length, isPagesOwn });
        if (act !== "take") drawn.watch.held.drop();
        if (act === "pass" || act === "open") {
            if (this.#chosen >= 0 && event.key.length === 1) this.#choose(-1);
            return false;
        }
        if (act === "close") this.close();
        else if (act === "take") this.#enter(event, drawn.watch);
        else this.#choose(chosenAfter(act, this.#chosen, this.#rows.length));
        return true;
    }

    /**
     * A trusted key at the field while the answer is under way; whether it was the strip's.
     *
     * @param {KeyboardEvent} event
     * @param {boolean} isPagesOwn
     */
    keyAhead(event, isPagesOwn) {
        return this.#ahead.key(event, { isPagesOwn, keepsEnter: this.#keepsEnter, now: performance.now() });
    }

    /**
     * Enter on the chosen row: taken, or kept until it may be. A key that is held down is pressed once.
     *
     * @param {KeyboardEvent} event
     * @param {Watch} watch
     */
    #enter(event, watch) {
        if (event.repeat) return;
        if (watch.isSteady()) return this.#take(this.#chosen, true);
        if (!this.#keepsEnter) return;
        // What has moved since the last frame did so before the key, and the strip goes after it: only what comes after the
        // key ends it.
        this.#place();
        watch.look(true);
        watch.hold(this.#chosen);
    }

    /** @param {string} typed */
    #fill(typed) {
        const { offers, use } = { offers: this.#offers, use: this.#use };
        if (offers === null || use === null) return;
        const { kind, goesOn = false } = use;
        this.#rows = rowsFor(offers, { kind, isAsked: this.#isAsked, typed, goesOn });
        this.#chosen = -1;
        const failed = this.#rows.some((row) => row.type === "suggestion" && row.hasFailed);
        this.#note = failed && offers.failedUser ? message("strip_failedNote", isolate(offers.failedUser)) : "";
    }

    #draw() {
        const use = this.#use;
        if (use === null) return;
        const host = new Host(stripStyle, () => this.close());
        const view = new StripView(host.root);
        host.open(homeOf(use.element));
        const seen = new IntersectionObserver((entries) => {
            if (entries.at(-1)?.isIntersecting === false) this.close();
        });
        seen.observe(use.element);
        const watch = new Watch(host, view.box, use);
        this.#drawn = { host, view, watch, seen };
        this.#listen(host.root, view, watch);
        this.#redraw();
        this.#catchUp(watch);
        if (this.#offers !== null) this.#world.shown(this.#offers, this.#rows);
        this.#showMade(view, use);
    }

    /**
     * Shows the password that the generator's row will fill, once it is made.
     *
     * @param {StripView} view
     * @param {FieldUse} use
     */
    #showMade(view, use) {
        this.#rows.forEach((row, index) => {
            if (row.type !== "generate" || row.withInterface) return;
            this.#world.make(row, use).then((password) => {
                if (this.#drawn?.view === view && this.#rows[index] === row) view.showMade(index, password);
            }, () => {
                // It is made when it is picked, and what is wrong is said then.
            });
        });
    }

    /**
     * Does what keys asked for before the strip was there.
     *
     * @param {Watch} watch
     */
    #catchUp(watch) {
        // The arrow was the page's too, and may have opened a list of its own: then the next keys are for that.
        if (this.#use === null || hasOwnList(this.#use.element)) return;
        const { chosen, isTaken } = this.#ahead.result(this.#rows.length, performance.now());
        if (chosen < 0) return;
        this.#choose(chosen);
        if (isTaken) watch.hold(chosen);
    }

    #redraw() {
        const drawn = this.#drawn;
        if (drawn === null || this.#use === null) return;
        const { element } = this.#use;
        drawn.view.draw(this.#rows, this.#note, {
            isRightToLeft: isRightToLeft(element), isDark: isOnDark(element),
        });
        this.#placed = "";
        this.#place();
        this.#follow();
        this.#announceCount();
    }

    #announceCount() {
        const count = this.#rows.length;
        const words = count === 0 ? this.#note
            : count === 1 ? message("strip_countOne") : message("strip_count", String(count));
        this.#drawn?.view.announce(`${this.#note === "" || count === 0 ? "" : `${this.#note} `}${words}`);
    }

    /** Puts the strip at its field; false where it cannot be. */
    #place() {
        const drawn = this.#drawn, use = this.#use;
        if (drawn === null || use === null) return false;
        const field = anchorOf(use.element);
        const sight = visualViewport;
        const room = { left: sight?.offsetLeft ?? 0, top: sight?.offsetTop ?? 0,
            width: Math.min(sight?.width ?? innerWidth, document.documentElement.clientWidth || innerWidth),
            height: sight?.height ?? innerHeight };
        // The width first: the height may follow from it.
        const key = [field.left, field.top, field.width, field.height, room.left, room.top, room.width, room.height,
            document.documentElement.currentCSSZoom ?? 1].join(" ");
        if (key === this.#placed) return true;
        const rightToLeft = isRightToLeft(use.element);
        const probe = place(field, room, 1, rightToLeft);
        if (probe === null) return false;
        drawn.view.fit(probe.width);
        drawn.host.move({ left: probe.left, top: probe.top, width: probe.width, height: drawn.host.height || 1 });
        const height = drawn.view.height;
        const most = place(field, room, height, rightToLeft);
        const isCut = most !== null && most.maxHeight < height;
        const at = isCut ? place(field, room, drawn.view.cut(most.maxHeight), rightToLeft, most.isAbove) : most;
        if (at === null) return false;
        drawn.host.move({ left: at.left, top: at.top, width: at.width, height: at.maxHeight });
        this.#placed = key;
        return true;
    }

    #follow() {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => {
            const drawn = this.#drawn, use = this.#use;
            if (drawn === null || use === null) return;
            if (!use.element.isConnected || !drawn.host.element.isConnected || !this.#place()) return this.close();
            drawn.watch.look();
            if (drawn.watch.isDue(this.#chosen)) this.#take(this.#chosen, true);
            this.#follow();
        });
        this.#drawn?.watch.look();
    }

    /** @param {number} chosen */
    #choose(chosen) {
        this.#chosen = chosen;
        const view = this.#drawn?.view;
        view?.choose(chosen);
        if (chosen >= 0 && view) {
            const row = this.#rows[chosen];
            const key = row?.type === "suggestion" && row.suggestion.kind === "passkey" ? "strip_chosenPasskey" : "strip_chosen";
            view.announce(message(key, view.labelOf(chosen), String(chosen + 1), String(this.#rows.length)));
        }
    }

    /**
     * @param {ShadowRoot} root
     * @param {StripView} view
     * @param {Watch} watch
     */
    #listen(root, view, watch) {
        const down = (/** @type {PointerEvent} */ event) => {
            watch.held.drop();
            if (event.isTrusted && event.isPrimary && event.button === 0) {
                watch.press.down(event.pointerId, view.rowOf(event), watch.signature(), watch.isSteady());
            }
        };
        const up = (/** @type {PointerEvent} */ event) => {
            const row = view.rowOf(event);
            if (!event.isTrusted || !event.isPrimary) return;
            const isSteady = watch.isSteady();
            if (watch.press.up(event.pointerId, row, watch.signature(), isSteady)) this.#take(row, isSteady);
        };
        root.addEventListener("pointerdown", (event) => down(/** @type {PointerEvent} */ (event)));
        root.addEventListener("pointerup", (event) => up(/** @type {PointerEvent} */ (event)));
        root.addEventListener("pointercancel", () => watch.press.cancel());
        for (const type of hidden) {
            root.addEventListener(type, (event) => {
                // The focus stays in the field, and what closes on a click elsewhere stays open.
                event.stopPropagation();
                if (type === "pointerdown" || type === "mousedown" || type === "contextmenu") event.preventDefault();
            });
        }
    }

    /**
     * @param {number} index
     * @param {boolean} isSteady
     */
    #take(index, isSteady) {
        const row = this.#rows[index], use = this.#use, drawn = this.#drawn;
        if (row === undefined || use === null || drawn === null || !isSteady) return;
        const { verdict } = drawn.watch.judge();
        if (verdict === "refuse") return;
        this.close();
        this.#world.pick(row, use, verdict === "confirm");
    }
}

/** @param {Element} field */
function textIn(field) {
    return field instanceof HTMLInputElement ? field.value : "";
}

/** Events of the pointer that the page does not hear of when they are on the strip. */
const hidden = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu",
    "touchstart", "touchend"];
