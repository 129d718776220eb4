"""Nothing that names an account or shows a password is reachable from the page, however the page looks for it."""

from reachable import PREPARE, search
from strips import strips  # noqa: F401
from test_overlay import act_on

USER, SERVICE, TITLE = "planted-user-7301", "planted-service-7302.example", "Planted Vault 7303"


def unreachable(strips, page, planted: list[str], box: dict, presses: bool = True) -> None:
    if presses:
        act_on(strips, page, box)
    else:
        for part in (0.1, 0.5, 0.9):
            page.hover(box["left"] + box["width"] * part, box["top"] + box["height"] * part)
    for keys in ("Control+a", "Control+c", "ArrowDown", "End"):
        page.press(keys)
    found = search(page, [*planted, strips.browser.base], box)
    assert found["leaks"] == []
    # The search has followed the page's own events and nodes.
    assert {"pointermove", "pointerdown", "beforetoggle", "keydown"} <= set(found["heard"]), found
    assert found["given"] > 20 and found["strings"] > 1000, found


#: Plants words and a window in closed roots, in no node's text, and where a function of the page receives them, and a
#: window in the document.
PLANT = """(() => {
    const root = () => {
        const host = document.createElement('div');
        document.documentElement.append(host);
        return host.attachShadow({ mode: 'closed' });
    };
    const inner = document.createElement('b');
    root().append(inner);
    dispatchEvent(new CustomEvent('toggle', { detail: { deep: [inner] } }));
    window.someName = { a: { b: new Map([[1, 'planted-word-1']]) } };
    document.head.append(Object.assign(document.createElement('style'), {
        textContent: 'h1::after { content: "planted-word-" attr(title) }' }));
    root().innerHTML = '<div role=status>planted-word-2</div>';
    // A frame in a shadow root is not counted in window.length (HTML §7.2.2.1).
    root().append(document.createElement('iframe'));
    document.body.append(document.createElement('iframe'));
    document.createElement('i').setAttribute('data-a', 'planted-word-3');
})()"""


def test_the_search_finds_words_nodes_and_windows(strips):
    page = strips.open()
    page.js(PREPARE)
    page.js(PLANT)
    words = [f"planted-word-{number}" for number in (1, 2, 3)]
    leaks = search(page, [*words, '"planted-word-"'], {"left": 0, "top": 0, "width": 90, "height": 90})["leaks"]
    for leak in ("toggle.detail.deep", "someName.a.b", "style of h1::after", f"window.find: {words[1]}",
                 "window.length: 1", "append().contentWindow: a window", "setAttribute()"):
        assert any(leak in each for each in leaks), (leak, leaks)
    page.close()


def test_nothing_of_an_open_strip_is_reachable(strips):
    page = strips.open(offers="planted", words="&fill=fails")
    assert page.js(PREPARE) > 100
    page.click("#user")
    strip = page.wait_strip(USER)
    assert SERVICE in strip.text and TITLE in strip.text
    unreachable(strips, page, [USER, SERVICE, TITLE, "Double-"], strip.list)
    page.close()


def test_nothing_of_a_shown_password_is_reachable(strips):
    page = strips.open("sign-up")
    page.js(PREPARE)
    page.click("#new")
    strip = page.wait_strip("Double-Generated")
    # A press would fill it.
    unreachable(strips, page, ["Double-Generated"], strip.list, presses=False)
    page.close()


def test_nothing_of_an_open_banner_is_reachable(strips):
    page = strips.open(words="&tell=planted")
    page.js(PREPARE)
    page.click("#user")
    banner = page.wait_banner(USER, SERVICE, TITLE)
    left = min(button.left for button in banner.buttons) - 8
    box = {"left": left, "top": min(button.top for button in banner.buttons) - 60, "width": 300, "height": 58}
    unreachable(strips, page, [USER, SERVICE, TITLE], box)
    page.close()
