// The sheet of the host's shadow root: what no page can change about where strip and banner are.

/** `--lk-shadow-floating` of src/style/tokens.css: a frame cannot draw outside of its own box. */
export const shadow = "0 8px 28px light-dark(rgb(0 0 0 / 18%), rgb(0 0 0 / 55%)), " +
    "0 0 0 0.5px light-dark(rgb(0 0 0 / 14%), rgb(255 255 255 / 16%))";

/**
 * What makes the host immune: every property reset, and those that show it set again. What a page would have drawn
 * before and after its content lies in the host, above the strip, and takes hits in its name.
 */
export const hostStyle = `
:host::before, :host::after { content: none !important; display: none !important; }
/* Until it is shown: laid out, so that the overlay can measure what it draws, and out of sight. */
:host {
    all: initial !important; display: block !important; position: fixed !important; inset: 0 auto auto 0 !important;
    width: 1px !important; height: 1px !important; overflow: hidden !important; contain: strict !important;
    visibility: hidden !important; pointer-events: none !important;
}
:host(:popover-open) {
    display: block !important; position: fixed !important; inset: auto !important; margin: 0 !important;
    padding: 0 !important; border: 0 !important; overflow: visible !important; opacity: 1 !important;
    background: transparent !important; pointer-events: auto !important; user-select: none !important;
    contain: layout !important; visibility: visible !important; color-scheme: light !important; touch-action: none !important;
}
:host(:popover-open) { left: 0; }
iframe {
    all: initial; position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; border-radius: 12px;
    color-scheme: light; box-shadow: ${shadow};
}
iframe.dark { color-scheme: dark; }
@media (forced-colors: active) { iframe { box-shadow: none; } }`;
