// Records every size of the window's content from the start: it is loaded before the window's own scripts. It records inner
// sizes, since Firefox does not know the size of the window's frame until the window manager has shown the window.

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
