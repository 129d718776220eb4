// Fits the window's height to its sheet.

import { windows } from "../browser.js";

/** The lowest and the highest window (px); a higher list scrolls. */
const [lowest, highest] = [240, 640];
/** How long (ms) a new window's size is corrected, since it gets its size in steps. After that the user may change it. */
const settlingTime = 1500;
/** How often a size is requested: a window manager may refuse it. */
const mostTries = 6;
/** The largest height so far; the window never shrinks, so that the sheet does not jump. */
let reached = 0;
/** The height before the current sheet was shown or changed. */
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
    // The window may be closed already, or the window manager may set its size: then the sheet scrolls.
    resize(difference).catch(() => undefined);
}

/**
 * The height of the sheet without a scrollbar, which would make the sheet narrower and so higher, and then stay. It appears
 * only if the window cannot be high enough.
 *
 * @param {HTMLElement} root
 */
function heightOf(root) {
    const content = root.querySelector(".content");
    const last = content?.lastElementChild;
    if (!content || !last) return undefined;
    const { style } = document.documentElement;
    style.overflowY = "hidden";
    // A list fills the available height; other elements have their own.
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
    // Read together with the inner height: a later value may belong to another moment.
    const height = Math.round(outerHeight + difference);
    const { id } = await windows.getCurrent();
    if (id !== undefined) await windows.update(id, { height });
}
