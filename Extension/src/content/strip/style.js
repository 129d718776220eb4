// How strip and banner look. Generic fonts only: a page may define a font of any other name, and with it what is read.

/** Colours and letters of both, light and dark, and with the colours that a person has forced. */
const base = `
.box {
    --ground: #fff; --text: #1c1c1e; --soft: #636366; --line: #0000001a; --accent: #0a5fd0; --on-accent: #fff;
    --hover: #0000000a; --tile: #0a5fd014; --warn: #9a4b00; --warn-tile: #b85c0018;
    all: initial; box-sizing: border-box; display: block; position: absolute; inset: 0; overflow: hidden;
    background: var(--ground); color: var(--text); border-radius: 12px; color-scheme: light dark;
    box-shadow: 0 0 0 0.5px #00000030, 0 2px 6px #0000001f, 0 12px 32px #0000002e;
    font: 400 14px/1.3 system-ui, sans-serif; cursor: default; user-select: none;
    -webkit-user-select: none; text-align: start; overscroll-behavior: contain; touch-action: manipulation;
}
@media (prefers-color-scheme: dark) {
    .box {
        --ground: #2b2b2e; --text: #f5f5f7; --soft: #b4b4bb; --line: #ffffff1f; --accent: #3d8bfd; --on-accent: #06182f;
        --hover: #ffffff12; --tile: #6ab0ff26; --warn: #ffb867; --warn-tile: #ffb86724;
        box-shadow: 0 0 0 0.5px #ffffff38, 0 2px 6px #00000059, 0 12px 32px #0000008c;
    }
}
.icon {
    flex: none; width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 1.6;
    stroke-linecap: round; stroke-linejoin: round; pointer-events: none;
}
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) {
    .box {
        --ground: Canvas; --text: CanvasText; --soft: CanvasText; --line: CanvasText; --accent: Highlight;
        --on-accent: HighlightText; --hover: Canvas; --tile: Canvas; --warn: CanvasText; --warn-tile: Canvas;
        border: 1px solid CanvasText; box-shadow: none;
    }
}`;

export const stripStyle = base + `
.box { overflow: hidden auto; scrollbar-width: thin; }
.content { padding: 5px; }
.note { display: block; padding: 5px 9px 6px; color: var(--soft); font-size: 12px; }
.list { display: flex; flex-direction: column; }
.row {
    display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 5px 9px; border-radius: 8px;
    box-sizing: border-box;
}
.row.small { min-height: 36px; }
.row.first { margin-top: 5px; position: relative; }
.row.first::before {
    content: ""; position: absolute; inset: -3px 9px auto; height: 1px; background: var(--line);
}
.tile {
    flex: none; display: grid; place-items: center; width: 30px; height: 30px; border-radius: 8px;
    background: var(--tile); color: var(--accent);
}
.small .tile { height: 24px; background: none; color: var(--soft); }
.warning .tile { background: var(--warn-tile); color: var(--warn); }
.words { flex: 1; min-width: 0; display: block; }
.title, .subtitle {
    display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext;
    text-align: match-parent;
}
.top { display: flex; gap: 8px; align-items: center; min-width: 0; }
.title { font-weight: 550; min-width: 0; }
.small .title { font-weight: 450; }
/* Words of the other direction stand on the side where the row begins. */
[dir=rtl] :is(.title, .subtitle) { text-align: right; }
.subtitle { color: var(--soft); font-size: 12px; line-height: 1.35; }
.small .words { display: flex; gap: 8px; align-items: baseline; justify-content: space-between; }
.small .top { flex: none; max-width: 100%; }
.mark {
    flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: 0 7px;
    border-radius: 99px; background: var(--hover); color: var(--soft); font-size: 11px; font-weight: 500;
    line-height: 17px; margin-inline-start: auto;
}
.warning .mark { background: var(--warn-tile); color: var(--warn); }
.row:hover { background: var(--hover); }
.row[aria-selected=true] { background: var(--accent); color: var(--on-accent); }
.row[aria-selected=true] :is(.subtitle, .tile, .mark) { color: inherit; background-color: transparent; }
.row[aria-selected=true] .mark { box-shadow: inset 0 0 0 1px currentColor; }
.box.narrow .tile { display: none; }
@media (forced-colors: active) {
    .row:hover { outline: 1px solid Highlight; outline-offset: -1px; }
    .row[aria-selected=true] { forced-color-adjust: none; }
}
@media (pointer: coarse) { .row, .row.small { min-height: 48px; } }`;

export const bannerStyle = base + `
.content { display: block; padding: 14px 16px; }
.head { display: flex; gap: 12px; align-items: flex-start; }
.tile {
    flex: none; display: grid; place-items: center; width: 34px; height: 34px; border-radius: 9px;
    background: var(--tile); color: var(--accent);
}
.failed .tile { background: var(--warn-tile); color: var(--warn); }
.words { flex: 1; min-width: 0; }
.title { display: block; font-weight: 600; font-size: 14px; overflow-wrap: anywhere; }
.subtitle { display: block; margin-top: 2px; color: var(--soft); font-size: 12.5px; overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; margin-top: 12px; }
button {
    all: initial; box-sizing: border-box; min-height: 32px; padding: 6px 12px; border-radius: 8px; cursor: default;
    font: 500 13px/1.3 system-ui, sans-serif; color: var(--text); background: var(--hover);
    box-shadow: inset 0 0 0 1px var(--line); user-select: none; -webkit-user-select: none;
}
button.main { background: var(--accent); color: var(--on-accent); box-shadow: none; }
button:hover { filter: brightness(1.06); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (forced-colors: active) { button { border: 1px solid ButtonText; } }`;
