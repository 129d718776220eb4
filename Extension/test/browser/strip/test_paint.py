"""How a page can change the look of the strip and the field without touching them, in both browsers.

Document-wide names reach into every shadow root, and a page may style some boxes of any element.
"""

import re

from driving import EXTENSION
from strips import STEADY, strips  # noqa: F401
from test_guard import HOST, THROUGH, WHOLE, all_are, cover, in_shadow, none_is_filled, sheet

#: Text widths and colours of the drawn strip.
DRAWN_STYLES = """(root) => ['.box', '.title', '.subtitle', '.tile', '.row'].map((each) => {
    const element = root.querySelector(each), { color, backgroundColor } = getComputedStyle(element);
    const letters = document.createRange();
    letters.selectNodeContents(element);
    return [each, color, backgroundColor, each.endsWith('title') && letters.getBoundingClientRect().width].join(' ');
})"""
#: Every custom property that the extension may use.
NAMES = sorted(set(re.findall(r"--([a-z-]+):", (EXTENSION / "src/style/tokens.css").read_text())))


def drawn_styles(strips, page, before: str) -> list[str]:
    strips.go(page)
    page.js(f"(async () => {{ {before} }})()")
    strips.opened(page)
    return page.in_overlay(DRAWN_STYLES)


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


def test_a_name_that_the_page_registers_changes_no_colour_of_the_strip(strips):
    page = strips.open()
    plain = drawn_styles(strips, page, "void 0")
    assert "rgb(255, 255, 255)" in plain[0]
    register = f"""for (const name of {NAMES}) CSS.registerProperty({{ name: `--${{name}}`, syntax: 'transparent',
        inherits: false, initialValue: 'transparent' }});"""
    assert drawn_styles(strips, page, register) == plain
    rules = "".join(f"@property --{name} {{ syntax: 'transparent'; inherits: false; initial-value: transparent }}"
                    for name in NAMES)
    values = " html { --lk-text: transparent; --lk-surface: transparent }"
    assert drawn_styles(strips, page, sheet(rules + values)) == plain
    page.close()


def test_a_font_that_the_page_gives_a_generic_name_draws_no_letter_of_the_strip(strips):
    page = strips.open()
    plain = drawn_styles(strips, page, "void 0")
    fonts = "".join(f"""@font-face {{ font-family: "{name}"; src: local("DejaVu Sans Mono"); size-adjust: 300% }}
        @font-face {{ font-family: {name.replace(' ', '')}; src: local("DejaVu Sans Mono"); size-adjust: 300% }}"""
                    for name in ("system-ui", "sans-serif"))
    assert drawn_styles(strips, page, sheet(fonts.replace("\n", " ")) + "await document.fonts.ready;") == plain
    page.close()


def test_a_field_that_is_shrunk_or_turned_or_masked_is_filled_only_after_a_confirmation(strips):
    ways = ["scale: 0.4", "offset-path: path(\\'M 0 0 L 100 100\\'); offset-rotate: 180deg", "rotate: 170deg",
            "-webkit-mask-box-image: linear-gradient(transparent, transparent)"]
    # A property that a browser does not support has no effect.
    known = {"firefox": ways[:3], "chromium": ways}[strips.name]
    none_is_filled(strips.outcomes([f"document.querySelector('form').style.cssText = '{way}'" for way in known]))


def test_a_cover_that_is_leaving_the_top_layer_gets_no_fill_without_a_confirmation(strips):
    page = strips.open()
    stays = page.js("'overlay' in document.body.style")
    page.close()
    leaving = (in_shadow("open") + cover(
        WHOLE + THROUGH + "; transition: overlay 100s allow-discrete, display 100s allow-discrete",
        "cover.showPopover(); requestAnimationFrame(() => requestAnimationFrame(() => cover.hidePopover()))",
        parent="root"))
    if stays:
        none_is_filled(strips.outcomes([leaving]))
    else:
        # It leaves at once, so it covers nothing.
        all_are("filled", strips.outcomes([leaving], presses=4))


def test_a_backdrop_in_the_page_around_a_frame_gets_no_fill_without_a_confirmation(strips):
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
