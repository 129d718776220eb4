// Makes ready what the first strip of a page needs, before a person is there: while the page is idle, and again when a
// person comes near a field.
//
// What runs for the first time costs most of a first strip: finding the form, the words, the drawing, the port. So all
// of it is done once unseen where a page has a field that is offered something, and nowhere else. The port wakes the
// worker for its usual half minute; the native host, which keeps it awake, is only asked for once a pointer comes over
// such a field, or the Tab key moves among them: a tenth of a second before it is needed, and long enough.

import { isCandidate } from "../forms/candidates.js";
import { StripView } from "./strip/view.js";

/**
 * @typedef {object} WarmingWorld
 * @property {() => boolean} hasFields whether the page has a field that is offered something
 * @property {(field: HTMLInputElement) => boolean} isOffered
 * @property {() => void} open opens the document's port
 * @property {() => void} approach tells the background that a person is near
 */

/** How long the page has to be idle in before it is done anyway (ms). */
const patience = 2000;
/** The background is told once in this time: it sleeps no sooner (ms). */
const between = 20_000;

/** @param {WarmingWorld} world */
export function warmUp(world) {
    let toldAt = -Infinity, isReady = false, isRehearsed = false;
    const approach = () => {
        if (performance.now() - toldAt < between) return;
        toldAt = performance.now();
        world.approach();
    };
    const prepare = () => {
        if (document.visibilityState !== "visible" || isReady || !world.hasFields()) return;
        isReady = true;
        world.open();
        if (!isRehearsed) rehearse();
        isRehearsed = true;
    };
    const whenIdle = () => requestIdleCallback(prepare, { timeout: patience });
    addEventListener("pointerover", (event) => {
        const field = event.isTrusted ? event.composedPath()[0] : null;
        if (isCandidate(field) && world.isOffered(field)) approach();
    }, { capture: true, passive: true });
    addEventListener("keydown", (event) => {
        if (event.isTrusted && event.key === "Tab" && isReady) approach();
    }, { capture: true, passive: true });
    // One that was behind others, or prerendered, or put aside, is made ready once it is seen.
    document.addEventListener("visibilitychange", whenIdle);
    addEventListener("pageshow", ({ persisted }) => {
        // Its port was closed when it was put aside.
        if (persisted) [isReady, toldAt] = [false, -Infinity];
        whenIdle();
    });
    whenIdle();
}

/** Draws a strip that nobody sees: the words are there then, and the scripts have run. */
function rehearse() {
    const root = document.createElement("div").attachShadow({ mode: "closed" });
    const view = new StripView(root);
    /** @type {import("../messages.js").Suggestion} */
    const suggestion = {
        id: "", kind: "password", user: "", service: "", grade: "exact", provider: "", providerName: "", rank: 0,
        isPreselectable: false,
    };
    view.draw([
        { type: "suggestion", suggestion, hasFailed: false }, { type: "list", kind: "password", provider: "", name: "", providesPasskeys: false },
    ], "", { isRightToLeft: false, isDark: false });
    view.fit(Infinity);
    // Letters that were never drawn before cost the most. A canvas measures them without the page noticing anything.
    const canvas = document.createElement("canvas").getContext("2d");
    if (canvas === null) return;
    for (const font of fonts) {
        canvas.font = font;
        canvas.measureText(letters);
    }
}

const fonts = ["550 14px system-ui, sans-serif", "450 14px system-ui, sans-serif", "400 12px system-ui, sans-serif"];
const letters = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 @._-+—…";
