// Records every size of the window from its first line on. Loaded before the window's own scripts.

/** @type {string[]} */
const sizes = [];

function record() {
    const size = [outerWidth, outerHeight, innerWidth, innerHeight].join(" ");
    if (sizes.at(-1) !== size) sizes.push(size);
}

function recordEachFrame() {
    record();
    requestAnimationFrame(recordEachFrame);
}

addEventListener("resize", record);
recordEachFrame();
Object.assign(globalThis, { sizes });
