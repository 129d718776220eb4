// The style sheet of the host's shadow root: the position and size of strip and banner, which pages cannot change.

/** `--lk-shadow-floating` of src/style/tokens.css, since a frame cannot draw outside its own box. */
export const shadow = "0 8px 28px light-dark(rgb(0 0 0 / 18%), rgb(0 0 0 / 55%)), " +
    "0 0 0 0.5px light-dark(rgb(0 0 0 / 14%), rgb(255 255 255 / 16%))";

/**
 * Resets every property of the host, so that no rule of the page applies, and sets those that show it. The page's
 * `::before` and `::after` boxes would be above the strip, and hits on them would count as hits on the host.
 */
export const hostStyle = `
:host::before, :host::after { content: none !important; display: none !important; }
/* Until it is shown: hidden, but laid out, so that the overlay can measure what it draws. */
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
