"""Texts from pages and providers have no effect, and no provider can imitate another one or the extension."""

from sheet_pages import SheetPage, fixture

#: Control characters, direction overrides and invisible characters, which no shown text may contain.
ACTING = r"/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u"


def test_markup_is_shown_as_text_and_has_no_effect(shown: SheetPage) -> None:
    shown.page.set_viewport_size({"width": 460, "height": 1600})
    shown.open("hostile")
    assert shown.page.evaluate("document.querySelectorAll('#sheet script, #sheet [onerror], #sheet b').length") == 0
    assert shown.page.evaluate("[...document.images].map((image) => image.src.slice(0, 15))") == ["data:image/png;"]
    texts = """() => {
        const all = [document.title];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.nodeType === Node.TEXT_NODE) all.push(node.data);
            for (const { name, value } of node.attributes ?? []) if (name !== "value") all.push(value);
        }
        return all;
    }"""
    acting = shown.page.evaluate(f"({texts})().filter((text) => {ACTING}.test(text))")
    assert acting == []
    assert "safe<U+202E>moc.live.www<U+200B>␇␛[31m" in shown.page.evaluate(f"({texts})()")


def test_names_are_isolated_in_their_own_direction(shown: SheetPage) -> None:
    shown.open("hostile")
    directed = """() => [...document.querySelectorAll("#sheet *")].filter((node) =>
        [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && /evil|onerror|live|مرحبا/.test(child.data))
        && !node.closest("bdi, [dir]")).map((node) => node.outerHTML.slice(0, 100))"""
    assert shown.page.evaluate(directed) == []


def test_the_frame_names_provider_and_requester(shown: SheetPage) -> None:
    shown.open("list")
    frame = shown.page.get_by_role("banner")
    said = frame.locator("p").evaluate_all("nodes => nodes.map((node) => node.textContent)")
    assert said == ["Latchkey Vault", "for login.example.com", "Your vault’s word: otter"]
    assert frame.locator(".swatch").evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(217, 115, 13)"
    # The provider's content is outside of the frame.
    assert frame.locator("[data-element], h1").count() == 0
    # The frame stays in view while the sheet is scrolled.
    shown.open("every-element")
    assert shown.scroll(10_000) > 50
    assert frame.evaluate("node => node.getBoundingClientRect().top") == 0
    shown.page.set_viewport_size({"width": 420, "height": 240})
    shown.open("recovery-code")
    assert shown.scroll(10_000) > 50
    assert frame.evaluate("node => node.getBoundingClientRect().top") == 0


def test_a_program_is_distinguished_from_a_site(shown: SheetPage) -> None:
    shown.open("configuration")
    assert "for the program latchkey" in shown.page.get_by_role("banner").inner_text()


def test_the_end_of_a_long_site_is_shown(shown: SheetPage) -> None:
    shown.open("hostile")
    asker = shown.page.locator(".asker").inner_text()
    assert asker.startswith("…") and asker.endswith("login.evil.example<U+202E>")


def test_the_window_title_starts_with_our_name_before_the_providers_title(shown: SheetPage) -> None:
    shown.open("unlock")
    assert shown.page.title() == "Latchkey – Unlock the Vault"
    untitled = fixture("unlock")
    untitled["sheet"]["title"] = ""
    shown.open(untitled)
    assert shown.page.title() == "Latchkey – Latchkey Vault"


def test_only_our_own_frame_shows_our_key(shown: SheetPage) -> None:
    shown.open("other-site")
    assert shown.page.locator(".portrait.ours").count() == 1
    imitation = fixture("other-site")
    del imitation["frame"]["isOwn"]
    shown.open(imitation)
    assert shown.page.locator(".portrait.ours").count() == 0
    shown.open("every-element")
    assert shown.page.locator(".portrait").inner_text() == "T"


def test_an_invalid_image_is_replaced_by_a_letter(shown: SheetPage) -> None:
    broken = fixture("unlock")
    broken["frame"]["icon"] = "iVBORw0KGgoAAAAN"
    shown.open(broken)
    shown.page.locator(".portrait.letter").wait_for()
