"""Random covers for the strip: what draws them, how they reach the top, where they are and when they appear.

A cover is a dictionary, which `DRAW` turns into elements in the page. It depends on the seed and its number only.
"""

from pathlib import Path
from random import Random

#: Where a cover is, relative to the strip.
PLACES = (
    "everywhere", "strip", "first row", "second row", "letters", "dot", "edge", "beside",
)
#: How a cover gets to its place.
POSITIONS = (
    "fixed", "absolute", "sticky", "transform", "translate", "anchor", "clip", "hole", "zoom",
)
#: How a cover gets above the page.
LAYERS = (
    "z-index", "popover", "popover", "popover", "popover", "auto popover", "hint popover", "modal", "modeless",
    "fullscreen", "picker", "details",
)
PARENTS = (
    "body", "html", "open root", "open root", "closed root", "closed root", "root in a root", "slot", "slot",
    "slot in a popover", "popover", "foreignObject", "contained",
)
#: What paints.
INKS = (
    "ground", "picture", "canvas", "video", "frame", "data frame", "drawing", "foreignObject", "text", "text shadow",
    "before", "after", "marker", "backdrop", "box shadow", "inner shadow", "outline", "border picture", "drop shadow",
    "reflection", "backdrop filter", "blend", "child", "slotted child", "scroller", "control", "columns", "list item",
)
COLOURS = (
    "white", "black", "rgb(255 255 255 / 60%)", "rgb(255 0 0 / 20%)", "linear-gradient(90deg, white, transparent)",
)
#: Styles of the cover itself.
EFFECTS = (
    "", "", "", "opacity: 0.5", "opacity: 0.15", "filter: invert(1)", "filter: blur(6px)",
    "mix-blend-mode: difference", "mix-blend-mode: multiply", "mask: linear-gradient(90deg, black, transparent)",
    "transform: rotate(4deg)", "transform: perspective(300px) translateZ(20px)", "will-change: transform, opacity",
    "contain: none; isolation: isolate", "clip-path: circle(40%)", "border-radius: 50%",
    "overflow: clip; overflow-clip-margin: 900px", "zoom: 1.1",
)
TIMES = (
    "now", "now", "now", "animation", "transition", "timeout", "frame", "pointer", "again", "pulse", "late style",
    "moves in",
)
#: Styles of the page around the strip instead of a cover.
PAGE_STYLES = (
    "html { opacity: 0.8 }",
    "html { filter: invert(1) }",
    "html { filter: contrast(0.2) }",
    "html { mix-blend-mode: difference }",
    "html { clip-path: inset(0 0 60% 0) }",
    "html { mask: linear-gradient(black, transparent) }",
    "html { transform: scale(0.9) }",
    "html { perspective: 100px; transform-style: preserve-3d }",
    "html { backdrop-filter: invert(1) }",
    "body { filter: blur(9px) }",
    "html { zoom: 1.3 }",
    "html { writing-mode: vertical-rl }",
    "html { direction: rtl; unicode-bidi: bidi-override }",
    "html { color-scheme: dark }",
    "html { forced-color-adjust: none; accent-color: red }",
    "html { font-size: 60px }",
    "html { cursor: url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='128' "
    "height='128'><rect width='128' height='128'/></svg>\") 0 0, auto }",
    "HOST { opacity: 0.3 !important }",
    "HOST { filter: invert(1) !important }",
    "HOST { backdrop-filter: invert(1) !important }",
    "HOST { outline: 30px solid white !important; outline-offset: -30px !important }",
    "HOST { box-shadow: inset 0 0 0 99px white !important }",
    "HOST { background: white !important; border: 40px solid white !important }",
    "HOST { mask: linear-gradient(black, transparent) !important }",
    "HOST { clip-path: inset(0 50% 0 0) !important; clip: rect(0 9px 9px 0) !important }",
    "HOST { zoom: 0.4 !important }",
    "HOST { mix-blend-mode: difference !important; isolation: isolate !important }",
    "HOST { rotate: 180deg !important; scale: 0.1 !important }",
    "HOST { transition: all 9s !important }",
    "HOST { animation: gone 1s 0.2s both !important } @keyframes gone { to { opacity: 0; scale: 0 } }",
    "HOST { -webkit-mask-box-image: linear-gradient(transparent, transparent) !important }",
    "HOST { -webkit-text-security: disc !important }",
    "HOST { content-visibility: hidden !important }",
    "HOST { -webkit-box-reflect: above -100px linear-gradient(white, white) !important }",
    "HOST { column-count: 2 !important; text-indent: 900px !important }",
    "HOST { offset: path('M 0 0 L 9 90') 50% !important }",
    "HOST { view-transition-name: strip !important }",
    "HOST { display: contents !important }",
    "HOST { position: static !important }",
    "HOST::before { content: 'no'; position: absolute; inset: 0; background: white }",
    "HOST::after { content: 'no'; position: absolute; inset: 0; background: white }",
    "HOST::backdrop { background: white }",
    "HOST::first-line, HOST::first-letter { color: white; background: white }",
    "HOST::highlight(a), HOST::selection { background: white }",
    "HOST::scroll-marker-group, HOST::scroll-button(*) { content: 'no'; position: fixed; inset: 0; "
    "background: white }",
    "HOST iframe, iframe { opacity: 0 !important; filter: invert(1) !important }",
    "::view-transition { background: white; pointer-events: none } ::view-transition-group(*) { "
    "animation-duration: 90s }",
    "::view-transition { pointer-events: none } ::view-transition-old(root) { filter: invert(1) }",
    "@page { margin: 0 } @starting-style { HOST { opacity: 0 } }",
    "@font-face { font-family: system-ui; src: local(monospace) }",
    "@property --lk-text { syntax: '<color>'; inherits: true; initial-value: white }",
    "@layer a { HOST { opacity: 0 !important } }",
    "@scope (html) { :scope > div { opacity: 0 !important } }",
    "@position-try --away { inset: 900px } HOST { position-try: --away !important }",
)


def random_cover(seed: str, number: int) -> dict:
    random = Random(f"{seed}/{number}")
    if random.random() < 0.2:
        ways = ["style", "sheet", "transition", "host animation"]
        return {"number": number, "page": random.choice(PAGE_STYLES), "with": random.choice(ways)}
    return {
        "number": number, "layer": random.choice(LAYERS), "parent": random.choice(PARENTS), "ink": random.choice(INKS),
        "place": random.choice(PLACES), "position": random.choice(POSITIONS), "colour": random.choice(COLOURS),
        "effect": random.choice(EFFECTS), "when": random.choice(TIMES), "delay": random.randrange(50, 500),
        "hits": random.choice(["none", "none", "none", "auto", "inert", "hole"]),
        "x": round(random.random(), 3), "y": round(random.random(), 3),
    }


#: A function that draws a cover.
DRAW = (Path(__file__).parent / "probe_cover.js").read_text().rstrip(";\n")
