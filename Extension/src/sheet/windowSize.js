// Makes the window as high as its sheet needs.

import { windows } from "../browser.js";

/** Lower than this a window looks lost, and higher than this a list scrolls instead. */
const [lowest, highest] = [240, 640];
/** A new window takes on its size in steps. For so long (ms) it is put right; after that it is the person's to change. */
const settlingTime = 1500;
/** A window manager may refuse a size: so many times it is asked for. */
const mostTries = 6;
/** What the window was made; it never shrinks below what it has shown, so that nothing jumps while one is at work. */
let reached = 0;
/** What it had reached before the sheet, or the change of it, that is being shown. */
let least = 0;
let tries = 0;
let settledAt = 0;
/** @type {HTMLElement | null} */
let shown = null;

addEventListener("resize", () => shown?.isConnected && fit(shown));

/** @param {HTMLElement} root */
export function fitWindow(root) {
    shown = root;
    [tries, settledAt, least] = [0, performance.now() + settlingTime, reached];
    fit(root);
}

/** @param {HTMLElement} root */
function fit(root) {
    const wanted = heightOf(root);
    if (wanted === undefined) return;
    const limit = Math.min(highest, screen.availHeight - 40);
    const height = Math.max(lowest, Math.min(wanted, limit), least);
    const difference = height - innerHeight;
    if (Math.abs(difference) < 2 || tries === mostTries || performance.now() > settledAt) return;
    tries += 1;
    reached = height;
    // It may have gone meanwhile, or its size may be the window manager's alone: then the sheet scrolls.
    resize(difference).catch(() => undefined);
}

/**
 * How high the sheet is. Measured without a scrollbar, which makes the sheet narrower and so higher, and would then be
 * needed for good; there is one only where the window cannot be high enough.
 *
 * @param {HTMLElement} root
 */
function heightOf(root) {
    const content = root.querySelector(".content");
    const last = content?.lastElementChild;
    if (!content || !last) return undefined;
    const { style } = document.documentElement;
    style.overflowY = "hidden";
    // A list takes what there is; everything else is as high as it is.
    const used = last.getBoundingClientRect().bottom - content.getBoundingClientRect().top;
    const padding = parseFloat(getComputedStyle(content).paddingBlockEnd);
    const others = [".frame", ".mark-note", ".footer"]
        .reduce((sum, name) => sum + (root.querySelector(name)?.getBoundingClientRect().height ?? 0), 0);
    const wanted = root.classList.contains("has-list") ? highest : Math.ceil(used + padding + others);
    if (wanted > innerHeight) style.overflowY = "";
    return wanted;
}

/** @param {number} difference */
async function resize(difference) {
    // Read at once with the inner height: what the browser says of the window later may be of another moment.
    const height = Math.round(outerHeight + difference);
    const { id } = await windows.getCurrent();
    if (id !== undefined) await windows.update(id, { height });
}
