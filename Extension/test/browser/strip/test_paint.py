"""What a page can make of how strip and field look, without touching either: in both browsers.

Names that hold for the whole document reach into every shadow root, and some boxes of an element are the page's to style.
"""

import re

from driving import EXTENSION
from strips import STEADY, strips  # noqa: F401
from test_guard import HOST, THROUGH, WHOLE, all_are, cover, in_shadow, none_is_filled, sheet

#: What is drawn, in letters and colours.
LOOKS = """(root) => ['.box', '.title', '.subtitle', '.tile', '.row'].map((each) => {
    const element = root.querySelector(each), { color, backgroundColor } = getComputedStyle(element);
    const letters = document.createRange();
    letters.selectNodeContents(element);
    return [each, color, backgroundColor, each.endsWith('title') && letters.getBoundingClientRect().width].join(' ');
})"""
#: Of every custom property that anything of ours could have.
NAMES = sorted(set(re.findall(r"--([a-z-]+):", (EXTENSION / "src/style/tokens.css").read_text())))


def looks(strips, page, before: str) -> list[str]:
    strips.go(page)
    page.js(f"(async () => {{ {before} }})()")
    strips.opened(page)
    return page.in_overlay(LOOKS)


def test_what_a_page_draws_before_and_after_our_host_is_not_drawn(strips):
    page = strips.open()
    for pseudo in ("::before", "::after"):
        strips.go(page)
        page.js(sheet(f"html > div{pseudo} {{ content: 'Win' !important; display: block !important; inset: 0 !important; "
                      "position: absolute !important; background: white !important; pointer-events: none !important }"))
        strips.opened(page)
        assert page.js(f"getComputedStyle({HOST}, '{pseudo}').content") == "none"
        assert page.js(f"getComputedStyle({HOST}, '{pseudo}').display") == "none"
    page.close()


def test_a_name_that_the_page_registers_changes_no_colour_of_ours(strips):
    page = strips.open()
    plain = looks(strips, page, "void 0")
    assert "rgb(255, 255, 255)" in plain[0]
    register = f"""for (const name of {NAMES}) CSS.registerProperty({{ name: `--${{name}}`, syntax: 'transparent',
        inherits: false, initialValue: 'transparent' }});"""
    assert looks(strips, page, register) == plain
    rules = "".join(f"@property --{name} {{ syntax: 'transparent'; inherits: false; initial-value: transparent }}"
                    for name in NAMES)
    assert looks(strips, page, sheet(rules + " html { --lk-text: transparent; --lk-surface: transparent }")) == plain
    page.close()


def test_a_font_that_the_page_calls_by_a_generic_name_draws_none_of_our_letters(strips):
    page = strips.open()
    plain = looks(strips, page, "void 0")
    fonts = "".join(f"""@font-face {{ font-family: "{name}"; src: local("DejaVu Sans Mono"); size-adjust: 300% }}
        @font-face {{ font-family: {name.replace(' ', '')}; src: local("DejaVu Sans Mono"); size-adjust: 300% }}"""
                    for name in ("system-ui", "sans-serif"))
    assert looks(strips, page, sheet(fonts.replace("\n", " ")) + "await document.fonts.ready;") == plain
    page.close()


def test_a_field_that_is_shrunk_turned_or_masked_is_never_filled_unasked(strips):
    ways = ["scale: 0.4", "offset-path: path(\\'M 0 0 L 100 100\\'); offset-rotate: 180deg", "rotate: 170deg",
            "-webkit-mask-box-image: linear-gradient(transparent, transparent)"]
    # What a browser does not know changes nothing there.
    known = {"firefox": ways[:3], "chromium": ways}[strips.name]
    none_is_filled(strips.outcomes([f"document.querySelector('form').style.cssText = '{way}'" for way in known]))


def test_a_cover_that_is_on_its_way_out_of_the_top_layer_gets_nothing_unasked(strips):
    page = strips.open()
    stays = page.js("'overlay' in document.body.style")
    page.close()
    leaving = (in_shadow("open") + cover(
        WHOLE + THROUGH + "; transition: overlay 100s allow-discrete, display 100s allow-discrete",
        "cover.showPopover(); requestAnimationFrame(() => requestAnimationFrame(() => cover.hidePopover()))",
        parent="root"))
    outcomes = strips.outcomes([leaving])
    if stays:
        none_is_filled(outcomes)
    else:
        # Gone at once, it covers nothing.
        all_are("filled", outcomes)


def test_a_backdrop_in_the_page_around_a_frame_gets_nothing_unasked(strips):
    page = strips.open()
    page.js("""(() => { document.body.innerHTML = '<iframe id=frame width=600 height=400></iframe>';
        document.querySelector('iframe').src = '/p/parts/login'; })()""")
    page.click("#frame >> #user")
    strip = page.wait_strip("ada")
    page.js("(() => {" + sheet("#cover::backdrop { background: white }")
            + cover("left: 900px; top: 600px; width: 1px; height: 1px") + "})()")
    page.let_pass(STEADY)
    page.tap(strip.rows[0].x, strip.rows[0].y, strip.where)
    page.let_pass(0.3)
    assert all(fill["mustConfirm"] for fill in strips.filled())
    page.close()
