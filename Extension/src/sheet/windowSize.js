// Makes the window as high as its sheet needs.

import { windows } from "../browser.js";

/** Lower than this a window looks lost, and higher than this a list scrolls instead. */
const [lowest, highest] = [240, 640];
/** What the window was made; it never shrinks below what it has shown, so that nothing jumps while one is at work. */
let reached = 0;

/** @param {HTMLElement} root */
export function fitWindow(root) {
    const hasList = root.classList.contains("has-list");
    const content = root.querySelector(".content");
    const last = content?.lastElementChild;
    if (!content || !last) return;
    // A list takes what there is; everything else is as high as it is.
    const used = last.getBoundingClientRect().bottom - content.getBoundingClientRect().top;
    const padding = parseFloat(getComputedStyle(content).paddingBlockEnd);
    const others = [".frame", ".mark-note", ".footer"].reduce((sum, name) => sum + (root.querySelector(name)?.clientHeight ?? 0) + 1, 0);
    const wanted = hasList ? highest : Math.ceil(used + padding + others);
    const limit = Math.min(highest, screen.availHeight - 40);
    const height = Math.max(lowest, Math.min(wanted, limit), reached);
    if (Math.abs(height - innerHeight) < 2) return;
    reached = height;
    // It may have gone meanwhile, or its size may be the window manager's alone: then the sheet scrolls.
    resize(height - innerHeight).catch(() => undefined);
}

/** @param {number} difference */
async function resize(difference) {
    const { id, height } = await windows.getCurrent();
    if (id !== undefined && height !== undefined) await windows.update(id, { height: Math.round(height + difference) });
}
