// How strip and banner look. Generic fonts only: a page may define a font of any other name, and with it what is read.

/**
 * The colours of src/style/tokens.css that are used here, to the letter: a page's shadow root cannot link to that file
 * without giving the page its address, and the page could then see who is there.
 */
export const tokens = {
    "--lk-surface": "light-dark(#ffffff, #2a2a2d)",
    "--lk-text": "light-dark(#1d1d1f, #f4f4f6)",
    "--lk-secondary": "light-dark(#5d5e63, #a9aab0)",
    "--lk-hairline": "light-dark(rgb(0 0 0 / 10%), rgb(255 255 255 / 11%))",
    "--lk-outline": "light-dark(rgb(0 0 0 / 16%), rgb(255 255 255 / 18%))",
    "--lk-hover": "light-dark(rgb(0 0 0 / 4%), rgb(255 255 255 / 6%))",
    "--lk-pressed": "light-dark(rgb(0 0 0 / 9%), rgb(255 255 255 / 12%))",
    "--lk-fill": "light-dark(rgb(0 0 0 / 6%), rgb(255 255 255 / 9%))",
    "--lk-accent": "light-dark(#0d6780, #63c5dd)",
    "--lk-accent-fill": "light-dark(#0d6780, #16728b)",
    "--lk-accent-fill-hover": "light-dark(#0a5a70, #1a7d98)",
    "--lk-on-accent": "#ffffff",
    "--lk-on-accent-secondary": "light-dark(#d9ecf1, #dcedf2)",
    "--lk-accent-tint": "light-dark(#e1f0f4, #1f3a43)",
    "--lk-ring": "light-dark(rgb(13 103 128 / 55%), rgb(99 197 221 / 65%))",
    "--lk-warning": "light-dark(#7a4a00, #f4c267)",
    "--lk-warning-tint": "light-dark(#fdf3dc, #3d3424)",
    "--lk-shadow-floating": "0 8px 28px light-dark(rgb(0 0 0 / 18%), rgb(0 0 0 / 55%)), " +
        "0 0 0 0.5px light-dark(rgb(0 0 0 / 14%), rgb(255 255 255 / 16%))",
};

/** Colours and letters of both, light and dark, and with the colours that a person has forced. */
const base = `
.box {
    all: initial; box-sizing: border-box; display: block; position: absolute; inset: 0; overflow: hidden;
    ${Object.entries(tokens).map(([name, value]) => `${name}: ${value};`).join(" ")}
    background: var(--lk-surface); color: var(--lk-text); border-radius: 12px; color-scheme: light;
    box-shadow: var(--lk-shadow-floating); font: 400 14px/1.3 system-ui, sans-serif; cursor: default;
    user-select: none; -webkit-user-select: none; text-align: start; overscroll-behavior: contain;
    touch-action: manipulation;
}
.box.dark { color-scheme: dark; }
.icon {
    flex: none; width: 19px; height: 19px; fill: none; stroke: currentColor; stroke-width: 1.45px;
    stroke-linecap: round; stroke-linejoin: round; pointer-events: none;
}
.icon path { vector-effect: non-scaling-stroke; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) {
    .box {
        --lk-surface: Canvas; --lk-text: CanvasText; --lk-secondary: CanvasText; --lk-hairline: CanvasText;
        --lk-outline: CanvasText; --lk-hover: Canvas; --lk-pressed: Canvas; --lk-fill: Canvas; --lk-accent: Highlight;
        --lk-accent-fill: Highlight; --lk-accent-fill-hover: Highlight; --lk-on-accent: HighlightText;
        --lk-on-accent-secondary: HighlightText; --lk-accent-tint: Canvas; --lk-ring: Highlight;
        --lk-warning: CanvasText; --lk-warning-tint: Canvas; border: 1px solid CanvasText; box-shadow: none;
    }
}`;

export const stripStyle = base + `
.box {
    overflow: hidden auto; scrollbar-width: thin; container-type: inline-size;
    /* Where rows go on beyond an edge there is a shade at it; at the end of the rows their own ground is over it. */
    background:
        linear-gradient(var(--lk-surface), var(--lk-surface)) top / 100% 7px no-repeat local,
        linear-gradient(var(--lk-surface), var(--lk-surface)) bottom / 100% 7px no-repeat local,
        linear-gradient(var(--lk-outline), transparent) top / 100% 7px no-repeat scroll,
        linear-gradient(transparent, var(--lk-outline)) bottom / 100% 7px no-repeat scroll, var(--lk-surface);
}
.content { padding: 5px; }
.note { display: block; padding: 5px 9px 6px; color: var(--lk-secondary); font-size: 12px; }
.list { display: flex; flex-direction: column; }
.row {
    display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 5px 9px; border-radius: 8px;
    box-sizing: border-box;
}
.row.small { min-height: 36px; }
.row.first { margin-top: 5px; position: relative; }
.row.first::before {
    content: ""; position: absolute; inset: -3px 9px auto; height: 1px; background: var(--lk-hairline);
}
.tile {
    flex: none; display: grid; place-items: center; width: 30px; height: 30px; border-radius: 8px;
    background: var(--lk-accent-tint); color: var(--lk-accent);
}
.small .tile { height: 24px; background: none; color: var(--lk-secondary); }
.warning .tile { background: var(--lk-warning-tint); color: var(--lk-warning); }
.words { flex: 1; min-width: 0; display: block; }
.title, .subtitle {
    display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext;
    text-align: match-parent;
}
.top, .bottom { display: flex; gap: 8px; align-items: center; min-width: 0; }
.title { font-weight: 550; min-width: 0; }
.small .title { font-weight: 450; white-space: normal; overflow-wrap: anywhere; }
/* Words of the other direction stand on the side where the row begins. */
[dir=rtl] :is(.title, .subtitle) { text-align: right; }
.subtitle { color: var(--lk-secondary); font-size: 12px; line-height: 1.35; }
.subtitle { min-width: 0; }
.made {
    flex: 1; min-width: 0; direction: ltr; overflow: hidden; text-overflow: ellipsis; white-space: pre;
    font: 500 13px/18px monospace; letter-spacing: 0.2px;
}
[dir=rtl] .made { text-align: right; }
.made.coming { color: var(--lk-secondary); letter-spacing: 1px; }
.row[aria-selected=true] .made { color: inherit; }
.small .words { display: flex; gap: 8px; align-items: baseline; justify-content: space-between; }
.small .top { flex: 0 1 auto; }
.small .words > .subtitle { flex: 0 2 auto; }
.mark {
    flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: 0 7px;
    border-radius: 99px; background: var(--lk-fill); color: var(--lk-secondary); font-size: 11px; font-weight: 500;
    line-height: 17px; margin-inline-start: auto;
}
.warning .mark { background: var(--lk-warning-tint); color: var(--lk-warning); }
.row:hover { background: var(--lk-hover); }
.row[aria-selected=true] { background: var(--lk-accent-fill); color: var(--lk-on-accent); }
.row[aria-selected=true] :is(.tile, .mark) { color: inherit; background-color: transparent; }
.row[aria-selected=true] .subtitle { color: var(--lk-on-accent-secondary); }
.row[aria-selected=true] .mark { box-shadow: inset 0 0 0 1px currentColor; }
.box.narrow .tile { display: none; }
@container (max-width: 300px) { .made + .subtitle { display: none; } }
@media (forced-colors: active) {
    .row:hover { outline: 1px solid Highlight; outline-offset: -1px; }
    .row[aria-selected=true] { forced-color-adjust: none; }
}
@media (pointer: coarse) { .row, .row.small { min-height: 48px; } }`;

export const bannerStyle = base + `
.box { container-type: inline-size; overflow-y: auto; scrollbar-width: thin; }
.content { display: block; padding: 14px 16px; }
.head { display: flex; gap: 12px; align-items: flex-start; }
.tile {
    flex: none; display: grid; place-items: center; width: 34px; height: 34px; border-radius: 9px;
    background: var(--lk-accent-tint); color: var(--lk-accent);
}
.failed .tile { background: var(--lk-warning-tint); color: var(--lk-warning); }
.words { flex: 1; min-width: 0; }
.title { display: block; font-weight: 600; font-size: 14px; overflow-wrap: anywhere; }
.subtitle { display: block; margin-top: 2px; color: var(--lk-secondary); font-size: 12.5px; overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; margin-top: 12px; }
button {
    all: initial; color-scheme: inherit; box-sizing: border-box; min-height: 32px; padding: 6px 12px;
    border-radius: 8px; cursor: default; text-align: center;
    font: 500 13px/1.3 system-ui, sans-serif; color: var(--lk-text); background: var(--lk-fill);
    box-shadow: inset 0 0 0 1px var(--lk-hairline); user-select: none; -webkit-user-select: none;
}
button.main { background: var(--lk-accent-fill); color: var(--lk-on-accent); box-shadow: none; }
button:hover { background: var(--lk-pressed); }
button.main:hover { background: var(--lk-accent-fill-hover); }
/* Where the three do not stand side by side: two, and below them the one that is meant most often. */
@container (max-width: 345px) {
    .content { padding: 12px; }
    .buttons { display: grid; grid-template-columns: auto 1fr; }
    button.main { grid-column: 1 / -1; }
}
@container (max-width: 250px) {
    .tile { display: none; }
    .buttons { grid-template-columns: 1fr; }
}
button:focus-visible { outline: 2px solid var(--lk-ring); outline-offset: 2px; }
@media (forced-colors: active) { button { border: 1px solid ButtonText; } }`;
