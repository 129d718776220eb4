// Records every size of the window's content from its first line on. Loaded before the window's own scripts. Firefox learns
// the size of the frame, which the outer size includes, only after the window manager has shown it.

/** @type {string[]} */
const sizes = [];

function record() {
    const size = [innerWidth, innerHeight].join(" ");
    if (sizes.at(-1) !== size) sizes.push(size);
}

function recordEachFrame() {
    record();
    requestAnimationFrame(recordEachFrame);
}

addEventListener("resize", record);
recordEachFrame();
Object.assign(globalThis, { sizes });
