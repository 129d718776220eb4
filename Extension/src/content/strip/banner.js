// The banner: the question whether to save, or word of what was saved, in the upper corner of the top document.
//
// It outlives navigations inside the page, is answered once, and is guarded as the strip is.

import { message } from "../../browser.js";
import { Watch } from "./facts.js";
import { pressed } from "./guard.js";
import { Host } from "./host.js";
import { icon } from "./icons.js";
import { isolate } from "./rows.js";
import { isOnDark } from "./scheme.js";
import { bannerStyle } from "./style.js";

/** @import { Banner } from "../../messages.js" */
/** @typedef {"save" | "never" | "notNow"} Answer */

/** How long word of what was saved stays (ms), and how often a banner comes back after the page took it away. */
const statusTime = 4000;
const mostReturns = 3;
const widest = 360, edge = 12;
/** A word of more letters than this may be broken at its signs. */
const longWord = 22;

export class BannerView {
    /** @type {(id: string, answer: Answer, mustConfirm: boolean) => void} */
    #answered;
    /** @type {{banner: Banner, host: Host, box: HTMLElement, watch: Watch} | null} */
    #drawn = null;
    #frame = 0;
    #returns = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #focusedAt = Infinity;
    /** @type {Element | null} */
    #before = null;

    /**
     * @param {(id: string, answer: Answer, mustConfirm: boolean) => void} answered mustConfirm: what the page shows
     *   could not be judged, so the extension's window asks
     */
    constructor(answered) {
        this.#answered = answered;
    }

    get isOpen() {
        return this.#drawn !== null;
    }

    /**
     * Shows a banner in place of the one before, which is then not answered.
     *
     * @param {Banner} banner
     */
    show(banner) {
        if (this.#drawn?.banner.kind === "save" && banner.id !== this.#drawn.banner.id) this.#answer("notNow");
        this.#returns = 0;
        this.#draw(banner);
        clearTimeout(this.#timer);
        if (banner.kind !== "save") this.#timer = setTimeout(() => this.close(), statusTime);
    }

    /** Moves the focus into the banner; false when there is nothing to answer. */
    focus() {
        const button = this.#drawn?.box.querySelector("button.main");
        if (!(button instanceof HTMLElement)) return false;
        this.#before = document.activeElement;
        button.focus();
        return true;
    }

    /**
     * Takes a banner away that asks for nothing any more; it is not answered.
     *
     * @param {string} id
     */
    takeBack(id) {
        if (this.#drawn?.banner.id === id) this.close();
    }

    close() {
        const drawn = this.#drawn;
        this.#drawn = null;
        cancelAnimationFrame(this.#frame);
        drawn?.watch.stop();
        drawn?.host.close();
    }

    /** @param {Banner} banner */
    #draw(banner) {
        this.close();
        const host = new Host(bannerStyle, () => this.#comeBack(banner));
        const box = drawBanner(banner, (answer, event) => this.#press(answer, event));
        box.classList.toggle("dark", isOnDark(document.body ?? document.documentElement));
        host.root.append(box);
        host.open(document.documentElement);
        const watch = new Watch(host, box, null);
        this.#drawn = { banner, host, box, watch };
        this.#listen(host.root, watch);
        this.#follow();
    }

    /** @param {Banner} banner */
    #comeBack(banner) {
        if (++this.#returns > mostReturns) this.close();
        else this.#draw(banner);
    }

    #follow() {
        const drawn = this.#drawn;
        if (drawn === null) return;
        const width = Math.min(widest, innerWidth - 2 * edge);
        const content = drawn.box.firstElementChild;
        drawn.host.move({ left: place(width), top: edge, width, height: drawn.host.height || 1 });
        const height = Math.min(Math.ceil(content?.getBoundingClientRect().height ?? 0), innerHeight - 2 * edge);
        drawn.host.move({ left: place(width), top: edge, width, height });
        drawn.watch.look();
        this.#frame = requestAnimationFrame(() => {
            if (this.#drawn === drawn && !drawn.host.element.matches(":popover-open")) this.#comeBack(drawn.banner);
            else this.#follow();
        });
    }

    /**
     * @param {ShadowRoot} root
     * @param {Watch} watch
     */
    #listen(root, watch) {
        root.addEventListener("pointerdown", (event) => {
            const { isTrusted, pointerId } = /** @type {PointerEvent} */ (event);
            if (isTrusted) watch.press.down(pointerId, buttonOf(event), watch.signature(), watch.isSteady());
        });
        root.addEventListener("keydown", (event) => {
            event.stopPropagation();
            if (event.isTrusted && /** @type {KeyboardEvent} */ (event).key === "Escape") this.#leave("notNow");
        });
        root.addEventListener("focusin", () => this.#focusedAt = performance.now());
        for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "keyup"]) {
            root.addEventListener(type, (event) => event.stopPropagation());
        }
    }

    /**
     * A press on a button: the pointer's must have begun there, a key's come after the focus has been there a while.
     *
     * @param {Answer} answer
     * @param {MouseEvent} event
     */
    #press(answer, event) {
        const watch = this.#drawn?.watch;
        if (!watch || !event.isTrusted) return;
        const isSteady = watch.isSteady();
        const isKey = event.detail === 0;
        const counts = isKey
            ? isSteady && performance.now() - this.#focusedAt >= 500
            : watch.press.up(/** @type {PointerEvent} */ (event).pointerId, buttonOf(event), watch.signature(),
                isSteady);
        if (!counts) return;
        const told = pressed(watch.judge().verdict, answer);
        if (told !== null) this.#leave(told.answer, told.mustConfirm);
    }

    /**
     * @param {Answer} answer
     * @param {boolean} [mustConfirm]
     */
    #leave(answer, mustConfirm) {
        if (this.#before instanceof HTMLElement) this.#before.focus();
        this.#before = null;
        this.#answer(answer, mustConfirm);
    }

    /**
     * @param {Answer} answer
     * @param {boolean} [mustConfirm]
     */
    #answer(answer, mustConfirm = false) {
        const banner = this.#drawn?.banner;
        this.close();
        if (banner?.kind === "save") this.#answered(banner.id, answer, mustConfirm);
    }
}

/** @param {number} width */
function place(width) {
    return document.documentElement.clientWidth - width - edge;
}

/** @param {Event} event */
function buttonOf(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    return button === null ? -1 : [...(button.parentElement?.children ?? [])].indexOf(button);
}

/** @type {[Answer, string][]} */
const answers = [["never", "banner_answerNever"], ["notNow", "banner_answerNotNow"], ["save", "banner_answerSave"]];

/**
 * @param {Banner} banner
 * @param {(answer: Answer, event: MouseEvent) => void} press
 */
function drawBanner(banner, press) {
    const box = make("div", `box ${banner.kind}`), content = make("div", "content"), head = make("div", "head");
    const tile = make("span", "tile"), words = make("span", "words");
    const { title, subtitle } = textOfBanner(banner);
    tile.append(icon(banner.kind === "save" ? "password" : banner.kind === "failed" ? "warning" : "saved"));
    for (const [name, text] of /** @type {const} */ ([["title", title], ["subtitle", subtitle]])) {
        const line = make("span", name);
        line.append(...breakable(text));
        words.append(line);
    }
    // Inert, so that window.find() of the page does not find them; the label says the same.
    tile.inert = words.inert = true;
    head.append(tile, words);
    content.append(head);
    box.append(content);
    // It belongs to no field: it is written as the language of its words is.
    box.dir = message("@@bidi_dir");
    box.setAttribute("role", banner.kind === "save" ? "alertdialog" : "status");
    box.setAttribute("aria-label", `${title} ${subtitle}`);
    if (banner.kind !== "save") return box;
    const buttons = make("div", "buttons");
    for (const [answer, key] of answers) {
        // What is saved for the site already was wanted; one slip would end it for good.
        if (answer === "never" && banner.isUpdate) continue;
        const button = document.createElement("button");
        button.textContent = message(answer === "save" && banner.isUpdate ? "banner_answerUpdate" : key);
        if (answer === "save") button.className = "main";
        button.addEventListener("click", (event) => press(answer, event));
        buttons.append(button);
    }
    content.append(buttons);
    return box;
}

/**
 * What a banner says.
 *
 * @param {Banner} banner
 */
export function textOfBanner({ kind, user, host, providerName, isUpdate = false, asksLater = false }) {
    const [who, where, name] = [isolate(user), isolate(host), isolate(providerName)];
    switch (kind) {
        case "save": return {
            title: who === "" ? message("banner_saveNoUser", where)
                : message(isUpdate ? "banner_update" : "banner_save", who, where),
            subtitle: message("banner_saveIn", name),
        };
        case "saved": return {
            title: message(isUpdate ? "banner_updated" : "banner_saved"),
            subtitle: who === "" ? message("banner_savedInNoUser", where, name) : message("banner_savedIn", who, where, name),
        };
        case "kept": return { title: message("banner_waiting"), subtitle: message("banner_keptFor", where) };
        case "waiting": return {
            title: message("banner_waiting"),
            subtitle: !asksLater ? message("banner_waitingIn", name)
                : who === "" ? message("banner_waitingAsksNoUser", where, name) : message("banner_waitingAsks", who, where, name),
        };
        case "upgraded": return {
            title: who === "" ? message("banner_upgradedNoUser") : message("banner_upgraded", who),
            subtitle: message("banner_upgradedIn", where, name),
        };
        case "failed": return {
            title: message("banner_failed"),
            subtitle: who === "" ? message("banner_failedInNoUser", where, name) : message("banner_failedIn", who, where, name),
        };
    }
}

/**
 * A text whose long words, which are addresses, break where they have a sign rather than anywhere.
 *
 * @param {string} text
 */
function breakable(text) {
    return text.split(/(\s+)/).flatMap((word) => word.length <= longWord ? [word]
        : word.split(/(?<=[@.-])/).flatMap((piece) => [piece, document.createElement("wbr")]));
}

/**
 * @param {"div" | "span"} tag
 * @param {string} name
 */
function make(tag, name) {
    const made = document.createElement(tag);
    made.className = name;
    return made;
}
