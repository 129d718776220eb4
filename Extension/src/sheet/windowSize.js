// The size of a sheet's window. It opens with the size that sheetHeight.js computes. It grows if a later sheet is higher,
// and never shrinks, so that the buttons do not move while the user reaches for them.

import { tabs, windows } from "../browser.js";
import { storeDesktop } from "./desktop.js";
import { extraSize, screenReserve } from "./desktopRecord.js";
import { highest, listHeight } from "./sheetHeight.js";

/** How long (ms) a new window's size is corrected, since it gets its size in steps. After that the user may change it. */
const settlingTime = 1500;
/** Delay (ms) after which a new window has its final size on most desktops. */
const openingTime = 500;
/** How often a size is requested: a window manager may refuse it. */
const mostTries = 6;
/** The size that the background requested. */
const requested = new URLSearchParams(location.search);
let tries = 0;
let settledAt = 0;
let isMeasured = false;
/** @type {HTMLElement | null} */
let shown = null;
let zoom = 1;
/** Read before the first sheet is shown. */
export const zoomRead = tabs.getZoom().then((now) => void (zoom = now), () => undefined);

addEventListener("resize", () => shown?.isConnected && fit(shown));

/** @param {HTMLElement} root */
export function fitWindow(root) {
    if (shown === null) setTimeout(measureDesktop, openingTime);
    shown = root;
    [tries, settledAt] = [0, performance.now() + settlingTime];
    fit(root);
}

/** @param {HTMLElement} root */
function fit(root) {
    const limit = Math.min(highest * letters(), (screen.availHeight - screenReserve) / zoom);
    root.classList.remove("tight");
    const wanted = heightOf(root);
    root.classList.toggle("tight", wanted > limit);
    const missing = Math.min(wanted, limit) - innerHeight;
    if (missing < 1 || tries === mostTries || performance.now() > settledAt) return;
    measureDesktop();
    tries += 1;
    // The window may be closed already, or the window manager may set its size: then the content scrolls.
    grow(missing * zoom).catch(() => undefined);
}

/**
 * The height at which the content does not scroll.
 *
 * @param {HTMLElement} root
 */
function heightOf(root) {
    const content = /** @type {HTMLElement | null} */ (root.querySelector(".content"));
    const last = content?.lastElementChild;
    if (!content || !last) return 0;
    // A scrollbar would make the content narrower, and so higher.
    content.style.overflowY = root.style.overflowY = "hidden";
    const used = last.getBoundingClientRect().bottom - content.getBoundingClientRect().top + content.scrollTop;
    const padding = parseFloat(getComputedStyle(content).paddingBlockEnd);
    const others = [".frame", ".mark-note", ".footer"]
        .reduce((sum, name) => sum + (root.querySelector(name)?.getBoundingClientRect().height ?? 0), 0);
    content.style.overflowY = root.style.overflowY = "";
    // A list fills the available height; it is cut off below the content if that is lower.
    if (root.classList.contains("has-list")) return Math.max(listHeight * letters(), content.scrollHeight + others);
    return Math.ceil(used + padding + others);
}

/** The user's size of letters, as a factor. */
function letters() {
    return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** @param {number} difference */
async function grow(difference) {
    // Read together with the inner height: a later value may belong to another moment.
    const height = Math.round(outerHeight + difference);
    const { id } = await windows.getCurrent();
    if (id !== undefined) await windows.update(id, { height });
}

/** Remembers the window's frame, before this page changes the window's size. */
function measureDesktop() {
    if (isMeasured) return;
    isMeasured = true;
    // innerWidth and innerHeight are whole numbers; these include fractions of a pixel.
    const { width, height } = visualViewport ?? { width: innerWidth, height: innerHeight };
    const extra = (/** @type {string} */ name, /** @type {number} */ own) => extraSize(Number(requested.get(name)), own, zoom);
    storeDesktop({
        extraWidth: extra("width", width), extraHeight: extra("height", height), zoom, letters: letters(),
        screenWidth: screen.availWidth, screenHeight: screen.availHeight,
    }).catch(() => undefined);
}
