// The strip: opens at a field, follows it, is operated by keys and the pointer, and reports picks.

import { message } from "../../browser.js";
import { EarlyKeys } from "./earlyKeys.js";
import { homeOf } from "./ancestorEffects.js";
import { anchorOf, isRightToLeft } from "./anchor.js";
import { FrameRoom } from "./frameRoom.js";
import { steadyDelay } from "./guard.js";
import { GuardWatch } from "./guardFacts.js";
import { hasOwnList, markClosed, markOpen } from "./fieldState.js";
import { chosenAfter, keyAct } from "./stripKeys.js";
import { Panels } from "./panels.js";
import { place, sideAtOpening } from "./place.js";
import { listenToPointer, PointerPlace } from "./pointer.js";
import { countOf, drawnRows, isolate, rowsFor } from "./stripRows.js";
import { isOnDark } from "./colorScheme.js";

/**
 * @import { Offers } from "../../messages.js"
 * @import { FromOverlay } from "../../overlay/overlayMessages.js"
 * @import { Host } from "./host.js"
 * @import { GenerateRow, Row, UseKind } from "./stripRows.js"
 * @import { StripView } from "./stripView.js"
 *
 * @typedef {object} FieldUse the field that the strip belongs to, and its kind
 * @property {HTMLElement} element
 * @property {UseKind} kind
 * @property {boolean} [goesOn] the form has no field for the account, which was chosen in the previous step
 * @property {boolean} [isPointed] the user's command means this field, whatever its kind seems to be
 *
 * @typedef {object} StripDependencies
 * @property {(use: FieldUse, isAsked: boolean) => Promise<Offers>} suggest isAsked: at the user's command
 * @property {(row: Row, use: FieldUse, mustConfirm: boolean) => void} pick
 * @property {(offers: Offers, rows: Row[]) => void} shown
 * @property {(row: GenerateRow, use: FieldUse) => Promise<string>} make the password that a row will fill
 */

/** How long a note without rows is shown (ms). */
const noteTime = 8000;
/** How often (ms) to check whether a press below the strip has ended. */
const releaseInterval = 50;

export class Strip {
    /** @type {StripDependencies} */
    #dependencies;
    /** @type {FieldUse | null} */
    #use = null;
    /** @type {Offers | null} */
    #offers = null;
    /** @type {Row[]} */
    #rows = [];
    #note = "";
    #chosen = -1;
    #isAsked = false;
    /** Counts openings, so that a late response is not drawn. */
    #turn = 0;
    #room = new FrameRoom();
    /** Whether the window opens if there is no room for a strip. */
    #mayUseWindow = false;
    #panels = new Panels(() => this.close(), (message) => this.#onMessage(message));
    /** @type {{host: Host, view: StripView, watch: GuardWatch, seen: IntersectionObserver, listening: AbortController} | null} */
    #drawn = null;
    /** The labels of the rows for a screen reader. @type {string[]} */
    #labels = [];
    #frame = 0;
    /** Whether an early Enter is kept; not if a script may have focused the field. */
    #keepsEnter = true;
    /** The keys that were pressed before the strip was drawn. */
    #ahead = new EarlyKeys();
    /** The positions of field and window for which the strip was placed. */
    #placed = "";
    #pointer = new PointerPlace();
    /** The side of the field that was chosen when the strip opened. @type {ReturnType<typeof sideAtOpening> | null} */
    #side = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {StripDependencies} dependencies */
    constructor(dependencies) {
        this.#dependencies = dependencies;
    }

    get isOpen() {
        return this.#drawn !== null;
    }

    /** Whether suggestions were requested and are not visible yet. */
    get isOpening() {
        if (this.#use === null || this.#drawn !== null) return false;
        return this.#offers === null ? this.#note === "" : this.#rows.length > 0;
    }

    /** The field at which the strip is open. */
    get field() {
        return this.#use?.element ?? null;
    }

    /**
     * Whether an element is the strip's host.
     *
     * @param {Element} element
     */
    isHost(element) {
        return element === this.#panels.current?.host.element;
    }

    /**
     * Requests suggestions for a field, and opens if there are any.
     *
     * @param {FieldUse} use
     * @param {{isAsked?: boolean, typed?: string, keepsEnter?: boolean, mayUseWindow?: boolean}} [how] isAsked: the user's
     *   command; mayUseWindow: if there is no room for a strip, the provider's list opens in its window
     */
    async open(use, { isAsked = false, typed = "", keepsEnter = true, mayUseWindow = isAsked } = {}) {
        this.close();
        this.#room.start();
        this.#pointer.start();
        this.#mayUseWindow = mayUseWindow;
        this.#keepsEnter = keepsEnter;
        const turn = this.#turn;
        this.#use = use;
        const before = textIn(use.element);
        const { host } = this.#panels.load(homeOf(use.element));
        host.overlay.ready.catch(() => turn === this.#turn && this.#panels.fail());
        const [offers] = await Promise.all([this.#dependencies.suggest(use, isAsked), host.overlay.ready]).catch((thrown) => {
            if (turn === this.#turn) this.close();
            throw thrown;
        });
        if (turn !== this.#turn) return;
        if (!use.element.isConnected) return this.close();
        this.#offers = offers;
        this.#isAsked = isAsked;
        // The user has typed meanwhile: narrow the suggestions.
        if (textIn(use.element) !== before) return this.narrow();
        this.#fill(typed);
        if (this.#rows.length === 0 && !isAsked) return;
        if (this.#rows.length === 0) this.#note = message("strip_nothing");
        this.#draw();
    }

    /**
     * Shows a note at a field for some seconds, such as why a fill failed. Presses on it go to the page below it.
     *
     * @param {FieldUse} use
     * @param {string} words
     */
    tell(use, words) {
        this.close();
        this.#room.start();
        this.#use = use;
        this.#note = words;
        this.#drawSoon(use);
    }

    /**
     * Draws the strip once its overlay is loaded.
     *
     * @param {FieldUse} use
     */
    #drawSoon(use) {
        const turn = this.#turn, { host } = this.#panels.load(homeOf(use.element));
        host.overlay.ready.then(() => {
            if (turn === this.#turn) this.#draw();
        }, () => this.#panels.fail());
    }

    /** Whether the overlay is loading. */
    get isLoading() {
        return this.#panels.isLoading;
    }

    /** Loads the overlay for a strip that may be opened soon. */
    prepare() {
        if (this.#use === null) this.#panels.prepare();
    }

    /** @param {FromOverlay} message */
    #onMessage(message) {
        const use = this.#use, panel = this.#panels.current;
        if (message.type !== "layout" || use === null || panel === null) return;
        panel.view.take(message.layout);
        if (this.#drawn === null) return this.#show(use, panel);
        this.#placed = "";
        if (!this.#place()) this.close();
    }

    /** Keeps only the rows that match what the user types. If there is none, the strip is hidden until there is one again. */
    narrow() {
        if (this.#use === null || this.#offers === null) return;
        const { element, kind } = this.#use;
        if (!(element instanceof HTMLInputElement) || kind !== "username" && kind !== "email") return this.close();
        this.#fill(element.value);
        if (this.#rows.length === 0) this.#hide();
        else this.#drawSoon(this.#use);
    }

    close() {
        this.#hide();
        this.#use = null;
        this.#offers = null;
        this.#rows = [];
        this.#note = "";
        this.#room.stop();
    }

    /** Removes what is drawn, and keeps the field and its suggestions. */
    #hide() {
        this.#turn++;
        const drawn = this.#drawn;
        this.#drawn = null;
        this.#chosen = -1;
        this.#side = null;
        this.#pointer.stop();
        this.#ahead.forget();
        clearTimeout(this.#timer);
        cancelAnimationFrame(this.#frame);
        if (drawn !== null) markClosed();
        drawn?.watch.stop();
        drawn?.seen.disconnect();
        drawn?.listening.abort();
        this.#panels.putAside();
    }

    /**
     * Handles a trusted key at the field; returns whether to keep it from the page.
     *
     * @param {KeyboardEvent} event
     * @param {boolean} isPagesOwn whether the page shows its own list at the field
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
     * Handles a trusted key at the field before the strip is drawn; returns whether to keep it from the page.
     *
     * @param {KeyboardEvent} event
     * @param {boolean} isPagesOwn
     */
    keyAhead(event, isPagesOwn) {
        return this.#ahead.key(event, { isPagesOwn, keepsEnter: this.#keepsEnter, now: performance.now() });
    }

    /**
     * Enter on the chosen row: taken, or kept until it may be. A key that is held down counts once.
     *
     * @param {KeyboardEvent} event
     * @param {GuardWatch} watch
     */
    #enter(event, watch) {
        if (event.repeat) return;
        if (watch.isSteady()) return this.#take(this.#chosen, true);
        if (!this.#keepsEnter) return;
        // A move since the last frame came before the key, and the strip follows it: only a later change cancels the key.
        this.#place();
        watch.check(true);
        watch.hold(this.#chosen);
        if (!watch.held.isKept) this.#take(this.#chosen, false);
    }

    /** @param {string} typed */
    #fill(typed) {
        const offers = this.#offers;
        if (offers === null || this.#use === null) return;
        const { kind, goesOn = false } = this.#use;
        this.#rows = rowsFor(offers, { kind, isAsked: this.#isAsked, typed, goesOn });
        this.#chosen = -1;
        const failed = this.#rows.some((row) => row.type === "suggestion" && row.hasFailed);
        this.#note = failed && offers.failedUser ? message("strip_failedNote", isolate(offers.failedUser)) : "";
    }

    /** Sends the rows to the overlay. The strip is shown once the overlay has reported their size. */
    #draw() {
        const use = this.#use, view = this.#panels.current?.view;
        if (use === null || view === undefined) return;
        const rows = drawnRows(this.#rows, message);
        this.#labels = rows.map(({ label }) => label);
        const rightToLeft = isRightToLeft(use.element);
        const probe = place(anchorOf(use.element), this.#room.box, 1, rightToLeft);
        if (probe === null) return this.#openWindow(use);
        view.fit(probe.width);
        view.draw({ rows, note: this.#note, isRightToLeft: rightToLeft, isDark: isOnDark(use.element) });
        view.announce(countOf(rows.length, this.#note, message));
    }

    /**
     * Opens a provider's list in its window instead of a strip for which there is no room, if the user's key asked for it.
     *
     * @param {FieldUse} use
     */
    #openWindow(use) {
        const row = this.#rows.find(({ type }) => type === "list" || type === "locked"), mayOpen = this.#mayUseWindow;
        this.close();
        if (row !== undefined && mayOpen) this.#dependencies.pick(row, use, false);
    }

    /**
     * Shows the strip that the overlay has drawn.
     *
     * @param {FieldUse} use
     * @param {import("./panels.js").Panel} panel
     */
    #show(use, { host, view }) {
        const takesPresses = this.#rows.length > 0;
        host.open({ isDark: isOnDark(use.element), takesPresses });
        this.#room.add(host.element);
        const seen = new IntersectionObserver((entries) => {
            if (entries.at(-1)?.isIntersecting === false) this.close();
        });
        seen.observe(use.element);
        const watch = new GuardWatch(host, host.overlay.element, use);
        const listening = new AbortController();
        this.#drawn = { host, view, watch, seen, listening };
        listenToPointer(host.element, view, watch, (row, isSteady) => this.#take(row, isSteady), listening.signal);
        this.#placed = "";
        if (!this.#place()) return this.#openWindow(use);
        this.#follow();
        this.#catchUp(watch);
        if (takesPresses) markOpen(use.element);
        if (takesPresses && this.#side?.isUnderPointer) this.#letPressesThrough(host);
        else this.#pointer.stop();
        if (!takesPresses) this.#timer = setTimeout(() => this.close(), noteTime);
        if (this.#offers !== null) this.#dependencies.shown(this.#offers, this.#rows);
        this.#showMade(view, use);
    }

    /**
     * Lets presses through while they may be meant for an element that the strip has just covered. It waits until the last
     * press ends, since a press that ends at another element is no click. The guard refuses picks meanwhile.
     *
     * @param {Host} host
     */
    #letPressesThrough(host) {
        host.letPressesThrough(true);
        const end = () => {
            if (this.#pointer.isPressed) {
                this.#timer = setTimeout(end, releaseInterval);
                return;
            }
            this.#pointer.stop();
            host.letPressesThrough(false);
        };
        this.#timer = setTimeout(end, steadyDelay);
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
            this.#dependencies.make(row, use).then((password) => {
                if (this.#drawn?.view === view && this.#rows[index] === row) view.showMade(index, password);
            }, () => {
                // The pick generates it again and reports the error.
            });
        });
    }

    /**
     * Applies the keys that were pressed before the strip was drawn.
     *
     * @param {GuardWatch} watch
     */
    #catchUp(watch) {
        // The page received the arrow too, and may have opened its own list: then the next keys go there.
        if (this.#use === null || hasOwnList(this.#use.element)) return;
        const { chosen, isTaken } = this.#ahead.result(this.#rows.length, performance.now());
        if (chosen < 0) return;
        this.#choose(chosen);
        if (isTaken) watch.hold(chosen);
    }

    /** Places the strip at its field; `false` if that is impossible. */
    #place() {
        const drawn = this.#drawn, use = this.#use;
        if (drawn === null || use === null) return false;
        const field = anchorOf(use.element);
        const room = this.#room.box;
        // Width first, since the height may depend on it.
        const key = [field.left, field.top, field.width, field.height, room.left, room.top, room.width, room.height,
            document.documentElement.currentCSSZoom ?? 1].join(" ");
        if (key === this.#placed) return true;
        const rightToLeft = isRightToLeft(use.element);
        const probe = place(field, room, 1, rightToLeft);
        if (probe === null) return false;
        drawn.view.fit(probe.width);
        const height = drawn.view.height;
        this.#side ??= sideAtOpening(field, room, height, rightToLeft, this.#pointer.at);
        const most = place(field, room, height, rightToLeft, this.#side.mustBeAbove) ?? place(field, room, height, rightToLeft);
        const isCut = most !== null && most.maxHeight < height;
        const at = isCut ? place(field, room, drawn.view.cut(most.maxHeight), rightToLeft, most.isAbove) : most;
        if (at === null) return false;
        drawn.host.move({ left: at.left, top: at.top, width: at.width, height: at.maxHeight });
        drawn.view.show(at.maxHeight);
        this.#placed = key;
        return true;
    }

    #follow() {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => {
            const drawn = this.#drawn, use = this.#use;
            if (drawn === null || use === null) return;
            if (!use.element.isConnected || !drawn.host.element.isConnected || !this.#place()) return this.close();
            drawn.watch.check();
            if (drawn.watch.isDue(this.#chosen)) this.#take(this.#chosen, true);
            this.#follow();
        });
        this.#drawn?.watch.check();
    }

    /** @param {number} chosen */
    #choose(chosen) {
        this.#chosen = chosen;
        const view = this.#drawn?.view;
        view?.choose(chosen);
        if (chosen >= 0 && view) {
            const row = this.#rows[chosen];
            const key = row?.type === "suggestion" && row.suggestion.kind === "passkey" ? "strip_chosenPasskey" : "strip_chosen";
            view.announce(message(key, this.#labels[chosen] ?? "", String(chosen + 1), String(this.#rows.length)));
        }
    }

    /**
     * @param {number} index
     * @param {boolean} isSteady
     */
    #take(index, isSteady) {
        const row = this.#rows[index], use = this.#use, drawn = this.#drawn;
        if (row === undefined || use === null || drawn === null) return;
        const { verdict } = drawn.watch.judge();
        const isRefused = verdict === "refuse";
        if ((isRefused || !isSteady) && !drawn.watch.asksUnsteady(isRefused)) return;
        this.close();
        this.#dependencies.pick(row, use, verdict !== "take" || !isSteady);
    }
}

/** @param {Element} field */
function textIn(field) {
    return field instanceof HTMLInputElement ? field.value : "";
}
