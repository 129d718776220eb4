// Draws strip and banner in a document of the extension's own origin, so that no page can read or change them.
//
// The content script in the page handles the pointer and scrolling, and decides about picks. This document draws what it
// receives, reports the size of that, and handles keys while it has the focus.

import { BannerDrawing } from "./bannerDrawing.js";
import { greeting } from "./overlayMessages.js";
import { StripDrawing } from "./stripDrawing.js";

/** @import { Envelope, FromOverlay, ToOverlay } from "./overlayMessages.js" */

/** @type {StripDrawing | BannerDrawing | null} */
let drawing = null;

addEventListener("message", function take(event) {
    const [port] = event.ports;
    if (event.source !== parent || event.data !== greeting || port === undefined) return;
    removeEventListener("message", take);
    port.onmessage = ({ data }) => {
        const message = /** @type {ToOverlay & Envelope} */ (data);
        handle(message, (answer) => port.postMessage({ ...answer, turn: message.turn }));
    };
    port.postMessage(greeting);
});

/**
 * @param {ToOverlay} message
 * @param {(message: FromOverlay) => void} tell
 */
function handle(message, tell) {
    switch (message.type) {
        case "drawStrip":
            drawing = new StripDrawing(message.content);
            return show(drawing, message, tell);
        case "drawBanner":
            drawing = new BannerDrawing(message.content, tell);
            return show(drawing, message, tell);
        case "clear":
            drawing = null;
            observer.disconnect();
            return document.body.replaceChildren();
        case "fit": return drawing === null ? undefined : fit(drawing, message.width, tell);
        case "scroll": return drawing?.box.scrollTo({ top: message.top, behavior: "instant" });
        case "hover": return drawing?.hover(message.part);
        case "focus": return drawing instanceof BannerDrawing ? drawing.focus() : undefined;
        case "pressAgain": return drawing instanceof BannerDrawing ? drawing.pressAgain() : undefined;
        case "choose": return drawing instanceof StripDrawing ? drawing.choose(message.part) : undefined;
        case "showMade": return drawing instanceof StripDrawing ? drawing.showMade(message.part, message.password) : undefined;
        case "announce": return drawing instanceof StripDrawing ? drawing.announce(message.words) : undefined;
    }
}

let observer = new ResizeObserver(() => {});

/**
 * @param {StripDrawing | BannerDrawing} shown
 * @param {{width: number, content: {isDark: boolean}}} message
 * @param {(message: FromOverlay) => void} tell
 */
function show(shown, { width, content: { isDark } }, tell) {
    document.documentElement.classList.toggle("dark", isDark);
    document.body.replaceChildren(...shown.elements);
    fit(shown, width, tell);
}

/**
 * @param {StripDrawing | BannerDrawing} shown
 * @param {number} width in CSS pixels
 * @param {(message: FromOverlay) => void} tell
 */
function fit(shown, width, tell) {
    shown.fit(width);
    observer.disconnect();
    observer = new ResizeObserver(() => measure(shown, tell));
    observer.observe(shown.content);
    measure(shown, tell);
}

/**
 * Reports the layout of what is drawn. A frame that the browser has not laid out has none; the observer reports it later.
 *
 * @param {StripDrawing | BannerDrawing} shown
 * @param {(message: FromOverlay) => void} tell
 */
function measure({ box, content, parts }, tell) {
    const origin = content.getBoundingClientRect();
    if (origin.height === 0) return;
    const border = 2 * box.clientTop;
    const boxes = parts.map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return { left, top: top - origin.top + box.clientTop, width, height };
    });
    tell({ type: "layout", layout: { height: Math.ceil(origin.height) + border, parts: boxes } });
}
