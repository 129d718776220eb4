// The text of tokens.css, for a shadow root that cannot wait for a file; a test keeps the two the same.
export const tokens = `/* What all that the extension draws has in common: colours for light and dark, fonts, spaces, corners.
   For pages by <link>, and for a shadow root by tokens.js, which holds the same text. */
:root, :host {
    color-scheme: light dark;

    --lk-background: light-dark(#f3f3f5, #1c1c1e);
    --lk-surface: light-dark(#ffffff, #2a2a2d);
    --lk-frame: light-dark(#fcfcfd, #242427);
    --lk-raised: light-dark(#ffffff, #323236);
    --lk-text: light-dark(#1d1d1f, #f4f4f6);
    --lk-secondary: light-dark(#5d5e63, #a9aab0);
    --lk-faint: light-dark(#8a8b90, #7d7e84);
    --lk-hairline: light-dark(rgb(0 0 0 / 10%), rgb(255 255 255 / 11%));
    --lk-outline: light-dark(rgb(0 0 0 / 16%), rgb(255 255 255 / 18%));
    --lk-hover: light-dark(rgb(0 0 0 / 4%), rgb(255 255 255 / 6%));
    --lk-pressed: light-dark(rgb(0 0 0 / 9%), rgb(255 255 255 / 12%));
    --lk-fill: light-dark(rgb(0 0 0 / 6%), rgb(255 255 255 / 9%));

    --lk-accent: light-dark(#0d6780, #63c5dd);
    --lk-accent-fill: light-dark(#0d6780, #16728b);
    --lk-accent-fill-hover: light-dark(#0a5a70, #1a7d98);
    --lk-on-accent: #ffffff;
    --lk-on-accent-secondary: light-dark(#d9ecf1, #dcedf2);
    --lk-accent-tint: light-dark(#e1f0f4, #1f3a43);
    --lk-ring: light-dark(rgb(13 103 128 / 55%), rgb(99 197 221 / 65%));

    --lk-danger: light-dark(#b3261e, #ff8a80);
    --lk-danger-tint: light-dark(#fcebea, #43292a);
    --lk-warning: light-dark(#7a4a00, #f4c267);
    --lk-warning-tint: light-dark(#fdf3dc, #3d3424);
    --lk-good: light-dark(#1c7340, #5fd08a);

    --lk-shadow: 0 0.5px 1px light-dark(rgb(0 0 0 / 8%), rgb(0 0 0 / 30%));
    --lk-shadow-floating: 0 8px 28px light-dark(rgb(0 0 0 / 18%), rgb(0 0 0 / 55%)),
        0 0 0 0.5px light-dark(rgb(0 0 0 / 14%), rgb(255 255 255 / 16%));

    --lk-font: system-ui, -apple-system, "Segoe UI", Roboto, Cantarell, "Noto Sans", sans-serif;
    --lk-font-mono: ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "DejaVu Sans Mono", monospace;
    --lk-size-title: 1.25rem;
    --lk-size: 0.875rem;
    --lk-size-small: 0.75rem;

    --lk-space-1: 4px;
    --lk-space-2: 8px;
    --lk-space-3: 12px;
    --lk-space-4: 16px;
    --lk-space-5: 20px;
    --lk-space-6: 24px;
    --lk-corner-small: 6px;
    --lk-corner: 10px;
    --lk-corner-large: 14px;
}
`;
